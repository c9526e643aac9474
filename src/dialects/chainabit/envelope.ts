import type * as z from 'zod/mini';
import { type FieldFault, readFields } from '../shared/fields.js';
import { timeOf } from '../shared/time.js';
import { compact, idOf, isRecord, type JsonRecord } from '../shared/values.js';
import { envelopeSchema } from './schema.js';

/** One frame, opened: what happened, to what, where it belongs. */
export interface Envelope {
  readonly event: string;
  readonly payload: JsonRecord;
  readonly runId?: string;
  readonly stepId?: string;
  /** The envelope's own `stepId`, without the payload's in its place. */
  readonly outerStepId?: string;
  readonly messageId?: string;
  readonly sequence?: number;
  /** Epoch ms. */
  readonly at?: number;
}

/** `message` is what the SSE standard calls a frame without a name. */
const DEFAULT_EVENT = 'message';

/** The names that the JSON itself goes by. */
export function namesOf(body: unknown): readonly string[] {
  return isRecord(body) ? [idOf(body['type']), idOf(body['event'])].filter((name) => name !== undefined) : [];
}

/** The event's name: the SSE `event:` field, else `type` or `event` in the JSON (ours, B1). */
export function eventName(sseEvent: string | undefined, body: unknown): string | undefined {
  const named = idOf(sseEvent);
  if (named !== undefined && named !== DEFAULT_EVENT) return named;
  return namesOf(body)[0];
}

type EnvelopeFields = z.output<typeof envelopeSchema>;

function payloadOf(body: JsonRecord, fault: FieldFault): JsonRecord {
  const payload = body['payload'];
  if (payload === undefined || payload === null) return body;
  if (isRecord(payload)) return payload;
  fault('"payload" must be an object');
  return {};
}

/** Opens a frame's JSON object (ours, B1). Without `payload` the object itself is the payload. */
export function readEnvelope(event: string, body: JsonRecord, fault: FieldFault): Envelope {
  const payload = payloadOf(body, fault);
  const outer = readFields(envelopeSchema, body, fault);
  // Read only when it is another object, or each fault would be told twice. Its own faults are not the envelope's: a
  // payload may use these names for something else.
  const inner: EnvelopeFields = payload === body ? {} : readFields(envelopeSchema, payload, () => undefined);
  const outerStepId = idOf(outer.stepId);
  return {
    event,
    payload,
    ...compact({
      runId: idOf(outer.runId) ?? idOf(inner.runId),
      stepId: outerStepId ?? idOf(inner.stepId),
      outerStepId,
      messageId: idOf(outer.messageId) ?? idOf(inner.messageId),
      sequence: outer.sequence ?? inner.sequence ?? undefined,
      at: timeOf(outer.at ?? outer.timestamp ?? inner.at ?? inner.timestamp),
    }),
  };
}
