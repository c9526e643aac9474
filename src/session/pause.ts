import type { Clock } from '../wire/clock.js';

/** How long a pause still takes, in milliseconds; undefined while it is held. */
type Tell = (delay: number | undefined) => void;

export interface PauseLimits {
  readonly delay: number;
  /** What the server asked for at least (`Retry-After`). */
  readonly least: number;
  /** There is no network, or so the browser says: no timer. */
  readonly held: boolean;
}

/** The pause before an attempt. It can be brought forward, held while there is no network, and ended. */
export class Pause {
  readonly #clock: Clock;
  readonly #tell: Tell;
  #notBefore = 0;
  #cancel: (() => void) | undefined;
  #resolve: (() => void) | undefined;

  constructor(clock: Clock, tell: Tell) {
    this.#clock = clock;
    this.#tell = tell;
  }

  /** Resolves when it is over, however. Tells nothing: whoever starts it knows. */
  start({ delay, least, held }: PauseLimits): Promise<void> {
    this.#notBefore = this.#clock.monotonic() + least;
    return new Promise((resolve) => {
      this.#resolve = resolve;
      if (!held) this.#arm(delay);
    });
  }

  /** To another end, which is given what is left of the server's wish. Nothing without a pause. */
  hurry(delayOf: (left: number) => number): void {
    if (!this.#resolve) return;
    const delay = delayOf(Math.max(0, this.#notBefore - this.#clock.monotonic()));
    this.#arm(delay);
    if (delay > 0) this.#tell(delay);
  }

  /** Without an end, until it is hurried or ended. */
  hold(): void {
    if (!this.#resolve) return;
    this.#cancel?.();
    this.#tell(undefined);
  }

  end(): void {
    this.#cancel?.();
    this.#resolve?.();
    this.#resolve = undefined;
  }

  #arm(delay: number): void {
    this.#cancel?.();
    if (delay > 0) {
      this.#cancel = this.#clock.after(delay, () => {
        this.end();
      });
    } else {
      this.end();
    }
  }
}
