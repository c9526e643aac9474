import type { ActivityEvent, ToolEnd } from '../../activity/event.js';
import { readData, valueOf } from '../shared/frame-data.js';
import { compact, idOf, isRecord, textOf } from '../shared/values.js';
import { type Context, type Handled, type Handler, stamp } from './context.js';
import type { Call, Turn } from './turn.js';

const NO_CALL = '"toolCallId" must be a non-empty string';
const NO_DELTA = '"delta" must be a string';

/** The card of the subagent's parent, so that its own calls can stand under that. */
function parentOf(lane: string, turn: Turn): string | undefined {
  return lane === '' ? undefined : turn.subagents.get(lane)?.parent;
}

/** A call is announced: once, however often its start is sent. */
export function announce(callId: string, name: string | undefined, context: Context): readonly ActivityEvent[] {
  const { turn, lane, frame } = context;
  const isNew = !turn.calls.has(callId);
  const call = turn.call(callId, lane);
  const isNews = isNew || (name !== undefined && name !== call.name);
  if (name !== undefined) call.name = name;
  if (!isNews) return [];
  return [{ type: 'tool.start', callId, status: 'pending', ...compact({ toolKey: name, parent: parentOf(call.lane, turn) }), ...stamp(frame) }];
}

/** A piece of a call's arguments. */
function write(call: Call, piece: string): readonly ActivityEvent[] {
  const fresh = call.fragments.add(piece);
  if (fresh === '' || call.complete) return [];
  call.text += fresh;
  call.last = piece;
  return [{ type: 'tool.input', callId: call.callId, mode: 'append', text: fresh }];
}

/** Whether each piece was all of the arguments so far: joined they are nothing, and the last one alone is an object. */
function isCumulative({ text, last }: Call): boolean {
  return text !== last && !readData(text).ok && isRecord(valueOf(last));
}

/** The arguments are whole, which is not to say that the call was carried out. */
export function complete(call: Call): readonly ActivityEvent[] {
  if (call.complete) return [];
  call.complete = true;
  const { callId } = call;
  if (!isCumulative(call)) return [{ type: 'tool.input', callId, mode: 'append', text: '', complete: true }];
  call.text = call.last;
  return [{ type: 'tool.input', callId, mode: 'replace', text: call.last, complete: true }];
}

/** The arguments of a call, where they are whole. */
export function inputOf(call: Call | undefined): { readonly input?: unknown } {
  if (call?.complete !== true) return {};
  return { input: call.text.trim() === '' ? {} : valueOf(call.text) };
}

/** What a call came to. A result without an error is taken for a success until somebody says otherwise. */
export function endCall(call: Call, said: { readonly content: unknown; readonly error: string | undefined; readonly at?: number }): readonly ActivityEvent[] {
  const { content, error, at } = said;
  const corrects = call.ended === 'assumed' && error !== undefined;
  if (call.ended !== undefined && !corrects) return [];
  call.ended = error === undefined ? 'assumed' : 'said';
  const end: ToolEnd = {
    type: 'tool.end',
    callId: call.callId,
    result: error === undefined ? 'completed' : 'failed',
    ...compact({ at, corrects: corrects ? true : undefined, error: error === undefined ? undefined : { message: error } }),
    ...(content !== undefined && content !== null && { output: valueOf(content) }),
  };
  return [end];
}

function withCall(handle: (callId: string, context: Context) => Handled): Handler {
  return (context) => {
    const callId = idOf(context.frame.toolCallId);
    return callId === undefined ? NO_CALL : handle(callId, context);
  };
}

/** Sent again, a start begins the arguments anew, of which only what is new counts. */
export const callStarted = withCall((callId, context) => {
  context.turn.calls.get(callId)?.fragments.restart();
  return announce(callId, textOf(context.frame.toolCallName), context);
});

export const callArguments = withCall((callId, { frame, turn, lane }) =>
  typeof frame.delta === 'string' ? write(turn.call(callId, lane), frame.delta) : NO_DELTA,
);

export const callWritten = withCall((callId, { turn, lane }) => complete(turn.call(callId, lane)));

export const callResult = withCall((callId, { frame, turn, lane }) => {
  for (const [approvalId, question] of turn.open) if (question.callId === callId) turn.open.delete(approvalId);
  return endCall(turn.call(callId, lane), { content: frame.content, error: textOf(frame.error), ...stamp(frame) });
});

/** `TOOL_CALL_CHUNK`: without an id it goes on with the open call of its lane. */
export const callChunk: Handler = (context): Handled => {
  const { frame, turn, lane } = context;
  const callId = idOf(frame.toolCallId) ?? turn.chunks.get(lane)?.id;
  const { delta } = frame;
  if (callId === undefined) return delta === undefined || delta === null ? [] : '"toolCallId" is missing, and no call is open';
  if (typeof delta !== 'string' && delta !== undefined && delta !== null) return NO_DELTA;
  const opening = announce(callId, textOf(frame.toolCallName), context);
  turn.chunks.set(lane, { kind: 'tool', id: callId });
  return [...opening, ...write(turn.call(callId, lane), delta ?? '')];
};
