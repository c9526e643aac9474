import type * as z from 'zod/mini';
import type { ActivityEvent } from '../../activity/event.js';
import type { RunOutcome } from '../../activity/state.js';
import { contentText } from '../shared/content.js';
import { readFields } from '../shared/fields.js';
import { timeOf } from '../shared/time.js';
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

/** Cards with the run that they belong to, where the history says it: a call's id is unique in its run. */
function inRun(runId: string | undefined, events: readonly ActivityEvent[]): readonly ActivityEvent[] {
  if (runId === undefined) return events;
  return events.map((event) => (event.type === 'snapshot.call' || event.type === 'snapshot.approval' ? { ...event, runId } : event));
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

function messageOf(fields: MessageFields): { readonly text: string; readonly messageId?: string } {
  const text = fields.text ?? contentText(fields.content) ?? '';
  return { text, ...compact({ messageId: idOf(fields.messageId) ?? idOf(fields.id) }) };
}

/** Ends that say something of the message, even of one without text. */
const endsWithMessage: ReadonlySet<RunOutcome | undefined> = new Set<RunOutcome>(['completed', 'partial']);

/** The answer's text. What a stream will go on with streams; what none will is done, and partial if it was cut off. */
function textEvents(fields: MessageFields, run: RunOf): readonly ActivityEvent[] {
  const { text, ...about } = messageOf(fields);
  if (text === '' && !endsWithMessage.has(run.outcome)) return [];
  if (run.live && run.outcome === undefined) return [{ type: 'message.delta', mode: 'replace', text, ...about }];
  const whole = run.outcome === 'completed' || (run.outcome === undefined && !run.goesOn);
  return [{ type: 'message.done', status: whole ? 'completed' : 'partial', text, ...about }];
}

function endEvents(fields: MessageFields): readonly ActivityEvent[] {
  const outcome = outcomeOf(fields.status);
  if (outcome === undefined) return [];
  const stamp = compact({ at: timeOf(fields.completedAt) });
  if (outcome === 'failed') return [{ type: 'run.failed', error: faultOf(fields, 'run-failed'), ...stamp }];
  return [{ type: 'run.settled', outcome, ...compact({ reason: textOf(fields.reason) }), ...stamp }];
}

/** Where the run of a message stands. */
interface RunOf {
  readonly runId: string | undefined;
  readonly live: boolean;
  readonly outcome: RunOutcome | undefined;
  /** The server has it as not ended. */
  readonly goesOn: boolean;
}

type Moment = Pick<Reload, 'live' | 'now' | 'fault'>;

/** The run is opened where the stream goes on with it, where it has ended, and where a person still has to answer in it. */
function opensRun(run: RunOf, calls: readonly ActivityEvent[], settles: boolean): boolean {
  if (settles || (run.live && (run.runId !== undefined || run.goesOn))) return true;
  return run.runId !== undefined && calls.some(({ type }) => type === 'approval.request');
}

/** The newest assistant message: its cards, and the run it belongs to. */
export function newestMessage(message: JsonRecord, { live, now, fault }: Moment): readonly ActivityEvent[] {
  const fields = readFields(persistedMessageSchema, message, fault);
  const ended = outcomeOf(fields.status);
  const run = { runId: idOf(fields.runId), live, outcome: ended, goesOn: running.has(fields.status?.toLowerCase() ?? '') };
  // Without an id nobody can tell whether a stream that follows is this run or the next: its first frame begins anew.
  const settles = ended !== undefined;
  const reload = { live: settles || live, ended, settles, now, fault };
  const calls = inRun(run.runId, callEvents(fields.toolCalls ?? [], reload));
  const begun = compact({ runId: run.runId, at: timeOf(fields.startedAt ?? fields.createdAt) });
  const start: readonly ActivityEvent[] = opensRun(run, calls, settles) ? [{ type: 'run.start', ...begun }] : [];
  return [
    ...start,
    ...capabilityEvents(fields, reload),
    ...planEvents(fields, reload),
    ...calls,
    ...textEvents(fields, run),
    ...(settles ? endEvents(fields) : []),
  ];
}

/** An earlier message: only its cards, and none of them can still be running. */
export function olderMessage(message: JsonRecord, { now, fault }: Moment): readonly ActivityEvent[] {
  const { runId, toolCalls, status } = readFields(persistedMessageSchema, message, fault);
  return inRun(idOf(runId), callEvents(toolCalls ?? [], { live: false, ended: outcomeOf(status), settles: false, now, fault }));
}
