/**
 * `share="origin"` in real tabs of the three engines, with the built bundle: one connection for all, and a hand-over when
 * the tab that has it is closed, crashes or is frozen. Needs cdn/ (`npm run build:cdn`, which `npm test` does first).
 */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { wantedEngines } from '../../scripts/browsers.mjs';
import { root } from '../support/docs-blocks.mjs';
import { until } from '../support/docs-page.mjs';
import { tabBrowsers } from '../support/tab-browsers.mjs';
import { startRun } from '../support/tabs-server.mjs';

/** @import { Tab, TabBrowser } from '../support/tab-browsers.mjs' */
/** @typedef {Awaited<ReturnType<typeof startRun>>} Run */

/** @param {number} count */
const ids = (count) => Array.from({ length: count }, (_, index) => `c${String(index + 1)}`);

/**
 * Waits until a tab has so many calls, each of them seen once, in order.
 * @param {Tab} tab
 * @param {number} count
 */
async function shows(tab, count) {
  const seen = await until(() => tab.ask('window.seen'), (all) => all.length >= count, `${String(count)} calls`);
  assert.deepEqual(seen, ids(count));
}

/** @param {Run} run */
const cursors = ({ connections }) => connections.map(({ cursor }) => cursor);

for (const engine of wantedEngines()) {
  describe(`tabs of ${engine}`, { concurrency: false }, () => {
    /** @type {TabBrowser} */
    let browser;
    /** @type {Run[]} */
    const runs = [];

    before(async () => {
      assert.ok(existsSync(join(root, 'cdn/integrity.json')), 'cdn/ is missing: npm run build:cdn');
      browser = await (/** @type {() => Promise<TabBrowser>} */ (tabBrowsers[engine]))();
    });

    after(async () => {
      await browser?.close();
      for (const run of runs) await run.stop();
    });

    /** @param {{ idle?: number }} [options] */
    async function start(options) {
      const run = await startRun(options);
      runs.push(run);
      run.publish(5);
      return run;
    }

    it('F28 three tabs are one connection, and each has every event once', async () => {
      const run = await start();
      const first = await browser.open(run.page);
      await shows(first, 5);
      const tabs = [first, await browser.open(run.page), await browser.open(run.page)];
      for (const tab of tabs) await shows(tab, 5);
      run.publish(20);
      for (const tab of tabs) await shows(tab, 25);
      assert.deepEqual(cursors(run), [undefined]);
      for (const tab of tabs) await tab.close();
      await until(async () => run.live.length, (open) => open === 0, 'the connection is closed with the last tab');
    });

    it('F1 the tab that has the connection is closed: another goes on from its own cursor', async () => {
      const run = await start();
      const first = await browser.open(run.page);
      await shows(first, 5);
      const others = [await browser.open(run.page), await browser.open(run.page)];
      for (const tab of others) await shows(tab, 5);
      run.publish(5);
      for (const tab of [first, ...others]) await shows(tab, 10);
      await first.close();
      run.publish(5);
      for (const tab of others) await shows(tab, 15);
      await until(async () => run.live.length, (open) => open === 1, 'one connection');
      run.publish(5);
      for (const tab of others) await shows(tab, 20);
      assert.equal(run.connections.length, 2);
      assert.ok(['10', '15'].includes(run.connections[1]?.cursor ?? ''), `cursor ${String(run.connections[1]?.cursor)}`);
      for (const tab of others) {
        assert.deepEqual(await tab.ask('window.statuses'), ['connecting', 'open']);
        await tab.close();
      }
    });

    if (engine === 'chromium') {
      it('F1 the tab that has the connection crashes: another goes on', async () => {
        const run = await start();
        const first = await browser.open(run.page);
        await shows(first, 5);
        const second = await browser.open(run.page);
        await shows(second, 5);
        await first.crash?.();
        await until(async () => run.connections.length, (count) => count === 2, 'a second connection');
        run.publish(5);
        await shows(second, 10);
        assert.deepEqual(cursors(run), [undefined, '5']);
        assert.deepEqual(await second.ask('window.statuses'), ['connecting', 'open']);
        for (const tab of [second, first]) await tab.close();
      });

      it('F13 the tab that has the connection is frozen with the lock: another finds out, and has its own', async () => {
        const run = await start({ idle: 1500 });
        const first = await browser.open(run.page);
        await shows(first, 5);
        const second = await browser.open(run.page);
        await shows(second, 5);
        await first.freeze?.(true);
        run.publish(5);
        await shows(second, 10);
        assert.ok(run.connections.length >= 2);
        await first.freeze?.(false);
        await shows(first, 10);
        for (const tab of [second, first]) await tab.close();
      });
    }
  });
}
