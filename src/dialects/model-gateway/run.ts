import type { ActivityEvent } from '../../activity/event.js';
import { timeOf } from '../shared/time.js';
import { compact, isRecord, textOf } from '../shared/values.js';
import { type Context, type Handler, read } from './context.js';
import { runSchema } from './schema.js';
import { messageText } from './text.js';

/** `run.queued`, `.claimed`, `.started`, `.resumed`: the run is open, or goes on. */
export const begun: Handler = ({ run }) => [{ type: 'run.start', ...compact({ runId: run.id }) }];

function over({ run }: Context, end: ActivityEvent, before: readonly ActivityEvent[] = []): readonly ActivityEvent[] {
  run.phase = 'over';
  return [...before, end];
}

/** `run.completed`. */
export const completed: Handler = (context) => {
  const text = messageText(read(runSchema, context).final_message);
  const message = text === undefined ? undefined : (context.run.message ?? context.run.writing());
  const last: ActivityEvent[] = text === undefined || message === undefined ? [] : [{ type: 'message.done', messageId: message.id, text, status: 'completed' }];
  return over(context, { type: 'run.settled', outcome: 'completed' }, last);
};

/** `run.failed`. */
export const failed: Handler = (context) => {
  const { failure } = read(runSchema, context);
  const error = { code: textOf(failure?.reason) ?? 'run-failed', ...compact({ message: textOf(failure?.message) }) };
  return over(context, { type: 'run.failed', error, ...compact({ at: timeOf(failure?.['occurred_at']) }) });
};

/** `run.cancelled`. */
export const cancelled: Handler = (context) =>
  over(context, { type: 'run.settled', outcome: 'cancelled', ...compact({ reason: textOf(read(runSchema, context).reason) }) });

/** `context.working_state.updated`: one line of it, in place (ours: the next action, else the objective). */
export const workingState: Handler = (context) => {
  const { working_state: state } = read(runSchema, context);
  const text = isRecord(state) ? (textOf(state['next_action']) ?? textOf(state['objective'])) : undefined;
  return text === undefined ? [] : [{ type: 'note', id: `${context.run.id ?? 'run'}:working-state`, level: 'info', text }];
};
