import type { TabsEntry } from './tabs-message.js';

/** Characters of one stream that a tab keeps for those that join later. */
const MAX_SIZE = 4 * 1024 * 1024;
/** What an entry weighs beside its text. */
const ENTRY_SIZE = 32;

/** What a stream brought after a cursor, the newest part of it, so that a tab which joins gets what it lacks. */
export class TabsLog {
  readonly #maxSize: number;
  #entries: TabsEntry[] = [];
  #size = 0;
  #cursor: string | undefined;
  /** Where it begins: after this cursor, at the beginning of the stream (`undefined`), or nowhere that is known (`null`). */
  #since: string | undefined | null = undefined;

  constructor(maxSize = MAX_SIZE) {
    this.#maxSize = maxSize;
  }

  /** A stream goes on after a cursor, or begins. What is there stays, if it leads up to it. */
  resume(cursor: string | undefined): void {
    if (cursor !== undefined && cursor === this.#cursor) return;
    this.#entries = [];
    this.#size = 0;
    this.#since = cursor;
    this.#cursor = cursor;
  }

  /** The cursor after the last entry. */
  get cursor(): string | undefined {
    return this.#cursor;
  }

  add(entries: readonly TabsEntry[]): void {
    for (const entry of entries) {
      this.#entries.push(entry);
      this.#size += sizeOf(entry);
      const id = idOf(entry);
      if (id !== undefined) this.#cursor = id === '' ? undefined : id;
    }
    if (this.#size > this.#maxSize) this.#drop();
  }

  /** What came after a cursor; `undefined` where that is not known. */
  after(cursor: string | undefined): readonly TabsEntry[] | undefined {
    if (cursor === undefined) return this.#since === undefined ? [...this.#entries] : undefined;
    const index = this.#entries.findLastIndex((entry) => idOf(entry) === cursor);
    if (index >= 0) return this.#entries.slice(index + 1);
    return cursor === this.#since ? [...this.#entries] : undefined;
  }

  /** Down to half of the limit, so that the next entries cost nothing. */
  #drop(): void {
    let count = 0;
    while (this.#size > this.#maxSize / 2 && count < this.#entries.length) {
      const entry = this.#entries[count];
      if (entry) this.#size -= sizeOf(entry);
      count += 1;
    }
    const last = this.#entries[count - 1];
    // Entries without an id after it would be missing: a cursor counts only where it is the last thing dropped.
    const id = last && idOf(last);
    this.#since = id === undefined || id === '' ? null : id;
    this.#entries = this.#entries.slice(count);
  }
}

function idOf(entry: TabsEntry): string | undefined {
  if ('frame' in entry) return entry.frame.id;
  return 'cursor' in entry ? entry.cursor : undefined;
}

function sizeOf(entry: TabsEntry): number {
  if (!('frame' in entry)) return ENTRY_SIZE;
  const { data, event, id } = entry.frame;
  return ENTRY_SIZE + String(data).length + (event?.length ?? 0) + (id?.length ?? 0);
}
