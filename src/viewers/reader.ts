import { measure, textOf, type Size } from './data.js';
import { MOST_ROWS, shown, type FieldOptions } from './fields.js';

/** Above this many characters a value is shown by its head, its size and ways to get the rest. */
const LARGE = 65_536;
const MOST_LINES = 4000;

/** A value read as text, as far as it is shown. */
export interface Reader {
  /** What was asked for. */
  readonly source: unknown;
  /** What is shown: the same, unless it cannot be read at all. */
  readonly value: unknown;
  readonly size: Size;
  readonly pieces: Iterator<string, undefined>;
  /** As they are shown: made once, for a long text would be gone through again at each render. */
  readonly chunks: string[];
  /** Characters read so far. */
  length: number;
  done: boolean;
}

export function startReader(source: unknown): Reader {
  const [value, size] = measured(source);
  return { source, value, size, pieces: textOf(value), chunks: [], length: 0, done: false };
}

/** A host may hand in what throws at any touch, such as a revoked proxy. */
function measured(value: unknown): [value: unknown, size: Size] {
  try {
    return [value, measure(value)];
  } catch {
    return ['[unreadable]', measure('[unreadable]')];
  }
}

export function isLarge(size: Size): boolean {
  return !size.exact || size.bytes > LARGE || size.nodes > MOST_LINES;
}

export function hasRows(size: Size): boolean {
  return !isLarge(size) && size.nodes <= MOST_ROWS;
}

/** Takes about `limit` characters more, as one chunk. */
export function readMore(reader: Reader, limit: number, options: Pick<FieldOptions, 'reveal'>): void {
  let chunk = '';
  while (chunk.length < limit) {
    const next = reader.pieces.next();
    if (next.done === true) {
      reader.done = true;
      break;
    }
    chunk += next.value;
  }
  reader.length += chunk.length;
  if (chunk !== '') reader.chunks.push(shown(chunk, options));
}
