import type * as z from 'zod/mini';
import type { ActivityEvent } from '../../activity/event.js';
import type { RunFault, RunOutcome } from '../../activity/state.js';
import { readFields } from '../shared/fields.js';
import { compact, idOf, isRecord, textOf } from '../shared/values.js';
import type { Context, Handler } from './context.js';
import { finishEntry, itemDone } from './item-events.js';
import type { ResponseMemory } from './response-memory.js';
import { responseSchema } from './schema.js';
import { providerEnd } from './tool-items.js';

type ResponseFields = z.output<typeof responseSchema>;

function read(context: Context): ResponseFields {
  return readFields(responseSchema, context.frame.response ?? {}, (reason) => {
    context.fault(`response: ${reason}`);
  });
}

/** Seconds of the protocol as the milliseconds of the model. */
function stampOf(seconds: number | null | undefined): { readonly at?: number } {
  return typeof seconds === 'number' ? { at: seconds * 1000 } : {};
}

/** `response.created`, `.queued` and `.in_progress`: the run is open. The first of them says so. */
export const begun: Handler = (context) => [
  ...context.turn.announce(context.response, stampOf(read(context).created_at).at),
  ...context.turn.nameRun(context.response),
];

/**
 * Items that the response holds at its end and that never came as done: from a server that sends only the frame, or when
 * their own frames were unreadable. They are matched by id, else by type in order, since ids may differ in every frame.
 */
function missed(context: Context, output: readonly unknown[]): readonly ActivityEvent[] {
  const { entries } = context.response;
  const none = entries.length === 0;
  const taken = new Set(entries.filter((entry) => entry.done));
  return output.filter(isRecord).flatMap((item, index) => {
    const [id, callId] = [idOf(item['id']), idOf(item['call_id'])];
    const open = entries.filter((entry) => entry.type === item['type'] && !taken.has(entry));
    const entry = open.find((one) => (callId !== undefined && one.callId === callId) || (id !== undefined && one.id === id)) ?? open[0];
    if (entry !== undefined) {
      taken.add(entry);
      return finishEntry(entry, item, context);
    }
    const handled = none ? itemDone({ ...context, frame: { item, output_index: index } }) : [];
    return typeof handled === 'string' ? [] : handled;
  });
}

/** Calls that failed by an event of their own and whose item never came. */
function failedCalls({ entries }: ResponseMemory): readonly ActivityEvent[] {
  return entries
    .filter((entry) => entry.failed && !entry.done)
    .map((entry) => ({ type: 'tool.end', callId: entry.card, result: 'failed' }));
}

/** Calls whose result was to be an item of its own, which the response ends without. */
function withoutOutput({ turn }: Context): readonly ActivityEvent[] {
  const entries = [...turn.awaitingOutput.values()];
  turn.awaitingOutput.clear();
  return entries.flatMap((entry) => (entry.kind === undefined ? [] : [providerEnd(entry, entry.kind)]));
}

/** What every end of a response brings, before the end itself. */
function closing(context: Context, fields: ResponseFields): ActivityEvent[] {
  const { turn, response } = context;
  const events: ActivityEvent[] = [...turn.announce(response, stampOf(fields.created_at).at), ...turn.nameRun(response)];
  events.push(...missed(context, fields.output ?? []), ...failedCalls(response), { type: 'think.end' });
  response.finished = true;
  return events;
}

function belongsTo(response: ResponseMemory): (group: string) => boolean {
  const groups = new Set(response.entries.map((entry) => entry.key));
  return (group) => groups.has(group);
}

/** `response.completed`: the end of a response, and of the turn only if nothing is left open. */
export const completed: Handler = (context) => {
  const { turn, response } = context;
  const fields = read(context);
  const events = [...closing(context, fields), ...withoutOutput(context)];
  for (const { approvalId, card } of turn.takeDenied(response)) {
    events.push({ type: 'approval.response', approvalId, callId: card, decision: 'rejected' });
  }
  if (fields.status === 'cancelled') return [...events, { type: 'run.settled', outcome: 'cancelled', ...stampOf(fields.completed_at) }];
  if (!turn.isOpen && !turn.text.isEmpty) {
    events.push({ type: 'message.done', status: 'completed', ...compact({ messageId: turn.text.id }) });
  }
  const outcome: RunOutcome = turn.text.isRefusal(belongsTo(response)) ? 'refused' : 'completed';
  return [...events, { type: 'run.ended', outcome, ...stampOf(fields.completed_at) }];
};

/** `response.incomplete`: cut off by a limit, or by the content filter. */
export const incomplete: Handler = (context) => {
  const { turn } = context;
  const fields = read(context);
  const reason = isRecord(fields.incomplete_details) ? textOf(fields.incomplete_details['reason']) : undefined;
  const events = closing(context, fields);
  if (!turn.text.isEmpty) events.push({ type: 'message.done', status: 'partial', ...compact({ messageId: turn.text.id }) });
  const outcome: RunOutcome = reason === 'content_filter' ? 'refused' : 'truncated';
  return [...events, { type: 'run.settled', outcome, ...stampOf(fields.completed_at) }];
};

function faultOf(source: unknown, fallback: string): RunFault {
  const error = isRecord(source) ? source : {};
  const code = error['code'] ?? error['type'];
  const known = typeof code === 'string' || typeof code === 'number';
  return { code: known ? String(code) : fallback, ...compact({ message: textOf(error['message']) }) };
}

function fail(context: Context, error: RunFault, fields: ResponseFields): readonly ActivityEvent[] {
  const { response } = context;
  if (response.failed) return [];
  const events = closing(context, fields);
  response.failed = true;
  return [...events, { type: 'run.failed', error, ...stampOf(fields.completed_at) }];
}

/** `response.failed`. It follows `error`, and then says nothing new. */
export const failed: Handler = (context) => {
  const fields = read(context);
  return fail(context, faultOf(fields.error, 'response-failed'), fields);
};

/** `error`: its fields stand at the top or, in newer streams, under `error`. */
export const errored: Handler = (context) => {
  const { frame } = context;
  const source = isRecord(frame.error) ? frame.error : { message: frame.message, code: frame.code };
  return fail(context, faultOf(source, 'error'), {});
};
