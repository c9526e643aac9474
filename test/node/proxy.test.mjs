/** demo/proxy/proxy.mjs: the token reaches the agent and never the page, bytes and aborts pass at once, forgeries do not. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createProxy } from '../../demo/proxy/proxy.mjs';
import { freePort } from '../engines/engine.mjs';

/** @import { IncomingMessage, Server, ServerResponse } from 'node:http' */
/** @import { AddressInfo } from 'node:net' */

const TOKEN = 'tok-5f2c9a';
const FILE = fileURLToPath(new URL('../../demo/proxy/proxy.mjs', import.meta.url));
const JSON_TYPE = { 'content-type': 'application/json' };
const OWN = { ...JSON_TYPE, 'sec-fetch-site': 'same-origin', 'idempotency-key': 'k1' };

/** @param {Server} server */
async function listen(server) {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${String(/** @type {AddressInfo} */ (server.address()).port)}`;
}

/**
 * A whole exchange as raw as Node lets us: fetch may not set Sec-Fetch-Site.
 * @param {string} url
 * @param {{ method?: string, path?: string, headers?: Record<string, string>, body?: string }} [options]
 */
async function ask(url, { method = 'GET', path, headers = {}, body = '' } = {}) {
  const req = request(url, { method, headers, agent: false, ...(path !== undefined && { path }) });
  req.end(body);
  const [res] = /** @type {[IncomingMessage]} */ (await once(req, 'response'));
  let text = '';
  for await (const chunk of res) text += String(chunk);
  return { status: res.statusCode, headers: res.headers, rawHeaders: res.rawHeaders.join('\n'), text };
}

describe('the same-origin proxy', () => {
  /** @type {{ req: IncomingMessage, body: string }[]} */
  let seen = [];
  /** @type {(req: IncomingMessage, res: ServerResponse) => void} */
  let answer;
  /** @type {Server[]} */
  let servers = [];
  let upstream = '';
  let origin = '';

  beforeEach(async () => {
    seen = [];
    answer = (_req, res) => res.writeHead(200, JSON_TYPE).end('{}');
    const agent = createServer(async (req, res) => {
      let body = '';
      for await (const chunk of req) body += String(chunk);
      seen.push({ req, body });
      answer(req, res);
    });
    upstream = await listen(agent);
    const proxy = createProxy({ upstream, token: TOKEN, allowed: ({ headers }) => headers.cookie !== 'session=of-nobody' });
    origin = await listen(proxy);
    servers = [agent, proxy];
  });

  afterEach(async () => {
    for (const server of servers) {
      server.closeAllConnections();
      server.close();
      if (server.listening) await once(server, 'close');
    }
  });

  const stream = () => `${origin}/api/runs/run_42/events`;
  const approval = () => `${origin}/api/runs/run_42/approvals/call_1`;

  it('has at most 60 lines', () => {
    assert.ok(readFileSync(FILE, 'utf8').trimEnd().split('\n').length <= 60);
  });

  it('A15 gives the token to the agent and to nobody else, with the cursor and without the cookie', async () => {
    answer = (_req, res) => {
      const leaky = { authorization: `Bearer ${TOKEN}`, 'www-authenticate': `Bearer ${TOKEN}`, 'set-cookie': `t=${TOKEN}`, 'x-debug': TOKEN };
      res.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache', ...leaky }).end('data:1\n\n');
    };
    const headers = { accept: 'text/event-stream', 'last-event-id': '1796035699:0', cookie: 'session=a', authorization: 'Bearer forged' };
    const { status, text, rawHeaders, headers: answered } = await ask(stream(), { headers });
    assert.deepEqual([status, text], [200, 'data:1\n\n']);
    assert.equal(answered['content-type'], 'text/event-stream');
    assert.ok(!rawHeaders.includes(TOKEN), rawHeaders);
    const sent = seen[0]?.req.headers ?? {};
    assert.equal(sent.authorization, `Bearer ${TOKEN}`);
    assert.equal(sent['last-event-id'], '1796035699:0');
    assert.equal(sent.accept, 'text/event-stream');
    assert.equal(sent.cookie, undefined);
  });

  it('C10 holds no byte back, the head neither', async () => {
    /** @type {ServerResponse | undefined} */
    let open;
    answer = (_req, res) => {
      open = res;
      res.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
    };
    const response = await fetch(stream());
    const reader = response.body?.getReader();
    for (const piece of ['d', 'ata:', '\u{1F642}\n', '\n']) {
      open?.write(piece);
      const { value } = (await reader?.read()) ?? {};
      assert.equal(new TextDecoder().decode(value), piece);
    }
    await reader?.cancel();
  });

  it('C13 passes an abort on', async () => {
    const gone = new Promise((resolve) => {
      answer = (_req, res) => {
        res.on('close', () => resolve('closed'));
        res.writeHead(200, { 'content-type': 'text/event-stream' }).write(':\n\n');
      };
    });
    const abort = new AbortController();
    await fetch(stream(), { signal: abort.signal });
    abort.abort();
    assert.equal(await gone, 'closed');
  });

  it('F1 breaks off when the agent does', async () => {
    answer = (_req, res) => {
      res.writeHead(200, { 'content-type': 'text/event-stream' }).write('data:1\n\n');
      setTimeout(() => res.destroy(), 20);
    };
    const response = await fetch(stream());
    await assert.rejects(response.text());
  });

  it('forwards a decision as it is, with its key', async () => {
    answer = (_req, res) => res.writeHead(409, JSON_TYPE).end('{"decision":"reject","by":"Ada"}');
    const { status, text } = await ask(approval(), { method: 'POST', headers: OWN, body: '{"decision":"approve"}' });
    assert.deepEqual([status, text], [409, '{"decision":"reject","by":"Ada"}']);
    assert.equal(seen[0]?.body, '{"decision":"approve"}');
    assert.equal(seen[0]?.req.headers['idempotency-key'], 'k1');
    assert.equal(seen[0]?.req.headers.authorization, `Bearer ${TOKEN}`);
  });

  it('forwards a stop, which needs no key', async () => {
    const headers = { ...JSON_TYPE, 'sec-fetch-site': 'same-origin' };
    assert.equal((await ask(`${origin}/api/runs/run_42/stop`, { method: 'POST', headers, body: '{}' })).status, 200);
  });

  describe('A16 refuses, and asks the agent nothing:', () => {
    /** @type {[string, number, string, string, Record<string, string>][]} */
    const cases = [
      ['a POST of another site', 403, 'POST', '/api/runs/r/approvals/c', { ...OWN, 'sec-fetch-site': 'cross-site' }],
      ['a POST of a sibling domain', 403, 'POST', '/api/runs/r/approvals/c', { ...OWN, 'sec-fetch-site': 'same-site' }],
      ['a POST that does not say where it comes from', 403, 'POST', '/api/runs/r/approvals/c', { ...JSON_TYPE, 'idempotency-key': 'k' }],
      ['a stream for another site', 403, 'GET', '/api/runs/r/events', { 'sec-fetch-site': 'cross-site' }],
      ['a form', 415, 'POST', '/api/runs/r/approvals/c', { ...OWN, 'content-type': 'application/x-www-form-urlencoded' }],
      ['text that looks like JSON', 415, 'POST', '/api/runs/r/approvals/c', { ...OWN, 'content-type': 'text/plain; application/json' }],
      ['a decision without a key', 400, 'POST', '/api/runs/r/approvals/c', { ...JSON_TYPE, 'sec-fetch-site': 'same-origin' }],
      ['a decision by GET', 404, 'GET', '/api/runs/r/approvals/c', OWN],
      ['a POST to the stream', 404, 'POST', '/api/runs/r/events', OWN],
      ['another method', 404, 'DELETE', '/api/runs/r/stop', OWN],
      ['a way out of the folder', 404, 'POST', '/api/runs/r/approvals/..', OWN],
      ['an encoded way out', 404, 'POST', '/api/runs/r/approvals/%2e%2e', OWN],
      ['another host in the path', 404, 'GET', '//evil.example/api/runs/r/events', {}],
      ['any other address', 404, 'GET', '/admin', {}],
      ['a person who is not signed in', 401, 'GET', '/api/runs/r/events', { cookie: 'session=of-nobody' }],
    ];
    for (const [name, status, method, path, headers] of cases) {
      it(name, async () => {
        const answered = await ask(origin, { method, headers, path, body: method === 'POST' ? '{}' : '' });
        assert.equal(answered.status, status, answered.text);
        assert.equal(typeof JSON.parse(answered.text).error.message, 'string');
        assert.equal(seen.length, 0);
      });
    }
  });

  it('says 502 in JSON when the agent is down, and when it does not take the token', async () => {
    answer = (_req, res) => res.writeHead(401, JSON_TYPE).end(`{"error":"${TOKEN} is wrong"}`);
    const refused = await ask(stream());
    answer = (_req, res) => res.writeHead(302, { location: `https://elsewhere.example/?t=${TOKEN}` }).end();
    const redirected = await ask(stream());
    servers[0]?.closeAllConnections();
    servers[0]?.close();
    const down = await ask(stream());
    for (const { status, headers, text, rawHeaders } of [refused, redirected, down]) {
      assert.equal(status, 502);
      assert.equal(headers['content-type'], 'application/json');
      assert.equal(JSON.parse(text).error.code, 'upstream');
      assert.ok(!`${rawHeaders}${text}`.includes(TOKEN));
    }
  });

  it('runs as a command, with the token from its environment', async () => {
    const port = await freePort();
    const child = spawn(process.execPath, [FILE], { env: { ...process.env, UPSTREAM: upstream, TOKEN, PORT: String(port) }, stdio: 'ignore' });
    try {
      /** @type {Response | undefined} */
      let answered;
      for (let tries = 0; tries < 100 && answered === undefined; tries += 1) {
        answered = await fetch(`http://127.0.0.1:${String(port)}/api/runs/run_42/events`).catch(() => undefined);
        if (answered === undefined) await new Promise((resolve) => setTimeout(resolve, 50));
      }
      assert.equal(answered?.status, 200);
      assert.equal(seen[0]?.req.headers.authorization, `Bearer ${TOKEN}`);
    } finally {
      child.kill();
      await once(child, 'exit');
    }
  });
});
