/** No engine is left out in silence: what is asked for runs, or the command says what is missing and fails. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { afterEach, describe, it } from 'node:test';
import { ENGINES, explainMissing, wantedEngines } from '../../scripts/browsers.mjs';
import { root } from '../support/docs-blocks.mjs';

const before = process.env['BROWSERS'];

afterEach(() => {
  if (before === undefined) delete process.env['BROWSERS'];
  else process.env['BROWSERS'] = before;
});

describe('browsers', () => {
  it('are all three, unless fewer are named', () => {
    delete process.env['BROWSERS'];
    assert.deepEqual(wantedEngines(), ['chromium', 'firefox', 'webkit']);
    for (const [names, wanted] of /** @type {const} */ ([
      ['', ENGINES],
      ['chromium', ['chromium']],
      [' webkit , chromium,', ['chromium', 'webkit']],
    ])) {
      process.env['BROWSERS'] = names;
      assert.deepEqual(wantedEngines(), wanted, names);
    }
  });

  it('an unknown name is an error, not one engine less', () => {
    process.env['BROWSERS'] = 'chromium,opera';
    assert.throws(() => wantedEngines(), /opera.*known are chromium, firefox, webkit/u);
    for (const script of ['scripts/browsers.mjs', 'scripts/wtr.mjs']) {
      const { status, stderr } = spawnSync(process.execPath, [script], { cwd: root, encoding: 'utf8' });
      assert.notEqual(status, 0, script);
      assert.match(stderr, /opera/u, script);
    }
  });

  it('what is missing is named by engine and package, with the command that installs it', () => {
    const words = explainMissing([
      { engine: 'firefox', packages: ['firefox-esr'] },
      { engine: 'webkit', packages: ['webkit2gtk-driver', 'xvfb'] },
    ]);
    assert.match(words, /^firefox is missing \(Debian: firefox-esr\)$/mu);
    assert.match(words, /^webkit is missing \(Debian: webkit2gtk-driver xvfb\)$/mu);
    assert.match(words, /^Install: {2}sudo apt-get update && sudo apt-get install -y firefox-esr webkit2gtk-driver xvfb$/mu);
    assert.match(words, /BROWSERS=chromium npm test/u);
  });
});
