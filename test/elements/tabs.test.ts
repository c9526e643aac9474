/**
 * `share="origin"` with real locks and channels: each frame is a page of its own, as far as these are concerned. Real tabs
 * of real browsers, crashes included, are in test/node/tabs.test.mjs.
 */
import { expect, waitUntil } from '@open-wc/testing';
import type { ChainabitActivity } from '../../src/elements/chainabit-activity/chainabit-activity.js';
import { faultPlan, type FaultPlan } from '../support/fault-server.js';

const WAIT = { timeout: 10_000 };
const LOG = Array.from({ length: 40 }, (_, index) => {
  const payload = { callId: `c${String(index)}`, toolKey: 'files.read' };
  return `event: tool.started\ndata: ${JSON.stringify({ runId: 'r', sequence: index + 1, payload })}`;
});
const sent = (from: number, to: number): string => LOG.slice(from, to).map((frame, index) => `id: ${String(from + index + 1)}\n${frame}\n\n`).join('');

interface Tab {
  readonly element: ChainabitActivity;
  readonly frame: HTMLIFrameElement;
  /** Each call that a commit brought, in order. */
  readonly seen: string[];
  readonly statuses: string[];
}

let frames: HTMLIFrameElement[] = [];

async function tab(src: string, more: Readonly<Record<string, unknown>> = {}): Promise<Tab> {
  const frame = document.createElement('iframe');
  frame.src = '/test-pages/tabs.html';
  frames.push(frame);
  document.body.append(frame);
  await new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
  const page = frame.contentDocument!;
  const element = page.createElement('chainabit-activity');
  const seen: string[] = [];
  const statuses: string[] = [];
  element.addEventListener('activity-change', ({ state, previous }) => {
    seen.push(...state.order.slice(previous.order.length).map(({ id }) => id));
  });
  element.addEventListener('activity-connection-change', ({ connection }) => statuses.push(connection.status));
  Object.assign(element, { share: 'origin', ...more, src });
  page.body.append(element);
  return { element, frame, seen, statuses };
}

const shows = ({ element }: Tab, count: number): Promise<void> => waitUntil(() => element.state.calls.size === count, `${String(count)} calls`, WAIT);
const cursors = async (plan: FaultPlan): Promise<(string | undefined)[]> => (await plan.requests()).map(({ headers }) => headers['last-event-id']);
const ids = (count: number): string[] => Array.from({ length: count }, (_, index) => `c${String(index)}`);

describe('tabs that share a connection', () => {
  afterEach(async () => {
    for (const frame of frames) frame.remove();
    frames = [];
    const left = async (): Promise<boolean> => {
      const { held = [], pending = [] } = await navigator.locks.query();
      return [...held, ...pending].every(({ name }) => !name?.startsWith('chainabit'));
    };
    await waitUntil(left, 'no lock is left behind', WAIT);
  });

  it('F28 two pages are one connection; one that comes in mid-run gets what it lacks', async () => {
    const plan = await faultPlan({ steps: [{ body: [sent(0, 10), { wait: 700 }, sent(10, 20)], end: 'hold' }] });
    const a = await tab(plan.url());
    await shows(a, 10);
    const b = await tab(plan.url());
    await Promise.all([shows(a, 20), shows(b, 20)]);
    expect(await cursors(plan)).to.deep.equal([undefined]);
    expect([a.seen, b.seen]).to.deep.equal([ids(20), ids(20)]);
    expect(b.element.state.connection.status).to.equal('open');
  });

  for (const [way, leave] of [
    ['its page goes away', ({ frame }: Tab) => frame.remove()],
    ['it closes', ({ element }: Tab) => element.close()],
    ['it leaves its page', ({ element }: Tab) => element.remove()],
  ] as const) {
    it(`F1 ${way}: another goes on from its own cursor, and nobody notices`, async () => {
      const first = { body: [sent(0, 10)], end: 'hold' } as const;
      const rest = { body: [sent(10, 30)], end: 'hold' } as const;
      const plan = await faultPlan({ steps: [first, rest] });
      const a = await tab(plan.url());
      await shows(a, 10);
      const [b, c] = [await tab(plan.url()), await tab(plan.url())];
      await Promise.all([shows(b, 10), shows(c, 10)]);
      leave(a);
      await Promise.all([shows(b, 30), shows(c, 30)]);
      expect(await cursors(plan)).to.deep.equal([undefined, '10']);
      for (const { seen, statuses } of [b, c]) {
        expect(seen).to.deep.equal(ids(30));
        expect(statuses.slice(-1)).to.deep.equal(['open']);
        expect(statuses).not.to.contain('reconnecting');
      }
    });
  }

  it('F1 a cut connection is opened again once, for all', async () => {
    const plan = await faultPlan({ log: LOG, steps: [{ body: ['retry: 300\n\n', sent(0, 10)], end: 'hold' }] });
    const a = await tab(plan.url('?cut=1500'));
    await shows(a, 40);
    const b = await tab(plan.url('?cut=1500'));
    await shows(b, 40);
    expect([a.seen, b.seen]).to.deep.equal([ids(40), ids(40)]);
    expect(await plan.requests()).to.have.length(2);
  });

  it('F3 the end of the run closes all, and opens nothing', async () => {
    const end = `id: 11\nevent: message.completed\ndata: ${JSON.stringify({ runId: 'r', sequence: 11, payload: { text: 'Done.' } })}\n\n`;
    const plan = await faultPlan({ steps: [{ body: [sent(0, 10), { wait: 700 }, end], end: 'hold' }] });
    const tabs = [await tab(plan.url()), await tab(plan.url()), await tab(plan.url())];
    await Promise.all(tabs.map(({ element }) => waitUntil(() => element.state.connection.status === 'closed', 'closed', WAIT)));
    for (const { element, statuses } of tabs) {
      expect(element.state.run.outcome).to.equal('completed');
      expect(statuses).to.deep.equal(['connecting', 'open', 'closed']);
    }
    expect(await plan.requests()).to.have.length(1);
  });

  for (const [what, more] of [
    ['headers, which say who asks', { headers: { 'x-who': 'me' } }],
    ['a headers function', { headers: () => ({}) }],
    ['a fetch of the page', { fetch: (...args: Parameters<typeof fetch>) => fetch(...args) }],
    ['a POST', { method: 'POST' }],
    ['reconnect="off"', { reconnect: 'off' }],
    ['share="page"', { share: 'page' }],
  ] as const) {
    it(`nothing is shared with ${what}`, async () => {
      const plan = await faultPlan({ steps: [{ body: [sent(0, 3)], end: 'hold' }] });
      const tabs = [await tab(plan.url(), more), await tab(plan.url(), more)];
      await Promise.all(tabs.map((each) => shows(each, 3)));
      expect(await plan.requests()).to.have.length(2);
    });
  }

  it('other addresses, credentials and idle times keep apart', async () => {
    const plan = await faultPlan({ steps: [{ body: [sent(0, 3)], end: 'hold' }] });
    const tabs = [await tab(plan.url()), await tab(plan.url(), { credentials: 'include' }), await tab(plan.url(), { idleTimeout: 9_000 })];
    await Promise.all(tabs.map((each) => shows(each, 3)));
    expect(await plan.requests()).to.have.length(3);
  });
});
