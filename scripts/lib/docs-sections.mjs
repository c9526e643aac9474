/**
 * The parts of the documents that are made from the sources, so that they cannot go stale: one function a section, each
 * giving Markdown. `scripts/docs-api.mjs` puts them between their marks.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import importRules from '../../.dependency-cruiser.mjs';
import { fieldMeanings, tokenMeanings } from './docs-words.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** @param {string} file */
const read = (file) => readFileSync(join(root, file), 'utf8');

/**
 * @typedef {{ name: string, description?: string }} Named
 * @typedef {Named & { kind: string, static?: boolean, attribute?: string, default?: string, type?: { text: string }, parameters?: { name: string, default?: string, type: { text: string } }[] }} Member
 * @typedef {Named & { type: { text: string } }} EventEntry
 * @typedef {object} Declaration
 * @property {string} name
 * @property {string} [tagName]
 * @property {string} [description]
 * @property {Member[]} [members]
 * @property {EventEntry[]} [events]
 * @property {Named[]} [slots]
 * @property {Named[]} [cssParts]
 * @property {Named[]} [cssStates]
 */

/** @returns {Declaration[]} */
function declarations() {
  /** @type {{ modules: { declarations: Declaration[] }[] }} */
  const manifest = JSON.parse(read('custom-elements.json'));
  return manifest.modules.flatMap((module) => module.declarations);
}

/** A cell of a table. @param {string} [text] */
const cell = (text) => (text ?? '').replaceAll(/\s*\n\s*/gu, ' ').replaceAll('|', '\\|');
/** @param {string} [text] */
const code = (text) => (text === undefined || text === '' ? '' : `\`${cell(text)}\``);

/**
 * @param {string[]} head
 * @param {string[][]} rows
 */
function table(head, rows) {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/**
 * @param {string} title
 * @param {string[]} head
 * @param {string[][]} rows
 */
const titled = (title, head, rows) => (rows.length === 0 ? [] : [`**${title}**`, table(head, rows)]);

/** @param {string} tag */
function element(tag) {
  const found = declarations().find(({ tagName }) => tagName === tag);
  if (found === undefined) throw new Error(`custom-elements.json does not have <${tag}>`);
  const { description, members = [], events = [], slots = [], cssParts = [], cssStates = [] } = found;
  const fields = members.filter(({ kind, static: fixed }) => kind === 'field' && fixed !== true);
  const methods = members.filter(({ kind }) => kind === 'method');
  /** @param {Named} entry */
  const row = ({ name, description: words }) => [code(name), cell(words)];
  return [
    (description ?? '').replaceAll('\n\n', '\0').replaceAll('\n', ' ').replaceAll('\0', '\n\n'),
    ...titled('Attributes and properties', ['attribute', 'property', 'type', 'default', 'meaning'], fields.map((field) => [
      code(field.attribute), code(field.name), code(field.type?.text), code(field.default), cell(field.description),
    ])),
    ...titled('Methods', ['method', 'meaning'], methods.map((method) => [code(signature(method)), cell(method.description)])),
    ...titled('Events', ['event', 'class', 'when'], events.map((event) => [code(event.name), code(event.type.text), cell(event.description)])),
    ...titled('Slots', ['slot', 'place'], slots.map((slot) => [slot.name === '' ? '(default)' : code(slot.name), cell(slot.description)])),
    ...titled('Parts', ['`::part()`', 'what'], cssParts.map(row)),
    ...titled('States', ['`:state()`', 'when'], cssStates.map(row)),
  ].join('\n\n');
}

/** @param {Member} method */
function signature({ name, parameters = [] }) {
  return `${name}(${parameters.map((each) => `${each.name}${each.default === undefined ? '' : '?'}: ${each.type.text}`).join(', ')})`;
}

/** The fields of the event classes, internal ones left out. */
function eventFields() {
  const classes = declarations().filter(({ name }) => name.endsWith('Event') && !name.startsWith('DecisionSubmit'));
  const rows = classes.flatMap(({ members = [] }) => {
    const name = (members.find((member) => member.name === 'eventName')?.default ?? '').replaceAll("'", '');
    return members
      .filter(({ static: fixed }) => fixed !== true)
      .map((member, index) => [
        index === 0 ? code(name) : '',
        code(member.kind === 'method' ? signature(member) : member.name),
        code(member.kind === 'method' ? 'void' : member.type?.text),
        cell(member.description ?? fieldMeanings.get(`${name} ${member.name}`)),
      ]);
  });
  return table(['event', 'field', 'type', 'meaning'], rows);
}

/** Where a person sees a failure, in the words of the table in `src/session/fault.ts`. */
const PLACES = new Map([
  ['line', 'the connection line: '],
  ['wait', 'the connection line, counting down; at an end of it: '],
  ['feed', 'a line in the feed: '],
  ['card', 'on the card: '],
  ['nothing', 'nothing'],
]);

/** The table in the source of the codes with the words of the interface, and the one code that an element has of its own. */
function errorCodes() {
  const rows = [...read('src/session/fault.ts').matchAll(/^ \* \|(.*)\|$/gmu)].map(([, row]) => (row ?? '').split('|').map((each) => each.trim()));
  const [head = [], , ...codes] = rows;
  const known = new Set(codes.map(([name]) => name));
  const used = [...read('src/wire/policy.ts').matchAll(/^ {2}\| '([a-z-]+)'/gmu), ...read('src/session/fault.ts').matchAll(/^ {2}\| '([a-z-]+)'/gmu)].map(([, name]) => code(name));
  for (const name of used) if (!known.has(name)) throw new Error(`src/session/fault.ts has no row for ${name}`);
  for (const [name] of codes) if (name === undefined || !used.includes(name)) throw new Error(`${String(name)} is no code any more`);
  const words = new Map([...read('src/locales/en.ts').matchAll(/^ {4}'([a-z-]+)': '(.*)',$/gmu)].map(([, name, text]) => [code(name), text]));
  const own = ['`renderer-failed`', 'a custom renderer or `redact` threw in a tool card', 'no', 'the built-in view in its place', 'mend the renderer'];
  const made = codes.map(([name = '', when = '', retryable = '', place = '', act = '']) => {
    const said = PLACES.get(place);
    if (said === undefined || (place !== 'nothing' && !words.has(name))) throw new Error(`src/session/fault.ts: where is ${name} seen?`);
    return [name, when, retryable, place === 'nothing' ? said : `${said}“${String(words.get(name))}”`, act];
  });
  return table(head, [...made, own]);
}

/** The types of the state as they are in the source, without its constant. */
function stateTypes() {
  const source = read('src/activity/state.ts');
  const types = source.slice(source.indexOf('*/') + 2, source.indexOf('/** The state before anything happened')).trim();
  return `\`\`\`ts\n${types}\n\`\`\``;
}

/**
 * From one word of a source to the end of it, or to another one.
 * @param {string} file
 * @param {string} from
 * @param {string} [to]
 */
function excerpt(file, from, to) {
  const source = read(file);
  const [start, end] = [source.indexOf(from), to === undefined ? source.length : source.indexOf(to)];
  if (start < 0 || end < start) throw new Error(`${file} has no "${from}" before "${to ?? 'its end'}"`);
  return source.slice(start, end).trim();
}

/** What the entry without a DOM has beside the state: the store, and what a dialect is. */
function coreTypes() {
  const parts = [
    "import type { ActivityEvent, ActivityState, Approval, Decision, Disclosure, Scheduler, ThinkingKind, WireFrame } from 'chainabit-activity/core';",
    excerpt('src/store/store.ts', '/** A commit', '/** A store in the empty state'),
    excerpt('src/dialects/dialect.ts', '/** Something in the stream'),
  ];
  return `\`\`\`ts\n${parts.join('\n\n')}\n\`\`\``;
}

/** The types of properties that are functions or objects. */
function propertyTypes() {
  const parts = [
    "import type { Approval, Messages, ToolCall, TransportError } from 'chainabit-activity';",
    excerpt('src/wire/frame.ts', '/**'),
    excerpt('src/session/config.ts', 'export type HeaderRecord', '/** What a session is about'),
    excerpt('src/context/renderers.ts', '/** Where a value comes from', '/** The renderer for an entity'),
    excerpt('src/wire/transport.ts', '/** What a transport needs', 'export type TransportErrorCode'),
  ];
  return `\`\`\`ts\n${parts.join('\n\n')}\n\`\`\``;
}

function tokenTable() {
  const found = [...read('src/styles/tokens.ts').matchAll(/var\((--chainabit-[a-z-]+), (.+)\);$/gmu)];
  const rows = found.map(([, name = '', fallback = '']) => {
    const meaning = tokenMeanings.get(name);
    if (meaning === undefined) throw new Error(`scripts/lib/docs-words.mjs does not say what ${name} is for`);
    const [, light, dark] = /^light-dark\((.+), (.+)\)$/u.exec(fallback) ?? [undefined, fallback, ''];
    return [code(name), meaning, code(light), code(dark)];
  });
  return table(['property', 'for', 'default, light', 'dark'], rows);
}

/** Read from the rules that the check runs with. */
function importTable() {
  const rules = importRules.forbidden ?? [];
  /** @param {string} name */
  const saysOf = (name) => /: (.*)$/u.exec(rules.find((rule) => rule.name === name)?.comment ?? '')?.[1] ?? '';
  const folders = rules.map(({ name }) => /^(.*)-imports-ours$/u.exec(name ?? '')?.[1]).filter((name) => name !== undefined);
  return table(['folder', 'may import of ours', 'only as types', 'packages'], folders.map((name) => {
    const types = /may import (.*) with/u.exec(rules.find((rule) => rule.name === `${name}-imports-types-only`)?.comment ?? '')?.[1];
    const ours = saysOf(`${name}-imports-ours`).split(', ').filter((each) => !(types ?? '').split(', ').includes(each));
    return [code(name), ours.join(', '), types ?? '', saysOf(`${name}-imports-packages`)];
  }));
}

/** Brotli sizes as they are checked in. */
function sizeTable() {
  if (!existsSync(join(root, 'sizes.json'))) return 'The sizes are not recorded yet (`npm run size -- --update`).';
  /** @type {Record<string, number>} */
  const sizes = JSON.parse(read('sizes.json'));
  return table(['file in `cdn/`', 'brotli'], Object.entries(sizes).map(([name, bytes]) => [code(name), `${(bytes / 1000).toFixed(1)} kB`]));
}

/** @type {ReadonlyMap<string, () => string>} */
export const sections = new Map([
  ['sizes', sizeTable],
  ...['chainabit-activity', 'thinking-status', 'tool-card', 'approval-card', 'plan-review'].map(
    (tag) => /** @type {const} */ ([tag, () => element(tag)]),
  ),
  ['event-fields', eventFields],
  ['error-codes', errorCodes],
  ['state', stateTypes],
  ['core', coreTypes],
  ['property-types', propertyTypes],
  ['tokens', tokenTable],
  ['imports', importTable],
]);
