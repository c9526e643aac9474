import { expect, fixture, html, nextFrame } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import '../../src/define.js';
import type { ChainabitActivity } from '../../src/elements/chainabit-activity/chainabit-activity.js';
import { all, arm, decisions, dentist, find, focused, get, press, standAlone, text } from '../support/approval-kit.js';

describe('behaviour A7 single keys', () => {
  const withField = (): HTMLElement => Object.assign(document.createElement('input'), { slot: 'extra' });

  it('behaviour A7 are off by default, and shown on the buttons where they are on', async () => {
    const card = await standAlone();
    const seen = decisions(card);
    get(card, 'heading').focus();
    await sendKeys({ press: 'a' });
    await sendKeys({ press: 'r' });
    expect(seen).to.have.length(0);
    expect(find(card, 'key')).to.equal(null);
    card.shortcuts = true;
    await card.updateComplete;
    expect(all(card, 'key').map(text)).to.deep.equal(['R', 'A']);
    expect(get(card, 'approve').getAttribute('aria-keyshortcuts')).to.equal('A');
    await expect(card).to.be.accessible();
  });

  for (const [key, decision] of [['a', 'approve'], ['r', 'reject']] as const) {
    it(`behaviour A7 "${key}" answers with the focus anywhere in the card, and only there`, async () => {
      const card = await standAlone();
      card.toggleAttribute('shortcuts', true);
      await card.updateComplete;
      const seen = decisions(card);
      (document.activeElement as HTMLElement | null)?.blur();
      await sendKeys({ press: key });
      expect(seen, 'not from outside').to.have.length(0);
      get(card, 'heading').focus();
      await sendKeys({ press: key });
      expect(seen.map((each) => each.decision)).to.deep.equal([decision]);
      expect(focused(card)).to.equal(get(card, 'heading'));
    });
  }

  it('behaviour A7 never while typing, composing, with a modifier, held down, or before the wait is over', async () => {
    const card = await standAlone({ ...dentist, editable: true });
    card.shortcuts = true;
    card.append(withField());
    await card.updateComplete;
    const seen = decisions(card);
    card.querySelector('input')!.focus();
    await sendKeys({ type: 'ar' });
    expect(card.querySelector('input')!.value).to.equal('ar');
    get(card, 'heading').focus();
    for (const modifier of ['Shift', 'Control', 'Alt']) {
      await sendKeys({ down: modifier });
      await sendKeys({ press: 'a' });
      await sendKeys({ up: modifier });
    }
    await press(get(card, 'edit'));
    await card.updateComplete;
    await sendKeys({ type: 'ar' });
    expect(seen).to.have.length(0);
    const fresh = await standAlone();
    fresh.shortcuts = true;
    await fresh.updateComplete;
    const freshSeen = decisions(fresh);
    fresh.time = 100;
    get(fresh, 'heading').focus();
    await sendKeys({ press: 'a' });
    expect(freshSeen).to.have.length(0);
  });

  it('behaviour A7 approve nothing unread, and do nothing in a form', async () => {
    const card = await standAlone({ ...dentist, input: { script: 'x\n'.repeat(500) } });
    card.shortcuts = true;
    await card.updateComplete;
    const seen = decisions(card);
    get(card, 'heading').focus();
    await sendKeys({ press: 'a' });
    await card.updateComplete;
    expect(focused(card)).to.equal(get(card, 'content'));
    await press(get(card, 'reason-toggle'));
    await card.updateComplete;
    get(card, 'back').focus();
    await sendKeys({ press: 'r' });
    expect(seen).to.have.length(0);
    expect(find(card, 'key')).to.equal(null);
  });
});

describe('replies in words', () => {
  const options = [{ id: 'continue', label: 'Continue', kind: 'allow_once' }, { id: 'other', label: 'Other — specify', kind: 'reject_once', takesText: true }];

  it('an option that takes text opens a field, and sends what is written there with its id; nothing is approved', async () => {
    const card = await standAlone({ ...dentist, options });
    const seen = decisions(card);
    expect(all(card, 'answer').map(text)).to.deep.equal(['Approve once: Continue', 'Reply: Other — specify']);
    expect(find(card, 'reason-toggle'), 'the only rejection asks for words by itself').to.equal(null);
    await press(all(card, 'answer')[1]!);
    await card.updateComplete;
    expect(focused(card)).to.equal(get(card, 'reason-field'));
    expect(text(get(card, 'reason-label'))).to.equal('Other — specify');
    await expect(card).to.be.accessible();
    await arm(card);
    await press(get(card, 'reject'));
    await card.updateComplete;
    expect(seen, 'words are what this answer is made of').to.have.length(0);
    expect(text(get(card, 'notice'))).to.equal('Not sent yet: write your answer first.');
    expect(focused(card)).to.equal(get(card, 'reason-field'));
    await sendKeys({ type: ' Join b only ' });
    await arm(card);
    await press(get(card, 'reject'));
    expect(seen[0]).to.include({ decision: 'reject', optionId: 'other', reason: 'Join b only' });
  });

  it('an unknown kind that takes text is a reply; one that approves stays an approval, with words', async () => {
    const card = await standAlone({ ...dentist, options: [{ id: 'x', label: 'Approve', kind: 'escalate', takesText: true }, { id: 'y', kind: 'allow_once', label: 'With a note', takesText: true }] });
    const seen = decisions(card);
    expect(all(card, 'answer').map(text)).to.deep.equal(['Reply: Approve', 'Approve once: With a note']);
    await press(all(card, 'answer')[0]!);
    await card.updateComplete;
    await sendKeys({ type: 'why' });
    await arm(card);
    await press(get(card, 'reject'));
    expect(seen[0]).to.include({ decision: 'reject', optionId: 'x', reason: 'why' });
    const noted = await standAlone({ ...dentist, options: [{ id: 'y', kind: 'allow_once', label: 'With a note', takesText: true }] });
    const notedSeen = decisions(noted);
    expect(all(noted, 'answer').map(text)).to.deep.equal(['Reject', 'Approve once: With a note']);
    await press(get(noted, 'approve'));
    await noted.updateComplete;
    await sendKeys({ type: 'fine' });
    await arm(noted);
    await press(get(noted, 'approve'));
    expect(notedSeen[0]).to.include({ decision: 'approve', optionId: 'y', reason: 'fine' });
  });

  it('decide() of a page names an option too, and sends its words', async () => {
    const sent: unknown[] = [];
    const answer = (_url: unknown, { body }: RequestInit = {}): Promise<Response> => {
      sent.push(JSON.parse(body as string));
      return Promise.resolve(Response.json({}, { status: 202 }));
    };
    const activity = await fixture<ChainabitActivity>(html`<chainabit-activity approval-url="/answer" .fetch=${answer}></chainabit-activity>`);
    activity.push({ event: 'tool.approval_required', data: { payload: { callId: 'c', toolKey: 'x.y', input: 1, options } } });
    activity.decide('c', 'reject', { optionId: 'other', reason: 'Join b only' });
    while (sent.length === 0) await nextFrame();
    expect(sent[0]).to.include({ approvalId: 'c', decision: 'reject', optionId: 'other', reason: 'Join b only' });
  });
});
