/**
 * Brotli bytes (quality 11) of every script in cdn/, compared exactly with sizes.json, so that each change of size is a
 * line in a commit. `--update` writes the file.
 */
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { brotliCompressSync, constants } from 'node:zlib';

const CORE = 'chainabit-activity.js';
/** Bytes that the main file stays under: the page side with English and Turkish. */
const CORE_LIMIT = 30_000;

const root = fileURLToPath(new URL('..', import.meta.url));
const sizesFile = join(root, 'sizes.json');
const { values } = parseArgs({ options: { update: { type: 'boolean', default: false } } });

/** @param {Buffer} content */
function brotliSize(content) {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  };
  return brotliCompressSync(content, { params }).length;
}

const cdn = join(root, 'cdn');
const names = readdirSync(cdn, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.js') && statSync(join(cdn, name)).isFile())
  .sort();
/** @type {Record<string, number>} */
const sizes = Object.fromEntries(
  names.map((name) => [name.split(sep).join('/'), brotliSize(readFileSync(join(cdn, name)))]),
);
if (values.update) writeFileSync(sizesFile, `${JSON.stringify(sizes, undefined, 2)}\n`);

/** @type {Record<string, number>} */
const recorded = existsSync(sizesFile) ? JSON.parse(readFileSync(sizesFile, 'utf8')) : {};
const problems = [];
for (const name of new Set([...Object.keys(recorded), ...Object.keys(sizes)])) {
  const [was, is] = [recorded[name], sizes[name]];
  console.log(`${name}: ${String(is ?? 'gone')} bytes`);
  if (was !== is) problems.push(`${name}: ${String(is ?? 'gone')} bytes, sizes.json has ${String(was ?? 'nothing')}`);
}
if (problems.length > 0) problems.push('If the change is meant:  npm run size -- --update');
if ((sizes[CORE] ?? Infinity) >= CORE_LIMIT) problems.push(`${CORE} is not under ${String(CORE_LIMIT)} bytes`);
if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exitCode = 1;
}
