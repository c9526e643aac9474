import type { ActivityEvent, ToolEnd } from '../../activity/event.js';
import { contentText } from '../shared/content.js';
import { compact, idOf, isRecord, textOf } from '../shared/values.js';
import type { Context, Handled, Handler, Message } from './context.js';
import type { PiRun } from './run.js';

const NO_CALL = '"toolCallId" must be a non-empty string';

function withCall(handle: (card: string, context: Context) => readonly ActivityEvent[]): Handler {
  return (context): Handled => {
    const callId = idOf(context.frame.toolCallId);
    if (callId === undefined) return NO_CALL;
    const { run } = context;
    const card = run.card(callId);
    // A dialog may be about any call that is running; with one alone, that goes on only when it was answered.
    const isOnly = run.running.size === 1 && run.running.has(card);
    return [...(isOnly ? run.closeDialogs() : []), ...handle(card, context)];
  };
}

/** A result, as text where that is what an error has to say. */
function errorOf(result: unknown): { readonly message: string } {
  const content = isRecord(result) ? (contentText(result['content']) ?? contentText(result['error'])) : contentText(result);
  return { message: content ?? 'error' };
}

/** The end of a call. Its result stays a value; that it failed is said by a flag alone. */
export function toolEnded(callId: string, said: { readonly toolKey?: string | undefined; readonly isError?: boolean | null | undefined; readonly at?: number | undefined }, result: unknown): ToolEnd {
  const failed = said.isError === true;
  return {
    type: 'tool.end',
    callId,
    result: failed ? 'failed' : 'completed',
    ...compact({ toolKey: said.toolKey, at: said.at }),
    ...(result !== undefined && { output: result }),
    ...(failed && { error: errorOf(result) }),
  };
}

/** `tool_execution_start`: the arguments are whole, and the work begins. */
export const executionStarted = withCall((callId, { frame, run }) => {
  run.running.add(callId);
  return [
    { type: 'tool.start', callId, status: 'active', executor: 'server', ...compact({ toolKey: textOf(frame.toolName) }) },
    ...(frame.args === undefined ? [] : [{ type: 'tool.input' as const, callId, mode: 'replace' as const, complete: true, value: frame.args }]),
  ];
});

/** `tool_execution_update`: each partial result is the whole of what there is, and replaces the one before. */
export const executionUpdated = withCall((callId, { frame }) => [
  {
    type: 'tool.progress',
    callId,
    ...compact({ toolKey: textOf(frame.toolName) }),
    ...(frame.partialResult !== undefined && { partialOutput: frame.partialResult }),
  },
]);

export const executionEnded = withCall((callId, { frame, run }) => {
  run.running.delete(callId);
  return [toolEnded(callId, { toolKey: textOf(frame.toolName), isError: frame.isError }, frame.result)];
});

/** A result as a message of the conversation: the same as `result`, in the message's own fields. */
export function resultMessage(message: Message, run: PiRun): readonly ActivityEvent[] {
  const callId = idOf(message.toolCallId);
  if (callId === undefined) return [];
  const card = run.card(callId);
  run.running.delete(card);
  run.clientCalls.delete(card);
  const { toolName, isError, timestamp } = message;
  return [toolEnded(card, { toolKey: textOf(toolName), isError, ...compact({ at: timestamp ?? undefined }) }, resultOf(message))];
}

/** The result in a toolResult message. */
export function resultOf({ content, details }: Message): unknown {
  return content === undefined && details === undefined ? undefined : compact({ content, details });
}
