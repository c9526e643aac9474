/** The numbers of `npm test` are true: nothing that did not run counts as passed. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { browserCounts, checkCounts, skipReasons, tapCounts } from '../../scripts/lib/counts.mjs';
import { summarise } from '../../scripts/lib/reporter.mjs';

/** @param {object} fields */
const session = (fields) =>
  summarise(/** @type {any} */ ({ testFile: 'a.test.ts', browser: { name: 'X' }, errors: [], logs: [], request404s: [], ...fields }));

describe('counts', () => {
  it('takes the numbers of a browser run', () => {
    const output = 'a test printed: 9 passed\n7 passed, 2 failed, 1 skipped\n';
    assert.deepEqual(browserCounts(1, output), { passed: 7, failed: 2, skipped: 1 });
  });

  it('takes the numbers of a node run, cancelled ones as failed', () => {
    const output = '# tests 6\n# pass 3\n# fail 1\n# cancelled 1\n# skipped 1\n# todo 0\n';
    assert.deepEqual(tapCounts(1, output), { passed: 3, failed: 2, skipped: 1 });
  });

  it('finds why tests were skipped, each reason once', () => {
    const output = 'ok 1 - a # SKIP no servers\n    ok 2 - b # SKIP no servers\nok 3 - c # SKIP\nok 4 - d\n';
    assert.deepEqual(skipReasons(output), ['no servers']);
  });

  it('counts a run without numbers, or that ends with an error all the same, as failed', () => {
    assert.equal(browserCounts(0, '').failed, 1);
    assert.equal(browserCounts(1, '5 passed, 0 failed, 0 skipped\n').failed, 1);
    assert.equal(tapCounts(0, 'nothing').failed, 1);
    assert.deepEqual(checkCounts(2), { passed: 0, failed: 1 });
  });

  it('counts a file without results as one failure', () => {
    assert.equal(session({}).failed, 1);
    assert.equal(session({ testResults: { name: '', tests: [], suites: [] } }).failed, 1);
  });

  it('counts errors outside of tests as failures', () => {
    const tests = [{ name: 'a', passed: true, skipped: false }];
    const result = session({ testResults: { name: '', tests, suites: [] }, errors: [{ message: 'boom' }] });
    assert.deepEqual([result.passed, result.failed], [1, 1]);
  });

  it('names a failed test by its suites', () => {
    const tests = [{ name: 'does', passed: false, skipped: false, error: { message: 'no' } }];
    const suites = [{ name: 'card', tests, suites: [] }];
    const [failure] = session({ testResults: { name: '', tests: [], suites } }).failures;
    assert.match(String(failure), /^card › does\n {2}no/u);
  });
});
