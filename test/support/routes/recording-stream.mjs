/**
 * /recording-stream/<folder>/<file>[+<file>…]?session=<id>: recorded streams as live ones: framed as the file form says
 * (see the README of the recordings) and written in uneven pieces, so that lines and characters are split. The n-th
 * request of a session gets the n-th file, as the answer to a decision is a request of its own. `.chunks.txt` holds one
 * payload a line; everything else is SSE text already. 404 when a recording is not there.
 */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../../../../shared/recordings/', import.meta.url));
const NAME = /^\/recording-stream\/([a-z0-9-]+)\/([\w.+-]+)$/u;
const PIECES = [1, 700, 13, 2048, 3, 4096];
const PAUSE = 25;

/** @type {Map<string, number>} */
const served = new Map();

/** @type {import('../server-plugin.mjs').Route} */
export default async (req, res, url) => {
  const match = NAME.exec(url.pathname);
  if (match === null) return false;
  const files = (match[2] ?? '').split('+');
  const session = url.searchParams.get('session') ?? '';
  const turn = served.get(session) ?? 0;
  served.set(session, turn + 1);
  const file = `${folder}${match[1]}/${files[Math.min(turn, files.length - 1)]}`;
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
    // Slow enough for a frame to pass now and then, so that what lives shortly (a heading) is seen.
    if (n % 3 === 2) await new Promise((resolve) => setTimeout(resolve, PAUSE));
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
