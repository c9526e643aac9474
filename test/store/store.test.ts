import { expect } from '@open-wc/testing';
import type { ActivityEvent } from '../../src/activity/event.js';
import { emptyState, type ActivityState } from '../../src/activity/state.js';
import type { Scheduler } from '../../src/store/scheduler.js';
import { createActivityStore, type ActivityStore, type ActivityStoreOptions, type Disclosure, type StoreChange } from '../../src/store/store.js';

/** Frames that a test fires. */
class Frames implements Scheduler {
  readonly pending: (() => void)[] = [];
  cancelled = 0;

  schedule(commit: () => void): () => void {
    this.pending.push(commit);
    return () => {
      this.cancelled += 1;
    };
  }

  /** Fires all that were asked for, also those that were cancelled: a scheduler may be late. */
  fire(): void {
    for (const commit of this.pending.splice(0)) commit();
  }
}

interface Rig {
  readonly store: ActivityStore;
  readonly frames: Frames;
  readonly changes: StoreChange[];
}

function rig(options: ActivityStoreOptions = {}): Rig {
  const frames = new Frames();
  const store = createActivityStore({ scheduler: frames, ...options });
  const changes: StoreChange[] = [];
  store.subscribe((change) => changes.push(change));
  return { store, frames, changes };
}

const tool = (callId: string): ActivityEvent => ({ type: 'tool.start', callId });
const start: ActivityEvent = { type: 'run.start', runId: 'r' };
const ask: ActivityEvent = { type: 'approval.request', approvalId: 'a', callId: 'c' };
const settled: ActivityEvent = { type: 'run.settled', outcome: 'completed' };
const failed: ActivityEvent = { type: 'run.failed', error: { code: 'x', message: 'y' } };

/** Runs `work` while errors that reach the window are collected instead of failing the test. */
async function collectErrors(work: () => void): Promise<string[]> {
  const errors: string[] = [];
  const { onerror } = window;
  window.onerror = (_message, _source, _line, _column, error) => {
    errors.push(error?.message ?? '');
    return true;
  };
  try {
    work();
    await new Promise((resolve) => setTimeout(resolve));
  } finally {
    window.onerror = onerror;
  }
  return errors;
}

describe('publishing (V3)', () => {
  it('reduces at once and publishes once a frame', () => {
    const { store, frames, changes } = rig();
    for (let index = 0; index < 100; index += 1) store.dispatch([tool(`c${index}`)]);
    expect(store.getState().calls.size).to.equal(100);
    expect(frames.pending).to.have.length(1);
    expect(changes).to.deep.equal([]);
    frames.fire();
    expect(changes).to.deep.equal([{ state: store.getState(), previous: emptyState }]);
    expect(changes[0]!.state).to.equal(store.getState());
  });

  it('publishes nothing for what changes nothing', () => {
    const { store, frames, changes } = rig();
    store.dispatch([tool('c')]);
    frames.fire();
    const state = store.getState();
    store.dispatch([tool('c')]);
    store.dispatch([]);
    store.flush();
    expect(store.getState()).to.equal(state);
    expect(frames.pending).to.deep.equal([]);
    expect(changes).to.have.length(1);
  });

  const urgent: readonly (readonly [name: string, event: ActivityEvent, before: ActivityEvent[]])[] = [
    ['an approval is asked', ask, []],
    ['the run settles', settled, [start]],
    ['the run fails', failed, [start]],
    ['the response ends and the run with it', { type: 'run.ended', outcome: 'completed' }, [start]],
    ['the connection opens', { type: 'connection', connection: { status: 'open', attempt: 0 } }, []],
  ];
  for (const [name, event, before] of urgent) {
    it(`publishes at once when ${name}, and once only`, () => {
      const { store, frames, changes } = rig();
      store.dispatch([...before, tool('b')]);
      store.dispatch([event]);
      expect(changes).to.have.length(1);
      expect(changes[0]!.state).to.equal(store.getState());
      frames.fire();
      expect(changes).to.have.length(1);
      store.dispatch([event]);
      expect(changes).to.have.length(1);
    });
  }

  it('waits for the frame with everything else', () => {
    const { store, changes } = rig();
    const others: ActivityEvent[] = [
      start,
      tool('c'),
      { type: 'message.delta', mode: 'append', text: 'x' },
      { type: 'connection', connection: { status: 'idle', attempt: 3 } },
      { type: 'think.heading', heading: 'x' },
    ];
    for (const event of others) store.dispatch([event]);
    expect(changes).to.deep.equal([]);
  });

  it('flushes what is waiting, and schedules again after it', () => {
    const { store, frames, changes } = rig();
    store.dispatch([tool('c')]);
    store.flush();
    expect(changes).to.have.length(1);
    expect(frames.cancelled).to.equal(1);
    store.dispatch([tool('d')]);
    frames.fire();
    expect(changes).to.have.length(2);
    expect(changes[1]!.previous).to.equal(changes[0]!.state);
  });

  it('works with a scheduler that does not wait', () => {
    const changes: StoreChange[] = [];
    const store = createActivityStore({ scheduler: { schedule: (commit) => (commit(), () => undefined) } });
    store.subscribe((change) => changes.push(change));
    store.dispatch([tool('c')]);
    store.dispatch([tool('d')]);
    expect(changes.map(({ state }) => state.calls.size)).to.deep.equal([1, 2]);
  });

  it('works with the scheduler of the page', async () => {
    const store = createActivityStore();
    const told = new Promise<StoreChange>((resolve) => store.subscribe(resolve));
    store.dispatch([tool('c')]);
    expect((await told).state).to.equal(store.getState());
  });
});

describe('subscribing', () => {
  it('ends with what subscribe returned, each subscription for itself', () => {
    const { store } = rig();
    let count = 0;
    const listener = (): void => {
      count += 1;
    };
    const release = store.subscribe(listener);
    store.subscribe(listener);
    store.dispatch([ask]);
    expect(count).to.equal(2);
    release();
    release();
    store.dispatch([settled]);
    expect(count).to.equal(3);
  });

  it('tells those who were there when the commit began and are still there', () => {
    const { store } = rig();
    const told: string[] = [];
    const releases: (() => void)[] = [];
    store.subscribe(() => {
      told.push('first');
      releases[0]!();
      store.subscribe(() => told.push('late'));
    });
    releases.push(store.subscribe(() => told.push('released')));
    store.subscribe(() => told.push('last'));
    store.dispatch([ask]);
    expect(told).to.deep.equal(['first', 'last']);
  });

  for (const how of ['reportError', 'a microtask'] as const) {
    it(`a listener that throws stops nobody; its error comes out through ${how}`, async () => {
      const original = Object.getOwnPropertyDescriptor(globalThis, 'reportError')!;
      const { store } = rig();
      const states: ActivityState[] = [];
      store.subscribe(() => {
        throw new Error('from a listener');
      });
      store.subscribe(({ state }) => states.push(state));
      // Node has no reportError.
      if (how === 'a microtask') Object.defineProperty(globalThis, 'reportError', { ...original, value: undefined });
      try {
        const errors = await collectErrors(() => {
          store.dispatch([ask]);
          store.dispatch([settled]);
        });
        expect(errors.every((message) => message.includes('from a listener'))).to.be.true;
        expect(errors).to.have.length(2);
      } finally {
        Object.defineProperty(globalThis, 'reportError', original);
      }
      expect(states).to.have.length(2);
    });
  }

  it('a listener may dispatch: everyone sees the same commits in the same order', () => {
    const { store, frames } = rig();
    const seen: [string, ActivityState][] = [];
    store.subscribe(({ state }) => {
      seen.push(['a', state]);
      if (state.run.status === 'waiting') store.dispatch([settled]);
      else if (state.notes.size === 0) store.dispatch([{ type: 'note', id: 'n', level: 'info', text: 'later' }]);
    });
    store.subscribe(({ state }) => seen.push(['b', state]));
    store.dispatch([ask]);
    expect(seen.map(([who]) => who).join('')).to.equal('abab');
    frames.fire();
    expect(seen.map(([who]) => who).join('')).to.equal('ababab');
    for (const index of [0, 2, 4]) expect(seen[index + 1]![1]).to.equal(seen[index]![1]);
    expect(seen.map(([, state]) => state.run.status)[2]).to.equal('settled');
    expect(seen[4]![1]).to.equal(store.getState());
  });

  it('listeners that answer each other for ever do not hang the page', () => {
    const { store, frames } = rig();
    let attempt = 0;
    store.subscribe(() => {
      attempt += 1;
      store.dispatch([{ type: 'connection', connection: { status: attempt % 2 === 0 ? 'open' : 'connecting', attempt } }]);
    });
    store.dispatch([ask]);
    expect(attempt).to.be.within(2, 200);
    expect(frames.pending.length).to.be.at.least(1);
  });
});

describe('resetting', () => {
  it('publishes the empty state and forgets half a heading', () => {
    const { store, frames, changes } = rig();
    store.dispatch([{ type: 'think.delta', partId: 'p', kind: 'summary', mode: 'append', text: '**Half ' }, tool('c')]);
    frames.fire();
    store.reset();
    expect(store.getState()).to.equal(emptyState);
    expect(changes.at(-1)!.state).to.equal(emptyState);
    store.dispatch([{ type: 'think.delta', partId: 'p', kind: 'summary', mode: 'append', text: 'title**\n' }]);
    expect(store.getState().thinking.heading).to.equal(undefined);
  });

  it('tells nobody when there was nothing', () => {
    const { store, changes } = rig();
    store.reset();
    expect(changes).to.deep.equal([]);
  });
});

describe('what passes the store', () => {
  const secret: ActivityEvent = { type: 'think.delta', partId: 'p', kind: 'raw', mode: 'append', text: 'secret' };

  it('reasoning text as the disclosure says, an unknown one hidden', () => {
    const modes: readonly (readonly [unknown, string[], string | undefined])[] = [
      [undefined, [], undefined],
      ['hidden', [], undefined],
      ['everything', [], undefined],
      ['telemetry_only', ['secret raw'], undefined],
      ['telemetry-only', ['secret raw'], undefined],
      ['surface', ['secret raw'], 'secret'],
    ];
    for (const [mode, expected, text] of modes) {
      const heard: string[] = [];
      const { store } = rig({ disclosure: mode as Disclosure, onReasoning: (said, kind) => heard.push(`${said} ${kind}`) });
      store.dispatch([secret]);
      expect(heard, String(mode)).to.deep.equal(expected);
      expect(store.getState().thinking.text, String(mode)).to.equal(text);
      expect(store.getState().thinking.kind, String(mode)).to.equal('reasoning');
    }
  });

  it('takes disclosed text back when the mode changes', () => {
    const { store, changes } = rig({ disclosure: 'surface' });
    store.dispatch([secret]);
    store.setDisclosure('hidden');
    expect(store.getState().thinking).to.deep.equal({ active: true, kind: 'reasoning' });
    expect(changes.at(-1)!.state).to.equal(store.getState());
    store.dispatch([secret]);
    expect(store.getState().thinking.text).to.equal(undefined);
    store.setDisclosure('surface');
    store.dispatch([secret]);
    expect(store.getState().thinking.text).to.equal('secret');
  });

  it('383 summary fragments with 4 headings publish 4 times', () => {
    const { store, frames, changes } = rig();
    const text = ['One', 'Two', 'Three', 'Four'].map((title) => `**${title}**\n\n${'words and words '.repeat(90)}`).join('\n\n');
    const size = Math.ceil(text.length / 383);
    store.dispatch([start]);
    frames.fire();
    for (let index = 0; index < 383; index += 1) {
      store.dispatch([{ type: 'think.delta', partId: 'p', kind: 'summary', mode: 'append', text: text.slice(index * size, (index + 1) * size) }]);
      frames.fire();
    }
    expect(changes.slice(1).map(({ state }) => state.thinking.heading)).to.deep.equal(['One', 'Two', 'Three', 'Four']);
  });

  it('late events to onDropped, after the batch is in', () => {
    const dropped: string[] = [];
    const { store } = rig({ onDropped: (event, reason) => dropped.push(`${event.type}: ${reason} (${store.getState().run.status})`) });
    store.dispatch([start, settled, tool('c')]);
    expect(dropped).to.have.length(1);
    expect(dropped[0]).to.match(/^tool\.start: .+ \(settled\)$/u);
  });

  it('a callback that throws loses no event', async () => {
    const { store, changes } = rig({
      disclosure: 'surface',
      onReasoning: () => {
        throw new Error('from a callback');
      },
    });
    const errors = await collectErrors(() => store.dispatch([secret, tool('c'), ask]));
    expect(errors).to.have.length(1);
    expect(store.getState().calls.has('c')).to.be.true;
    expect(changes).to.have.length(1);
  });

  it('a callback may dispatch', () => {
    const { store } = rig({ disclosure: 'telemetry_only', onReasoning: () => store.dispatch([tool('inner')]) });
    store.dispatch([secret, tool('outer')]);
    expect([...store.getState().calls.keys()]).to.deep.equal(['outer', 'inner']);
  });
});

describe('store: several runs in one batch', () => {
  it('each ends in a commit of its own', () => {
    const { store, frames, changes } = rig();
    const run = (runId: string): ActivityEvent[] => [{ type: 'run.start', runId }, tool(runId), { type: 'run.settled', outcome: 'completed' }];
    store.dispatch([...run('r'), ...run('s'), { type: 'run.start', runId: 't' }]);
    frames.fire();
    expect(changes.map(({ state }) => `${state.run.id ?? ''} ${state.run.status}`)).to.deep.equal(['r settled', 's settled', 't running']);
  });
});
