/**
 * Finds the browsers the tests run in. Used as a module, and as a command (`node scripts/browsers.mjs`) that installs
 * what is missing when it is root on Debian, and otherwise says what to install and fails. No engine is ever left out
 * in silence: `BROWSERS=chromium,firefox` in the environment is the only way to run fewer.
 */
import { pathToFileURL } from 'node:url';
import { aptInstall, canInstall, which } from './lib/debian.mjs';

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

/**
 * Makes sure that the wanted engines are there.
 * @returns {{ engines: string[], missing: { engine: string, packages: string[] }[] }}
 */
export function ensureBrowsers() {
  const engines = wantedEngines();
  const lacking = () =>
    engines.map((engine) => ({ engine, packages: missingPackages(engine) })).filter((each) => each.packages.length > 0);
  let missing = lacking();
  if (missing.length > 0 && canInstall()) {
    const packages = [...new Set(missing.flatMap((each) => each.packages))];
    console.log(`installing ${packages.join(' ')}`);
    aptInstall(packages);
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
