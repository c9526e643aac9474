import type { ApprovalLocal, ApprovalRequest, ApprovalResponse } from '../event.js';
import type { Approval, ToolCall } from '../state.js';
import { CALL_AFTER_APPROVAL, isFinal, isOpenApproval } from '../transitions.js';
import type { Draft } from './draft.js';
import { fill, isSame, merge, patch, pick } from './patch.js';
import { settleWaiting, wake } from './run.js';
import { fillAnswered, settledApproval } from './settled.js';

const REQUEST_FIELDS = ['callId', 'toolKey', 'prompt', 'reason', 'risk', 'expiresAt', 'options', 'editable', 'activity'] as const;

export function approvalRequest(draft: Draft, event: ApprovalRequest): void {
  const known = draft.approvals.get(event.approvalId);
  const call = event.callId === undefined ? undefined : draft.calls.get(event.callId);
  const fields = requestFields(event);
  if (known) return repeatedRequest(draft, known, event, fields);
  if (call && isFinal(call.status) && call.assumed !== true) return draft.drop(event, 'the call has ended');
  wake(draft, event.at);
  if (event.callId !== undefined) draft.setCall(asking(call, event, event.callId));
  draft.setApproval({ approvalId: event.approvalId, status: 'pending', ...fields });
  settleWaiting(draft);
}

export function approvalResponse(draft: Draft, event: ApprovalResponse): void {
  const known = findApproval(draft, event);
  const approvalId = known?.approvalId ?? event.approvalId ?? event.callId;
  if (approvalId === undefined) return draft.drop(event, 'the answer names no approval');
  if (known && !isOpenApproval(known.status) && known.settledBy !== 'local') {
    return draft.drop(event, 'the approval is decided');
  }
  if (!known) wake(draft, event.at);
  const base: Approval = known ?? { approvalId, status: 'pending', ...pick({ callId: event.callId }, ['callId']) };
  draft.setApproval(
    settledApproval(base, {
      status: event.decision,
      settledBy: 'server',
      ...pick({ reason: event.reason, decidedBy: event.by, decidedAt: event.at }, ['reason', 'decidedBy', 'decidedAt']),
    }),
  );
  moveCall(draft, base.callId ?? event.callId, event.decision, event.at, event.reason);
  settleWaiting(draft);
}

type LocalStep = (draft: Draft, approval: Approval, event: ApprovalLocal) => void;

/** What may happen to a decision on this side, by phase. A phase that does not fit the status is dropped. */
const LOCAL: Readonly<Record<ApprovalLocal['phase'], { readonly from: readonly Approval['status'][]; readonly step: LocalStep }>> = {
  sending: {
    from: ['pending'],
    step: (draft, approval, event) =>
      draft.setApproval(patch(approval, { status: 'sending', decision: event.decision, error: undefined, changed: undefined })),
  },
  handed_over: {
    from: ['sending'],
    step: (draft, approval) => draft.setApproval(patch(approval, { handedOver: true })),
  },
  failed: {
    from: ['sending'],
    step: (draft, approval, event) =>
      draft.setApproval(patch(approval, { status: 'pending', decision: undefined, handedOver: undefined, error: event.error })),
  },
  elsewhere: {
    from: ['pending', 'sending'],
    step: (draft, approval, event) =>
      draft.setApproval(settledApproval(approval, { status: 'cancelled', settledBy: 'local', answeredElsewhere: true, ...pick(event, ['reason']) })),
  },
  expired: {
    from: ['pending', 'sending'],
    step: (draft, approval, event) => {
      draft.setApproval(settledApproval(approval, { status: 'expired', settledBy: 'local', ...pick(event, ['reason']) }));
      const call = approval.callId === undefined ? undefined : draft.calls.get(approval.callId);
      if (call?.status === 'awaiting_approval') draft.setCall(patch(call, { status: 'expired', assumed: true }));
    },
  },
};

export function approvalLocal(draft: Draft, event: ApprovalLocal): void {
  const approval = draft.approvals.get(event.approvalId);
  const { from, step } = LOCAL[event.phase];
  if (!approval || !from.includes(approval.status)) return draft.drop(event, 'the approval is not open');
  step(draft, approval, event);
  settleWaiting(draft);
}

/** A call that ended needs no answer any more. The server's own word may still correct this. */
export function cancelOpenApproval(draft: Draft, callId: string): void {
  for (const approval of draft.approvals.values()) {
    if (approval.callId !== callId || !isOpenApproval(approval.status)) continue;
    draft.setApproval(settledApproval(approval, { status: 'cancelled', settledBy: 'local' }));
  }
  settleWaiting(draft);
}

function requestFields(event: ApprovalRequest): Partial<Approval> {
  return { ...pick(event, REQUEST_FIELDS), ...('input' in event ? { input: event.input } : {}) };
}

/** The same request again changes nothing; another one in its place resets the card, as long as nobody has answered. */
function repeatedRequest(draft: Draft, known: Approval, event: ApprovalRequest, fields: Partial<Approval>): void {
  if (known.status !== 'pending') {
    draft.setApproval(fill(known, fillAnswered(known, fields)));
    return draft.drop(event, 'the approval is answered');
  }
  const changed =
    ('input' in fields && !isSame(known.input, fields.input)) || (fields.toolKey !== undefined && fields.toolKey !== known.toolKey);
  draft.setApproval(patch(known, changed ? { ...fields, changed: true, error: undefined } : fields));
  if (changed && event.callId !== undefined) draft.setCall(asking(draft.calls.get(event.callId), event, event.callId));
}

/** The call behind a request: what is shown is what will run, so the request's input is the call's. */
function asking(call: ToolCall | undefined, event: ApprovalRequest, callId: string): ToolCall {
  const base: ToolCall = call ?? { callId, status: 'awaiting_approval' };
  return patch(base, {
    status: 'awaiting_approval',
    assumed: undefined,
    approvalId: event.approvalId,
    inputText: undefined,
    ...pick(event, ['toolKey']),
    ...('input' in event ? { input: event.input } : {}),
    ...pick({ activity: merge(base.activity, event.activity) }, ['activity']),
  });
}

function findApproval(draft: Draft, event: ApprovalResponse): Approval | undefined {
  const byId = event.approvalId === undefined ? undefined : draft.approvals.get(event.approvalId);
  if (byId || event.callId === undefined) return byId;
  const ofCall = [...draft.approvals.values()].filter((approval) => approval.callId === event.callId);
  return ofCall.find((approval) => isOpenApproval(approval.status)) ?? ofCall.at(-1);
}

function moveCall(
  draft: Draft,
  callId: string | undefined,
  decision: ApprovalResponse['decision'],
  at: number | undefined,
  reason: string | undefined,
): void {
  const call = callId === undefined ? undefined : draft.calls.get(callId);
  if (!call || (isFinal(call.status) && call.assumed !== true)) return;
  const status = CALL_AFTER_APPROVAL[decision];
  const ending = isFinal(status) ? { ...pick({ endedAt: at, reason }, ['endedAt', 'reason']), progress: undefined } : {};
  draft.setCall(patch(call, { status, assumed: undefined, ...ending }));
}
