import type { WireFrame } from '../../wire/frame.js';
import { readData } from '../shared/frame-data.js';
import { idOf, isRecord, type JsonRecord } from '../shared/values.js';

/** What a frame holds: fields, or bare text. */
export type Payload = string | JsonRecord;

/** A frame with its name, or why it is of no use. */
export type Read =
  | { readonly type: string; readonly payload: Payload }
  | { readonly type: string | undefined; readonly why: string };

/** Broken JSON is not text that somebody wrote. */
const LIKE_JSON = /^\s*["[{]/;

function payloadOf(data: unknown): Payload | undefined {
  const parsed = readData(data);
  if (!parsed.ok) return typeof data === 'string' && data !== '' && !LIKE_JSON.test(data) ? data : undefined;
  const { value } = parsed;
  if (typeof value === 'string' || isRecord(value)) return value;
  // Bare text may read as a number or a word of JSON.
  const isWord = typeof value === 'number' || typeof value === 'boolean';
  return isWord && typeof data === 'string' ? data : undefined;
}

/** The name stands in `event:`; in `type` where frames were taken off the wire without it. */
export function readFrame({ event, data }: WireFrame): Read {
  const payload = payloadOf(data);
  const type = idOf(event) ?? (isRecord(payload) ? idOf(payload['type']) : undefined);
  if (payload === undefined) return { type, why: data === '' ? 'the data is empty' : 'the data is neither JSON of an object nor text' };
  return type === undefined ? { type, why: 'the frame has no event name' } : { type, payload };
}
