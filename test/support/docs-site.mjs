/**
 * The server that the documents' pages are loaded from: the built bundle under its documented address, the demo server's
 * API under the ids of the documents, and small stand-ins for the endpoints that a reader would write.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { createDemoApp } from '../../demo/server/app.mjs';
import { root } from './docs-blocks.mjs';

/** @import { AddressInfo } from 'node:net' */
/** @import { IncomingMessage, ServerResponse } from 'node:http' */

/** @type {{ version: string }} */
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** Where the documents load the bundle from. Another version than the package's is a 404, and so a failing test. */
export const BUNDLE = `/chainabit-activity/${version}/`;

const FIXTURE = `<main><chainabit-activity></chainabit-activity><div id="answer"></div></main>`;

const STREAM = { 'content-type': 'text/event-stream', 'cache-control': 'no-cache, no-transform' };

/**
 * @typedef {object} PageSource
 * @property {string} html A whole page or a fragment.
 * @property {string} [script] Run as a module of its own, beside the page.
 * @property {string} [policy] In the place of the strict one that all pages are loaded under.
 *
 * @typedef {{ method: string, path: string, headers: IncomingMessage['headers'], body: string }} Seen
 */

/**
 * @typedef {object} Answers What stand-ins say, in the words of the documents.
 * @property {string} responses The frames of an OpenAI server.
 * @property {string} session The frames of a ThothII session.
 * @property {Readonly<Record<string, string>>} streams The frames behind a GET, by path.
 * @property {string} conflict The body of a 409.
 */

/** @param {Answers} answers */
export async function startSite(answers) {
  const app = createDemoApp({ speed: 40, heartbeatMs: 2000 });
  /** @type {Map<string, string>} */
  const names = new Map();
  /** @type {PageSource} */
  let source = { html: '' };
  /** @type {Seen[]} */
  const seen = [];

  const server = createServer((req, res) => {
    const path = (req.url ?? '/').split('?')[0] ?? '/';
    if (req.method === 'POST' && path.startsWith('/api/')) record(req, path, seen);
    if (path === '/page') sendPage(res, source);
    else if (path === '/page.js') res.writeHead(200, { 'content-type': 'text/javascript' }).end(source.script ?? '');
    else if (path.startsWith('/chainabit-activity/')) sendBundle(req, res, path);
    else if (path === '/favicon.ico') res.writeHead(204).end();
    else if (!standIn(req, res, path, answers)) passOn(req, res);
  });

  /**
   * @param {IncomingMessage} req
   * @param {ServerResponse} res
   */
  const passOn = (req, res) => {
    req.url = (req.url ?? '').replace(/run_42|run_43|conv_7/gu, (name) => names.get(name) ?? name);
    if (!app.handle(req, res)) res.writeHead(404).end();
  };
  /**
   * @param {IncomingMessage} req
   * @param {ServerResponse} res
   * @param {string} path
   */
  const sendBundle = (req, res, path) => {
    req.url = path.startsWith(BUNDLE) ? `/cdn/${path.slice(BUNDLE.length)}` : '/cdn/of-another-version.js';
    app.handle(req, res);
  };

  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const { port } = /** @type {AddressInfo} */ (server.address());
  const origin = `http://127.0.0.1:${String(port)}`;
  return {
    origin,
    seen,
    /**
     * Fresh runs under the documents' ids, and the page that is served next.
     * @param {PageSource} next
     * @param {string} [script] Of the demo server.
     */
    async prepare(next, script = 'booking') {
      source = next;
      seen.length = 0;
      for (const name of ['run_42', 'run_43']) {
        const body = JSON.stringify({ script });
        // A socket kept from before may have been closed while this process was busy.
        const headers = { 'content-type': 'application/json', connection: 'close' };
        const answer = await fetch(`${origin}/api/runs`, { method: 'POST', headers, body });
        const { runId, conversationId } = /** @type {Record<string, string>} */ (await answer.json());
        names.set(name, String(runId));
        if (name === 'run_42') names.set('conv_7', String(conversationId));
      }
      seen.length = 0;
    },
    async close() {
      app.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/**
 * @param {IncomingMessage} req
 * @param {string} path
 * @param {Seen[]} seen
 */
function record(req, path, seen) {
  const entry = { method: req.method ?? '', path, headers: req.headers, body: '' };
  seen.push(entry);
  req.on('data', (/** @type {Buffer} */ chunk) => {
    entry.body += chunk.toString('utf8');
  });
}

/**
 * @param {ServerResponse} res
 * @param {PageSource} source
 */
function sendPage(res, { html, script, policy: given }) {
  const body = pageOf(html, script);
  const inline = [...body.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/gu)].map(([, code]) => hashOf(code ?? ''));
  const styles = [...body.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/gu)].map(([, code]) => hashOf(code ?? ''));
  const policy = given ?? [
    "default-src 'none'",
    ['script-src', "'self'", 'https://cdn.example.com', ...inline].join(' '),
    ['style-src', "'self'", ...styles].join(' '),
    "connect-src 'self'",
    "require-trusted-types-for 'script'",
    'trusted-types lit-html',
  ].join('; ');
  res.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy }).end(body);
}

/** @param {string} code */
function hashOf(code) {
  return `'sha256-${createHash('sha256').update(code).digest('base64')}'`;
}

/**
 * A fragment gets the page around it that its text takes for granted: the bundle, and for bare JavaScript one activity.
 * @param {string} html
 * @param {string | undefined} script
 */
export function pageOf(html, script) {
  if (/^\s*<!doctype/iu.test(html)) return html;
  const map = { 'chainabit-activity': 'chainabit-activity.js', 'chainabit-activity/define': 'chainabit-activity.js', 'chainabit-activity/core': 'engine.js' };
  const imports = Object.fromEntries(Object.entries(map).map(([name, file]) => [name, BUNDLE + file]));
  const bundle = /<script[^>]*\ssrc=/u.test(html) ? '' : `<script type="module" src="${BUNDLE}chainabit-activity.js"></script>`;
  const code = script === undefined ? '' : '<script type="module" src="/page.js"></script>';
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>A page of the documents</title>
<script type="importmap">${JSON.stringify({ imports })}</script>${bundle}
${html === '' ? FIXTURE : html}${code}</html>`;
}

/**
 * The endpoints of the examples that the demo server does not have.
 * @param {IncomingMessage} req
 * @param {ServerResponse} res
 * @param {string} path
 * @param {Answers} answers
 */
function standIn(req, res, path, answers) {
  if (path === '/api/token') {
    res.writeHead(200, { 'content-type': 'application/json' }).end('{"token":"t-1"}');
  } else if (path === '/api/decisions' && req.method === 'POST') {
    res.writeHead(202, { 'content-type': 'application/json' }).end('{}');
  } else if (path === '/api/conflict' && req.method === 'POST') {
    res.writeHead(409, { 'content-type': 'application/json' }).end(answers.conflict);
  } else if (path === '/api/responses' && req.method === 'POST') {
    res.writeHead(200, STREAM).end(answers.responses);
  } else if (path === '/api/sessions/s_1/events') {
    // Its server never ends it.
    res.writeHead(200, STREAM).write(answers.session);
  } else if (Object.hasOwn(answers.streams, path)) {
    res.writeHead(200, STREAM).end(answers.streams[path]);
  } else if (path === '/api/turns' && req.method === 'POST') {
    res.writeHead(200, STREAM).end(TURN);
  } else return false;
  return true;
}

/** One turn as the answer to a POST. */
const TURN = [
  ['tool.started', { toolKey: 'calendar.search', callId: 'call_1', input: { from: '2026-12-01' } }],
  ['tool.completed', { toolKey: 'calendar.search', callId: 'call_1', data: { free: 2 } }],
  ['message.completed', { text: 'Two free mornings.' }],
]
  .map(([event, payload], index) => `id: ${String(index + 1)}\nevent: ${String(event)}\ndata: ${JSON.stringify({ runId: 'run_t', payload })}\n\n`)
  .join('');
