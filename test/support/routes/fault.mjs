/**
 * A scripted fault server, on the page's own origin.
 *
 *   POST /fault/plans                    { log?: string[], steps?: Step[] } → { id }
 *   ANY  /fault/plans/<id>/<rest>        does the next step: one step per request, the last one again and again. Requests
 *                                        with another `key` count for themselves. `cut=10,20` makes steps of the log:
 *                                        the first connection is cut after 10 bytes, the second after 20, later ones are
 *                                        whole; `end=end` ends them cleanly instead
 *   GET  /fault/requests/<id>?key=       what came so far: [{ method, path, headers, body, closed }]
 *
 * A step: `status` (200), `headers` (event-stream), `body` (pieces: text, `{ wait: ms }`, or `{ base64 }`), `log` (the
 * plan's frames after the request's Last-Event-ID, or after `lastEventId` in the address, each with its number as id), `cut` (bytes), and how it ends: `end`,
 * `cut` (the socket is destroyed) or `hold` (open until the client leaves).
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';

/**
 * @typedef {string | { wait: number } | { base64: string }} Piece
 * @typedef {{ status?: number, headers?: Record<string, string>, body?: Piece[], log?: boolean, cut?: number, end?: 'end' | 'cut' | 'hold' }} Step
 * @typedef {{ method: string, path: string, headers: import('node:http').IncomingHttpHeaders, body: string, closed: boolean }} Seen
 * @typedef {{ log: string[], steps: Step[], seen: Map<string, Seen[]> }} Plan
 */

/** @type {Map<string, Plan>} */
const plans = new Map();

/** @param {import('node:http').IncomingMessage} req */
async function readBody(req) {
  /** @type {Buffer[]} */
  const chunks = [];
  for await (const chunk of req) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

/**
 * @param {import('node:http').ServerResponse} res
 * @param {unknown} value
 */
function json(res, value) {
  res.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' }).end(JSON.stringify(value));
}

/**
 * The frames of the log that a client with this cursor still needs.
 * @param {Plan} plan
 * @param {string | string[] | undefined} cursor
 */
function tail(plan, cursor) {
  const after = Number(cursor ?? 0);
  return plan.log.slice(after).map((frame, index) => `id: ${String(after + index + 1)}\n${frame}\n\n`).join('');
}

/**
 * @param {import('node:http').ServerResponse} res
 * @param {Step} step
 */
function finish(res, step) {
  if (step.end === 'hold') return;
  if (step.end === 'cut') res.socket?.destroy();
  else res.end();
}

/**
 * @param {import('node:http').ServerResponse} res
 * @param {Step} step
 * @param {Piece[]} pieces
 */
async function perform(res, step, pieces) {
  // Clients take a 205 for one without a body: what follows would be read as the next answer.
  if (step.status === 205) res.shouldKeepAlive = false;
  res.writeHead(step.status ?? 200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store', ...step.headers });
  res.flushHeaders();
  let left = step.cut ?? Infinity;
  for (const piece of pieces) {
    if (typeof piece === 'object' && 'wait' in piece) {
      await delay(piece.wait);
      continue;
    }
    const whole = typeof piece === 'string' ? Buffer.from(piece) : Buffer.from(piece.base64, 'base64');
    const bytes = whole.subarray(0, left);
    left -= bytes.length;
    if (bytes.length > 0) await new Promise((resolve) => res.write(bytes, resolve));
    if (res.destroyed) return;
  }
  finish(res, step);
}

/**
 * @param {Plan} plan
 * @param {URL} url
 * @param {number} index
 * @returns {Step}
 */
function stepOf(plan, url, index) {
  const cuts = url.searchParams.get('cut');
  if (cuts === null) return plan.steps[Math.min(index, plan.steps.length - 1)] ?? { status: 500 };
  const cut = cuts.split(',')[index];
  if (cut === undefined) return { log: true, end: 'hold' };
  return { log: true, cut: Number(cut), end: url.searchParams.get('end') === 'end' ? 'end' : 'cut' };
}

/**
 * @param {import('node:http').IncomingMessage} req
 * @param {import('node:http').ServerResponse} res
 * @param {URL} url
 * @param {Plan} plan
 */
async function serve(req, res, url, plan) {
  const key = url.searchParams.get('key') ?? '';
  const seen = plan.seen.get(key) ?? [];
  plan.seen.set(key, seen);
  const step = stepOf(plan, url, seen.length);
  /** @type {Seen} */
  const record = { method: req.method ?? '', path: url.pathname + url.search, headers: req.headers, body: '', closed: false };
  seen.push(record);
  res.on('close', () => {
    record.closed = true;
  });
  record.body = await readBody(req);
  const pieces = step.log ? [tail(plan, req.headers['last-event-id'] ?? url.searchParams.get('lastEventId') ?? undefined)] : (step.body ?? []);
  await perform(res, step, pieces);
}

/** @type {import('../server-plugin.mjs').Route} */
export default async function fault(req, res, url) {
  const [, root, kind, id] = url.pathname.split('/');
  if (root !== 'fault') return false;
  if (kind === 'plans' && id === undefined) {
    const plan = JSON.parse(await readBody(req));
    const name = randomUUID();
    plans.set(name, { log: plan.log ?? [], steps: plan.steps ?? [], seen: new Map() });
    json(res, { id: name });
    return true;
  }
  const plan = plans.get(id ?? '');
  if (!plan) {
    res.writeHead(404).end();
  } else if (kind === 'requests') {
    json(res, plan.seen.get(url.searchParams.get('key') ?? '') ?? []);
  } else {
    await serve(req, res, url, plan);
  }
  return true;
}
