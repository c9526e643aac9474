/** The brand examples keep text legible: axe looks at every card in both colour schemes. */
import { createRequire } from 'node:module';

/* global document */
/** @import { Page } from 'puppeteer-core' */

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** One of each card, in states that show every token. */
const FRAMES = [
  ['capability.resolved', { key: 'calendar.booking', label: 'Calendar' }],
  ['plan.step_added', { stepId: 's1', label: 'Create event', toolKey: 'calendar.create' }],
  ['tool.started', { callId: 'c1', toolKey: 'calendar.search' }],
  ['tool.progress', { callId: 'c1', message: '12 of 40 read', progress: { done: 12, total: 40 } }],
  ['tool.completed', { callId: 'c2', toolKey: 'files.read', data: { lines: 12 } }],
  ['tool.failed', { callId: 'c3', toolKey: 'mail.send', error: { code: 'smtp', message: 'No such mailbox' } }],
  ['tool.degraded', { callId: 'c4', toolKey: 'image.generate', reason: 'Busy', fallback: 'A smaller model' }],
  ['tool.approval_required', { callId: 'c5', toolKey: 'calendar.create', input: { title: 'Dentist' }, risk: 'low', editable: true }],
  ['message.delta', { delta: 'Two free mornings.' }],
];

/**
 * @param {Page} page With one `<chainabit-activity>`.
 * @param {string} css
 * @returns {Promise<string[]>}
 */
export async function contrastProblems(page, css) {
  await page.setBypassCSP(true);
  await page.reload({ waitUntil: 'load' });
  await page.addStyleTag({ content: `body{background:Canvas;color-scheme:light dark}${css}` });
  await page.addScriptTag({ path: axe });
  await page.evaluate((/** @type {unknown[][]} */ frames) => {
    const activity = /** @type {any} */ (document.querySelector('chainabit-activity'));
    activity.push(frames.map(([event, payload]) => ({ event, data: { payload } })));
  }, FRAMES);
  await page.waitForSelector('chainabit-activity >>> approval-card >>> [part~="approve"]');
  /** @type {string[]} */
  const problems = [];
  for (const scheme of ['light', 'dark']) {
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }, { name: 'prefers-reduced-motion', value: 'reduce' }]);
    const found = await page.evaluate(async () => {
      const { violations } = await /** @type {any} */ (globalThis).axe.run(document, { runOnly: ['color-contrast'] });
      return violations.flatMap((/** @type {any} */ { nodes }) => nodes.map((/** @type {any} */ node) => `${node.target.join(' ')} ${node.any[0]?.message}`));
    });
    problems.push(...found.map((/** @type {string} */ text) => `${scheme}: ${text}`));
  }
  return problems;
}
