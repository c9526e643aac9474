import { expect } from '@open-wc/testing';
import type { ActivityEvent } from '../../src/activity/event.js';
import { reduce } from '../../src/activity/reduce.js';
import { type ActivityState, emptyState } from '../../src/activity/state.js';
import { chainabitDialect } from '../../src/dialects/chainabit/index.js';
import type { Diagnostic } from '../../src/dialects/dialect.js';
import { parseSse, plain, play } from './frames.js';

interface Hydrated {
  readonly events: readonly ActivityEvent[];
  readonly state: ActivityState;
  readonly diagnostics: readonly Diagnostic[];
}

function hydrate(persisted: unknown, live = false): Hydrated {
  const diagnostics: Diagnostic[] = [];
  const events = chainabitDialect.hydrate(persisted, { live, report: (one) => diagnostics.push(one), now: () => 0 });
  return { events, state: reduce(emptyState, events), diagnostics };
}

function statusOf(status: unknown, live: boolean, more: object = {}): object {
  const call = hydrate([{ callId: 'c', status, ...more }], live).state.calls.get('c');
  const { status: word, rawStatus, assumed } = call ?? {};
  return Object.fromEntries(Object.entries({ status: word, rawStatus, assumed }).filter(([, value]) => value !== undefined));
}

describe('chainabit: persisted calls (B7, T2, T3)', () => {
  for (const status of ['pending', 'completed', 'failed', 'degraded', 'rejected', 'skipped', 'cancelled', 'expired']) {
    it(`${status} is ${status}, with and without a stream`, () => {
      expect(statusOf(status, false)).to.deep.equal({ status });
      expect(statusOf(status, true)).to.deep.equal({ status });
    });
  }

  it('executing goes on with a stream and is interrupted without', () => {
    expect(statusOf('executing', true)).to.deep.equal({ status: 'active' });
    expect(statusOf('executing', false)).to.deep.equal({ status: 'interrupted', assumed: true });
  });

  it('an unknown status is neutral, under its own word, and never a success', () => {
    const done = { completedAt: 5, output: 1 };
    expect(statusOf('done-ish', true, done)).to.deep.equal({ status: 'pending', rawStatus: 'done-ish' });
    expect(statusOf('done-ish', false, done)).to.deep.equal({ status: 'interrupted', rawStatus: 'done-ish', assumed: true });
    expect(statusOf(undefined, false)).to.deep.equal({ status: 'interrupted', assumed: true });
    expect(statusOf(7, true)).to.deep.equal({ status: 'pending' });
    expect(statusOf(undefined, false, { activity: { status: 'completed' } })).to.deep.equal({ status: 'completed' });
  });

  it('reads the look-ups, times, error and words of a call', () => {
    const { state, diagnostics } = hydrate([
      { callId: 'a', toolCallId: 'x', toolKey: 't', key: 'x', status: 'completed', input: 0, args: 1, data: false, output: 1 },
      { toolCallId: 'b', key: 'k', status: 'failed', args: null, error: { code: 'E', message: 'm' }, startedAt: '1970-01-01T00:00:01Z', completedAt: 2000 },
      { id: 'c', status: 'degraded', reason: 'r', fallback: 'f', detail: 'd', activity: { label: 'l' } },
      { id: 'd', status: 'failed', error: 'text' },
    ]);
    expect(diagnostics).to.deep.equal([]);
    expect(plain(state)['calls']).to.deep.equal([
      { callId: 'a', status: 'completed', toolKey: 't', input: 0, output: false },
      { callId: 'b', status: 'failed', toolKey: 'k', error: { code: 'E', message: 'm' }, startedAt: 1000, endedAt: 2000, input: null },
      { callId: 'c', status: 'degraded', detail: 'd', activity: { label: 'l' }, reason: 'r', fallback: 'f' },
      { callId: 'd', status: 'failed', error: { message: 'text' } },
    ]);
    expect(state.run.status, 'cards alone are no run').to.equal('idle');
  });

  it('costs bad calls only themselves', () => {
    const { state, diagnostics } = hydrate({ toolCalls: [5, null, { status: 'completed' }, { callId: '', id: 'ok', status: 'completed' }, { callId: 3, id: 'x' }] });
    expect([...state.calls.keys()]).to.deep.equal(['ok']);
    expect(diagnostics.map(({ reason }) => reason.split(':')[1]?.trim())).to.deep.equal(['toolCalls.0', 'toolCalls.1', 'toolCalls.2', 'toolCalls.4']);
  });
});

describe('chainabit: persisted approvals (A1)', () => {
  const waiting = { callId: 'c', toolKey: 't', status: 'executing', input: { a: 1 }, approval: { approvalId: 'a', status: 'pending', risk: 'high', expiresAt: 5000 } };

  it('a pending one is still asked, live or not, and holds its run', () => {
    for (const live of [true, false]) {
      const { state } = hydrate({ role: 'assistant', runId: 'r', status: 'executing', toolCalls: [waiting] }, live);
      expect(state.calls.get('c')?.status).to.equal('awaiting_approval');
      expect(plain(state)['approvals']).to.deep.equal([
        { approvalId: 'a', status: 'pending', callId: 'c', toolKey: 't', risk: 'high', expiresAt: 5000, input: { a: 1 } },
      ]);
      expect([state.run.id, state.run.status]).to.deep.equal(['r', 'waiting']);
    }
  });

  it('a decided one shows who and why, and leaves its call as it ended', () => {
    const decided = (status: string, call: string): object => ({
      callId: call,
      status: call,
      approval: { status, reason: 'because', decidedBy: 'B', decidedAt: 9 },
    });
    const { state } = hydrate({ runId: 'r', status: 'completed', toolCalls: [decided('approved', 'completed'), decided('denied', 'rejected')] });
    expect([...state.calls.values()].map(({ status, reason }) => [status, reason])).to.deep.equal([
      ['completed', undefined],
      ['rejected', 'because'],
    ]);
    const shown = [...state.approvals.values()].map(({ approvalId, status, decidedBy, decidedAt }) => ({ approvalId, status, decidedBy, decidedAt }));
    expect(shown).to.deep.equal([
      { approvalId: 'completed', status: 'accepted', decidedBy: 'B', decidedAt: 9 },
      { approvalId: 'rejected', status: 'rejected', decidedBy: 'B', decidedAt: 9 },
    ]);
    expect(state.order.map(({ kind }) => kind)).to.deep.equal(['call', 'approval', 'call', 'approval']);
  });

  it('a forgotten one whose call is over has no controls', () => {
    const { state } = hydrate([{ ...waiting, status: 'completed' }]);
    expect(state.approvals.size).to.equal(0);
    expect(state.run.status).to.equal('idle');
  });

  it('a decided one outside a run keeps its record and wakes none', () => {
    for (const live of [true, false]) {
      const { state } = hydrate([{ callId: 'c', status: 'completed', approval: { status: 'accepted' } }], live);
      expect([state.run.status, state.thinking.active, state.approvals.get('c')?.status]).to.deep.equal(['idle', false, 'accepted']);
    }
  });
});

describe('chainabit: persisted messages', () => {
  const calls = [{ callId: 'c', status: 'completed' }];
  const assistant = { id: 'm', role: 'assistant', toolCalls: calls, content: 'Hi' };

  const SHAPES: readonly (readonly [name: string, value: unknown])[] = [
    ['one message', assistant],
    ['an array', [{ role: 'user', content: 'Hello', toolCalls: [{ callId: 'no' }] }, assistant]],
    ['{ data }', { data: [assistant], meta: {} }],
    ['{ messages }', { messages: [assistant, { role: 'user', text: 'And?' }] }],
    ['{ data } of one', { data: assistant }],
    ['JSON text', JSON.stringify([assistant])],
    ['text parts', { ...assistant, content: [{ type: 'image' }, { type: 'text', text: 'H' }, 'i'] }],
    ['text first', { ...assistant, text: 'Hi', content: 'no' }],
  ];
  for (const [name, value] of SHAPES) {
    it(`${name}: its cards and its text`, () => {
      const { state, diagnostics } = hydrate(value);
      expect([...state.calls.keys()]).to.deep.equal(['c']);
      expect(state.message).to.deep.equal({ id: 'm', text: 'Hi', status: 'completed' });
      expect(state.run.status).to.equal('idle');
      expect(diagnostics).to.deep.equal([]);
    });
  }

  for (const value of [null, undefined, 5, '', 'nonsense', {}, [], { data: [] }, { messages: [] }, [[]], [{ role: 'user' }]]) {
    it(`${JSON.stringify(value)}: nothing, and nothing thrown`, () => {
      expect(hydrate(value).events).to.deep.equal([]);
    });
  }

  it('never throws, whatever is pushed', () => {
    const cyclic: Record<string, unknown> = { role: 'assistant', content: [] };
    cyclic['toolCalls'] = [cyclic, { callId: 'c', output: 1n, status: 'completed' }];
    expect([...hydrate(cyclic).state.calls.keys()]).to.deep.equal(['c']);
    const trap = { get toolCalls(): unknown { throw new Error('no'); }, role: 'assistant' };
    expect(hydrate(trap).events).to.deep.equal([]);
  });

  const ENDS: readonly (readonly [status: string, run: object])[] = [
    ['completed', { status: 'settled', outcome: 'completed' }],
    ['partially_completed', { status: 'settled', outcome: 'partial' }],
    ['partial', { status: 'settled', outcome: 'partial' }],
    ['cancelled', { status: 'settled', outcome: 'cancelled' }],
    ['failed', { status: 'failed', outcome: 'failed', error: { code: 'quota', message: 'm' } }],
  ];
  for (const [status, run] of ENDS) {
    it(`status ${status} with a run id is the end of that run`, () => {
      const { state } = hydrate({ ...assistant, runId: 'r', status, error: { code: 'quota', message: 'm' } }, true);
      expect(state.run).to.deep.equal({ id: 'r', ...run });
    });
  }

  it('settles what was still open in an ended run', () => {
    const { state } = hydrate({ runId: 'r', status: 'completed', toolCalls: [{ callId: 'c', status: 'executing' }] }, true);
    expect(state.calls.get('c')?.status).to.equal('interrupted');
  });

  it('an ended message without a run id does not shut the next run out', () => {
    const { state } = hydrate({ ...assistant, status: 'completed' }, true);
    expect([state.run.status, state.message.text], 'there may be nothing to stream').to.deep.equal(['settled', 'Hi']);
    const { events } = play(chainabitDialect, [{ event: 'message.delta', data: { runId: 'next', text: 'New' } }]);
    expect(reduce(state, events).message.text).to.equal('New');
  });

  it('one that goes on opens its run, with its text so far', () => {
    const { state } = hydrate({ ...assistant, runId: 'r', status: 'streaming', toolCalls: [{ callId: 'c', status: 'executing' }] }, true);
    expect([state.run.id, state.run.status, state.message.status, state.message.text]).to.deep.equal(['r', 'running', 'streaming', 'Hi']);
    expect(state.calls.get('c')?.status).to.equal('active');
  });

  it('one that was cut off, without a stream, is not running for ever', () => {
    const { state } = hydrate({ ...assistant, runId: 'r', status: 'streaming', toolCalls: [{ callId: 'c', status: 'executing' }] });
    expect([state.run.status, state.thinking.active, state.message.status, state.message.text]).to.deep.equal(['idle', false, 'partial', 'Hi']);
    expect(state.calls.get('c')).to.include({ status: 'interrupted', assumed: true });
  });

  it('of several, takes every card, and plan, text and run of the newest; only that one can be live', () => {
    const older = { role: 'assistant', runId: 'r1', status: 'completed', content: 'Old', toolCalls: [{ callId: 'o', status: 'executing' }], planSteps: [{ stepId: 'old' }] };
    const newer = {
      role: 'assistant',
      runId: 'r2',
      status: 'executing',
      toolCalls: [{ callId: 'n', status: 'executing' }],
      planSteps: [{ stepId: 's', label: 'l', toolKey: 't', callId: 'n', input: 0, detail: 'd' }, 5],
      capability: { key: 'k' },
    };
    const dated = [{ ...newer, createdAt: '2026-01-02' }, { ...older, createdAt: '2026-01-01' }];
    for (const value of [[older, { role: 'user' }, newer], dated]) {
      const { state, diagnostics } = hydrate(value, true);
      expect([...state.calls.values()].map(({ callId, status }) => `${callId} ${status}`)).to.deep.equal(['o interrupted', 'n active']);
      expect(state.plan).to.deep.equal([{ stepId: 's', label: 'l', toolKey: 't', callId: 'n', detail: 'd', input: 0 }]);
      expect([state.run.id, state.message.text, state.capability?.key]).to.deep.equal(['r2', '', 'k']);
      expect(diagnostics).to.have.lengthOf(1);
    }
  });
});

describe('chainabit: hydrate(persisted) + tail = whole stream', () => {
  const head = `
event: tool.started
data: {"runId":"r","at":1000,"payload":{"callId":"a","toolKey":"t","input":{"q":1}}}

event: tool.completed
data: {"runId":"r","at":2000,"payload":{"callId":"a","data":""}}

event: tool.started
data: {"runId":"r","at":3000,"payload":{"callId":"b","toolKey":"u"}}

event: message.delta
data: {"runId":"r","messageId":"m","payload":{"delta":"Hello "}}

`;
  const tail = `
event: tool.completed
data: {"runId":"r","at":4000,"payload":{"callId":"b","output":[1]}}

event: message.delta
data: {"runId":"r","messageId":"m","payload":{"delta":"world"}}

event: message.completed
data: {"runId":"r","messageId":"m","at":5000,"payload":{}}

`;
  const persisted = {
    id: 'm',
    runId: 'r',
    role: 'assistant',
    status: 'streaming',
    content: 'Hello ',
    toolCalls: [
      { callId: 'a', toolKey: 't', status: 'completed', input: { q: 1 }, output: '', startedAt: 1000, completedAt: 2000 },
      { callId: 'b', toolKey: 'u', status: 'executing', startedAt: 3000 },
    ],
  };

  it('live', () => {
    const whole = play(chainabitDialect, parseSse(head + tail)).state;
    const state = reduce(hydrate(persisted, true).state, play(chainabitDialect, parseSse(tail)).events);
    // The message does not say when its run began.
    expect({ ...plain(state), run: { ...state.run, startedAt: 1000 } }).to.deep.equal(plain(whole));
  });

  it('a run that is over keeps the times of its message, so that a reload knows how long it took (V2)', () => {
    const message = { id: 'm', runId: 'r', role: 'assistant', status: 'completed', text: 'Done', toolCalls: [], createdAt: 1000, completedAt: 8200 };
    const times = ({ startedAt, endedAt }: ActivityState['run']): unknown[] => [startedAt, endedAt];
    expect(times(hydrate([message]).state.run)).to.deep.equal([1000, 8200]);
    expect(times(hydrate([{ ...message, status: 'failed', startedAt: 2000 }]).state.run)).to.deep.equal([2000, 8200]);
    expect(times(hydrate([{ ...message, createdAt: undefined, completedAt: undefined }]).state.run)).to.deep.equal([undefined, undefined]);
  });
});
