/** One file of the CDN build after the other: each has the hashes of those that it loads, so these are built first. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, loadConfigFromFile } from 'vite';
import { cdnChunks, findChunks, isPart } from './cdn-chunks.mjs';
import { SharedModules } from './cdn-parts.mjs';

/** The name of a part's value inside of it. */
const PART = 'part';

/**
 * @param {string} root
 * @param {string} outDir
 */
export async function buildCdn(root, outDir) {
  const src = join(root, 'src');
  // Not by its name: Vite would add to the formats of the main file instead of taking others.
  const base = (await loadConfigFromFile({ command: 'build', mode: 'production' }, join(root, 'vite.config.ts')))?.config;
  const shared = new SharedModules(root);
  /** @type {Map<string, string>} */
  const hashes = new Map();
  /** @type {Set<string>} */
  let missing = new Set();

  /** @param {string} name */
  const hash = (name) => {
    if (!hashes.has(name)) missing.add(name);
    return hashes.get(name);
  };

  /**
   * @param {import('vite').BuildEnvironmentOptions} options
   * @param {import('vite').Plugin[]} plugins
   */
  const bundle = async (options, plugins) => {
    missing = new Set();
    const config = { ...base, root, configFile: /** @type {const} */ (false), plugins: [cdnChunks(src, hash), ...plugins] };
    const result = await build({ ...config, build: { ...base?.build, outDir, ...options } });
    return /** @type {import('vite').Rolldown.RolldownOutput[]} */ ([result].flat()).map(({ output }) => output[0]);
  };

  const sketch = await bundle({ write: false }, [shared.inside()]);
  const main = new Set(sketch.flatMap(({ moduleIds }) => moduleIds));
  const chunks = findChunks(src);

  /** @param {string} name @param {string} entry */
  const buildPart = async (name, entry) => {
    const outside = [shared.outside(main)];
    const [draft] = await bundle({ write: false, lib: { entry, formats: ['es'], fileName: () => name } }, outside);
    shared.note(draft?.code ?? '');
    const output = { postBanner: 'export default function(shared){', postFooter: `return ${PART}}`, globals: (/** @type {string} */ id) => shared.global(id), minify: true, codeSplitting: false };
    await bundle({ lib: { entry, formats: ['iife'], name: PART, fileName: () => name }, rolldownOptions: { output } }, outside);
  };

  /** @param {string} name @param {string} entry */
  const buildChunk = async (name, entry) => {
    await bundle({ lib: { entry, formats: ['es'], fileName: () => name } }, []);
  };

  const queue = [...chunks];
  for (let next = queue.shift(), waited = 0; next; next = queue.shift()) {
    const [name, entry] = next;
    await (isPart(name) ? buildPart : buildChunk)(name, entry);
    if (missing.size === 0) {
      hashes.set(name, integrityOf(join(outDir, name)));
      waited = 0;
    } else if (waited++ > queue.length) {
      throw new Error(`These files load each other: ${[name, ...missing].join(', ')}`);
    } else {
      queue.push(next);
    }
  }
  await bundle({}, [shared.inside()]);
}

/** @param {string} file @returns {string} as in an `integrity` attribute */
export function integrityOf(file) {
  return `sha384-${createHash('sha384').update(readFileSync(file)).digest('base64')}`;
}
