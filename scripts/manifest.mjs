/**
 * Takes the manifest that `cem analyze` has just written to .cache/ over as custom-elements.json; `--check` says instead
 * whether the one checked in is stale. Both through `npm run manifest` and `npm run check:manifest`.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const root = fileURLToPath(new URL('..', import.meta.url));
const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } });
/** @param {string} file */
const read = (file) => (existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8').trim() : '');
const fresh = read('.cache/custom-elements.json');
if (!values.check) {
  writeFileSync(join(root, 'custom-elements.json'), `${fresh}\n`);
} else if (fresh !== read('custom-elements.json')) {
  console.error('custom-elements.json is stale:  npm run manifest');
  process.exitCode = 1;
}
