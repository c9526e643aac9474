import type { ActivityEvent, RunEnded, RunFailed, RunSettled, RunStart, RunStopping, RunWaiting } from '../event.js';
import { emptyState, type Run, type RunFault, type RunOutcome, type RunStatus, type ToolCall } from '../state.js';
import { isFinal, isOpenApproval } from '../transitions.js';
import type { Draft } from './draft.js';
import { leaveBehind } from './earlier.js';
import { fill, patch, pick } from './patch.js';
import { settledApproval } from './settled.js';

const OPEN: ReadonlySet<RunStatus> = new Set(['running', 'waiting']);

/** The run has ended; nothing but a new run or a retry opens it again. */
export function isOver(draft: Draft): boolean {
  const { status } = draft.now.run;
  return status === 'settled' || status === 'failed';
}

/** The only way to change the run: thinking is active exactly while a run is open. */
export function setRun(draft: Draft, run: Run): void {
  draft.set('run', run);
  const active = OPEN.has(run.status);
  if (!active) draft.set('thinking', patch(draft.now.thinking, { active, kind: 'working', heading: undefined, text: undefined }));
  else draft.set('thinking', patch(draft.now.thinking, { active }));
}

/** A live event shows that the run goes on: it opens an idle one and ends a wait that no approval holds. */
export function wake(draft: Draft, at: number | undefined): void {
  const { run } = draft.now;
  if (run.status === 'idle') setRun(draft, patch(run, { status: 'running', ...(at === undefined ? {} : { startedAt: at }) }));
  else if (run.status === 'waiting') settleWaiting(draft);
}

/** Waiting for an approval is derived: the run waits while one is open, and goes on when none is left. */
export function settleWaiting(draft: Draft): void {
  const { run } = draft.now;
  if (isOver(draft)) return;
  if (draft.hasOpenApproval) setRun(draft, patch(run, { status: 'waiting', waitingFor: 'approval' }));
  else if (run.status === 'waiting') setRun(draft, patch(run, { status: 'running', waitingFor: undefined }));
}

/**
 * An event that comes too late for its card opens no run, but it too shows that a waiting one goes on: the whole stream
 * sent again must end where it ended the first time.
 */
export function wakeLate(draft: Draft): void {
  if (draft.now.run.status === 'waiting') settleWaiting(draft);
}

export function late(draft: Draft, event: ActivityEvent, reason: string): void {
  wakeLate(draft);
  draft.drop(event, reason);
}

export function runStart(draft: Draft, event: RunStart): void {
  const { run } = draft.now;
  const sameRun = event.runId === undefined || run.id === undefined || run.id === event.runId;
  const stamped = pick({ id: event.runId, startedAt: event.at }, ['id', 'startedAt']);
  if (isOver(draft)) {
    if (sameRun && event.reopen === true) reopen(draft, stamped);
    else if (!sameRun || isAnother(run, event)) begin(draft, stamped);
    return;
  }
  if (!sameRun) {
    close(draft, { outcome: 'partial', at: event.at });
    begin(draft, stamped);
    return;
  }
  setRun(draft, patch(fill(run, stamped), { status: run.status === 'idle' ? 'running' : run.status }));
  if (run.status === 'waiting') settleWaiting(draft);
}

/** Whether a start after the end begins another run, although the ids do not tell. */
function isAnother(run: Run, event: RunStart): boolean {
  return event.runId === undefined || (run.id === undefined && event.first === true);
}

export function runWaiting(draft: Draft, event: RunWaiting): void {
  if (isOver(draft)) return draft.drop(event, 'the run is over');
  const waitingFor = draft.hasOpenApproval ? 'approval' : event.reason;
  setRun(draft, patch(draft.now.run, { status: 'waiting', waitingFor }));
}

export function runStopping(draft: Draft, event: RunStopping): void {
  if (isOver(draft)) return;
  draft.set('run', patch(draft.now.run, { stopping: event.value ? true : undefined }));
}

export function runEnded(draft: Draft, event: RunEnded): void {
  if (isOver(draft)) return;
  const open = [...draft.calls.values()].some((call) => call.executor === 'client' && !isFinal(call.status));
  if (draft.hasOpenApproval) settleWaiting(draft);
  else if (open) setRun(draft, patch(draft.now.run, { status: 'waiting', waitingFor: 'client-tool' }));
  else close(draft, { outcome: event.outcome, at: event.at });
}

export function runSettled(draft: Draft, event: RunSettled): void {
  if (!isOver(draft)) close(draft, { outcome: event.outcome, at: event.at, reason: event.reason });
}

export function runFailed(draft: Draft, event: RunFailed): void {
  if (!isOver(draft)) close(draft, { outcome: 'failed', at: event.at, error: event.error, assumed: event.assumed });
}

interface Ending {
  readonly outcome: RunOutcome;
  readonly at: number | undefined;
  readonly reason?: string | undefined;
  readonly error?: RunFault | undefined;
  readonly assumed?: boolean | undefined;
}

/** Settlement: nothing stays open, and nothing that was open becomes a success. */
function close(draft: Draft, { outcome, at, reason, error, assumed }: Ending): void {
  const why = pick({ reason: reason ?? error?.message }, ['reason']);
  const ended = pick({ endedAt: at }, ['endedAt']);
  const left = { status: outcome === 'cancelled' ? 'cancelled' : 'interrupted', ...ended, ...why, ...pick({ assumed }, ['assumed']) } as const;
  for (const call of draft.calls.values()) {
    if (!isFinal(call.status)) draft.setCall({ ...withoutStream(call), ...left });
  }
  for (const approval of draft.approvals.values()) {
    if (isOpenApproval(approval.status)) {
      draft.setApproval(settledApproval(approval, { status: 'cancelled', settledBy: 'server', ...why, ...pick({ decidedAt: at }, ['decidedAt']) }));
    }
  }
  if (draft.now.message.status === 'streaming') {
    draft.set('message', patch(draft.now.message, { status: outcome === 'completed' ? 'completed' : 'partial' }));
  }
  setRun(draft, {
    ...patch(draft.now.run, { waitingFor: undefined, stopping: undefined }),
    status: outcome === 'failed' ? 'failed' : 'settled',
    outcome,
    ...(error && { error }),
    ...pick({ reason }, ['reason']),
    ...ended,
  });
}

/** Progress of a call that is no longer going on would only mislead. */
function withoutStream(call: ToolCall): ToolCall {
  return patch(call, { progress: undefined });
}

/** Another run on the same stream: finished cards stay in the timeline, what belongs to one run alone begins anew. */
function begin(draft: Draft, fields: Partial<Run>): void {
  leaveBehind(draft);
  forgetRun(draft);
  setRun(draft, { ...fields, status: 'running' });
}

/** As if the run had not been; its cards are another matter. */
export function forgetRun(draft: Draft): void {
  draft.set('message', emptyState.message);
  draft.set('plan', emptyState.plan);
  draft.set('capability', undefined);
  draft.set('thinking', emptyState.thinking);
  draft.set('run', emptyState.run);
}

/** The same run goes on after what looked like its end. */
function reopen(draft: Draft, fields: Partial<Run>): void {
  const { run, message } = draft.now;
  const again = patch(run, { status: 'running', outcome: undefined, error: undefined, reason: undefined, endedAt: undefined });
  setRun(draft, fill(again, fields));
  if (message.status === 'partial' || message.status === 'completed') draft.set('message', patch(message, { status: 'streaming' }));
}
