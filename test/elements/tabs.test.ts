/**
 * `share="origin"` with real locks and channels: each frame is a page of its own, as far as these are concerned. Real tabs
 * of real browsers, crashes included, are in test/node/tabs.test.mjs.
 */
import { expect, waitUntil } from '@open-wc/testing';
import type { ChainabitActivity } from '../../src/elements/chainabit-activity/chainabit-activity.js';

const WAIT = { timeout: 30_000 };

interface Seen {
  readonly cursor?: string;
  readonly closed: boolean;
}

interface Run {
  readonly src: string;
  /** Begins calls more, `c<number>` from 1. */
  publish(more: number): Promise<void>;
  finish(): Promise<void>;
  cut(): Promise<void>;
  requests(): Promise<readonly Seen[]>;
}

let runs = 0;

/** A run that is published step by step (`routes/live-runs.mjs`), with some calls in it. */
async function begin(calls: number): Promise<Run> {
  runs += 1;
  const root = `/live-runs/${String(Date.now())}-${String(runs)}`;
  let count = 0;
  const ask = async (what: string, body?: unknown): Promise<readonly Seen[]> => {
    const response = await fetch(`${root}/${what}`, body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) });
    return (await response.json()) as readonly Seen[];
  };
  const frame = (event: string, payload: object): string => {
    count += 1;
    return `event: ${event}\ndata: ${JSON.stringify({ runId: 'r', sequence: count, payload })}`;
  };
  const run: Run = {
    src: `${root}/events`,
    async publish(more) {
      await ask('frames', Array.from({ length: more }, () => frame('tool.started', { callId: `c${String(count + 1)}`, toolKey: 'files.read' })));
    },
    async finish() {
      await ask('frames', [frame('message.completed', { text: 'Done.' })]);
    },
    async cut() {
      await ask('cut', {});
    },
    requests: () => ask('requests'),
  };
  await run.publish(calls);
  return run;
}

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

/** In the state, and told: that comes with the next frame. */
const shows = ({ element, seen }: Tab, count: number): Promise<void> => waitUntil(() => element.state.calls.size === count && seen.length >= count, `${String(count)} calls`, WAIT);
const cursors = async (run: Run): Promise<(string | undefined)[]> => (await run.requests()).map(({ cursor }) => cursor);
const ids = (count: number): string[] => Array.from({ length: count }, (_, index) => `c${String(index + 1)}`);

describe('tabs that share a connection', function () {
  this.timeout(120_000);

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
    const run = await begin(10);
    const a = await tab(run.src);
    await shows(a, 10);
    const b = await tab(run.src);
    await shows(b, 10);
    await run.publish(10);
    await Promise.all([shows(a, 20), shows(b, 20)]);
    expect(await cursors(run)).to.deep.equal([undefined]);
    expect([a.seen, b.seen]).to.deep.equal([ids(20), ids(20)]);
    expect(b.element.state.connection.status).to.equal('open');
  });

  for (const [way, leave] of [
    ['its page goes away', ({ frame }: Tab) => frame.remove()],
    ['it closes', ({ element }: Tab) => element.close()],
    ['it leaves its page', ({ element }: Tab) => element.remove()],
  ] as const) {
    it(`F1 ${way}: another goes on from its own cursor, and nobody notices`, async () => {
      const run = await begin(10);
      const a = await tab(run.src);
      await shows(a, 10);
      const [b, c] = [await tab(run.src), await tab(run.src)];
      await Promise.all([shows(b, 10), shows(c, 10)]);
      leave(a);
      await waitUntil(async () => (await run.requests()).length === 2, 'another connects', WAIT);
      await run.publish(20);
      await Promise.all([shows(b, 30), shows(c, 30)]);
      expect(await cursors(run)).to.deep.equal([undefined, '10']);
      for (const { seen, statuses } of [b, c]) {
        expect(seen).to.deep.equal(ids(30));
        expect(statuses).to.deep.equal(['connecting', 'open']);
      }
    });
  }

  it('F1 a cut connection is opened again, and each has every event once', async () => {
    const run = await begin(10);
    const tabs = [await tab(run.src), await tab(run.src)];
    await Promise.all(tabs.map((each) => shows(each, 10)));
    await run.cut();
    await run.publish(10);
    await Promise.all(tabs.map((each) => shows(each, 20)));
    expect(tabs.map(({ seen }) => seen)).to.deep.equal([ids(20), ids(20)]);
    expect((await cursors(run)).slice(0, 2)).to.deep.equal([undefined, '10']);
  });

  it('F3 the end of the run closes all, and opens nothing', async () => {
    const run = await begin(10);
    const tabs = [await tab(run.src), await tab(run.src), await tab(run.src)];
    await Promise.all(tabs.map((each) => shows(each, 10)));
    await run.finish();
    await Promise.all(tabs.map(({ element }) => waitUntil(() => element.state.connection.status === 'closed', 'closed', WAIT)));
    for (const { element, statuses } of tabs) {
      expect(element.state.run.outcome).to.equal('completed');
      expect(statuses).to.deep.equal(['connecting', 'open', 'closed']);
    }
    expect(await run.requests()).to.have.length(1);
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
      const run = await begin(3);
      const tabs = [await tab(run.src, more), await tab(run.src, more)];
      await Promise.all(tabs.map((each) => shows(each, 3)));
      expect(await run.requests()).to.have.length(2);
    });
  }

  it('other addresses, credentials and idle times keep apart', async () => {
    const run = await begin(3);
    const tabs = [await tab(run.src), await tab(`${run.src}?other`), await tab(run.src, { credentials: 'include' }), await tab(run.src, { idleTimeout: 90_000 })];
    await Promise.all(tabs.map((each) => shows(each, 3)));
    expect(await run.requests()).to.have.length(4);
  });
});
