/** The agent's backend of the tests: says who may see a run, and takes answers. */
import { once } from 'node:events';
import { createServer } from 'node:http';

/** @import { AddressInfo } from 'node:net' */

/** Runs of somebody else start with this. */
const FOREIGN = /^\/api\/runs\/foreign/u;

export async function startBackend() {
  /** @type {{ path: string, key: string | undefined, body: string }[]} */
  const decisions = [];
  const server = createServer(async (req, res) => {
    const path = req.url ?? '';
    if (path === '/authorize') {
      res.writeHead(FOREIGN.test(String(req.headers['x-original-uri'])) ? 403 : 204).end();
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
