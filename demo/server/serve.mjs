import { createServer } from 'node:http';

import { createDemoApp } from './app.mjs';
import { HttpError } from './http/http-error.mjs';
import { sendError } from './http/reply.mjs';

/** @import { AddressInfo } from 'node:net' */
/** @import { Server } from 'node:http' */
/** @import { DemoAppOptions } from './app.mjs' */

/** How many ports after the wanted one are tried. */
const TRIES = 20;

/**
 * @param {DemoAppOptions & { port: number, host?: string }} options Port 0 = any free one.
 * @returns {Promise<{ url: string, port: number, close: () => Promise<void> }>}
 */
export async function serve({ port: wanted, host = '127.0.0.1', ...options }) {
  const app = createDemoApp(options);
  const server = createServer((req, res) => {
    if (app.handle(req, res)) return;
    if (req.url === '/') res.writeHead(302, { location: '/demo/' }).end();
    else sendError(res, new HttpError(404, 'not_found', 'There is nothing at this address. The demo is at /demo/.'));
  });
  const port = await listenFrom(server, wanted, host);
  return {
    url: `http://${host}:${String(port)}/`,
    port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        app.close();
        server.closeAllConnections();
      }),
  };
}

/**
 * @param {Server} server
 * @param {number} wanted
 * @param {string} host
 * @returns {Promise<number>} The port it listens on: the wanted one or the next free one.
 */
async function listenFrom(server, wanted, host) {
  for (let port = wanted; ; port += 1) {
    try {
      return await listen(server, port, host);
    } catch (error) {
      const taken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
      if (!taken || port >= wanted + TRIES || port >= 65_535) throw error;
    }
  }
}

/**
 * @param {Server} server
 * @param {number} port
 * @param {string} host
 * @returns {Promise<number>}
 */
function listen(server, port, host) {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve(/** @type {AddressInfo} */ (server.address()).port);
    });
  });
}
