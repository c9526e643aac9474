/** `npm start`: builds cdn/ when it is missing or older than the sources, then runs the demo server. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { isStale } from './lib/stale.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

if (isStale(join(root, 'cdn/integrity.json'), ['src', 'vite.config.ts', 'package-lock.json'].map((name) => join(root, name)))) {
  console.log('building cdn/');
  const { status } = spawnSync(process.execPath, [join(root, 'scripts/build-cdn.mjs')], { stdio: 'inherit' });
  if (status !== 0) process.exit(1);
}
// In this process, so that signals and the exit code need no forwarding.
await import(pathToFileURL(join(root, 'demo/server/main.mjs')).href);
