import type * as z from 'zod/mini';
import type { ActivityEvent } from '../../activity/event.js';
import { contentText } from '../shared/content.js';
import { readFields } from '../shared/fields.js';
import { compact, idOf, isRecord, type JsonRecord, textOf } from '../shared/values.js';
import { persistedCall, type Reload } from './persisted-call.js';
import { planStep } from './plan.js';
import { capabilityOf, faultOf, outcomeOf } from './run.js';
import { capabilitySchema, persistedMessageSchema } from './schema.js';

type MessageFields = z.output<typeof persistedMessageSchema>;

/** Persisted words for a run that has not ended. */
const running: ReadonlySet<string> = new Set(['streaming', 'executing', 'in_progress', 'running', 'pending', 'active', 'awaiting_approval']);

/** The calls of one message. Bad ones are reported by place and cost only themselves. */
export function callEvents(items: readonly unknown[], reload: Reload): readonly ActivityEvent[] {
  return items.flatMap((item, index) => {
    const place = `toolCalls.${String(index)}`;
    const fault = (reason: string): void => {
      reload.fault(`${place}: ${reason}`);
    };
    if (!isRecord(item)) return (fault('must be an object'), []);
    const events = persistedCall(item, { ...reload, fault });
    if (typeof events === 'string') return (fault(events), []);
    return events;
  });
}

function planEvents(fields: MessageFields, reload: Reload): readonly ActivityEvent[] {
  return (fields.planSteps ?? []).flatMap((step, index) => {
    const event = isRecord(step) ? planStep(step, {}, reload.fault) : undefined;
    if (event !== undefined) return [event];
    reload.fault(`"planSteps.${String(index)}" must be an object with a "stepId"`);
    return [];
  });
}

function capabilityEvents(fields: MessageFields, reload: Reload): readonly ActivityEvent[] {
  const { capability } = fields;
  if (capability === undefined || capability === null) return [];
  const found = capabilityOf(readFields(capabilitySchema, { capability }, reload.fault));
  return found === undefined ? [] : [{ type: 'capability', capability: found }];
}

/**
 * The answer's text. What a stream will go on with streams; what none will is done, and partial if it was cut off. Without
 * a run id nobody can tell whether the stream that follows sends this message again, so then it is left to that stream.
 */
function textEvents(fields: MessageFields, run: RunOf): readonly ActivityEvent[] {
  const text = fields.text ?? contentText(fields.content);
  if (text === undefined || text === '') return [];
  const about = compact({ messageId: idOf(fields.messageId) ?? idOf(fields.id) });
  if (run.live && !run.ended) return [{ type: 'message.delta', mode: 'replace', text, ...about }];
  if (run.live && run.runId === undefined) return [];
  const partial = run.goesOn || outcomeOf(fields.status) === 'partial';
  return [{ type: 'message.done', status: partial ? 'partial' : 'completed', text, ...about }];
}

function endEvents(fields: MessageFields): readonly ActivityEvent[] {
  const outcome = outcomeOf(fields.status);
  if (outcome === undefined) return [];
  if (outcome === 'failed') return [{ type: 'run.failed', error: faultOf(fields, 'run-failed') }];
  return [{ type: 'run.settled', outcome, ...compact({ reason: textOf(fields.reason) }) }];
}

/** Where the run of a message stands. */
interface RunOf {
  readonly runId: string | undefined;
  readonly live: boolean;
  readonly ended: boolean;
  /** The server has it as not ended. */
  readonly goesOn: boolean;
}

/** The run is opened where the stream goes on with it, where it has ended, and where a person still has to answer in it. */
function opensRun(run: RunOf, settles: boolean, fields: MessageFields, reload: Reload): boolean {
  if (settles || (run.live && (run.runId !== undefined || run.goesOn))) return true;
  return run.runId !== undefined && callEvents(fields.toolCalls ?? [], { ...reload, fault: () => undefined }).some(isWaiting);
}

function isWaiting(event: ActivityEvent): boolean {
  return event.type === 'approval.request';
}

/** The newest assistant message: its cards, and the run it belongs to; `inRun` tells the older ones about that. */
export function newestMessage(message: JsonRecord, reload: Omit<Reload, 'inRun'>): { readonly events: readonly ActivityEvent[]; readonly inRun: boolean } {
  const fields = readFields(persistedMessageSchema, message, reload.fault);
  const ended = outcomeOf(fields.status) !== undefined;
  const run = { runId: idOf(fields.runId), live: reload.live, ended, goesOn: running.has(fields.status?.toLowerCase() ?? '') };
  // Without an id nobody can tell whether the stream that follows is this run or the next, so the next is not shut out.
  const settles = ended && (run.runId !== undefined || !run.live);
  const calls = { ...reload, live: reload.live && !ended };
  const inRun = opensRun(run, settles, fields, { ...calls, inRun: false });
  const start: readonly ActivityEvent[] = inRun ? [{ type: 'run.start', ...compact({ runId: run.runId }) }] : [];
  const events = [
    ...start,
    ...capabilityEvents(fields, { ...calls, inRun }),
    ...planEvents(fields, { ...calls, inRun }),
    ...callEvents(fields.toolCalls ?? [], { ...calls, inRun }),
    ...textEvents(fields, run),
    ...(settles ? endEvents(fields) : []),
  ];
  return { events, inRun };
}

/** An earlier message: only its cards, and none of them can still be running. */
export function olderMessage(message: JsonRecord, reload: Reload): readonly ActivityEvent[] {
  const { toolCalls } = readFields(persistedMessageSchema, message, reload.fault);
  return callEvents(toolCalls ?? [], { ...reload, live: false });
}
