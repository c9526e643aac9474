/** States and events that the reducer's tests begin with. */
import type { ActivityEvent } from '../../src/activity/event.js';
import { reduce } from '../../src/activity/reduce.js';
import { emptyState, type ActivityState, type Approval, type ToolCall, type ToolStatus } from '../../src/activity/state.js';

export const OPEN: readonly ToolStatus[] = ['pending', 'active', 'awaiting_approval'];
export const FINAL: readonly ToolStatus[] = ['completed', 'degraded', 'failed', 'rejected', 'expired', 'skipped', 'cancelled', 'interrupted'];
export const STATUSES: readonly ToolStatus[] = [...OPEN, ...FINAL];

export const start: ActivityEvent = { type: 'run.start', runId: 'r' };
export const ask: ActivityEvent = { type: 'approval.request', approvalId: 'a', callId: 'c' };
export const settled: ActivityEvent = { type: 'run.settled', outcome: 'completed' };
export const failed: ActivityEvent = { type: 'run.failed', error: { code: 'boom', message: 'It broke' } };

export function after(...events: ActivityEvent[]): ActivityState {
  return reduce(emptyState, events);
}

/** A running run with the call `c` in this status and nothing else. */
export function withCall(status: ToolStatus, fields: Partial<ToolCall> = {}): ActivityState {
  const state = after(start, { type: 'tool.start', callId: 'c' });
  return { ...state, calls: new Map([['c', { callId: 'c', status, ...fields }]]) };
}

/** A run that waits for the approval `a` of the call `c`, both with these fields. */
export function withApproval(approval: Partial<Approval>, status: ToolStatus = 'awaiting_approval'): ActivityState {
  const state = after(start, ask);
  const calls = new Map<string, ToolCall>([['c', { callId: 'c', status, approvalId: 'a' }]]);
  return { ...state, calls, approvals: new Map([['a', { approvalId: 'a', callId: 'c', status: 'pending', ...approval }]]) };
}

/** The state after the events, and the reasons of those that were dropped. */
export function observe(state: ActivityState, ...events: ActivityEvent[]): { state: ActivityState; dropped: string[] } {
  const dropped: string[] = [];
  return { state: reduce(state, events, (event, reason) => dropped.push(`${event.type}: ${reason}`)), dropped };
}
