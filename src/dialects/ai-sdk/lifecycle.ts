import type { ActivityEvent } from '../../activity/event.js';
import type { RunOutcome } from '../../activity/state.js';
import { compact, textOf } from '../shared/values.js';
import { leftUnsaid } from './approvals.js';
import type { Handler } from './context.js';
import { streamedWhole } from './input.js';
import { closeThoughts } from './text.js';
import type { Call, Turn } from './turn.js';

/** Opens the turn's run; the first start, without an id, is the one that begins another after a run that is over. */
export function opening(turn: Turn): readonly ActivityEvent[] {
  turn.begin();
  return [{ type: 'run.start' }, ...(turn.runId === undefined ? [] : [{ type: 'run.start', runId: turn.runId } as const])];
}

/** A further response of the same turn. */
export function goingOn(turn: Turn, messageId: string | undefined): readonly ActivityEvent[] {
  turn.runId ??= messageId;
  turn.text.name(messageId);
  turn.begin();
  return [{ type: 'run.start', reopen: true, ...compact({ runId: turn.runId }) }];
}

/** A response is sent anew, and not word for word: what came of it so far is taken back. Ended cards stay. */
export function takenBack(turn: Turn, from: number): readonly ActivityEvent[] {
  const calls = [...turn.calls.values()].filter(({ state }) => state !== 'ended');
  const own = calls.filter(({ step }) => step >= from);
  for (const { callId } of own) turn.calls.delete(callId);
  for (const { approvalId, callId } of turn.asked.values()) if (!turn.calls.has(callId)) turn.asked.delete(approvalId);
  turn.thoughts.clear();
  const text = turn.takeTexts(from).flatMap((key) => turn.text.remove(key));
  // What waits since an earlier response must not go with it.
  const discard: readonly ActivityEvent[] =
    own.length < calls.length
      ? own.map(({ callId }) => ({ type: 'tool.end', callId, result: 'cancelled' }))
      : [{ type: 'discard', scope: 'step' }];
  return [{ type: 'think.end' }, ...discard, ...text.slice(-1)];
}

export const stepStarted: Handler = ({ turn }) => {
  turn.step += 1;
  return [];
};

/** `finish-step`: the end of one model response. It ends no text and no call. */
export const stepFinished: Handler = ({ turn }) => closeThoughts(turn);

/** `reset-step`: the step is begun anew. */
export const stepReset: Handler = ({ turn }) => takenBack(turn, turn.step);

function isWhole({ input, text, plain }: Call): boolean {
  if (input !== undefined || plain === true) return true;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Calls that nobody has run, now that the response is over: the client has to. Half an argument text is no call. */
function leftToClient(turn: Turn): readonly ActivityEvent[] {
  return [...turn.calls.values()].flatMap((call): readonly ActivityEvent[] => {
    const { callId, state, provider, response } = call;
    if (state === 'client' && response !== turn.response) {
      call.state = 'ended';
      return [{ type: 'tool.end', callId, result: 'unknown', rawStatus: 'result_not_in_stream' }];
    }
    const asks = turn.askedAbout(callId).length > 0;
    if (state !== 'open' || provider === true || asks || response !== turn.response || !isWhole(call)) return [];
    call.state = 'client';
    return [...(call.input === undefined ? streamedWhole(call) : []), { type: 'tool.start', callId, executor: 'client' }];
  });
}

function note(turn: Turn, text: string | undefined): readonly ActivityEvent[] {
  turn.error = undefined;
  if (text === undefined) return [];
  turn.notes += 1;
  return [{ type: 'note', id: `${turn.runId ?? 'run'}:error-${String(turn.notes)}`, level: 'error', text }];
}

function ended(turn: Turn, outcome: RunOutcome): readonly ActivityEvent[] {
  const events = [...closeThoughts(turn), ...leftUnsaid(turn), ...leftToClient(turn), ...note(turn, turn.error)];
  turn.phase = 'over';
  return [...events, { type: 'run.ended', outcome }];
}

/** Nothing is open after these. */
function over(turn: Turn, end: ActivityEvent): readonly ActivityEvent[] {
  const thoughts = closeThoughts(turn);
  turn.phase = 'over';
  turn.asked.clear();
  for (const call of turn.calls.values()) call.state = 'ended';
  return [...thoughts, end];
}

function failed(turn: Turn): readonly ActivityEvent[] {
  return over(turn, { type: 'run.failed', error: { code: 'error', ...compact({ message: textOf(turn.error) }) } });
}

/** How a response ends whose reason is not a plain completion. */
const OUTCOMES: ReadonlyMap<string, RunOutcome> = new Map<string, RunOutcome>([
  ['length', 'truncated'],
  ['content-filter', 'refused'],
]);

/** `finish`: the end of the response, and of the turn only if nothing is left open. */
export const finished: Handler = ({ chunk, turn }) => {
  if (turn.phase === 'over') return [];
  const reason = textOf(chunk.finishReason) ?? '';
  if (reason === 'error') return failed(turn);
  if (reason === 'interrupted') return over(turn, { type: 'run.settled', outcome: 'cancelled' });
  return ended(turn, OUTCOMES.get(reason) ?? 'completed');
};

export const aborted: Handler = ({ chunk, turn }) =>
  turn.phase === 'over' ? [] : over(turn, { type: 'run.settled', outcome: 'cancelled', ...compact({ reason: textOf(chunk.reason) }) });

/** `error`: whether it is the end shows in what follows. After the end it is only told. */
export const errored: Handler = ({ chunk, turn }) => {
  turn.error = textOf(chunk.errorText) ?? '';
  return turn.phase === 'over' ? note(turn, textOf(turn.error)) : [];
};

/** `[DONE]`: whatever the response has not said of its end, it will not say. */
export const done: Handler = ({ turn }) => (turn.error === undefined ? (turn.phase === 'open' ? ended(turn, 'completed') : []) : brokenOff(turn));

/** The body ended. Without an error that is no end of a response. */
export function brokenOff(turn: Turn): readonly ActivityEvent[] {
  return turn.phase === 'open' && turn.error !== undefined ? failed(turn) : [];
}
