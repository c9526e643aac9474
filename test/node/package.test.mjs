/** What a user of the npm package gets. dist/ and cdn/ are as `npm test` has built them just before. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';

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
