/** The files of cdn/, as `npm test` has built them just before. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const again = join(root, '.cache/cdn-again');

/**
 * @param {string} folder
 * @param {RegExp} [pattern]
 */
function list(folder, pattern = /\.js$/u) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => pattern.test(name)).sort();
}

/** @param {string} name */
const read = (name) => readFileSync(join(root, 'cdn', name), 'utf8');

describe('cdn build', () => {
  /** @type {string[]} */
  let scripts = [];
  before(() => {
    scripts = list(join(root, 'cdn'));
  });
  after(() => {
    rmSync(again, { recursive: true, force: true });
  });

  it('has the module and the classic script', () => {
    assert.ok(scripts.includes('chainabit-activity.js'));
    assert.ok(scripts.includes('chainabit-activity.iife.js'));
  });

  it('lists the hash of every script, and only those', () => {
    const integrity = JSON.parse(read('integrity.json'));
    const hash = (/** @type {string} */ name) => createHash('sha384').update(read(name)).digest('base64');
    assert.deepEqual(integrity, Object.fromEntries(scripts.map((name) => [name, `sha384-${hash(name)}`])));
  });

  it('has production code without leftovers of the build', () => {
    for (const name of scripts) {
      const code = read(name);
      assert.doesNotMatch(code, /Lit is in dev mode|process\.env|\brequire\(/u, name);
      assert.doesNotMatch(code, /^\s*(?:import|export)[^;]*from\s*['"`][^'"`]+['"`]/mu, `${name} imports a module`);
      assert.doesNotMatch(code, /new Function|\beval\(/u, `${name} compiles code at run time`);
    }
  });

  it('has both halves of every built-in language: the feed in the main file, the cards with the cards', () => {
    /** @param {string} file */
    const languages = (file) => [...readFileSync(join(root, 'src', file), 'utf8').matchAll(/from '\.\/(?:locales\/)?([a-z]{2}(?:-[\w]+)?)\.js'/gu)].map(([, name]) => name);
    const all = languages('locales/built-in.ts');
    assert.ok(all.length > 1);
    assert.deepEqual(languages('locales/built-in.cdn.ts'), all, 'src/locales/built-in.cdn.ts');
    assert.deepEqual(languages('cards.ts'), all, 'src/cards.ts');
  });

  it('is minified', () => {
    // Style sheets keep their lines; statements have none of their own.
    for (const name of scripts) assert.doesNotMatch(read(name), /^\s+(?:const|let|return|if|this)\b/mu, name);
  });

  it('carries the licences of the packages inside, and no path of the machine', () => {
    assert.match(read('THIRD-PARTY-LICENSES.txt'), /^lit-html .*BSD-3-Clause/mu);
    for (const name of list(join(root, 'cdn'), /\.(?:js|map|json)$/u)) {
      assert.ok(!read(name).includes(root), `${name} has ${root}`);
    }
  });

  it('is reproducible: a second build gives the same bytes', () => {
    const args = [join(root, 'scripts/build-cdn.mjs'), '--out', again];
    const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    assert.equal(status, 0, stderr);
    assert.deepEqual(list(again), scripts);
    for (const name of [...scripts, 'integrity.json', 'THIRD-PARTY-LICENSES.txt']) {
      assert.equal(readFileSync(join(again, name), 'utf8'), read(name), name);
    }
  });
});
