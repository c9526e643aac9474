/**
 * Browser tests in Chromium, Firefox and WebKitGTK. Run through `npm run test:browser`, which looks for the browsers:
 *   npm run test:browser -- --files 'test/activity/*.test.ts'
 *   BROWSERS=firefox npm run test:browser -- --files test/elements/tool-card.test.ts
 */
import { esbuildPlugin } from '@web/dev-server-esbuild';
import { chromeLauncher } from '@web/test-runner-chrome';
import * as puppeteer from 'puppeteer-core';
import { ensureBrowsers, findPrograms } from './scripts/browsers.mjs';
import { countingReporter } from './scripts/lib/reporter.mjs';
import { webkitLauncher } from './scripts/lib/webkit-launcher.mjs';
import { mediaPlugin } from './test/support/media-plugin.mjs';
import { testServer } from './test/support/server-plugin.mjs';

const { engines, missing } = ensureBrowsers();
const missingEngines = missing.map(({ engine }) => engine);
const usable = engines.filter((engine) => !missingEngines.includes(engine));
const programs = findPrograms();

/** @type {Map<string, () => import('@web/test-runner-core').BrowserLauncher>} */
const launchers = new Map(Object.entries({
  chromium: () =>
    chromeLauncher({
      puppeteer,
      launchOptions: {
        executablePath: programs.chromium ?? '',
        args: [
          '--no-sandbox',
          '--disable-gpu',
          '--disable-dev-shm-usage',
          '--no-first-run',
          '--disable-background-networking',
          '--disable-component-update',
          '--disable-sync',
          '--disable-quic',
        ],
      },
    }),
  // The Playwright launcher needs a patched Firefox; puppeteer drives a stock one over WebDriver BiDi.
  firefox: () =>
    chromeLauncher({ puppeteer, launchOptions: { browser: 'firefox', executablePath: programs.firefox ?? '' } }),
  webkit: webkitLauncher,
}));

const { middleware, plugin } = await testServer();

/** @type {Partial<import('@web/test-runner').TestRunnerConfig>} */
const config = {
  rootDir: '.',
  files: ['test/**/*.test.ts', '!test/node/**'],
  browsers: [...launchers].filter(([engine]) => usable.includes(engine)).map(([, launch]) => launch()),
  nodeResolve: true,
  staticLogging: true,
  // One page at a time in each engine: tests about focus and frames need the page in front.
  concurrency: 1,
  concurrentBrowsers: 2,
  browserStartTimeout: 90_000,
  testsStartTimeout: 60_000,
  testsFinishTimeout: 240_000,
  testFramework: { config: { ui: 'bdd', timeout: 15_000 } },
  middleware: [middleware],
  plugins: [esbuildPlugin({ ts: true, target: 'es2022', tsconfig: './tsconfig.json' }), plugin, mediaPlugin()],
  reporters: [countingReporter({ summaryFile: '.cache/browser-tests.json', missing: missingEngines })],
  // lit says at each load that it is the development build. "Multiple versions of Lit" is not filtered: it is a bug.
  filterBrowserLogs: ({ args }) => !args.some((arg) => String(arg).startsWith('Lit is in dev mode')),
};
export default config;
