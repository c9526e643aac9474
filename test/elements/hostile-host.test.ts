import { aTimeout, expect, fixture, fixtureCleanup, html, nextFrame, waitUntil } from '@open-wc/testing';
import { ContextProvider } from '@lit/context';
import { sendKeys } from '@web/test-runner-commands';
import type { Approval, PlanStep } from '../../src/activity/state.js';
import { activityContext } from '../../src/context/activity-context.js';
import type { ActivitySettings } from '../../src/context/activity-context.js';
import '../../src/define.js';
import type { TestCard} from '../support/approval-kit.js';
import { all, arm, click, dentist, find, focused, get, standAlone, StubHandle, text } from '../support/approval-kit.js';

/** What no page should hand in, and some page will. */
const WRONG: readonly unknown[] = [null, undefined, 0, 5, NaN, true, '', 'text', [], [null], {}, Symbol('x'), 5n, () => 1, new Date(0), new Map()];

const faults: unknown[] = [];
const note = (event: Event): void => {
  event.preventDefault();
  faults.push((event as PromiseRejectionEvent).reason ?? (event as ErrorEvent).error);
};

async function settle(element: Element & { updateComplete?: Promise<unknown> }): Promise<void> {
  await element.updateComplete?.catch((cause: unknown) => faults.push(cause));
}

async function inContext(settings: Partial<ActivitySettings>, approval: Approval = dentist): Promise<TestCard> {
  const handle = new StubHandle(settings);
  handle.approvals(approval);
  const box = await fixture<HTMLElement>(html`<div style="inline-size: 340px"></div>`);
  new ContextProvider(box, { context: activityContext, initialValue: handle });
  const card = document.createElement('test-approval-card') as TestCard;
  card.approvalId = approval.approvalId;
  box.append(card);
  await settle(card);
  return card;
}

describe('elements in the hands of a careless page', () => {
  beforeEach(() => {
    faults.length = 0;
    window.addEventListener('unhandledrejection', note);
    window.addEventListener('error', note);
  });
  afterEach(() => {
    window.removeEventListener('unhandledrejection', note);
    window.removeEventListener('error', note);
  });

  const entities: readonly [tag: string, property: string, good: object][] = [
    ['tool-card', 'call', { callId: 'c', status: 'failed', toolKey: 'a.b', title: 't', detail: 'd', reason: 'r', fallback: 'f', inputText: 'i', rawStatus: 'odd', startedAt: 1, endedAt: 2, attempt: 2, error: { code: 'c', message: 'm' }, activity: { label: 'l', detail: 'd' }, progress: { done: 1, total: 2, ratio: 0.5 } }],
    ['approval-card', 'approval', { ...dentist, reason: 'r', decidedBy: 'me', decidedAt: 1, expiresAt: 1e15, risk: 'high', options: [{ id: 'o', kind: 'allow_once', label: 'l' }], editable: true, activity: { label: 'l', detail: 'd' }, error: { code: 'c', message: 'm' } }],
    ['approval-card', 'approval', { ...dentist, status: 'accepted', reason: 'r', decidedBy: 'me', decidedAt: 1, activity: { label: 'l', detail: 'd' } }],
    ['thinking-status', 'thinking', { active: true, kind: 'heading', heading: 'h', text: 't' }],
  ];
  for (const [tag, property, good] of entities) {
    it(`<${tag}> takes any ${property}, and any field of one, without an exception (F22)`, async () => {
      const element = await fixture<HTMLElement & Record<string, unknown>>(html`<div></div>`);
      const bad: string[] = [];
      const attempt = async (value: unknown, what: string): Promise<void> => {
        const one = document.createElement(tag) as HTMLElement & Record<string, unknown> & { updateComplete: Promise<unknown> };
        one[property] = value;
        if (tag === 'tool-card') one['open'] = true;
        element.append(one);
        await one.updateComplete.catch((cause: unknown) => bad.push(`${what}: ${String(cause)}`));
        one.remove();
      };
      for (const wrong of WRONG) {
        await attempt(wrong, typeof wrong);
        for (const key of Object.keys(good)) await attempt({ ...good, [key]: wrong }, `${key}: ${typeof wrong} ${String(wrong)}`);
      }
      expect(bad).to.deep.equal([]);
      expect(faults).to.deep.equal([]);
    });
  }

  it('<plan-review> shows every step, also with wrong fields and the same id twice (F22, A6)', async () => {
    const twice: PlanStep[] = ['one', 'two', 'three'].map((label) => ({ stepId: 's', label, input: { label } }));
    const plan = await fixture<HTMLElement & { steps: unknown; updateComplete: Promise<unknown> }>(html`<plan-review .steps=${twice}></plan-review>`);
    for (const toggle of all(plan, 'toggle')) toggle.click();
    await settle(plan);
    plan.steps = [...twice].reverse();
    await settle(plan);
    expect(all(plan, 'label').map(text)).to.deep.equal(['three', 'two', 'one']);
    for (const wrong of WRONG) {
      for (const steps of [wrong, [wrong], [{ stepId: wrong, label: wrong, toolKey: wrong, detail: wrong, input: 1 }]]) {
        plan.steps = steps;
        await settle(plan);
      }
    }
    expect(faults).to.deep.equal([]);
  });

  it('a broken JSON attribute is no approval', async () => {
    for (const json of ['{', '5', '"x"', 'null', '[]', '{}', '{"status":"pending"}', '{"approvalId":1,"status":"pending","options":{}}']) {
      const card = await fixture<TestCard>(html`<test-approval-card approval=${json}></test-approval-card>`);
      await settle(card);
    }
    expect(faults).to.deep.equal([]);
  });

  it('a renderer that returns no view leaves the arguments on the page, and is told (A6)', async () => {
    const results: readonly [string, unknown, boolean][] = [
      ['null', null, false],
      ['false', false, false],
      ['an empty text', '', false],
      ['a promise', 'later', true],
      ['an object', {}, true],
    ];
    for (const [name, result, told] of results) {
      const codes: string[] = [];
      const listen = (event: Event): void => void codes.push((event as Event & { code: string }).code);
      document.addEventListener('activity-error', listen);
      const card = await inContext({ renderers: { create_event: () => (result === 'later' ? Promise.reject(new Error('late')) : result) } });
      await nextFrame();
      document.removeEventListener('activity-error', listen);
      expect(text(get(card, 'arguments')), name).to.contain('Dentist');
      expect(codes.length > 0, name).to.equal(told);
    }
    expect(faults).to.deep.equal([]);
  });

  it('redact that returns a promise shows no empty value (A6, E13)', async () => {
    const card = await inContext({ redact: () => Promise.reject(new Error('late')) });
    await nextFrame();
    expect(text(get(card, 'arguments'))).to.contain('hidden').and.not.to.contain('no fields');
    expect(faults).to.deep.equal([]);
  });

  it('what a renderer, redact or a listener throws may be anything (F26)', async () => {
    const evil = Object.create(null) as object;
    const odd = Object.assign(new Error(), { message: { toString: null } });
    for (const cause of [evil, odd, Symbol('x'), undefined]) {
      const fail = (): never => {
        // eslint-disable-next-line @typescript-eslint/only-throw-error -- a page may
        throw cause;
      };
      const card = await inContext({ redact: fail, renderers: { create_event: fail } });
      expect(text(get(card, 'arguments'))).to.contain('hidden');
      const alone = await standAlone();
      alone.addEventListener('approval-decision', (event) => (event).respondWith(Promise.reject(cause as Error)), { once: true });
      await click(get(alone, 'approve'));
      await waitUntil(() => find(alone, 'controls') !== null, 'unlocked again');
      // The next one must be within reach of the pointer.
      fixtureCleanup();
    }
    await nextFrame();
    expect(faults).to.deep.equal([]);
  });

  it('a card that was moved measures again: a narrow place clips what a wide one showed (A6)', async () => {
    const card = await standAlone({ ...dentist, input: { text: 'word '.repeat(500), last: 'rm -rf /' } }, 2400);
    expect(find(card, 'more')).to.equal(null);
    const narrow = await fixture<HTMLElement>(html`<div style="inline-size: 260px"></div>`);
    narrow.append(card);
    await waitUntil(() => find(card, 'more') !== null, 'the rest is announced');
  });

  it('a card that was moved counts down on', async () => {
    const card = await standAlone({ ...dentist, expiresAt: 100_000_000 });
    card.wall = 100_000_000 - 50_000;
    const place = await fixture<HTMLElement>(html`<div></div>`);
    place.append(card);
    card.wall = 100_000_001;
    await waitUntil(() => find(card, 'controls') === null, 'the deadline is noticed', { timeout: 3000 });
  });

  it('a listener that takes the card away in the middle leaves it answerable, or answered', async () => {
    const card = await inContext({});
    await arm(card);
    const box = card.parentElement!;
    card.addEventListener('approval-decision', () => { card.remove(); }, { once: true });
    await click(get(card, 'approve'));
    box.append(card);
    await settle(card);
    expect(find(card, 'controls')).not.to.equal(null);
    expect(faults).to.deep.equal([]);
  });

  it('what JSON cannot tell apart is another request all the same (A6)', async () => {
    const card = await standAlone({ ...dentist, input: new Map([['to', 'Ann']]) });
    card.approval = { ...dentist, input: new Map([['to', 'Eve']]) };
    await settle(card);
    expect(text(get(card, 'notice'))).to.contain('The request changed');
  });

  it('what JSON cannot hold has no editor, which would show another value (A6)', async () => {
    for (const input of [new Map([['to', 'Ann']]), { at: NaN }, { secret: { toJSON: () => 'nothing' } }, { left: undefined }, [() => 1]]) {
      const card = await standAlone({ ...dentist, editable: true, input });
      expect(find(card, 'edit')).to.equal(null);
    }
    expect(find(await standAlone({ ...dentist, editable: true }), 'edit')).not.to.equal(null);
  });

  it('costs no long task again and again, however large the arguments are (F23, R10)', async () => {
    let reads = 0;
    const items = new Proxy(Array.from({ length: 60_000 }, (_, at) => at), {
      get: (target, key, receiver) => {
        reads += 1;
        return Reflect.get(target, key, receiver) as unknown;
      },
    });
    const card = await standAlone({ ...dentist, editable: true, input: items });
    expect(find(card, 'edit')).to.equal(null);
    const first = reads;
    for (let round = 0; round < 5; round += 1) {
      card.requestUpdate();
      await settle(card);
    }
    expect(reads, 'a render reads nothing again').to.equal(first);
    expect(first).to.be.above(0);
    all(card, 'value-button').find((button) => text(button) === 'Show all')!.click();
    await settle(card);
    card.remove();
    await aTimeout(50);
    const shown = get(card, 'code').textContent.length;
    await aTimeout(300);
    expect(get(card, 'code').textContent.length, 'not read on outside of the page').to.equal(shown);
  });

  it('"Show all" keeps the focus inside the card until all is there, and after (L3)', async () => {
    const card = await standAlone({ ...dentist, input: 'x '.repeat(150_000) });
    const more = all(card, 'value-button').find((button) => text(button) === 'Show all')!;
    more.focus();
    await sendKeys({ press: 'Enter' });
    await nextFrame();
    await nextFrame();
    expect(focused(card), 'while reading').not.to.equal(null);
    await waitUntil(() => !all(card, 'value-button').some((button) => text(button) === 'Show all'));
    await nextFrame();
    expect(focused(card), 'after').not.to.equal(null);
  });

  it('<tool-card> ends a call that has a status of nobody neutrally', async () => {
    const card = await fixture<HTMLElement>(html`<tool-card .call=${{ callId: 'c', status: 'constructor' }}></tool-card>`);
    expect(text(get(card, 'status'))).to.equal('Status: constructor');
  });
});
