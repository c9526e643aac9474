/**
 * Runs that a test publishes step by step, on the page's own origin.
 *
 *   GET  /live-runs/<id>/events     the stream; a run begins with the first request of any kind
 *   POST /live-runs/<id>/frames     [frame, …], sent at once to whoever watches
 *   POST /live-runs/<id>/cut        tears all connections
 *   GET  /live-runs/<id>/requests   [{ cursor, closed }] so far
 */
import { createLiveRun } from '../live-run.mjs';

/** @type {Map<string, ReturnType<typeof createLiveRun>>} */
const runs = new Map();

/** @type {import('../server-plugin.mjs').Route} */
export default async function liveRuns(req, res, url) {
  const [, root, id, what] = url.pathname.split('/');
  if (root !== 'live-runs' || id === undefined) return false;
  const run = runs.get(id) ?? createLiveRun();
  runs.set(id, run);
  if (what === 'events') {
    run.open(req, res);
    return true;
  }
  if (what === 'frames') {
    let body = '';
    for await (const chunk of req) body += String(chunk);
    run.publish(JSON.parse(body));
  }
  if (what === 'cut') run.cut();
  const seen = run.connections.map(({ cursor, closed }) => ({ cursor, closed }));
  res.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' }).end(JSON.stringify(seen));
  return true;
}
