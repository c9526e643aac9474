/** What a decoder remembers lives as long as its run, so each collection of it has a limit. */

/** Drops the oldest entry of a Map or Set, which iterate in order of insertion. */
export function trim(collection: Map<string, unknown> | Set<string>, limit: number): void {
  if (collection.size <= limit) return;
  const oldest = collection.keys().next();
  if (oldest.done !== true) collection.delete(oldest.value);
}

/** A text of its own: in V8 an id cut out of a chunk of the stream would keep that chunk in memory as long as itself. */
export function copy(id: string): string {
  return JSON.stringify(id);
}
