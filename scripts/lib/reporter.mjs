/**
 * Prints the failures of each file as they come, writes a JSON summary for scripts/test.mjs, and ends with the line
 * `N passed, N failed, N skipped`. A file that gave no results in a browser (it did not load, it hung, it crashed the
 * page) counts as one failure, so that a test that cannot run never looks like one that passed.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';

/** @typedef {import('@web/test-runner-core').TestSession} TestSession */
/** @typedef {import('@web/test-runner-core').TestSuiteResult} TestSuiteResult */
/** @typedef {import('@web/test-runner-core').TestResult & { title: string }} FlatResult */

/**
 * @param {TestSuiteResult | undefined} suite
 * @param {string[]} path
 * @returns {FlatResult[]}
 */
function flatten(suite, path = []) {
  if (!suite) return [];
  const here = suite.name ? [...path, suite.name] : path;
  return [
    ...suite.tests.map((test) => ({ ...test, title: [...here, test.name].join(' › ') })),
    ...suite.suites.flatMap((child) => flatten(child, here)),
  ];
}

/**
 * @param {string} text
 * @param {string} pad
 */
const indent = (text, pad) => text.split('\n').map((line) => pad + line).join('\n');

/**
 * @param {{ message?: string, stack?: string, expected?: string, actual?: string } | undefined} error
 */
function describeError(error) {
  if (!error) return 'no error was reported';
  const stack = (error.stack ?? '').split('\n').filter((line) => !/node_modules|__web-dev-server|^\s*$/u.test(line));
  const message = error.message ?? 'no message';
  const lines = [message, ...stack.filter((line) => !message.includes(line.trim())).slice(0, 6)];
  if (error.expected !== undefined || error.actual !== undefined) {
    lines.push(`expected ${String(error.expected)}`, `  actual ${String(error.actual)}`);
  }
  return lines.join('\n');
}

/** Seconds of a file in one browser from which it is named at the end: the whole has to stay well under 20 minutes. */
const SLOW = 10;

/**
 * What one file did in one browser.
 * @param {TestSession} session
 */
export function summarise(session) {
  const tests = flatten(session.testResults);
  const failures = tests
    .filter((test) => !test.passed && !test.skipped)
    .map((test) => `${test.title}\n${indent(describeError(test.error), '  ')}`);
  // Errors outside of a test: an exception at import, an unhandled rejection, a time-out of the whole file.
  failures.push(...session.errors.map((error) => `outside of the tests\n${indent(describeError(error), '  ')}`));
  const skipped = tests.filter((test) => test.skipped).length;
  const titles = tests.filter((test) => test.passed && !test.skipped).map(({ title }) => title);
  if (tests.length === 0 && failures.length === 0) failures.push('the file gave no results');
  failures.push(...(failures.length > 0 ? session.request404s.map((url) => `not found: ${url}`) : []));
  const failed = failures.filter((text) => !text.startsWith('not found: ')).length;
  const file = relative(process.cwd(), session.testFile);
  const seconds = Math.round(tests.reduce((sum, { duration = 0 }) => sum + duration, 0) / 100) / 10;
  return { file, browser: session.browser.name, passed: titles.length, failed, skipped, failures, titles, seconds };
}

/**
 * @param {{ summaryFile: string, missing: string[] }} options `missing`: engines that
 *   were asked for and are not there; each counts as one failure
 * @returns {import('@web/test-runner-core').Reporter}
 */
export function countingReporter({ summaryFile, missing }) {
  return {
    reportTestFileResults({ logger, sessionsForTestFile }) {
      for (const session of sessionsForTestFile) {
        const result = summarise(session);
        const mark = result.failed > 0 ? '✗' : '✓';
        const counts = `${String(result.passed)} passed, ${String(result.failed)} failed, ${String(result.skipped)} skipped`;
        logger.log(`${mark} ${result.file} [${result.browser}] ${counts}`);
        for (const failure of result.failures) logger.log(indent(failure, '    '));
        for (const args of session.logs) logger.log(indent(`log: ${args.map(String).join(' ')}`, '    '));
      }
    },
    stop({ sessions }) {
      const results = [...sessions].map(summarise);
      /** @param {'passed' | 'failed' | 'skipped'} key */
      const total = (key) => results.reduce((sum, result) => sum + result[key], 0);
      const failed = total('failed') + missing.length + (results.length === 0 ? 1 : 0);
      const summary = { passed: total('passed'), failed, skipped: total('skipped'), missing, results };
      mkdirSync(dirname(summaryFile), { recursive: true });
      writeFileSync(summaryFile, `${JSON.stringify(summary, undefined, 2)}\n`);
      const slowest = results.filter(({ seconds }) => seconds >= SLOW).sort((a, b) => b.seconds - a.seconds).slice(0, 12);
      for (const { file, browser, seconds } of slowest) console.log(`slow: ${file} [${browser}] ${String(seconds)} s`);
      for (const engine of missing) console.log(`✗ ${engine} was asked for and is not installed`);
      const line = `${String(summary.passed)} passed, ${String(failed)} failed, ${String(summary.skipped)} skipped`;
      // At exit, since the runner still prints after this hook.
      process.once('exit', () => {
        console.log(line);
      });
    },
  };
}
