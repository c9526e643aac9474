import { expect } from '@open-wc/testing';
import { GOOD_ENDING, race, withDigest } from './races.js';

/** The ten thousand are run in Node (`test/node/approval-races.test.mjs`); here each engine runs some of its own. */
const RACES = 250;

describe('R8 one decision', () => {
  it(`R8 A1 A2 A3 A4 ${String(RACES)} races: one effective decision each, and both tabs end equal to the server`, async () => {
    await withDigest(async (digest) => {
      for (let seed = 100_000; seed < 100_000 + RACES; seed += 1) expect(await race(seed, digest), `race ${String(seed)}`).to.match(GOOD_ENDING);
    });
  }).timeout(120_000);
});
