import { isRecord } from './values.js';

/** Longest piece of a frame that a diagnostic may quote, in UTF-16 units. */
const SAMPLE_LENGTH = 200;

/**
 * What must not be quoted even from a frame that could not be read: a broken reasoning frame is still reasoning. Cheap and
 * deliberately too wide, since a missing sample costs a developer little.
 */
const PRIVATE = /\bcot\b|reason|think|thought/i;

/** Whether a name (of an event, of a part of a message) says that what it stands for is thought. */
export function isPrivate(name: string): boolean {
  return PRIVATE.test(name);
}

/** Values that look like credentials. The text may be cut or broken JSON, so this cannot be left to the redaction of values. */
const CREDENTIAL = /("[^"]*(?:password|passwd|secret|token|authorization|cookie|api[_-]?key)[^"]*"\s*:\s*)("(?:[^"\\]|\\.)*"?|[^\s,}\]]+)/gi;

/** The outcome of reading a frame's `data`. */
export type FrameData =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly why: string };

/** Text is parsed as JSON; a value that a host parsed already passes as it is. */
export function readData(data: unknown): FrameData {
  if (typeof data !== 'string') return { ok: true, value: data };
  try {
    return { ok: true, value: JSON.parse(data) };
  } catch {
    return { ok: false, why: data.trim() === '' ? 'the data is empty' : 'the data is not valid JSON' };
  }
}

/** A value that may be sent as its JSON text; text that is no JSON is a value too. */
export function valueOf(value: unknown): unknown {
  const read = typeof value === 'string' ? readData(value) : undefined;
  return read?.ok === true ? read.value : value;
}

/** The declared type of `JSON.stringify` leaves out what it gives for functions and `undefined`. */
function jsonOf(value: unknown): string | undefined {
  return JSON.stringify(value);
}

/** The start of a frame for a diagnostic, or nothing where it is private or cannot be written down (cyclic, BigInt). */
export function sampleOf(data: unknown): string | undefined {
  let text: string;
  try {
    text = typeof data === 'string' ? data : (jsonOf(data) ?? '');
  } catch {
    text = isRecord(data) ? `{${Object.keys(data).join(', ')}}` : '';
  }
  if (text === '' || PRIVATE.test(text)) return undefined;
  return text.replace(CREDENTIAL, '$1"…"').slice(0, SAMPLE_LENGTH);
}
