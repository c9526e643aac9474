/**
 * Runs test files in WebKitGTK's MiniBrowser over W3C WebDriver. Playwright's WebKit is a download of its own and no
 * Debian package, and webdriverio is 300 packages for the five requests made here.
 *
 * The launcher says it is of type `playwright` and hands out a page with that interface: this way the stock commands
 * (sendKeys, sendMouse, setViewport) work here as in the other engines, `down` and `up` included.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { findPrograms } from '../browsers.mjs';
import { WebDriverPage } from './webdriver-page.mjs';

/** @returns {Promise<number>} */
async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  server.close();
  return port;
}

/** @param {number} ms */
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

class WebKitLauncher {
  name = 'WebKit';
  type = 'playwright';
  concurrency = 1;
  #base = '';
  /** @type {import('node:child_process').ChildProcess | undefined} */
  #driver;
  /** @type {Promise<WebDriverPage> | undefined} */
  #starting;
  /** @type {WebDriverPage | undefined} */
  #page;
  #activeId = '';
  #url = '';
  #kill = () => {
    // Its own process group: xvfb-run, the X server, the driver and the browser end together.
    if (this.#driver?.pid && this.#driver.exitCode === null) {
      try {
        process.kill(-this.#driver.pid, 'SIGKILL');
      } catch {
        // It ended by itself between the check and here.
      }
    }
  };

  /**
   * @param {string} id
   * @param {string} url
   */
  async startSession(id, url) {
    this.#starting ??= this.#start();
    const page = await this.#starting;
    this.#activeId = id;
    this.#url = url;
    await page.goto(url);
  }

  /** @param {string} id */
  async stopSession(id) {
    if (id === this.#activeId) this.#activeId = '';
    // Ends whatever still runs on the page, so that it cannot load the machine during the next file.
    await this.#page?.goto('about:blank').catch(() => undefined);
    return {};
  }

  /** @param {string} id */
  isActive(id) {
    return id === this.#activeId;
  }

  getBrowserUrl() {
    return this.#url;
  }

  getPage() {
    return this.#page;
  }

  startDebugSession() {
    return Promise.reject(new Error('Debugging is not supported in WebKitGTK.'));
  }

  async stop() {
    await this.#page?.close().catch(() => undefined);
    this.#kill();
  }

  async #start() {
    const { webkitDriver, miniBrowser, xvfbRun } = findPrograms();
    if (!webkitDriver || !miniBrowser) throw new Error('WebKitGTK is not installed: node scripts/browsers.mjs');
    const port = await freePort();
    this.#base = `http://127.0.0.1:${String(port)}`;
    // No DISPLAY, and none borrowed from a desktop either: a window that a person covers or moves changes results.
    const command = xvfbRun
      ? [xvfbRun, '-a', '-s', '-screen 0 1280x1024x24', webkitDriver, `--port=${String(port)}`]
      : [webkitDriver, `--port=${String(port)}`];
    const [program = '', ...args] = command;
    this.#driver = spawn(program, args, { detached: true, stdio: 'ignore', env: webkitEnvironment() });
    process.once('exit', this.#kill);
    this.#page = await this.#connect(miniBrowser);
    return this.#page;
  }

  /** @param {string} miniBrowser */
  async #connect(miniBrowser) {
    const deadline = Date.now() + 30_000;
    for (;;) {
      try {
        return await WebDriverPage.open(this.#base, miniBrowser);
      } catch (error) {
        const ended = this.#driver?.exitCode !== null;
        if (ended || Date.now() > deadline) throw new Error('WebKitWebDriver does not answer', { cause: error });
        await sleep(100);
      }
    }
  }
}

export function webkitEnvironment() {
  const env = {
    ...process.env,
    // Containers have neither a GPU nor the user namespaces that the web process sandbox wants.
    WEBKIT_DISABLE_COMPOSITING_MODE: '1',
    WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
    LIBGL_ALWAYS_SOFTWARE: '1',
    GTK_A11Y: 'none',
    NO_AT_BRIDGE: '1',
  };
  return env;
}

/** A launcher for the `browsers` of a test runner configuration. */
export function webkitLauncher() {
  return new WebKitLauncher();
}
