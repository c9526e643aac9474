import type { WireFrame } from '../../wire/frame.js';
import { isPrivate, readData } from './frame-data.js';
import { idOf, isRecord, type JsonRecord } from './values.js';

/** A frame's event and its JSON object, or what is wrong with it and whether its start may be quoted. */
export type NamedFrame =
  | { readonly type: string; readonly body: JsonRecord; readonly quotable: boolean }
  | { readonly problem: string; readonly quotable: boolean };

/**
 * Reads a frame whose event is named by the `event:` field or by `type` in the JSON. What stands in `inData` wins: bare
 * frames of a proxy may have got a name that is none of the protocol's.
 */
export function namedFrame(frame: WireFrame, inData: boolean): NamedFrame {
  const name = idOf(frame.event);
  const quotable = name === undefined || !isPrivate(name);
  const data = readData(frame.data);
  if (!data.ok) return { problem: `${name ?? 'frame'}: ${data.why}`, quotable };
  const body = data.value;
  if (!isRecord(body)) return { problem: `${name ?? 'frame'}: the data must be an object`, quotable };
  const own = idOf(body['type']);
  const type = inData ? (own ?? name) : (name ?? own);
  if (type === undefined) return { problem: 'the frame has no event name', quotable };
  return { type, body, quotable: quotable && !isPrivate(type) };
}
