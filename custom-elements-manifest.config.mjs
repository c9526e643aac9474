/** The elements and events of the public contract. `npm run manifest` writes custom-elements.json, with `--check` compares. */
import { definitionExports, distPaths, publicOnly } from './scripts/lib/manifest-plugins.mjs';

export default {
  globs: ['src/elements/**/*.ts', 'src/events/*.ts'],
  exclude: ['**/*.styles.ts'],
  outdir: '.cache',
  // Or it writes this folder into package.json.
  packagejson: false,
  litelement: true,
  plugins: [definitionExports(), publicOnly(), distPaths()],
};
