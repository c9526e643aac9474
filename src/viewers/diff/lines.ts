// Its two parts that are used: the whole of it is three times as much.
import { diffArrays } from 'diff/lib/diff/array.js';
import { parsePatch } from 'diff/lib/patch/parse.js';
import type { Comparison } from '../match/diff.js';

export type Sign = 'same' | 'removed' | 'added';

export interface Line {
  readonly sign: Sign;
  readonly text: string;
  readonly before?: number;
  readonly after?: number;
  /** The part of the text that differs from the line across. */
  readonly changed?: readonly [from: number, to: number];
}

/** Lines that belong together. Between two of them some are left out. */
export interface Hunk {
  readonly lines: readonly Line[];
  /** Unchanged lines that are left out before it, where their number is known. */
  readonly skipped: number;
}

export interface FileDiff {
  readonly name?: string;
  readonly hunks: readonly Hunk[];
  /** Unchanged lines after the last of them. */
  readonly tail: number;
  readonly added: number;
  readonly removed: number;
  /** There were too many differences to look for what is common. */
  readonly whole?: true;
}

const CONTEXT = 3;
/** Lines, and edits between them, that are compared at once: the work of a comparison is their product at the most. */
const MOST_LINES = 2000;
const MOST_EDITS = 300;

/** A comparison as hunks. A patch that cannot be read is one hunk of unchanged lines: its text, never nothing. */
export function filesOf(comparison: Comparison): readonly FileDiff[] {
  const { name, before = '', after = '', patch } = comparison;
  if (patch === undefined) return [compare(before, after, name)];
  const files = filesOfPatch(patch);
  return files ?? [summed([{ lines: linesOf(patch).map((text) => ({ sign: 'same' as const, text })), skipped: 0 }], name, 0)];
}

/** Line by line; what both texts begin and end with needs no search. */
export function compare(before: string, after: string, name?: string): FileDiff {
  const [left, right] = [linesOf(before), linesOf(after)];
  let start = 0;
  while (start < left.length && start < right.length && left[start] === right[start]) start++;
  let end = 0;
  while (end < left.length - start && end < right.length - start && left[left.length - 1 - end] === right[right.length - 1 - end]) end++;
  const middle = [left.slice(start, left.length - end), right.slice(start, right.length - end)] as const;
  const changes = Math.max(middle[0].length, middle[1].length) <= MOST_LINES ? diffArrays([...middle[0]], [...middle[1]], { maxEditLength: MOST_EDITS }) : undefined;
  const whole = changes === undefined;
  const parts = changes ?? [{ removed: true, added: false, value: middle[0] }, { removed: false, added: true, value: middle[1] }];
  const lines = numbered([
    ...left.slice(0, start).map((text) => ['same', text] as const),
    ...parts.flatMap(({ removed, added, value }) => value.map((text) => [removed ? 'removed' : added ? 'added' : 'same', text] as const)),
    ...left.slice(left.length - end).map((text) => ['same', text] as const),
  ]);
  const { hunks, tail } = folded(lines);
  return { ...summed(hunks, name, tail), ...(whole ? { whole } : {}) };
}

function filesOfPatch(patch: string): readonly FileDiff[] | undefined {
  try {
    const files = parsePatch(patch).filter(({ hunks }) => hunks.length > 0);
    if (files.length === 0) return undefined;
    return files.map(({ oldFileName, newFileName, hunks }) => {
      let next = 1;
      const made = hunks.map(({ oldStart, newStart, lines }) => {
        const skipped = Math.max(0, oldStart - next);
        const all = numbered(lines.filter((line) => !line.startsWith('\\')).map((line) => [SIGNS[line.charAt(0)] ?? 'same', line.slice(1)] as const), oldStart, newStart);
        next = (all.findLast(({ before }) => before !== undefined)?.before ?? oldStart - 1) + 1;
        return { lines: all, skipped };
      });
      return summed(made, fileName(oldFileName, newFileName), 0);
    });
  } catch {
    return undefined;
  }
}

const SIGNS: Readonly<Record<string, Sign>> = { '+': 'added', '-': 'removed' };

function fileName(before: string | undefined, after: string | undefined): string | undefined {
  return [after, before].find((name) => name !== undefined && name !== '' && name !== '/dev/null')?.replace(/^[ab]\//u, '');
}

function linesOf(text: string): string[] {
  if (text === '') return [];
  const lines = text.split('\n');
  // The line end of the last line begins no further one.
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

function numbered(parts: readonly (readonly [sign: Sign, text: string])[], before = 1, after = 1): Line[] {
  let [left, right] = [before, after];
  return parts.map(([sign, text]) => ({
    sign,
    text,
    ...(sign === 'added' ? {} : { before: left++ }),
    ...(sign === 'removed' ? {} : { after: right++ }),
  }));
}

/** Only what changed, and a few lines around it. */
function folded(lines: readonly Line[]): { hunks: Hunk[]; tail: number } {
  const hunks: Hunk[] = [];
  let kept: Line[] = [];
  let skipped = 0;
  let until = -1;
  const changedAt = lines.flatMap(({ sign }, at) => (sign === 'same' ? [] : [at]));
  let next = 0;
  for (const [at, line] of lines.entries()) {
    while (next < changedAt.length && (changedAt[next] ?? 0) < at) next++;
    if (line.sign !== 'same') until = at + CONTEXT;
    if (at <= until || (changedAt[next] ?? Infinity) - at <= CONTEXT) {
      kept.push(line);
      continue;
    }
    if (kept.length > 0) {
      hunks.push({ lines: kept, skipped });
      kept = [];
      skipped = 0;
    }
    skipped++;
  }
  if (kept.length > 0) return { hunks: [...hunks, { lines: kept, skipped }], tail: 0 };
  return { hunks, tail: skipped };
}

function summed(hunks: readonly Hunk[], name: string | undefined, tail: number): FileDiff {
  const count = (sign: Sign): number => hunks.reduce((sum, { lines }) => sum + lines.filter((line) => line.sign === sign).length, 0);
  return { ...(name === undefined ? {} : { name }), hunks: hunks.map(marked), tail, added: count('added'), removed: count('removed') };
}

/** Marks what differs in lines that stand across from each other. */
function marked({ lines, skipped }: Hunk): Hunk {
  const out = [...lines];
  for (const { removed, added } of blocksOf(lines)) {
    if (removed.length !== added.length) continue;
    for (const [at, left] of removed.entries()) {
      const right = added[at] ?? left;
      const [a, b] = [lines[left], lines[right]];
      if (a === undefined || b === undefined) continue;
      const [one, other] = differing(a.text, b.text);
      if (one === undefined || other === undefined) continue;
      out[left] = { ...a, changed: one };
      out[right] = { ...b, changed: other };
    }
  }
  return { lines: out, skipped };
}

/** As many lines as may be shown, and whether there are more. */
export function firstLines(hunks: readonly Hunk[], limit: number): { readonly hunks: readonly Hunk[]; readonly more: boolean } {
  const shown: Hunk[] = [];
  let left = limit;
  for (const { lines, skipped } of hunks) {
    if (left <= 0) return { hunks: shown, more: true };
    shown.push({ lines: lines.slice(0, left), skipped });
    left -= lines.length;
  }
  return { hunks: shown, more: left < 0 };
}

/** Runs of removed and then added lines, by their places. */
export function* blocksOf(lines: readonly Line[]): Generator<{ removed: number[]; added: number[] }> {
  let removed: number[] = [];
  let added: number[] = [];
  for (let at = 0; at <= lines.length; at++) {
    const sign = lines[at]?.sign;
    if (sign === 'removed' && added.length === 0) removed.push(at);
    else if (sign === 'added') added.push(at);
    else {
      if (removed.length + added.length > 0) yield { removed, added };
      removed = sign === 'removed' ? [at] : [];
      added = [];
    }
  }
}

/** What is left of two texts without their common beginning and end; nothing if that is most of them. */
function differing(a: string, b: string): readonly [Line['changed'], Line['changed']] {
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++;
  return start + end < Math.min(a.length, b.length) / 3 ? [undefined, undefined] : [[start, a.length - end], [start, b.length - end]];
}
