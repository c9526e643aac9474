/** The words of the demo page: the same in both languages, and none that the page asks for is missing. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { en } from '../../demo/page/strings/en.js';
import { tr } from '../../demo/page/strings/tr.js';
import { root } from '../support/docs-blocks.mjs';

/** @type {Readonly<Record<string, string>>} */
const english = en;
/** @type {Readonly<Record<string, string>>} */
const turkish = tr;

/** @param {string} text */
const places = (text) => [...text.matchAll(/\{\w+\}/gu)].map(([name]) => name).sort();

describe('words of the demo', () => {
  it('are complete in English and Turkish, with the same places for values', () => {
    assert.deepEqual(Object.keys(turkish).sort(), Object.keys(english).sort());
    for (const [key, text] of Object.entries(english)) {
      assert.notEqual(text.trim(), '', key);
      assert.notEqual(turkish[key]?.trim(), '', key);
      assert.deepEqual(places(turkish[key] ?? ''), places(text), key);
    }
  });

  it('are all that the pages and their scripts ask for', () => {
    const folder = join(root, 'demo/page');
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.(?:html|js)$/u.test(name) && !name.startsWith('strings'));
    const asked = files.flatMap((name) => {
      const text = readFileSync(join(folder, name), 'utf8');
      return [...text.matchAll(/data-t(?:-\w+)?="([^"]+)"|\b(?:t|set|notice)\('([a-z]+\.[\w.-]+)'/gu)].map(([, marked, called]) => ({ name, key: marked ?? called ?? '' }));
    });
    assert.ok(asked.length > 40, String(asked.length));
    for (const { name, key } of asked) assert.ok(key in english, `${name} asks for "${key}"`);
  });
});
