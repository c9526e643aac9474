import { expect, waitUntil } from '@open-wc/testing';
import type { ActivityState } from '../../src/activity/state.js';
import { chainabitDialect } from '../../src/dialects/chainabit/index.js';
import { ActivitySession } from '../../src/session/activity-session.js';
import { createActivityStore } from '../../src/store/store.js';
import { type EventSourceOptions, eventSourceTransport } from '../../src/wire/event-source-transport.js';
import type { WireFrame } from '../../src/wire/frame.js';
import { TransportError, type TransportRequest } from '../../src/wire/transport.js';
import { RUN_LOG } from '../session/run-log.js';
import { faultPlan, type Step } from '../support/fault-server.js';

interface Heard {
  readonly frames: WireFrame[];
  opened: number;
  alive: number;
  /** Undefined when the stream ended by itself. */
  error?: unknown;
}

type Overrides = Partial<TransportRequest> & { readonly options?: EventSourceOptions; readonly onFrame?: () => void };

async function listen(url: string, { options, onFrame, ...request }: Overrides = {}): Promise<Heard> {
  const heard: Heard = { frames: [], opened: 0, alive: 0 };
  const signal = request.signal ?? new AbortController().signal;
  try {
    await eventSourceTransport(options)(
      { url, method: 'GET', headers: {}, credentials: 'same-origin', ...request, signal },
      {
        open: () => (heard.opened += 1),
        frames: (frames) => {
          heard.frames.push(...frames);
          onFrame?.();
        },
        alive: () => (heard.alive += 1),
        retry: () => undefined,
        cursor: () => undefined,
        lost: () => undefined,
      },
    );
  } catch (error) {
    heard.error = error;
  }
  return heard;
}

async function answerTo(step: Step, overrides?: Overrides): Promise<Heard> {
  const plan = await faultPlan({ steps: [step] });
  return listen(plan.url(), overrides);
}

function codeOf({ error }: Heard): string {
  expect(error).to.be.instanceOf(TransportError);
  return (error as TransportError).code;
}

describe('EventSource transport', () => {
  it('hears frames without a name and those it is told of, and ends with the body', async () => {
    const body = ['data:a\n\nevent:tool.started\ndata:b\n\nevent:other\ndata:c\n\nevent:message.delta\ndata:d\n\n'];
    const heard = await answerTo({ body }, { eventNames: ['tool.started', 'message.delta'] });
    expect(heard.error).to.equal(undefined);
    expect(heard.opened).to.equal(1);
    expect(heard.frames).to.deep.equal([{ data: 'a' }, { data: 'b', event: 'tool.started' }, { data: 'd', event: 'message.delta' }]);
    const own = await answerTo({ body }, { eventNames: ['tool.started'], options: { events: ['other'] } });
    expect(own.frames.map(({ data }) => data), "the host's own names").to.deep.equal(['a', 'c']);
  });

  it('an id belongs to its own frame, not to those after it', async () => {
    const heard = await answerTo({ body: ['data:a\n\nid:1\ndata:b\n\ndata:c\n\nid:2\ndata:d\n\nid\ndata:e\n\ndata:f\n\n'] });
    expect(heard.frames.map(({ data, id }) => [data, id])).to.deep.equal([['a', undefined], ['b', '1'], ['c', undefined], ['d', '2'], ['e', ''], ['f', undefined]]);
  });

  it('the cursor goes into the address (B3), beside what is there, and no header into it', async () => {
    const plan = await faultPlan({ steps: [{}] });
    await listen(plan.url('?a=1'), { lastEventId: '7…&', headers: { authorization: 'Bearer hush' } });
    await listen(plan.url(), { lastEventId: '8', options: { cursorParameter: 'after' } });
    await listen(plan.url());
    const [first, second, third] = await plan.requests();
    const query = (path = ''): [string, string][] => [...new URL(path, location.href).searchParams];
    expect(query(first?.path)).to.deep.equal([['a', '1'], ['lastEventId', '7…&']]);
    expect(query(second?.path)).to.deep.equal([['after', '8']]);
    expect(query(third?.path)).to.deep.equal([]);
    expect(first?.headers['authorization']).to.equal(undefined);
  });

  it('heartbeats are a sign of life and no frame', async () => {
    const heard = await answerTo({ body: ['event:ping\ndata:\n\nevent:heartbeat\ndata:{}\n\nevent:tick\ndata:\n\n'] });
    expect([heard.alive, heard.frames.length]).to.deep.equal([2, 0]);
  });

  it('an event that is called error is an event', async () => {
    const heard = await answerTo({ body: ['event:error\ndata:a\n\ndata:b\n\n'] }, { eventNames: ['error'] });
    expect(heard.frames).to.deep.equal([{ data: 'a', event: 'error' }, { data: 'b' }]);
  });

  for (const [name, step] of [
    ['F4 204', { status: 204 }],
    ['F5 401', { status: 401 }],
    ['F7 404', { status: 404 }],
    ['F8 HTML', { headers: { 'content-type': 'text/html' }, body: ['<b>data: a</b>'] }],
  ] as const) {
    it(`${name} looks like a lost network, and the browser tries no more by itself`, async () => {
      const plan = await faultPlan({ steps: [step] });
      expect(codeOf(await listen(plan.url()))).to.equal('network');
      expect(await plan.requests()).to.have.length(1);
    });
  }

  it('an address or a method that cannot be used says so, without its password', async () => {
    for (const overrides of [{ method: 'POST' }, { url: 'http://:bad' }, { url: 'http://user:hush@localhost/' }]) {
      const heard = await listen('/x', overrides);
      expect(codeOf(heard)).to.equal('address');
      expect(String((heard.error as Error).stack)).not.to.include('hush');
    }
  });

  it('stops at an abort, and lets the socket go', async () => {
    const plan = await faultPlan({ steps: [{ body: ['data:a\n\n', { wait: 20 }, 'data:b\n\n'], end: 'hold' }] });
    const controller = new AbortController();
    const heard = await listen(plan.url(), {
      signal: controller.signal,
      onFrame: () => {
        controller.abort();
      },
    });
    expect((heard.error as Error).name).to.equal('AbortError');
    expect(heard.frames).to.deep.equal([{ data: 'a' }]);
    await waitUntil(async () => (await plan.requests())[0]?.closed === true, 'the socket stayed open');
  });

  it('F1, F2 under a session: cut again and again, the state is that of the uncut run, and a finished run is left', async () => {
    const told = ({ run, calls, approvals, plan, message }: ActivityState): string => JSON.stringify({ run, calls: [...calls], approvals: [...approvals], plan, message });
    const states: string[] = [];
    for (const cuts of ['', '400,900,300,1200']) {
      const plan = await faultPlan({ log: RUN_LOG });
      const store = createActivityStore({ scheduler: { schedule: () => () => undefined } });
      const session = new ActivitySession({ store, onError: () => undefined, random: () => 0 });
      session.configure({ src: plan.url(`?cut=${cuts}`), transport: eventSourceTransport() });
      session.connect();
      await waitUntil(() => store.getState().connection.status === 'closed', 'the run did not end', { timeout: 10_000 });
      states.push(told(store.getState()));
      const paths = (await plan.requests()).map(({ path }) => new URL(path, location.href).searchParams.get('lastEventId'));
      expect(paths[0]).to.equal(null);
      if (cuts !== '') expect(paths.slice(1).every((cursor) => Number(cursor) > 0), paths.join()).to.equal(true);
      session.dispose();
    }
    expect(states[0]).to.equal(states[1]);
    expect(chainabitDialect.eventNames).to.include.members(['tool.started', 'message.delta', 'run.settlement.completed']);
  });
});
