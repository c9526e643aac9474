import type * as z from 'zod/mini';
import type { ActivityEvent, ApprovalRequest } from '../../activity/event.js';
import type { Approval, ApprovalOption } from '../../activity/state.js';
import type { DecisionRequest, Refusal } from '../dialect.js';
import { type FieldFault, readFields } from '../shared/fields.js';
import { compact, idOf, isRecord, textOf } from '../shared/values.js';
import { callSchema, type frameSchema } from './schema.js';

/** Milliseconds after which the server rejects a request by itself. */
export const PERMISSION_TIME = 120_000;

const KINDS: ReadonlyMap<string, string> = new Map([
  ['allow', 'allow_once'],
  ['allow_always', 'allow_always'],
  ['reject', 'reject_once'],
]);

/** Options are words; one that is not known is shown and decides nothing. */
function optionsOf(options: readonly unknown[] | null | undefined, fault: FieldFault): readonly ApprovalOption[] | undefined {
  if (options === null || options === undefined) return undefined;
  return options.flatMap((entry, index): readonly ApprovalOption[] => {
    const id = idOf(entry);
    if (id === undefined) fault(`"options.${String(index)}" must be a non-empty string`);
    return id === undefined ? [] : [{ id, ...compact({ kind: KINDS.get(id) }) }];
  });
}

/** A request for permission, and the title of the call it is about. */
export function permissionOf(
  fields: z.output<typeof frameSchema>,
  now: number | undefined,
  fault: FieldFault,
): { readonly request: ApprovalRequest; readonly title: string | undefined } | undefined {
  const approvalId = idOf(fields.requestId);
  if (approvalId === undefined) return undefined;
  const call = isRecord(fields.toolCall) ? readFields(callSchema, fields.toolCall, fault) : {};
  const title = textOf(call.title);
  const options = optionsOf(fields.options, fault);
  const about = compact({
    options,
    expiresAt: now === undefined ? undefined : now + PERMISSION_TIME,
    // Not as the tool's key, which it is not: a title is a sentence.
    activity: title === undefined ? undefined : { label: title },
  });
  return { request: { type: 'approval.request', approvalId, ...about, ...('input' in call && { input: call.input }) }, title };
}

/** The body of `POST …/loop/permission`. The protocol takes neither reasons nor changed arguments. */
export function answer(approval: Approval, { decision, optionId }: DecisionRequest): unknown {
  return { requestId: approval.approvalId, decision: optionId ?? (decision === 'approve' ? 'allow' : 'reject') };
}

/** 400: it was rejected by itself before the answer came. */
export function refused(approvalId: string, { status, body }: Refusal): ActivityEvent | undefined {
  if (status !== 400) return undefined;
  return { type: 'approval.local', approvalId, phase: 'expired', ...compact({ reason: textOf(body?.['error']) }) };
}
