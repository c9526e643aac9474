/**
 * What is loaded on use in the CDN build. In the sources that is a plain `import('./openai-responses/index.js')`, which
 * npm users' bundlers understand. A classic script cannot split itself, and a shared chunk would pull a second copy of
 * the main file into pages that loaded the classic one. So each module that src imports dynamically is built as a file
 * of its own with everything it needs inside, and in the main file the import becomes `importChunk('<name>.js')`
 * (src/base-path.cdn.ts), which finds the file beside the script or under `setBasePath()`.
 *
 * It follows that such a module must be pure: it exports values and registers nothing, since its copies of our modules
 * are not the page's.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';

const DYNAMIC_IMPORT = /\bimport\(\s*(['"])(\.{1,2}\/[^'"]+)\1\s*\)/gu;
const MAIN = /[\\/]src[\\/].*\.ts$/u;

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
 * The Vite plugin that turns dynamic imports in src into `importChunk()`.
 * @param {string} src
 * @returns {import('vite').Plugin}
 */
export function cdnChunks(src) {
  const helper = join(src, 'base-path.cdn.ts');
  return {
    name: 'cdn-chunks',
    enforce: 'pre',
    transform(code, id) {
      if (!MAIN.test(id) || id === helper || code.search(DYNAMIC_IMPORT) < 0) return undefined;
      const rewritten = code.replace(DYNAMIC_IMPORT, (_all, _quote, specifier) => {
        return `importChunk(${JSON.stringify(chunkName(src, target(id, specifier)))})`;
      });
      // Relative, since the source map has this line: an absolute path would make it depend on the machine.
      const path = relative(dirname(id), helper).split(sep).join('/').replace(/\.ts$/u, '.js');
      return { code: `import { importChunk } from './${path}';${rewritten}`, map: null };
    },
  };
}
