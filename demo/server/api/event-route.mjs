import { HttpError } from '../http/http-error.mjs';
import { streamRun } from '../http/event-stream.mjs';

/** @import { Exchange } from './router.mjs' */

/**
 * `GET /api/runs/:id/events`. The header wins over the query: a native EventSource sends its newer position only there,
 * while the query of its URL stays what it was at the first attempt.
 *
 * @param {Exchange} exchange
 */
export function openEvents({ req, res, query, params, context }) {
  const run = context.run(params[0]);
  const cursor = parseCursor(req.headers['last-event-id'] ?? query.get('lastEventId'));
  if (run.log.ended && cursor === run.log.last) {
    res.writeHead(204, { 'cache-control': 'no-store' }).end();
    return;
  }
  // A cursor we never gave out (another life of this server): the whole log is the only honest answer.
  streamRun(res, run, cursor > run.log.last ? 0 : cursor, context.heartbeatMs);
}

/**
 * @param {string | string[] | null | undefined} value
 * @returns {number}
 */
function parseCursor(value) {
  if (value === null || value === undefined || value === '') return 0;
  if (typeof value !== 'string' || !/^\d{1,15}$/u.test(value)) {
    throw new HttpError(400, 'invalid_cursor', 'Last-Event-ID must be the id of an event of this run: a whole number.');
  }
  return Number(value);
}
