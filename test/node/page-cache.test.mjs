/**
 * F15 for real: a page that leaves with an open stream goes into the back/forward cache, its connection is closed, and it
 * goes on after the last event when a person comes back. Needs cdn/ (`npm run build:cdn`, which `npm test` does first).
 */
/* global document, window */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import puppeteer from 'puppeteer-core';
import { findPrograms } from '../../scripts/browsers.mjs';

/** @import { Browser } from 'puppeteer-core' */

const CDN = fileURLToPath(new URL('../../cdn/', import.meta.url));
const PAGE = `<!doctype html><title>run</title><script type="module" src="/cdn/chainabit-activity.js"></script>
<script>addEventListener('pageshow', (event) => { window.persisted = event.persisted; });</script>
<chainabit-activity src="/events"></chainabit-activity>`;

/** @typedef {{ cursor: string | undefined, closed: boolean }} Stream */
/** @type {Stream[]} */
const streams = [];
/** @type {Browser} */
let browser;

const server = createServer((req, res) => {
  const { pathname } = new URL(req.url ?? '/', 'http://localhost');
  if (pathname === '/events') {
    /** @type {Stream} */
    const stream = { cursor: req.headers['last-event-id']?.toString(), closed: false };
    streams.push(stream);
    res.on('close', () => {
      stream.closed = true;
    });
    const number = Number(stream.cursor ?? 0) + 1;
    res.writeHead(200, { 'content-type': 'text/event-stream' });
    res.write(`id: ${String(number)}\nevent: tool.started\ndata: {"runId":"r","sequence":${String(number)},"payload":{"callId":"c${String(number)}"}}\n\n`);
  } else if (pathname.startsWith('/cdn/')) {
    readFile(CDN + pathname.slice('/cdn/'.length)).then(
      (bytes) => res.writeHead(200, { 'content-type': 'text/javascript' }).end(bytes),
      () => res.writeHead(404).end(),
    );
  } else {
    res.writeHead(200, { 'content-type': 'text/html' }).end(pathname === '/' ? PAGE : '<!doctype html><title>other</title>');
  }
});

before(async () => {
  const executablePath = findPrograms().chromium;
  assert.ok(executablePath, 'Chromium is missing: node scripts/browsers.mjs says what to install');
  assert.ok(existsSync(`${CDN}chainabit-activity.js`), 'cdn/chainabit-activity.js is missing: npm run build:cdn');
  browser = await puppeteer.launch({
    executablePath,
    // With it the test would test nothing.
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--no-first-run', '--disable-background-networking'],
  });
  await new Promise((resolve) => {
    server.listen(0, 'localhost', () => resolve(undefined));
  });
});

after(async () => {
  await browser?.close();
  server.closeAllConnections();
  server.close();
});

test('F15 the stream is closed on the way into the cache, and goes on after the last event on the way out', async () => {
  const address = server.address();
  assert.ok(typeof address === 'object' && address !== null);
  const origin = `http://localhost:${String(address.port)}`;
  const page = await browser.newPage();
  await page.goto(origin);
  const calls = (/** @type {number} */ count) =>
    page.waitForFunction((wanted) => Reflect.get(document.querySelector('chainabit-activity') ?? {}, 'state')?.calls.size === wanted, { timeout: 20_000 }, count);
  await calls(1);
  await page.goto(`${origin}/other`);
  await page.goBack();
  await calls(2);
  assert.equal(await page.evaluate(() => Reflect.get(window, 'persisted')), true, 'the page came out of the cache');
  assert.deepEqual(streams.map(({ cursor }) => cursor), [undefined, '1']);
  assert.equal(streams[0]?.closed, true);
});
