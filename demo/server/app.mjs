/**
 * The demo server: a small but real agent backend that speaks the Chainabit protocol. State lives here and requests
 * change it; the scripted part is only what the agent does. It can be mounted into any Node http server.
 *
 * | request | answers |
 * | --- | --- |
 * | `GET /api/scripts` | 200, the scripted runs |
 * | `POST /api/runs` `{ script, speed?, lang? }` | 201 with the run's URLs; 400, 404 `unknown_script`, 413, 415 |
 * | `GET /api/runs/:id/events` | 200 `text/event-stream`; 204 nothing left; 400 `invalid_cursor`; 404 |
 * | `POST /api/runs/:id/approvals/:callId` | 202; 400, 404, 409, 410, 413, 415, 422; see `api/approval-route.mjs` |
 * | `POST /api/runs/:id/stop` | 202; 200 when repeated; 409 when the run had ended by itself |
 * | `POST /api/runs/:id/cut` | 200; every open event connection of the run is torn |
 * | `GET /api/conversations/:id/messages?cursor=&limit=` | 200 `{ data, meta: { next? } }`; 400, 404 |
 * | `GET /demo/…`, `GET /cdn/…` | files |
 *
 * Errors are `{ error: { code, message } }`. POST from another site (`Sec-Fetch-Site`) is 403 `cross_site`.
 *
 * **Runs.** Each POST makes a fresh run in a fresh conversation, and its script starts at once, listener or not, as an
 * agent would. `speed` multiplies the app's own. Everything a run says is kept: the event id is the sequence number, so
 * `Last-Event-ID` (or `?lastEventId=`) resumes anywhere; a cursor beyond the end replays all. The response ends after
 * the terminal event.
 *
 * **Stop.** The run settles at once by `run.settlement.completed` with `{ outcome: "cancelled", reason }`, which makes
 * its open cards cancelled. Repeating a stop is harmless.
 *
 * **History.** `messages` is what a server would have stored at this moment: a fold over the events (`run/projection.mjs`,
 * which also lists how finer live states map to the seven persisted ones). Beyond the protocol the assistant message has
 * `runId`, `status`, `outcome?`, `reason?`, `error?`, `capability?`, `planSteps` (the payloads of `plan.step_added`, in
 * order) and `lastEventId`, from which the stream continues without gap or overlap. `meta.next` is the URL of the next
 * page, also sent as `Link: rel="next"`.
 *
 * **A new script** is one file in `scripts/` and its line in `scripts/index.mjs`.
 */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { createContext, route } from './api/router.mjs';
import { HttpError } from './http/http-error.mjs';
import { sendError } from './http/reply.mjs';
import { CDN_HEADERS, PAGE_HEADERS } from './http/security-headers.mjs';
import { serveFile } from './http/static-files.mjs';
import { systemClock } from './run/clock.mjs';
import { RunRegistry } from './run/run-registry.mjs';

/** @import { IncomingMessage, ServerResponse } from 'node:http' */
/** @import { Clock } from './run/types.mjs' */

const DEMO = fileURLToPath(new URL('../', import.meta.url));

/**
 * @typedef {object} DemoAppOptions
 * @property {Clock} [clock] For tests. Default: the system's.
 * @property {number} [speed] Default 1; 50 plays a script fifty times as fast.
 * @property {string} [cdnDir] The built bundle. Default: `cdn/` of the project.
 * @property {string} [demoDir] The page. Default: `demo/page/`.
 * @property {number} [heartbeatMs] Default 15000.
 * @property {number} [maxRuns] How many runs are remembered. Default 500.
 *
 * @typedef {object} DemoApp
 * @property {(req: IncomingMessage, res: ServerResponse) => boolean} handle True: the request was ours and is answered.
 * @property {() => void} close Ends all runs, streams and timers.
 */

/**
 * @param {DemoAppOptions} [options]
 * @returns {DemoApp}
 */
export function createDemoApp(options = {}) {
  const { clock = systemClock, speed = 1, heartbeatMs = 15_000, maxRuns = 500 } = options;
  const { cdnDir = join(DEMO, '../cdn'), demoDir = join(DEMO, 'page') } = options;
  const registry = new RunRegistry(clock, maxRuns);
  const context = createContext(registry, { speed, heartbeatMs });
  let closed = false;

  /** @type {(req: IncomingMessage, res: ServerResponse) => Promise<void> | undefined} */
  const answer = (req, res) => {
    const [path = '/', search = ''] = (req.url ?? '/').split(/\?(.*)/su);
    if (path.startsWith('/api/')) {
      if (closed) return Promise.reject(new HttpError(503, 'closing', 'The demo server is going down.'));
      return route({ req, res, path, query: new URLSearchParams(search), context });
    }
    if (path === '/demo') return redirect(res);
    if (path.startsWith('/demo/')) return serveFile(req, res, { root: demoDir, path: path.slice(5), headers: PAGE_HEADERS });
    if (path.startsWith('/cdn/')) return serveFile(req, res, { root: cdnDir, path: path.slice(4), headers: CDN_HEADERS });
    return undefined;
  };

  return {
    handle(req, res) {
      const answered = answer(req, res);
      answered?.catch((/** @type {unknown} */ error) => {
        sendError(res, error);
      });
      return answered !== undefined;
    },
    close() {
      closed = true;
      registry.close();
    },
  };
}

/**
 * @param {ServerResponse} res
 * @returns {Promise<void>}
 */
function redirect(res) {
  res.writeHead(302, { location: '/demo/' }).end();
  return Promise.resolve();
}
