/** The matrix of `npm test` counts what ran, and nothing else. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { countRows, missingFaults, numbersOf, passedInBrowsers, passedInTap, renderMatrix } from '../../scripts/lib/matrix.mjs';
import { summarise } from '../../scripts/lib/reporter.mjs';
import { ATTACKS, FAULTS, GOALS } from '../faults/rows.mjs';

/** @type {import('../faults/rows.mjs').Row[]} */
const ROWS = [
  { id: 'F1', what: 'one', how: 'over a socket' },
  { id: 'F2', what: 'two', how: 'simulated' },
];
const here = { file: 'test/faults/a.test.ts' };

describe('the fault matrix', () => {
  it('R12 has each row once, and says of each fault how it is tested', () => {
    const numbers = /** @param {string} letter @param {number} count */ (letter, count) => Array.from({ length: count }, (_, index) => `${letter}${String(index + 1)}`);
    assert.deepEqual(FAULTS.map(({ id }) => id), numbers('F', 29));
    assert.deepEqual(ATTACKS.map(({ id }) => id), numbers('A', 19));
    assert.deepEqual(GOALS.map(({ id }) => id), numbers('R', 12));
    assert.deepEqual(FAULTS.filter(({ how }) => how === 'simulated').map(({ id }) => id), ['F29']);
  });

  it('finds F and R anywhere in a title, A only at the start of a part of it', () => {
    assert.deepEqual(numbersOf('suite (F10, R1) › F2 R3 cut F2'), ['F10', 'R1', 'F2', 'R3']);
    assert.deepEqual(numbersOf('cards › A1, A3 ten clicks'), ['A1', 'A3']);
    assert.deepEqual(numbersOf('R8 A1 races'), ['R8', 'A1']);
    assert.deepEqual(numbersOf('hostile words (A6, A7)'), []);
    assert.deepEqual(numbersOf('F123 and AF1 and an A5 page'), []);
  });

  it('takes from a node run the tests that passed, with the names of their suites', () => {
    const output = [
      'TAP version 13',
      '# Subtest: suite (F10)',
      '    # Subtest: passes \\# 1',
      '    ok 1 - passes \\# 1',
      '      ---',
      '      duration_ms: 1',
      '      ...',
      '    # Subtest: F1 fails',
      '    not ok 2 - F1 fails',
      '    # Subtest: F2 is left out',
      '    ok 3 - F2 is left out # SKIP',
      '    # Subtest: F3 is to do',
      '    ok 4 - F3 is to do # TODO',
      '    1..4',
      'not ok 1 - suite (F10)',
      '# Subtest: F4 alone',
      'ok 2 - F4 alone',
    ].join('\n');
    assert.deepEqual(passedInTap(output), [{ title: 'suite (F10) › passes # 1' }, { title: 'F4 alone' }]);
  });

  it('takes from a browser run the tests that passed, by file and browser', () => {
    const tests = [
      { name: 'F1 passes', passed: true, skipped: false },
      { name: 'F2 fails', passed: false, skipped: false },
      { name: 'F3 is left out', passed: true, skipped: true },
    ];
    const session = { testFile: 'a.test.ts', browser: { name: 'X' }, errors: [], logs: [], request404s: [], testResults: { name: '', tests: [], suites: [{ name: 'suite', tests, suites: [] }] } };
    const { file, browser, titles } = summarise(/** @type {any} */ (session));
    assert.deepEqual(passedInBrowsers({ results: [{ file, browser, titles }] }), [{ title: 'suite › F1 passes', file: 'a.test.ts', browser: 'X' }]);
  });

  it('misses a row that no test names, and one over a socket that was not run so in each browser', () => {
    const inX = { title: 'F1 a', ...here, browser: 'X' };
    assert.deepEqual(missingFaults(ROWS, []), ['F1 (one): no test that passed names it', 'F2 (two): no test that passed names it']);
    assert.deepEqual(missingFaults(ROWS, [{ title: 'F1' }, { title: 'F2' }]), ['F1 (one): no test over a socket passed']);
    assert.deepEqual(missingFaults(ROWS, [inX, { title: 'F2', browser: 'Y' }]), ['F1 (one): no test over a socket passed in Y']);
    assert.deepEqual(missingFaults(ROWS, [inX, { ...inX, browser: 'Y' }, { title: 'F2' }]), []);
  });

  it('says how many name a row, and which are not covered', () => {
    const passed = [{ title: 'F2 a' }, { title: 'F2 b' }];
    assert.deepEqual([...countRows(passed)], [['F2', 2]]);
    assert.equal(renderMatrix(ROWS, passed), 'F1   not covered  one\nF2             2  two (simulated)');
  });
});
