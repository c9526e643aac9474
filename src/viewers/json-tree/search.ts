import { entries, isTree, leafText } from '../data.js';
import { turn } from '../slices.js';
import { DEEPEST } from './node.js';

/** Values and characters that are looked at in one task. */
const TASK = 131_072;
const VALUE = 16;
/** More matches than these nobody steps through. */
const MOST = 200;

/** Where a match is: the places to go to, level by level. */
export type Match = readonly number[];

export interface Found {
  readonly matches: readonly Match[];
  /** The whole value was looked through, and there were not too many. */
  readonly whole: boolean;
}

/**
 * Looks for a text in names and values, a bounded piece of work a task. Gives up when `isCurrent` says so.
 */
export async function search(root: unknown, text: string, isCurrent: () => boolean): Promise<Found | undefined> {
  const pattern = new RegExp(text.replace(/[\\^$.*+?()[\]{}|/-]/gu, '\\$&'), 'iu');
  const matches: Match[] = [];
  let work = 0;
  for (const visit of walk(root)) {
    if (typeof visit === 'number') work += visit;
    else {
      const [piece, path] = visit;
      work += piece.length + VALUE;
      const last = matches.at(-1);
      if (pattern.test(piece) && !(last !== undefined && isSame(last, path))) matches.push([...path]);
      if (matches.length >= MOST) return { matches, whole: false };
    }
    if (work < TASK) continue;
    work = 0;
    await turn();
    if (!isCurrent()) return undefined;
  }
  return { matches, whole: true };
}

/** Each name and each piece of a value, with its place; a number is work without a result. */
function* walk(root: unknown): Generator<number | readonly [piece: string, path: readonly number[]]> {
  if (!isTree(root)) return;
  const path: number[] = [-1];
  const levels = [{ tree: root, items: entries(root) }];
  const within = new Set<object>([root]);
  for (let level = levels.at(-1); level !== undefined; level = levels.at(-1)) {
    const next = level.items.next();
    if (next.done === true) {
      within.delete(level.tree);
      levels.pop();
      path.pop();
      continue;
    }
    path.push((path.pop() ?? -1) + 1);
    const [key, value] = next.value;
    if (key !== undefined) yield [key, path];
    if (!isTree(value)) for (const piece of pieces(typeof value === 'string' ? value : leafText(value))) yield [piece, path];
    else if (within.has(value) || levels.length >= DEEPEST) yield VALUE;
    else {
      within.add(value);
      levels.push({ tree: value, items: entries(value) });
      path.push(-1);
      yield VALUE;
    }
  }
}

const PIECE = 16_384;
/** As long as what may be searched for: a match may lie across two pieces. */
const OVERLAP = 256;

function* pieces(text: string): Generator<string> {
  for (let start = 0; start === 0 || start < text.length; start += PIECE) yield text.slice(start, start + PIECE + OVERLAP);
}

function isSame(a: Match, b: Match): boolean {
  return a.length === b.length && a.every((each, at) => each === b[at]);
}
