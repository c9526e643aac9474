/** A WebDriver session with the part of Playwright's page interface that @web/test-runner-commands uses. */

/**
 * Names of keys as the DOM has them → code points of the WebDriver specification, section 17.4.2. The space key is `' '`
 * and chords are `down`, `press`, `up`, since that is what works in Firefox over BiDi as well.
 */
const KEYS = new Map([
  ['Backspace', '\uE003'], ['Tab', '\uE004'], ['Enter', '\uE007'], ['Shift', '\uE008'], ['Control', '\uE009'],
  ['Alt', '\uE00A'], ['Escape', '\uE00C'], ['PageUp', '\uE00E'], ['PageDown', '\uE00F'],
  ['End', '\uE010'], ['Home', '\uE011'], ['ArrowLeft', '\uE012'], ['ArrowUp', '\uE013'], ['ArrowRight', '\uE014'],
  ['ArrowDown', '\uE015'], ['Delete', '\uE017'], ['Meta', '\uE03D'],
]);
const BUTTONS = ['left', 'middle', 'right'];

/**
 * @param {string} name
 * @returns {string}
 */
function keyValue(name) {
  const value = KEYS.get(name) ?? name;
  if ([...value].length !== 1) throw new Error(`No WebDriver code is known for the key "${name}"`);
  return value;
}

export class WebDriverPage {
  #session;

  /** @param {string} session base address of the session */
  constructor(session) {
    this.#session = session;
  }

  /**
   * @param {string} base address of the driver
   * @param {string} binary path of MiniBrowser
   */
  static async open(base, binary) {
    const options = { binary, args: ['--automation'] };
    const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': options } };
    const { sessionId } = await request('POST', `${base}/session`, { capabilities });
    return new WebDriverPage(`${base}/session/${String(sessionId)}`);
  }

  /** @param {string} url */
  async goto(url) {
    await this.setViewportSize({ width: 800, height: 600 });
    await this.#post('url', { url });
  }

  async close() {
    await request('DELETE', this.#session);
  }

  /**
   * WebDriver sizes the window, pages want a viewport: the difference is measured and added. MiniBrowser's toolbar
   * keeps the window from getting narrower than about 450 px; a test that wants less narrows a container instead.
   * @param {{ width: number, height: number }} size
   */
  async setViewportSize({ width, height }) {
    for (let round = 0; round < 3; round += 1) {
      const script = 'return [innerWidth, innerHeight]';
      const [innerWidth, innerHeight] = await this.#post('execute/sync', { script, args: [] });
      if (innerWidth === width && innerHeight === height) return;
      const rect = await request('GET', `${this.#session}/window/rect`);
      await this.#post('window/rect', {
        width: rect.width + width - innerWidth,
        height: rect.height + height - innerHeight,
      });
    }
    throw new Error(`MiniBrowser cannot have a viewport of ${String(width)} × ${String(height)}`);
  }

  emulateMedia() {
    return Promise.reject(new Error('WebKitGTK cannot emulate media features.'));
  }

  keyboard = {
    /** @param {string} text */
    type: (text) => this.#keys([...text].flatMap((key) => press(key === '\n' ? 'Enter' : key))),
    /** @param {string} key */
    press: (key) => this.#keys(press(key)),
    /** @param {string} key */
    down: (key) => this.#keys([{ type: 'keyDown', value: keyValue(key) }]),
    /** @param {string} key */
    up: (key) => this.#keys([{ type: 'keyUp', value: keyValue(key) }]),
  };

  mouse = {
    /**
     * @param {number} x
     * @param {number} y
     */
    move: (x, y) => this.#pointer([{ type: 'pointerMove', x, y, origin: 'viewport' }]),
    /**
     * @param {number} x
     * @param {number} y
     * @param {{ button?: string }} [options]
     */
    click: (x, y, options) => {
      const button = buttonNumber(options);
      const move = { type: 'pointerMove', x, y, origin: 'viewport' };
      return this.#pointer([move, { type: 'pointerDown', button }, { type: 'pointerUp', button }]);
    },
    /** @param {{ button?: string }} [options] */
    down: (options) => this.#pointer([{ type: 'pointerDown', button: buttonNumber(options) }]),
    /** @param {{ button?: string }} [options] */
    up: (options) => this.#pointer([{ type: 'pointerUp', button: buttonNumber(options) }]),
  };

  /** @param {object[]} actions */
  async #keys(actions) {
    await this.#post('actions', { actions: [{ type: 'key', id: 'keyboard', actions }] });
  }

  /** @param {object[]} actions */
  async #pointer(actions) {
    const parameters = { pointerType: 'mouse' };
    await this.#post('actions', { actions: [{ type: 'pointer', id: 'mouse', parameters, actions }] });
  }

  /**
   * @param {string} path
   * @param {object} body
   */
  #post(path, body) {
    return request('POST', `${this.#session}/${path}`, body);
  }
}

/** @param {string} key */
function press(key) {
  const value = keyValue(key);
  return [{ type: 'keyDown', value }, { type: 'keyUp', value }];
}

/** @param {{ button?: string } | undefined} options */
function buttonNumber(options) {
  return Math.max(0, BUTTONS.indexOf(options?.button ?? 'left'));
}

/**
 * @param {string} method
 * @param {string} url
 * @param {object} [body]
 * @returns {Promise<any>} the answer's `value`, whose shape depends on the command
 */
async function request(method, url, body) {
  const response = await fetch(url, { method, ...(body ? { body: JSON.stringify(body) } : {}) });
  const { value } = /** @type {{ value: any }} */ (await response.json());
  if (!response.ok) throw new Error(`WebDriver ${url}: ${String(value?.message ?? response.status)}`);
  return value;
}
