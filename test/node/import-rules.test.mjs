/** Each import rule fires: a small tree with one violation of each, and one without any, go through dependency-cruiser. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import configuration from '../../.dependency-cruiser.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
const folders = /** @type {string[]} */ ([]);

/** Files that the violations import. */
const BASE = {
  'tsconfig.json': '{ "compilerOptions": { "module": "NodeNext", "verbatimModuleSyntax": true } }',
  'package.json': '{ "type": "module" }',
  'test/helper.ts': 'export const helper = 1;',
  'demo/page.ts': 'export const page = 1;',
  'src/index.ts': 'export const entry = 1;',
  'src/registry.ts': 'export const define = 1;',
  'src/activity/state.ts': 'export type State = 1; export const state = 1;',
  'src/wire/frame.ts': 'export type Frame = 1; export const frame = 1;',
  'src/store/store.ts': 'export type Store = 1; export const store = 1;',
  'src/session/session.ts': 'export const session = 1;',
  'src/context/context.ts': 'export const context = 1;',
  'src/locales/messages.ts': 'export type Messages = 1; export const messages = 1;',
  'src/styles/host.ts': 'export const host = 1;',
  'src/viewers/text.ts': 'export const text = 1;',
  'src/viewers/diff/index.ts': 'export const diff = 1;',
  'src/elements/tool-card/tool-card.ts': 'export class ToolCard {}',
  'src/elements/tool-card/tool-card.define.ts': "import '../../registry.js'; import './tool-card.js';",
};

for (const [name, exported] of [['lit', '.'], ['zod', '.'], ['zod', './mini'], ['eventsource-parser', '.'], ['diff', '.']]) {
  const file = exported === '.' ? 'index.js' : 'mini/index.js';
  Object.assign(BASE, {
    [`node_modules/${String(name)}/${file}`]: 'export const x = 1;',
    [`node_modules/${String(name)}/package.json`]: JSON.stringify({
      name,
      type: 'module',
      exports: { '.': './index.js', ...(name === 'zod' ? { './mini': './mini/index.js' } : {}) },
    }),
  });
}

/** [rule, file, what it imports] */
const VIOLATIONS = /** @type {const} */ ([
  ['activity-imports-ours', 'src/activity/a.ts', "import '../wire/frame.js';"],
  ['activity-imports-ours', 'src/activity/type.ts', "import type { Frame } from '../wire/frame.js'; export type A = Frame;"],
  ['activity-imports-packages', 'src/activity/b.ts', "import 'lit';"],
  ['wire-imports-ours', 'src/wire/a.ts', "import '../activity/state.js';"],
  ['wire-imports-packages', 'src/wire/b.ts', "import 'lit';"],
  ['dialects-imports-ours', 'src/dialects/x/a.ts', "import '../../store/store.js';"],
  ['dialects-imports-types-only', 'src/dialects/x/b.ts', "import { frame } from '../../wire/frame.js'; export const f = frame;"],
  ['dialects-imports-packages', 'src/dialects/x/c.ts', "import 'zod';"],
  ['dialects-imports-packages', 'src/dialects/x/d.ts', "import 'lit';"],
  ['store-imports-ours', 'src/store/a.ts', "import '../wire/frame.js';"],
  ['store-imports-packages', 'src/store/b.ts', "import 'lit';"],
  ['session-imports-ours', 'src/session/a.ts', "import '../context/context.js';"],
  ['session-imports-packages', 'src/session/b.ts', "import 'lit';"],
  ['context-imports-ours', 'src/context/a.ts', "import '../session/session.js';"],
  ['context-imports-types-only', 'src/context/b.ts', "import { store } from '../store/store.js'; export const s = store;"],
  ['context-imports-packages', 'src/context/c.ts', "import 'zod/mini';"],
  ['events-imports-types-only', 'src/events/a.ts', "import { state } from '../activity/state.js'; export const s = state;"],
  ['events-imports-ours', 'src/events/b.ts', "import '../store/store.js';"],
  ['events-imports-packages', 'src/events/c.ts', "import 'lit';"],
  ['locales-imports-ours', 'src/locales/a.ts', "import '../styles/host.js';"],
  ['locales-imports-packages', 'src/locales/b.ts', "import 'lit';"],
  ['locales-imports-types-only', 'src/locales/c.ts', "import { state } from '../activity/state.js'; export const s = state;"],
  ['styles-imports-ours', 'src/styles/a.ts', "import '../locales/messages.js';"],
  ['styles-imports-packages', 'src/styles/b.ts', "import 'zod/mini';"],
  ['viewers-imports-ours', 'src/viewers/a.ts', "import '../context/context.js';"],
  ['viewers-imports-types-only', 'src/viewers/b.ts', "import { state } from '../activity/state.js'; export const s = state;"],
  ['viewers-imports-packages', 'src/viewers/c.ts', "import 'zod/mini';"],
  ['viewers-load-on-use', 'src/viewers/f.ts', "import './diff/index.js';"],
  ['viewers-load-on-use', 'src/elements/tool-card/f.ts', "import '../../viewers/diff/index.js';"],
  ['diff-in-its-viewer', 'src/viewers/e.ts', "import 'diff';"],
  ['elements/internal-imports-ours', 'src/elements/internal/a.ts', "import '../../store/store.js';"],
  ['elements/internal-imports-packages', 'src/elements/internal/b.ts', "import 'zod/mini';"],
  ['elements/*-imports-ours', 'src/elements/plan-review/a.ts', "import '../../session/session.js';"],
  ['elements/*-imports-packages', 'src/elements/plan-review/b.ts', "import 'zod/mini';"],
  ['elements/chainabit-activity-imports-ours', 'src/elements/chainabit-activity/a.ts', "import '../../wire/frame.js';"],
  ['elements/chainabit-activity-imports-packages', 'src/elements/chainabit-activity/b.ts', "import 'zod/mini';"],
  ['no-card-imports-a-card', 'src/elements/plan-review/c.ts', "import '../tool-card/tool-card.js';"],
  ['no-card-imports-a-card', 'src/elements/internal/c.ts', "import '../tool-card/tool-card.js';"],
  ['define-imports', 'src/elements/plan-review/d.define.ts', "import '../tool-card/tool-card.js';"],
  ['only-define-imports-define', 'src/elements/tool-card/e.ts', "import './tool-card.define.js';"],
  ['only-define-imports-define', 'src/viewers/d.ts', "import '../registry.js';"],
  ['no-import-of-entries', 'src/store/c.ts', "import '../index.js';"],
  ['no-production-imports-of-tooling', 'src/store/d.ts', "import '../../test/helper.js';"],
  ['no-production-imports-of-tooling', 'src/store/e.ts', "import '../../demo/page.js';"],
  ['no-unresolved', 'src/store/f.ts', "import './missing.js';"],
  ['no-node-builtins', 'src/store/g.ts', "import 'node:fs';"],
  ['no-cycles', 'src/store/h.ts', "import './i.js';"],
  ['core-without-dom', 'src/core.ts', "import './store/j.js';"],
]);

/** What the table allows, where a rule could easily be too strict. */
const ALLOWED = {
  'src/wire/ok.ts': "import 'eventsource-parser';",
  'src/dialects/x/ok.ts': "import 'zod/mini'; import '../../activity/state.js'; import type { Frame } from '../../wire/frame.js'; export type F = Frame;",
  'src/session/ok.ts': "import '../dialects/x/ok.js'; import '../wire/ok.js'; import '../store/store.js';",
  'src/context/ok.ts': "import 'lit'; import type { Messages } from '../locales/messages.js'; import type { Store } from '../store/store.js'; export type C = [Messages, Store];",
  'src/viewers/ok.ts': "export const load = () => import('./diff/index.js');",
  'src/viewers/diff/ok.ts': "import 'diff'; import '../text.js';",
  'src/elements/internal/ok.ts': "import 'lit'; import '../../context/context.js'; import '../../viewers/text.js';",
  'src/elements/chainabit-activity/ok.ts': "import '../../session/session.js'; import '../internal/ok.js';",
  'src/elements/chainabit-activity/ok.define.ts': "import '../../registry.js'; import './ok.js';",
  'src/elements/plan-review/ok.define.ts': "import '../chainabit-activity/ok.define.js';",
  'src/core.ts': "import './session/ok.js';",
  'src/define.ts': "import './index.js'; import './elements/plan-review/ok.define.js';",
};

/**
 * @param {Record<string, string>} files
 * @returns {{ rule: string, from: string }[]}
 */
function cruise(files) {
  const folder = mkdtempSync(join(tmpdir(), 'import-rules-'));
  folders.push(folder);
  for (const [name, content] of Object.entries({ ...BASE, ...files })) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  const bin = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
  const config = join(root, '.dependency-cruiser.mjs');
  const args = [bin, 'src', '--config', config, '--output-type', 'json'];
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8', maxBuffer: 1e8 });
  assert.ok(stdout.startsWith('{'), stderr);
  const { summary } = JSON.parse(stdout);
  return summary.violations.map((/** @type {any} */ each) => ({ rule: each.rule.name, from: each.from }));
}

after(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

describe('import rules', () => {
  const files = Object.fromEntries(VIOLATIONS.map(([, file, content]) => [file, `${content}\nexport {};\n`]));
  const violations = cruise({
    ...files,
    'src/store/i.ts': "import './h.js';",
    'src/store/j.ts': "import 'lit';",
  });
  for (const [rule, file, content] of VIOLATIONS) {
    it(`${rule} fires for ${file}: ${content}`, () => {
      const fired = violations.filter(({ from }) => from === file || (rule === 'no-cycles' && from.startsWith('src/store/')));
      assert.ok(fired.some((each) => each.rule === rule), `only ${JSON.stringify(fired)}`);
    });
  }

  it('has a violation here for each rule of the configuration', () => {
    const shown = new Set(VIOLATIONS.map(([rule]) => String(rule)));
    const missing = configuration.forbidden?.map(({ name }) => String(name)).filter((name) => !shown.has(name));
    assert.deepEqual(missing, []);
  });

  it('lets pass what the table allows', () => {
    assert.deepEqual(cruise(ALLOWED), []);
  });
});
