/**
 * Writes the parts of the documents that are made from the sources: `node scripts/docs-api.mjs`. With `--check` it says
 * instead which documents are stale. A part stands between `<!-- made:NAME -->` and `<!-- /made -->`.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { sections } from './lib/docs-sections.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/** @param {string} text */
function renew(text) {
  return text.replaceAll(/(<!-- made:([a-z-]+) -->\n)[\s\S]*?(\n<!-- \/made -->)/gu, (_, begin, name, end) => {
    const make = sections.get(String(name));
    if (make === undefined) throw new Error(`there is no part "${String(name)}"`);
    return `${String(begin)}\n${make()}\n${String(end)}`;
  });
}

/** @returns {{ file: string, stale: boolean, text: string }[]} */
export function documents() {
  const names = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md'));
  return ['README.md', ...names.map((name) => join('docs', name))].map((file) => {
    const before = readFileSync(join(root, file), 'utf8');
    const text = renew(before);
    return { file, stale: text !== before, text };
  });
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } });
  for (const { file, text } of documents().filter(({ stale }) => stale)) {
    if (values.check) {
      console.error(`${file} is stale:  node scripts/docs-api.mjs`);
      process.exitCode = 1;
    } else {
      writeFileSync(join(root, file), text);
      console.log(file);
    }
  }
}
