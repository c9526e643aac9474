import type { ApprovalLocal, ApprovalRequest, ApprovalResponse } from '../event.js';
import type { Approval, AskedFields, ToolCall } from '../state.js';
import { CALL_AFTER_APPROVAL, hasEnded, isFinal, isOpenApproval } from '../transitions.js';
import { askedAgain, isOther, isOtherTool, withCall } from './asked.js';
import type { Draft } from './draft.js';
import { fill, merge, patch, pick } from './patch.js';
import { late, settleWaiting, wake } from './run.js';
import { fillAnswered, settledApproval } from './settled.js';

const REQUEST_FIELDS = ['callId', 'toolKey', 'prompt', 'reason', 'risk', 'expiresAt', 'options', 'editable', 'activity', 'echo'] as const;

export function approvalRequest(draft: Draft, event: ApprovalRequest): void {
  const known = draft.approvals.get(event.approvalId);
  const call = callOf(draft, event.callId);
  const fields = requestFields(event);
  if (known && !isAskedAgain(known)) return repeatedRequest(draft, known, event, fields);
  if (call && hasEnded(call)) {
    draft.setCall(describedLate(call, event));
    return late(draft, event, 'the call has ended');
  }
  wake(draft, event.at);
  if (event.callId !== undefined) draft.setCall(asking(call, event, event.callId));
  draft.setApproval(withCall({ approvalId: event.approvalId, status: 'pending', ...fields }, call));
  settleWaiting(draft);
}

export function approvalResponse(draft: Draft, said: ApprovalResponse): void {
  if (!Object.hasOwn(CALL_AFTER_APPROVAL, said.decision)) return draft.drop(said, 'unknown decision');
  const known = findApproval(draft, said);
  const event = said.assumed === true ? concluded(known, said) : said;
  if (event === undefined) return late(draft, said, 'the approval is decided or unknown');
  const approvalId = known?.approvalId ?? event.approvalId ?? event.callId;
  if (approvalId === undefined) return draft.drop(event, 'the answer names no approval');
  if (isLate(draft, known, approvalId, event)) return lateAnswer(draft, known, event);
  if (!known) wake(draft, event.at);
  answer(draft, known ?? { approvalId, status: 'pending' }, event);
  settleWaiting(draft);
}

/** That nobody waits for it any more was only concluded, and the server asks again. */
function isAskedAgain({ status, settledBy, answeredElsewhere, callId }: Approval): boolean {
  return status === 'cancelled' && settledBy === 'local' && answeredElsewhere !== true && callId === undefined;
}

/** What a decision that was made here asks the server for. */
const MEANT = { approve: 'accepted', reject: 'rejected' } as const;

/** A conclusion about an approval that is still open; what was decided here counts. */
function concluded(known: Approval | undefined, said: ApprovalResponse): ApprovalResponse | undefined {
  if (known === undefined || !isOpenApproval(known.status)) return undefined;
  return known.decision === undefined ? said : { ...said, decision: MEANT[known.decision] };
}

function isLate(draft: Draft, known: Approval | undefined, approvalId: string, { callId }: ApprovalResponse): boolean {
  return known ? !isOpenApproval(known.status) && known.settledBy !== 'local' : isForNothing(draft, approvalId, callId);
}

/** Sent again, an answer brings back what its call, sent again before it, has lost. */
function lateAnswer(draft: Draft, known: Approval | undefined, event: ApprovalResponse): void {
  const call = callOf(draft, known?.callId ?? event.callId);
  if (call) describeAnswered(draft, call, event, known?.status === event.decision && !hasEnded(call));
  late(draft, event, 'the approval is decided or unknown');
}

function callOf(draft: Draft, callId: string | undefined): ToolCall | undefined {
  return callId === undefined ? undefined : draft.calls.get(callId);
}

function answer(draft: Draft, approval: Approval, event: ApprovalResponse): void {
  const edited = patch(approval, 'input' in event ? { input: event.input } : {});
  const answered = settledApproval(fill(edited, pick({ callId: event.callId }, ['callId'])), {
    status: event.decision,
    settledBy: event.assumed === true ? 'local' : 'server',
    ...pick({ reason: event.reason ?? givenHere(approval, event), decidedBy: event.by, decidedAt: event.at }, ['reason', 'decidedBy', 'decidedAt']),
  });
  const call = callOf(draft, answered.callId);
  // The call first, as when it was asked: an answer may be the first sight of both.
  followAnswer(draft, answered);
  draft.setApproval(answered);
  const followed = callOf(draft, answered.callId);
  if (followed) describeAnswered(draft, followed, event, call === undefined || !hasEnded(call));
}

/** The reason that was sent from here, where the server decided just that and does not repeat it. */
function givenHere({ decision, details }: Approval, event: ApprovalResponse): string | undefined {
  const same = decision !== undefined && (decision === 'approve' ? 'accepted' : 'rejected') === event.decision;
  return same ? details?.reason : undefined;
}

/** What an answer says of its call: the newer word, or only what nobody had said. */
function describeAnswered(draft: Draft, call: ToolCall, event: ApprovalResponse, isNewer: boolean): void {
  const said = {
    ...pick(event, ['toolKey', 'activity']),
    ...('input' in event ? { input: event.input } : {}),
    ...('output' in event ? { output: event.output } : {}),
  };
  const newer = { ...said, ...pick({ activity: merge(call.activity, event.activity) }, ['activity']) };
  draft.setCall(isNewer ? patch(call, newer) : fill(call, said));
}

/** An unknown approval of a call that is over, or one that would take the id of another call's. */
function isForNothing(draft: Draft, approvalId: string, callId: string | undefined): boolean {
  const call = callOf(draft, callId);
  return draft.approvals.has(approvalId) || (call !== undefined && hasEnded(call));
}

type LocalStep = (draft: Draft, approval: Approval, event: ApprovalLocal) => void;

/** What may happen to a decision on this side, by phase. A phase that does not fit the status is dropped. */
const LOCAL: Readonly<Record<ApprovalLocal['phase'], { readonly from: readonly Approval['status'][]; readonly step: LocalStep }>> = {
  sending: {
    from: ['pending'],
    step: (draft, approval, event) =>
      draft.setApproval(
        patch(approval, { status: 'sending', decision: event.decision, details: event.details, error: undefined, changed: undefined }),
      ),
  },
  collected: {
    from: ['sending'],
    step: (draft, approval) => draft.setApproval(patch(approval, { collected: true })),
  },
  released: {
    from: ['sending'],
    step: (draft, approval) => draft.setApproval(patch(approval, { collected: undefined })),
  },
  handed_over: {
    from: ['sending'],
    step: (draft, approval) => draft.setApproval(patch(approval, { handedOver: true, collected: undefined })),
  },
  failed: {
    from: ['sending'],
    step: (draft, approval, event) => {
      draft.setApproval(patch(unanswered(approval), { error: event.error }));
      if (approval.newer !== undefined) approvalRequest(draft, { type: 'approval.request', approvalId: approval.approvalId, ...approval.newer });
    },
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
      const call = callOf(draft, approval.callId);
      if (call?.status === 'awaiting_approval') draft.setCall(patch(call, { status: 'expired', assumed: true }));
    },
  },
};

export function approvalLocal(draft: Draft, event: ApprovalLocal): void {
  if (!Object.hasOwn(LOCAL, event.phase)) return draft.drop(event, 'unknown phase');
  const approval = draft.approvals.get(event.approvalId);
  const { from, step } = LOCAL[event.phase];
  if (!approval || !from.includes(approval.status)) return draft.drop(event, 'the approval is not open');
  step(draft, approval, event);
  settleWaiting(draft);
}

/** A call that ended needs no answer any more; one that was handed over was the answer. The server's own word may still correct this. */
export function cancelOpenApproval(draft: Draft, callId: string): void {
  for (const approval of draft.approvals.values()) {
    if (approval.callId !== callId || !isOpenApproval(approval.status)) continue;
    const answered = approval.handedOver === true && approval.decision !== undefined;
    draft.setApproval(settledApproval(approval, { status: answered ? MEANT[approval.decision] : 'cancelled', settledBy: 'local' }));
  }
  settleWaiting(draft);
}

/** What a request, live or persisted, says of its approval. */
export function requestFields(event: Omit<ApprovalRequest, 'type'>): AskedFields {
  return { ...pick(event, REQUEST_FIELDS), ...('input' in event ? { input: event.input } : {}) };
}

/** The same request again changes nothing; another one in its place resets the card, as long as nobody has answered. */
function repeatedRequest(draft: Draft, known: Approval, event: ApprovalRequest, fields: AskedFields): void {
  // An answer that has not left this page yet was not for this.
  const asked = known.collected === true && isOther(known, fields) ? unanswered(known) : known;
  if (asked.status !== 'pending') return answeredRequest(draft, known, event, fields);
  // An approval stays with its call; one that named none may still find it.
  const callId = known.callId ?? event.callId;
  const call = callOf(draft, callId);
  if (call && hasEnded(call)) return late(draft, event, 'the call has ended');
  const otherTool = isOtherTool(asked, fields);
  const next = askedAgain(asked, { ...fields, ...pick({ callId }, ['callId']) });
  draft.setApproval(otherTool ? next : withCall(next, call));
  if (callId !== undefined) draft.setCall(asking(otherTool && call ? patch(call, { input: undefined }) : call, event, callId));
}

/** As it was before it was answered here. */
function unanswered(approval: Approval): Approval {
  return patch(approval, { status: 'pending', decision: undefined, details: undefined, collected: undefined, handedOver: undefined, newer: undefined });
}

/** A request after its answer, or while one is on its way: it tells what was asked, and asks nothing. */
function answeredRequest(draft: Draft, known: Approval, event: ApprovalRequest, fields: AskedFields): void {
  const filled = isOtherTool(known, fields) ? known : fill(known, fillAnswered(known, fields));
  // Until the server has said what the answer was for, this may be what it asks.
  const approval = known.status === 'sending' ? patch(filled, { newer: isOther(known, fields) ? fields : undefined }) : filled;
  draft.setApproval(approval);
  // Nobody knew which call the answer was for.
  if (known.callId === undefined) followAnswer(draft, approval);
  const call = callOf(draft, approval.callId);
  // Of a request for something else, or for what the answer has changed, only what nobody had said.
  if (call && !isOtherTool(known, fields)) draft.setCall(hasEnded(call) || isOther(approval, fields) ? describedLate(call, event) : described(call, event));
  late(draft, event, 'the approval is answered');
}

function asking(call: ToolCall | undefined, event: ApprovalRequest, callId: string): ToolCall {
  const base: ToolCall = call ?? { callId, status: 'awaiting_approval' };
  return described(patch(base, { status: 'awaiting_approval', assumed: undefined }), event);
}

/** The call behind a request: what is shown is what will run, so the request's input is the call's. */
function described(call: ToolCall, event: ApprovalRequest): ToolCall {
  return patch(call, {
    approvalId: event.approvalId,
    inputText: undefined,
    ...pick(event, ['toolKey']),
    ...('input' in event ? { input: event.input } : {}),
    ...pick({ activity: merge(call.activity, event.activity) }, ['activity']),
  });
}

/** From a request that comes after the end of its call: only what nobody had said. */
function describedLate(call: ToolCall, event: ApprovalRequest): ToolCall {
  const { approvalId, toolKey, activity } = event;
  return fill(call, { approvalId, ...pick({ toolKey, activity }, ['toolKey', 'activity']), ...('input' in event ? { input: event.input } : {}) });
}

function findApproval(draft: Draft, event: ApprovalResponse): Approval | undefined {
  const byId = event.approvalId === undefined ? undefined : draft.approvals.get(event.approvalId);
  if (byId || event.callId === undefined) return byId;
  const all = [...draft.approvals.values()].filter((approval) => approval.callId === event.callId);
  // A name that nobody knows may be another one for the only request of a call, but never picks among several.
  const ofCall = event.approvalId !== undefined && all.length > 1 ? [] : all;
  const ofNoCall = draft.approvals.get(event.callId);
  return ofCall.find(({ status }) => isOpenApproval(status)) ?? ofCall.at(-1) ?? (ofNoCall?.callId === undefined ? ofNoCall : undefined);
}

/** The call of an answered approval; one that nobody has announced has its card from here on. */
export function followAnswer(draft: Draft, { approvalId, callId, status: answer, reason, decidedAt }: Approval): void {
  if (callId === undefined || answer === 'pending' || answer === 'sending') return;
  const status = CALL_AFTER_APPROVAL[answer];
  const known = draft.calls.get(callId);
  if (known && hasEnded(known)) return;
  const call: ToolCall = known ?? { callId, status, approvalId };
  const ending = isFinal(status) ? { ...pick({ endedAt: decidedAt, reason }, ['endedAt', 'reason']), progress: undefined } : {};
  draft.setCall(patch(call, { status, assumed: undefined, ...ending }));
}
