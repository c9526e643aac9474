import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { createDemoApp } from '../../demo/server/app.mjs';
import { serve } from '../../demo/server/serve.mjs';
import { startServer } from './demo-server-kit.mjs';

/** @import { AddressInfo } from 'node:net' */

const MAIN = fileURLToPath(new URL('../../demo/server/main.mjs', import.meta.url));

/**
 * @param {string[]} args
 * @param {Record<string, string>} [env]
 */
function start(args, env = {}) {
  const child = spawn(process.execPath, [MAIN, ...args], { env: { ...process.env, ...env } });
  after(() => child.kill('SIGKILL'));
  let output = '';
  const collect = (/** @type {Buffer} */ chunk) => {
    output += chunk.toString();
  };
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  const exited = once(child, 'close').then(([code]) => /** @type {unknown} */ (code));
  const listening = async () => {
    for (;;) {
      const url = /Demo: (\S+)/u.exec(output)?.[1];
      if (url !== undefined) return url;
      await Promise.race([once(child.stdout, 'data'), exited]);
      assert.equal(child.exitCode, null, output);
    }
  };
  return { child, exited, listening, output: () => output };
}

test('--help explains, an unknown argument and a bad port are refused', async () => {
  const help = start(['--help']);
  assert.equal(await help.exited, 0);
  assert.match(help.output(), /PORT/u);
  const unknown = start(['--nope']);
  assert.equal(await unknown.exited, 2);
  assert.match(unknown.output(), /--nope/u);
  const port = start([], { PORT: 'abc' });
  assert.equal(await port.exited, 2);
  assert.match(port.output(), /PORT=abc is not valid: a whole number from 0 to 65535/u);
  const speed = start([], { PORT: '0', SPEED: '0' });
  assert.equal(await speed.exited, 2);
  assert.match(speed.output(), /SPEED=0 is not valid: a number above 0/u);
});

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
  test(`${signal} ends it cleanly, with streams open and runs waiting`, async () => {
    const { child, exited, listening } = start([], { PORT: '0', SPEED: '50' });
    const url = await listening();
    const headers = { 'content-type': 'application/json' };
    const run = await (await fetch(new URL('/api/runs', url), { method: 'POST', headers, body: '{"script":"booking"}' })).json();
    const response = await fetch(new URL(run.events, url));
    child.kill(signal);
    assert.equal(await exited, 0);
    await response.text().catch(() => '');
  });
}

test('a taken port: the next free one, and it says so', async () => {
  const blocker = createServer();
  await new Promise((resolve) => {
    blocker.listen(0, '127.0.0.1', () => {
      resolve(undefined);
    });
  });
  const { port } = /** @type {AddressInfo} */ (blocker.address());
  const { child, exited, listening, output } = start([], { PORT: String(port) });
  const url = new URL(await listening());
  assert.ok(Number(url.port) > port);
  assert.match(output(), new RegExp(`Port ${String(port)} is taken, using ${url.port} instead`, 'u'));
  child.kill('SIGTERM');
  await exited;
  await new Promise((resolve) => blocker.close(resolve));
});

test('the root leads to the demo, the rest says where it is', async () => {
  const { url, close } = await serve({ port: 0 });
  const root = await fetch(url, { redirect: 'manual' });
  assert.deepEqual([root.status, root.headers.get('location')], [302, '/demo/']);
  const other = await fetch(new URL('/nothing', url));
  assert.deepEqual([other.status, (await other.json()).error.code], [404, 'not_found']);
  await close();
});

test('close leaves no timer and no connection, and ends open streams', async () => {
  const server = await startServer({ speed: 1 });
  const runs = await Promise.all(['booking', 'research', 'expiry', 'many'].map((id) => server.run(id)));
  const streams = runs.map(({ events }) => server.frames(events));
  await new Promise((resolve) => setTimeout(resolve, 500));
  server.app.close();
  assert.ok((await Promise.all(streams)).every(({ seen, broken }) => seen.length > 0 && !broken));
  assert.equal((await server.get('/api/scripts')).status, 503);
  await server.close();
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length, 0);
});

test('two apps do not know each other', async () => {
  const [one, two] = [await startServer(), await startServer()];
  const run = await one.run('image');
  assert.equal((await two.get(run.events)).status, 404);
  createDemoApp().close();
});
