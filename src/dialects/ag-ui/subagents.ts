import type { ActivityEvent } from '../../activity/event.js';
import { compact, idOf, textOf } from '../shared/values.js';
import { type Context, type Handled, type Handler, stamp } from './context.js';

const NO_SUBAGENT = '"subagentRunId" must be a non-empty string';

function withSubagent(handle: (id: string, context: Context) => readonly ActivityEvent[]): Handler {
  return (context): Handled => {
    const id = idOf(context.frame.subagentRunId);
    return id === undefined ? NO_SUBAGENT : handle(id, context);
  };
}

/** The card that a subagent works for says who does. */
export const subagentStarted = withSubagent((id, { frame, turn }) => {
  const parent = idOf(frame.parentToolCallId);
  turn.subagents.set(id, { parent, over: false });
  const detail = textOf(frame.description) ?? textOf(frame.name);
  if (parent === undefined || detail === undefined || turn.calls.get(parent)?.ended !== undefined) return [];
  turn.call(parent, '');
  return [{ type: 'tool.progress', callId: parent, detail }];
});

/** Its result is kept for a call that gets none of its own. One that was suspended goes on with the next run. */
export const subagentFinished = withSubagent((id, { frame, turn }) => {
  const known = turn.subagents.get(id);
  if (frame.outcome?.['type'] === 'suspended') return [];
  turn.subagents.set(id, { parent: known?.parent, over: true, ...(frame.result !== undefined && frame.result !== null && { result: frame.result }) });
  return [];
});

/** `SUBAGENT_ERROR`: the card that it worked for has failed; the run goes on. */
export const subagentFailed = withSubagent((id, { frame, turn }) => {
  const parent = turn.subagents.get(id)?.parent;
  turn.subagents.set(id, { parent, over: true });
  const message = textOf(frame.message) ?? 'error';
  if (parent === undefined) return [{ type: 'note', id: `subagent ${id}`, level: 'error', text: message }];
  const call = turn.call(parent, '');
  if (call.ended === 'said') return [];
  const corrects = call.ended === 'assumed' ? { corrects: true } : {};
  call.ended = 'said';
  return [{ type: 'tool.end', callId: parent, result: 'failed', error: { message, ...compact({ code: textOf(frame.code) }) }, ...corrects, ...stamp(frame) }];
});
