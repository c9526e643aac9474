import type { ApprovalStatus, ToolCall, ToolStatus } from './state.js';

/** How far a call has come. It only moves to a higher rank; everything of the last rank is final. */
const RANK: Readonly<Record<ToolStatus, number>> = {
  pending: 0,
  active: 1,
  awaiting_approval: 2,
  completed: 3,
  degraded: 3,
  failed: 3,
  rejected: 3,
  expired: 3,
  skipped: 3,
  cancelled: 3,
  interrupted: 3,
};

const FINAL = 3;

/** No event but a new attempt leaves this status. */
export function isFinal(status: ToolStatus): boolean {
  return RANK[status] === FINAL;
}

/** The call has ended, and that was said by the server and not only assumed. */
export function hasEnded(call: ToolCall): boolean {
  return isFinal(call.status) && call.assumed !== true;
}

/** True when a call may go from one status to the other by an ordinary event: forward only. */
export function canMove(from: ToolStatus, to: ToolStatus): boolean {
  return RANK[to] > RANK[from];
}

/** The person, or the road to the server, still has the approval. */
export function isOpenApproval(status: ApprovalStatus): boolean {
  return status === 'pending' || status === 'sending';
}

/** What an answered approval does to its call. The step from `awaiting_approval` to `active` exists nowhere else. */
export const CALL_AFTER_APPROVAL = {
  accepted: 'active',
  rejected: 'rejected',
  expired: 'expired',
  cancelled: 'cancelled',
} as const satisfies Readonly<Record<Exclude<ApprovalStatus, 'pending' | 'sending'>, ToolStatus>>;
