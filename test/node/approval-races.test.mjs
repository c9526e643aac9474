/** R8: ten thousand randomised races around an approval, by the session as it is, in Node. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { importSources } from '../engines/sources.mjs';

const RACES = 10_000;
const CHUNK = 1000;

const { races } = await importSources({ races: 'test/session/races.ts' });

describe('R8 one decision', () => {
  /** @type {Map<string, number>} */
  const endings = new Map();

  for (let first = 0; first < RACES; first += CHUNK) {
    it(`R8 A1 A2 A3 A4 races ${String(first + 1)} to ${String(first + CHUNK)}: one effective decision each, and both tabs end equal to the server`, async () => {
      await races.withDigest(async (/** @type {string} */ digest) => {
        for (let seed = first; seed < first + CHUNK; seed += 1) {
          /** @type {string} */
          const ending = await races.race(seed, digest);
          endings.set(ending, (endings.get(ending) ?? 0) + 1);
          assert.match(ending, races.GOOD_ENDING, `race ${String(seed)}`);
        }
      });
    });
  }

  it('R8 the races were races: each ending came about, and often', () => {
    assert.deepEqual([...endings.keys()].sort(), ['1 0 accepted accepted accepted', '1 0 expired expired expired', '1 0 rejected rejected rejected']);
    for (const [ending, count] of endings) assert.ok(count > RACES / 50, `${ending}: ${String(count)}`);
  });
});
