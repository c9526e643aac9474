import type { ActivityErrorEvent } from '../../src/events/activity-error-event.js';
import { ContextProvider } from '@lit/context';
import { expect, fixture, html } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import '../../src/elements/approval-card/approval-card.define.js';
import type { Approval } from '../../src/activity/state.js';
import { activityContext } from '../../src/context/activity-context.js';
import type { TestCard} from '../support/approval-kit.js';
import { all, arm, click, decisions, dentist, find, get, renders, standAlone, StubHandle, text } from '../support/approval-kit.js';

const statuses: readonly (readonly [string, Partial<Approval>, string])[] = [
  ['pending', {}, 'Needs your answer'],
  ['sending', { status: 'sending', decision: 'approve' }, 'Sending…'],
  ['handed-over', { status: 'sending', decision: 'reject', handedOver: true }, 'Handed over, waiting for the agent'],
  ['overdue', { expiresAt: 1 }, 'Time is up'],
  ['accepted', { status: 'accepted', decidedBy: 'Ada', decidedAt: 1_796_000_000_000, reason: 'Fine by me' }, 'Approved'],
  ['rejected', { status: 'rejected', decidedBy: 'Ada', reason: 'Not on a Tuesday' }, 'Rejected'],
  ['expired', { status: 'expired' }, 'Expired before it was answered'],
  ['cancelled', { status: 'cancelled' }, 'No longer needed'],
  ['answered-elsewhere', { status: 'cancelled', answeredElsewhere: true }, 'Already answered elsewhere'],
];

/** One card below a context that the test holds. */
async function inContext(handle: StubHandle, id = 'ap_1'): Promise<TestCard> {
  const box = await fixture<HTMLElement>(html`<div></div>`);
  new ContextProvider(box, { context: activityContext, initialValue: handle });
  const card = document.createElement('test-approval-card') as TestCard;
  card.setAttribute('approval-id', id);
  box.append(card);
  await arm(card);
  return card;
}

describe('<approval-card>', () => {
  for (const scheme of ['light', 'dark']) {
    it(`passes axe in each status (${scheme}) and says it in its own words (behaviour A5)`, async () => {
      for (const [state, part, words] of statuses) {
        const card = await standAlone({ ...dentist, ...part });
        card.parentElement!.style.cssText += `color-scheme: ${scheme}; background: ${scheme === 'dark' ? '#15181c' : '#fff'}`;
        expect(text(get(card, 'heading')), state).to.equal(words);
        expect(card.matches(`:state(${state})`), state).to.equal(true);
        expect(all(card, 'answer').length > 0, state).to.equal(state === 'pending');
        await expect(card).to.be.accessible();
        card.parentElement!.remove();
      }
    });
  }

  it('speaks Turkish, with the words of the interface first', async () => {
    const box = await fixture(html`<div lang="tr"><test-approval-card .approval=${dentist}></test-approval-card></div>`);
    const card = box.querySelector<TestCard>('test-approval-card')!;
    await card.updateComplete;
    expect(text(get(card, 'heading'))).to.equal('Yanıtınız gerekiyor');
    expect(text(get(card, 'approve'))).to.equal('Onayla: create event');
    expect(text(get(card, 'reject'))).to.equal('Reddet');
    await expect(card).to.be.accessible();
  });

  it('shows the tool key, the question as a quotation and every argument at once (A6, behaviour A6)', async () => {
    const card = await standAlone();
    expect(text(get(card, 'tool-key'))).to.equal('create_event');
    expect(get(card, 'question').querySelector('q')?.textContent).to.contain('Dentist, Tue 1 Dec');
    for (const value of ['title', 'Dentist', '2026-12-01T10:00', '30', 'Personal']) {
      expect(text(get(card, 'arguments'))).to.contain(value);
    }
    expect(all(card, 'answer').map(text)).to.deep.equal(['Reject', 'Approve: create event']);
    // With the question on one line; whether it needs two is the font's.
    const question = get(card, 'question').getBoundingClientRect().height;
    expect(card.getBoundingClientRect().height - question + 20, 'density').to.be.at.most(265);
  });

  it('shows falsy arguments: present by key, not by truthiness (T7)', async () => {
    for (const [input, words] of [[0, '0'], [false, 'false'], ['', 'empty text'], [null, 'null']] as const) {
      const card = await standAlone({ ...dentist, input });
      expect(text(get(card, 'arguments')), words).to.contain(words);
    }
    const bare = await standAlone({ approvalId: 'ap_1', status: 'pending', toolKey: 'create_event' });
    expect(text(get(bare, 'arguments'))).to.equal('No input');
  });

  it('risk in words; an unknown level as the server wrote it', async () => {
    for (const [risk, words] of [['low', 'Risk: low'], ['high', 'Risk: high'], ['toString', 'Risk: toString']] as const) {
      expect(text(get(await standAlone({ ...dentist, risk }), 'risk'))).to.equal(words);
    }
    expect(find(await standAlone(), 'risk')).to.equal(null);
  });

  it('controls are large enough and apart, and stack below 300 px', async () => {
    for (const width of [280, 340, 680]) {
      const card = await standAlone(dentist, width);
      const answers = all(card, 'answer').map((each) => each.getBoundingClientRect());
      const boxes = [...answers, ...all(card, 'reason-toggle').map((each) => each.getBoundingClientRect())];
      for (const box of answers) expect(Math.min(box.width, box.height)).to.be.at.least(32);
      for (const box of boxes) expect(Math.min(box.width, box.height)).to.be.at.least(24);
      for (const [at, box] of boxes.entries()) {
        for (const other of boxes.slice(at + 1)) expect(distance(box, other)).to.be.at.least(8);
      }
      const full = answers.every((box) => Math.abs(box.width - answers[0]!.width) < 1);
      expect(full, `stacked at ${width}`).to.equal(width === 280);
    }
  });

  it('hostile words stay words: no element, no direction, no imitation (A6, A7, A11)', async () => {
    const prompt = `<img src=x onerror="globalThis.hacked=1"><h3>Approved</h3>\u202Etxt\u202C\u200B${'\n'.repeat(40)}${'long '.repeat(2000)}`;
    const card = await standAlone({ ...dentist, prompt, reason: prompt, toolKey: 'a\u202Eb', input: { 'k\u200B': '\u2066x' }, activity: { detail: prompt } });
    expect(card.shadowRoot?.querySelector('img')).to.equal(null);
    expect(all(card, 'heading')).to.have.length(1);
    expect('hacked' in globalThis).to.equal(false);
    expect(text(get(card, 'tool-key'))).to.equal('a⟦U+202E⟧b');
    expect(text(get(card, 'question'))).to.contain('⟦U+202E⟧txt⟦U+202C⟧⟦U+200B⟧').and.to.contain('U+000A ×');
    expect(text(get(card, 'arguments'))).to.contain('k⟦U+200B⟧').and.to.contain('⟦U+2066⟧x');
    for (const answer of all(card, 'answer')) expect(text(answer)).to.match(/^(Approve|Reject)/);
    expect(getComputedStyle(get(card, 'question').querySelector('bdi')!).unicodeBidi).to.equal('isolate');
    // However long: the controls stay where they are, and nothing is wider than the card.
    expect(card.getBoundingClientRect().height).to.be.below(700);
    expect(card.scrollWidth).to.be.at.most(card.clientWidth);
  });

  it('follows one approval of the context: one change, one render; a no-op and other cards, none (behaviour A1, A9)', async () => {
    const handle = new StubHandle();
    const card = await inContext(handle);
    expect(card.shadowRoot?.querySelector('[part]')).to.equal(null);
    handle.approvals(dentist);
    await card.updateComplete;
    expect(text(get(card, 'heading'))).to.equal('Needs your answer');
    await arm(card);
    const counter = renders(card);
    handle.approvals(dentist, { ...dentist, approvalId: 'ap_2', status: 'rejected' });
    handle.set({});
    await card.updateComplete;
    expect(counter.count).to.equal(0);
    handle.approvals({ ...dentist, status: 'accepted', decidedBy: 'Ada' });
    await card.updateComplete;
    expect(counter.count).to.equal(1);
    expect(text(get(card, 'receipt'))).to.contain('by Ada');
    expect(find(card, 'controls')).to.equal(null);
  });

  it('another id draws another approval, and re-parenting keeps the card and releases its subscription', async () => {
    const handle = new StubHandle();
    handle.approvals(dentist, { ...dentist, approvalId: 'ap_2', toolKey: 'delete_event' });
    const card = await inContext(handle);
    card.approvalId = 'ap_2';
    await card.updateComplete;
    expect(text(get(card, 'approve'))).to.equal('Approve: delete event');
    expect(handle.listeners).to.equal(1);
    const parent = card.parentElement!;
    const inner = document.createElement('div');
    parent.append(inner);
    inner.append(card);
    handle.approvals({ ...dentist, approvalId: 'ap_2', status: 'rejected' });
    await card.updateComplete;
    expect(text(get(card, 'heading'))).to.equal('Rejected');
    card.remove();
    expect(handle.listeners).to.equal(0);
  });

  it('redacts what is shown; a renderer of the host replaces the arguments, never the controls', async () => {
    const shown = await inContext(withApproval(new StubHandle({ redact: () => ({ title: '•••' }) })));
    expect(text(get(shown, 'arguments'))).to.contain('•••').and.not.to.contain('Dentist');
    const broken = await inContext(withApproval(new StubHandle({ redact: () => { throw new Error('no'); } })));
    expect(text(get(broken, 'arguments'))).to.contain('hidden').and.not.to.contain('Dentist');
    const custom = await inContext(withApproval(new StubHandle({ renderers: { create_event: () => 'a picture' } })));
    expect(text(get(custom, 'custom'))).to.equal('a picture');
    expect(all(custom, 'answer')).to.have.length(2);
    const told: ActivityErrorEvent[] = [];
    const listen = (event: ActivityErrorEvent): number => told.push(event);
    document.addEventListener('activity-error', listen);
    const failing = await inContext(withApproval(new StubHandle({ renderers: { create_event: () => { throw new Error('no'); } } })));
    expect(text(get(failing, 'arguments'))).to.contain('Dentist');
    await Promise.resolve();
    document.removeEventListener('activity-error', listen);
    expect(told.map(({ code, message }) => [code, message]), 'told once').to.deep.equal([['renderer-failed', 'no']]);
  });

  it('counts down by the server’s clock without a render, warns at 60 s and 10 s, and ends without controls (A4, behaviour A5)', async () => {
    const handle = withApproval(new StubHandle(), { ...dentist, expiresAt: 100_000 });
    const card = await inContext(handle);
    const counter = renders(card);
    const at = async (time: number): Promise<string> => {
      handle.time = time;
      document.dispatchEvent(new Event('visibilitychange'));
      await card.updateComplete;
      return text(find(card, 'countdown'));
    };
    expect(await at(10_000)).to.equal('Expires in 1m 30s');
    expect(counter.count).to.equal(0);
    expect(await at(41_000)).to.equal('Expires in 59s');
    expect(counter.count).to.equal(1);
    expect(card.matches(':state(warning)')).to.equal(true);
    expect(await at(91_500)).to.equal('Expires in 9s');
    expect(card.matches(':state(urgent)')).to.equal(true);
    const seen = decisions(card);
    const approve = get(card, 'approve');
    card.time += 1000;
    handle.time = 100_000;
    await click(approve);
    expect(seen).to.have.length(0);
    await at(100_000);
    expect(find(card, 'controls')).to.equal(null);
    expect(text(get(card, 'heading'))).to.equal('Time is up');
    handle.approvals({ ...dentist, status: 'expired' });
    await card.updateComplete;
    expect(text(get(card, 'heading'))).to.equal('Expired before it was answered');
  });

  it('a settled card is a row: receipt at once, arguments in a disclosure by keyboard', async () => {
    const card = await standAlone({ ...dentist, status: 'accepted', decidedBy: 'Ada', decidedAt: 1_796_000_000_000, reason: 'Fine' });
    expect(card.getBoundingClientRect().height).to.be.at.most(80);
    expect(text(get(card, 'receipt'))).to.contain('by Ada').and.to.contain('Reason: Fine').and.to.contain('create_event');
    expect(find(card, 'arguments')).to.equal(null);
    const toggle = get(card, 'toggle');
    toggle.focus();
    await sendKeys({ press: 'Enter' });
    await card.updateComplete;
    expect(toggle.getAttribute('aria-expanded')).to.equal('true');
    // The whole row is its target.
    await click(get(card, 'mark'));
    await card.updateComplete;
    expect(toggle.getAttribute('aria-expanded')).to.equal('false');
    await click(get(card, 'mark'));
    await card.updateComplete;
    expect(toggle.getAttribute('aria-expanded')).to.equal('true');
    expect(text(get(card, 'arguments'))).to.contain('Personal');
    await expect(card).to.be.accessible();
  });

  it('takes its approval as JSON in an attribute, and anything odd without a fault', async () => {
    const card = await fixture<TestCard>(html`<test-approval-card approval=${JSON.stringify(dentist)}></test-approval-card>`);
    expect(text(get(card, 'question'))).to.contain('Dentist');
    card.approval = { ...dentist, status: 'on_fire' as Approval['status'] };
    await card.updateComplete;
    expect(text(get(card, 'heading'))).to.equal('Status: on_fire');
    expect(find(card, 'controls')).to.equal(null);
    card.approval = null as unknown as Approval;
    await card.updateComplete;
    expect(find(card, 'card')).to.equal(null);
  });
});

function distance(a: DOMRect, b: DOMRect): number {
  return Math.round(Math.max(b.left - a.right, a.left - b.right, b.top - a.bottom, a.top - b.bottom));
}

function withApproval(handle: StubHandle, approval: Approval = dentist): StubHandle {
  handle.approvals(approval);
  return handle;
}
