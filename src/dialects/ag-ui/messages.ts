import type { ActivityEvent, CallSnapshot } from '../../activity/event.js';
import { contentText } from '../shared/content.js';
import { type FieldFault, readFields } from '../shared/fields.js';
import { valueOf } from '../shared/frame-data.js';
import { compact, idOf, isRecord, type JsonRecord, textOf } from '../shared/values.js';
import { aboutContent, cardOf } from './activities.js';
import { announce, complete, endCall } from './calls.js';
import type { Context, Handler } from './context.js';
import { messageSchema } from './schema.js';
import type { Turn } from './turn.js';

interface Result {
  readonly content: unknown;
  readonly error: string | undefined;
}

/** A call of a conversation. */
export interface KnownCall {
  readonly callId: string;
  readonly toolKey?: string;
  /** Its arguments as text or value; present by key. */
  readonly input?: unknown;
  readonly result: Result | undefined;
  /** It may still be answered: nobody has said anything after it. */
  readonly isLast: boolean;
}

/** What is shown of a conversation. */
export interface Conversation {
  readonly calls: readonly KnownCall[];
  readonly activities: readonly { readonly id: string; readonly toolKey?: string; readonly content: unknown }[];
  /** Texts of the assistant since the last person's message, with their ids. */
  readonly answers: readonly { readonly id: string; readonly text: string }[];
}

const ignore: FieldFault = () => undefined;

function read(messages: readonly unknown[], fault: FieldFault) {
  return messages.filter(isRecord).map((message) => readFields(messageSchema, message, fault));
}

/** The results of a conversation by the id of their call. */
export function resultsOf(messages: readonly unknown[]): ReadonlyMap<string, Result> {
  const results = read(messages, ignore).filter(({ role }) => role === 'tool');
  return new Map(results.flatMap(({ toolCallId, content, error }): [string, Result][] => {
    const callId = idOf(toolCallId);
    return callId === undefined ? [] : [[callId, { content, error: textOf(error) }]];
  }));
}

function callOf(entry: JsonRecord): Pick<KnownCall, 'callId' | 'toolKey' | 'input'> | undefined {
  const callId = idOf(entry['id']);
  if (callId === undefined) return undefined;
  const about = isRecord(entry['function']) ? entry['function'] : {};
  const input = about['arguments'];
  return { callId, ...compact({ toolKey: textOf(about['name']) }), ...(input !== undefined && input !== null && { input }) };
}

/** Reads a conversation. Thoughts in it are passed over unread. */
export function readConversation(list: readonly unknown[], fault: FieldFault): Conversation {
  const messages = read(list, fault);
  const results = resultsOf(list);
  const lastUser = messages.findLastIndex(({ role }) => role === 'user');
  const lastSaid = messages.findLastIndex(({ role, content }) => role === 'user' || (role === 'assistant' && (contentText(content) ?? '') !== ''));
  const asked = messages.map(({ role, toolCalls }) => (role === 'assistant' ? (toolCalls ?? []).filter(isRecord).map(callOf).filter((call) => call !== undefined) : []));
  const named = new Set(asked.flat().map(({ callId }) => callId));
  const calls = messages.flatMap(({ role, toolCallId }, at): KnownCall[] => {
    // A result may be all that is left of its call.
    const alone = role === 'tool' ? idOf(toolCallId) : undefined;
    const found = alone === undefined || named.has(alone) ? (asked[at] ?? []) : [{ callId: alone }];
    return found.map((call) => ({ ...call, result: results.get(call.callId), isLast: at >= lastSaid }));
  });
  const activities = messages.flatMap(({ role, id, activityType, content }) => {
    const known = role === 'activity' ? idOf(id) : undefined;
    return known === undefined ? [] : [{ id: known, content: content ?? {}, ...compact({ toolKey: textOf(activityType) }) }];
  });
  const answers = messages.slice(lastUser + 1).flatMap(({ role, id, content }, at) => {
    const text = role === 'assistant' ? (contentText(content) ?? '') : '';
    return text === '' ? [] : [{ id: idOf(id) ?? `answer ${String(at)}`, text }];
  });
  return { calls, activities, answers };
}

/** A call of a conversation as it was left. */
export function snapshotOf({ callId, toolKey, result, ...rest }: KnownCall, status: 'active' | 'interrupted'): CallSnapshot {
  const about = { type: 'snapshot.call', callId, ...compact({ toolKey }), ...('input' in rest && { input: valueOf(rest.input) }) } as const;
  if (result === undefined) return { ...about, status, ...(status === 'interrupted' && { assumed: true }) };
  const { content, error } = result;
  const output = content === undefined || content === null ? {} : { output: valueOf(content) };
  return { ...about, ...output, ...(error === undefined ? { status: 'completed' } : { status: 'failed', error: { message: error } }) };
}

/** A call that the run under way has, in a snapshot: its result may be news, or correct what was taken for a success. */
function known(call: KnownCall, context: Context): readonly ActivityEvent[] {
  const { turn, lane } = context;
  const isNew = !turn.calls.has(call.callId);
  const opening = announce(call.callId, call.toolKey, context);
  const card = turn.call(call.callId, lane);
  const text = typeof call.input === 'string' ? call.input : JSON.stringify(call.input ?? {});
  if (isNew) card.text = text;
  const input: readonly ActivityEvent[] = isNew ? [{ type: 'tool.input', callId: call.callId, mode: 'replace', value: valueOf(text), complete: true }] : complete(card);
  card.complete = true;
  return [...opening, ...input, ...(call.result === undefined ? [] : endCall(card, call.result))];
}

function isOfRun(call: KnownCall, turn: Turn): boolean {
  return turn.calls.has(call.callId) || (call.result === undefined && call.isLast);
}

/** `MESSAGES_SNAPSHOT`. What is not of this run is a history: its cards are there, and wait for nothing. */
export const messagesSnapshot: Handler = (context) => {
  const { turn, frame, fault } = context;
  const { calls, activities, answers } = readConversation(frame.messages ?? [], fault);
  const cards = calls.flatMap((call) => (isOfRun(call, turn) ? known(call, context) : [snapshotOf(call, 'interrupted')]));
  const shown = activities.flatMap(({ id, toolKey, content }): readonly ActivityEvent[] => {
    const callId = cardOf(id, turn);
    const isNew = !turn.activities.has(callId);
    turn.activities.set(callId, content);
    const start: readonly ActivityEvent[] = isNew ? [{ type: 'tool.start', callId, ...compact({ toolKey }) }] : [];
    return [...start, { type: 'tool.progress', callId, ...aboutContent(content) }];
  });
  // Ids of a snapshot are often not those of the stream: what was streamed is not taken a second time.
  const texts = turn.text.isEmpty ? answers : [];
  return [...cards, ...shown, ...texts.flatMap(({ id, text }) => adopt(id, text, turn))];
};

function adopt(id: string, text: string, turn: Turn): readonly ActivityEvent[] {
  turn.text.name(id);
  const events = turn.text.finish(`${id} 0`, id, text, false);
  if (!turn.messages.has(id)) turn.messages.set(id, { id, isAnswer: true, open: false, part: 0, text });
  return events;
}
