import type { ApprovalSnapshot, CallSnapshot, Discard } from '../event.js';
import { type Approval, emptyState, type ToolCall } from '../state.js';
import { CALL_AFTER_APPROVAL, canMove, isFinal, isOpenApproval } from '../transitions.js';
import { followAnswer, requestFields } from './approvals.js';
import type { Draft } from './draft.js';
import { placed } from './earlier.js';
import { fill, patch, pick } from './patch.js';
import { forgetRun, isOver, settleWaiting } from './run.js';
import { settledApproval } from './settled.js';

const FIELDS = ['toolKey', 'error', 'detail', 'activity', 'startedAt', 'endedAt', 'reason', 'fallback', 'rawStatus', 'assumed'] as const;

/** One persisted call. It never takes a card backwards, whichever of stream and history was first. */
export function callSnapshot(draft: Draft, said: CallSnapshot): void {
  // Nothing is open in a run that is over, whatever the history still says.
  const own = placed(draft, said);
  const event: CallSnapshot = isOver(draft) && !isFinal(own.status) ? { ...own, status: 'interrupted', assumed: true } : own;
  const { callId, status } = event;
  const fields: Partial<ToolCall> = {
    ...pick(event, FIELDS),
    ...('input' in event ? { input: event.input } : {}),
    ...('output' in event ? { output: event.output } : {}),
  };
  const known = draft.calls.get(callId);
  if (known === undefined) draft.setCall({ callId, status, ...fields });
  else if (isAhead(known, event)) draft.setCall(patch(known, { ...fields, status, assumed: event.assumed, inputText: undefined }));
  else draft.setCall(fill(known, pick(fields, ['toolKey', 'input', 'activity', 'startedAt'])));
}

/** What was only assumed is no news to a card that is known. */
function isAhead(known: ToolCall, event: CallSnapshot): boolean {
  if (event.assumed === true) return false;
  return known.assumed === true || canMove(known.status, event.status);
}

/** One persisted approval that is over. It opens no run; what the stream has said of it already stays. */
export function approvalSnapshot(draft: Draft, said: ApprovalSnapshot): void {
  const event = placed(draft, said);
  const { approvalId, callId, status } = event;
  if (!Object.hasOwn(CALL_AFTER_APPROVAL, status)) return draft.drop(event, 'unknown decision');
  const known = draft.approvals.get(approvalId);
  const { reason, ...asked } = requestFields(event);
  const fresh: Approval = { approvalId, status: 'pending', ...pick({ reason: event.requestReason }, ['reason']) };
  const approval = fill(known ?? fresh, asked);
  const isOpen = isOpenApproval(approval.status) || approval.settledBy === 'local';
  const answer = pick({ reason, decidedBy: event.decidedBy, decidedAt: event.decidedAt }, ['reason', 'decidedBy', 'decidedAt']);
  draft.setApproval(isOpen ? settledApproval(approval, { status, settledBy: 'server', ...answer }) : approval);
  const call = callId === undefined ? undefined : draft.calls.get(callId);
  if (call) draft.setCall(fill(call, { approvalId }));
  // The answer was missed: the card that waits for it would wait on. Cancelled is what the end of its run makes of it, with the reason.
  if (isOpen && status !== 'cancelled' && call?.status === 'awaiting_approval') followAnswer(draft, draft.approvals.get(approvalId) ?? approval);
  settleWaiting(draft);
}

/** What a retry or a replay sends again is taken back; ended cards stay. */
export function discard(draft: Draft, event: Discard): void {
  for (const call of draft.calls.values()) if (!isFinal(call.status)) draft.removeCall(call.callId);
  for (const approval of draft.approvals.values()) {
    if (isOpenApproval(approval.status)) draft.removeApproval(approval.approvalId);
  }
  settleWaiting(draft);
  if (event.scope !== 'step') draft.set('message', emptyState.message);
  // A turn that is sent again may come under the same id.
  if (event.scope === 'run' && isOver(draft)) forgetRun(draft);
}
