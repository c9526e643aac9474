import type { ActivityState, TimelineRef, ToolCall, ToolStatus } from './state.js';

/** Consecutive finished calls that may stand as one line. */
export interface Fold {
  /** Call id of its first member: what stays when it grows. */
  readonly id: string;
  readonly callIds: readonly string[];
  readonly reads: number;
  readonly writes: number;
  /** Of any other kind. */
  readonly steps: number;
  /** Of all of them, those that went another way. */
  readonly degraded: number;
  readonly skipped: number;
  /** Milliseconds from the first start to the last end, where both are known. */
  readonly duration?: number;
}

/** Fewer are read faster than a summary of them. */
const FEWEST = 5;
/** The newest ones stay while the run is open: what was just done is what a person looks at. */
const NEWEST = 2;

/** What went well enough to be summed up. Failures, answers and what nobody knows stay in the open. */
const FOLDABLE: ReadonlySet<ToolStatus> = new Set<ToolStatus>(['completed', 'degraded', 'skipped']);

/** The folds of a timeline, in order. Pure, and linear in the timeline. */
export function foldTimeline({ order, calls, run }: Pick<ActivityState, 'order' | 'calls' | 'run'>): readonly Fold[] {
  const isOpen = run.status === 'running' || run.status === 'waiting';
  const last = isOpen ? order.length - NEWEST : order.length;
  const folds: Fold[] = [];
  let members: ToolCall[] = [];
  const close = (): void => {
    if (members.length >= FEWEST) folds.push(foldOf(members));
    members = [];
  };
  for (const [index, ref] of order.entries()) {
    const call = index < last ? foldable(ref, calls) : undefined;
    if (call) members.push(call);
    else close();
  }
  close();
  return folds;
}

/** Whether two lists of folds say the same, so that nothing has to be drawn again. */
export function sameFolds(a: readonly Fold[], b: readonly Fold[]): boolean {
  return a.length === b.length && a.every((fold, index) => sameFold(fold, b[index]));
}

function sameFold(a: Fold, b: Fold | undefined): boolean {
  if (a.callIds.length !== b?.callIds.length) return false;
  return (['id', 'degraded', 'skipped', 'duration'] as const).every((key) => a[key] === b[key]);
}

function foldable({ kind, id }: TimelineRef, calls: ActivityState['calls']): ToolCall | undefined {
  const call = kind === 'call' ? calls.get(id) : undefined;
  return call && isFoldable(call) ? call : undefined;
}

function isFoldable({ status, rawStatus }: ToolCall): boolean {
  return rawStatus === undefined && FOLDABLE.has(status);
}

function foldOf(members: readonly ToolCall[]): Fold {
  const count = (test: (call: ToolCall) => boolean): number => members.filter(test).length;
  const reads = count(({ activity }) => activity?.activityType === 'tool_read');
  const writes = count(({ activity }) => activity?.activityType === 'tool_write');
  const starts = members.map(({ startedAt }) => startedAt ?? Infinity);
  const ends = members.map(({ endedAt }) => endedAt ?? -Infinity);
  const duration = ends.reduce((a, b) => Math.max(a, b)) - starts.reduce((a, b) => Math.min(a, b));
  return {
    id: members[0]?.callId ?? '',
    callIds: members.map(({ callId }) => callId),
    reads,
    writes,
    steps: members.length - reads - writes,
    degraded: count(({ status }) => status === 'degraded'),
    skipped: count(({ status }) => status === 'skipped'),
    ...(Number.isFinite(duration) && duration >= 0 && { duration }),
  };
}
