import type * as z from 'zod/mini';
import type { ApprovalRequest, ApprovalResponse } from '../../activity/event.js';
import type { ApprovalOption } from '../../activity/state.js';
import { readFields, type FieldFault } from '../shared/fields.js';
import { timeOf } from '../shared/time.js';
import { compact, idOf, isRecord, textOf } from '../shared/values.js';
import { type Context, type Handled, type Handler, read, stamp } from './context.js';
import { callIdOf, type ToolPayload, toolPayload } from './normalise.js';
import { approvalSchema, decisionSchema, toolSchema } from './schema.js';

type ApprovalFields = z.output<typeof approvalSchema>;

const NO_APPROVAL_ID = '"approvalId" or a call id must be a non-empty string';

/** The words for a decision (ours, B4, and their close relatives), in lower case. */
const decisions: ReadonlyMap<string, ApprovalResponse['decision']> = new Map([
  ['approved', 'accepted'],
  ['accepted', 'accepted'],
  ['approve', 'accepted'],
  ['accept', 'accepted'],
  ['rejected', 'rejected'],
  ['reject', 'rejected'],
  ['denied', 'rejected'],
  ['deny', 'rejected'],
  ['expired', 'expired'],
  ['timeout', 'expired'],
  ['cancelled', 'cancelled'],
  ['canceled', 'cancelled'],
]);

/** A server's word for a decision; `undefined` when it is none. */
export function decisionOf(word: string | null | undefined): ApprovalResponse['decision'] | undefined {
  return word === null || word === undefined ? undefined : decisions.get(word.trim().toLowerCase());
}

function optionOf(entry: unknown): ApprovalOption | undefined {
  if (typeof entry === 'string') return entry === '' ? undefined : { id: entry };
  if (!isRecord(entry)) return undefined;
  const id = idOf(entry['id']) ?? idOf(entry['optionId']) ?? idOf(entry['value']);
  if (id === undefined) return undefined;
  const label = textOf(entry['label']) ?? textOf(entry['name']);
  const takesText = entry['takesText'] === true ? true : undefined;
  return compact({ id, label, kind: textOf(entry['kind']), takesText });
}

function optionsOf(entries: readonly unknown[] | null | undefined, fault: FieldFault): readonly ApprovalOption[] | undefined {
  if (entries === null || entries === undefined) return undefined;
  const options = new Map<string, ApprovalOption>();
  for (const [index, entry] of entries.entries()) {
    const option = optionOf(entry);
    if (option === undefined) fault(`"options.${String(index)}" must be a string or { id, label?, kind? }`);
    else if (!options.has(option.id)) options.set(option.id, option);
  }
  return options.size > 0 ? [...options.values()] : undefined;
}

/** Works a duration into a deadline; a persisted request has neither a clock nor a time, and so no deadline. */
export type Deadline = (approvalId: string, expiresInMs: number) => number | undefined;

/** The request that a payload describes, wherever it was found. */
export function approvalRequest(
  approvalId: string,
  fields: ApprovalFields,
  call: ToolPayload,
  fault: FieldFault,
  deadline: Deadline,
): ApprovalRequest {
  const { callId, toolKey, activity } = call;
  const duration = fields.expiresInMs ?? undefined;
  const expiresAt = timeOf(fields.expiresAt) ?? (duration === undefined ? undefined : deadline(approvalId, duration));
  const { prompt, reason, risk, editable } = fields;
  return {
    type: 'approval.request',
    approvalId,
    ...compact({ callId, toolKey, activity, expiresAt, options: optionsOf(fields.options, fault) }),
    ...compact({ prompt: prompt ?? undefined, reason: reason ?? undefined, risk: risk ?? undefined }),
    ...compact({ editable: editable ?? undefined }),
    ...('input' in call && { input: call.input }),
  };
}

function readIds(context: Context): { readonly approvalId?: string; readonly callId?: string } {
  const { payload, stepId } = context.envelope;
  return compact({ approvalId: idOf(payload['approvalId']), callId: callIdOf(payload, stepId) });
}

/** `tool.approval_required`. A duration counts from the server's time, else from the clock that was injected. */
export const approvalRequired: Handler = (context) => {
  const { envelope, memory } = context;
  const ids = readIds(context);
  const approvalId = ids.approvalId ?? ids.callId;
  if (approvalId === undefined) return NO_APPROVAL_ID;
  const call = toolPayload(read(toolSchema, context), ids.callId);
  // Tool fields are reported once, by the line above: the two schemas share `reason`.
  const fields = readFields(approvalSchema, envelope.payload, (why) => {
    if (!why.startsWith('"reason"')) context.fault(why);
  });
  const deadline: Deadline = (id, duration) =>
    envelope.at === undefined ? memory.deadline(id, context.now() + duration) : envelope.at + duration;
  const request = { ...approvalRequest(approvalId, fields, call, context.fault, deadline), ...stamp(envelope) };
  if (ids.callId === undefined || !('output' in call)) return [request];
  return [request, { type: 'tool.progress', callId: ids.callId, partialOutput: call.output, ...stamp(envelope) }];
};

type Decide = (fields: z.output<typeof decisionSchema>) => ApprovalResponse['decision'] | undefined;

function responded(context: Context, decide: Decide): Handled {
  const { approvalId, callId } = readIds(context);
  if (approvalId === undefined && callId === undefined) return NO_APPROVAL_ID;
  const fields = readFields(decisionSchema, context.envelope.payload, context.fault);
  const decision = decide(fields);
  if (decision === undefined) return '"approved" must be a boolean or "decision" a known word';
  const { by, reason } = fields;
  return [
    {
      type: 'approval.response',
      decision,
      ...toolPayload(read(toolSchema, context), callId),
      ...compact({ approvalId, by: by ?? undefined, reason: reason ?? undefined }),
      ...stamp(context.envelope),
    },
  ];
}

/** `tool.approval_response`: `approved`, else one of the words for a decision. */
export const approvalResponse: Handler = (context) =>
  responded(context, ({ approved, decision }) => {
    if (typeof approved === 'boolean') return approved ? 'accepted' : 'rejected';
    return decisionOf(decision);
  });

/** `tool.approval_timeout`. */
export const approvalTimeout: Handler = (context) => responded(context, () => 'expired');
