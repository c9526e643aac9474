/**
 * /recording-stream/<folder>/<file>: a recorded stream as a live one: framed as its file form says (see the README of
 * the recordings) and written in uneven pieces, so that lines and characters are split. `.chunks.txt` holds one payload
 * a line; everything else is SSE text already. 404 when the recordings are not there.
 */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../../../../shared/recordings/', import.meta.url));
const NAME = /^\/recording-stream\/([a-z0-9-]+)\/([\w.-]+)$/u;
const PIECES = [1, 700, 13, 2048, 3, 4096];

/** @type {import('../server-plugin.mjs').Route} */
export default async (req, res, url) => {
  const match = NAME.exec(url.pathname);
  if (match === null) return false;
  const file = `${folder}${match[1]}/${match[2]}`;
  if (!existsSync(file)) {
    res.writeHead(404, { 'content-type': 'application/json' }).end('{"error":{"message":"no such recording"}}');
    return true;
  }
  res.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store' });
  const bytes = Buffer.from(frames(file, readFileSync(file, 'utf8')));
  for (let at = 0, n = 0; at < bytes.length; n += 1) {
    const size = PIECES[n % PIECES.length] ?? 1;
    res.write(bytes.subarray(at, at + size));
    at += size;
    if (n % 8 === 7) await new Promise((resolve) => setImmediate(resolve));
  }
  res.end();
  return true;
};

/**
 * @param {string} file
 * @param {string} text
 */
function frames(file, text) {
  if (!file.endsWith('.chunks.txt')) return text;
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => `${eventLine(line)}data: ${line}\n\n`)
    .join('');
}

/**
 * Lines that are not valid JSON are part of the recordings and are sent as they are.
 * @param {string} line
 */
function eventLine(line) {
  const type = /^\{"type":"([^"]+)"/u.exec(line)?.[1];
  return type === undefined ? '' : `event: ${type}\n`;
}
