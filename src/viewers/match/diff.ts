import { entries, field, isArray, isRecord, type Entry } from '../data.js';

/** Two texts, or what a tool made of two: a patch. */
export interface Comparison {
  readonly name?: string;
  readonly before?: string;
  readonly after?: string;
  readonly patch?: string;
  /** What else is said of it. */
  readonly rest: readonly Entry[];
}

const PAIRS = [
  ['oldText', 'newText'],
  ['old_text', 'new_text'],
  ['old_string', 'new_string'],
  ['oldString', 'newString'],
  ['before', 'after'],
  ['old', 'new'],
  ['original', 'modified'],
] as const;
/** From here on the names may be those of other things (cursors, prices): one of the two has to have lines. */
const VAGUE = 4;
const PATCHES = ['diff', 'patch', 'unified_diff', 'unifiedDiff'];
const NAMES = ['path', 'file', 'filename', 'file_path', 'filePath', 'name'];
const HEAD = 4096;
const MOST_FILES = 100;

/** What is to be compared, one or several; `undefined` if the value is no such thing. */
export function comparisonsOf(value: unknown, hinted = false): readonly Comparison[] | undefined {
  const one = comparisonOf(value, hinted);
  if (one !== undefined) return [one];
  if (!isArray(value) || value.length === 0 || value.length > MOST_FILES) return undefined;
  const all = value.map((each) => comparisonOf(each, hinted));
  return all.every((each) => each !== undefined) ? all : undefined;
}

function comparisonOf(value: unknown, hinted: boolean): Comparison | undefined {
  if (typeof value === 'string') return isPatch(value) ? { patch: value, rest: [] } : undefined;
  if (!isRecord(value)) return undefined;
  const pair = pairOf(value, hinted);
  if (pair !== undefined) return { ...named(value, pair.keys), before: pair.before, after: pair.after };
  const key = PATCHES.find((each) => isPatch(field(value, each)));
  return key === undefined ? undefined : { ...named(value, [key]), patch: field(value, key) as string };
}

function pairOf(value: object, hinted: boolean): { keys: readonly string[]; before: string; after: string } | undefined {
  for (const [at, keys] of PAIRS.entries()) {
    const [left, after] = keys.map((key) => field(value, key));
    // A new file had nothing before.
    const before = left === null ? '' : left;
    if (typeof before !== 'string' || typeof after !== 'string') continue;
    if (hinted || at < VAGUE || before.includes('\n') || after.includes('\n')) return { keys, before, after };
  }
  return undefined;
}

function named(value: object, keys: readonly string[]): Pick<Comparison, 'name' | 'rest'> {
  const nameKey = NAMES.find((key) => typeof field(value, key) === 'string');
  const said = new Set([...keys, nameKey]);
  const rest = [...entries(value)].filter(([key, item]) => !said.has(key) && !(key === 'type' && item === 'diff'));
  return { ...(nameKey === undefined ? {} : { name: field(value, nameKey) as string }), rest };
}

function isPatch(text: unknown): text is string {
  if (typeof text !== 'string') return false;
  const head = text.slice(0, HEAD);
  return /^(?:diff --git |Index: |--- |@@ -)/mu.test(head) && /^@@ -\d+(?:,\d+)? \+\d+(?:,\d+)? @@/mu.test(head);
}
