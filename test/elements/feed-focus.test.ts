import { expect, fixture, html, nextFrame, waitUntil } from '@open-wc/testing';
import { emulateMedia, sendKeys } from '@web/test-runner-commands';
import '../../src/define.js';
import type { ChainabitActivity } from '../../src/elements/chainabit-activity/chainabit-activity.js';
import { all, dentist, get, standAlone, text } from '../support/approval-kit.js';

const frame = (event: string, sequence: number, payload: unknown): { event: string; data: unknown } => ({ event, data: { runId: 'r', sequence, payload } });
const started = frame('tool.started', 1, { toolKey: 'calendar.search', callId: 'c1', input: {} });

async function feed(...frames: readonly ReturnType<typeof frame>[]): Promise<ChainabitActivity> {
  const element = await fixture<ChainabitActivity>(html`<chainabit-activity stop-url="/none/{runId}"></chainabit-activity>`);
  element.fetch = () => new Promise(() => undefined);
  element.push(frames);
  await waitUntil(() => element.shadowRoot?.querySelector('[part="timeline"]') !== null);
  return element;
}

/** Two frames: an engine takes the focus from what cannot hold it any more with the next one. */
async function drawn(element: ChainabitActivity): Promise<void> {
  await element.updateComplete;
  await nextFrame();
  await nextFrame();
}

describe('the focus in the feed', () => {
  it('stays on Stop while the server is asked, and in the feed when the run is over (L3)', async () => {
    const element = await feed(started);
    get(element, 'stop').focus();
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => text(get(element, 'stop')) === 'Stopping…');
    await drawn(element);
    expect(element.shadowRoot?.activeElement).to.equal(get(element, 'stop'));
    element.push(frame('message.completed', 2, { text: 'Done' }));
    await waitUntil(() => element.state.run.status === 'settled');
    await drawn(element);
    expect(element.shadowRoot?.activeElement).to.equal(get(element, 'head'));
  });

  it('stays in the feed when reset() takes the card away that had it (L3)', async () => {
    const element = await feed(started);
    element.shadowRoot!.querySelector('tool-card')!.focus();
    expect(document.activeElement).to.equal(element);
    element.reset();
    await waitUntil(() => element.shadowRoot!.querySelector('tool-card') === null);
    await drawn(element);
    expect(element.shadowRoot?.activeElement).to.equal(get(element, 'head'));
  });
});

describe('text of a server in the feed', () => {
  it('has no lone surrogates (F24)', async () => {
    const bad = 'a\uD800b';
    const element = await feed(
      started,
      frame('capability.resolved', 2, { capability: { key: 'k', label: bad, detail: bad } }),
      frame('message.delta', 3, { text: bad }),
      frame('run.failed', 4, { error: { code: 'x', message: bad } }),
    );
    await waitUntil(() => element.shadowRoot?.querySelector('[part="end"]') !== null);
    for (const part of ['capability', 'answer', 'end-reason']) {
      for (const words of [get(element, part).textContent, get(element, part).title]) {
        if (words !== '') expect(words, part).not.to.match(/\p{Surrogate}/u);
      }
    }
  });
});

describe('a printed request', () => {
  it('is whole: paper does not scroll (A6)', async () => {
    const card = await standAlone({ ...dentist, input: { text: 'word '.repeat(900), last: 'rm -rf /' } });
    const box = get(card, 'content');
    expect(box.scrollHeight).to.be.above(box.clientHeight + 100);
    try {
      await emulateMedia({ media: 'print' });
    } catch {
      // Only Chromium can be told to print; the other engines get the same rule.
      const rules = card.shadowRoot!.adoptedStyleSheets.flatMap((sheet) => [...sheet.cssRules]).map(({ cssText }) => cssText);
      expect(rules.some((rule) => rule.startsWith('@media print') && rule.includes('.content'))).to.equal(true);
      return;
    }
    try {
      expect(box.scrollHeight).to.be.below(box.clientHeight + 5);
      expect(all(card, 'answer').every((each) => getComputedStyle(each).display === 'none')).to.equal(true);
    } finally {
      await emulateMedia({ media: 'screen' });
    }
  });
});
