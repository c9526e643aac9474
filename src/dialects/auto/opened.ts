import type { WireFrame } from '../../wire/frame.js';
import { readData } from '../shared/frame-data.js';
import { isRecord, type JsonRecord } from '../shared/values.js';

/** A frame, opened as far as recognising needs it. */
export interface Opened {
  /** The SSE `event:` name. */
  readonly event: string | undefined;
  /** Its data as a value; of JSON lines the first. Nothing where it is no JSON. */
  readonly value: unknown;
  /** `value` where it is an object, else an empty one. */
  readonly body: JsonRecord;
  /** `type` in it, or nothing. */
  readonly type: string;
}

/** Opens a frame. Never throws, unless the host's own value does. */
export function openFrame({ event, data }: WireFrame): Opened {
  const whole = readData(data);
  const read = whole.ok || typeof data !== 'string' ? whole : readData(data.trimStart().split('\n', 1)[0] ?? '');
  const value = read.ok ? read.value : undefined;
  const body = isRecord(value) ? value : {};
  // What the SSE standard calls a frame without a name.
  const named = event === undefined || event === 'message' || event === '' ? undefined : event;
  return { event: named, value, body, type: typeof body['type'] === 'string' ? body['type'] : '' };
}
