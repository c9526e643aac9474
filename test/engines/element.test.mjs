/**
 * The element in Chromium, on a page that nginx serves with the stream: cut, resumed, nginx restarted and killed in
 * mid-run. Needs cdn/ (`npm run build:cdn`, which `npm test` does first).
 */
import assert from 'node:assert/strict';
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startBackend } from './backend.mjs';
import { startCutter } from './cutter.mjs';
import { startEngine } from './engine.mjs';
import { SOURCES, startReader } from './reader.mjs';
import { messagesOf, publishAll } from './run.mjs';
import { withServers } from './servers.mjs';
import { importSources } from './sources.mjs';
import { root } from '../support/docs-blocks.mjs';
import { approve, launch, until } from '../support/docs-page.mjs';

/* global document */
/** @import { Browser, Page } from 'puppeteer-core' */

withServers('the element behind Nchan', (paths) => describe('the element behind Nchan', () => {
  /** @type {Awaited<ReturnType<typeof startBackend>>} */
  let backend;
  /** @type {Awaited<ReturnType<typeof startEngine>>} */
  let engine;
  /** @type {Awaited<ReturnType<typeof startCutter>>} */
  let cutter;
  /** @type {Browser} */
  let browser;

  before(async () => {
    assert.ok(existsSync(join(root, 'cdn/integrity.json')), 'cdn/ is missing: npm run build:cdn');
    backend = await startBackend();
    engine = await startEngine(paths, backend.port);
    cutter = await startCutter(engine.port);
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    cpSync(join(root, 'cdn'), join(engine.folder, 'site/chainabit-activity', version), { recursive: true });
    const page = readFileSync(new URL('./page.html', import.meta.url), 'utf8').replaceAll('{{version}}', version);
    writeFileSync(join(engine.folder, 'site/page.html'), page);
    browser = await launch();
  });

  after(async () => {
    await browser?.close();
    await cutter?.stop();
    await engine?.stop();
    await backend?.stop();
  });

  /** @param {string} run */
  const publishUrl = (run) => `${engine.publishOrigin}/runs/${run}/events`;

  /**
   * A page that follows a run.
   * @param {string} run
   */
  async function follow(run) {
    const page = await browser.newPage();
    /** @type {string[]} */
    const cursors = [];
    /** @type {string[]} */
    const errors = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/events')) cursors.push(request.headers()['last-event-id'] ?? '');
    });
    page.on('pageerror', (error) => errors.push(String(error)));
    // The element waits a random part of its window: here of its first quarter.
    await page.evaluateOnNewDocument(() => {
      const { random } = Math;
      Math.random = () => random() / 4;
    });
    await page.goto(`${cutter.origin}/page.html`);
    await page.evaluate((id) => {
      const activity = /** @type {any} */ (document.createElement('chainabit-activity'));
      activity.setAttribute('approval-url', '/api/runs/{runId}/approvals/{callId}');
      activity.setAttribute('src', `/api/runs/${id}/events`);
      document.body.append(activity);
    }, run);
    return { page, cursors, errors };
  }

  /** Where the page stands. @param {Page} page */
  const seen = (page) =>
    page.evaluate(() => {
      const { state } = /** @type {any} */ (document.querySelector('chainabit-activity'));
      return { connection: state.connection.status, run: state.run.status, text: state.message.text };
    });

  it('F1 F2 ends as an uncut reader does, after cuts, a restart and a crash', async () => {
    const messages = messagesOf('watched', 40);
    const { page, cursors, errors } = await follow('watched');
    /** @param {number} from @param {number} to */
    const publishPart = async (from, to) => {
      await publishAll(publishUrl('watched'), messages.slice(from, to), 5);
      // The page is there again before the next blow falls.
      const delta = [...messages.slice(0, to)].reverse().find(({ event }) => event === 'message.delta');
      const last = delta ? JSON.parse(delta.body).payload.delta : '';
      await until(() => seen(page), ({ text }) => text.endsWith(last), `the answer up to ${last}`);
    };
    await publishPart(0, 10);
    assert.equal(cutter.cutAll(/runs\/watched/u, true), 1);
    await publishPart(10, 18);
    assert.equal(cutter.cutAll(/runs\/watched/u, false), 1);
    await publishPart(18, 26);
    await Promise.all([engine.restart(), publishPart(26, 34)]);
    await Promise.all([engine.crash(), publishPart(34, messages.length)]);
    await until(() => seen(page), ({ run, connection }) => run === 'settled' && connection === 'closed', 'the end of the run');

    const sources = await importSources(SOURCES);
    const reader = startReader(sources, { url: `${engine.origin}/api/runs/watched/events` });
    await reader.ended;
    reader.close();
    const state = await page.evaluate(() => {
      const { state } = /** @type {any} */ (document.querySelector('chainabit-activity'));
      return JSON.parse(JSON.stringify({ ...state, connection: undefined }, (_key, value) => (value instanceof Map ? [...value] : value)));
    });
    assert.deepEqual(state, reader.state());
    const words = await page.$eval('chainabit-activity', ({ shadowRoot }) => shadowRoot?.textContent ?? '');
    assert.ok(words.includes('söz 39'), words);
    assert.ok(cursors.length > 4, `${String(cursors.length)} connections`);
    for (const cursor of cursors.slice(1)) assert.match(cursor, /^\d{10,}:\d+$/u);
    assert.deepEqual(errors, []);
    await page.close();
  });

  it('A2 brings the answer to the backend through the same nginx', async () => {
    const messages = messagesOf('asked');
    const { page } = await follow('asked');
    await publishAll(publishUrl('asked'), messages.slice(0, 8));
    await approve(page);
    await publishAll(publishUrl('asked'), messages.slice(8));
    await until(() => seen(page), ({ run }) => run === 'settled', 'the end of the run');
    assert.deepEqual(backend.decisions.map(({ path, key }) => [path, typeof key]), [['/api/runs/asked/approvals/c2', 'string']]);
    assert.equal(JSON.parse(backend.decisions[0]?.body ?? '{}').decision, 'approve');
    await page.close();
  });

  it('F28 six streams over HTTP/1.1 leave no connection for an answer', async () => {
    const page = await browser.newPage();
    await page.goto(`${engine.origin}/page.html`);
    await page.evaluate(async () => {
      const w = /** @type {any} */ (globalThis);
      w.streams = [];
      for (let index = 0; index < 6; index += 1) {
        const stop = new AbortController();
        await fetch(`/api/runs/six_${String(index)}/events`, { headers: { accept: 'text/event-stream' }, signal: stop.signal });
        w.streams.push(stop);
      }
      w.answered = 0;
      void fetch('/api/runs/six/approvals/c1', { method: 'POST', body: '{}' }).then((answer) => (w.answered = answer.status));
    });
    await sleep(700);
    assert.equal(await page.evaluate(() => /** @type {any} */ (globalThis).answered), 0, 'waits');
    await page.evaluate(() => /** @type {any} */ (globalThis).streams[0].abort());
    await until(() => page.evaluate(() => /** @type {any} */ (globalThis).answered), (status) => status === 202, 'an answer once a stream is gone');
    await page.close();
  });
}));
