/** A run on a page's own origin, published event by event, and the page that follows it in a tab. Loopback, any free port. */
import { createReadStream } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { root } from './docs-blocks.mjs';

/** @typedef {{ cursor: string | undefined, closed: boolean, res: import('node:http').ServerResponse }} Connection */

/** Counts each card once per sight, and notes each status of the connection. */
const PAGE = `<!doctype html>
<html lang="en">
  <title>A tab</title>
  <script>
    window.seen = [];
    window.statuses = [];
    document.addEventListener('activity-change', ({ state, previous }) => {
      window.seen.push(...state.order.slice(previous.order.length).map(({ id }) => id));
    });
    document.addEventListener('activity-connection-change', ({ connection }) => window.statuses.push(connection.status));
  </script>
  <script type="module" src="/cdn/chainabit-activity.js"></script>
  <chainabit-activity share="origin" src="/events" idle-timeout="{{idle}}"></chainabit-activity>
</html>
`;

/** @param {{ idle?: number }} [options] `idle`: the pages' `idle-timeout`. */
export async function startRun({ idle = 45_000 } = {}) {
  /** @type {Connection[]} */
  const connections = [];
  /** @type {string[]} */
  const log = [];
  const server = createServer((req, res) => {
    const path = req.url ?? '';
    if (path === '/page.html') {
      res.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(PAGE.replace('{{idle}}', String(idle)));
    } else if (path === '/events') {
      const cursor = req.headers['last-event-id']?.toString();
      /** @type {Connection} */
      const connection = { cursor, closed: false, res };
      connections.push(connection);
      res.on('close', () => {
        connection.closed = true;
      });
      res.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
      res.write(`: hello\n\n${log.slice(Number(cursor ?? 0)).join('')}`);
    } else if (/^\/cdn\/[\w./-]+\.js$/u.test(path) && !path.includes('..')) {
      res.writeHead(200, { 'content-type': 'text/javascript' });
      createReadStream(join(root, path)).on('error', () => res.destroy()).pipe(res);
    } else {
      res.writeHead(404).end();
    }
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const heartbeat = setInterval(() => {
    for (const { closed, res } of connections) if (!closed) res.write(': heartbeat\n\n');
  }, idle / 4);
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return {
    page: `http://127.0.0.1:${String(port)}/page.html`,
    connections,
    /** Those that are open. */
    get live() {
      return connections.filter(({ closed }) => !closed);
    },
    /** Begins one call more, `c<number>`. @param {number} count */
    publish(count) {
      for (let index = 0; index < count; index += 1) {
        const number = log.length + 1;
        const data = JSON.stringify({ runId: 'r', sequence: number, payload: { callId: `c${String(number)}`, toolKey: 'files.read' } });
        const frame = `id: ${String(number)}\nevent: tool.started\ndata: ${data}\n\n`;
        log.push(frame);
        for (const { res } of this.live) res.write(frame);
      }
    },
    async stop() {
      clearInterval(heartbeat);
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
