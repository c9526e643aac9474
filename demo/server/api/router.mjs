import { HttpError } from '../http/http-error.mjs';
import { answerApproval } from './approval-route.mjs';
import { listMessages } from './conversation-route.mjs';
import { openEvents } from './event-route.mjs';
import { createRun, cutRun, listScripts, stopRun } from './run-routes.mjs';

/** @import { IncomingMessage, ServerResponse } from 'node:http' */
/** @import { Run } from '../run/run.mjs' */
/** @import { RunRegistry } from '../run/run-registry.mjs' */

/**
 * @typedef {object} ApiContext
 * @property {RunRegistry} registry
 * @property {number} speed
 * @property {number} heartbeatMs
 * @property {(id: string | undefined) => Run} run Throws the 404.
 *
 * @typedef {object} Exchange
 * @property {IncomingMessage} req
 * @property {ServerResponse} res
 * @property {string[]} params The variable segments of the path.
 * @property {URLSearchParams} query
 * @property {ApiContext} context
 *
 * @typedef {(exchange: Exchange) => void | Promise<void>} Handler
 */

/** @type {{ method: string, path: RegExp, handler: Handler }[]} */
const ROUTES = [
  { method: 'GET', path: /^\/api\/scripts$/u, handler: listScripts },
  { method: 'POST', path: /^\/api\/runs$/u, handler: createRun },
  { method: 'GET', path: /^\/api\/runs\/([^/]+)\/events$/u, handler: openEvents },
  { method: 'POST', path: /^\/api\/runs\/([^/]+)\/approvals\/([^/]+)$/u, handler: answerApproval },
  { method: 'POST', path: /^\/api\/runs\/([^/]+)\/stop$/u, handler: stopRun },
  { method: 'POST', path: /^\/api\/runs\/([^/]+)\/cut$/u, handler: cutRun },
  { method: 'GET', path: /^\/api\/conversations\/([^/]+)\/messages$/u, handler: listMessages },
];

/**
 * @param {RunRegistry} registry
 * @param {{ speed: number, heartbeatMs: number }} options
 * @returns {ApiContext}
 */
export function createContext(registry, options) {
  return {
    registry,
    ...options,
    run(id) {
      const run = registry.find(id ?? '');
      if (run === undefined) throw new HttpError(404, 'run_not_found', 'There is no such run.');
      return run;
    },
  };
}

/**
 * @param {Omit<Exchange, 'params'> & { path: string }} request
 * @throws {HttpError}
 */
export async function route({ path, ...exchange }) {
  const matches = ROUTES.map((entry) => ({ ...entry, match: entry.path.exec(path) })).filter(({ match }) => match);
  if (matches.length === 0) throw new HttpError(404, 'not_found', 'There is nothing at this address.');
  const { method } = exchange.req;
  const found = matches.find((entry) => entry.method === method);
  if (found === undefined) {
    const allow = matches.map((entry) => entry.method).join(', ');
    throw new HttpError(405, 'method_not_allowed', `Use ${allow} here.`, {}, { allow });
  }
  if (method === 'POST') refuseOtherSites(exchange.req);
  await found.handler({ ...exchange, params: (found.match ?? []).slice(1).map(decode) });
}

/**
 * A page of another site must not stop or approve anything by a plain form post. Browsers say where a request comes
 * from; clients that are not browsers say nothing and are let through.
 *
 * @param {IncomingMessage} req
 */
function refuseOtherSites(req) {
  const site = req.headers['sec-fetch-site'];
  if (site === undefined || site === 'same-origin' || site === 'none') return;
  throw new HttpError(403, 'cross_site', 'Requests that change something must come from this site.');
}

/**
 * @param {string} segment
 * @returns {string}
 */
function decode(segment) {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw new HttpError(400, 'invalid_path', 'The address is not valid.');
  }
}
