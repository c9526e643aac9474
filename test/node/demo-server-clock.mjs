/** @import { Clock } from '../../demo/server/run/types.mjs' */

/**
 * A clock that moves only when told to, from timer to timer.
 *
 * @param {number} start Epoch milliseconds.
 * @returns {Clock & { tick: () => Promise<void>, pending: () => number }} `tick` runs the next timer and what follows.
 */
export function createFakeClock(start) {
  let now = start;
  let count = 0;
  /** @type {Map<unknown, { at: number, run: () => void }>} */
  const timers = new Map();
  return {
    now: () => now,
    setTimeout(run, ms) {
      count += 1;
      timers.set(count, { at: now + ms, run });
      return count;
    },
    clearTimeout: (handle) => {
      timers.delete(handle);
    },
    pending: () => timers.size,
    async tick() {
      const [next] = [...timers].sort(([, a], [, b]) => a.at - b.at);
      if (next !== undefined) {
        const [handle, { at, run }] = next;
        timers.delete(handle);
        now = Math.max(now, at);
        run();
      }
      // Past every promise reaction, so that the script stands at its next wait.
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}
