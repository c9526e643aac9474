/**
 * Finds the servers that the fan-out tests run against: nginx with Nchan, and Redis. Used as a module, and as a command
 * (`node scripts/engines.mjs`) that installs what is missing when it is root on Debian, and otherwise says what to install
 * and fails.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { aptInstall, canInstall, which } from './lib/debian.mjs';

/** Debian keeps nginx outside the PATH of ordinary users. */
const SBIN = ['/usr/sbin', '/usr/local/sbin'];

/** @typedef {{ nginx: string, nchan: string, redis: string }} Engines Paths of two programs and a module. */

/** The servers on this machine, each a path or undefined. A path of the environment at which nothing is counts as none. */
export function findEngines() {
  const nginx = given('NGINX_PATH', () => which(['nginx'], SBIN));
  return {
    nginx,
    nchan: given('NCHAN_PATH', () => (nginx === undefined ? undefined : nchanOf(nginx))),
    redis: given('REDIS_PATH', () => which(['redis-server', 'valkey-server'], SBIN)),
  };
}

/** @param {string} name @param {() => string | undefined} find @returns {string | undefined} */
function given(name, find) {
  const path = process.env[name];
  if (path === undefined) return find();
  return existsSync(path) ? path : undefined;
}

/** The module lies where this nginx was built to look for it. @param {string} nginx */
function nchanOf(nginx) {
  // It prints its options to the error stream.
  const { stderr } = spawnSync(nginx, ['-V'], { encoding: 'utf8' });
  const folder = /--modules-path=(\S+)/u.exec(stderr)?.[1] ?? '/usr/lib/nginx/modules';
  const file = join(folder, 'ngx_nchan_module.so');
  return existsSync(file) ? file : undefined;
}

/** The Debian packages that are missing. */
export function missingPackages() {
  const { nginx, nchan, redis } = findEngines();
  return [
    ...(nginx === undefined ? ['nginx-light'] : []),
    ...(nchan === undefined ? ['libnginx-mod-nchan'] : []),
    ...(redis === undefined ? ['redis-server'] : []),
  ];
}

/**
 * Makes sure that the servers are there; throws with what to install.
 * @returns {Engines}
 */
export function ensureEngines() {
  let missing = missingPackages();
  if (missing.length > 0 && canInstall()) {
    console.log(`installing ${missing.join(' ')}`);
    aptInstall(missing);
    missing = missingPackages();
  }
  const { nginx, nchan, redis } = findEngines();
  if (nginx === undefined || nchan === undefined || redis === undefined) throw new Error(explainMissing(missing));
  return { nginx, nchan, redis };
}

/** @param {readonly string[]} packages */
export function explainMissing(packages) {
  return [
    `The fan-out engine is not there (Debian: ${packages.join(' ')})`,
    `Install:  sudo apt-get update && sudo apt-get install -y --no-install-recommends ${packages.join(' ')}`,
    'Elsewhere, set NGINX_PATH, NCHAN_PATH (ngx_nchan_module.so) and REDIS_PATH.',
  ].join('\n');
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  try {
    console.log(`found ${Object.values(ensureEngines()).join(', ')}`);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
