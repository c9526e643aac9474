/**
 * Runs the browser tests, all or `--files <pattern>…`, in the engines that BROWSERS names (default: all three).
 * The last line is `N passed, N failed, N skipped`; .cache/browser-tests.json has the results by file and browser.
 */
import { parseArgs } from 'node:util';
import { startTestRunner } from '@web/test-runner';
import config from '../web-test-runner.config.mjs';
import { ensureBrowsers, explainMissing } from './browsers.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { files: { type: 'string', multiple: true }, watch: { type: 'boolean' } },
});
const files = [...(values.files ?? []), ...positionals];
const { missing } = ensureBrowsers();
if (missing.length > 0) console.error(explainMissing(missing));
if (config.browsers?.length === 0) {
  console.log(`0 passed, ${String(missing.length)} failed, 0 skipped`);
  process.exit(1);
}

const runner = await startTestRunner({
  config: { ...config, ...(files.length > 0 ? { files } : {}), watch: values.watch ?? false },
  readCliArgs: false,
  readFileConfig: false,
  autoExitProcess: false,
});
process.once('SIGINT', () => runner?.stop());
process.once('SIGTERM', () => runner?.stop());
runner?.on('stopped', (passed) => {
  process.exit(passed && missing.length === 0 ? 0 : 1);
});
