/**
 * What is loaded on use in the CDN build. In the sources that is a plain `import('./openai-responses/index.js')`, which
 * npm users' bundlers understand. A classic script cannot split itself, and a shared chunk would pull a second copy of
 * the main file into pages that loaded the classic one. So each module that src imports dynamically is built as a file
 * of its own, and the import becomes `importChunk('<name>.js', '<hash>')` (src/base-path.cdn.ts), which finds the file
 * beside the script or under `setBasePath()`, and takes no other one than that of the hash.
 *
 * Such a file has everything it needs inside, so its copies of our modules are not the page's: it must be pure, which is
 * to say that it exports values and registers nothing. The exceptions are parts (`isPart`): they get the main file's modules
 * handed in (cdn-parts.mjs).
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';

const DYNAMIC_IMPORT = /\bimport\(\s*(['"])(\.{1,2}\/[^'"]+)\1\s*\)/gu;
const SOURCE = /[\\/]src[\\/].*\.ts$/u;

/**
 * Files that are made of the main one's modules: what draws.
 * @param {string} name
 */
export const isPart = (name) => /^(?:cards\.js$|viewers\/)/u.test(name);

/** How each kind is loaded: function and its module in src. */
const LOADERS = {
  chunk: { call: 'importChunk', module: 'base-path.cdn' },
  part: { call: 'importPart', module: 'shared-modules.cdn' },
};

/**
 * `src/dialects/openai-responses/index.ts` → `dialects/openai-responses.js`, `src/locales/de.ts` → `locales/de.js`.
 * @param {string} src
 * @param {string} file
 */
function chunkName(src, file) {
  const name = relative(src, file).split(sep).join('/').replace(/\.ts$/u, '');
  return `${name.replace(/\/index$/u, '')}.js`;
}

/**
 * @param {string} importer
 * @param {string} specifier
 */
function target(importer, specifier) {
  return resolve(dirname(importer), specifier.replace(/\.js$/u, '.ts'));
}

/**
 * The chunks of a source tree: file name in cdn/ → entry module.
 * @param {string} src
 * @returns {Map<string, string>}
 */
export function findChunks(src) {
  const modules = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts')).sort();
  const chunks = new Map();
  for (const name of modules) {
    const importer = join(src, name);
    for (const [, , specifier = ''] of readFileSync(importer, 'utf8').matchAll(DYNAMIC_IMPORT)) {
      const file = target(importer, specifier);
      if (!existsSync(file)) throw new Error(`${name} imports ${specifier}, which is not there`);
      chunks.set(chunkName(src, file), file);
    }
  }
  return chunks;
}

/**
 * The Vite plugin of the CDN build: takes `x.cdn.ts` in the place of `x.ts` where there is one, and turns dynamic imports
 * into loading by name and hash.
 * @param {string} src
 * @param {(name: string) => string | undefined} integrity of a chunk, where it is built already
 * @returns {import('vite').Plugin}
 */
export function cdnChunks(src, integrity) {
  return {
    name: 'cdn-chunks',
    enforce: 'pre',
    resolveId(source, importer) {
      if (!importer || !SOURCE.test(importer) || !source.startsWith('.')) return undefined;
      const file = target(importer, source).replace(/\.ts$/u, '.cdn.ts');
      return existsSync(file) ? file : undefined;
    },
    transform(code, id) {
      if (!SOURCE.test(id) || code.search(DYNAMIC_IMPORT) < 0) return undefined;
      const kinds = new Set();
      const rewritten = code.replace(DYNAMIC_IMPORT, (_all, _quote, specifier) => {
        const name = chunkName(src, target(id, specifier));
        const kind = isPart(name) ? LOADERS.part : LOADERS.chunk;
        kinds.add(kind);
        return `${kind.call}(${JSON.stringify(name)}, ${JSON.stringify(integrity(name) ?? '')})`;
      });
      // Relative, since the source map has this line: an absolute path would make it depend on the machine.
      const imports = [...kinds].map(({ call, module }) => {
        const path = relative(dirname(id), join(src, module)).split(sep).join('/');
        return `import { ${call} } from '${path.startsWith('.') ? path : `./${path}`}.js';`;
      });
      return { code: imports.join('') + rewritten, map: null };
    },
  };
}
