/** The servers of these tests, or a test that is left out and says what to install. */
import { it } from 'node:test';
import { explainMissing, findEngines, missingPackages } from '../../scripts/engines.mjs';

/** @import { Engines } from '../../scripts/engines.mjs' */

/** Runs the tests where the servers are there. @param {string} name @param {(paths: Engines) => void} tests */
export function withServers(name, tests) {
  const missing = missingPackages();
  const { nginx, nchan, redis } = findEngines();
  if (nginx !== undefined && nchan !== undefined && redis !== undefined) tests({ nginx, nchan, redis });
  else it(name, { skip: explainMissing(missing).replaceAll('\n', ' · ') });
}
