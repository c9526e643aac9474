import { expect } from '@open-wc/testing';
import * as fc from 'fast-check';
import { foldTimeline, sameFolds } from '../../src/activity/fold.js';
import { type ActivityState, emptyState, type TimelineRef, type ToolCall, type ToolStatus } from '../../src/activity/state.js';

type Item = Partial<ToolCall> & { status: ToolStatus };

/** A state with these calls in order; a text stands for something else in the timeline. */
function timeline(items: readonly (Item | 'approval' | 'status')[], run: ActivityState['run']['status'] = 'settled'): ActivityState {
  const calls = new Map<string, ToolCall>();
  const order = items.map((item, index): TimelineRef => {
    const id = `x${String(index)}`;
    if (typeof item === 'string') return { kind: item, id };
    calls.set(id, { callId: id, ...item });
    return { kind: 'call', id };
  });
  return { ...emptyState, calls, order, run: { ...emptyState.run, status: run } };
}

const read: Item = { status: 'completed', activity: { activityType: 'tool_read' } };
const times = (n: number, item: Item): Item[] => Array.from({ length: n }, () => item);

describe('foldTimeline (T11)', () => {
  it('sums up consecutive finished calls: kinds, what went another way, and the time', () => {
    const state = timeline([
      { ...read, startedAt: 1000, endedAt: 2000 },
      ...times(10, read),
      { status: 'degraded', activity: { activityType: 'tool_read' }, startedAt: 3000, endedAt: 9200 },
    ]);
    expect(foldTimeline(state)).to.deep.equal([
      { id: 'x0', callIds: [...state.calls.keys()], reads: 12, writes: 0, steps: 0, degraded: 1, skipped: 0, duration: 8200 },
    ]);
  });

  for (const status of ['failed', 'awaiting_approval', 'rejected', 'expired', 'interrupted', 'cancelled', 'active', 'pending'] as const) {
    it(`leaves ${status} outside, and does not reach over it`, () => {
      const folds = foldTimeline(timeline([...times(5, read), { status }, ...times(6, read)]));
      expect(folds.map(({ callIds }) => callIds.length)).to.deep.equal([5, 6]);
      expect(folds.flatMap(({ callIds }) => callIds)).to.not.include('x5');
    });
  }

  for (const kind of ['approval', 'status'] as const) {
    it(`does not reach over an entry of another kind (${kind})`, () => {
      expect(foldTimeline(timeline([...times(4, read), kind, ...times(4, read)]))).to.deep.equal([]);
    });
  }

  it('leaves a status that nobody knows outside', () => {
    expect(foldTimeline(timeline([...times(4, read), { ...read, rawStatus: 'paused' }]))).to.deep.equal([]);
  });

  it('does not fold a few', () => {
    expect(foldTimeline(timeline(times(4, read)))).to.deep.equal([]);
    expect(foldTimeline(timeline(times(5, read)))).to.have.length(1);
  });

  it('leaves the newest two in the open while the run goes on', () => {
    expect(foldTimeline(timeline(times(6, read), 'running'))).to.deep.equal([]);
    expect(foldTimeline(timeline(times(7, read), 'running'))[0]?.callIds).to.have.length(5);
    expect(foldTimeline(timeline(times(7, read), 'waiting'))[0]?.callIds).to.have.length(5);
    expect(foldTimeline(timeline(times(7, read), 'failed'))[0]?.callIds).to.have.length(7);
  });

  it('keeps its id when it grows', () => {
    const [before] = foldTimeline(timeline(times(7, read), 'running'));
    const [after] = foldTimeline(timeline(times(9, read), 'running'));
    expect(after?.id).to.equal(before?.id);
    expect(sameFolds([before!], [after!])).to.equal(false);
  });

  it('has no duration without a start and an end, or with an end before the start', () => {
    expect(foldTimeline(timeline(times(5, read)))[0]).to.not.have.property('duration');
    expect(foldTimeline(timeline(times(5, { ...read, startedAt: 5, endedAt: 1 })))[0]).to.not.have.property('duration');
  });

  it('property: every member is finished, in order, in one fold at most; the counts are those of the members', () => {
    const status = fc.constantFrom<ToolStatus>('completed', 'degraded', 'skipped', 'failed', 'active', 'rejected');
    fc.assert(
      fc.property(fc.array(status, { maxLength: 60 }), fc.constantFrom('running' as const, 'settled' as const), (list, run) => {
        const state = timeline(list.map((each) => ({ status: each })), run);
        const folds = foldTimeline(state);
        const members = folds.flatMap(({ callIds }) => callIds);
        expect(members).to.deep.equal(state.order.map(({ id }) => id).filter((id) => members.includes(id)));
        for (const fold of folds) {
          const inside = fold.callIds.map((id) => state.calls.get(id)!.status);
          expect(inside.every((each) => ['completed', 'degraded', 'skipped'].includes(each))).to.equal(true);
          expect(fold.reads + fold.writes + fold.steps).to.equal(inside.length);
          expect(fold.degraded).to.equal(inside.filter((each) => each === 'degraded').length);
        }
        expect(sameFolds(folds, foldTimeline(state))).to.equal(true);
      }),
    );
  });
});
