/**
 * The import table of docs/architecture.md. One row a folder: what it may import of ours, what only as types, and which
 * packages. Everything else is an error. test/node/import-rules.test.mjs shows that each rule fires.
 */

/**
 * @typedef {object} Row
 * @property {string} folder below src/, a regular expression
 * @property {string[]} [ours]
 * @property {string[]} [types] of ours, with `import type` only
 * @property {string[]} [packages]
 */

const LIT = ['lit'];
const CARD = ['activity', 'context', 'events', 'locales', 'styles', 'viewers', 'elements/internal'];

/** @type {Row[]} */
const table = [
  { folder: 'activity' },
  { folder: 'wire', packages: ['eventsource-parser'] },
  { folder: 'dialects', ours: ['activity'], types: ['wire'], packages: ['zod/mini'] },
  { folder: 'store', ours: ['activity'] },
  { folder: 'session', ours: ['activity', 'wire', 'dialects', 'store'] },
  { folder: 'context', ours: ['activity'], types: ['store', 'locales'], packages: [...LIT, '@lit/context'] },
  { folder: 'events', types: ['activity'] },
  { folder: 'locales', types: ['activity'] },
  { folder: 'styles', packages: LIT },
  { folder: 'viewers', ours: ['locales', 'styles'], types: ['activity'], packages: [...LIT, 'diff'] },
  { folder: 'elements/internal', ours: CARD, packages: [...LIT, '@lit/context'] },
  { folder: 'elements/chainabit-activity', ours: [...CARD, 'session', 'store'], packages: [...LIT, '@lit/context'] },
  { folder: 'elements/(?!internal/|chainabit-activity/)[^/]+', ours: CARD, packages: LIT },
];

/** @param {string[]} folders */
const within = (folders) => folders.map((folder) => `^src/${folder}/`);

/** What each package may be imported as: `zod/mini` only, never `zod`, which costs 16 kB more. */
const PACKAGE_PATHS = new Map([
  ['lit', ['^node_modules/lit/']],
  ['@lit/context', ['^node_modules/@lit/context/']],
  ['zod/mini', ['^node_modules/zod/(?:v4/)?mini/']],
  ['eventsource-parser', ['^node_modules/eventsource-parser/']],
  ['diff', ['^node_modules/diff/']],
]);

/**
 * @param {Row} row
 * @returns {import('dependency-cruiser').IForbiddenRuleType[]}
 */
function rules({ folder, ours = [], types = [], packages = [] }) {
  const name = folder.replace(/\(\?!.*/u, '*');
  // The define modules are the composition of the elements: they may import the registry and each other.
  // What the CDN build takes in a module's place may load an entry of that build.
  const from = { path: `^src/${folder}/`, pathNot: '\\.(?:define|cdn)\\.ts$' };
  const own = [`^src/${folder}/`, ...within([...ours, ...types])];
  return [
    {
      name: `${name}-imports-ours`,
      comment: `src/${name} may import of ours: ${[...ours, ...types].join(', ') || 'nothing'}`,
      severity: 'error',
      from,
      to: { path: '^src/', pathNot: own },
    },
    {
      name: `${name}-imports-packages`,
      comment: `src/${name} may import packages: ${packages.join(', ') || 'none'}`,
      severity: 'error',
      from: { path: from.path },
      to: { path: '^node_modules/', pathNot: packages.flatMap((each) => PACKAGE_PATHS.get(each) ?? []) },
    },
    ...(types.length === 0 ? [] : [
      {
        name: `${name}-imports-types-only`,
        comment: `src/${name} may import ${types.join(', ')} with \`import type\` only`,
        severity: /** @type {const} */ ('error'),
        from,
        to: { path: within(types), dependencyTypesNot: /** @type {import('dependency-cruiser').DependencyType[]} */ (['type-only']) },
      },
    ]),
  ];
}

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    ...table.flatMap(rules),
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-unresolved',
      severity: 'error',
      from: { path: '^src/' },
      // What the CDN build makes.
      to: { couldNotResolve: true, pathNot: '^virtual:' },
    },
    {
      name: 'no-node-builtins',
      comment: 'src runs in browsers and workers',
      severity: 'error',
      from: { path: '^src/' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'no-card-imports-a-card',
      comment: 'cards meet in the DOM: by tag, by event, by context',
      severity: 'error',
      from: { path: '^src/elements/([^/]+)/', pathNot: '\\.define\\.ts$' },
      to: { path: '^src/elements/', pathNot: ['^src/elements/$1/', '^src/elements/internal/'] },
    },
    {
      name: 'define-imports',
      comment: 'a define module imports the registry, its own class and other define modules',
      severity: 'error',
      from: { path: '^src/elements/([^/]+)/.*\\.define\\.ts$' },
      to: { path: '^src/', pathNot: ['^src/elements/$1/', '^src/elements/internal/', '^src/registry\\.ts$', '\\.define\\.ts$'] },
    },
    {
      name: 'only-define-imports-define',
      comment: 'a class module must have no side effect',
      severity: 'error',
      from: { path: '^src/.+/', pathNot: '\\.define\\.ts$' },
      to: { path: ['\\.define\\.ts$', '^src/registry\\.ts$'] },
    },
    {
      name: 'no-import-of-entries',
      comment: 'entries are for users; only another entry may be made of them, and a module of the CDN build may load one',
      severity: 'error',
      from: { path: '^src/.+/|^src/registry\\.ts$', pathNot: '\\.cdn\\.ts$' },
      to: { path: '^src/(?:index|core|define|define-prefixed|cdn|engine|cards)\\.ts$' },
    },
    {
      name: 'core-without-dom',
      comment: 'chainabit-activity/core runs in Node and in workers',
      severity: 'error',
      from: { path: '^src/core\\.ts$' },
      to: { path: ['^src/(?:elements|context|styles|viewers|events)/', '^node_modules/(?:lit|@lit)/'], reachable: true },
    },
    {
      name: 'viewers-load-on-use',
      comment: 'a heavy viewer is a file of its own, loaded when the first such value is opened',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/viewers/(?:diff|json-tree|media|sql|table)/' },
      to: { path: '^src/viewers/(?:diff|json-tree|media|sql|table)/', dependencyTypesNot: ['dynamic-import'] },
    },
    {
      name: 'diff-in-its-viewer',
      comment: 'so that its package is loaded with the first diff, and not before',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/viewers/diff/' },
      to: { path: '^node_modules/diff/' },
    },
    {
      name: 'no-production-imports-of-tooling',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^(?:test|demo|scripts)/' },
    },
  ],
  options: {
    tsConfig: { fileName: 'tsconfig.json' },
    // Types count: an `import type` is a dependency of the design too.
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'browser', 'default'] },
  },
};
