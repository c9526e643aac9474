import type { ActivityEvent } from '../../activity/event.js';
import type { RunOutcome } from '../../activity/state.js';
import { compact, isRecord, textOf } from '../shared/values.js';
import type { Handler } from './context.js';
import { runMessages } from './messages.js';
import type { PiRun } from './run.js';

/** How a run ends by the way its last message stopped; an error is not among them. */
const OUTCOMES: ReadonlyMap<string, RunOutcome> = new Map<string, RunOutcome>([
  ['stop', 'completed'],
  ['length', 'truncated'],
  ['aborted', 'cancelled'],
]);

/** The run is over, as far as anybody knows. */
export function settle(run: PiRun): readonly ActivityEvent[] {
  if (run.over) return [];
  run.over = true;
  run.ended = false;
  const closed = run.closeDialogs();
  const { reason, message } = run.stop ?? { reason: 'stop', message: undefined };
  if (reason === 'error') return [...closed, { type: 'run.failed', error: { code: 'agent-error', ...compact({ message }) } }];
  // A tool may end the loop: then the last message is the one that called it.
  const outcome = OUTCOMES.get(reason) ?? (run.running.size === 0 ? 'completed' : 'partial');
  return [...closed, { type: 'run.settled', outcome, ...compact({ reason: outcome === 'completed' ? undefined : message }) }];
}

/** The run that was over goes on: a retry, or a compaction that the agent goes on after. */
function reopen(run: PiRun): readonly ActivityEvent[] {
  run.goesOn = true;
  if (!run.over) return [];
  run.over = false;
  return [{ type: 'run.start', reopen: true }];
}

/** `agent_start`: after an end another run, unless something said that the one before goes on. */
export const agentStarted: Handler = ({ run }) => {
  const closed = run.closeDialogs();
  if (run.over) run.begin();
  run.goesOn = false;
  run.ended = false;
  return [...closed, { type: 'run.start' }];
};

/** `agent_end`: the end in the first generation, which has no other. */
export const agentEnded: Handler = (context) => {
  const { frame, run } = context;
  if (typeof frame.willRetry === 'boolean') run.second = true;
  const events = [...run.closeDialogs(), ...runMessages(context)];
  run.closeMessage();
  if (!run.second) return [...events, ...settle(run)];
  run.ended = frame.willRetry !== true;
  return events;
};

/** `agent_settled`: no retry, compaction or queued message is left. */
export const agentSettled: Handler = ({ run }) => {
  run.second = true;
  return settle(run);
};

function note(id: string, level: 'info' | 'warning' | 'error', parts: readonly (string | undefined)[]): ActivityEvent {
  return { type: 'note', id, level, text: parts.filter((part) => part !== undefined).join(' · ') };
}

/** `auto_retry_start`: the message that failed will be written again, and its calls with it. */
export const retryStarted: Handler = ({ frame, run }) => {
  const { attempt, maxAttempts } = frame;
  const count = typeof attempt === 'number' ? [attempt, maxAttempts].filter((one) => typeof one === 'number').join('/') : undefined;
  const reopened = reopen(run);
  const taken = run.stop?.reason === 'error' ? run.text.remove(run.group) : [];
  const unfinished: readonly ActivityEvent[] = reopened.length > 0 ? [] : [{ type: 'discard', scope: 'step' }];
  run.stop = undefined;
  run.closeMessage();
  return [...reopened, ...unfinished, ...taken, note('auto_retry', 'warning', [textOf(frame.errorMessage) ?? 'auto_retry', count])];
};

export const retryEnded: Handler = ({ frame, run }) => {
  if (frame.success !== false || run.over) return [];
  run.over = true;
  const message = textOf(frame.finalError);
  return [...run.closeDialogs(), { type: 'run.failed', error: { code: 'retry-failed', ...compact({ message }) } }];
};

export const compactionStarted: Handler = ({ frame, type }) => [note('compaction', 'info', [type.replace(/_start$/, ''), textOf(frame.reason)])];

export const compactionEnded: Handler = ({ frame, run, type }) => {
  const reopened = frame.willRetry === true ? reopen(run) : [];
  const name = type.replace(/_end$/, '');
  const message = textOf(frame.errorMessage);
  if (message !== undefined) return [...reopened, note('compaction', 'error', [name, message])];
  return [...reopened, note('compaction', frame.aborted === true ? 'warning' : 'info', [name, textOf(frame.reason), frame.aborted === true ? 'aborted' : undefined])];
};

export const extensionFailed: Handler = ({ frame }) => {
  const id = ['extension_error', frame.extensionPath, frame.event].filter((part) => typeof part === 'string').join(' ');
  return [note(id, 'error', [textOf(errorText(frame.error)) ?? 'extension_error'])];
};

function errorText(error: unknown): string | undefined {
  return isRecord(error) ? textOf(error['message']) : textOf(error);
}

/** `response`: a prompt that was not taken is a run that failed; another command that failed is told. */
export const commandAnswered: Handler = (context) => {
  const { frame, run } = context;
  if (frame.success !== false) return [];
  const command = textOf(frame.command) ?? 'command';
  const message = errorText(frame.error);
  if (command !== 'prompt') return [note(`response ${command}`, 'error', [command, message])];
  // A prompt that is refused because a run is under way ends nothing.
  if (!run.over && !run.fresh) return [note('response prompt', 'error', [command, message])];
  run.begin();
  run.over = true;
  return [{ type: 'run.start' }, { type: 'run.failed', error: { code: 'prompt-failed', ...compact({ message }) } }];
};

/** `start` of the proxy: the answer of one model call, which the client goes on from. */
export const proxyStarted: Handler = (context) => {
  const { run } = context;
  if (run.over) run.begin();
  const answered = [...run.clientCalls].map((callId): ActivityEvent => ({ type: 'tool.end', callId, result: 'unknown', rawStatus: 'result_not_in_stream' }));
  run.clientCalls.clear();
  run.closeMessage();
  run.openMessage();
  return [{ type: 'run.start' }, ...answered];
};

/** `done` of the proxy. With calls of the client's the run waits for what the client makes of them. */
export const proxyDone: Handler = ({ frame, run }) => {
  const reason = textOf(frame.reason) ?? 'stop';
  run.closeMessage();
  run.over = run.clientCalls.size === 0;
  const outcome = OUTCOMES.get(reason) ?? 'completed';
  const ending: ActivityEvent = outcome === 'completed' ? { type: 'run.ended', outcome } : { type: 'run.settled', outcome };
  return [{ type: 'think.end' }, ending];
};

export const proxyFailed: Handler = ({ frame, run }) => {
  run.stop = { reason: textOf(frame.reason) ?? 'error', message: textOf(frame.errorMessage) ?? errorText(frame.error) };
  run.closeMessage();
  return [{ type: 'think.end' }, ...settle(run)];
};

/** `done` and `error` within `message_update`: how the message stopped. Its end says so again, where there is one. */
export const messageStopped: Handler = ({ frame, run, type }) => {
  const reason = textOf(frame.reason) ?? (type.endsWith('error') ? 'error' : undefined);
  if (reason !== undefined) run.stop = { reason, message: textOf(frame.errorMessage) ?? (isRecord(frame.error) ? textOf(frame.error['errorMessage']) : undefined) };
  return [];
};

