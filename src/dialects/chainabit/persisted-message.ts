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

/** The answer's text: whole, or as far as it had come. */
function textEvents(fields: MessageFields, ended: boolean): readonly ActivityEvent[] {
  const text = fields.text ?? contentText(fields.content);
  const messageId = idOf(fields.messageId) ?? idOf(fields.id);
  if (!ended) {
    return text === undefined || text === '' ? [] : [{ type: 'message.delta', mode: 'replace', text, ...compact({ messageId }) }];
  }
  if (text === undefined) return [];
  const status = outcomeOf(fields.status) === 'partial' ? 'partial' : 'completed';
  return [{ type: 'message.done', status, text, ...compact({ messageId }) }];
}

function endEvents(fields: MessageFields): readonly ActivityEvent[] {
  const outcome = outcomeOf(fields.status);
  if (outcome === undefined) return [];
  if (outcome === 'failed') return [{ type: 'run.failed', error: faultOf(fields, 'run-failed') }];
  return [{ type: 'run.settled', outcome, ...compact({ reason: textOf(fields.reason) }) }];
}

/** The newest assistant message: its cards, and the run it belongs to. */
export function newestMessage(message: JsonRecord, reload: Reload): readonly ActivityEvent[] {
  const fields = readFields(persistedMessageSchema, message, reload.fault);
  const runId = idOf(fields.runId);
  const ended = outcomeOf(fields.status) !== undefined;
  const goesOn = running.has(fields.status?.toLowerCase() ?? '');
  // Without an id nobody can tell whether the stream that follows is this run or the next, so the next is not shut out.
  const settles = ended && (runId !== undefined || !reload.live);
  const cards = callEvents(fields.toolCalls ?? [], { ...reload, live: reload.live && !ended });
  // A pending approval is answered under its run's id, live or not.
  const waits = cards.some((event) => event.type === 'snapshot.call' && event.status === 'awaiting_approval');
  const opens = settles || (reload.live && (runId !== undefined || goesOn)) || (waits && runId !== undefined);
  return [
    ...(opens ? [{ type: 'run.start' as const, ...compact({ runId }) }] : []),
    ...capabilityEvents(fields, reload),
    ...planEvents(fields, reload),
    ...cards,
    ...textEvents(fields, ended || !(reload.live || goesOn)),
    ...(settles ? endEvents(fields) : []),
  ];
}

/** An earlier message: only its cards, and none of them can still be running. */
export function olderMessage(message: JsonRecord, reload: Reload): readonly ActivityEvent[] {
  const { toolCalls } = readFields(persistedMessageSchema, message, reload.fault);
  return callEvents(toolCalls ?? [], { ...reload, live: false });
}
