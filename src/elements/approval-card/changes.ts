import { isSameText, isTree, textOf } from '../../viewers/data.js';

/** One field that differs, by the keys down to it. `before` and `after` are present by key. */
export interface Change {
  readonly path: readonly string[];
  readonly before?: unknown;
  readonly after?: unknown;
}

/** Below this a value is compared as a whole. */
const DEEPEST = 12;

type Parts = Readonly<Record<string, unknown>>;

/** What a person changed, field by field, in the order of the proposal. Lists of another length differ as a whole. */
export function changesOf(before: unknown, after: unknown, path: readonly string[] = []): readonly Change[] {
  if (Object.is(before, after)) return [];
  if (!isTree(before) || !isTree(after) || path.length >= DEEPEST || !isAlike(before, after)) {
    return isSameText(before, after) ? [] : [{ path, before, after }];
  }
  const [old, now] = [before as Parts, after as Parts];
  return [...new Set([...Object.keys(old), ...Object.keys(now)])].flatMap((key) => {
    const at = [...path, key];
    if (!Object.hasOwn(old, key)) return [{ path: at, after: now[key] }];
    return Object.hasOwn(now, key) ? changesOf(old[key], now[key], at) : [{ path: at, before: old[key] }];
  });
}

function isAlike(before: object, after: object): boolean {
  if (!Array.isArray(before) || !Array.isArray(after)) return !Array.isArray(before) && !Array.isArray(after);
  return before.length === after.length && (before.some(isTree) || after.some(isTree));
}

/** A text as it is shown of a change: its beginning and end stay out where both sides have them. */
export interface Excerpt {
  readonly text: string;
  /** Characters left out before it and after it. */
  readonly hidden: readonly [before: number, after: number];
}

const AROUND = 24;
const MOST = 400;

/** Both sides of a change, cut to what differs, with a little around it. */
export function excerpts(before: unknown, after: unknown): readonly [Excerpt, Excerpt] {
  const [old, now] = [asText(before), asText(after)];
  const shortest = Math.min(old.length, now.length);
  let start = 0;
  while (start < shortest && old[start] === now[start]) start += 1;
  let end = 0;
  while (end < shortest - start && old.at(-1 - end) === now.at(-1 - end)) end += 1;
  const cut: readonly [number, number] = [Math.max(0, start - AROUND), Math.max(0, end - AROUND)];
  return [excerpt(old, cut), excerpt(now, cut)];
}

/** One side alone. */
export function excerptOf(value: unknown): Excerpt {
  return excerpt(asText(value), [0, 0]);
}

function excerpt(whole: string, [start, end]: readonly [number, number]): Excerpt {
  const text = whole.slice(start, Math.min(whole.length - end, start + MOST));
  return { text, hidden: [start, whole.length - start - text.length] };
}

function asText(value: unknown): string {
  return [...textOf(value)].join('');
}
