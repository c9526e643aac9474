import { expect, waitUntil } from '@open-wc/testing';
import type { ActivityState } from '../../src/activity/state.js';
import { ActivitySession } from '../../src/session/activity-session.js';
import type { SessionConfig } from '../../src/session/config.js';
import type { SessionFault } from '../../src/session/fault.js';
import { createActivityStore } from '../../src/store/store.js';
import { systemClock } from '../../src/wire/clock.js';
import { faultPlan } from '../support/fault-server.js';
import { RUN_LOG } from './run-log.js';

interface Live {
  readonly session: ActivitySession;
  readonly faults: SessionFault[];
  readonly state: ActivityState;
  readonly timers: number;
}

/** A session over real sockets, whose retries come at once. */
function live(config: SessionConfig): Live {
  const store = createActivityStore({ scheduler: { schedule: () => () => undefined } });
  const faults: SessionFault[] = [];
  let timers = 0;
  const session = new ActivitySession({
    store,
    onError: (fault) => faults.push(fault),
    random: () => 0,
    clock: {
      ...systemClock,
      after(milliseconds, callback) {
        timers += 1;
        let open = true;
        const done = (): void => {
          if (open) timers -= 1;
          open = false;
        };
        const cancel = systemClock.after(milliseconds, () => {
          done();
          callback();
        });
        return () => {
          done();
          cancel();
        };
      },
    },
  });
  session.configure(config);
  return {
    session,
    faults,
    get state() {
      return store.getState();
    },
    get timers() {
      return timers;
    },
  };
}

/** All of the state that the server decides. */
function told({ run, calls, approvals, plan, order, message, capability, thinking }: ActivityState): unknown {
  return { run, calls: [...calls], approvals: [...approvals], plan, order, message, capability, thinking };
}

async function closed(view: Live): Promise<void> {
  await waitUntil(() => ['closed', 'failed'].includes(view.state.connection.status), 'the connection did not end', { timeout: 10_000, interval: 2 });
}

async function whole(): Promise<unknown> {
  const plan = await faultPlan({ log: RUN_LOG });
  const view = live({ src: plan.url('?cut=') });
  view.session.connect();
  await closed(view);
  const state = told(view.state);
  view.session.dispose();
  return state;
}

describe('session: real sockets', () => {
  for (const name of ['message.completed', 'message.partially_completed', 'run.failed', 'run.error', 'run.settlement.completed']) {
    it(`F3 leaves at ${name}, though the server would go on`, async () => {
      const end = `event: ${name}\ndata: {"runId":"r","payload":{}}`;
      const plan = await faultPlan({ log: ['event: tool.failed\ndata: {"payload":{"callId":"c"}}', end], steps: [{ log: true, end: 'hold' }] });
      const view = live({ src: plan.url() });
      view.session.connect();
      await closed(view);
      expect(view.timers).to.equal(0);
      await waitUntil(async () => (await plan.requests())[0]?.closed === true, 'the socket stayed open');
      await new Promise((resolve) => setTimeout(resolve, 50));
      expect(await plan.requests()).to.have.length(1);
      expect(view.state.calls.get('c')?.status).to.equal('failed');
      expect(view.faults).to.deep.equal([]);
    });
  }

  it('F1 resumes with Last-Event-ID, and honours retry', async () => {
    const plan = await faultPlan({ log: RUN_LOG, steps: [{ body: ['retry: 40\n\nid: 1\n', `${RUN_LOG[0] ?? ''}\n\n`, { wait: 50 }], end: 'cut' }, { log: true }] });
    const view = live({ src: plan.url() });
    view.session.connect();
    await waitUntil(() => view.state.connection.retryAt !== undefined, 'no retry', { interval: 1 });
    expect((view.state.connection.retryAt ?? 0) - Date.now()).to.be.at.most(50);
    await closed(view);
    const requests = await plan.requests();
    expect(requests.map(({ headers }) => headers['last-event-id'])).to.deep.equal([undefined, '1']);
    expect(told(view.state)).to.deep.equal(await whole());
  });

  it('F5 a token stays out of addresses, state and errors', async () => {
    const plan = await faultPlan({ steps: [{ status: 401 }, { status: 401 }] });
    let calls = 0;
    const view = live({ src: plan.url(), headers: () => ({ Authorization: `Bearer hush-${String((calls += 1))}` }) });
    view.session.connect();
    await closed(view);
    const requests = await plan.requests();
    expect(requests.map(({ headers }) => headers['authorization'])).to.deep.equal(['Bearer hush-1', 'Bearer hush-2']);
    expect(view.state.connection.error?.code).to.equal('auth-required');
    expect(JSON.stringify([requests.map(({ path }) => path), told(view.state), view.state.connection, view.faults])).to.not.include('hush');
  });

  it('F8 nothing of a wrong body is kept', async () => {
    const plan = await faultPlan({ steps: [{ headers: { 'content-type': 'text/html' }, body: ['<p>data: secret</p>'] }] });
    const view = live({ src: plan.url() });
    view.session.connect();
    await closed(view);
    expect(view.state.connection).to.deep.include({ status: 'failed' });
    expect(JSON.stringify([told(view.state), view.state.connection, view.faults])).to.not.include('secret');
  });
});

describe('session: exactly once', function () {
  this.timeout(120_000);

  /** Some at a time: browsers allow six connections to one server. */
  async function inParallel(count: number, work: (index: number) => Promise<void>): Promise<void> {
    let next = 0;
    await Promise.all(
      Array.from({ length: 5 }, async () => {
        while (next < count) await work((next += 1) - 1);
      }),
    );
  }

  const bytes = new TextEncoder().encode(RUN_LOG.map((frame, i) => `id: ${String(i + 1)}\n${frame}\n\n`).join('')).length;

  // Every byte in one engine, every seventh in the others, each beginning elsewhere: the cut is the server's, not theirs.
  const step = navigator.userAgent.includes('Chrome') ? 1 : 7;

  it('F2 cut at every byte: the state is that of the uncut run', async () => {
    const expected = JSON.stringify(await whole());
    const plan = await faultPlan({ log: RUN_LOG });
    expect(bytes).to.be.above(3_000);
    const from = step === 1 ? 0 : navigator.userAgent.includes('Firefox') ? 1 : 2;
    await inParallel(Math.ceil((bytes - from) / step), async (nth) => {
      const at = from + nth * step;
      const view = live({ src: plan.url(`?key=${String(at)}&cut=${String(at)}${at % 2 === 0 ? '' : '&end=end'}`) });
      view.session.connect();
      await closed(view);
      const state = JSON.stringify(told(view.state));
      view.session.dispose();
      if (state !== expected) throw new Error(`cut at byte ${String(at)}: ${state} is not ${expected}`);
    });
  });

  it('F2 cut again and again', async () => {
    const expected = JSON.stringify(await whole());
    const plan = await faultPlan({ log: RUN_LOG });
    await inParallel(20, async (at) => {
      // No more than the fast attempts, as the slow ones take their time even without jitter.
      const cuts = Array.from({ length: 9 }, (_, i) => (at * 97 + i * 61) % 400).join(',');
      const view = live({ src: plan.url(`?key=m${String(at)}&cut=${cuts}`) });
      view.session.connect();
      await closed(view);
      expect(JSON.stringify(told(view.state)), cuts).to.equal(expected);
      view.session.dispose();
    });
  });
});
