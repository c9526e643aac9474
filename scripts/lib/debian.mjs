/** Finds programs, and installs Debian packages where that can be done without asking. */
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** What `invoke-rc.d` and `deb-systemd-invoke` ask before they start a service: 101 is "no". */
const POLICY = '/usr/sbin/policy-rc.d';

/** @param {string} file */
function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * The first of some programs that is there.
 * @param {readonly string[]} names
 * @param {readonly string[]} [extraDirs] Looked at after the PATH.
 * @returns {string | undefined}
 */
export function which(names, extraDirs = []) {
  const dirs = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/bin', ...extraDirs].filter(Boolean);
  for (const name of names) {
    for (const dir of dirs) {
      if (isExecutable(join(dir, name))) return join(dir, name);
    }
  }
  return undefined;
}

/** Root on Debian. */
export function canInstall() {
  return process.getuid?.() === 0 && existsSync('/etc/debian_version');
}

/**
 * Installs packages, and starts no service of theirs: a package with a daemon starts it when it is installed, on a port
 * that may be somebody's.
 * @param {readonly string[]} packages
 */
export function aptInstall(packages) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  /** @type {import('node:child_process').SpawnSyncOptions} */
  const options = { env, stdio: ['ignore', 'ignore', 'inherit'] };
  const allow = forbidServices();
  try {
    // A stale index of one repository makes update fail while the install may still work, so its result is not looked at.
    spawnSync('apt-get', ['update', '-qq'], options);
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], options);
  } finally {
    allow();
  }
}

/** Gives the function that takes the ban away. A policy that is there already is the machine's own, and stays. */
function forbidServices() {
  try {
    writeFileSync(POLICY, '#!/bin/sh\nexit 101\n', { mode: 0o755, flag: 'wx' });
  } catch {
    return () => undefined;
  }
  const allow = () => rmSync(POLICY, { force: true });
  process.once('exit', allow);
  return () => {
    process.off('exit', allow);
    allow();
  };
}
