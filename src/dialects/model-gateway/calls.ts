import type { ActivityEvent, ToolEnd, ToolResult } from '../../activity/event.js';
import { contentText } from '../shared/content.js';
import { readFields } from '../shared/fields.js';
import { valueOf } from '../shared/frame-data.js';
import { compact, idOf, isRecord, textOf } from '../shared/values.js';
import { type Context, type Handler, read } from './context.js';
import { callSchema } from './schema.js';

const NO_CALL = '"call_id" must be a non-empty string';

/** A call among the items of a response: its arguments come here and nowhere else. Other items say nothing here. */
export function callProposed(item: unknown, index: number, { run, fault }: Context): readonly ActivityEvent[] {
  if (!isRecord(item) || (item['kind'] ?? item['type']) !== 'tool_call') return [];
  const place = `conversation_items.${String(index)}`;
  const call = readFields(callSchema, item, (reason) => {
    fault(`${place}: ${reason}`);
  });
  const callId = idOf(call.call_id);
  if (callId === undefined) {
    fault(`${place}: ${NO_CALL}`);
    return [];
  }
  const toolKey = textOf(call.name);
  // Whole, but only proposed: it is `tool.call.started` that begins it.
  const input: ActivityEvent[] = 'arguments' in call ? [{ type: 'tool.input', callId, mode: 'replace', value: valueOf(call.arguments) }] : [];
  return [announced(callId, toolKey, 'pending'), ...input, ...run.book.call(callId, toolKey)];
}

function announced(callId: string, toolKey: string | undefined, status: 'pending' | 'active'): ActivityEvent {
  return { type: 'tool.start', callId, status, executor: 'server', ...compact({ toolKey }) };
}

/** `tool.call.proposed`. */
export const proposed: Handler = (context) => {
  const { call_id: id, name } = read(callSchema, context);
  const callId = idOf(id);
  if (callId === undefined) return NO_CALL;
  const toolKey = textOf(name);
  return [announced(callId, toolKey, 'pending'), ...context.run.book.call(callId, toolKey)];
};

/** `tool.call.started`: what runs was allowed, whether or not that was told. */
export const started: Handler = (context) => {
  const { call_id: id, name } = read(callSchema, context);
  const callId = idOf(id);
  if (callId === undefined) return NO_CALL;
  const { book } = context.run;
  const toolKey = textOf(name);
  const bound = book.call(callId, toolKey);
  return [...bound, ...book.answerOf(callId, { decision: 'accepted' }), announced(callId, toolKey, 'active')];
};

/** Kinds of authorisation that were given once for many calls, so that nobody was asked about this one. */
const STANDING = /grant|standing|policy|rule|auto/i;

/** `tool.call.authorized`: by the approval it names, by a standing grant, or because nothing had to be asked. */
export const authorized: Handler = (context) => {
  const { book } = context.run;
  const call = read(callSchema, context);
  const callId = idOf(call.call_id);
  if (callId === undefined) return NO_CALL;
  const toolKey = textOf(call.name);
  const events = [announced(callId, toolKey, 'pending'), ...book.call(callId, toolKey)];
  const reason = textOf(call.authorization_reason);
  const ref = idOf(call.authorization_ref);
  if (ref !== undefined && book.knows(ref)) return [...events, ...book.answer(ref, { decision: 'accepted', ...compact({ reason }) }, callId)];
  const standing = STANDING.test(call.authorization_kind ?? '');
  const held = book.answerOf(callId, { decision: 'accepted', ...compact({ reason, by: standing ? 'policy' : undefined }) });
  if (held.length > 0) return [...events, ...held];
  // By the call's id: the grant has none of its own for this call.
  if (standing) return [...events, ...book.answer(callId, { decision: 'accepted', by: 'policy', ...compact({ reason }) }, callId)];
  const only = book.onlyUnbound();
  return only === undefined ? events : [...events, ...book.answer(only, { decision: 'accepted', ...compact({ reason }) }, callId)];
};

/** A result's content: its text where it has nothing else, else as it came. */
function outputOf(content: unknown): { readonly output?: unknown } {
  if (content === undefined || content === null) return {};
  const parts: readonly unknown[] = Array.isArray(content) ? content : [content];
  const plain = parts.length > 0 && parts.every((part) => contentText(part) !== undefined);
  return { output: plain ? contentText(content) : content };
}

function ending(result: ToolResult, decision: 'accepted' | 'rejected' | undefined): Handler {
  return (context) => {
    const { book } = context.run;
    const call = read(callSchema, context);
    const callId = idOf(call.call_id);
    if (callId === undefined) return NO_CALL;
    const toolKey = textOf(call.name);
    const reason = textOf(call.reason_code);
    const bound = book.call(callId, toolKey);
    const answered = decision === undefined ? [] : book.answerOf(callId, { decision, ...(decision === 'rejected' && compact({ reason })) });
    book.ended(callId);
    return [...bound, ...answered, { ...endOf(result, callId, call.result_item, reason), ...compact({ toolKey }) }];
  };
}

/** The end of a call. An error in a result is one, whatever the event calls it. */
function endOf(result: ToolResult, callId: string, item: Readonly<Record<string, unknown>> | null | undefined, code: string | undefined): ToolEnd {
  const { output } = outputOf(item?.['content']);
  const failed = result === 'failed' || (result === 'completed' && item?.['is_error'] === true);
  const value = output === undefined ? {} : { output };
  if (!failed) {
    const said = result === 'completed' ? {} : compact({ reason: code, rawStatus: result === 'unknown' ? 'uncertain' : undefined });
    return { type: 'tool.end', callId, result, ...said, ...value };
  }
  const message = typeof output === 'string' && output !== '' ? output : code;
  const error = message === undefined ? undefined : { ...compact({ code }), message };
  return { type: 'tool.end', callId, result: 'failed', ...compact({ error }), ...value };
}

/** `tool.call.completed`, `.failed`, `.denied`, `.uncertain`. */
export const completed = ending('completed', 'accepted');
export const failed = ending('failed', undefined);
export const denied = ending('rejected', 'rejected');
/** Whether it was carried out is not known; that it was allowed is. */
export const uncertain = ending('unknown', 'accepted');
