import type { ActivityEvent, ApprovalRequest } from '../../activity/event.js';
import { readFields } from '../shared/fields.js';
import { compact, idOf, isRecord, textOf } from '../shared/values.js';
import type { Handled, Handler } from './context.js';
import { streamedWhole } from './input.js';
import { askedSchema } from './schema.js';
import type { Asked, Call, Turn } from './turn.js';

/** By whom an automatic request is decided. */
const POLICY = 'policy';

function about(approvalId: string, { callId, name, input }: Call): Omit<ApprovalRequest, 'type'> {
  return { approvalId, callId, ...compact({ toolKey: name }), ...(input !== undefined && { input: input.value }) };
}

/** The arguments are shown with the request, so they must be whole; some servers never say that they are. */
function whole(call: Call): readonly ActivityEvent[] {
  return call.input === undefined && call.text !== '' ? streamedWhole(call) : [];
}

/** A request of the server to itself asks nobody; its answer will be told as one that was given. */
function ask(call: Call, asked: Asked, echo: ApprovalRequest['echo'], turn: Turn): readonly ActivityEvent[] {
  if (!turn.ask(asked) || asked.automatic) return [];
  if (call.state === 'new') call.state = 'open';
  const input = whole(call);
  return [...input, { type: 'approval.request', ...about(asked.approvalId, call), ...compact({ reason: asked.reason, echo }) }];
}

/** `tool-approval-request`. */
export const requested: Handler = ({ chunk, turn }): Handled => {
  const id = idOf(chunk.toolCallId);
  if (id === undefined) return '"toolCallId" must be a non-empty string';
  const approvalId = idOf(chunk.approvalId);
  if (approvalId === undefined) return '"approvalId" must be a non-empty string';
  const call = turn.call(id);
  const asked: Asked = { approvalId, callId: call.callId, response: turn.response, automatic: chunk.isAutomatic === true, reason: textOf(chunk.reason) };
  return ask(call, asked, echoOf(call, textOf(chunk.signature)), turn);
};

/** What the answer has to say beside the decision. */
export function echoOf({ dynamic, provider }: Pick<Call, 'dynamic' | 'provider'>, signature: string | undefined): ApprovalRequest['echo'] {
  const echo = compact({ signature, dynamic: dynamic === true ? true : undefined, providerExecuted: provider });
  return Object.keys(echo).length === 0 ? undefined : echo;
}

/** `data-tool-call-approval` and `data-tool-call-suspended`, by which Mastra's agents ask. They name the call alone. */
export const askedByData: Handler = ({ chunk, turn, fault }): Handled => {
  const data = isRecord(chunk.data) ? chunk.data : {};
  const fields = readFields(askedSchema, data, fault);
  const id = idOf(fields.toolCallId);
  if (id === undefined) return '"data.toolCallId" must be a non-empty string';
  const call = turn.call(id);
  const name = textOf(fields.toolName);
  if (name !== undefined) call.name = name;
  if ('args' in data) call.input ??= { value: data['args'] };
  return ask(call, { approvalId: id, callId: call.callId, response: turn.response, automatic: false, reason: undefined }, undefined, turn);
};

/** The answer of the server's policy, with what it was asked. */
function decidedByPolicy({ approvalId, reason }: Asked, call: Call, status: 'accepted' | 'rejected', why?: string): ActivityEvent {
  return { type: 'snapshot.approval', ...about(approvalId, call), status, decidedBy: POLICY, ...compact({ requestReason: reason, reason: why }) };
}

/** `tool-approval-response`. */
export const responded: Handler = ({ chunk, turn }): Handled => {
  const approvalId = idOf(chunk.approvalId);
  if (approvalId === undefined || typeof chunk.approved !== 'boolean') return '"approvalId" must be a non-empty string and "approved" a boolean';
  const decision = chunk.approved ? 'accepted' : 'rejected';
  const reason = textOf(chunk.reason);
  const asked = turn.answered(approvalId);
  if (asked === undefined) return [{ type: 'approval.response', approvalId, decision, ...compact({ reason }) }];
  const call = turn.call(asked.callId);
  if (decision === 'rejected') call.state = 'ended';
  if (!asked.automatic) return [{ type: 'approval.response', approvalId, callId: call.callId, decision, ...compact({ reason }) }];
  const told = decidedByPolicy(asked, call, decision, reason);
  return decision === 'accepted' ? [told] : [{ type: 'tool.end', callId: call.callId, result: 'rejected', ...compact({ reason }) }, told];
};

/**
 * A call that runs, or has run, was allowed; older servers never say so. One that failed may not have run at all, so that
 * what was decided here counts first.
 */
export function carriedOut(call: Call, turn: Turn, failed = false): readonly ActivityEvent[] {
  return turn.askedAbout(call.callId).map((asked): ActivityEvent => {
    turn.answered(asked.approvalId);
    if (asked.automatic) return decidedByPolicy(asked, call, 'accepted');
    return { type: 'approval.response', approvalId: asked.approvalId, callId: call.callId, decision: 'accepted', ...(failed && { assumed: true }) };
  });
}

/** The server says that a call was denied. */
export function denied(call: Call, turn: Turn): readonly ActivityEvent[] {
  const { callId } = call;
  const about = turn.askedAbout(callId);
  for (const { approvalId } of about) turn.answered(approvalId);
  const person = about.filter(({ automatic }) => !automatic);
  if (person.length > 0) return person.map(({ approvalId }) => ({ type: 'approval.response', approvalId, callId, decision: 'rejected' }));
  return [{ type: 'tool.end', callId, result: 'rejected' }, ...about.map((asked) => decidedByPolicy(asked, call, 'rejected'))];
}

/** Requests of earlier responses that this one, now at its end, has said nothing of: they were answered, and not allowed. */
export function leftUnsaid(turn: Turn): readonly ActivityEvent[] {
  const left = [...turn.asked.values()].filter(({ response, automatic }) => response !== turn.response && !automatic);
  return left.map(({ approvalId, callId }) => {
    turn.answered(approvalId);
    return { type: 'approval.response', approvalId, callId, decision: 'rejected', assumed: true };
  });
}
