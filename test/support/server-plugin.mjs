/**
 * What the test server serves besides modules:
 *
 *   /api/*, /demo/*            the demo server, when demo/server/app.mjs is there: `createDemoApp()` gives
 *                              `{ handle(req, res): boolean, close() }`, on Node's own request and response
 *   /test-pages/<name>.html    test/pages/<name>.html, untouched by the runner, with the response headers of
 *                              test/pages/<name>.headers.json ({ "content-security-policy": "…" }); other files too
 *   /cdn/*                     the CDN build
 *   anything else              test/support/routes/*.mjs, each a default export `(req, res, url) => boolean`, or a
 *                              promise of one; true = it has answered or will
 *
 * This is middleware and no `serve` hook, since the runner adds its own scripts to each page it serves itself, which
 * a page with a content security policy must not have.
 */
import { createReadStream, existsSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { extname, join, normalize, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** @typedef {import('node:http').IncomingMessage} Request */
/** @typedef {import('node:http').ServerResponse} Response */
/** @typedef {(req: Request, res: Response, url: URL) => boolean | Promise<boolean>} Route */

const root = fileURLToPath(new URL('../../', import.meta.url));
const MIME = new Map([
  ['.html', 'text/html; charset=utf-8'],
  ['.js', 'text/javascript; charset=utf-8'],
  ['.mjs', 'text/javascript; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8'],
  ['.json', 'application/json; charset=utf-8'],
  ['.map', 'application/json; charset=utf-8'],
  ['.svg', 'image/svg+xml'],
  ['.png', 'image/png'],
]);

/**
 * Serves the files of a folder under a path.
 * @param {string} prefix
 * @param {string} folder
 * @returns {Route}
 */
function files(prefix, folder) {
  return async (req, res, url) => {
    if (!url.pathname.startsWith(prefix)) return false;
    const base = join(root, folder);
    const file = normalize(join(base, decodeURIComponent(url.pathname.slice(prefix.length))));
    const found = file.startsWith(base + sep) && (await stat(file).catch(() => undefined))?.isFile();
    if (!found) {
      res.writeHead(404, { 'content-type': 'text/plain' }).end(`no ${url.pathname}\n`);
      return true;
    }
    const headersFile = file.replace(/\.html$/u, '.headers.json');
    const extra = headersFile !== file && existsSync(headersFile) ? JSON.parse(await readFile(headersFile, 'utf8')) : {};
    const type = MIME.get(extname(file)) ?? 'application/octet-stream';
    res.writeHead(200, { 'content-type': type, 'cache-control': 'no-store', ...extra });
    if (req.method === 'HEAD') res.end();
    else createReadStream(file).pipe(res);
    return true;
  };
}

/**
 * The demo application as a route.
 * @returns {Promise<{ route: Route, close: () => unknown } | undefined>}
 */
async function loadDemo() {
  const file = join(root, 'demo/server/app.mjs');
  if (!existsSync(file)) return undefined;
  const { createDemoApp } = await import(pathToFileURL(file).href);
  const app = await createDemoApp();
  return {
    route: (req, res, url) => /^\/(?:api|demo)(?:\/|$)/u.test(url.pathname) && app.handle(req, res),
    close: () => app.close(),
  };
}

/** @returns {Promise<Route[]>} */
async function loadRoutes() {
  const folder = fileURLToPath(new URL('routes/', import.meta.url));
  const names = existsSync(folder) ? await readdir(folder) : [];
  const modules = names.filter((name) => name.endsWith('.mjs')).sort();
  return Promise.all(modules.map(async (name) => (await import(pathToFileURL(join(folder, name)).href)).default));
}

/**
 * `middleware` goes into the runner's `middleware`, `plugin` into its `plugins`.
 */
export async function testServer() {
  const demo = await loadDemo();
  /** @type {Route[]} */
  const routes = [
    ...(demo ? [demo.route] : []),
    files('/test-pages/', 'test/pages'),
    files('/cdn/', 'cdn'),
    ...(await loadRoutes()),
  ];

  /**
   * @param {Request} req
   * @param {Response} res
   */
  async function handle(req, res) {
    const url = new URL(req.url ?? '/', 'http://localhost');
    for (const route of routes) {
      if (await route(req, res, url)) return true;
    }
    return false;
  }

  /** @type {NonNullable<import('@web/test-runner').TestRunnerConfig['middleware']>[number]} */
  const middleware = async (ctx, next) => {
    if (!(await handle(ctx.req, ctx.res))) return next();
    ctx.respond = false;
    return undefined;
  };
  /** @type {import('@web/test-runner-core').TestRunnerPlugin} */
  const plugin = {
    name: 'test-server',
    async serverStop() {
      await demo?.close();
    },
  };
  return { middleware, plugin };
}
