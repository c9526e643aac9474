import type { ThinkDelta } from './event.js';
import { emptyTail, type HeadingTail } from './heading.js';

/** What is remembered of one open part of a thought: nothing of its text but the end of an unfinished title. */
export interface ThoughtPart {
  tail: HeadingTail;
  /** How much of the part has been read, and its hash: tells a longer repetition from another text without keeping it. */
  length: number;
  hash: number;
  /** The `phase` of the capture gate in which the reducer was told that this part goes on. */
  announced?: number;
}

/** Open parts that are remembered; of more than these the oldest is forgotten, which can cost it a heading. */
const MAX_PARTS = 256;

/** The hash of nothing. */
export const HASH_START = 0x811c9dc5;

/** Opens a part, in the place of any that had its id. */
export function openPart(parts: Map<string, ThoughtPart>, partId: string): ThoughtPart {
  const part: ThoughtPart = { tail: emptyTail, length: 0, hash: HASH_START };
  parts.delete(partId);
  parts.set(partId, part);
  const [oldest] = parts.keys();
  if (parts.size > MAX_PARTS && oldest !== undefined) parts.delete(oldest);
  return part;
}

/**
 * The text of a delta that was not there before, counted as read. A cumulative text that does not continue the one
 * before is another text: it counts whole, and titles begin anew in it.
 */
export function readNew(part: ThoughtPart, { mode, text }: ThinkDelta): string {
  const base = mode === 'append' ? part : continued(part, text);
  const fresh = mode === 'append' ? text : text.slice(base.length);
  part.tail = base.tail;
  part.hash = hash(fresh, base.hash);
  part.length = base.length + fresh.length;
  return fresh;
}

function continued(part: ThoughtPart, text: string): Pick<ThoughtPart, 'tail' | 'length' | 'hash'> {
  const same = text.length >= part.length && hash(text.slice(0, part.length), HASH_START) === part.hash;
  return same ? part : { tail: emptyTail, length: 0, hash: HASH_START };
}

/** FNV-1a over code units, continued from an earlier hash. */
export function hash(text: string, start: number): number {
  let value = start;
  for (let index = 0; index < text.length; index += 1) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  return value;
}
