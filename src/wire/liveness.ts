import type { Clock } from './clock.js';

export interface LivenessOptions {
  readonly clock: Clock;
  /** Milliseconds without a sign of life after which the connection counts as dead; 0 = never. */
  readonly timeout: number;
  /** Called once. */
  readonly onIdle: () => void;
}

/** A watch over one connection attempt. */
export interface Liveness {
  /** A byte arrived. Costs one reading of the clock and no timer. */
  readonly alive: () => void;
  /**
   * Looks now: a timer may have slept with the page (call on `visibilitychange`, `pageshow`, `online`). `true` when this
   * look found it dead.
   */
  readonly check: () => boolean;
  readonly stop: () => void;
}

/**
 * Finds a silent half-open socket, which no engine reports. Measured with the monotonic clock, so that a jump of the
 * wall clock neither kills a live connection nor keeps a dead one.
 */
export function watchLiveness({ clock, timeout, onIdle }: LivenessOptions): Liveness {
  let last = clock.monotonic();
  let stopped = !(timeout > 0);
  let cancel: (() => void) | undefined;

  const stop = (): void => {
    stopped = true;
    cancel?.();
    cancel = undefined;
  };
  const check = (): boolean => {
    if (stopped) return false;
    cancel?.();
    const left = last + timeout - clock.monotonic();
    if (left > 0) {
      cancel = clock.after(left, check);
      return false;
    }
    stop();
    onIdle();
    return true;
  };

  check();
  return {
    alive: () => {
      last = clock.monotonic();
    },
    check,
    stop,
  };
}
