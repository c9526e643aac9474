/**
 * The demo page as a stranger uses it, with the built bundle, in a real browser: asks, cuts the connection, reloads for
 * real, answers by a click. Needs cdn/ (`npm run build:cdn`, which `npm test` does first).
 */
/* global document, window, getComputedStyle */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';

import puppeteer from 'puppeteer-core';
import { serve } from '../../demo/server/serve.mjs';
import { findPrograms } from '../../scripts/browsers.mjs';

/** @import { Browser, Page } from 'puppeteer-core' */
/** @typedef {import('../../src/activity/state.js').ActivityState} ActivityState */

/**
 * @typedef {object} Sight What the newest turn of the page shows, read from its DOM and its public state.
 * @property {string} run
 * @property {string | undefined} outcome
 * @property {string} connection
 * @property {[string, string][]} calls
 * @property {[string, string][]} approvals
 * @property {string[]} cards Ids of the cards in the feed, in order, `deferred` ones too.
 * @property {string} answer
 * @property {string} words
 */

const BUNDLE = fileURLToPath(new URL('../../cdn/chainabit-activity.js', import.meta.url));
const WAIT = { timeout: 20_000 };
const ACTIVITY = '.turn:last-child chainabit-activity';

/** @type {Browser} */
let browser;
/** @type {Awaited<ReturnType<typeof serve>>} */
let server;

before(async () => {
  // No browser and no bundle are failures with a reason, never a silent skip.
  const executablePath = findPrograms().chromium;
  assert.ok(executablePath, 'Chromium is missing: node scripts/browsers.mjs says what to install');
  assert.ok(existsSync(BUNDLE), 'cdn/chainabit-activity.js is missing: npm run build:cdn');
  browser = await puppeteer.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--no-first-run', '--disable-background-networking'],
  });
  server = await serve({ port: 0 });
});

after(async () => {
  await browser?.close();
  await server?.close();
});

/**
 * A page that remembers everything that went wrong in it.
 * @param {string} path
 * @param {{ width?: number, base?: string }} [options]
 */
async function visit(path, { width = 1280, base = server.url } = {}) {
  const page = await browser.newPage();
  /** @type {string[]} */
  const trouble = [];
  await page.setViewport({ width, height: 900 });
  page.on('pageerror', (error) => trouble.push(String(error)));
  page.on('console', (message) => {
    const text = message.text();
    // The browser's own line about a connection that was torn on purpose.
    const torn = text.includes('net::ERR_') && (message.location().url ?? '').endsWith('/events');
    if (['error', 'warn'].includes(message.type()) && !torn) trouble.push(text);
  });
  await page.evaluateOnNewDocument(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      console.error(`CSP: ${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}`);
    });
    /** @type {string[]} */
    const connections = [];
    Object.assign(window, { connections });
    document.addEventListener('activity-connection-change', (event) => {
      connections.push(/** @type {Event & { connection: { status: string } }} */ (event).connection.status);
    });
  });
  await page.goto(new URL(path, base).href);
  return { page, trouble };
}

/**
 * @param {Page} page
 * @returns {Promise<Sight>}
 */
function see(page) {
  return page.$eval(ACTIVITY, (element) => {
    const { state } = /** @type {Element & { state: ActivityState }} */ (element);
    const feed = element.shadowRoot;
    const cards = [...(feed?.querySelectorAll('[part~="card"], [part~="approval"]') ?? [])];
    return {
      run: state.run.status,
      outcome: state.run.outcome,
      connection: state.connection.status,
      calls: [...state.calls.values()].map((call) => /** @type {[string, string]} */ ([call.callId, call.status])),
      approvals: [...state.approvals.values()].map((each) => /** @type {[string, string]} */ ([each.approvalId, each.status])),
      cards: cards.map((card) => card.getAttribute('call-id') ?? card.getAttribute('approval-id') ?? ''),
      answer: feed?.querySelector('[part~="answer"]')?.textContent ?? '',
      words: cards.map((card) => card.shadowRoot?.textContent?.replaceAll(/\s+/gu, ' ') ?? '').join('\n'),
    };
  });
}

/**
 * @param {Page} page
 * @param {(sight: Sight) => boolean} wanted
 * @param {string} what
 */
async function until(page, wanted, what) {
  const end = Date.now() + WAIT.timeout;
  let last;
  while (Date.now() < end) {
    last = await see(page).catch(() => undefined);
    if (last !== undefined && wanted(last)) return last;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`not within ${WAIT.timeout} ms: ${what}; last seen ${JSON.stringify(last)}`);
}

/** @param {Sight} sight */
function assertSettled({ run, outcome, calls, approvals, cards, answer }) {
  assert.deepEqual([run, outcome], ['settled', 'completed']);
  assert.equal(new Set(cards).size, cards.length, `a card is doubled: ${cards.join(' ')}`);
  assert.deepEqual(calls.map(([, status]) => status), ['completed', 'completed', 'completed']);
  assert.deepEqual(approvals.map(([, status]) => status), ['accepted']);
  for (const [id] of [...calls, ...approvals]) assert.ok(cards.includes(id), `${id} has no card`);
  assert.match(answer, /^Done\. "Dentist" is in your Private calendar/u);
}

/**
 * A real click, as the controls ask for a trusted one, again as long as the card is not ready to take it.
 * @param {Page} page
 */
async function approve(page) {
  const button = await page.waitForSelector(`${ACTIVITY} >>> approval-card >>> [part~="approve"]`, WAIT);
  for (let tries = 0; tries < 20; tries += 1) {
    await button?.click().catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, 200));
    if ((await see(page)).approvals.every(([, status]) => status !== 'pending')) return;
  }
  assert.fail('the approval took no click');
}

/**
 * Ids of the frames in the pane, in order.
 * @param {Page} page
 */
function frameIds(page) {
  return page.$$eval('.frame-id', (cells) => cells.map((cell) => Number(cell.textContent?.replace('id ', ''))));
}

test('books with approval over a cut connection and two real reloads: nothing lost, doubled or left running', async () => {
  const { page, trouble } = await visit('/demo/?lang=en&speed=4');
  await page.locator('[data-script="booking"]').click();
  await until(page, ({ calls }) => calls.some(([, status]) => status === 'active'), 'a running call');

  await page.locator('#cut').click();
  await page.waitForFunction('connections.includes("reconnecting")', WAIT);
  const waiting = await until(page, ({ approvals }) => approvals.some(([, status]) => status === 'pending'), 'the approval');
  assert.equal(await page.evaluate('connections.at(-1)'), 'open', 'it reconnected by itself');
  await page.waitForSelector('.wire-mark-resumed', WAIT);

  await page.reload();
  const again = await until(page, ({ approvals }) => approvals.some(([, status]) => status === 'pending'), 'the approval, after a reload');
  assert.deepEqual(again.calls, waiting.calls);
  assert.deepEqual(new Set(again.cards), new Set(waiting.cards));
  assert.match(await page.$eval('.bubble', (bubble) => bubble.textContent ?? ''), /^Find a free morning/u);

  await approve(page);
  const settled = await until(page, ({ run }) => run === 'settled', 'the end of the run');
  assertSettled(settled);

  const ids = await frameIds(page);
  assert.deepEqual(ids, ids.map((_, index) => index + 1), 'the pane has every frame once');

  await page.reload();
  const stored = await until(page, ({ run }) => run === 'settled', 'the end of the run, after a reload');
  assertSettled(stored);
  assert.deepEqual(stored.calls, settled.calls);

  await page.locator('#reload').click();
  assertSettled(await until(page, ({ run, answer }) => run === 'settled' && answer !== '', 'the rebuilt element'));
  assert.deepEqual(trouble, []);
  await page.close();
});

test('language and theme reach the page and the elements', async () => {
  const { page, trouble } = await visit('/demo/?lang=en&speed=4&theme=light');
  await page.locator('[data-script="booking"]').click();
  await until(page, ({ approvals }) => approvals.length > 0, 'the approval');
  assert.match((await see(page)).words, /Approve/u);

  await page.locator('input[name="lang"][value="tr"]').click();
  await until(page, ({ words }) => words.includes('Onayla'), 'Turkish words in the cards');
  assert.equal(await page.$eval('html', (root) => root.lang), 'tr');
  assert.match(await page.$eval('#prompt-list', (list) => list.textContent ?? ''), /Randevu al/u);

  const colour = () => page.$eval(ACTIVITY, (element) => getComputedStyle(element).color);
  const light = await colour();
  await page.locator('input[name="theme"][value="dark"]').click();
  assert.notEqual(await colour(), light, 'the text colour follows the theme');

  await page.locator('input[name="look"][value="brand"]').click();
  await page.waitForFunction('document.querySelector("#look-code").textContent.includes("#5b2bd6")', WAIT);

  await page.reload();
  await until(page, ({ words }) => words.includes('Onayla'), 'Turkish words, after a reload');
  assert.equal(await page.$eval('html', (root) => `${root.dataset['theme'] ?? ''} ${root.dataset['look'] ?? ''}`), 'dark brand');
  assert.deepEqual(trouble, []);
  await page.close();
});

test('a next request and the stop control end the one in progress, an empty screen forgets the runs', async () => {
  const { page, trouble } = await visit('/demo/?lang=en');
  await page.locator('[data-script="research"]').click();
  await until(page, ({ calls }) => calls.length > 0, 'the first run');
  await page.locator('#prompts > summary').click();
  await page.locator('[data-script="booking"]').click();
  await page.waitForSelector('.turn:nth-of-type(2)', WAIT);
  const first = await page.$eval('.turn chainabit-activity', (element) => {
    const { state } = /** @type {Element & { state: ActivityState }} */ (element);
    return [state.run.outcome, [...state.calls.values()].some(({ status }) => status === 'active')];
  });
  assert.deepEqual(first, ['cancelled', false]);

  await page.locator(`${ACTIVITY} >>> [part~="stop"]`).click();
  const stopped = await until(page, ({ run }) => run === 'settled', 'the end after the stop control');
  assert.equal(stopped.outcome, 'cancelled');
  assert.ok(stopped.calls.every(([, status]) => status !== 'active'), JSON.stringify(stopped.calls));

  await page.locator('#fresh').click();
  await page.waitForSelector('#welcome:not([hidden])', WAIT);
  assert.equal(new URL(page.url()).hash, '');
  assert.deepEqual(trouble, []);
  await page.close();
});

test('a server that is gone is said in words, with a way on', async () => {
  const own = await serve({ port: 0 });
  const { page } = await visit('/demo/?lang=en', { base: own.url });
  await page.waitForSelector('[data-script="booking"]', WAIT);
  await own.close();
  await page.locator('[data-script="booking"]').click();
  await page.waitForFunction('document.querySelector("#notice").textContent.includes("does not answer")', WAIT);
  assert.ok(await page.$('#notice button'), 'it can be tried again');
  await page.close();
});

for (const path of ['/demo/', '/demo/gallery.html']) {
  test(`${path} has no horizontal scroll and no trouble at 320 px, in both languages and directions`, async () => {
    for (const query of ['?lang=en', '?lang=tr', '?lang=en&dir=rtl']) {
      const { page, trouble } = await visit(path + query, { width: 320 });
      await page.waitForNetworkIdle({ idleTime: 200 });
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 320, query);
      assert.deepEqual(trouble, [], query);
      await page.close();
    }
  });
}
