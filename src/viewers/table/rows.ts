import { field, isTree, leafText, textOf } from '../data.js';

export type Direction = 'ascending' | 'descending';

export interface Order {
  readonly column: string;
  readonly direction: Direction;
}

/** Longer cells are cut, and say so; the whole value is one press away, as JSON. */
const LONGEST = 200;

/** A cell as text. */
export function cellText(row: unknown, column: string): string {
  const value = field(row, column);
  if (value === undefined || value === null) return '';
  if (!isTree(value)) return cut(leafText(value));
  let text = '';
  for (const piece of textOf(value)) {
    text += piece.replace(/\s+/gu, ' ');
    if (text.length > LONGEST) break;
  }
  return cut(text);
}

function cut(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

/** Numbers stand at the end of their column. */
export function isNumeric(rows: readonly unknown[], column: string): boolean {
  const cells = rows.map((row) => field(row, column)).filter((value) => value !== undefined && value !== null);
  return cells.length > 0 && cells.every((value) => typeof value === 'number' || typeof value === 'bigint');
}

/** Numbers by size, texts as the language sorts them, what is missing at the end. A copy; equal rows keep their order. */
export function sortRows(rows: readonly unknown[], { column, direction }: Order, locale: string): unknown[] {
  const compareTexts = collator(locale);
  const sign = direction === 'ascending' ? 1 : -1;
  const keyed = rows.map((row) => ({ row, key: sortKey(field(row, column)) }));
  keyed.sort((a, b) => {
    if (a.key === undefined || b.key === undefined) return Number(a.key === undefined) - Number(b.key === undefined);
    if (typeof a.key === 'number' && typeof b.key === 'number') return sign * (a.key - b.key);
    return sign * compareTexts(String(a.key), String(b.key));
  });
  return keyed.map(({ row }) => row);
}

function sortKey(value: unknown): number | string | undefined {
  if (value === undefined || value === null || value === '' || Number.isNaN(value)) return undefined;
  if (typeof value === 'number') return value;
  if (value instanceof Date) return value.getTime();
  return isTree(value) ? '' : leafText(value).slice(0, LONGEST);
}

function collator(locale: string): (a: string, b: string) => number {
  try {
    return new Intl.Collator(locale, { numeric: true }).compare;
  } catch {
    return new Intl.Collator(undefined, { numeric: true }).compare;
  }
}
