/** Time and timers, injected so that tests never wait. */
export interface Clock {
  /** Epoch milliseconds; may jump. */
  now(): number;
  /** Milliseconds that only go forward: for durations. */
  monotonic(): number;
  /** Calls `callback` once after `milliseconds`. Returns a cancel function. */
  after(milliseconds: number, callback: () => void): () => void;
}

/** The longest delay a browser's timer takes; a longer one would fire at once. */
export const MAX_TIMER = 2 ** 31 - 1;

/** The page's own clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after(milliseconds, callback) {
    const timer = setTimeout(callback, Math.min(Math.max(milliseconds, 0), MAX_TIMER));
    return () => {
      clearTimeout(timer);
    };
  },
};
