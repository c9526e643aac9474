import { entries, isArray, isList, isRecord, isTree, keysOf, read } from '../data.js';

/** So many rows are looked at: a million cost no more. */
const SAMPLE = 50;
const MOST_COLUMNS = 24;

/** A list of like objects: they have most of their fields in common, and most of those are plain. */
export function isTable(value: unknown, hinted = false): value is readonly unknown[] {
  if (!isArray(value) || value.length < 2) return false;
  const rows = sample(value);
  if (!rows.every((row) => isRecord(row) && keysOf(row).length > 0)) return false;
  return hinted || isRegular(rows, columnsOf(value).length);
}

/** Most fields are in most rows, and most of them are plain. */
function isRegular(rows: readonly unknown[], columns: number): boolean {
  let cells = 0;
  let plain = 0;
  for (const row of rows) {
    for (const [, cell] of entries(row as object)) {
      cells += 1;
      if (!isTree(cell) || (isList(cell) && !isTree(read(cell, 0)))) plain += 1;
    }
  }
  return columns > 1 && columns <= MOST_COLUMNS && cells * 2 >= columns * rows.length && plain * 2 >= cells;
}

/** The fields of the first rows, in the order of their first sight. */
export function columnsOf(rows: readonly unknown[]): string[] {
  const columns = new Set<string>();
  for (const row of sample(rows)) if (isTree(row)) for (const key of keysOf(row)) columns.add(key);
  return [...columns];
}

function sample(rows: readonly unknown[]): unknown[] {
  return Array.from({ length: Math.min(rows.length, SAMPLE) }, (_, index) => read(rows, index));
}
