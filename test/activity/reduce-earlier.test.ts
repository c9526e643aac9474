import { expect } from '@open-wc/testing';
import type { ActivityEvent, ApprovalResponse, ToolEnd } from '../../src/activity/event.js';
import { reduce } from '../../src/activity/reduce.js';
import { selectPlanItems } from '../../src/activity/select.js';
import { emptyState, type ActivityState } from '../../src/activity/state.js';
import { after, ask, settled, start } from './states.js';

const next: ActivityEvent = { type: 'run.start', runId: 's' };
const done: ToolEnd = { type: 'tool.end', callId: 'c', result: 'completed', output: 'first' };
const accepted: ApprovalResponse = { type: 'approval.response', approvalId: 'a', callId: 'c', decision: 'accepted' };
/** A run with the call `c`, its approval `a`, and the card `d` after them; and the beginning of the run after it. */
const first = [start, ask, accepted, done, { type: 'tool.end', callId: 'd', result: 'failed' }, settled] as const;
const ended = after(...first);
const second = reduce(ended, [next]);

function cards({ order, calls, approvals }: ActivityState): string[] {
  return order.map(({ kind, id }) => {
    const call = calls.get(id);
    if (kind === 'call') return `${id} ${call?.status ?? ''} asked by ${call?.approvalId ?? 'none'}`;
    const approval = approvals.get(id);
    return `${id} ${approval?.status ?? ''} for ${approval?.callId ?? 'none'}`;
  });
}

const OLD = ['r/c completed asked by a', 'a accepted for r/c', 'd failed asked by none'];

describe('ids that come again in another run (C12, T10)', () => {
  it('a run that brings nothing with a known id touches no card', () => {
    for (const key of ['calls', 'approvals', 'order'] as const) expect(second[key], key).to.equal(ended[key]);
    expect(cards(reduce(second, [{ type: 'tool.start', callId: 'e' }]))).to.deep.equal(['c completed asked by a', 'a accepted for c', 'd failed asked by none', 'e active asked by none']);
  });

  const rows: readonly (readonly [name: string, event: ActivityEvent, expected: readonly string[]])[] = [
    ['tool.start', { type: 'tool.start', callId: 'c' }, [...OLD, 'c active asked by none']],
    ['tool.input', { type: 'tool.input', callId: 'c', mode: 'replace', text: '{' }, [...OLD, 'c pending asked by none']],
    ['tool.progress', { type: 'tool.progress', callId: 'c' }, [...OLD, 'c active asked by none']],
    ['tool.end', { type: 'tool.end', callId: 'c', result: 'failed' }, [...OLD, 'c failed asked by none']],
    ['plan.step by its call', { type: 'plan.step', stepId: 's', callId: 'c' }, OLD],
    ['plan.step by its own id', { type: 'plan.step', stepId: 'c' }, OLD],
    ['approval.request of another id', { ...ask, approvalId: 'b' } as ActivityEvent, [...OLD, 'c awaiting_approval asked by b', 'b pending for c']],
    ['approval.request', ask, ['r/c completed asked by r/a', 'r/a accepted for r/c', OLD[2]!, 'c awaiting_approval asked by a', 'a pending for c']],
    ['approval.response', accepted, ['r/c completed asked by r/a', 'r/a accepted for r/c', OLD[2]!, 'c active asked by a', 'a accepted for c']],
    ['approval.response without a call', { ...accepted, callId: undefined } as unknown as ActivityEvent, ['c completed asked by r/a', 'r/a accepted for c', OLD[2]!, 'a accepted for none']],
  ];
  for (const [name, event, expected] of rows) {
    it(`${name}: the card of the run before keeps its place under another id`, () => {
      const state = reduce(second, [event]);
      expect(cards(state)).to.deep.equal(expected);
      expect(state.calls.get('r/c') ?? state.calls.get('c')).to.deep.include({ status: 'completed', output: 'first' });
      expect(reduce(state, [event]), 'again').to.equal(state);
    });
  }

  it('a planned step is not taken for done by a call of the run before', () => {
    expect(selectPlanItems(reduce(second, [{ type: 'plan.step', stepId: 'c' }])).map(({ status }) => status)).to.deep.equal(['planned']);
  });

  it('the new approval holds its run and can be answered', () => {
    const asked = reduce(second, [ask]);
    expect(asked.run).to.include({ id: 's', status: 'waiting', waitingFor: 'approval' });
    const answered = reduce(asked, [{ ...accepted, decision: 'rejected' }]);
    expect(answered.calls.get('c')!.status).to.equal('rejected');
    expect(answered.approvals.get('r/a')!.status).to.equal('accepted');
  });

  it('after the end of its run nothing is moved, and late is late', () => {
    const over = reduce(second, [settled]);
    expect(reduce(over, [{ type: 'tool.start', callId: 'c' }])).to.equal(over);
  });

  it('runs without ids, and ids that are taken, go on being told apart', () => {
    const nameless: ActivityEvent = { type: 'run.start' };
    const one: ActivityEvent[] = [nameless, done, settled];
    expect(cards(after(...one, ...one, ...one))).to.deep.equal(['/c completed asked by none', '//c completed asked by none', 'c completed asked by none']);
    const taken = after(start, done, { ...done, callId: 'r/c' }, settled, next, done);
    expect(cards(taken)).to.deep.equal(['r/r/c completed asked by none', 'r/c completed asked by none', 'c completed asked by none']);
  });

  it('the same run again after an interruption is the same run', () => {
    const cut = after(start, { type: 'tool.start', callId: 'c' }, { type: 'run.failed', error: { code: 'x' }, assumed: true });
    const again = reduce(cut, [{ type: 'run.start', runId: 'r', reopen: true }, { type: 'tool.end', callId: 'c', result: 'completed' }]);
    expect(cards(again)).to.deep.equal(['c completed asked by none']);
  });
});

describe('persisted calls and their runs (C12)', () => {
  const persisted = (runId: string, output: number): ActivityEvent => ({ type: 'snapshot.call', callId: 'c', status: 'completed', runId, output });
  const answer = (runId: string): ActivityEvent => ({ type: 'snapshot.approval', approvalId: 'a', callId: 'c', status: 'accepted', runId });
  const outputs = ({ order, calls }: ActivityState): unknown[] => order.filter(({ kind }) => kind === 'call').map(({ id }) => [id, calls.get(id)?.output]);
  const history = [persisted('r', 1), answer('r'), next, persisted('s', 2), answer('s')];

  it('the same id in two runs is two cards, however often the history comes', () => {
    const once = reduce(emptyState, history);
    expect(outputs(once)).to.deep.equal([['r/c', 1], ['c', 2]]);
    expect(cards(once).filter((card) => card.includes(' for '))).to.deep.equal(['r/a accepted for r/c', 'a accepted for c']);
    expect(reduce(once, history)).to.equal(once);
    expect(reduce(reduce(once, [settled]), history).calls).to.equal(once.calls);
  });

  it('a stream finds the cards of its own run, whichever came first', () => {
    const live: ActivityEvent[] = [next, { type: 'tool.end', callId: 'c', result: 'completed', output: 2 }];
    expect(outputs(reduce(emptyState, [persisted('r', 1), ...live]))).to.deep.equal([['r/c', 1], ['c', 2]]);
    expect(outputs(reduce(emptyState, [...live, persisted('r', 1)]))).to.deep.equal([['c', 2], ['r/c', 1]]);
    expect(outputs(reduce(emptyState, [persisted('s', 2), ...live]))).to.deep.equal([['c', 2]]);
    expect(outputs(reduce(emptyState, [start, { ...done, output: 1 }, settled, ...live, ...history]))).to.deep.equal([['r/c', 1], ['c', 2]]);
  });

  it('an older page that comes later, and a run that nobody named, lose nothing', () => {
    expect(outputs(reduce(emptyState, [persisted('s', 2), persisted('r', 1), persisted('s', 2)]))).to.deep.equal([['s/c', 2], ['c', 1]]);
    expect(outputs(reduce(emptyState, [{ type: 'run.start' }, done, persisted('r', 1)]))).to.deep.equal([['c', 'first']]);
  });
});
