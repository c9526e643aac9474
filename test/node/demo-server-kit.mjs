/** What the demo server's tests share: a real server on a free port, and a client that knows only HTTP. */
import { createServer } from 'node:http';
import { after } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import { createDemoApp } from '../../demo/server/app.mjs';

/** @import { AddressInfo } from 'node:net' */
/** @import { DemoAppOptions } from '../../demo/server/app.mjs' */

/**
 * @typedef {Record<string, any>} Json Bodies come from the wire; each test says what it expects of them.
 * @typedef {{ id: number, event: string, data: Json }} Frame
 * @typedef {{ runId: string, conversationId: string, events: string, approvals: string, stop: string, cut: string, messages: string }} RunUrls
 */

/** @param {DemoAppOptions} [options] */
export async function startServer(options = {}) {
  const app = createDemoApp({ speed: 50, ...options });
  const server = createServer((req, res) => {
    if (!app.handle(req, res)) res.writeHead(418).end();
  });
  await new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      resolve(undefined);
    });
  });
  const origin = `http://127.0.0.1:${String(/** @type {AddressInfo} */ (server.address()).port)}`;
  const close = async () => {
    app.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  after(close);
  return { app, server, origin, close, ...client(origin) };
}

/** @param {string} origin */
function client(origin) {
  /**
   * @param {string} path
   * @param {RequestInit} [init]
   */
  const get = (path, init) => fetch(origin + path, init);
  /**
   * @param {string} path
   * @param {unknown} [body]
   * @param {Record<string, string>} [headers]
   */
  const post = (path, body, headers = {}) =>
    fetch(origin + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body ?? {}),
    });
  return {
    get,
    post,
    /**
     * @param {string} script
     * @param {Json} [options]
     * @returns {Promise<RunUrls>}
     */
    run: async (script, options) => /** @type {RunUrls} */ (await (await post('/api/runs', { script, ...options })).json()),
    /**
     * Reads a stream until it ends, breaks, or `until` has seen enough.
     *
     * @param {string} path
     * @param {{ lastEventId?: string | number, until?: (frame: Frame) => boolean, onFrame?: (frame: Frame) => void }} [options]
     */
    frames: async (path, { lastEventId, until, onFrame } = {}) => {
      const abort = new AbortController();
      /** @type {Record<string, string>} */
      const headers = lastEventId === undefined ? {} : { 'last-event-id': String(lastEventId) };
      const response = await fetch(origin + path, { signal: abort.signal, headers });
      /** @type {Frame[]} */
      const seen = [];
      let broken = false;
      try {
        for await (const frame of readFrames(response)) {
          seen.push(frame);
          onFrame?.(frame);
          if (until?.(frame)) break;
        }
      } catch {
        broken = true;
      }
      abort.abort();
      return { status: response.status, headers: response.headers, seen, broken };
    },
    /**
     * @param {RunUrls} run
     * @param {Frame} request The `tool.approval_required` frame.
     * @param {Json} answer
     * @param {string} key
     */
    answer: (run, { data }, answer, key) => {
      const { callId, approvalId } = data['payload'];
      return post(run.approvals.replace('{callId}', callId), { runId: run.runId, callId, approvalId, ...answer }, { 'idempotency-key': key });
    },
  };
}

/**
 * @param {Response} response
 * @returns {AsyncGenerator<Frame>}
 */
async function* readFrames(response) {
  if (response.body === null) return;
  let buffer = '';
  for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
    buffer += chunk;
    const blocks = buffer.split('\n\n');
    buffer = blocks.pop() ?? '';
    for (const block of blocks) {
      const fields = new Map(block.split('\n').map((line) => /** @type {[string, string]} */ (line.split(/: (.*)/su, 2))));
      const data = fields.get('data');
      if (data !== undefined) yield { id: Number(fields.get('id')), event: fields.get('event') ?? '', data: JSON.parse(data) };
    }
  }
}

/** @param {string} name */
export function isEvent(name) {
  return (/** @type {Frame} */ frame) => frame.event === name;
}

/**
 * @param {() => boolean | Promise<boolean>} condition
 * @returns {Promise<void>}
 */
export async function eventually(condition) {
  for (let tries = 0; tries < 400; tries += 1) {
    if (await condition()) return;
    await sleep(10);
  }
  throw new Error('the condition did not come true within 4 s');
}
