/**
 * The command `set-media` ({ forcedColors, reducedMotion, colorScheme, contrast }, each a CSS value): the runner's own
 * emulateMedia drops all but two of these. Only Chromium can change them in a running page; elsewhere the command
 * answers false and the test has to say what it does then.
 */
const FEATURES = new Map([
  ['forcedColors', 'forced-colors'],
  ['reducedMotion', 'prefers-reduced-motion'],
  ['colorScheme', 'prefers-color-scheme'],
  ['contrast', 'prefers-contrast'],
]);

/** @type {WeakMap<object, any>} */
const clients = new WeakMap();

/** @returns {import('@web/test-runner-core').TestRunnerPlugin<Record<string, string>>} */
export function mediaPlugin() {
  return {
    name: 'set-media-command',
    async executeCommand({ command, payload = {}, session }) {
      if (command !== 'set-media') return undefined;
      if (session.browser.name !== 'Chromium') return false;
      const browser = /** @type {any} */ (session.browser);
      const page = browser.getPage(session.id);
      // Kept: what a session emulates ends with it.
      const client = clients.get(page) ?? (await page.createCDPSession());
      clients.set(page, client);
      const features = [...FEATURES].map(([key, name]) => ({ name, value: payload[key] ?? '' }));
      await client.send('Emulation.setEmulatedMedia', { features });
      return true;
    },
  };
}
