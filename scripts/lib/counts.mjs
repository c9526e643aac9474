/** How many passed and failed, from a step's exit code and output. A step that says "all passed" and exits with an error has failed. */

/** @typedef {{ passed: number, failed: number, skipped?: number }} Counts */

/**
 * @param {number} code
 * @returns {Counts}
 */
export function checkCounts(code) {
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/**
 * @param {number} code
 * @param {Required<Counts>} counts
 * @returns {Counts}
 */
function consistent(code, counts) {
  const nothing = counts.passed + counts.failed + counts.skipped === 0;
  const unexplained = counts.failed === 0 && (code !== 0 || nothing);
  return unexplained ? { ...counts, failed: 1 } : counts;
}

/**
 * The summary of `node --test --test-reporter=tap`.
 * @param {number} code
 * @param {string} output
 */
export function tapCounts(code, output) {
  /** @param {string} key */
  const number = (key) => Number(new RegExp(`^# ${key} (\\d+)$`, 'mu').exec(output)?.[1] ?? 0);
  return consistent(code, {
    passed: number('pass'),
    failed: number('fail') + number('cancelled'),
    skipped: number('skipped') + number('todo'),
  });
}

/**
 * The last line of scripts/wtr.mjs.
 * @param {number} code
 * @param {string} output
 */
export function browserCounts(code, output) {
  const lines = [...output.matchAll(/^(\d+) passed, (\d+) failed, (\d+) skipped$/gmu)];
  const [, passed, failed, skipped] = (lines.at(-1) ?? []).map(Number);
  return consistent(code, { passed: passed ?? 0, failed: failed ?? 0, skipped: skipped ?? 0 });
}

/**
 * Why tests were skipped, where they say so, each reason once.
 * @param {string} output of `node --test --test-reporter=tap`
 * @returns {string[]}
 */
export function skipReasons(output) {
  const reasons = [...output.matchAll(/^ *ok \d+ - .* # SKIP (.+)$/gmu)].map(([, reason]) => String(reason));
  return [...new Set(reasons)];
}
