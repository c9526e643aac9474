/** The agent's backend of the tests: says who may see a run, and takes answers. */
import { once } from 'node:events';
import { createServer } from 'node:http';

/** @import { AddressInfo } from 'node:net' */

/** `GET /api/runs/deny_404/events` is answered with 404, and so on. */
const DENIED = /^\/api\/runs\/deny_(\d{3})\//u;

export async function startBackend() {
  /** @type {{ path: string, key: string | undefined, body: string }[]} */
  const decisions = [];
  const server = createServer(async (req, res) => {
    const path = req.url ?? '';
    if (path === '/authorize') {
      const status = Number(DENIED.exec(String(req.headers['x-original-uri']))?.[1] ?? 204);
      const error = { error: { code: 'denied', message: `Denied by ${String(status)}.` } };
      res.writeHead(status, { 'content-type': 'application/json', 'retry-after': '7' }).end(status === 204 ? '' : JSON.stringify(error));
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
