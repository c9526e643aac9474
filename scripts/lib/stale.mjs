import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * True when a file that was built is missing, or older than what it is built from.
 * @param {string} built
 * @param {readonly string[]} inputs Files, and folders with all that is in them. A folder is newer when a file of it has gone.
 */
export function isStale(built, inputs) {
  return !existsSync(built) || statSync(built).mtimeMs < Math.max(...inputs.map(newest));
}

/** @param {string} path */
function newest(path) {
  const entry = statSync(path);
  const inside = entry.isDirectory() ? readdirSync(path, { recursive: true, encoding: 'utf8' }) : [];
  return Math.max(entry.mtimeMs, ...inside.map((name) => statSync(join(path, name)).mtimeMs));
}
