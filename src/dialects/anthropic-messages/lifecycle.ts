import type { ActivityEvent } from '../../activity/event.js';
import type { RunOutcome } from '../../activity/state.js';
import { readFields } from '../shared/fields.js';
import { compact, isRecord, textOf } from '../shared/values.js';
import type { Context, Handler } from './context.js';
import { deltaSchema } from './schema.js';
import type { MessageMemory, Turn } from './turn.js';

/** Opens the turn's run; the first start, without an id, is the one that begins another after a run that is over. */
function opening(turn: Turn, id: string | undefined): readonly ActivityEvent[] {
  turn.runId = id;
  return [{ type: 'run.start' }, ...(id === undefined ? [] : [{ type: 'run.start', runId: id } as const])];
}

/** A further message means that the client has answered its calls, on another way than this stream. */
export function answeredElsewhere(turn: Turn): readonly ActivityEvent[] {
  const left = [...turn.calls.values()].filter(({ executor, state }) => executor === 'client' && state !== 'ended');
  for (const call of left) call.state = 'ended';
  return left.map(({ callId }) => ({ type: 'tool.end', callId, result: 'unknown', rawStatus: 'result_not_in_stream' }));
}

/** A message begins. A turn of nothing yet, or one that waits, goes on with it. */
export function begun(turn: Turn, id: string | undefined): readonly ActivityEvent[] {
  const isFirst = turn.phase === 'new';
  const between = isFirst ? [] : answeredElsewhere(turn);
  turn.begin(id);
  if (isFirst) return opening(turn, id);
  turn.runId ??= id;
  return [{ type: 'run.start', reopen: true, ...compact({ runId: turn.runId }) }, ...between];
}

/** The message that an event is part of; one without a start begins with it. */
export function messageOf({ turn }: Context): { readonly message: MessageMemory; readonly events: readonly ActivityEvent[] } {
  const { message } = turn;
  if (message !== undefined && !message.over) return { message, events: [] };
  const events = begun(turn, undefined);
  return { message: turn.message ?? turn.begin(undefined), events };
}

/** Another message takes the place of one that is not finished: what came of that one is taken back. Ended cards stay. */
export function takenBack(turn: Turn, message: MessageMemory): readonly ActivityEvent[] {
  message.over = true;
  if (message.blocks.size === 0) return [];
  const unfinished = [...turn.calls.values()].filter(({ state }) => state !== 'ended');
  const own = unfinished.filter((call) => call.message === message);
  for (const { callId } of own) turn.calls.delete(callId);
  const groups = new Set([...message.blocks.values()].filter(({ kind }) => kind === 'text').map(({ key }) => key));
  const text = [...groups].flatMap((group) => turn.text.remove(group));
  // What is open since an earlier message must not go with it.
  const discard: readonly ActivityEvent[] =
    own.length < unfinished.length
      ? own.map(({ callId }) => ({ type: 'tool.end', callId, result: 'cancelled' }))
      : [{ type: 'discard', scope: 'step' }];
  return [{ type: 'think.end' }, ...discard, ...text.slice(-1)];
}

/** `message_delta`: why the message stops, which counts when it does. */
export const messageDelta: Handler = (context) => {
  const { frame, fault } = context;
  if (!isRecord(frame.delta)) return '"delta" must be an object';
  const delta = readFields(deltaSchema, frame.delta, fault);
  const { message, events } = messageOf(context);
  message.stopReason = textOf(delta.stop_reason) ?? message.stopReason;
  message.explanation = textOf(delta.stop_details?.explanation) ?? message.explanation;
  return events;
};

/** Calls whose arguments broke off: what there is of them stays to be seen, and nobody will run them. */
function brokenCalls(turn: Turn, message: MessageMemory): readonly ActivityEvent[] {
  const broken = [...turn.calls.values()].filter((call) => call.message === message && call.state === 'writing');
  for (const call of broken) call.state = 'ended';
  return broken.map(({ callId }) => ({ type: 'tool.end', callId, result: 'degraded', rawStatus: 'input_incomplete' }));
}

/** Reasons that end a turn as something else than complete. */
const OUTCOMES: ReadonlyMap<string, RunOutcome> = new Map<string, RunOutcome>([
  ['max_tokens', 'truncated'],
  ['model_context_window_exceeded', 'truncated'],
  ['refusal', 'refused'],
]);

const COMPLETE: ReadonlySet<string | undefined> = new Set([undefined, 'end_turn', 'stop_sequence']);

/** Reasons after which the client has to go on: with results, or just so. */
const WAITING: ReadonlySet<string> = new Set(['tool_use', 'pause_turn', 'compaction']);

function endOf({ stopReason, explanation }: MessageMemory): ActivityEvent {
  if (stopReason !== undefined && WAITING.has(stopReason)) return { type: 'run.waiting', reason: 'client-tool' };
  if (COMPLETE.has(stopReason)) return { type: 'run.ended', outcome: 'completed' };
  const outcome = OUTCOMES.get(stopReason ?? '');
  const reason = outcome === undefined ? stopReason : explanation;
  return { type: 'run.settled', outcome: outcome ?? 'partial', ...compact({ reason }) };
}

/** The message is whole. */
export function stop(turn: Turn, message: MessageMemory): readonly ActivityEvent[] {
  const broken = brokenCalls(turn, message);
  const end = endOf(message);
  const isOpen = [...turn.calls.values()].some(({ executor, state }) => executor === 'client' && state !== 'ended');
  message.over = true;
  turn.phase = end.type === 'run.waiting' || (end.type === 'run.ended' && isOpen) ? 'waiting' : 'over';
  return [{ type: 'think.end' }, ...broken, end];
}

/** `message_stop`. */
export const messageStopped: Handler = (context) => {
  const { message, events } = messageOf(context);
  return [...events, ...stop(context.turn, message)];
};

/** The body ended. A message that said why it stops has stopped. */
export function bodyEnded(turn: Turn): readonly ActivityEvent[] {
  const { message } = turn;
  return message === undefined || message.over || message.stopReason === undefined ? [] : stop(turn, message);
}

/** `error`: the turn is over. */
export const errored: Handler = ({ frame, turn }) => {
  const error = frame.error ?? {};
  const begin = turn.phase === 'new' ? opening(turn, undefined) : [];
  if (turn.message !== undefined) turn.message.over = true;
  turn.phase = 'over';
  return [...begin, { type: 'think.end' }, { type: 'run.failed', error: { code: textOf(error['type']) ?? 'error', ...compact({ message: textOf(error['message']) }) } }];
};
