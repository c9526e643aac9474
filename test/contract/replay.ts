/** Frames pushed as a host would, and pushed again: what a stream leaves behind must not depend on how often it came. */
import { expect } from '@open-wc/testing';
import { reduce } from '../../src/activity/reduce.js';
import { type ActivityState, emptyState } from '../../src/activity/state.js';
import { chainabitDialect } from '../../src/dialects/chainabit/index.js';
import type { WireFrame } from '../../src/wire/frame.js';
import { play, plain } from '../dialects/frames.js';

/** A frame in the documented form, of the run `r` unless `outer` names another. */
export function frame(event: string, payload: object = {}, outer: object = {}): WireFrame {
  return { event, data: JSON.stringify({ runId: 'r', ...outer, payload }) };
}

/** The frames as they may be told apart: by id, by sequence, or by nothing. */
export const NUMBERINGS: Readonly<Record<string, (frame: WireFrame, index: number) => WireFrame>> = {
  'with ids': (one, index) => ({ ...one, id: `e${String(index + 1)}` }),
  'with sequences': (one, index) => ({ ...one, data: { ...(JSON.parse(String(one.data)) as object), sequence: index + 1 } }),
  'with neither': (one) => one,
};

/** The state after a history and frames. */
export function stateAfter(frames: readonly WireFrame[], history?: unknown, live = true): ActivityState {
  const restored = history === undefined ? [] : chainabitDialect.hydrate(history, { live, now: () => 0 });
  return reduce(reduce(emptyState, restored), play(chainabitDialect, frames).events);
}

/** The state by ids, after checking that no replayed prefix changes it. */
export function settledState(frames: readonly WireFrame[], history?: unknown, live = true): ActivityState {
  const state = stateAfter(frames, history, live);
  for (let cut = 1; cut <= frames.length; cut += 1) {
    const again = stateAfter([...frames.slice(0, cut), ...frames], history, live);
    expect(plain(again), `the first ${String(cut)} replayed`).to.deep.equal(plain(state));
  }
  return state;
}
