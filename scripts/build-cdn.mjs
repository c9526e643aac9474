/**
 * Builds cdn/: the two main files, the files that they load (one module each) and integrity.json with a `sha384-…`
 * value for every script, and the licences of the packages inside. The result depends on the sources alone. `--out <folder>` builds elsewhere.
 */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { buildCdn, integrityOf } from './lib/cdn-build.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const { values } = parseArgs({ options: { out: { type: 'string', default: 'cdn' } } });
const outDir = resolve(root, values.out);

rmSync(outDir, { recursive: true, force: true });
await buildCdn(root, outDir);

const maps = readdirSync(outDir, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.map'));
writeFileSync(join(outDir, 'THIRD-PARTY-LICENSES.txt'), licences(maps.map((name) => join(outDir, name))));

const scripts = readdirSync(outDir, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.js'));
const integrity = scripts.sort().map((name) => [name.split(sep).join('/'), integrityOf(join(outDir, name))]);
writeFileSync(join(outDir, 'integrity.json'), `${JSON.stringify(Object.fromEntries(integrity), undefined, 2)}\n`);

/**
 * The licence texts of the packages that are in the bundles: minified code keeps no comments.
 * @param {string[]} mapFiles
 */
function licences(mapFiles) {
  const sources = mapFiles.flatMap((file) => /** @type {{ sources: string[] }} */ (JSON.parse(readFileSync(file, 'utf8'))).sources);
  const names = sources.map((source) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//u.exec(source)?.[1]);
  const packages = [...new Set(names)].filter((name) => name !== undefined).sort();
  return packages.map((name) => {
    const folder = join(root, 'node_modules', name);
    const file = readdirSync(folder).find((entry) => /^licen[cs]e/iu.test(entry));
    const { version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    return `${name} ${version} (${license})\n\n${file ? readFileSync(join(folder, file), 'utf8').trim() : ''}\n`;
  }).join(`\n${'-'.repeat(80)}\n\n`);
}
