// A same-origin proxy: pages talk to it, it adds the token. UPSTREAM=https://agent.example TOKEN=… node demo/proxy/proxy.mjs
import http from 'node:http';
import https from 'node:https';
import { pathToFileURL } from 'node:url';
/** @import { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http' */

// No dots and no percent signs: an id that is `..` would leave its folder.
const ROUTES = new Map([
  ['GET', /^\/api\/runs\/[\w-]+\/events$/u],
  ['POST', /^\/api\/runs\/[\w-]+\/(?:approvals\/[\w:~-]+|stop)$/u],
]);
const SENT = ['accept', 'content-type', 'content-length', 'idempotency-key', 'last-event-id'];
const ANSWERED = ['content-type', 'cache-control', 'date', 'retry-after'];

/** @param {IncomingHttpHeaders} all @param {string[]} names */
const pick = (all, names) => Object.fromEntries(names.flatMap((name) => (all[name] ? [[name, all[name]]] : [])));

/** @param {ServerResponse} res @param {number} status @param {string} code @param {string} message */
function refuse(res, status, code, message) {
  if (res.headersSent) return res.destroy(); // It is under way: a stream that breaks is opened again.
  return res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ error: { code, message } }));
}

/** A form of another site can send neither JSON nor this Sec-Fetch-Site. @param {IncomingMessage} req @returns {[number, string, string] | undefined} */
function objection({ method, url, headers }) {
  const ours = method === 'GET' ? ['same-origin', undefined] : ['same-origin']; // Old browsers do not say.
  if (!ROUTES.get(String(method))?.test(String(url))) return [404, 'not_found', 'There is nothing here.'];
  if (!ours.includes(headers['sec-fetch-site']?.toString())) return [403, 'cross_site', 'Only from our own pages.'];
  if (method === 'GET') return undefined;
  if (!/^application\/json(?:;|$)/iu.test(headers['content-type'] ?? '')) return [415, 'not_json', 'Only application/json.'];
  return headers['idempotency-key'] || String(url).endsWith('/stop') ? undefined : [400, 'no_key', 'Send an Idempotency-Key.'];
}

/** `allowed` is where your session check goes: who may see this run? @param {{ upstream: string, token: string, allowed?: (req: IncomingMessage) => boolean }} options */
export function createProxy({ upstream, token, allowed = () => true }) {
  const { request } = upstream.startsWith('https:') ? https : http;
  return http.createServer((req, res) => {
    const problem = objection(req) ?? (allowed(req) ? undefined : /** @type {const} */ ([401, 'sign_in', 'Sign in.']));
    if (problem) return refuse(res, ...problem);
    const headers = { ...pick(req.headers, SENT), 'accept-encoding': 'identity', authorization: `Bearer ${token}` };
    const out = request(new URL(req.url ?? '', upstream), { method: req.method, headers }, (answer) => {
      const { statusCode: status = 502 } = answer;
      if (status === 401 || (status >= 300 && status < 400)) { // Our token is wrong, or the way leads elsewhere: not the page's business.
        answer.destroy();
        return refuse(res, 502, 'upstream', 'The agent did not take the request.');
      }
      res.writeHead(status, { ...pick(answer.headers, ANSWERED), 'x-accel-buffering': 'no' }).flushHeaders();
      return answer.on('error', () => res.destroy()).pipe(res);
    });
    out.on('error', () => refuse(res, 502, 'upstream', 'The agent cannot be reached.'));
    res.on('close', () => out.destroy());
    return req.pipe(out);
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { UPSTREAM: upstream, TOKEN: token, PORT: port = '8080' } = process.env;
  if (!upstream || !token) throw new Error('Set UPSTREAM and TOKEN');
  createProxy({ upstream, token }).listen(Number(port), '127.0.0.1');
}
