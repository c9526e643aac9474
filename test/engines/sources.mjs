/** The sources as they are now, for Node: no build has to come first, and none can be stale. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'vite';

const root = fileURLToPath(new URL('../../', import.meta.url));

/**
 * Bundles some TypeScript files together, so that what they share is one, and imports them.
 * @template {Record<string, string>} Files
 * @param {Files} files A name, and a path in the project, for each.
 * @returns {Promise<{ [Name in keyof Files]: any }>}
 */
export async function importSources(files) {
  const outDir = mkdtempSync(join(tmpdir(), 'chainabit-sources-'));
  try {
    await build({
      configFile: false,
      root,
      logLevel: 'error',
      build: {
        ssr: true,
        target: 'node20',
        minify: false,
        outDir,
        emptyOutDir: false,
        copyPublicDir: false,
        rollupOptions: {
          input: Object.fromEntries(Object.entries(files).map(([name, file]) => [name, join(root, file)])),
          output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
        },
      },
      // From the temporary folder nothing of node_modules would be found.
      ssr: { noExternal: true },
    });
    const modules = await Promise.all(
      Object.keys(files).map(async (name) => [name, await import(pathToFileURL(join(outDir, `${name}.mjs`)).href)]),
    );
    return Object.fromEntries(modules);
  } finally {
    rmSync(outDir, { recursive: true, force: true });
  }
}
