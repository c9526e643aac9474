/** The agent's backend of the tests: says who may see a run, and takes answers. */
import { once } from 'node:events';
import { createServer } from 'node:http';

/** @import { ServerResponse } from 'node:http' */
/** @import { AddressInfo } from 'node:net' */

const STREAM = /^\/api\/runs\/([\w-]+)\/events$/u;
/** Who asks for the run `deny_404` gets 404, and so on; anybody may see any other run. */
const DENIED = /^deny_(\d{3})$/u;

/** @param {ServerResponse} res @param {string} run */
function answerStream(res, run) {
  const status = DENIED.exec(run)?.[1];
  if (status === undefined) {
    res.writeHead(200, { 'x-accel-redirect': `/stream/${run}` }).end();
    return;
  }
  const error = { error: { code: 'denied', message: `Denied by ${status}.` } };
  res.writeHead(Number(status), { 'content-type': 'application/json', 'retry-after': '7' }).end(JSON.stringify(error));
}

export async function startBackend() {
  /** @type {{ path: string, key: string | undefined, body: string }[]} */
  const decisions = [];
  const server = createServer(async (req, res) => {
    const path = req.url ?? '';
    const run = STREAM.exec(path)?.[1];
    if (run !== undefined) {
      answerStream(res, run);
      return;
    }
    let body = '';
    for await (const chunk of req) body += String(chunk);
    decisions.push({ path, key: req.headers['idempotency-key']?.toString(), body });
    res.writeHead(202, { 'content-type': 'application/json' }).end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = /** @type {AddressInfo} */ (server.address());
  return {
    port,
    decisions,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
