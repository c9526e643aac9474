/**
 * The settings of the CDN build: `cdn/chainabit-activity.js` (module) and `cdn/chainabit-activity.iife.js` (classic
 * script, global `ChainabitActivity`). `npm run build:cdn` builds these and, with the same settings, the other files.
 */
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const src = fileURLToPath(new URL('src', import.meta.url));

export default defineConfig({
  publicDir: false,
  logLevel: 'warn',
  resolve: {
    // Without it, the development builds of lit would be taken when NODE_ENV is not "production".
    conditions: ['browser', 'module', 'production'],
  },
  // Library mode leaves this expression in, and there is no `process` in a page.
  define: { 'process.env.NODE_ENV': JSON.stringify('production') },
  build: {
    outDir: 'cdn',
    emptyOutDir: false,
    target: 'es2022',
    sourcemap: true,
    reportCompressedSize: false,
    lib: {
      entry: `${src}/cdn.ts`,
      name: 'ChainabitActivity',
      formats: ['es', 'iife'],
      fileName: (format) => (format === 'iife' ? 'chainabit-activity.iife.js' : 'chainabit-activity.js'),
    },
    rolldownOptions: {
      onLog(level, log, handler) {
        // src/base-path.cdn.ts copes with the empty `import.meta` of a classic script.
        if (log.code !== 'EMPTY_IMPORT_META') handler(level, log);
      },
      output: {
        // Library mode keeps the white space of modules otherwise: 49 kB against 38.
        minify: true,
        codeSplitting: false,
      },
    },
  },
});
