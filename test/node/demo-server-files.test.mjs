import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';

import { startServer } from './demo-server-kit.mjs';

const folder = await mkdtemp(join(tmpdir(), 'demo-server-'));
after(() => rm(folder, { recursive: true }));
await mkdir(join(folder, 'page/img'), { recursive: true });
await mkdir(join(folder, 'cdn'));
await mkdir(join(folder, 'page-secret'));
const files = {
  'page/index.html': '<!doctype html><title>Demo</title>',
  'page/page.js': 'export {};',
  'page/page.css': 'a {}',
  'page/img/dot.svg': '<svg/>',
  'page/.hidden': 'secret',
  'page-secret/a.txt': 'secret',
  'secret.txt': 'secret',
  'cdn/bundle.js': '0;',
  'cdn/integrity.json': '{}',
};
for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
await symlink(join(folder, 'secret.txt'), join(folder, 'page/link.txt'));
await symlink(join(folder, 'page-secret/a.txt'), join(folder, 'page/sibling.txt'));

const server = await startServer({ demoDir: join(folder, 'page'), cdnDir: join(folder, 'cdn') });

/**
 * A path as it is: fetch would tidy the dot segments away before they are sent.
 *
 * @param {string} path
 * @param {string} [method]
 * @returns {Promise<{ status: number | undefined, text: string }>}
 */
function raw(path, method = 'GET') {
  return new Promise((resolve, reject) => {
    const req = request(server.origin, { path, method }, (res) => {
      let text = '';
      res.setEncoding('utf8');
      res.on('data', (/** @type {string} */ chunk) => (text += chunk));
      res.on('end', () => {
        resolve({ status: res.statusCode, text });
      });
    });
    req.on('error', reject);
    req.end();
  });
}

test('files come with their types', async () => {
  const expected = {
    '/demo/': 'text/html; charset=utf-8',
    '/demo/index.html': 'text/html; charset=utf-8',
    '/demo/page.js?v=1': 'text/javascript; charset=utf-8',
    '/demo/page.css': 'text/css; charset=utf-8',
    '/demo/img/dot.svg': 'image/svg+xml',
    '/cdn/bundle.js': 'text/javascript; charset=utf-8',
    '/cdn/integrity.json': 'application/json; charset=utf-8',
  };
  for (const [path, type] of Object.entries(expected)) {
    const response = await server.get(path);
    assert.equal(response.status, 200, path);
    assert.equal(response.headers.get('content-type'), type);
    assert.equal(response.headers.get('x-content-type-options'), 'nosniff');
    assert.ok((await response.text()).length > 0);
  }
});

test('the page is under the strict policy, with Trusted Types', async () => {
  const response = await server.get('/demo/');
  assert.equal(
    response.headers.get('content-security-policy'),
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; font-src 'self'; " +
      "base-uri 'none'; form-action 'none'; frame-ancestors 'self'; require-trusted-types-for 'script'; trusted-types lit-html",
  );
  assert.equal(response.headers.get('referrer-policy'), 'no-referrer');
});

test('the bundle may be loaded by any page', async () => {
  const response = await server.get('/cdn/bundle.js');
  assert.equal(response.headers.get('access-control-allow-origin'), '*');
  assert.equal(response.headers.get('cross-origin-resource-policy'), 'cross-origin');
});

test('no way out of the folder', async () => {
  const paths = [
    '/demo/../secret.txt',
    '/demo/img/../../secret.txt',
    '/demo/%2e%2e/secret.txt',
    '/demo/..%2fsecret.txt',
    '/demo/%2e%2e%2fsecret.txt',
    '/demo/%252e%252e/secret.txt',
    '/demo/..%5csecret.txt',
    '/demo/....//secret.txt',
    `/demo/${encodeURIComponent(join(folder, 'secret.txt'))}`,
    `/demo//${join(folder, 'secret.txt')}`,
    '/demo/../page-secret/a.txt',
    '/demo/.hidden',
    '/demo/link.txt',
    '/demo/sibling.txt',
    '/demo/page.js%00.css',
    '/demo/%E0%A4%A',
    '/demo/img',
    '/demo/img/',
    '/demo/none.js',
    '/cdn/',
    '/cdn/../secret.txt',
  ];
  for (const path of paths) {
    const { status, text } = await raw(path);
    assert.equal(status, 404, path);
    assert.doesNotMatch(text, /secret/u);
  }
});

test('a file that has not changed is not sent again', async () => {
  const first = await server.get('/demo/page.js');
  const etag = first.headers.get('etag');
  assert.ok(etag);
  const second = await server.get('/demo/page.js', { headers: { 'if-none-match': etag } });
  assert.deepEqual([second.status, await second.text()], [304, '']);
});

test('HEAD has the headers alone, writing is 405, the bare folder redirects', async () => {
  const head = await server.get('/demo/page.js', { method: 'HEAD' });
  assert.deepEqual([head.status, head.headers.get('content-length'), await head.text()], [200, '10', '']);
  assert.equal((await server.post('/demo/page.js')).status, 405);
  const bare = await server.get('/demo', { redirect: 'manual' });
  assert.deepEqual([bare.status, bare.headers.get('location')], [302, '/demo/']);
});
