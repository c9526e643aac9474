/** @type {import('./types.mjs').Clock} */
export const systemClock = {
  now: () => Date.now(),
  setTimeout: (run, ms) => setTimeout(run, ms),
  clearTimeout: (handle) => {
    clearTimeout(/** @type {NodeJS.Timeout} */ (handle));
  },
};
