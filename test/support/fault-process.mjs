/**
 * The fault server of its own process, on raw sockets, so that it can be stopped, killed and started again on the same
 * port. Started and told what to do by routes/fault-process.mjs, over the channel of `fork()`.
 *
 * One step per connection, and one connection per request (`Connection: close`); preflights aside, which are always
 * answered. What a step may say stands at `Step` in fault-process.ts.
 */
import { once } from 'node:events';
import { createServer, STATUS_CODES } from 'node:http';
import { createServer as createSocketServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { constants, createGzip } from 'node:zlib';

/**
 * @typedef {import('node:net').Socket} Socket
 * @typedef {import('./fault-process.js').Step} Step
 * @typedef {{ name: string, log: string[], steps: Step[], count: number }} Plan
 * @typedef {{ method: string, path: string, headers: Record<string, string>, body: string }} Asked
 * @typedef {AsyncIterable<Buffer>} Bytes
 */

/** @type {Map<string, Plan>} */
const plans = new Map();
/** @type {Set<Socket>} */
const sockets = new Set();
/** @typedef {{ passed: Promise<void>, open: () => void }} Gate @type {Map<string, Gate>} */
const gates = new Map();
let connections = 0;

/** @param {object} message */
const tell = (message) => void (process.connected && process.send?.(message));

/** Where pieces wait until the test opens it, or do not when it has. @param {Plan} plan @param {string} name @returns {Gate} */
function gateOf({ name: owner }, name) {
  const key = `${owner} ${name}`;
  let open = () => undefined;
  const gate = gates.get(key) ?? { passed: new Promise((resolve) => (open = () => void resolve(undefined))), open: () => open() };
  gates.set(key, gate);
  return gate;
}

/**
 * The frames of the log that a client with this cursor still needs; each has its number as id.
 * @param {Plan} plan
 * @param {Step} step
 * @param {string | undefined} cursor
 */
function tail({ log }, { upTo, replay }, cursor) {
  const after = replay ? 0 : Number(cursor ?? 0);
  return log.slice(after, upTo).map((frame, index) => `id: ${String(after + index + 1)}\n${frame}\n\n`).join('');
}

/**
 * What the step writes as its body, before anything is done to it.
 * @param {Plan} plan
 * @param {Step} step
 * @param {string | undefined} cursor
 * @returns {Bytes}
 */
async function* written(plan, step, cursor) {
  if (step.log) yield Buffer.from(tail(plan, step, cursor));
  for (const piece of step.body ?? []) {
    if (typeof piece === 'string') yield Buffer.from(piece);
    else if ('base64' in piece) yield Buffer.from(piece.base64, 'base64');
    else if ('gate' in piece) await gateOf(plan, piece.gate).passed;
    else for (let times = 0; times < piece.times; times += 1) yield Buffer.from(piece.repeat);
  }
}

/** Ends after so many bytes. @param {Bytes} source @param {number} size @returns {Bytes} */
async function* cut(source, size) {
  let left = size;
  for await (const bytes of source) {
    yield bytes.subarray(0, left);
    left -= bytes.length;
    if (left <= 0) return;
  }
}

/** In pieces of a few bytes, with a pause after each. @param {Bytes} source @param {NonNullable<Step['drip']>} how @returns {Bytes} */
async function* drip(source, { bytes: size, pause }) {
  for await (const bytes of source) {
    for (let at = 0; at < bytes.length; at += size) {
      yield bytes.subarray(at, at + size);
      await delay(pause);
    }
  }
}

/** A proxy that passes nothing on before its buffer is full, or the answer over. @param {Bytes} source @param {number} size @returns {Bytes} */
async function* hoard(source, size) {
  let held = Buffer.alloc(0);
  for await (const bytes of source) {
    held = Buffer.concat([held, bytes]);
    const whole = held.length - (held.length % size);
    if (whole > 0) yield held.subarray(0, whole);
    held = held.subarray(whole);
  }
  if (held.length > 0) yield held;
}

/** Each piece can be read as soon as it is there, as a compressing server must do it. @param {Bytes} source @returns {Bytes} */
async function* zip(source) {
  const gzip = createGzip();
  /** @type {Buffer[]} */
  let out = [];
  gzip.on('data', (bytes) => out.push(bytes));
  const take = () => {
    const bytes = Buffer.concat(out);
    out = [];
    return bytes;
  };
  for await (const bytes of source) {
    gzip.write(bytes);
    await new Promise((resolve) => gzip.flush(constants.Z_SYNC_FLUSH, () => resolve(undefined)));
    yield take();
  }
  gzip.end();
  await once(gzip, 'end');
  yield take();
}

/** @param {Bytes} source @returns {Bytes} */
async function* chunked(source) {
  for await (const bytes of source) {
    if (bytes.length > 0) yield Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]);
  }
}

/** @param {Plan} plan @param {Step} step @param {Asked} asked @returns {Bytes} */
function bodyOf(plan, step, asked) {
  let body = written(plan, step, asked.headers['last-event-id']);
  if (step.cut !== undefined) body = cut(body, step.cut);
  if (step.gzip) body = zip(body);
  if (step.buffer !== undefined) body = hoard(body, step.buffer);
  if (step.drip !== undefined) body = drip(body, step.drip);
  return step.framing === 'close' ? body : chunked(body);
}

/** @param {Asked} asked */
function shared({ headers }) {
  return {
    'access-control-allow-origin': headers['origin'] ?? '*',
    'access-control-allow-credentials': 'true',
    'access-control-expose-headers': 'retry-after, date',
    connection: 'close',
  };
}

/** @param {number} status @param {Record<string, string>} headers */
function head(status, headers) {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${String(status)} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n`;
}

/** @param {Step} step @param {Asked} asked */
function headOf(step, asked) {
  if (step.raw !== undefined) return step.raw;
  const status = step.status ?? 200;
  return head(status, {
    ...shared(asked),
    'cache-control': 'no-store',
    'content-type': 'text/event-stream',
    date: new Date().toUTCString(),
    ...(step.gzip && { 'content-encoding': 'gzip' }),
    ...(step.framing !== 'close' && status !== 204 && { 'transfer-encoding': 'chunked' }),
    ...step.headers,
  });
}

/** How a connection ends. @type {Record<NonNullable<Step['end']>, (socket: Socket, step: Step) => unknown>} */
const ENDINGS = {
  end: (socket, { framing, status }) => socket.end(framing === 'close' || status === 204 ? '' : '0\r\n\r\n'),
  cut: (socket) => socket.end(),
  reset: (socket) => socket.resetAndDestroy(),
  hold: () => undefined,
};

/** @param {Socket} socket @param {Plan} plan @param {Step} step @param {Asked} asked */
async function perform(socket, plan, step, asked) {
  if (step.silent) return;
  socket.write(headOf(step, asked));
  for await (const bytes of bodyOf(plan, step, asked)) {
    if (socket.destroyed) return;
    // The next piece only when this one has left: what is written at once arrives at once.
    await new Promise((resolve) => void socket.write(bytes, resolve));
  }
  ENDINGS[step.end ?? 'end'](socket, step);
}

/** @param {Socket} socket @param {Asked} asked */
async function answer(socket, asked) {
  if (asked.method === 'OPTIONS') {
    const allowed = { 'access-control-allow-headers': asked.headers['access-control-request-headers'] ?? '', 'access-control-allow-methods': '*' };
    socket.end(head(204, { ...shared(asked), ...allowed, 'access-control-max-age': '600' }));
    return;
  }
  const name = asked.path.split('/')[1]?.split('?')[0] ?? '';
  const plan = plans.get(name);
  if (!plan) {
    socket.end(head(404, shared(asked)));
    return;
  }
  const number = (connections += 1);
  socket.once('close', () => tell({ type: 'closed', number }));
  tell({ type: 'request', plan: name, number, request: asked });
  const step = plan.steps[Math.min(plan.count, plan.steps.length - 1)] ?? {};
  plan.count += 1;
  await perform(socket, plan, step, asked);
}

/** Node reads the requests; the answers are written past it, byte by byte. */
const reader = createServer(async (req) => {
  const { socket, method = '', url: path = '/' } = req;
  let body = '';
  for await (const chunk of req) body += String(chunk);
  await answer(socket, { method, path, headers: /** @type {Record<string, string>} */ (req.headers), body });
});

const server = createSocketServer((socket) => {
  sockets.add(socket);
  socket.setNoDelay(true);
  socket.on('error', () => undefined);
  socket.on('close', () => sockets.delete(socket));
  reader.emit('connection', socket);
});

/** @param {number} port */
async function listen(port) {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return { port: /** @type {import('node:net').AddressInfo} */ (server.address()).port };
}

/** What the channel may say, and what is said to it. @type {Record<string, (order: any) => object | Promise<object>>} */
const ORDERS = {
  plan({ name, plan }) {
    plans.set(name, { ...plan, name });
    return {};
  },
  open({ plan, gate }) {
    const laid = plans.get(plan);
    if (laid) gateOf(laid, gate).open();
    return {};
  },
  listen: ({ port }) => listen(port),
};

process.on('message', async (/** @type {{ type: string, number: number }} */ order) => {
  tell({ type: 'done', number: order.number, ...(await ORDERS[order.type]?.(order)) });
});
process.on('disconnect', () => process.exit());
