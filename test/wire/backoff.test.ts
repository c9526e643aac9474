import { expect } from '@open-wc/testing';
import { type BudgetEvent, failuresAfter, hurriedDelay, isSlow, type Moment, nextDelay } from '../../src/wire/backoff.js';

const LOW = 0;
const HIGH = 1 - Number.EPSILON;

/** [what, attempt, serverRetry, retryAfter, least, most] */
const ROWS: readonly (readonly [string, number, number | undefined, number | undefined, number, number])[] = [
  ['first', 1, undefined, undefined, 0, 1_000],
  ['second', 2, undefined, undefined, 0, 2_000],
  ['fifth', 5, undefined, undefined, 0, 16_000],
  ['F6 capped', 6, undefined, undefined, 0, 30_000],
  ['C6 the last fast one', 10, undefined, undefined, 0, 30_000],
  ['C6 slow', 11, undefined, undefined, 30_000, 90_000],
  ['C6 slow for ever', 100_000, undefined, undefined, 30_000, 90_000],
  ['format-field-retry: ± 25 %', 1, 3_000, undefined, 2_250, 3_750],
  ['retry is the least later on', 4, 3_000, undefined, 2_250, 8_000],
  ['retry: 0', 1, 0, undefined, 0, 0],
  ['retry: 0 does not loop', 2, 0, undefined, 0, 2_000],
  ['an absurd retry', 1, 1e300, undefined, 225_000, 375_000],
  ['F6 Retry-After', 1, undefined, 7_000, 7_000, 8_000],
  ['F6 Retry-After, at most five minutes', 1, undefined, 86_400_000, 300_000, 301_000],
  ['F6 Retry-After: 0', 1, undefined, 0, 0, 1_000],
];

describe('backoff', () => {
  for (const [name, attempt, serverRetry, retryAfter, least, most] of ROWS) {
    it(name, () => {
      expect(nextDelay({ attempt, serverRetry, retryAfter, random: LOW })).to.equal(least);
      expect(nextDelay({ attempt, serverRetry, retryAfter, random: HIGH })).to.equal(most);
    });
  }

  const BUDGET: readonly (readonly [BudgetEvent, number, number])[] = [
    ['failed', 0, 1],
    ['failed', 10, 11],
    ['healthy', 11, 0],
    ['visible', 11, 0],
    ['online', 11, 0],
    ['by-hand', 11, 0],
  ];
  for (const [what, before, after] of BUDGET) {
    it(`C6 the budget after ${String(before)} failures and "${what}"`, () => {
      expect(failuresAfter(before, what)).to.equal(after);
    });
  }

  /** [moment, left of the server's wish, least, most] */
  const HURRIED: readonly (readonly [Moment, number, number, number])[] = [
    ['visible', 0, 0, 0],
    ['online', 0, 0, 250],
    ['by-hand', 0, 0, 0],
    ['visible', 7_000, 7_000, 7_000],
    ['online', 7_000, 7_000, 7_000],
    ['online', 100, 100, 250],
    ['by-hand', 7_000, 0, 0],
  ];
  for (const [moment, left, least, most] of HURRIED) {
    it(`F17 "${moment}" with ${String(left)} ms left of Retry-After`, () => {
      expect(hurriedDelay({ moment, left, random: LOW })).to.equal(least);
      expect(hurriedDelay({ moment, left, random: HIGH })).to.equal(most);
    });
  }

  it('tells when the fast budget is used up', () => {
    expect([isSlow(1), isSlow(10), isSlow(11)]).to.deep.equal([false, false, true]);
  });

  it('F29 R6 spreads a thousand clients evenly', () => {
    for (let attempt = 1; attempt <= 12; attempt += 1) {
      const delays = Array.from({ length: 1000 }, (_, i) => nextDelay({ attempt, random: (i * 0.618_033_988_75) % 1 }));
      const from = Math.min(...delays);
      const width = (Math.max(...delays) - from) / 20;
      for (let slot = 0; slot < 20; slot += 1) {
        const inSlot = delays.filter((delay) => delay >= from + slot * width && delay < from + (slot + 1) * width);
        expect(inSlot.length).to.be.at.most(100);
      }
    }
  });
});
