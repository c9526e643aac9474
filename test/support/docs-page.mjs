/** Chromium for the documents' examples: loads a page, hears every complaint, and looks whether something was drawn. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import puppeteer from 'puppeteer-core';
import { findPrograms } from '../../scripts/browsers.mjs';
import { root } from './docs-blocks.mjs';
import { BUNDLE } from './docs-site.mjs';

/* global document, customElements, ShadowRoot */
/** @import { Browser, HTTPRequest, Page } from 'puppeteer-core' */

/** The other origin of the examples, answered from cdn/. */
const ELSEWHERE = 'https://cdn.example.com';
const WAIT = 30_000;

/** @returns {Promise<Browser>} */
export function launch() {
  const executablePath = findPrograms().chromium;
  assert.ok(executablePath, 'Chromium is missing: node scripts/browsers.mjs says what to install');
  return puppeteer.launch({
    executablePath,
    protocolTimeout: 120_000,
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--no-first-run', '--disable-background-networking'],
  });
}

/**
 * @param {Browser} browser
 * @param {string} url
 * @param {{ elsewhere?: boolean }} [options] `elsewhere`: the page loads from the other origin.
 */
export async function visit(browser, url, { elsewhere = false } = {}) {
  const page = await browser.newPage();
  page.setDefaultTimeout(WAIT);
  /** @type {string[]} */
  const trouble = [];
  page.on('pageerror', (error) => trouble.push(String(error)));
  page.on('console', (message) => {
    if (['error', 'warn'].includes(message.type())) trouble.push(`${message.text()} ${message.location().url ?? ''}`);
  });
  page.on('dialog', (dialog) => void dialog.accept());
  await page.evaluateOnNewDocument(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      console.error(`CSP: ${event.violatedDirective} ${event.blockedURI}`);
    });
  });
  if (elsewhere) {
    await page.setRequestInterception(true);
    page.on('request', (request) => void answerElsewhere(request));
  }
  await page.goto(url, { waitUntil: 'load' });
  return { page, trouble };
}

/** @param {HTTPRequest} request */
async function answerElsewhere(request) {
  const url = request.url();
  if (!url.startsWith(ELSEWHERE)) return request.continue();
  const file = url.slice(ELSEWHERE.length);
  if (!file.startsWith(BUNDLE)) return request.respond({ status: 404 });
  return request.respond({
    status: 200,
    headers: { 'access-control-allow-origin': '*', 'content-type': 'text/javascript' },
    body: readFileSync(join(root, 'cdn', file.slice(BUNDLE.length))),
  });
}

/**
 * Every element of ours on the page, at any depth.
 * @param {Page} page
 * @returns {Promise<{ tag: string, defined: boolean, words: string, height: number }[]>}
 */
export function elements(page) {
  return page.evaluate(() => {
    const tags = ['chainabit-activity', 'thinking-status', 'tool-card', 'approval-card', 'plan-review'];
    /** @type {{ tag: string, defined: boolean, words: string, height: number }[]} */
    const found = [];
    /** @param {Document | ShadowRoot} from */
    const walk = (from) => {
      for (const element of from.querySelectorAll('*')) {
        const tag = element.localName.replace(/^chainabit-(?!activity$)/u, '');
        if (tags.includes(tag)) {
          const words = [...(element.shadowRoot?.querySelectorAll('[part]') ?? [])].map((part) => part.textContent).join(' ');
          found.push({ tag, defined: customElements.get(element.localName) !== undefined, words: words.trim(), height: element.getBoundingClientRect().height });
        }
        if (element.shadowRoot instanceof ShadowRoot) walk(element.shadowRoot);
      }
    };
    walk(document);
    return found;
  });
}

/**
 * Waits until a page does what its example is for.
 * @template T
 * @param {() => Promise<T>} look
 * @param {(seen: T) => boolean} wanted
 * @param {string} what
 * @returns {Promise<T>}
 */
export async function until(look, wanted, what) {
  const end = Date.now() + WAIT;
  /** @type {T | undefined} */
  let last;
  while (Date.now() < end) {
    last = await look();
    if (wanted(last)) return last;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`not within ${String(WAIT)} ms: ${what}; last seen ${JSON.stringify(last)}`);
}

/** Something of ours stands on the page with words in it. @param {Page} page */
export function drawn(page) {
  return until(
    () => elements(page),
    (all) => all.length > 0 && all.every(({ defined }) => defined) && all.some(({ words, height }) => words !== '' && height > 0),
    'an element of ours with words',
  );
}

/**
 * A real click on Approve, again as long as the card does not take it yet.
 * @param {Page} page
 */
export async function approve(page) {
  // Controls take no press while their page is behind another one.
  await page.bringToFront();
  const button = (timeout = 1000) => page.waitForSelector('chainabit-activity >>> approval-card >>> [part~="approve"]', { timeout });
  await button(WAIT);
  const open = () => page.evaluate(() => {
    const { state } = /** @type {any} */ (document.querySelector('chainabit-activity'));
    return [...state.approvals.values()].map((/** @type {{ status: string, handedOver?: boolean, error?: { code: string } }} */ { status, handedOver, error }) =>
      handedOver === true ? 'handed over' : `${status}${error === undefined ? '' : ` (${error.code})`}`);
  });
  // The button is looked up for each press: one that was drawn anew is another one. An answer that could not be sent is given again.
  const press = async () => {
    const seen = await open();
    if (seen.some((status) => status.startsWith('pending'))) await (await button().catch(() => null))?.click().catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, 200));
    return open();
  };
  await until(press, (all) => all.length > 0 && all.every((status) => ['handed over', 'accepted'].includes(status)), 'an approval that was taken');
}
