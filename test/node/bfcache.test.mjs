/**
 * F15 with the real back/forward cache of Chromium. Firefox and WebKitGTK have none under automation; what the element does
 * at the events of one is tested in all three (test/faults/page.test.ts). Needs cdn/ (`npm run build:cdn`, which `npm test`
 * does first).
 */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { wantedEngines } from '../../scripts/browsers.mjs';
import { root } from '../support/docs-blocks.mjs';
import { launch, until } from '../support/docs-page.mjs';
import { startRun } from '../support/tabs-server.mjs';

/* global window */

/** @param {number} count */
const ids = (count) => Array.from({ length: count }, (_, index) => `c${String(index + 1)}`);

const isWanted = wantedEngines().includes('chromium');

it('F15 R11 the page stays in the back/forward cache, without a connection, and goes on where it was', { skip: isWanted ? false : 'Chromium is not among BROWSERS' }, async () => {
  assert.ok(existsSync(join(root, 'cdn/integrity.json')), 'cdn/ is missing: npm run build:cdn');
  const run = await startRun({ share: 'page' });
  const browser = await launch();
  try {
    const page = await browser.newPage();
    const seen = () => page.evaluate(() => /** @type {any} */ (window).seen);
    run.publish(5);
    await page.goto(run.page);
    await until(seen, (all) => all.length === 5, 'five calls');
    await page.evaluate(() => {
      const w = /** @type {any} */ (window);
      window.addEventListener('pageshow', ({ persisted }) => (w.cameBack = persisted));
    });
    await page.goto(run.page.replace('page.html', 'away.html'));
    await until(async () => run.live.length, (open) => open === 0, 'the server sees it close');
    run.publish(5);
    await page.goBack();
    assert.equal(await page.evaluate(() => /** @type {any} */ (window).cameBack), true, 'out of the cache, not loaded anew');
    await until(seen, (all) => all.length >= 10, 'all ten');
    assert.deepEqual(await seen(), ids(10));
    assert.deepEqual(run.connections.map(({ cursor }) => cursor), [undefined, '5']);
  } finally {
    await browser.close();
    await run.stop();
  }
});
