import { textOf } from './data.js';

/** How much is read in one task: a few milliseconds of work, well within a frame. */
const TASK = 131_072;
/** What a piece costs beside its characters, as in a list of a million short numbers. */
const PIECE = 16;

/** Lets the page do what waits: input, a frame. */
export function turn(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve);
  });
}

/** A value as text, read a slice of bounded work at a time. The caller decides in which task the next slice is read. */
export function* slicesOf(value: unknown): Generator<string, undefined, undefined> {
  let slice = '';
  let work = 0;
  for (const piece of textOf(value)) {
    slice += piece;
    work += piece.length + PIECE;
    if (work < TASK) continue;
    yield slice;
    slice = '';
    work = 0;
  }
  if (slice !== '') yield slice;
  return undefined;
}

/** The whole text of a value, a slice a task. */
export async function gather(value: unknown): Promise<Blob> {
  const parts: Blob[] = [];
  for (const slice of slicesOf(value)) {
    parts.push(new Blob([slice]));
    await turn();
  }
  return new Blob(parts, { type: 'text/plain' });
}
