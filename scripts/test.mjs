/**
 * `npm test`: every check, in phases, two at a time where they do not disturb each other. Goes on after a failure. It ends
 * with the fault matrix, which is a check of its own when every step was run, and the line `N passed, N failed`: a static
 * check counts as one, a test file with its real numbers.
 * `npm test -- --only types,lint` runs some of them, by the names below.
 */
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { ATTACKS, FAULTS, GOALS } from '../test/faults/rows.mjs';
import { runCommand } from './lib/run-command.mjs';
import { browserCounts, checkCounts, skipReasons, tapCounts } from './lib/counts.mjs';
import { missingFaults, passedInBrowsers, passedInTap, renderMatrix } from './lib/matrix.mjs';

/** @typedef {import('./lib/counts.mjs').Counts} Counts */
/** @typedef {import('./lib/matrix.mjs').Passed} Passed */
/** @typedef {(code: number, output: string) => Counts} Count */
/**
 * `titles` are the tests of a step that passed, for the matrix.
 * @typedef {{ name: string, script?: string, command?: string, count?: Count, titles?: (output: string) => Passed[], minutes?: number }} Step
 */

const root = fileURLToPath(new URL('..', import.meta.url));
const browserSummary = join(root, '.cache/browser-tests.json');
// One of an earlier run must not count for this one.
rmSync(browserSummary, { force: true });
const browserTitles = () => (existsSync(browserSummary) ? passedInBrowsers(JSON.parse(readFileSync(browserSummary, 'utf8'))) : []);

const nodeTests = readdirSync(join(root, 'test/node'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.test.mjs'))
  .sort()
  .map((name) => `test/node/${name}`);

/** Each phase needs what the one before it built. `script` is a script of package.json. */
/** @type {{ parallel: number, steps: Step[] }[]} */
const phases = [
  {
    parallel: 2,
    steps: [
      { name: 'lint', script: 'check:lint' },
      { name: 'types', script: 'check:types' },
      { name: 'templates', script: 'check:templates' },
      { name: 'imports', script: 'check:imports' },
      { name: 'unused', script: 'check:unused' },
      { name: 'manifest', script: 'check:manifest' },
      { name: 'dist', script: 'build:dist' },
      { name: 'cdn', script: 'build:cdn' },
    ],
  },
  {
    parallel: 2,
    steps: [
      { name: 'package', script: 'check:package' },
      { name: 'exports', script: 'check:exports' },
      { name: 'sizes', script: 'size' },
    ],
  },
  {
    parallel: 1,
    steps: [
      { name: 'node', command: `node --test --test-reporter=tap ${nodeTests.join(' ')}`, count: tapCounts, titles: passedInTap, minutes: 10 },
      // What can be installed is; without the servers its tests are skipped, and say what to install.
      { name: 'engines', command: 'node scripts/engines.mjs; node --test --test-reporter=tap test/engines/', count: tapCounts, titles: passedInTap, minutes: 10 },
      // Alone on the machine: the tests about frames and focus get all of it.
      { name: 'browser', script: 'test:browser', count: browserCounts, titles: browserTitles, minutes: 30 },
    ],
  },
];

const { values } = parseArgs({ options: { only: { type: 'string' } } });
const only = values.only?.split(',');
const known = phases.flatMap(({ steps }) => steps.map(({ name }) => name));
const unknown = only?.filter((name) => !known.includes(name)) ?? [];
if (unknown.length > 0) {
  console.error(`--only names ${unknown.join(', ')}; known are ${known.join(', ')}`);
  process.exit(2);
}

const { default: manifest } = await import('../package.json', { with: { type: 'json' } });
const scripts = new Map(Object.entries(manifest.scripts));
const env = {
  ...process.env,
  PATH: `${join(root, 'node_modules/.bin')}${delimiter}${process.env['PATH'] ?? ''}`,
  // Captured output is for reading.
  NO_COLOR: '1',
  FORCE_COLOR: '0',
};
// Through `exit`, at which runCommand ends what it started.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

const total = { passed: 0, failed: 0 };
/** @type {Passed[]} */
const passed = [];

/** @param {Step} step */
async function runStep({ name, script, command, count = checkCounts, titles, minutes = 5 }) {
  const started = performance.now();
  const line = command ?? scripts.get(script ?? '') ?? 'false';
  const { code, output } = await runCommand(line, { cwd: root, env, timeout: minutes * 60_000 });
  const counts = count(code, output);
  total.passed += counts.passed;
  total.failed += counts.failed;
  passed.push(...(titles?.(output) ?? []));
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  if (counts.failed > 0) console.log(output.trimEnd());
  console.log(`${counts.failed > 0 ? '✗' : '✓'} ${name.padEnd(10)} ${seconds.padStart(6)} s${describe(counts)}`);
  for (const reason of skipReasons(output)) console.log(`  skipped: ${reason}`);
}

/** Every row must have run when every step has; a part of them is told and no more. */
function reportMatrix() {
  console.log(`\nrow    tests that passed and name it\n${renderMatrix([...FAULTS, ...ATTACKS, ...GOALS], passed)}\n`);
  if (only) return;
  const missing = missingFaults(FAULTS, passed);
  for (const words of missing) console.log(`✗ ${words}`);
  total.failed += missing.length;
  if (missing.length === 0) total.passed += 1;
}

/** @param {Counts} counts */
function describe({ passed, failed, skipped }) {
  if (skipped === undefined) return '';
  return `  ${String(passed)} passed, ${String(failed)} failed, ${String(skipped)} skipped`;
}

for (const { parallel, steps } of phases) {
  const queue = steps.filter(({ name }) => only?.includes(name) ?? true);
  const worker = async () => {
    for (let step = queue.shift(); step; step = queue.shift()) await runStep(step);
  };
  await Promise.all(Array.from({ length: parallel }, worker));
}
if (passed.length > 0) reportMatrix();
if (total.passed + total.failed === 0) total.failed = 1;
process.exitCode = total.failed > 0 ? 1 : 0;
console.log(`${String(total.passed)} passed, ${String(total.failed)} failed`);
