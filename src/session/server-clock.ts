import type { Clock } from '../wire/clock.js';

/**
 * The server's time of day, as far as it is known here, for deadlines and running times.
 *
 * Each stamp is a lower bound: a frame cannot arrive before it was sent, so "server time ≥ stamp" at its arrival. Stamps
 * of a replay are old and teach nothing then. Without a `Date` header the page's own clock is the first guess, so a
 * server behind it is not noticed, while one ahead of it is at the first live event. Between two stamps a monotonic clock
 * counts: a jump of the page's clock, or a corrected one, changes nothing.
 */
export class ServerClock implements Clock {
  readonly #clock: Clock;
  #origin: number;
  #guessed = true;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#origin = clock.now() - clock.monotonic();
  }

  now(): number {
    return this.#origin + this.#clock.monotonic();
  }

  monotonic(): number {
    return this.#clock.monotonic();
  }

  after(milliseconds: number, callback: () => void): () => void {
    return this.#clock.after(milliseconds, callback);
  }

  /** The stamp of an event that has just arrived, in epoch milliseconds. */
  stamp(at: number): void {
    if (Number.isFinite(at) && at - this.#clock.monotonic() < this.#origin + A_DAY) {
      this.#origin = Math.max(this.#origin, at - this.#clock.monotonic());
    }
  }

  /** The answer's `Date` header: the server's own clock, to the second. The first one replaces the guess. */
  date(header: string | null): void {
    const at = header === null ? Number.NaN : Date.parse(header);
    if (Number.isNaN(at)) return;
    const origin = at - this.#clock.monotonic();
    this.#origin = this.#guessed ? origin : Math.max(this.#origin, origin);
    this.#guessed = false;
  }
}

/** A stamp further ahead than this is no clock but a mistake (seconds taken for milliseconds, a date of next year). */
const A_DAY = 86_400_000;
