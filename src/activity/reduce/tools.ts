import type { ToolEnd, ToolInput, ToolProgress, ToolResult, ToolStart } from '../event.js';
import type { ToolCall, ToolStatus } from '../state.js';
import { canMove, isFinal } from '../transitions.js';
import { cancelOpenApproval } from './approvals.js';
import type { Draft } from './draft.js';
import { fill, merge, patch, pick } from './patch.js';
import { late, wake, wakeLate } from './run.js';
import { toolTookOver } from './thinking.js';

/** A result that the model has no status for is not known: never a success. */
const STATUS_OF_RESULT: Readonly<Record<ToolResult, ToolStatus>> = {
  completed: 'completed',
  failed: 'failed',
  degraded: 'degraded',
  rejected: 'rejected',
  expired: 'expired',
  cancelled: 'cancelled',
  skipped: 'skipped',
  interrupted: 'interrupted',
  unknown: 'interrupted',
};

export function toolStart(draft: Draft, event: ToolStart): void {
  const known = draft.calls.get(event.callId);
  wake(draft, event.at);
  const status = event.status ?? 'active';
  if (known && isFinal(known.status)) {
    if (known.assumed !== true && !isNewAttempt(known, event)) return lateStart(draft, known, event);
    draft.setCall({ ...describe(restart(known, event), event), status });
  } else {
    const call = known ?? { callId: event.callId, status };
    const moved = patch(call, { status: canMove(call.status, status) ? status : call.status });
    draft.setCall(fill(describe(moved, event), pick({ startedAt: event.at }, ['startedAt'])));
  }
  if (status === 'active') toolTookOver(draft);
}

export function toolInput(draft: Draft, event: ToolInput): void {
  const known = draft.calls.get(event.callId);
  const call: ToolCall = known ?? { callId: event.callId, status: 'pending' };
  const has = Object.hasOwn(call, 'input');
  if (isFinal(call.status) && call.assumed !== true) {
    const fills = !has && event.mode === 'replace' && ('value' in event || event.complete === true);
    if (!fills) return late(draft, event, 'the call has ended');
    draft.setCall(withInput(call, event));
    return wakeLate(draft);
  }
  wake(draft, event.at);
  if (event.mode === 'append' && has) return draft.drop(event, 'the input is complete');
  draft.setCall(withInput(call, event));
  if (event.complete === true) toolTookOver(draft);
}

export function toolProgress(draft: Draft, event: ToolProgress): void {
  const known = draft.calls.get(event.callId);
  if (known && isFinal(known.status) && known.assumed !== true) {
    draft.setCall(describeLate(known, event));
    return late(draft, event, 'the call has ended');
  }
  wake(draft, event.at);
  const call: ToolCall = known ?? { callId: event.callId, status: 'active' };
  const moving = call.status === 'pending' || call.assumed === true;
  const next = patch(describe(call, event), {
    ...pick(event, ['detail', 'progress']),
    ...('partialOutput' in event ? { output: event.partialOutput } : {}),
    ...(moving ? { status: 'active', assumed: undefined, rawStatus: undefined } : {}),
  });
  draft.setCall(next);
}

export function toolEnd(draft: Draft, event: ToolEnd): void {
  const known = draft.calls.get(event.callId);
  if (known && isFinal(known.status) && known.assumed !== true && event.corrects !== true) {
    draft.setCall(describeLate(known, event));
    return late(draft, event, 'the call has ended already');
  }
  wake(draft, event.at);
  const call: ToolCall = known ?? { callId: event.callId, status: 'active' };
  const status = Object.hasOwn(STATUS_OF_RESULT, event.result) ? STATUS_OF_RESULT[event.result] : 'interrupted';
  const rawStatus = event.rawStatus ?? (status === event.result ? undefined : event.result);
  draft.setCall(
    patch(describe(call, event), {
      status,
      // What it was doing is over; what the server said at the end takes its place, or nothing does.
      detail: event.detail,
      progress: undefined,
      assumed: undefined,
      rawStatus,
      ...('output' in event ? { output: event.output } : {}),
      ...pick(event, ['error', 'reason', 'fallback']),
      ...pick({ endedAt: event.at }, ['endedAt']),
    }),
  );
  cancelOpenApproval(draft, event.callId);
}

/** Who and what a call is, from whichever event says so; the newer word wins. */
function describe(call: ToolCall, event: ToolStart | ToolProgress | ToolEnd): ToolCall {
  const { title, parent, executor, attempt } = event as ToolStart;
  return patch(call, {
    ...pick({ toolKey: event.toolKey, title, parent, executor, attempt }, ['toolKey', 'title', 'parent', 'executor', 'attempt']),
    ...pick({ activity: merge(call.activity, event.activity) }, ['activity']),
  });
}

/** From an event that comes after the end: only what nobody had said. */
function describeLate(call: ToolCall, event: ToolStart | ToolProgress | ToolEnd): ToolCall {
  const { title, parent, executor } = event as ToolStart;
  const filled = fill(call, pick({ toolKey: event.toolKey, title, parent, executor }, ['toolKey', 'title', 'parent', 'executor']));
  if (event.activity === undefined) return filled;
  return patch(filled, { activity: call.activity ? fill(call.activity, event.activity) : event.activity });
}

function lateStart(draft: Draft, known: ToolCall, event: ToolStart): void {
  draft.setCall(fill(describeLate(known, event), pick({ startedAt: event.at }, ['startedAt'])));
  draft.drop(event, 'the call has ended');
}

function isNewAttempt(known: ToolCall, event: ToolStart): boolean {
  return event.attempt !== undefined && event.attempt > (known.attempt ?? 1);
}

/** Identity and input of the call, without anything that its former attempt left behind. */
function restart(known: ToolCall, event: ToolStart): ToolCall {
  const { callId, toolKey, title, input, activity, executor, parent, approvalId, startedAt, assumed } = known;
  const kept = pick({ toolKey, title, activity, executor, parent, approvalId }, ['toolKey', 'title', 'activity', 'executor', 'parent', 'approvalId']);
  const begun = assumed === true ? (startedAt ?? event.at) : event.at;
  return {
    callId,
    status: 'active',
    ...kept,
    ...(Object.hasOwn(known, 'input') ? { input } : {}),
    ...pick({ startedAt: begun }, ['startedAt']),
  };
}

function withInput(call: ToolCall, event: ToolInput): ToolCall {
  const begun = call.assumed === true ? patch(call, { status: 'active', assumed: undefined, rawStatus: undefined }) : call;
  const text = event.mode === 'append' ? (call.inputText ?? '') + (event.text ?? '') : event.text;
  if (event.complete !== true && !('value' in event)) return patch(begun, { inputText: text });
  const input = 'value' in event ? event.value : parse(text ?? call.inputText ?? '');
  const status = event.complete === true && begun.status === 'pending' ? 'active' : begun.status;
  return patch(begun, { input, inputText: undefined, status });
}

/** Arguments are parsed once, when they are whole. Text that is no JSON is an input too, as text. */
function parse(text: string): unknown {
  if (text.trim() === '') return {};
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
