/** `npm start`: builds cdn/ when it is missing or older than the sources, then runs the demo server. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const built = join(root, 'cdn/integrity.json');

/** @param {string} folder */
function newest(folder) {
  const files = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' });
  return Math.max(0, ...files.map((name) => statSync(join(root, folder, name)).mtimeMs));
}

const inputs = ['vite.config.ts', 'package-lock.json'].map((file) => statSync(join(root, file)).mtimeMs);
if (!existsSync(built) || statSync(built).mtimeMs < Math.max(newest('src'), ...inputs)) {
  console.log('building cdn/');
  const { status } = spawnSync(process.execPath, [join(root, 'scripts/build-cdn.mjs')], { stdio: 'inherit' });
  if (status !== 0) process.exit(1);
}
// In this process, so that signals and the exit code need no forwarding.
await import(pathToFileURL(join(root, 'demo/server/main.mjs')).href);
