/** What surrounds the fan-out tests: the documented configuration is theirs, and what they need is said. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
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
