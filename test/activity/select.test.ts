import { expect } from '@open-wc/testing';
import type { ActivityEvent } from '../../src/activity/event.js';
import { reduce } from '../../src/activity/reduce.js';
import { selectApproval, selectCall, selectOrder, selectPlanItems, selectThinkingLine } from '../../src/activity/select.js';
import { emptyState, type ActivityState } from '../../src/activity/state.js';

function after(...events: ActivityEvent[]): ActivityState {
  return reduce(emptyState, events);
}

const start: ActivityEvent = { type: 'run.start', runId: 'r' };
const heading: ActivityEvent = { type: 'think.heading', heading: 'Reading' };
const raw: ActivityEvent = { type: 'think.start', partId: 'p', kind: 'raw' };
const ask: ActivityEvent = { type: 'approval.request', approvalId: 'a', callId: 'c' };

function card(callId: string, label: string, renderHint = 'status_card'): ActivityEvent {
  return { type: 'tool.start', callId, activity: { label, renderHint } };
}

describe('selectors', () => {
  it('find entities by id, for ids from a model too (E12)', () => {
    const state = after({ type: 'tool.start', callId: '__proto__' }, { ...ask, callId: 'constructor' });
    expect(selectCall(state, '__proto__')).to.equal(state.calls.get('__proto__'));
    expect(selectApproval(state, 'a')).to.equal(state.approvals.get('a'));
    expect(selectOrder(state)).to.equal(state.order);
    for (const id of [null, undefined, '', 'toString', 'hasOwnProperty']) {
      expect(selectCall(state, id)).to.equal(undefined);
      expect(selectApproval(state, id)).to.equal(undefined);
    }
  });
});

describe('the thinking line', () => {
  const cases: readonly (readonly [name: string, events: ActivityEvent[], kind: string, text?: string])[] = [
    ['nothing before a run', [], 'none'],
    ['working in a run', [start], 'working'],
    ['reasoning over working', [start, raw], 'reasoning'],
    ['reasoning while it waits for an answer', [start, raw, ask], 'reasoning'],
    ['working while it waits', [start, ask], 'working'],
    ['working while it waits for something else', [start, { type: 'run.waiting', reason: 'auth' }], 'working'],
    ['an open status card over reasoning', [start, raw, ask, card('d', 'Searching'), raw], 'status', 'Searching'],
    ['a heading over everything', [start, ask, card('d', 'Searching'), heading], 'heading', 'Reading'],
    ['the newest open status card', [start, card('c', 'One'), card('d', 'Two')], 'status', 'Two'],
    ['an older one when the newest has ended', [start, card('c', 'One'), card('d', 'Two'), { type: 'tool.end', callId: 'd', result: 'completed' }], 'status', 'One'],
    ['no card that has not begun', [start, { type: 'tool.start', callId: 'c', status: 'pending', activity: { label: 'Soon', renderHint: 'status_card' } }], 'working'],
    ['no card of another hint', [start, card('c', 'One', 'tool_card')], 'working'],
    ['no card without a label', [start, card('c', '')], 'working'],
    ['nothing after the end', [start, heading, card('c', 'One'), { type: 'run.settled', outcome: 'completed' }], 'none'],
    ['nothing after a failure', [start, raw, { type: 'run.failed', error: { code: 'x', message: 'y' } }], 'none'],
  ];
  for (const [name, events, kind, text] of cases) {
    it(name, () => {
      expect(selectThinkingLine(after(...events))).to.deep.equal({ kind, ...(text !== undefined && { text }) });
    });
  }

  it('keeps its identity while it says the same (V1)', () => {
    let state = after(start, card('c', 'One'));
    const line = selectThinkingLine(state);
    const same: ActivityEvent[] = [
      { type: 'tool.progress', callId: 'c', progress: { ratio: 0.5 } },
      { type: 'tool.start', callId: 'other' },
      raw,
      { type: 'message.delta', mode: 'append', text: 'x' },
      { type: 'note', id: 'n', level: 'info', text: 'x' },
    ];
    for (const event of same) {
      state = reduce(state, [event]);
      expect(selectThinkingLine(state), event.type).to.equal(line);
    }
    expect(selectThinkingLine(reduce(state, [card('c', 'Two')]))).not.to.equal(line);
  });

  it('keeps the identities of two activities apart', () => {
    const [one, two] = [after(start, card('c', 'One')), after(start, card('c', 'Two'))];
    const lines = [selectThinkingLine(one), selectThinkingLine(two)];
    expect([selectThinkingLine(one), selectThinkingLine(two)].every((line, index) => line === lines[index])).to.be.true;
    expect(lines.map(({ text }) => text)).to.deep.equal(['One', 'Two']);
  });

  it('carries disclosed reasoning text, with the identity of what it says', () => {
    const text: ActivityEvent = { type: 'think.delta', partId: 'p', kind: 'raw', mode: 'append', text: 'so', disclosed: true };
    const state = after(start, raw, text);
    const line = selectThinkingLine(state);
    expect(line).to.deep.equal({ kind: 'reasoning', reasoningText: 'so' });
    expect(selectThinkingLine(reduce(state, [{ type: 'note', id: 'n', level: 'info', text: 'x' }]))).to.equal(line);
    expect(selectThinkingLine(reduce(state, [ask]))).to.deep.equal({ kind: 'reasoning', reasoningText: 'so' });
    expect(selectThinkingLine(reduce(state, [text]))).to.deep.equal({ kind: 'reasoning', reasoningText: 'soso' });
  });

  it('survives more labels than it remembers', () => {
    for (let index = 0; index < 1000; index += 1) {
      expect(selectThinkingLine(after(start, card('c', `Label ${index}`)))).to.deep.equal({ kind: 'status', text: `Label ${index}` });
    }
  });
});

describe('plan items', () => {
  const step = (stepId: string, callId?: string): ActivityEvent => ({ type: 'plan.step', stepId, label: stepId, ...(callId !== undefined && { callId }) });
  const statuses = (state: ActivityState): string[] => selectPlanItems(state).map(({ status }) => status);

  it('are planned, in the order of the plan', () => {
    const state = after(start, step('s1'), step('s2'));
    expect(statuses(state)).to.deep.equal(['planned', 'planned']);
    expect(selectPlanItems(state).map((item) => item.step)).to.deep.equal([...state.plan]);
  });

  it('join calls by call id, else by step id, and their approvals', () => {
    const state = after(
      start,
      step('s1', 'c1'),
      step('s2'),
      { type: 'tool.start', callId: 's2' },
      { type: 'approval.request', approvalId: 'a1', callId: 'c1' },
      { type: 'tool.start', callId: 's1' },
    );
    const [first, second] = selectPlanItems(state);
    expect(statuses(state)).to.deep.equal(['awaiting_approval', 'active']);
    expect(first!.call).to.equal(state.calls.get('c1'));
    expect(first!.approval).to.equal(state.approvals.get('a1'));
    expect(second!.call).to.equal(state.calls.get('s2'));
    expect('approval' in second!).to.be.false;
  });

  it('show an approval whose call is not known', () => {
    const approvals = new Map([['a', { approvalId: 'a', callId: 's', status: 'rejected' as const }]]);
    expect(statuses({ ...after(start, step('s')), approvals })).to.deep.equal(['rejected']);
  });

  it('keep their identity, one by one and as a list', () => {
    const state = after(start, step('s1', 'c1'), step('s2', 'c2'), { type: 'tool.start', callId: 'c1' });
    const items = selectPlanItems(state);
    expect(selectPlanItems(state)).to.equal(items);
    expect(selectPlanItems(reduce(state, [{ type: 'tool.start', callId: 'other' }, heading]))).to.equal(items);
    const changed = selectPlanItems(reduce(state, [{ type: 'tool.end', callId: 'c1', result: 'completed' }]));
    expect(changed).not.to.equal(items);
    expect(changed[0]!.status).to.equal('completed');
    expect(changed[1]).to.equal(items[1]);
  });

  it('are one empty list where there is no plan', () => {
    expect(selectPlanItems(emptyState)).to.equal(selectPlanItems(after(start)));
  });
});
