import type { ActivityEvent } from '../../activity/event.js';
import { textOf } from '../shared/values.js';
import { wholeMessage } from './blocks.js';
import { type Context, type Handled, type Handler, type Message, readMessage } from './context.js';
import { resultMessage } from './tools.js';

const NO_MESSAGE = '"message" must be an object with a "role"';

/** Ways to stop after which the arguments of a message's calls may be half of themselves. */
const BROKEN: ReadonlySet<string> = new Set(['error', 'aborted']);

function stopOf({ stopReason, errorMessage }: Message): { readonly reason: string; readonly message?: string | undefined } | undefined {
  const reason = textOf(stopReason);
  return reason === undefined ? undefined : { reason, message: textOf(errorMessage) };
}

/** `message_start`: the agent goes on, so that no dialog holds it. */
export const messageStarted: Handler = ({ frame, run, fault }): Handled => {
  const message = readMessage(frame.message, fault);
  if (message?.role === undefined || message.role === null) return NO_MESSAGE;
  if (message.role !== 'assistant') return [];
  const closed = run.closeDialogs();
  run.closeMessage();
  run.openMessage();
  return closed;
};

/** `message_end`: what it holds outweighs what was streamed. */
export const messageEnded: Handler = (context): Handled => {
  const message = readMessage(context.frame.message, context.fault);
  if (message?.role === undefined || message.role === null) return NO_MESSAGE;
  if (message.role === 'toolResult') return resultMessage(message, context.run);
  return message.role === 'assistant' ? assistantMessage(message, context) : [];
};

function assistantMessage(message: Message, context: Context): readonly ActivityEvent[] {
  const { run } = context;
  const closed = run.closeDialogs();
  run.openMessage();
  const stop = stopOf(message);
  run.stop = stop ?? run.stop;
  const events = wholeMessage(message.content, !BROKEN.has(stop?.reason ?? ''), context);
  run.closeMessage();
  return [...closed, ...events, { type: 'think.end' }];
}

/** Messages that came at the end of a turn or a run. Those of the assistant are news only to who has seen none. */
function adopt(messages: readonly unknown[], context: Context): readonly ActivityEvent[] {
  const { run, fault } = context;
  const read = messages.map((one) => readMessage(one, fault)).filter((one) => one !== undefined);
  const isNews = !run.hasMessages;
  return read.flatMap((message): readonly ActivityEvent[] => {
    if (message.role === 'toolResult') return resultMessage(message, run);
    if (message.role !== 'assistant') return [];
    if (isNews) return assistantMessage(message, context);
    run.stop = stopOf(message) ?? run.stop;
    return [];
  });
}

export const turnEnded: Handler = (context) => {
  const { message, toolResults } = context.frame;
  return [...context.run.closeDialogs(), ...adopt([message, ...(toolResults ?? [])], context)];
};

/** The messages of `agent_end`. */
export function runMessages(context: Context): readonly ActivityEvent[] {
  return adopt(context.frame.messages ?? [], context);
}
