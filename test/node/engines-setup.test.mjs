/** What surrounds the fan-out tests: the documented configuration is theirs, and nothing leaves them out in silence. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { explainMissing } from '../../scripts/engines.mjs';
import { readDocuments, root } from '../support/docs-blocks.mjs';

/** @param {string} engines */
function runWith(engines) {
  /** @type {NodeJS.ProcessEnv} */
  const env = { ...process.env, ENGINES: engines };
  // What this test's own runner has set: the inner one would report to it.
  delete env['NODE_TEST_CONTEXT'];
  const args = ['--test', '--test-reporter=tap', 'test/node/engines.test.mjs', 'test/node/engines-element.test.mjs'];
  const { status, stdout } = spawnSync(process.execPath, args, { cwd: root, env, encoding: 'utf8', timeout: 60_000 });
  return { status, stdout };
}

it('the documented configuration is the tested one', () => {
  const tested = readFileSync(join(root, 'test/engines/fan-out.conf'), 'utf8');
  const scaling = readDocuments().find(({ file }) => file === 'docs/scaling.md');
  const shown = scaling?.blocks.filter(({ text }) => text.includes('nchan_subscriber ')) ?? [];
  assert.deepEqual(shown.map(({ text }) => text), [tested]);
});

it('missing servers are named, with the command that installs them', () => {
  const words = explainMissing(['nginx-light', 'libnginx-mod-nchan', 'redis-server']);
  assert.match(words, /^Install: {2}sudo apt-get update && sudo apt-get install -y --no-install-recommends nginx-light libnginx-mod-nchan redis-server$/mu);
  assert.match(words, /ENGINES=none npm test/u);
});

it('ENGINES=none leaves the tests out, and says so', () => {
  const { status, stdout } = runWith('none');
  assert.equal(status, 0, stdout);
  assert.equal([...stdout.matchAll(/# SKIP left out by ENGINES=none: no(?:thing|) .*nginx, Nchan and Redis/gu)].length, 2, stdout);
});

it('a misspelling of it does not', () => {
  const { status, stdout } = runWith('non');
  assert.equal(status, 1);
  assert.match(stdout, /ENGINES is non; known are all and none/u);
});
