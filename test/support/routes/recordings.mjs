/**
 * /recordings/index.json            { "available": boolean, "folders": { "<folder>": ["<file>", …] } }
 * /recordings/<folder>/<file>       the bytes of one file
 *
 * The recordings lie beside the project, in ../shared/recordings, and may be missing: then `available` is false. Only
 * names that a listing of the folder gave are served, so no path can lead out of it.
 */
import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../../shared/recordings/', import.meta.url));

/**
 * The regular files of each folder, by name.
 * @returns {Promise<Map<string, string[]>>}
 */
async function list() {
  /** @type {Map<string, string[]>} */
  const folders = new Map();
  const entries = await readdir(root, { withFileTypes: true }).catch(() => []);
  for (const folder of entries.filter((entry) => entry.isDirectory())) {
    const files = await readdir(join(root, folder.name), { withFileTypes: true });
    folders.set(folder.name, files.filter((entry) => entry.isFile()).map((entry) => entry.name).sort());
  }
  return folders;
}

/** @param {string} path */
function parts(path) {
  try {
    return decodeURIComponent(path).split('/');
  } catch {
    return [];
  }
}

/** @type {import('../server-plugin.mjs').Route} */
export default async (req, res, url) => {
  if (!url.pathname.startsWith('/recordings/')) return false;
  if (req.method !== 'GET') {
    res.writeHead(405, { allow: 'GET' }).end();
    return true;
  }
  const folders = await list();
  const [folder = '', file = '', ...rest] = parts(url.pathname.slice('/recordings/'.length));
  if (folder === 'index.json') {
    const answer = folders.size > 0 ? { available: true, folders: Object.fromEntries(folders) } : { available: false };
    res.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' }).end(JSON.stringify(answer));
  } else if (rest.length === 0 && folders.get(folder)?.includes(file) === true) {
    res.writeHead(200, { 'content-type': 'application/octet-stream', 'cache-control': 'no-store' });
    createReadStream(join(root, folder, file)).pipe(res);
  } else {
    res.writeHead(404, { 'content-type': 'text/plain' }).end('no such recording\n');
  }
  return true;
};
