/** From here on a timer is held, and fires when the test moves the time; a shorter one is the page's own. */
const LONG = 1_000;

interface Held {
  readonly due: number;
  readonly callback: () => void;
}

/**
 * The page's time in the test's hand, for elements, which take no clock: `performance.now()`, `Date.now()` and long
 * timers. Short timers stay real, so that streams, frames and the test itself go on.
 */
export class PageClock {
  readonly #own = { setTimeout: window.setTimeout, clearTimeout: window.clearTimeout, now: performance.now, date: Date.now };
  readonly #held = new Map<number, Held>();
  #last = -1;
  #moved = 0;
  #jumped = 0;

  constructor() {
    const { setTimeout, clearTimeout, now, date } = this.#own;
    performance.now = () => now.call(performance) + this.#moved;
    Date.now = () => date() + this.#moved + this.#jumped;
    const replacement = {
      setTimeout: (callback: () => void, delay = 0): number => {
        if (delay < LONG) return setTimeout.call(window, callback, delay) as unknown as number;
        // Below zero, where no timer of the page can be.
        this.#held.set((this.#last -= 1), { due: performance.now() + delay, callback });
        return this.#last;
      },
      clearTimeout: (id?: number): void => {
        if (id === undefined || !this.#held.delete(id)) clearTimeout.call(window, id);
      },
    };
    Object.assign(window, replacement);
  }

  /** Long timers that have neither fired nor been cancelled. */
  get pending(): number {
    return this.#held.size;
  }

  /** Time passes, and what is due fires, in order. */
  advance(milliseconds: number): void {
    this.#moved += milliseconds;
    const due = [...this.#held].filter(([, { due }]) => due <= performance.now()).sort(([, a], [, b]) => a.due - b.due);
    for (const [id, { callback }] of due) {
      if (this.#held.delete(id)) callback();
    }
  }

  /** Time passes without timers, as in a suspended page. */
  sleep(milliseconds: number): void {
    this.#moved += milliseconds;
  }

  /** The wall clock jumps. */
  jump(milliseconds: number): void {
    this.#jumped += milliseconds;
  }

  restore(): void {
    const { setTimeout, clearTimeout, now, date } = this.#own;
    Object.assign(window, { setTimeout, clearTimeout });
    Object.assign(performance, { now });
    Object.assign(Date, { now: date });
  }
}
