/** Reads the project's Markdown: fenced blocks, headings and links, each with its place. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../', import.meta.url));

/**
 * @typedef {object} Block
 * @property {string} file Relative to the project.
 * @property {number} line Of the opening fence, from 1.
 * @property {string} lang First word of the info string.
 * @property {string[]} meta The other words: what the block claims beyond its language.
 * @property {string} text
 *
 * @typedef {object} Document
 * @property {string} file
 * @property {string} text
 * @property {Block[]} blocks
 * @property {Set<string>} anchors
 * @property {{ target: string, line: number }[]} links
 */

/** @returns {Document[]} All documents of the project, by name. */
export function readDocuments() {
  const below = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .map((name) => posix.join('docs', name.replaceAll('\\', '/')))
    .filter((name) => name.endsWith('.md'));
  return ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', ...below.sort()].map((file) =>
    parse(file, readFileSync(join(root, file), 'utf8')),
  );
}

/**
 * @param {string} file
 * @param {string} text
 * @returns {Document}
 */
export function parse(file, text) {
  /** @type {Block[]} */
  const blocks = [];
  /** @type {string[]} */
  const prose = [];
  /** @type {{ fence: string, block: Block, lines: string[] } | undefined} */
  let open;
  for (const [index, line] of text.split('\n').entries()) {
    const fence = /^(?<mark>`{3,}|~{3,})(?<info>.*)$/u.exec(line)?.groups;
    if (open !== undefined) {
      if (line.trim() === open.fence) {
        open.block.text = `${open.lines.join('\n')}\n`;
        blocks.push(open.block);
        open = undefined;
      } else open.lines.push(line);
      prose.push('');
    } else if (fence === undefined) prose.push(line);
    else {
      const [lang = '', ...meta] = (fence['info'] ?? '').trim().split(/\s+/u);
      open = { fence: fence['mark'] ?? '', lines: [], block: { file, line: index + 1, lang, meta, text: '' } };
      prose.push('');
    }
  }
  if (open !== undefined) throw new Error(`${file}:${String(open.block.line)}: the block is never closed`);
  return { file, text, blocks, anchors: anchorsOf(prose), links: linksOf(prose) };
}

/** @param {string[]} lines */
function anchorsOf(lines) {
  /** @type {Map<string, number>} */
  const seen = new Map();
  const anchors = new Set();
  for (const line of lines) {
    const heading = /^#{1,6}\s+(.*?)\s*#*$/u.exec(line)?.[1];
    if (heading === undefined) continue;
    const slug = slugOf(heading);
    const before = seen.get(slug) ?? 0;
    seen.set(slug, before + 1);
    anchors.add(before === 0 ? slug : `${slug}-${String(before)}`);
  }
  return anchors;
}

/** As GitHub makes it: lower case, punctuation gone, blanks to hyphens. @param {string} heading */
function slugOf(heading) {
  return heading
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/gu, '$1')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M}_\- ]/gu, '')
    .replaceAll(' ', '-');
}

/** @param {string[]} lines */
function linksOf(lines) {
  return lines.flatMap((line, index) =>
    [...line.replaceAll(/`[^`]*`/gu, '').matchAll(/\]\(([^)\s]+)\)/gu)].map(([, target]) => ({ target: target ?? '', line: index + 1 })),
  );
}

/** @param {Block} block */
export function placeOf({ file, line, lang, meta }) {
  return `${file}:${String(line)} ${[lang, ...meta].join(' ')}`;
}
