/** The documented look-ups over a tool-like payload, in one place for live and persisted ones alike. */
import type * as z from 'zod/mini';
import type { Activity, Progress } from '../../activity/state.js';
import type { FieldFault } from '../shared/fields.js';
import { compact, firstPresent, idOf, isRecord, textOf } from '../shared/values.js';
import type { activitySchema, toolSchema } from './schema.js';

export type ToolFields = z.output<typeof toolSchema>;

/** What a call's payload says, whichever event it came with. Keys are absent where the payload has nothing. */
export interface ToolPayload {
  readonly callId?: string;
  readonly toolKey?: string;
  readonly input?: unknown;
  readonly output?: unknown;
  readonly activity?: Activity;
}

type ActivityFields = z.output<typeof activitySchema>;

/** The activity without nulls; nothing when it says nothing. */
export function activityOf(fields: ActivityFields | null | undefined): Activity | undefined {
  if (fields === null || fields === undefined) return undefined;
  const entries = Object.entries(fields).filter(([, value]) => typeof value === 'string');
  return entries.length > 0 ? (Object.fromEntries(entries)) : undefined;
}

/**
 * `callId ?? toolCallId ?? envelope.stepId`. An empty id counts as missing. One of another type is unusable: falling
 * through would put the call on another card, so `undefined` comes back although a later place has an id.
 */
export function callIdOf(payload: object, stepId: string | undefined): string | undefined {
  const source = payload as Readonly<Record<string, unknown>>;
  for (const key of ['callId', 'toolCallId']) {
    const value = source[key];
    if (value === undefined || value === null || value === '') continue;
    return idOf(value);
  }
  return stepId;
}

/** Normalises a payload's fields by the documented look-ups. */
export function toolPayload(fields: ToolFields, callId: string | undefined): ToolPayload {
  return compact({
    callId,
    toolKey: fields.toolKey ?? fields.key ?? undefined,
    input: firstPresent(fields, 'input', 'args'),
    output: firstPresent(fields, 'data', 'output'),
    activity: activityOf(fields.activity),
  });
}

/** A ratio is clamped into 0..1; a total of 0 gives none. */
export function progressOf(progress: ToolFields['progress'], fault: FieldFault): Progress | undefined {
  if (progress === null || progress === undefined) return undefined;
  if (typeof progress === 'number') {
    const ratio = Math.min(1, Math.max(0, progress));
    if (ratio !== progress) fault(`"progress" must be a number from 0 to 1, got ${String(progress)}`);
    return { ratio };
  }
  const { done, total } = progress;
  if (total === null || total === undefined) return { done };
  return total > 0 ? { done, total, ratio: Math.min(1, done / total) } : { done, total };
}

/** An error as a call holds it, from text or `{ code?, message }`. An empty one says nothing. */
export function errorOf(error: ToolFields['error']): { readonly code?: string; readonly message: string } | undefined {
  if (typeof error === 'string') return error === '' ? undefined : { message: error };
  if (!isRecord(error)) return undefined;
  const code = error.code === null || error.code === undefined ? undefined : String(error.code);
  const message = textOf(error.message) ?? code;
  return message === undefined ? undefined : compact({ code, message });
}

/** The error of a call; one that failed without any has its detail in its place (ours, B5). */
export function failureOf(fields: ToolFields, call: ToolPayload, failed: boolean): ReturnType<typeof errorOf> {
  const error = errorOf(fields.error);
  if (error !== undefined || !failed) return error;
  const message = textOf(fields.detail) ?? textOf(fields.message) ?? textOf(call.activity?.detail);
  return message === undefined ? undefined : { message };
}
