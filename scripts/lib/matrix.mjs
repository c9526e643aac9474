/**
 * Which rows of the fault matrix (test/faults/rows.mjs) were named by tests that passed. Pure: the steps of `npm test`
 * give what they ran, and it prints what comes out here.
 */

/** @typedef {import('../../test/faults/rows.mjs').Row} Row */
/**
 * A test that passed.
 * @typedef {{ title: string, file?: string, browser?: string }} Passed `title` with the names of its suites, joined by ` › `.
 */

/** Where a row `over a socket` has its tests. */
const FAULT_TESTS = 'test/faults/';

/**
 * The rows that a title names. F and R count anywhere in it, A only at the start of a part ("A1 A3 ten clicks"): other
 * lists of required behaviours have an A too, and are named in brackets at the end.
 * @param {string} title
 * @returns {string[]}
 */
export function numbersOf(title) {
  const anywhere = title.match(/\b[FR]\d{1,2}\b/gu) ?? [];
  const first = title.split(' › ').flatMap((part) => /^(?:[FAR]\d{1,2}\b,? ?)+/u.exec(part)?.[0].match(/A\d{1,2}/gu) ?? []);
  return [...new Set([...anywhere, ...first])];
}

/**
 * The tests that passed in the output of `node --test --test-reporter=tap`, suites aside.
 * @param {string} output
 * @returns {Passed[]}
 */
export function passedInTap(output) {
  /** @type {Passed[]} */
  const passed = [];
  /** The names on the way to a line, and how many tests each has had below it. @type {{ name: string, children: number }[]} */
  let path = [];
  for (const line of output.split('\n')) {
    const [, indent = '', start, not, end] = /^( *)(?:# Subtest: (.*)|(not )?ok \d+ - (.*))$/u.exec(line) ?? [];
    const depth = indent.length / 4;
    if (start !== undefined) {
      path = [...path.slice(0, depth), { name: unescaped(start), children: 0 }];
      const parent = path[depth - 1];
      if (parent) parent.children += 1;
    } else if (end !== undefined && path.length > depth) {
      const isTest = path[depth]?.children === 0;
      const title = path.slice(0, depth + 1).map(({ name }) => name).join(' › ');
      if (isTest && not === undefined && !/ # (?:SKIP|TODO)\b/u.test(end)) passed.push({ title });
    }
  }
  return passed;
}

/** @param {string} name */
const unescaped = (name) => name.replaceAll(/\\([#\\])/gu, '$1');

/**
 * The tests that passed in the summary of the browser tests (scripts/lib/reporter.mjs).
 * @param {{ results: { file: string, browser: string, titles: string[] }[] }} summary
 * @returns {Passed[]}
 */
export function passedInBrowsers({ results }) {
  return results.flatMap(({ file, browser, titles }) => titles.map((title) => ({ title, file, browser })));
}

/**
 * How many tests name each row; the same test in three browsers is three.
 * @param {readonly Passed[]} passed
 * @returns {Map<string, number>}
 */
export function countRows(passed) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const { title } of passed) {
    for (const id of numbersOf(title)) counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return counts;
}

/**
 * What is missing of the faults, in words; nothing when every row was run.
 * @param {readonly Row[]} faults
 * @param {readonly Passed[]} passed
 * @returns {string[]}
 */
export function missingFaults(faults, passed) {
  const counts = countRows(passed);
  const browsers = [...new Set(passed.flatMap(({ browser }) => browser ?? []))].sort();
  return faults.flatMap(({ id, what, how }) => {
    if (!counts.has(id)) return [`${id} (${what}): no test that passed names it`];
    if (how !== 'over a socket') return [];
    const ran = passed.filter(({ title, file }) => file?.startsWith(FAULT_TESTS) === true && numbersOf(title).includes(id));
    if (ran.length === 0) return [`${id} (${what}): no test over a socket passed`];
    const without = browsers.filter((name) => !ran.some(({ browser }) => browser === name));
    return without.map((browser) => `${id} (${what}): no test over a socket passed in ${browser}`);
  });
}

/**
 * One line a row.
 * @param {readonly Row[]} rows
 * @param {readonly Passed[]} passed
 * @returns {string}
 */
export function renderMatrix(rows, passed) {
  const counts = countRows(passed);
  return rows
    .map(({ id, what, how }) => {
      const count = counts.get(id);
      const told = count === undefined ? 'not covered' : String(count);
      return `${id.padEnd(4)} ${told.padStart(11)}  ${what}${how === 'simulated' ? ' (simulated)' : ''}`;
    })
    .join('\n');
}
