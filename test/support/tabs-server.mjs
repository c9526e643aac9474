/** A run on a page's own origin, published event by event, and the page that follows it in a tab. Loopback, any free port. */
import { createReadStream } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { root } from './docs-blocks.mjs';
import { createLiveRun } from './live-run.mjs';

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
  <chainabit-activity share="{{share}}" src="/events" idle-timeout="{{idle}}"></chainabit-activity>
</html>
`;

/** @param {{ idle?: number, share?: string }} [options] `idle`: the pages' `idle-timeout`. */
export async function startRun({ idle = 45_000, share = 'origin' } = {}) {
  const run = createLiveRun();
  let count = 0;
  const server = createServer((req, res) => {
    const path = req.url ?? '';
    if (path === '/page.html') {
      res.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(PAGE.replace('{{idle}}', String(idle)).replace('{{share}}', share));
    } else if (path === '/away.html') {
      res.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end('<!doctype html><title>Away</title>');
    } else if (path === '/events') {
      run.open(req, res);
    } else if (/^\/cdn\/[\w./-]+\.js$/u.test(path) && !path.includes('..')) {
      res.writeHead(200, { 'content-type': 'text/javascript' });
      createReadStream(join(root, path)).on('error', () => res.destroy()).pipe(res);
    } else {
      res.writeHead(404).end();
    }
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const heartbeat = setInterval(() => run.heartbeat(), idle / 4);
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return {
    page: `http://127.0.0.1:${String(port)}/page.html`,
    connections: run.connections,
    /** Those that are open. */
    get live() {
      return run.live;
    },
    /** Begins calls more, `c<number>` from 1. @param {number} more */
    publish(more) {
      const frames = Array.from({ length: more }, () => {
        count += 1;
        const data = { runId: 'r', sequence: count, payload: { callId: `c${String(count)}`, toolKey: 'files.read' } };
        return `event: tool.started\ndata: ${JSON.stringify(data)}`;
      });
      run.publish(frames);
    },
    async stop() {
      clearInterval(heartbeat);
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
