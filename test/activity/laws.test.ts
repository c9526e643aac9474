import { expect } from '@open-wc/testing';
import fc from 'fast-check';
import type { ActivityEvent } from '../../src/activity/event.js';
import { reduce } from '../../src/activity/reduce.js';
import { emptyState, type ActivityState, type Approval, type ApprovalStatus, type ToolCall, type ToolStatus } from '../../src/activity/state.js';
import { isFinal, isOpenApproval } from '../../src/activity/transitions.js';
import { anything, callId, replayable, sequence, setting, terminal } from './arbitraries.js';

const runs = { numRuns: 1000 };

/** The state after each event. */
function steps(events: readonly ActivityEvent[], from: ActivityState = emptyState): [before: ActivityState, event: ActivityEvent, after: ActivityState][] {
  let state = from;
  return events.map((event) => {
    const before = state;
    state = reduce(state, [event]);
    return [before, event, state];
  });
}

function isOver({ run }: ActivityState): boolean {
  return run.status === 'settled' || run.status === 'failed';
}

/** The id of a card after an event: its place in the timeline says, where another run has taken the id. */
function heir(before: ActivityState, after: ActivityState, kind: 'call' | 'approval', id: string): string {
  const place = before.order.findIndex((ref) => ref.kind === kind && ref.id === id);
  return after.order.length < before.order.length ? id : after.order[place]!.id;
}

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    Object.values(value).forEach(deepFreeze);
    if (value instanceof Map) value.forEach(deepFreeze);
  }
  return value;
}

/** What is left of a call when it is persisted and read again. */
function persisted({ callId: id, status, toolKey, detail, activity, startedAt, endedAt, reason, rawStatus, ...rest }: ToolCall): ActivityEvent {
  return {
    type: 'snapshot.call',
    callId: id,
    status,
    ...Object.fromEntries(Object.entries({ toolKey, detail, activity, startedAt, endedAt, reason, rawStatus }).filter(([, value]) => value !== undefined)),
    ...('input' in rest && { input: rest.input }),
    ...('output' in rest && { output: rest.output }),
    ...(rest.error && { error: rest.error }),
    ...(rest.assumed !== undefined && { assumed: rest.assumed }),
  };
}

/** What it has from its call is persisted there. */
function persistedRequest({ approvalId, callId: id, toolKey, input, inputOfCall }: Approval): ActivityEvent {
  return {
    type: 'approval.request',
    approvalId,
    ...(id !== undefined && { callId: id }),
    ...(toolKey !== undefined && { toolKey }),
    ...(input !== undefined && inputOfCall !== true && { input }),
  };
}

function persistedAnswer({ approvalId, callId: id, status }: Approval): ActivityEvent {
  return { type: 'approval.response', approvalId, ...(id !== undefined && { callId: id }), decision: status as 'accepted' };
}

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length < 2) return [[...items]];
  return items.flatMap((item, index) => permutations(items.filter((_, other) => other !== index)).map((rest) => [item, ...rest]));
}

describe('laws of the reducer', () => {
  it('it never throws, reports what it drops, and leaves its input and Object.prototype alone (T4, E12, F22)', () => {
    const before = Object.getOwnPropertyNames(Object.prototype);
    fc.assert(
      fc.property(sequence, (events) => {
        let state = emptyState;
        for (const event of deepFreeze(events)) {
          let dropped = 0;
          state = deepFreeze(reduce(state, [event], () => (dropped += 1)));
          expect(dropped).to.be.at.most(1);
        }
        for (const call of state.calls.values()) expect(isFinal(call.status)).to.be.a('boolean');
        for (const { status } of state.approvals.values()) {
          expect(['pending', 'sending', 'accepted', 'rejected', 'expired', 'cancelled']).to.include(status);
        }
      }),
      runs,
    );
    expect(Object.getOwnPropertyNames(Object.prototype)).to.deep.equal(before);
    expect([emptyState.calls.size, emptyState.approvals.size, emptyState.notes.size]).to.deep.equal([0, 0, 0]);
  });

  it('what is no event at all costs itself and not its batch', () => {
    const fields = ['callId', 'text', 'mode', 'value', 'complete', 'kind', 'runId', 'at', 'error', 'result', 'approvalId', 'decision', 'phase', 'activity', 'stepId', 'input', 'connection'];
    const value = fc.oneof(anything, fc.constantFrom(undefined, null, 0, '', '__proto__', true, 'replace', 'append', 'completed', [], {}));
    const type = fc.oneof(sequence.map((events) => events[0]?.type ?? 'tool.input'), fc.constantFrom('tool.input', 'snapshot.call', 'approval.request', '__proto__'));
    const broken = fc.record({ type, ...Object.fromEntries(fields.map((name) => [name, value])) }, { requiredKeys: ['type'] });
    const good: ActivityEvent = { type: 'note', id: 'last', level: 'info', text: 'here' };
    fc.assert(
      fc.property(fc.array(fc.oneof(broken, fc.constantFrom(null, undefined, 5, 'x'))), (events) => {
        expect(reduce(emptyState, [...(events as ActivityEvent[]), good]).notes.get('last')?.text).to.equal('here');
      }),
      runs,
    );
  });

  it('a batch cut anywhere gives the same state', () => {
    fc.assert(
      fc.property(sequence, fc.array(fc.nat(40), { maxLength: 5 }), (events, cuts) => {
        const at = [0, ...cuts.map((cut) => Math.min(cut, events.length)), events.length].sort((a, b) => a - b);
        const state = at.slice(1).reduce((current, end, index) => reduce(current, events.slice(at[index], end)), emptyState);
        expect(state).to.deep.equal(reduce(emptyState, events));
        expect([...state.calls.keys()]).to.deep.equal([...reduce(emptyState, events).calls.keys()]);
      }),
      runs,
    );
  });

  it('the same event again is no change: the very same state (V1, T8)', () => {
    fc.assert(
      fc.property(sequence, setting, (events, event) => {
        const state = reduce(emptyState, [...events, event]);
        expect(reduce(state, [event])).to.equal(state);
        expect(reduce(state, [event, event])).to.equal(state);
      }),
      runs,
    );
  });

  it('no events are no change', () => {
    fc.assert(
      fc.property(sequence, (events) => {
        const state = reduce(emptyState, events);
        expect(reduce(state, [])).to.equal(state);
      }),
    );
  });

  it('an event leaves what it does not name at its identity (V5)', () => {
    fc.assert(
      fc.property(sequence, anything, (events, event) => {
        const before = reduce(emptyState, events);
        const after = reduce(before, [event]);
        const { type } = event as { type?: unknown };
        if (typeof type !== 'string' || /^(?:run\.|discard)/u.test(type)) return;
        const named = 'callId' in event ? event.callId : undefined;
        const asked = 'approvalId' in event ? event.approvalId : undefined;
        const planned = 'stepId' in event ? event.stepId : undefined;
        const about = new Set([named, planned, before.approvals.get(asked ?? '')?.callId]);
        for (const [id, call] of before.calls) if (!about.has(id)) expect(after.calls.get(id), id).to.equal(call);
        for (const [id, approval] of before.approvals) {
          if (id !== asked && !about.has(id) && !about.has(approval.callId)) expect(after.approvals.get(id), id).to.equal(approval);
        }
        if (type.startsWith('tool.') || type.startsWith('approval.')) {
          for (const key of ['connection', 'plan', 'capability', 'notes', 'message'] as const) expect(after[key], key).to.equal(before[key]);
        } else if (!type.startsWith('snapshot.') && type !== 'plan.step') {
          for (const key of ['calls', 'approvals'] as const) expect(after[key], key).to.equal(before[key]);
        }
      }),
      runs,
    );
  });

  it('what has ended stays as it ended, but for a new attempt and an assumed end (T8)', () => {
    fc.assert(
      fc.property(sequence, (events) => {
        for (const [before, event, after] of steps(events)) {
          for (const [id, call] of before.calls) {
            const again = event.type === 'tool.start' && event.callId === id && (event.attempt ?? 1) > (call.attempt ?? 1);
            const now = heir(before, after, 'call', id);
            if (isFinal(call.status) && call.assumed !== true && !again) expect(after.calls.get(now)?.status, event.type).to.equal(call.status);
          }
          for (const [id, approval] of before.approvals) {
            const now = heir(before, after, 'approval', id);
            if (approval.settledBy === 'server') expect(after.approvals.get(now)?.status, event.type).to.equal(approval.status);
            else if (!isOpenApproval(approval.status)) expect(isOpenApproval(after.approvals.get(now)!.status)).to.be.false;
          }
        }
      }),
      runs,
    );
  });

  it('once the run is over nothing is open, and nothing opens (T1, A1)', () => {
    fc.assert(
      fc.property(sequence, terminal, sequence, (events, end, later) => {
        for (const [, , state] of steps([...events, end, ...later])) {
          if (!isOver(state)) continue;
          for (const { status } of state.calls.values()) expect(isFinal(status)).to.be.true;
          for (const { status } of state.approvals.values()) expect(isOpenApproval(status)).to.be.false;
          expect(state.thinking).to.deep.equal({ active: false, kind: 'working' });
          expect(state.message.status).not.to.equal('streaming');
          expect('waitingFor' in state.run || 'stopping' in state.run).to.be.false;
        }
      }),
      runs,
    );
  });

  it('an open approval holds the run, and each reference has its entity', () => {
    fc.assert(
      fc.property(sequence, (events) => {
        for (const [, event, state] of steps(events)) {
          const open = [...state.approvals.values()].some(({ status }) => isOpenApproval(status));
          if (open) expect([state.run.status, state.run.waitingFor], event.type).to.deep.equal(['waiting', 'approval']);
          expect(state.run.waitingFor !== undefined, event.type).to.equal(state.run.status === 'waiting');
          const ids = { call: state.calls, approval: state.approvals, status: state.notes };
          expect(state.order.every(({ kind, id }) => ids[kind].has(id)), event.type).to.be.true;
          expect(state.order.length, event.type).to.equal(state.calls.size + state.approvals.size + state.notes.size);
        }
      }),
      runs,
    );
  });

  it('a run sent again from its beginning changes nothing (C3)', () => {
    fc.assert(
      fc.property(replayable, (events) => {
        const once = reduce(emptyState, events);
        const twice = reduce(once, events);
        for (const key of ['calls', 'approvals', 'plan', 'run', 'order'] as const) expect(twice[key], key).to.deep.equal(once[key]);
      }),
      runs,
    );
  });

  it('a reload in the middle ends in the cards of the whole stream (C12, T2)', () => {
    const card = ({ status, input, output, error }: ToolCall): object => ({ status, input, output, error });
    fc.assert(
      fc.property(replayable, fc.nat(30), (events, cut) => {
        const whole = reduce(emptyState, events);
        const middle = reduce(emptyState, events.slice(0, cut));
        const asked = [...middle.approvals.values()].filter(({ status }) => isOpenApproval(status));
        const answered = [...middle.approvals.values()].filter(({ settledBy }) => settledBy === 'server');
        const history = [...[...middle.calls.values()].map(persisted), ...asked.map(persistedRequest), ...answered.map(persistedAnswer)];
        const run = events.slice(0, cut).filter(({ type }) => type.startsWith('run.'));
        const reloaded = reduce(emptyState, [...run.slice(0, 1), ...history, ...run.slice(1), ...events.slice(cut)]);
        for (const [id, call] of whole.calls) expect(card(reloaded.calls.get(id)!), id).to.deep.equal(card(call));
        expect(reloaded.calls.size).to.equal(whole.calls.size);
      }),
      runs,
    );
  });
});

describe('any order of a call ends in the same card (F20)', () => {
  const events = (id: string): ActivityEvent[] => [
    { type: 'tool.start', callId: id, toolKey: 'search', at: 1, activity: { label: 'Search' } },
    { type: 'tool.progress', callId: id, progress: { ratio: 0.5 }, detail: 'half', at: 2 },
    { type: 'tool.end', callId: id, result: 'completed', output: 0, at: 3 },
  ];
  const started: ActivityEvent = { type: 'run.start', runId: 'r' };

  it('all 720 orders of start, progress and end of two calls', () => {
    const two = [...events('c'), ...events('d')];
    const { calls, run } = reduce(emptyState, [started, ...two]);
    for (const order of permutations(two)) {
      const state = reduce(emptyState, [started, ...order]);
      expect(state.calls).to.deep.equal(calls);
      expect(state.run).to.deep.equal(run);
    }
  });

  it('all 120 orders of five events', () => {
    const five: ActivityEvent[] = [
      ...events('c'),
      { type: 'tool.input', callId: 'c', mode: 'replace', text: '{"q":1}', complete: true },
      { type: 'tool.progress', callId: 'c', activity: { origin: 'agent' } },
    ];
    const { calls } = reduce(emptyState, [started, ...five]);
    for (const order of permutations(five)) expect(reduce(emptyState, [started, ...order]).calls).to.deep.equal(calls);
  });

  it('all orders of a request, its answer and the end of its call', () => {
    const answers: readonly (readonly [ActivityEvent[], ApprovalStatus, ToolStatus])[] = [
      [[{ type: 'approval.response', approvalId: 'a', callId: 'c', decision: 'accepted' }, { type: 'tool.end', callId: 'c', result: 'completed', output: 0 }], 'accepted', 'completed'],
      [[{ type: 'approval.response', approvalId: 'a', callId: 'c', decision: 'rejected' }], 'rejected', 'rejected'],
      [[{ type: 'approval.response', approvalId: 'a', decision: 'rejected' }, { type: 'tool.end', callId: 'c', result: 'rejected' }], 'rejected', 'rejected'],
      [[{ type: 'approval.response', approvalId: 'a', decision: 'expired' }], 'expired', 'expired'],
    ];
    for (const [answer, approval, call] of answers) {
      const all: ActivityEvent[] = [
        { type: 'tool.start', callId: 'c', toolKey: 'book' },
        { type: 'approval.request', approvalId: 'a', callId: 'c', input: 1 },
        ...answer,
      ];
      for (const order of permutations(all)) {
        const state = reduce(emptyState, [started, ...order]);
        const names = order.map(({ type }) => type).join(', ');
        expect(state.calls.get('c')!.status, names).to.equal(call);
        if (state.approvals.has('a')) expect(state.approvals.get('a')!.status, names).to.equal(approval);
        expect(state.run.status, names).to.equal('running');
      }
    }
  });

  it('an id is an id, whatever it reads (E12)', () => {
    fc.assert(
      fc.property(callId, callId, (one, other) => {
        const state = reduce(emptyState, [started, ...events(one), ...events(other)]);
        expect([...state.calls.keys()]).to.deep.equal([...new Set([one, other])]);
      }),
    );
  });
});
