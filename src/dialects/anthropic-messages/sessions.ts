/** The events of a managed agent's session, which has approvals of its own. */
import type { ActivityEvent } from '../../activity/event.js';
import { contentText } from '../shared/content.js';
import { compact, idOf, isRecord, textOf } from '../shared/values.js';
import type { Context, Handler } from './context.js';
import { answeredElsewhere, begun, messageOf } from './lifecycle.js';
import { endingOf } from './results.js';
import type { Call } from './turn.js';

const NO_ID = '"id" must be a non-empty string';
const NO_CALL = '"tool_use_id" must be a non-empty string';

/** `agent.tool_use` and its kin: a whole call, that may need somebody's permission. */
export function toolUsed(executor: Call['executor']): Handler {
  return (context) => {
    const { frame, body, turn } = context;
    const callId = idOf(frame.id);
    if (callId === undefined) return NO_ID;
    const { message, events } = messageOf(context);
    if (turn.calls.has(callId)) return events;
    turn.calls.set(callId, { callId, executor, message, state: 'open' });
    const about = compact({ toolKey: textOf(frame.name) });
    const value = 'input' in body ? body['input'] : {};
    const call: readonly ActivityEvent[] = [
      { type: 'tool.start', callId, executor, ...about },
      { type: 'tool.input', callId, mode: 'replace', value, complete: true },
    ];
    if (frame.evaluated_permission !== 'ask') return [...events, ...call];
    turn.asked.add(callId);
    return [...events, ...call, { type: 'approval.request', approvalId: callId, callId, ...about, input: value }];
  };
}

/** `agent.tool_result`: a call that ran was allowed; one that failed may not have run. */
export const toolAnswered: Handler = (context) => {
  const { frame, turn } = context;
  const callId = idOf(frame.tool_use_id);
  if (callId === undefined) return NO_CALL;
  const { message, events } = messageOf(context);
  const call: Call = turn.calls.get(callId) ?? { callId, executor: 'provider', message, state: 'open' };
  turn.calls.set(callId, call);
  call.state = 'ended';
  const failed = frame.is_error === true;
  const allowed: readonly ActivityEvent[] = turn.asked.delete(callId)
    ? [{ type: 'approval.response', approvalId: callId, callId, decision: 'accepted', ...(failed && { assumed: true }) }]
    : [];
  return [...events, ...allowed, { type: 'tool.end', callId, ...endingOf(frame.content, failed) }];
};

/** `user.tool_confirmation`, as the stream repeats it. */
export const confirmed: Handler = ({ frame, turn }) => {
  const callId = idOf(frame.tool_use_id);
  if (callId === undefined) return NO_CALL;
  const decision = frame.result === 'allow' ? 'accepted' : 'rejected';
  turn.asked.delete(callId);
  const call = turn.calls.get(callId);
  if (call !== undefined && decision === 'rejected') call.state = 'ended';
  return [{ type: 'approval.response', approvalId: callId, callId, decision, ...compact({ reason: textOf(frame.deny_message) }) }];
};

/** `agent.message`: a whole text. */
export const said: Handler = (context) => {
  const text = contentText(context.frame.content);
  if (text === undefined) return '"content" must have text';
  const { message, events } = messageOf(context);
  message.paragraph += 1;
  const key = `${message.key}:said-${String(message.paragraph)}`;
  return [...events, ...context.turn.text.append(key, key, text, false)];
};

/** `agent.thinking`: that it thought, and not what. */
export const thought: Handler = (context) => {
  const { message, events } = messageOf(context);
  message.paragraph += 1;
  const partId = `${message.key}:thought-${String(message.paragraph)}`;
  return [...events, { type: 'think.start', partId, kind: 'raw' }, { type: 'think.end', partId }];
};

/** `session.status_running`. What waits goes on. */
export const running: Handler = ({ turn }) => (turn.phase === 'open' ? [] : begun(turn, undefined));

function over({ turn }: Context, end: ActivityEvent): readonly ActivityEvent[] {
  if (turn.message !== undefined) turn.message.over = true;
  turn.phase = 'over';
  turn.asked.clear();
  return [{ type: 'think.end' }, end];
}

/** `session.status_idle`: the turn is over, or somebody has to do something. */
export const idle: Handler = (context) => {
  const { frame, turn } = context;
  const why = isRecord(frame.stop_reason) ? textOf(frame.stop_reason['type']) : undefined;
  const begin = messageOf(context).events;
  if (why === 'requires_action') {
    if (turn.message !== undefined) turn.message.over = true;
    turn.phase = 'waiting';
    return [...begin, { type: 'think.end' }, { type: 'run.waiting', reason: turn.asked.size > 0 ? 'approval' : 'client-tool' }];
  }
  const end: ActivityEvent = why === 'retries_exhausted' ? { type: 'run.failed', error: { code: why } } : { type: 'run.ended', outcome: 'completed' };
  return [...begin, ...answeredElsewhere(turn), ...over(context, end)];
};

/** `session.status_terminated`. */
export const terminated: Handler = (context) => [...messageOf(context).events, ...over(context, { type: 'run.settled', outcome: 'partial' })];

/** `session.error`: the session may go on, and says so by its status. */
export const failed: Handler = (context) => {
  const { frame, turn } = context;
  const { events } = messageOf(context);
  const text = textOf(frame.error?.['message']) ?? textOf(frame.error?.['type']);
  if (text === undefined) return events;
  turn.notes += 1;
  return [...events, { type: 'note', id: `${turn.runId ?? 'session'}:error-${String(turn.notes)}`, level: 'error', text }];
};
