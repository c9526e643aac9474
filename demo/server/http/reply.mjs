import { HttpError } from './http-error.mjs';

/** @import { ServerResponse } from 'node:http' */

/**
 * @param {ServerResponse} res
 * @param {number} status
 * @param {unknown} body
 * @param {Record<string, string>} [headers]
 */
export function sendJson(res, status, body, headers = {}) {
  if (res.headersSent) return;
  res.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...headers,
  });
  res.end(`${JSON.stringify(body)}\n`);
}

/**
 * @param {ServerResponse} res
 * @param {unknown} error Anything but an HttpError is our own fault and is not told in detail.
 */
export function sendError(res, error) {
  if (error instanceof HttpError) {
    sendJson(res, error.status, error.body, error.headers);
    return;
  }
  console.error(error);
  if (res.headersSent) res.destroy();
  else sendJson(res, 500, { error: { code: 'internal', message: 'The demo server made a mistake.' } });
}
