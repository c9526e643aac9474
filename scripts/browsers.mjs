/**
 * Finds the browsers the tests run in. Used as a module, and as a command (`node scripts/browsers.mjs`) that installs
 * what is missing when it is root on Debian, and otherwise says what to install and fails. No engine is ever left out
 * in silence: `BROWSERS=chromium,firefox` in the environment is the only way to run fewer.
 */
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';

export const ENGINES = ['chromium', 'firefox', 'webkit'];

/** Debian's WebKitGTK keeps its MiniBrowser outside the PATH. */
const MINI_BROWSER_DIRS = [
  '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1',
  '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.0',
  '/usr/lib/aarch64-linux-gnu/webkit2gtk-4.1',
  '/usr/lib/aarch64-linux-gnu/webkit2gtk-4.0',
  '/usr/libexec/webkit2gtk-4.1',
  '/usr/libexec/webkit2gtk-4.0',
];

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
 * @param {readonly string[]} names
 * @param {readonly string[]} [extraDirs]
 * @returns {string | undefined}
 */
function which(names, extraDirs = []) {
  const dirs = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/bin', ...extraDirs].filter(Boolean);
  for (const name of names) {
    for (const dir of dirs) {
      if (isExecutable(join(dir, name))) return join(dir, name);
    }
  }
  return undefined;
}

const hasDisplay = () => Boolean(process.env['DISPLAY'] ?? process.env['WAYLAND_DISPLAY']);

/** The programs on this machine, each a path or undefined. */
export function findPrograms() {
  return {
    chromium: process.env['CHROMIUM_PATH'] ?? which(['chromium', 'chromium-browser', 'google-chrome']),
    firefox: process.env['FIREFOX_PATH'] ?? which(['firefox-esr', 'firefox']),
    webkitDriver: which(['WebKitWebDriver']),
    miniBrowser: which(['MiniBrowser'], MINI_BROWSER_DIRS),
    xvfbRun: which(['xvfb-run']),
  };
}

/** The engines that are asked for: the comma list in BROWSERS, or all. An unknown name is an error, not a fewer. */
export function wantedEngines() {
  const names = (process.env['BROWSERS'] ?? '').split(',').map((name) => name.trim()).filter(Boolean);
  const unknown = names.filter((name) => !ENGINES.includes(name));
  if (unknown.length > 0) {
    throw new Error(`BROWSERS names ${unknown.join(', ')}; known are ${ENGINES.join(', ')}`);
  }
  return names.length > 0 ? ENGINES.filter((name) => names.includes(name)) : [...ENGINES];
}

/**
 * The Debian packages that an engine lacks.
 * @param {string} engine
 * @returns {string[]}
 */
export function missingPackages(engine) {
  const found = findPrograms();
  if (engine === 'chromium') return found.chromium ? [] : ['chromium'];
  if (engine === 'firefox') return found.firefox ? [] : ['firefox-esr'];
  const missing = found.webkitDriver && found.miniBrowser ? [] : ['webkit2gtk-driver'];
  if (!found.xvfbRun && !hasDisplay()) missing.push('xvfb');
  return missing;
}

/** @param {string[]} packages */
function aptInstall(packages) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  /** @type {import('node:child_process').SpawnSyncOptions} */
  const options = { env, stdio: ['ignore', 'ignore', 'inherit'] };
  console.log(`installing ${packages.join(' ')}`);
  // A stale index of one repository makes update fail while the install may still work, so its result is not looked at.
  spawnSync('apt-get', ['update', '-qq'], options);
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], options);
}

/**
 * Makes sure that the wanted engines are there.
 * @returns {{ engines: string[], missing: { engine: string, packages: string[] }[] }}
 */
export function ensureBrowsers() {
  const engines = wantedEngines();
  const lacking = () =>
    engines.map((engine) => ({ engine, packages: missingPackages(engine) })).filter((each) => each.packages.length > 0);
  let missing = lacking();
  if (missing.length > 0 && process.getuid?.() === 0 && existsSync('/etc/debian_version')) {
    aptInstall([...new Set(missing.flatMap((each) => each.packages))]);
    missing = lacking();
  }
  return { engines, missing };
}

/** @param {{ engine: string, packages: string[] }[]} missing */
export function explainMissing(missing) {
  const packages = [...new Set(missing.flatMap((each) => each.packages))].join(' ');
  return [
    ...missing.map((each) => `${each.engine} is missing (Debian: ${each.packages.join(' ')})`),
    `Install:  sudo apt-get update && sudo apt-get install -y ${packages}`,
    'Elsewhere, put chromium, firefox-esr, WebKitWebDriver with MiniBrowser (WebKitGTK) and xvfb-run on the PATH,',
    'or set CHROMIUM_PATH and FIREFOX_PATH. To run fewer engines on purpose:  BROWSERS=chromium npm test',
  ].join('\n');
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { engines, missing } = ensureBrowsers();
  if (missing.length > 0) console.error(explainMissing(missing));
  else console.log(`found ${engines.join(', ')}`);
  process.exitCode = missing.length > 0 ? 1 : 0;
}
