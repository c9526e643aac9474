import { expect } from '@open-wc/testing';
import type { ActivityEvent, ToolResult } from '../../src/activity/event.js';
import { reduce } from '../../src/activity/reduce.js';
import type { ActivityState, ToolCall, ToolStatus } from '../../src/activity/state.js';
import { after, ask, FINAL, observe, OPEN, start, STATUSES, withCall } from './states.js';

const RESULTS: readonly (readonly [ToolResult, ToolStatus])[] = [
  ['completed', 'completed'],
  ['failed', 'failed'],
  ['degraded', 'degraded'],
  ['rejected', 'rejected'],
  ['expired', 'expired'],
  ['cancelled', 'cancelled'],
  ['skipped', 'skipped'],
  ['interrupted', 'interrupted'],
  ['unknown', 'interrupted'],
];

/** What an event makes of a call: from each open status, from an assumed end; a final status never moves unless said. */
interface Row {
  readonly name: string;
  readonly event: ActivityEvent;
  readonly pending: ToolStatus;
  readonly active: ToolStatus;
  readonly awaiting_approval: ToolStatus;
  readonly assumed: ToolStatus;
  readonly final?: ToolStatus;
  /** A final call takes in silence what it did not know. */
  readonly silent?: boolean;
}

const forward = { pending: 'active', active: 'active', awaiting_approval: 'awaiting_approval', assumed: 'active' } as const;
const all = (status: ToolStatus): Pick<Row, 'pending' | 'active' | 'awaiting_approval' | 'assumed'> => ({
  pending: status,
  active: status,
  awaiting_approval: status,
  assumed: status,
});

const rows: readonly Row[] = [
  { name: 'tool.start', event: { type: 'tool.start', callId: 'c' }, ...forward },
  { name: 'tool.start pending', event: { type: 'tool.start', callId: 'c', status: 'pending' }, ...forward, pending: 'pending', assumed: 'pending' },
  { name: 'tool.start of attempt 1', event: { type: 'tool.start', callId: 'c', attempt: 1 }, ...forward },
  { name: 'tool.start of attempt 2', event: { type: 'tool.start', callId: 'c', attempt: 2 }, ...forward, final: 'active', silent: true },
  { name: 'tool.input append', event: { type: 'tool.input', callId: 'c', mode: 'append', text: '{' }, ...forward, pending: 'pending' },
  { name: 'tool.input complete', event: { type: 'tool.input', callId: 'c', mode: 'replace', text: '{}', complete: true }, ...forward, silent: true },
  { name: 'tool.input value', event: { type: 'tool.input', callId: 'c', mode: 'replace', value: 1 }, ...forward, pending: 'pending', silent: true },
  { name: 'tool.progress', event: { type: 'tool.progress', callId: 'c', detail: 'x' }, ...forward },
  ...RESULTS.map(([result, status]): Row => ({ name: `tool.end ${result}`, event: { type: 'tool.end', callId: 'c', result }, ...all(status) })),
  { name: 'approval.request', event: ask, ...all('awaiting_approval') },
];

function statusAfter(state: ActivityState, event: ActivityEvent): ToolStatus | undefined {
  return reduce(state, [event]).calls.get('c')?.status;
}

function call(...events: ActivityEvent[]): ToolCall {
  return after(start, ...events).calls.get('c')!;
}

describe('a call moves forward only (T8, F20)', () => {
  for (const row of rows) {
    it(`${row.name}: from each status`, () => {
      for (const status of OPEN) expect(statusAfter(withCall(status), row.event), status).to.equal(row[status as 'pending']);
      expect(statusAfter(withCall('interrupted', { assumed: true }), row.event), 'assumed').to.equal(row.assumed);
      for (const status of FINAL) {
        const { state, dropped } = observe(withCall(status), row.event);
        expect(state.calls.get('c')!.status, status).to.equal(row.final ?? status);
        expect(dropped.length, `${status}, dropped`).to.equal(row.silent === true ? 0 : 1);
      }
    });
  }

  it('snapshot.call: to a higher status, or from an assumed end', () => {
    const rank = (status: ToolStatus): number => Math.min(STATUSES.indexOf(status), 3);
    for (const from of STATUSES) {
      for (const to of STATUSES) {
        const snapshot: ActivityEvent = { type: 'snapshot.call', callId: 'c', status: to };
        expect(statusAfter(withCall(from), snapshot), `${from} to ${to}`).to.equal(rank(to) > rank(from) ? to : from);
        expect(statusAfter(withCall(from, { assumed: true }), snapshot), `assumed ${from} to ${to}`).to.equal(to);
        expect(statusAfter(withCall(from), { ...snapshot, assumed: true }), `${from} to assumed ${to}`).to.equal(from);
      }
    }
  });

  it('discard: open calls go, ended ones stay', () => {
    const discard: ActivityEvent = { type: 'discard', scope: 'step' };
    for (const status of OPEN) {
      const state = reduce(withCall(status), [discard]);
      expect(state.calls.size, status).to.equal(0);
      expect(state.order, status).to.deep.equal([]);
    }
    for (const status of FINAL) expect(statusAfter(withCall(status), discard), status).to.equal(status);
  });

  it('an assumed end that turns out wrong leaves nothing of itself', () => {
    const state = withCall('interrupted', { assumed: true, rawStatus: 'executing' });
    const moved = reduce(state, [{ type: 'tool.progress', callId: 'c', detail: 'on it' }]).calls.get('c');
    expect(moved).to.deep.equal({ callId: 'c', status: 'active', detail: 'on it' });
  });

  it('a new attempt keeps who and what it is, and begins anew', () => {
    const again = call(
      { type: 'tool.start', callId: 'c', toolKey: 'search', at: 1 },
      { type: 'tool.input', callId: 'c', mode: 'replace', value: 0 },
      { type: 'tool.end', callId: 'c', result: 'failed', error: { message: 'no' }, output: 1, at: 2 },
      { type: 'tool.start', callId: 'c', attempt: 2, at: 3 },
    );
    expect(again).to.deep.equal({ callId: 'c', toolKey: 'search', status: 'active', input: 0, startedAt: 3, attempt: 2 });
  });
});

describe('any event may be the first of a call (T4, T5)', () => {
  const firsts: readonly (readonly [ActivityEvent, ToolStatus])[] = [
    [{ type: 'tool.start', callId: 'c' }, 'active'],
    [{ type: 'tool.start', callId: 'c', status: 'pending' }, 'pending'],
    [{ type: 'tool.input', callId: 'c', mode: 'append', text: '{' }, 'pending'],
    [{ type: 'tool.input', callId: 'c', mode: 'replace', value: 1, complete: true }, 'active'],
    [{ type: 'tool.progress', callId: 'c', progress: { ratio: 0.5 } }, 'active'],
    [ask, 'awaiting_approval'],
    [{ type: 'snapshot.call', callId: 'c', status: 'skipped' }, 'skipped'],
    ...RESULTS.map(([result, status]): [ActivityEvent, ToolStatus] => [{ type: 'tool.end', callId: 'c', result }, status]),
  ];
  for (const [event, status] of firsts) {
    it(`${event.type} makes one card: ${status}`, () => {
      const state = after(start, event, event);
      expect(state.calls.get('c')!.status).to.equal(status);
      expect(state.order.filter(({ kind }) => kind === 'call')).to.deep.equal([{ kind: 'call', id: 'c' }]);
    });
  }

  it('ids of a model are only strings (E12, F22)', () => {
    const before = Object.getOwnPropertyNames(Object.prototype);
    const ids = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', '\uD800', 'x'.repeat(10_000)];
    const state = after(start, ...ids.map((callId): ActivityEvent => ({ type: 'tool.start', callId })));
    expect([...state.calls.keys()]).to.deep.equal(ids);
    expect(Object.getOwnPropertyNames(Object.prototype)).to.deep.equal(before);
  });
});

describe('what a call carries', () => {
  it('input and output are present by key (T7)', () => {
    for (const value of [0, false, '', null, undefined, [], {}]) {
      const done = call({ type: 'tool.input', callId: 'c', mode: 'replace', value }, { type: 'tool.end', callId: 'c', result: 'completed', output: value });
      if (value === undefined) continue;
      expect(Object.hasOwn(done, 'input') && Object.hasOwn(done, 'output'), JSON.stringify(value)).to.be.true;
      expect([done.input, done.output]).to.deep.equal([value, value]);
    }
    expect(Object.hasOwn(call({ type: 'tool.end', callId: 'c', result: 'completed' }), 'output')).to.be.false;
  });

  it('arguments stream by call and are parsed once they are whole (T9)', () => {
    const append = (callId: string, text: string): ActivityEvent => ({ type: 'tool.input', callId, mode: 'append', text });
    const streaming = after(start, append('c', '{"a"'), append('d', '[1'), append('c', ':1}'));
    expect(streaming.calls.get('c')).to.deep.equal({ callId: 'c', status: 'pending', inputText: '{"a":1}' });
    const done = reduce(streaming, [{ type: 'tool.input', callId: 'c', mode: 'append', complete: true }, append('d', ',2]')]);
    expect(done.calls.get('c')).to.deep.equal({ callId: 'c', status: 'active', input: { a: 1 } });
    expect(done.calls.get('d')!.inputText).to.equal('[1,2]');
  });

  it('arguments that are no JSON stay text; no arguments are an empty object', () => {
    const complete = (text: string): unknown => call({ type: 'tool.input', callId: 'c', mode: 'replace', text, complete: true }).input;
    expect(complete('SELECT 1')).to.equal('SELECT 1');
    expect(complete(' ')).to.deep.equal({});
    expect(complete('null')).to.equal(null);
  });

  it('late words fill what nobody said and change nothing that was', () => {
    const end: ActivityEvent = { type: 'tool.end', callId: 'c', result: 'completed', output: 1, activity: { label: 'Done' }, at: 9 };
    const late = call(
      end,
      { type: 'tool.start', callId: 'c', toolKey: 'search', title: 'Search', activity: { label: 'Old', origin: 'agent' }, at: 1 },
      { type: 'tool.progress', callId: 'c', detail: 'late', progress: { ratio: 0.1 } },
      { type: 'tool.input', callId: 'c', mode: 'replace', text: '{"q":1}', complete: true },
      { type: 'tool.end', callId: 'c', result: 'failed', error: { message: 'late' }, at: 10 },
    );
    expect(late).to.deep.equal({
      callId: 'c',
      status: 'completed',
      output: 1,
      activity: { label: 'Done', origin: 'agent' },
      endedAt: 9,
      toolKey: 'search',
      title: 'Search',
      startedAt: 1,
      input: { q: 1 },
    });
  });

  it('the end takes the progress away, and the detail unless it brings one', () => {
    const progress: ActivityEvent = { type: 'tool.progress', callId: 'c', detail: 'half', progress: { done: 1, total: 2 } };
    expect(call(progress, { type: 'tool.end', callId: 'c', result: 'completed' })).to.deep.equal({ callId: 'c', status: 'completed' });
    expect(call(progress, { type: 'tool.end', callId: 'c', result: 'failed', detail: 'Gave up' }).detail).to.equal('Gave up');
  });

  it('preliminary output is replaced by the result', () => {
    const partial: ActivityEvent = { type: 'tool.progress', callId: 'c', partialOutput: 'so far' };
    expect(call(partial)).to.deep.equal({ callId: 'c', status: 'active', output: 'so far' });
    expect(call(partial, { type: 'tool.end', callId: 'c', result: 'completed', output: 0 }).output).to.equal(0);
  });

  it('an outcome that is not known is no success and keeps its raw name (T3)', () => {
    expect(call({ type: 'tool.end', callId: 'c', result: 'unknown' })).to.deep.equal({ callId: 'c', status: 'interrupted', rawStatus: 'unknown' });
    expect(call({ type: 'tool.end', callId: 'c', result: 'uncertain' as ToolResult })).to.deep.equal({
      callId: 'c',
      status: 'interrupted',
      rawStatus: 'uncertain',
    });
  });

  it('a failure of a call is none of the run', () => {
    expect(after(start, { type: 'tool.end', callId: 'c', result: 'failed', error: { message: 'x' } }).run.status).to.equal('running');
  });
});
