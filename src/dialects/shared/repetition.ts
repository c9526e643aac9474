import { hash, HASH_START } from '../../activity/thought-part.js';

/** Chunks that are remembered, at eight bytes each. A longer stream is taken as it comes. */
const LIMIT = 131_072;

/** What is to be done with chunks. */
export interface Passed<T> {
  /** To be read now, in order. */
  readonly news: readonly T[];
  /** How many came a second time, and are dropped. */
  readonly repeated: number;
}

/**
 * Tells a stream that is sent again from what follows it, where frames have no ids and there is no cursor: a resumed stream
 * comes whole, from its first frame, and so does the next one. What may be the former is held back until it has caught up
 * with what is known, and is dropped; or until it differs, and then it was the latter.
 */
export class Repetition<T> {
  readonly #known: number[] = [];
  /** Where in `#known` a stream begins. */
  readonly #beginnings: number[] = [];
  #held: { readonly chunk: T; readonly mark: number; readonly opens: boolean }[] = [];
  /** Places in `#known` at which what is held would go on; none while nothing is held. */
  #places: number[] = [];
  /** How much of what is held is a repetition that has caught up. */
  #done = 0;

  /** @param text By which the chunk is known again. @param opens A stream begins with it. */
  pass(chunk: T, text: string, opens: boolean): Passed<T> {
    const mark = hash(text, HASH_START);
    if (this.#held.length === 0) return this.#open(chunk, mark, opens);
    const next = this.#following(this.#places, mark);
    if (next.length === 0 && opens) return this.#anew(chunk, mark);
    this.#held.push({ chunk, mark, opens });
    return this.#go(next);
  }

  #open(chunk: T, mark: number, opens: boolean): Passed<T> {
    const next = opens ? this.#following(this.#beginnings, mark) : [];
    if (next.length === 0) return { news: [this.#take(chunk, mark, opens)], repeated: 0 };
    this.#held = [{ chunk, mark, opens }];
    this.#done = 0;
    return this.#go(next);
  }

  #following(places: readonly number[], mark: number): number[] {
    return places.filter((place) => this.#known[place] === mark).map((place) => place + 1);
  }

  /** As long as a longer repetition is possible, the end of a shorter one does not decide. */
  #go(next: readonly number[]): Passed<T> {
    this.#places = next.filter((place) => place < this.#known.length);
    if (this.#places.length < next.length) this.#done = this.#held.length;
    if (this.#places.length > 0) return { news: [], repeated: 0 };
    const [repeated, held] = [this.#done, this.#held];
    this.#held = [];
    this.#done = 0;
    return { news: held.slice(repeated).map((one) => this.#take(one.chunk, one.mark, one.opens)), repeated };
  }

  /** What is held was a replay that was cut, and another begins. */
  #anew(chunk: T, mark: number): Passed<T> {
    const cut = this.#held.length;
    this.#held = [];
    const { news, repeated } = this.#open(chunk, mark, true);
    return { news, repeated: cut + repeated };
  }

  #take(chunk: T, mark: number, opens: boolean): T {
    if (this.#known.length >= LIMIT) return chunk;
    if (opens) this.#beginnings.push(this.#known.length);
    this.#known.push(mark);
    return chunk;
  }
}
