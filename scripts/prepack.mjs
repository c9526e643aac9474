/** Before `npm pack` and `npm publish`: builds dist/ and cdn/ where they are missing or older than the sources. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isStale } from './lib/stale.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const inputs = ['src', 'package.json', 'package-lock.json', 'tsconfig.json', 'tsconfig.build.json', 'vite.config.ts'];
const builds = [
  { built: 'dist/index.js', script: 'build-dist.mjs' },
  { built: 'cdn/integrity.json', script: 'build-cdn.mjs' },
];
for (const { built, script } of builds) {
  if (!isStale(join(root, built), inputs.map((name) => join(root, name)))) continue;
  // What it says goes to stderr: the answer of `npm pack --json` is on stdout.
  const { status } = spawnSync(process.execPath, [join(root, 'scripts', script)], { stdio: ['ignore', 2, 2] });
  if (status !== 0) process.exit(1);
}
