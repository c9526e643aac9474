import { expect, fixture, html, nextFrame, waitUntil } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import '../../src/define.js';
import type { ChainabitActivity } from '../../src/elements/chainabit-activity/chainabit-activity.js';
import { en } from '../../src/locales/en.js';
import { foldWords } from '../../src/elements/chainabit-activity/folds.js';
import { tr } from '../../src/locales/tr.js';
import { all, get, text } from '../support/approval-kit.js';

interface Frame {
  readonly event: string;
  readonly data: unknown;
}

let sequence = 0;

function frame(event: string, payload: unknown, seconds = 0): Frame {
  sequence += 1;
  const at = new Date(Date.UTC(2026, 10, 30, 10, 0, seconds)).toISOString();
  return { event, data: { runId: 'r', sequence, at, payload } };
}

const activity = { activityType: 'tool_read', origin: 'chao', renderHint: 'tool_card', status: 'active' };

/** A read that is done, degraded or failed. */
function call(id: string, end = 'completed', second = 0): Frame[] {
  return [
    frame('tool.started', { callId: id, toolKey: 'calendar.search', activity: { ...activity, label: `Read ${id}` } }, second),
    frame(`tool.${end}`, { callId: id, toolKey: 'calendar.search', data: { ok: 1 }, ...(end === 'failed' && { error: 'no answer' }) }, second + 1),
  ];
}

const calls = (from: number, to: number): Frame[] => Array.from({ length: to - from + 1 }, (_, index) => call(`c${String(from + index)}`)).flat();
const ended = (): Frame => frame('message.completed', { text: 'Done' });

async function feed(...frames: readonly Frame[]): Promise<ChainabitActivity> {
  const element = await fixture<ChainabitActivity>(html`<chainabit-activity></chainabit-activity>`);
  await push(element, ...frames);
  return element;
}

async function push(element: ChainabitActivity, ...frames: readonly Frame[]): Promise<void> {
  element.push(frames);
  await nextFrame();
  await nextFrame();
  await element.updateComplete;
}

/** Call ids of the cards that a person sees. */
function visible(element: ChainabitActivity): string[] {
  return [...element.shadowRoot!.querySelectorAll<HTMLElement>('tool-card')].filter((card) => card.checkVisibility()).map((card) => card.getAttribute('call-id')!);
}

const card = (element: ChainabitActivity, id: string): HTMLElement & { open: boolean } => element.shadowRoot!.querySelector(`tool-card[call-id="${id}"]`)!;
/** Engines differ in the space before a unit. */
const plain = (words: string): string => words.replace(/(\d)[\s\u00A0\u202F]?(sn?)$/u, '$1$2');
const lines = (element: ChainabitActivity): string[] => all(element, 'fold-text').map((line) => plain(text(line)));

describe('folds in the feed (T11)', () => {
  it('sums up finished reads in one line, and keeps a failure outside', async () => {
    const element = await feed(...calls(1, 12), ...call('bad', 'failed'), ...calls(13, 20), ended());
    await expect(element).to.be.accessible();
    expect(lines(element)).to.deep.equal(['12 reads · 1s', '8 reads · 1s']);
    expect(visible(element)).to.deep.equal(['bad']);
    const items = all(element, 'item').filter((item) => item.checkVisibility());
    expect(items).to.have.length(3);
  });

  it('says what went another way', async () => {
    const element = await feed(...calls(1, 5), ...call('c6', 'degraded', 8), ended());
    expect(lines(element)).to.deep.equal(['6 reads · 1 with a fallback · 9s']);
  });

  it('opens and closes by keyboard, with the state in the button', async () => {
    const element = await feed(...calls(1, 6), ended());
    const toggle = get(element, 'fold-toggle');
    expect(toggle.getAttribute('aria-expanded')).to.equal('false');
    toggle.focus();
    await sendKeys({ press: 'Enter' });
    await element.updateComplete;
    expect(visible(element)).to.have.length(6);
    expect(toggle.getAttribute('aria-expanded')).to.equal('true');
    expect(element.shadowRoot!.activeElement).to.equal(toggle);
    await sendKeys({ press: ' ' });
    await element.updateComplete;
    expect(visible(element)).to.deep.equal([]);
  });

  it("a person's own toggle holds while the fold grows", async () => {
    const element = await feed(...calls(1, 8));
    expect(lines(element)).to.deep.equal(['6 reads · 1s']);
    get(element, 'fold-toggle').click();
    await push(element, ...calls(9, 12));
    expect(lines(element)).to.deep.equal(['10 reads · 1s']);
    expect(visible(element)).to.have.length(12);
  });

  it('while the run goes on the newest two stay in the open, and no node is removed when others fold (V5)', async () => {
    const element = await feed(...calls(1, 5));
    const removed: Node[] = [];
    const observer = new MutationObserver((records) => {
      for (const { removedNodes } of records) removed.push(...[...removedNodes].filter((node) => node instanceof Element));
    });
    observer.observe(element.shadowRoot!, { childList: true, subtree: true });
    await push(element, ...calls(6, 9));
    expect(visible(element)).to.deep.equal(['c8', 'c9']);
    await push(element, ended());
    expect(visible(element)).to.deep.equal([]);
    observer.disconnect();
    expect(removed).to.deep.equal([]);
  });

  it('does not fold away a card that is open or has the focus', async () => {
    const opened = await feed(...calls(1, 4));
    card(opened, 'c2').open = true;
    await push(opened, ...calls(5, 8), ended());
    expect(lines(opened)).to.have.length(1);
    expect(visible(opened)).to.have.length(8);

    const focused = await feed(...calls(1, 4));
    card(focused, 'c3').focus();
    await push(focused, ...calls(5, 8), ended());
    expect(visible(focused)).to.have.length(8);
  });

  it('does not move an approval that waits', async () => {
    const element = await feed(...calls(1, 4), frame('tool.approval_required', { callId: 'w', toolKey: 'calendar.create', input: {} }));
    const before = [...calls(5, 9)];
    await push(element, ...before);
    expect(lines(element)).to.deep.equal([]);
    await push(element, frame('tool.approval_response', { callId: 'w', approved: true }), ...call('w'));
    await waitUntil(() => element.state.calls.get('w')?.status === 'completed');
    await push(element, ended());
    expect(lines(element).join()).to.contain('5 reads');
  });

  it('opens and closes all of several', async () => {
    const element = await feed(...calls(1, 5), ...call('bad', 'failed'), ...calls(6, 10), ended());
    expect(text(get(element, 'fold-all'))).to.equal('Show all steps');
    get(element, 'fold-all').click();
    await element.updateComplete;
    expect(visible(element)).to.have.length(11);
    expect(text(get(element, 'fold-all'))).to.equal('Fold finished steps');
    get(element, 'fold-all').click();
    await element.updateComplete;
    expect(visible(element)).to.deep.equal(['bad']);
  });

  it('a card that changes renders alone: what folds does not render the cards', async () => {
    const element = await feed(...calls(1, 4));
    const first = card(element, 'c1') as unknown as { requestUpdate: () => void };
    let asked = 0;
    const original = first.requestUpdate.bind(first);
    first.requestUpdate = () => {
      asked += 1;
      original();
    };
    await push(element, ...calls(5, 8));
    expect(lines(element)).to.have.length(1);
    expect(asked).to.equal(0);
  });

  it('follows the language', async () => {
    const element = await feed(...calls(1, 6), ended());
    element.lang = 'tr';
    await waitUntil(() => lines(element)[0] === '6 okuma · 1sn');
  });
});

describe('foldWords', () => {
  const fold = { id: 'a', callIds: [], reads: 0, writes: 0, steps: 0, degraded: 0, skipped: 0 };
  const cases = [
    [{ reads: 12, degraded: 1, duration: 8200 }, '12 reads · 1 with a fallback · 8.2s', '12 okuma · 1 yedek yolla · 8,2sn'],
    [{ steps: 5 }, '5 steps', '5 adım'],
    [{ reads: 1, writes: 1, steps: 1 }, '1 read · 1 write · 1 other step', '1 okuma · 1 yazma · 1 başka adım'],
    [{ steps: 6, skipped: 2 }, '6 steps · 2 skipped', '6 adım · 2 atlandı'],
  ] as const;
  for (const [counts, english, turkish] of cases) {
    it(`says ${english}`, () => {
      expect(plain(foldWords({ ...fold, ...counts }, en))).to.equal(english);
      expect(plain(foldWords({ ...fold, ...counts }, tr))).to.equal(turkish);
    });
  }
});
