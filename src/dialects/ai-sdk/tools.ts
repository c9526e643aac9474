import type { ActivityEvent } from '../../activity/event.js';
import { compact, idOf, textOf } from '../shared/values.js';
import { carriedOut, denied } from './approvals.js';
import type { Context, Handled, Handler } from './context.js';
import { streamedWhole } from './input.js';
import type { Call } from './turn.js';

const NO_CALL = '"toolCallId" must be a non-empty string';

/** The handler of a chunk that is about one call. */
function ofCall(handle: (call: Call, context: Context) => Handled): Handler {
  return (context) => {
    const id = idOf(context.chunk.toolCallId);
    return id === undefined ? NO_CALL : handle(context.turn.call(id), context);
  };
}

/** What a chunk says of a call. Whether a call of nobody in particular is the client's shows at the end of its response. */
function described(call: Call, { chunk }: Context): { readonly toolKey?: string; readonly title?: string; readonly executor?: 'provider' } {
  const name = textOf(chunk.toolName);
  if (name !== undefined) call.name = name;
  if (typeof chunk.dynamic === 'boolean') call.dynamic = chunk.dynamic;
  if (chunk.providerExecuted === true) call.provider = true;
  return compact({ toolKey: name, title: textOf(chunk.title), executor: chunk.providerExecuted === true ? ('provider' as const) : undefined });
}

/** Opens a card, or says more about one. */
function opened(call: Call, status: 'pending' | 'active', context: Context): readonly ActivityEvent[] {
  const about = described(call, context);
  if (call.state !== 'new') return [];
  call.state = 'open';
  return [{ type: 'tool.start', callId: call.callId, status, ...about }];
}

/** `tool-input-start`. Sent again it begins the arguments again; what is shown stays. */
export const inputStarted = ofCall((call, context) => {
  if (context.chunk.inputEncoding === 'text') call.plain = true;
  if (call.state === 'new') return opened(call, 'pending', context);
  call.fragments.restart();
  return call.state === 'ended' || call.input !== undefined
    ? []
    : [{ type: 'tool.start', callId: call.callId, status: 'pending', ...described(call, context) }];
});

export const inputDelta = ofCall((call, { chunk }) => {
  if (typeof chunk.inputTextDelta !== 'string') return '"inputTextDelta" must be a string';
  const text = call.fragments.add(chunk.inputTextDelta);
  if (call.state === 'new') call.state = 'open';
  if (text === '' || call.input !== undefined || call.state === 'ended') return [];
  call.text += text;
  return [{ type: 'tool.input', callId: call.callId, mode: 'append', text }];
});

/** The arguments are whole. Without a value they are what was streamed. */
function inputWhole(call: Call, context: Context): readonly ActivityEvent[] {
  const opening = opened(call, 'active', context);
  if (!('input' in context.body)) return [...opening, ...(call.input === undefined ? streamedWhole(call) : [])];
  const value = context.body['input'];
  call.input = { value };
  return [...opening, { type: 'tool.input', callId: call.callId, mode: 'replace', value, complete: true }];
}

export const inputAvailable: Handler = (context) => {
  const { chunk, body, turn } = context;
  const id = idOf(chunk.toolCallId);
  if (id === undefined) return NO_CALL;
  if (chunk.providerExecuted === true) turn.adopt(id, textOf(chunk.toolName), body['input']);
  return inputWhole(turn.call(id), context);
};

function fault({ chunk }: Context): { readonly error?: { readonly message: string } } {
  const message = textOf(chunk.errorText);
  return message === undefined ? {} : { error: { message } };
}

/** `tool-input-error`: the model's arguments are no good, and the tool does not run. */
export const inputFailed = ofCall((call, context) => {
  const input = 'input' in context.body ? inputWhole(call, context) : opened(call, 'active', context);
  call.state = 'ended';
  return [...input, { type: 'tool.end', callId: call.callId, result: 'failed', ...fault(context) }];
});

/** `tool-output-available`. A preliminary one is progress. */
export const outputAvailable = ofCall((call, context) => {
  const { callId } = call;
  const value = context.body['output'];
  const before = [...opened(call, 'active', context), ...carriedOut(call, context.turn)];
  if (context.chunk.preliminary === true) return [...before, { type: 'tool.progress', callId, partialOutput: value }];
  call.state = 'ended';
  return [...before, { type: 'tool.end', callId, result: 'completed', ...('output' in context.body && { output: value }) }];
});

export const outputFailed = ofCall((call, context) => {
  const before = [...opened(call, 'active', context), ...carriedOut(call, context.turn, true)];
  call.state = 'ended';
  return [...before, { type: 'tool.end', callId: call.callId, result: 'failed', ...fault(context) }];
});

/** `tool-output-denied`. */
export const outputDenied = ofCall((call, context) => {
  // Its answer has ended it already.
  if (call.state === 'ended') return [];
  described(call, context);
  call.state = 'ended';
  return denied(call, context.turn);
});
