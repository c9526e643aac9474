/**
 * The documents are true: each example is run, each frame decoded, each table fresh, each link followed. A block whose
 * language has no rule here fails. Needs cdn/ and dist/ (`npm run build`, which `npm test` does first).
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { documents as madeDocuments } from '../../scripts/docs-api.mjs';
import { placeOf, readDocuments, root } from '../support/docs-blocks.mjs';
import { dropped, unknownHooks, unknownTokens } from '../support/docs-css.mjs';
import { contrastProblems } from '../support/docs-contrast.mjs';
import { approve, drawn, launch, until, visit } from '../support/docs-page.mjs';
import { shellProblems } from '../support/docs-shell.mjs';
import { BUNDLE, startSite } from '../support/docs-site.mjs';
import { typeErrors, withoutTypes } from '../support/docs-types.mjs';
import { assertAccepted, assertAnswer, assertHistory, framesOf, messageOf } from '../support/docs-wire.mjs';

/* global document */
/** @import { Browser, Page } from 'puppeteer-core' */
/** @import { Block } from '../support/docs-blocks.mjs' */

const documents = readDocuments();
const blocks = documents.flatMap((each) => each.blocks);
/** @param {string} lang */
const inLang = (lang) => blocks.filter((block) => block.lang === lang);
/** @param {Block} block @param {string} word */
const says = (block, word) => block.meta.includes(word);

/** The dialects that an example may be of, other than the default one. */
const DIALECTS = ['a2a', 'ag-ui', 'ai-sdk', 'anthropic-messages', 'chatkit', 'construct', 'construct-chat', 'model-gateway', 'openai-responses', 'pi', 'thoth'];
/** @param {Block} block */
const dialectOf = (block) => block.meta.find((word) => DIALECTS.includes(word)) ?? 'chainabit';

/** What stands after the language, by language; anything else is a slip. */
const LANGUAGES = new Map([
  ['html', ['approve', 'settles', 'elsewhere']],
  ['js', ['node', 'draws', 'settles', 'approve']],
  ['ts', ['node']],
  ['css', ['brand']],
  ['json', ['history', ...DIALECTS, 'frame', 'answer', 'conflict']],
  ['sse', DIALECTS],
  ['http', ['decision', 'stream', 'stop', 'policy']],
  ['sh', []],
  ['text', []],
]);

/** A page under a policy of the documents: everything it needs is in files. */
const GUARDED = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Guarded</title>
<script type="module" src="${BUNDLE}chainabit-activity.js"></script>
<chainabit-activity src="/api/runs/run_42/events" approval-url="/api/runs/{runId}/approvals/{callId}"></chainabit-activity></html>`;

/** @type {Browser} */
let browser;
/** @type {Awaited<ReturnType<typeof startSite>>} */
let site;

before(async () => {
  assert.ok(existsSync(join(root, 'cdn/integrity.json')), 'cdn/ is missing: npm run build:cdn');
  assert.ok(existsSync(join(root, 'dist/core.js')), 'dist/ is missing: npm run build:dist');
  browser = await launch();
  /** @param {string} dialect */
  const example = (dialect) => inLang('sse').find((block) => says(block, dialect))?.text ?? '';
  site = await startSite({
    responses: example('openai-responses'),
    session: example('thoth'),
    streams: {
      '/api/orchestration/runs/run-0123456789ab/events': example('construct'),
      '/api/agent': example('ag-ui'),
      '/agents/any/run': example('anthropic-messages'),
      '/agents/travel/message:stream': example('a2a'),
      '/chatkit': example('chatkit'),
      '/api/chat': example('ai-sdk'),
      '/api/messages': example('anthropic-messages'),
      '/api/chat/loop/stream': example('construct-chat'),
      '/v1/runs/r-1/events': example('model-gateway'),
    },
    conflict: inLang('json').find((block) => says(block, 'conflict'))?.text ?? '',
  });
});

after(async () => {
  await browser?.close();
  await site?.close();
});

/**
 * @param {Block} block
 * @param {import('../support/docs-site.mjs').PageSource} source
 */
async function load(block, source) {
  await site.prepare(source);
  const { page, trouble } = await visit(browser, `${site.origin}/page`, { elsewhere: says(block, 'elsewhere') });
  try {
    const shows = block.lang === 'html' || ['draws', 'settles', 'approve'].some((word) => says(block, word));
    if (shows) await drawn(page).catch((error) => assert.fail(`${String(error)}\n${trouble.join('\n')}`));
    if (says(block, 'approve')) await approve(page);
    if (says(block, 'settles')) await until(() => runStatus(page), (status) => status === 'settled', 'the end of the run');
    // Once more through the queue, for what is thrown late.
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 50)));
    assert.deepEqual(trouble, []);
  } finally {
    await page.close();
  }
}

/** @param {Page} page @returns {Promise<string>} */
function runStatus(page) {
  return page.evaluate(() => /** @type {any} */ (document.querySelector('chainabit-activity')).state.run.status);
}

/**
 * Runs in Node, as a user of the package; what it prints must be what its `// →` comments say.
 * @param {Block} block
 */
function runInNode(block) {
  const file = join(root, '.cache/docs-node/block.mjs');
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, block.lang === 'ts' ? withoutTypes(block.text) : block.text);
  const { status, stdout, stderr } = spawnSync(process.execPath, [file], { cwd: root, encoding: 'utf8', timeout: 60_000 });
  rmSync(dirname(file), { recursive: true, force: true });
  assert.equal(status, 0, stderr);
  const promised = [...block.text.matchAll(/\/\/ → (.*)$/gmu)].map(([, line]) => (line ?? '').trim());
  assert.deepEqual(stdout.split('\n').filter((line) => line !== ''), promised);
}

describe('documents', () => {
  it('use only languages and words that have a rule', () => {
    for (const block of blocks) {
      const words = LANGUAGES.get(block.lang);
      assert.ok(words, `${placeOf(block)}: no rule for this language`);
      for (const word of block.meta) assert.ok(words.includes(word), `${placeOf(block)}: "${word}" means nothing`);
    }
  });

  it('have fresh tables', () => {
    const stale = madeDocuments().filter((each) => each.stale).map(({ file }) => file);
    assert.deepEqual(stale, [], 'node scripts/docs-api.mjs');
  });

  it('link to files and headings that are there', () => {
    for (const { file, links } of documents) {
      for (const { target, line } of links) {
        if (/^https?:/u.test(target)) continue;
        const [path = '', anchor] = target.split('#');
        const found = path === '' ? file : posix.join(posix.dirname(file), path);
        assert.ok(existsSync(join(root, found)), `${file}:${String(line)} links to ${found}, which is not there`);
        if (anchor === undefined) continue;
        const goal = documents.find((each) => each.file === found);
        assert.ok(goal?.anchors.has(anchor), `${file}:${String(line)}: ${found} has no heading #${anchor}`);
      }
    }
  });

  it('name files that are there', () => {
    for (const { file, text } of documents) {
      for (const [, path = ''] of text.matchAll(/`((?:src|test|demo|scripts|docs)\/[\w./-]+)`/gu)) {
        assert.ok(existsSync(join(root, path)), `${file} names ${path}`);
      }
    }
  });

  it('name only tokens that the styles read', () => {
    for (const { file, text } of documents) assert.deepEqual(unknownTokens(text), [], file);
  });

  it('hold no path of a machine', () => {
    for (const { file, text } of documents) assert.doesNotMatch(text, /(?:^|[\s"'(`])\/(?:home|root|work|Users|tmp)\//mu, file);
  });

  it('have no table cell that a bar has broken', () => {
    for (const { file, text } of documents) {
      for (const group of text.matchAll(/(?:^\|.*\|$\n?)+/gmu)) {
        const widths = group[0].trim().split('\n').map((row) => row.replaceAll('\\|', '').split('|').length);
        assert.equal(new Set(widths).size, 1, `${file}: ${group[0].slice(0, 80)}`);
      }
    }
  });
});

describe('html', () => {
  const { 'chainabit-activity.js': hash = '' } = /** @type {Record<string, string>} */ (
    existsSync(join(root, 'cdn/integrity.json')) ? JSON.parse(readFileSync(join(root, 'cdn/integrity.json'), 'utf8')) : {}
  );
  for (const block of inLang('html')) {
    it(placeOf(block), () => load(block, { html: block.text.replaceAll('sha384-HASH', hash) }));
  }
});

describe('js and ts', () => {
  it('ts passes the types of the package', () => {
    assert.deepEqual(typeErrors(inLang('ts')), []);
  });
  for (const block of [...inLang('js'), ...inLang('ts')]) {
    if (says(block, 'node')) it(placeOf(block), () => runInNode(block));
    else it(placeOf(block), () => load(block, { html: '', script: block.lang === 'ts' ? withoutTypes(block.text) : block.text }));
  }
});

describe('css', () => {
  it('the default tokens are legible', async () => {
    await site.prepare({ html: '' });
    const { page } = await visit(browser, `${site.origin}/page`);
    assert.deepEqual(await contrastProblems(page, ''), []);
    await page.close();
  });
  for (const block of inLang('css')) {
    it(placeOf(block), async () => {
      assert.deepEqual(unknownHooks(block.text), []);
      await site.prepare({ html: '' });
      const { page } = await visit(browser, `${site.origin}/page`);
      assert.deepEqual(await dropped(page, block.text), []);
      if (says(block, 'brand')) assert.deepEqual(await contrastProblems(page, block.text), []);
      await page.close();
    });
  }
});

describe('wire', () => {
  for (const block of inLang('json')) {
    it(placeOf(block), async () => {
      const value = JSON.parse(block.text);
      if (says(block, 'history')) await assertHistory(dialectOf(block), value);
      if (says(block, 'answer')) await assertAnswer(dialectOf(block), value);
      if (says(block, 'conflict')) await assertConflict(value);
      if (says(block, 'frame')) await assertAccepted('chainabit', [{ data: value }]);
    });
  }
  for (const block of inLang('sse')) {
    it(placeOf(block), async () => {
      await assertAccepted(dialectOf(block), framesOf(block.text));
    });
  }

  /** A card shows what the body of a 409 tells. @param {{ by: string }} body */
  async function assertConflict({ by }) {
    await site.prepare({ html: '<chainabit-activity src="/api/runs/run_42/events" approval-url="/api/conflict"></chainabit-activity>' });
    const { page } = await visit(browser, `${site.origin}/page`);
    await approve(page);
    const told = () => page.evaluate(() => {
      const { state } = /** @type {any} */ (document.querySelector('chainabit-activity'));
      return [...state.approvals.values()].map((/** @type {any} */ { status, decidedBy }) => ({ status, decidedBy }));
    });
    await until(told, ([approval]) => approval?.status === 'accepted' && approval.decidedBy === by, 'the decision of somebody else');
    await page.close();
  }
});

describe('http', () => {
  for (const block of inLang('http')) {
    it(placeOf(block), async () => {
      const message = messageOf(block.text);
      if (says(block, 'stream')) await assertStreamHeaders(message.headers);
      if (says(block, 'decision')) await assertRequest(message, { approve: true });
      if (says(block, 'stop')) await assertRequest(message, { approve: false });
      if (says(block, 'policy')) await load({ ...block, lang: 'html', meta: ['approve'] }, { html: GUARDED, policy: message.headers.get('content-security-policy') ?? '' });
    });
  }

  /** The headers that the documents ask of a server are those that ours sends. @param {Map<string, string>} headers */
  async function assertStreamHeaders(headers) {
    await site.prepare({ html: '' });
    const abort = new AbortController();
    const answer = await fetch(`${site.origin}/api/runs/run_42/events`, { signal: abort.signal, headers: { connection: 'close' } });
    for (const [name, value] of headers) assert.equal(answer.headers.get(name), value, name);
    abort.abort();
  }

  /**
   * The request of the documents has the headers and fields of the one that an element sends.
   * @param {ReturnType<typeof messageOf>} message
   * @param {{ approve: boolean }} options
   */
  async function assertRequest(message, options) {
    await site.prepare({ html: `<chainabit-activity src="/api/runs/run_42/events" approval-url="/api/runs/{runId}/approvals/{callId}" stop-url="/api/runs/{runId}/stop"></chainabit-activity>` });
    const { page } = await visit(browser, `${site.origin}/page`);
    await drawn(page);
    await until(() => runStatus(page), (status) => ['running', 'waiting'].includes(status), 'a run under way');
    if (options.approve) await approve(page);
    else await page.evaluate(() => /** @type {any} */ (document.querySelector('chainabit-activity')).stop());
    const [sent] = await until(() => Promise.resolve(site.seen), (seen) => (seen[0]?.body ?? '') !== '', 'a request');
    await page.close();
    for (const [name, value] of message.headers) {
      assert.ok(sent?.headers[name], `the element sends no ${name}`);
      if (name !== 'idempotency-key') assert.equal(sent.headers[name], value, name);
    }
    assert.deepEqual(Object.keys(JSON.parse(message.body)).sort(), Object.keys(JSON.parse(sent?.body ?? '{}')).sort());
  }
});

describe('sh', () => {
  for (const block of inLang('sh')) {
    it(placeOf(block), () => assert.deepEqual(shellProblems(block.text), []));
  }
});
