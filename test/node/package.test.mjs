/** What a user of the npm package gets. dist/ and cdn/ are as `npm test` has built them just before. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { isStale } from '../../scripts/lib/stale.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
/** @param {string} name */
const json = (name) => JSON.parse(readFileSync(join(root, name), 'utf8'));
const manifest = json('package.json');
const tags = ['chainabit-activity', 'thinking-status', 'tool-card', 'approval-card', 'plan-review'];

/**
 * Runs code as a user of the package would, in a process without a DOM.
 * @param {string} code
 */
function run(code) {
  const args = ['--input-type=module', '--eval', code];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
  assert.equal(status, 0, stderr);
  return stdout.trim();
}

describe('package', () => {
  it('resolves every entry that is no pattern', () => {
    for (const [name, target] of Object.entries(manifest.exports)) {
      if (name.includes('*')) continue;
      for (const file of typeof target === 'string' ? [target] : Object.values(target)) {
        assert.ok(existsSync(join(root, String(file))), `${name} → ${String(file)}`);
      }
    }
  });

  it('names for tools only files that are published', () => {
    for (const field of ['main', 'types', 'unpkg', 'jsdelivr', 'customElements']) {
      const file = String(manifest[field]).replace(/^\.\//u, '');
      assert.ok(existsSync(join(root, file)), `${field}: ${file}`);
      const published = manifest.files.some((/** @type {string} */ each) => file === each || file.startsWith(`${each}/`));
      assert.ok(published, `${field}: ${file} is not in "files"`);
    }
  });

  for (const tag of tags) {
    it(`resolves elements/${tag} and its definition, with types`, () => {
      for (const path of [tag, `${tag}/define`]) {
        const file = fileURLToPath(import.meta.resolve(`chainabit-activity/elements/${path}`));
        assert.ok(existsSync(file), file);
        assert.ok(existsSync(file.replace(/\.js$/u, '.d.ts')), `${file} has no types`);
      }
    });
  }

  it('has dialects and languages as entries of their own', () => {
    for (const path of ['dialects/chainabit', 'dialects/openai-responses', 'locales/en', 'locales/tr']) {
      assert.ok(existsSync(fileURLToPath(import.meta.resolve(`chainabit-activity/${path}`))), path);
    }
  });

  it('runs its core in Node, without a DOM', () => {
    const code = `
      import { emptyState, reduce } from 'chainabit-activity/core';
      const state = typeof emptyState === 'function' ? emptyState() : emptyState;
      console.log(reduce(state, []) === state, typeof globalThis.document);`;
    assert.equal(run(code), 'true undefined');
  });

  it('names as side effects only modules that define elements', () => {
    const inDist = manifest.sideEffects.filter((/** @type {string} */ path) => path.startsWith('./dist/'));
    assert.deepEqual(inDist, ['./dist/define.js', './dist/define-prefixed.js', './dist/elements/*/*.define.js']);
  });

  it('has one copy of lit, and a lockfile without download addresses', () => {
    const lock = json('package-lock.json');
    const copies = Object.keys(lock.packages).filter((path) => /(?:^|\/)node_modules\/(?:lit|lit-html|@lit\/reactive-element)$/u.test(path));
    assert.equal(copies.length, 3, copies.join(', '));
    assert.ok(!readFileSync(join(root, 'package-lock.json'), 'utf8').includes('"resolved"'));
  });

  it('packs what its entries and the links of its README name', () => {
    const { status, stdout, stderr } = spawnSync('npm', ['pack', '--dry-run', '--json'], { cwd: root, encoding: 'utf8' });
    assert.equal(status, 0, stderr);
    /** @type {unknown} A list, or an object by name: that depends on the version of npm. */
    const told = JSON.parse(stdout);
    /** @type {{ files: { path: string }[] }[]} */
    const [pack] = Object.values(/** @type {object} */ (told));
    const files = new Set(pack?.files.map(({ path }) => path));
    const links = [...readFileSync(join(root, 'README.md'), 'utf8').matchAll(/\]\((?!https?:|#)([^)#]+)/gu)].map(([, target]) => String(target));
    assert.ok(links.length > 5);
    for (const file of ['dist/core.js', 'dist/index.d.ts', 'cdn/chainabit-activity.js', 'cdn/integrity.json', ...links]) {
      assert.ok(files.has(file), `${file} is not in the package`);
    }
  });

  it('is built anew for a package when a source is newer, or has gone', () => {
    assert.equal(manifest.scripts.prepack, 'node scripts/prepack.mjs');
    const folder = mkdtempSync(join(tmpdir(), 'stale-'));
    const [built, source, other] = ['built.js', 'src/inner/a.ts', 'src/inner/b.ts'].map((name) => join(folder, name));
    assert.ok(built && source && other);
    const inputs = [join(folder, 'src')];
    /** @param {number} seconds @param {string[]} paths */
    const touch = (seconds, ...paths) => {
      for (const path of paths) utimesSync(path, seconds, seconds);
    };
    mkdirSync(join(folder, 'src/inner'), { recursive: true });
    for (const file of [source, other]) writeFileSync(file, '');
    touch(100, source, other, join(folder, 'src/inner'), join(folder, 'src'));
    assert.equal(isStale(built, inputs), true, 'missing');
    writeFileSync(built, '');
    touch(200, built);
    assert.equal(isStale(built, inputs), false);
    touch(300, source);
    assert.equal(isStale(built, inputs), true, 'a newer source');
    touch(100, source);
    rmSync(other);
    assert.equal(isStale(built, inputs), true, 'a source has gone');
    rmSync(folder, { recursive: true });
  });

  it('has the version of package.json in its classes', () => {
    const source = readFileSync(join(root, 'src/elements/internal/version.ts'), 'utf8');
    assert.ok(source.includes(`'${String(manifest.version)}'`));
  });

  it('describes all five elements in custom-elements.json', () => {
    const { modules } = json('custom-elements.json');
    /** @type {any[]} */
    const exported = modules.flatMap((/** @type {any} */ module) => module.exports);
    const defined = exported.filter((each) => each.kind === 'custom-element-definition').map((each) => each.name);
    assert.deepEqual(defined.sort(), [...tags].sort());
    for (const { path } of modules) assert.ok(existsSync(join(root, path)), path);
  });

  it('ships declarations that name no source of ours', () => {
    const files = readdirSync(join(root, 'dist'), { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.d.ts'));
    assert.ok(files.length > 0);
    for (const name of files) {
      assert.doesNotMatch(readFileSync(join(root, 'dist', name), 'utf8'), /from '[^']*(?:\/src\/|\.ts)'/u, name);
    }
  });
});
