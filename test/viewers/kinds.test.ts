import { expect } from '@open-wc/testing';
import { measure } from '../../src/viewers/data.js';
import { chooseViews } from '../../src/viewers/kinds.js';

const choose = (value: unknown, hint?: string): ReturnType<typeof chooseViews> => chooseViews(value, measure(value), hint);
const patch = '--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n a\n-b\n+c\n';

describe('the viewer for a value', () => {
  const cases: readonly [what: string, value: unknown, main: string, hint?: string][] = [
    ['a text', 'hello', 'fields'],
    ['a number', 7, 'fields'],
    ['a few fields', { a: 1, b: 2 }, 'fields'],
    ['a list of plain values', [1, 2, 3], 'fields'],
    ['a list of like objects', [{ id: 1, name: 'a' }, { id: 2, name: 'b' }], 'table'],
    ['like objects with gaps', [{ id: 1, name: 'a', note: 'x' }, { id: 2, name: 'b' }], 'table'],
    ['one object in a list', [{ id: 1, name: 'a' }], 'fields'],
    ['unlike objects', [{ a: 1, b: 2 }, { c: 3, d: 4 }, { e: 5, f: 6 }], 'fields'],
    ['objects of objects', [{ a: { b: 1 }, c: { d: 1 } }, { a: { b: 1 }, c: { d: 1 } }], 'fields'],
    ['many values', { list: Array.from({ length: 300 }, (_, n) => n) }, 'tree'],
    ['a large text', 'x'.repeat(70_000), 'text'],
    ['a large object', { list: Array.from({ length: 9000 }, (_, n) => n) }, 'text'],
    ['a large table', Array.from({ length: 9000 }, (_, n) => ({ n, m: n })), 'table'],
    ['a patch', patch, 'diff'],
    ['a patch in a field', { path: 'x', diff: patch }, 'diff'],
    ['two texts', { path: 'x', oldText: 'a', newText: 'b' }, 'diff'],
    ['a new file', { path: 'x', oldText: null, newText: 'b' }, 'diff'],
    ['lines before and after', { before: 'a\nb', after: 'a\nc' }, 'diff'],
    ['cursors before and after', { before: 'x1', after: 'x2' }, 'fields'],
    ['several files', [{ path: 'x', oldText: 'a', newText: 'b' }, { path: 'y', oldText: '', newText: 'b' }], 'diff'],
    ['a statement', 'SELECT a FROM b WHERE c = 1', 'sql'],
    ['a statement in a field', { sql: 'select a from b', limit: 10 }, 'sql'],
    ['statements', { queries: ['select 1', 'select 2'] }, 'sql'],
    ['a search', { query: 'shoes', limit: 3 }, 'fields'],
    ['a sentence', 'Select a file from the list', 'fields'],
    ['a sentence, hinted', 'select a from b', 'sql', 'sql_block'],
    ['an image', 'https://a.example/x.png', 'media'],
    ['an image of a tool', { type: 'image', data: 'iVBORw0KGgoAAAANSUhEUg==', mimeType: 'image/png' }, 'media'],
    ['parts of a message', { content: [{ type: 'text', text: 'Here' }, { type: 'image', data: 'iVBORw0KGgoAAAANSUhEUg==', mimeType: 'image/png' }] }, 'media'],
    ['a file', { type: 'file', name: 'r.pdf', url: 'https://a.example/r.pdf', size: 100 }, 'media'],
    ['a search result', { title: 'x', url: 'https://a.example/r.pdf', snippet: 'y' }, 'fields'],
    ['a page', 'https://a.example/page', 'fields'],
    ['an error', new TypeError('bad'), 'error'],
    ['an error in a field', { error: { code: 'quota', message: 'Exceeded' } }, 'error'],
    ['an error as text', { error: 'Exceeded', status: 429 }, 'error'],
    ['code and message', { code: 'quota', message: 'Exceeded' }, 'error'],
    ['a message', { message: 'Hello', to: 'Ada' }, 'fields'],
    ['no error', { error: null, value: 1 }, 'fields'],
    ['what is hinted as a tree', { a: 1 }, 'tree', 'json_tree'],
    ['what is hinted as what it is not', { a: 1 }, 'fields', 'table'],
    ['what is hinted with a word in another', { message: 'x', url: 'https://a.example/' }, 'fields', 'profile_card'],
    ['what has an ordinary hint', { a: 1 }, 'fields', 'tool_card'],
  ];
  for (const [what, value, main, hint] of cases) {
    it(`is ${main} for ${what}`, () => {
      expect(choose(value, hint).main).to.equal(main);
    });
  }

  it('leaves a way to all of it as text', () => {
    for (const [what, value, , hint] of cases) {
      const { main, others } = choose(value, hint);
      const isPlain = main === 'fields' && typeof value !== 'object';
      expect(isPlain || main === 'text' || others.includes('text'), what).to.equal(true);
    }
  });

  it('offers a tree only where there is more than one level', () => {
    expect(choose({ a: 1 }).others).to.deep.equal(['text']);
    expect(choose({ a: { b: 1 } }).others).to.deep.equal(['tree', 'text']);
  });
});
