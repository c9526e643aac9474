import { copy, trim } from '../shared/bounded.js';

/** Ids kept: a replay that is longer is taken as it comes. */
const ID_LIMIT = 32_768;

/**
 * Tells repeated frames. Durable ones have an id; they are dropped by it, and a hole between two ids proves nothing.
 * Transient ones have none and are not replayed by the server; where a whole stream comes again all the same, they are
 * told by their place between the durable ones. Losing one costs nothing: the durable events say it again.
 */
export class Sequence {
  readonly #seen = new Set<string>();
  #newest: string | undefined;
  /** Transient frames since the newest durable one. */
  #since = 0;
  /** Transient frames still to be dropped. */
  #skip = 0;

  /** Why a frame is a repetition, or nothing. Call once for each frame, in order. */
  repetition(id: string | undefined): string | undefined {
    if (id === undefined || id === '') return this.#transient();
    const key = copy(id);
    if (this.#seen.has(key)) {
      this.#skip = key === this.#newest ? this.#since : Number.POSITIVE_INFINITY;
      return `the id "${id}" was seen before`;
    }
    this.#seen.add(key);
    trim(this.#seen, ID_LIMIT);
    this.#newest = key;
    this.#since = 0;
    this.#skip = 0;
    return undefined;
  }

  #transient(): string | undefined {
    if (this.#skip > 0) {
      this.#skip -= 1;
      return 'it stands between events that were seen before';
    }
    this.#since += 1;
    return undefined;
  }
}
