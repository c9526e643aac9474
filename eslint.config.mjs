/**
 * Type-checked strict rules for the sources and browser tests, plain rules for Node's JavaScript (its types are checked
 * by tsc through JSDoc). Sizes are limits, not aims: 150 lines a file is the aim.
 */
import js from '@eslint/js';
import lit from 'eslint-plugin-lit';
import litA11y from 'eslint-plugin-lit-a11y';
import wc from 'eslint-plugin-wc';
import globals from 'globals';
import tseslint from 'typescript-eslint';

const source = ['src/**/*.ts'];
const tests = ['test/**/*.ts'];
const node = ['**/*.mjs'];
const pages = ['demo/**/*.js', 'test/pages/**/*.js'];

const lines = { skipBlankLines: true, skipComments: true };

export default tseslint.config(
  { ignores: ['dist/', 'cdn/', 'coverage/', '.cache/', 'test/node/fixtures/', 'node_modules/'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  js.configs.recommended,
  {
    rules: {
      complexity: ['error', 12],
      'max-depth': ['error', 3],
      'max-lines': ['error', { max: 250, ...lines }],
      'max-lines-per-function': ['error', { max: 50, ...lines }],
      'max-params': ['error', 5],
      // `!= null` says "neither null nor undefined", which lit's attributes need often.
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-console': ['error', { allow: ['warn', 'error'] }],
      'no-param-reassign': 'error',
      'prefer-template': 'error',
      'object-shorthand': 'error',
    },
  },
  {
    files: [...source, ...tests, 'vite.config.ts'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { project: ['./tsconfig.json', './tsconfig.node.json'] } },
    rules: {
      // `${count}` is what template literals are for; objects and undefined stay errors.
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      // An event handler in a template may be an async method: lit does not look at what it returns.
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { arguments: false, properties: false } }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true, ignoreVoidReturningFunctions: true }],
      // An event of ours arrives at a listener as `Event` and is cast to its class, whose name it carries.
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      // What the compiler checks already (TypeScript's own advice for this rule).
      'no-undef': 'off',
    },
  },
  {
    files: source,
    extends: [
      lit.configs['flat/recommended'],
      wc.configs['flat/best-practice'],
      { plugins: { 'lit-a11y': litA11y }, rules: litA11y.configs.recommended.rules },
    ],
    rules: {
      'lit/attribute-names': 'error',
      'lit/lifecycle-super': 'error',
      'lit/no-classfield-shadowing': 'error',
      'lit/no-invalid-escape-sequences': 'error',
      'lit/no-legacy-imports': 'error',
      'lit/no-this-assign-in-render': 'error',
      'lit/no-useless-template-literals': 'error',
      'lit/no-value-attribute': 'error',
      'lit/prefer-nothing': 'error',
      'lit/prefer-static-styles': 'error',
      'lit/quoted-expressions': ['error', 'never'],
      // It asks for `if (super.connectedCallback)`, which LitElement always has.
      'wc/guard-super-call': 'off',
      'wc/no-exports-with-element': 'off',
      // registry.ts is the one place; its guard is tested instead.
      'no-restricted-properties': [
        'error',
        { object: 'customElements', property: 'define', message: 'Use define() of src/registry.ts.' },
      ],
    },
  },
  { files: ['src/registry.ts'], rules: { 'no-restricted-properties': 'off' } },
  {
    files: ['src/activity/**', 'src/wire/**', 'src/dialects/**', 'src/store/**', 'src/session/**'],
    rules: {
      // These layers run in Node and in workers: what they need of the platform is injected or looked up on globalThis.
      'no-restricted-globals': ['error', 'window', 'document', 'HTMLElement', 'CustomEvent', 'localStorage'],
    },
  },
  {
    files: tests,
    languageOptions: { globals: globals.mocha },
    rules: {
      complexity: ['error', 20],
      // One `describe` holds all the tests of a file.
      'max-lines-per-function': 'off',
      'max-lines': ['error', { max: 400, ...lines }],
      // Chai's `expect(x).to.be.true`, and `!` on what the test itself has put there.
      '@typescript-eslint/no-unused-expressions': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/unbound-method': 'off',
      // @open-wc/semantic-dom-diff declares `equal()` as a promise, which it is not; `accessible()` is one.
      '@typescript-eslint/no-floating-promises': [
        'error',
        {
          allowForKnownSafeCalls: [
            { from: 'package', name: 'Equal', package: 'chai' },
            { from: 'package', name: 'Equal', package: '@open-wc/semantic-dom-diff' },
          ],
        },
      ],
    },
  },
  {
    files: node,
    languageOptions: { globals: globals.node },
    rules: { 'no-console': 'off' },
  },
  { files: ['test/{node,engines}/**/*.mjs'], rules: { 'max-lines-per-function': 'off', 'max-lines': ['error', { max: 400, ...lines }] } },
  {
    files: pages,
    languageOptions: { globals: { ...globals.browser, ChainabitActivity: 'readonly' } },
  },
  {
    // They replace the console's methods to hear the warnings.
    files: ['test/pages/**/*.js'],
    rules: { 'no-console': 'off' },
  },
);
