/**
 * /cdn-hurt/<what>/<file>/<token>/…   the files of cdn/, but for one:
 *
 *   changed   has a statement more at its end, which sets `changedCodeRan`
 *   late      is 404 until /cdn-hurt/let/it/<token> was asked for, then what it is
 *   gone      is 404
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const cdn = fileURLToPath(new URL('../../../cdn/', import.meta.url));
const FILE = /^[\w-]+(?:\/[\w-]+)*(?:\.iife)?\.js$/u;

/** Tokens whose file is there now. */
const there = new Set();

/** @type {Record<string, (content: string, token: string) => string | undefined>} */
const hurts = {
  changed: (content) => `${content}\n;globalThis.changedCodeRan = true;`,
  gone: () => undefined,
  late(content, token) {
    return there.has(token) ? content : undefined;
  },
};

/** @type {import('../server-plugin.mjs').Route} */
export default async (_req, res, url) => {
  const [, folder, what = '', target = '', token = '', ...path] = url.pathname.split('/');
  if (folder === 'cdn-hurt' && what === 'let') {
    there.add(token);
    res.writeHead(204).end();
    return true;
  }
  const hurt = hurts[what];
  const file = path.join('/');
  if (folder !== 'cdn-hurt' || !hurt || !FILE.test(file)) return false;
  const content = await readFile(join(cdn, file), 'utf8').catch(() => undefined);
  const sent = content !== undefined && file === decodeURIComponent(target) ? hurt(content, token) : content;
  if (sent === undefined) res.writeHead(404, { 'content-type': 'text/plain' }).end('not found\n');
  else res.writeHead(200, { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-store' }).end(sent);
  return true;
};
