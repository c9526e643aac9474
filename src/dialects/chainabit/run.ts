import type * as z from 'zod/mini';
import type { MessageDone } from '../../activity/event.js';
import type { Capability, RunFault, RunOutcome } from '../../activity/state.js';
import { contentText } from '../shared/content.js';
import { compact, idOf, isRecord, type JsonRecord, textOf } from '../shared/values.js';
import { type Handler, read, stamp } from './context.js';
import { activityOf, errorOf } from './normalise.js';
import { capabilitySchema, messageSchema, runSchema } from './schema.js';

/** `message.delta`: `delta ?? text ?? content` (ours, B6). */
export const messageDelta: Handler = (context) => {
  const fields = read(messageSchema, context);
  const text = fields.delta ?? fields.text ?? contentText(fields.content);
  if (text === undefined) return '"delta", "text" or "content" must be a string';
  // A full replay after a reload: the history has put the same text there already.
  const mode = context.memory.takeFirstText() ? 'replace' : 'append';
  const { messageId } = context.envelope;
  return [{ type: 'message.delta', mode, text, ...compact({ messageId }), ...stamp(context.envelope) }];
};

function messageEnd(status: MessageDone['status'], outcome: RunOutcome): Handler {
  return (context) => {
    const fields = read(messageSchema, context);
    const text = fields.text ?? contentText(fields.content);
    const { messageId } = context.envelope;
    return [
      { type: 'message.done', status, ...compact({ messageId, text }), ...stamp(context.envelope) },
      { type: 'run.settled', outcome, ...compact({ reason: textOf(fields.reason) }), ...stamp(context.envelope) },
    ];
  };
}

/** `message.completed`: the message is whole and the run over. */
export const messageCompleted = messageEnd('completed', 'completed');

/** `message.partially_completed`. */
export const messagePartial = messageEnd('partial', 'partial');

type RunFields = z.output<typeof runSchema>;

/** The run's error, without a message where the server gave none. */
export function faultOf(fields: RunFields, code: string): RunFault {
  const error = errorOf(fields.error);
  const own = fields.code === null || fields.code === undefined ? undefined : String(fields.code);
  const message = error?.message ?? textOf(fields.message) ?? textOf(fields.detail) ?? textOf(fields.reason);
  return { code: error?.code ?? own ?? code, ...compact({ message }) };
}

function runFailure(code: string): Handler {
  return (context) => [{ type: 'run.failed', error: faultOf(read(runSchema, context), code), ...stamp(context.envelope) }];
}

/** `run.failed`. */
export const runFailed = runFailure('run-failed');

/** `run.error`. */
export const runError = runFailure('run-error');

/** The words for a run's end, in lower case. */
const outcomes: ReadonlyMap<string, RunOutcome> = new Map([
  ['completed', 'completed'],
  ['complete', 'completed'],
  ['success', 'completed'],
  ['succeeded', 'completed'],
  ['partial', 'partial'],
  ['partially_completed', 'partial'],
  ['cancelled', 'cancelled'],
  ['canceled', 'cancelled'],
  ['aborted', 'cancelled'],
  ['stopped', 'cancelled'],
  ['failed', 'failed'],
  ['error', 'failed'],
  ['refused', 'refused'],
  ['truncated', 'truncated'],
]);

/** A server's word for how a run ended; `undefined` when it is none. */
export function outcomeOf(word: string | null | undefined): RunOutcome | undefined {
  return word === null || word === undefined ? undefined : outcomes.get(word.trim().toLowerCase());
}

/** `run.settlement.completed`: completed, unless it names another outcome (ours, B10). */
export const settled: Handler = (context) => {
  const fields = read(runSchema, context);
  const outcome = outcomeOf(fields.outcome) ?? outcomeOf(fields.status) ?? 'completed';
  if (outcome === 'failed') return runFailed(context);
  const reason = textOf(fields.reason) ?? textOf(fields.message);
  return [{ type: 'run.settled', outcome, ...compact({ reason }), ...stamp(context.envelope) }];
};

function firstText(sources: readonly object[], field: string): string | undefined {
  return sources.map((source) => (source as JsonRecord)[field]).find((value) => typeof value === 'string');
}

/** The capability that a payload names, or nothing. */
export function capabilityOf(fields: z.output<typeof capabilitySchema>): Capability | undefined {
  const { capability } = fields;
  const inner: Exclude<typeof capability, string | null | undefined> = isRecord(capability) ? capability : { key: capability };
  const sources = [inner, fields, activityOf(fields.activity) ?? {}];
  const label = firstText(sources, 'label') ?? firstText([inner], 'name');
  // A capability that has only words is still the one that was chosen.
  const key = [inner.key, inner.id, fields.key, fields.capabilityKey, fields.toolKey, label].map(idOf).find((id) => id !== undefined);
  if (key === undefined) return undefined;
  return compact({ key, label, detail: firstText(sources, 'detail') });
}

/** `capability.resolved`. */
export const capabilityResolved: Handler = (context) => {
  const capability = capabilityOf(read(capabilitySchema, context));
  if (capability === undefined) return '"capability", "key" or "label" must be a non-empty string';
  return [{ type: 'capability', capability, ...stamp(context.envelope) }];
};
