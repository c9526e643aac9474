import { createReadStream } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';

import { HttpError } from './http-error.mjs';

/** @import { Stats } from 'node:fs' */
/** @import { IncomingMessage, ServerResponse } from 'node:http' */

/** @type {Map<string, string>} */
const TYPES = new Map([
  ['.html', 'text/html; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8'],
  ['.js', 'text/javascript; charset=utf-8'],
  ['.mjs', 'text/javascript; charset=utf-8'],
  ['.json', 'application/json; charset=utf-8'],
  ['.map', 'application/json; charset=utf-8'],
  ['.txt', 'text/plain; charset=utf-8'],
  ['.svg', 'image/svg+xml'],
  ['.png', 'image/png'],
  ['.jpg', 'image/jpeg'],
  ['.webp', 'image/webp'],
  ['.ico', 'image/x-icon'],
  ['.woff2', 'font/woff2'],
]);

/**
 * @param {string} path Still percent-encoded, as it came over the wire: a URL parser would have resolved dot segments
 *   already, and hidden the attempt.
 * @returns {string[] | undefined} Undefined when the path tries to leave the folder or names a hidden file.
 */
function segments(path) {
  let decoded;
  try {
    decoded = decodeURIComponent(path);
  } catch {
    return undefined;
  }
  if (/[\\\0:]/u.test(decoded)) return undefined;
  const parts = decoded.split('/').filter((part) => part !== '');
  return parts.some((part) => part.startsWith('.')) ? undefined : parts;
}

/**
 * @param {string} root
 * @param {string} path
 * @returns {Promise<{ file: string, stats: Stats } | undefined>} Only a plain file that really lies under `root`.
 */
async function locate(root, path) {
  const parts = segments(path);
  if (parts === undefined) return undefined;
  if (parts.length === 0 || path.endsWith('/')) parts.push('index.html');
  try {
    const base = await realpath(root);
    const file = await realpath(join(base, ...parts));
    const stats = await stat(file);
    return file.startsWith(base + sep) && stats.isFile() ? { file, stats } : undefined;
  } catch {
    return undefined;
  }
}

/**
 * @param {IncomingMessage} req
 * @param {ServerResponse} res
 * @param {{ root: string, path: string, headers: Record<string, string> }} target
 * @throws {HttpError} 404 or 405.
 */
export async function serveFile(req, res, { root, path, headers }) {
  if (req.method !== 'GET' && req.method !== 'HEAD') {
    throw new HttpError(405, 'method_not_allowed', 'Files can only be read.', {}, { allow: 'GET, HEAD' });
  }
  const found = await locate(root, path);
  if (found === undefined) throw new HttpError(404, 'not_found', 'There is no such file.', {}, headers);
  const { file, stats } = found;
  const etag = `W/"${stats.size.toString(16)}-${Math.round(stats.mtimeMs).toString(16)}"`;
  // Revalidated each time: somebody who rebuilds wants the new file on the next load.
  const shared = { ...headers, etag, 'cache-control': 'no-cache' };
  if (req.headers['if-none-match'] === etag) {
    res.writeHead(304, shared).end();
    return;
  }
  const type = TYPES.get(extname(file).toLowerCase()) ?? 'application/octet-stream';
  res.writeHead(200, { ...shared, 'content-type': type, 'content-length': stats.size });
  if (req.method === 'HEAD') {
    res.end();
    return;
  }
  // A reader that goes away in the middle is no error of ours.
  await pipeline(createReadStream(file), res).catch(() => res.destroy());
}
