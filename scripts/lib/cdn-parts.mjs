/**
 * Files of the CDN build that are made of the main file's modules: one copy of lit and of our own modules on a
 * page, whether the main file came as a module or as a classic script. A part is built as a function of those modules,
 * `export default function (shared) { … }`; the main file has what its parts use in `virtual:shared-modules` and hands
 * it in (src/shared-modules.cdn.ts). A module is known by its place in the sorted list of those that are used.
 */
import { dirname, join, relative, sep } from 'node:path';

const PREFIX = 'shared:';
const VIRTUAL = 'virtual:shared-modules';
/** Words of a language are data: a part has those that it uses inside, and the main file has not. */
const WORDS = /[\\/]src[\\/]locales[\\/](?!index\.|built-in\.|join\.|format\.)[\w-]+\.ts$/u;
const IMPORT = /import\s*\{([^}]*)\}\s*from\s*["']shared:([^"']+)["']/gu;

/** What the parts use of the main file: its modules, by path below the root, and the names of each. */
export class SharedModules {
  /** @type {Map<string, Set<string>>} */
  #used = new Map();
  #root;

  /** @param {string} root */
  constructor(root) {
    this.#root = root;
  }

  /**
   * Notes what a part imports.
   * @param {string} code of the part, built as a module
   */
  note(code) {
    for (const [, names = '', path = ''] of code.matchAll(IMPORT)) {
      const known = this.#used.get(path) ?? new Set();
      for (const name of names.split(',')) known.add(name.trim().split(/\s+as\s+/u)[0] ?? '');
      this.#used.set(path, known);
    }
  }

  /** @param {string} id of an external module in a part @returns {string} what it is inside of the part */
  global(id) {
    return `shared[${String(this.#paths().indexOf(id.slice(PREFIX.length)))}]`;
  }

  /**
   * For the build of a part: the main file's modules stay outside.
   * @param {ReadonlySet<string>} main ids of the modules in the main file
   * @returns {import('vite').Plugin}
   */
  outside(main) {
    const root = this.#root;
    return {
      name: 'shared-modules-outside',
      enforce: 'pre',
      async resolveId(source, importer, options) {
        const resolved = await this.resolve(source, importer, { ...options, skipSelf: true });
        if (!importer || !resolved || !main.has(resolved.id) || WORDS.test(resolved.id)) return resolved;
        return { id: PREFIX + relative(root, resolved.id).split(sep).join('/'), external: true };
      },
    };
  }

  /**
   * For the build of the main file: the list to hand in.
   * @returns {import('vite').Plugin}
   */
  inside() {
    const id = join(this.#root, 'src', 'shared-modules.virtual.js');
    return {
      name: 'shared-modules-inside',
      resolveId: (source) => (source === VIRTUAL ? id : undefined),
      load: (loaded) => (loaded === id ? this.#source(id) : undefined),
    };
  }

  #paths() {
    return [...this.#used.keys()].sort();
  }

  /** @param {string} id */
  #source(id) {
    const lines = this.#paths().map((path, index) => {
      const names = [...(this.#used.get(path) ?? [])].sort();
      const from = relative(dirname(id), join(this.#root, path)).split(sep).join('/');
      return [
        `import { ${names.map((name) => `${name} as ${name}_${String(index)}`).join(', ')} } from ${JSON.stringify(from.startsWith('.') ? from : `./${from}`)};`,
        `{ ${names.map((name) => `${name}: ${name}_${String(index)}`).join(', ')} }`,
      ];
    });
    return `${lines.map(([line]) => line).join('\n')}\nexport const modules = [${lines.map(([, item]) => item).join(', ')}];\n`;
  }
}
