/** Real tabs of the three engines, behind one small interface: a page is opened, asked, closed; Chromium's may crash or freeze. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import puppeteer from 'puppeteer-core';
import { findPrograms } from '../../scripts/browsers.mjs';
import { webkitEnvironment } from '../../scripts/lib/webkit-launcher.mjs';

/**
 * @typedef {object} Tab
 * @property {(expression: string) => Promise<any>} ask the value of a JSON-able expression in the page
 * @property {() => Promise<void>} close
 * @property {() => Promise<void>} [crash] the page's process ends without a word
 * @property {(frozen: boolean) => Promise<void>} [freeze]
 */
/** @typedef {{ open: (url: string) => Promise<Tab>, close: () => Promise<void> }} TabBrowser */

const CHROMIUM = ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--no-first-run', '--disable-background-networking'];

/** @returns {Promise<TabBrowser>} */
async function startChromium() {
  const executablePath = findPrograms().chromium;
  assert.ok(executablePath, 'Chromium is missing: node scripts/browsers.mjs says what to install');
  const browser = await puppeteer.launch({ executablePath, args: CHROMIUM });
  return {
    async open(url) {
      const page = await browser.newPage();
      await page.goto(url);
      const cdp = await page.createCDPSession();
      return {
        ask: (expression) => page.evaluate(expression),
        close: () => page.close(),
        async crash() {
          const gone = new Promise((resolve) => page.once('error', resolve));
          cdp.send('Page.crash').catch(() => undefined);
          await gone;
        },
        freeze: (frozen) => cdp.send('Page.setWebLifecycleState', { state: frozen ? 'frozen' : 'active' }),
      };
    },
    close: () => browser.close(),
  };
}

/** @returns {Promise<TabBrowser>} */
async function startFirefox() {
  const executablePath = findPrograms().firefox;
  assert.ok(executablePath, 'Firefox is missing: node scripts/browsers.mjs says what to install');
  const browser = await puppeteer.launch({ browser: 'firefox', executablePath });
  return {
    async open(url) {
      const page = await browser.newPage();
      await page.goto(url);
      return { ask: (expression) => page.evaluate(expression), close: () => page.close() };
    },
    close: () => browser.close(),
  };
}

/**
 * WebKitWebDriver with a process group of its own: the X server, the driver and the browser end together.
 * @returns {Promise<{ request: (method: string, path: string, body?: object) => Promise<any>, miniBrowser: string, kill: () => void }>}
 */
async function startWebKitDriver() {
  const { webkitDriver, miniBrowser, xvfbRun } = findPrograms();
  assert.ok(webkitDriver && miniBrowser, 'WebKitGTK is missing: node scripts/browsers.mjs says what to install');
  const listener = createServer().listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (listener.address());
  listener.close();
  const driver = [webkitDriver, `--port=${String(port)}`];
  const [program = '', ...args] = xvfbRun ? [xvfbRun, '-a', '-s', '-screen 0 1280x1024x24', ...driver] : driver;
  const child = spawn(program, args, { detached: true, stdio: 'ignore', env: webkitEnvironment() });
  const kill = () => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL');
  };
  process.once('exit', kill);
  /** @type {(method: string, path: string, body?: object) => Promise<any>} */
  const request = async (method, path, body) => {
    const init = body ? { method, body: JSON.stringify(body) } : { method };
    const response = await fetch(`http://127.0.0.1:${String(port)}${path}`, init);
    const { value } = /** @type {{ value: any }} */ (await response.json());
    if (!response.ok) throw new Error(`WebDriver ${path}: ${String(value?.message)}`);
    return value;
  };
  const isUp = () => request('GET', '/status').then(() => true, () => false);
  for (const end = Date.now() + 30_000; !(await isUp()); await sleep(100)) assert.ok(Date.now() < end, 'WebKitWebDriver does not answer');
  return { request, miniBrowser, kill };
}

/** @returns {Promise<TabBrowser>} */
async function startWebKit() {
  const { request, miniBrowser, kill } = await startWebKitDriver();
  const options = { binary: miniBrowser, args: ['--automation'] };
  const { sessionId } = await request('POST', '/session', { capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': options } } });
  const session = `/session/${String(sessionId)}`;
  const home = await request('GET', `${session}/window`);
  /** Commands go to the window that was chosen last, so they are given one after the other. */
  let last = Promise.resolve();
  /** @type {(handle: string, method: string, path: string, body?: object) => Promise<any>} */
  const inWindow = (handle, method, path, body) => {
    const result = last.then(async () => {
      await request('POST', `${session}/window`, { handle });
      return request(method, session + path, body);
    });
    last = result.then(() => undefined, () => undefined);
    return result;
  };
  return {
    async open(url) {
      const { handle } = await inWindow(home, 'POST', '/window/new', { type: 'tab' });
      await inWindow(handle, 'POST', '/url', { url });
      return {
        ask: (expression) => inWindow(handle, 'POST', '/execute/sync', { script: `return (${expression})`, args: [] }),
        close: () => inWindow(handle, 'DELETE', '/window'),
      };
    },
    async close() {
      await request('DELETE', session).catch(() => undefined);
      kill();
    },
  };
}

/** By name as in scripts/browsers.mjs. @type {Readonly<Record<string, () => Promise<TabBrowser>>>} */
export const tabBrowsers = { chromium: startChromium, firefox: startFirefox, webkit: startWebKit };
