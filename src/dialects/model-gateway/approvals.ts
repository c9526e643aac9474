import type * as z from 'zod/mini';
import type { ActivityEvent, ApprovalRequest, ApprovalResponse } from '../../activity/event.js';
import { readFields } from '../shared/fields.js';
import { valueOf } from '../shared/frame-data.js';
import { timeOf } from '../shared/time.js';
import { compact, idOf, isRecord, textOf } from '../shared/values.js';
import { type Context, type Handler, read } from './context.js';
import type { GatewayRun } from './gateway-run.js';
import { approvalSchema, runSchema } from './schema.js';

export type ApprovalFields = z.output<typeof approvalSchema>;

/** A resolution, in the words of a status or of a decision. */
const RESOLUTIONS: ReadonlyMap<string, ApprovalResponse['decision']> = new Map<string, ApprovalResponse['decision']>([
  ['approved', 'accepted'],
  ['approve', 'accepted'],
  ['approve_once', 'accepted'],
  ['accepted', 'accepted'],
  ['allowed', 'accepted'],
  ['denied', 'rejected'],
  ['deny', 'rejected'],
  ['rejected', 'rejected'],
  ['reject', 'rejected'],
  ['expired', 'expired'],
  ['cancelled', 'cancelled'],
  ['canceled', 'cancelled'],
]);

/** What a word of the server says of an approval; nothing for `PENDING`, and for one that is not known. */
export function resolutionOf(word: string | null | undefined): ApprovalResponse['decision'] | undefined {
  return RESOLUTIONS.get(word?.trim().toLowerCase() ?? '');
}

/** All that is said of a request: in its frame an id and no more, in the answer of the REST interface everything. */
export function requestOf(approvalId: string, fields: ApprovalFields): ApprovalRequest {
  const input = 'arguments' in fields && fields.arguments !== undefined ? { input: valueOf(fields.arguments) } : {};
  return {
    type: 'approval.request',
    approvalId,
    ...compact({
      callId: idOf(fields.call_id),
      toolKey: textOf(fields.tool_name),
      prompt: textOf(fields.action_summary),
      risk: textOf(fields.risk)?.toLowerCase(),
      reason: textOf(fields.policy_reason),
      expiresAt: timeOf(fields.expires_at),
    }),
    ...input,
  };
}

/** The answer that stands in an approval, if it has one. */
export function answerOf(fields: ApprovalFields): Pick<ApprovalResponse, 'decision' | 'by' | 'at'> | undefined {
  const decision = resolutionOf(fields.resolution) ?? resolutionOf(fields.decision) ?? resolutionOf(fields.status);
  return decision && { decision, ...compact({ by: textOf(fields.resolved_by), at: timeOf(fields.resolved_at) }) };
}

const NO_APPROVAL = '"approval_id" must be a non-empty string';

/** `approval.requested`. */
export const requested: Handler = (context) => {
  const fields = read(approvalSchema, context);
  const approvalId = idOf(fields.approval_id);
  return approvalId === undefined ? NO_APPROVAL : context.run.book.ask(requestOf(approvalId, fields));
};

/** `approval.resolved`. */
export const resolved: Handler = (context) => {
  const fields = read(approvalSchema, context);
  const approvalId = idOf(fields.approval_id);
  if (approvalId === undefined) return NO_APPROVAL;
  const answer = answerOf(fields);
  return answer === undefined ? '"resolution" is not known' : context.run.book.answer(approvalId, answer);
};

/** The answer of `GET /v1/approvals/{id}`, which a host pushes as a frame of this name (ours). */
export const detailed: Handler = (context) => {
  const fields = read(approvalSchema, context);
  const approvalId = idOf(fields.id) ?? idOf(fields.approval_id);
  if (approvalId === undefined) return '"id" must be a non-empty string';
  return described(approvalId, fields, context.run);
};

function described(approvalId: string, fields: ApprovalFields, run: GatewayRun): readonly ActivityEvent[] {
  const answer = answerOf(fields);
  return [...run.book.ask(requestOf(approvalId, fields)), ...(answer === undefined ? [] : run.book.answer(approvalId, answer))];
}

/** `run.waiting_for_approval`. */
export const waitingForApproval: Handler = (context) => {
  const { suspension } = read(runSchema, context);
  const fields = isRecord(suspension) ? readFields(approvalSchema, suspension, context.fault) : {};
  const approvalId = idOf(fields.approval_id);
  const { book } = context.run;
  const asked = approvalId === undefined ? [] : book.ask(requestOf(approvalId, fields));
  // Answered before this came: it waits no more.
  if (approvalId !== undefined && !book.isOpen(approvalId)) return asked;
  return [...asked, { type: 'run.waiting', reason: 'approval' }];
};

/** `run.waiting_for_user`. The question is shown; the answer is the host's request. */
export const waitingForUser: Handler = (context: Context) => {
  const { suspension, question_id: id } = read(runSchema, context);
  const question = isRecord(suspension) ? (textOf(suspension['question']) ?? textOf(suspension['prompt'])) : undefined;
  const note: ActivityEvent[] = question === undefined ? [] : [{ type: 'note', id: textOf(id) ?? 'question', level: 'info', text: question }];
  return [...note, { type: 'run.waiting', reason: 'input' }];
};
