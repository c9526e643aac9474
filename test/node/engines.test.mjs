/** What surrounds the fan-out tests: the documented configuration is theirs, and what they need is said. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { skipReasons, tapCounts } from '../../scripts/lib/counts.mjs';
import { explainMissing } from '../../scripts/engines.mjs';
import { readDocuments, root } from '../support/docs-blocks.mjs';

it('the documented configuration is the tested one', () => {
  const tested = readFileSync(join(root, 'test/engines/fan-out.conf'), 'utf8');
  const scaling = readDocuments().find(({ file }) => file === 'docs/scaling.md');
  const shown = scaling?.blocks.filter(({ text }) => text.includes('nchan_subscriber ')) ?? [];
  assert.deepEqual(shown.map(({ text }) => text), [tested]);
});

it('missing servers are named, with the command that installs them', () => {
  const words = explainMissing(['nginx-light', 'libnginx-mod-nchan', 'redis-server']);
  assert.match(words, /^Install: {2}sudo apt-get update && sudo apt-get install -y --no-install-recommends nginx-light libnginx-mod-nchan redis-server$/mu);
});

it('without the servers the tests are skipped, and say what to install', () => {
  // Not as a part of this run, which would take its results in.
  const env = { ...process.env, NGINX_PATH: '/nowhere' };
  Reflect.deleteProperty(env, 'NODE_TEST_CONTEXT');
  const run = spawnSync(process.execPath, ['--test', '--test-reporter=tap', 'test/engines/'], {
    cwd: root,
    env,
    encoding: 'utf8',
  });
  assert.deepEqual(tapCounts(run.status ?? 1, run.stdout), { passed: 0, failed: 0, skipped: 2 });
  assert.match(String(skipReasons(run.stdout)), /Install: {2}sudo apt-get .* nginx-light/u);
});
