import { html, nothing, type TemplateResult } from 'lit';
import type { Messages } from '../locales/messages.js';
import { entries, isList, isTree, leafText, measure, textOf, type Entry } from './data.js';
import { renderText } from './links.js';
import { reveal, wellFormed } from './reveal.js';

export interface FieldOptions {
  readonly messages: Messages;
  /** Make characters visible that nobody can see. */
  readonly reveal?: boolean;
  /** Addresses in texts become links: not in what a person is about to approve. */
  readonly links?: boolean;
  /** A line for each field even where several would fit. */
  readonly full?: boolean;
}

/** More values than these are read as text: rows by the hundred help nobody. */
export const MOST_ROWS = 200;
/** Below this depth a value stands as JSON text: rows in rows in rows are harder to read than braces. */
const DEPTH = 2;
/** Up to here a list stands on one line, and up to there a word is kept in one piece. */
const SHORT = 40;
/** From here on a text may be higher than its place, so that the keyboard must be able to scroll it. */
const SCROLLS = 300;

/** A value as labelled rows. The caller has made sure that it is small. */
export function renderFields(value: unknown, options: FieldOptions, depth = 0): TemplateResult {
  if (!isTree(value)) return renderLeaf(value, options);
  if (depth > DEPTH) return renderCode([...textOf(value)].join(''), options);
  const items = [...entries(value)];
  if (items.length === 0) {
    return html`<span part="empty" class="muted">${isList(value) ? options.messages.emptyList : options.messages.emptyObject}</span>`;
  }
  if (isList(value) && items.every(([, item]) => !isTree(item))) return renderList(items, options);
  return renderRows(items, options, depth);
}

/** Text of a tool, isolated, as it may be shown. */
export function shown(text: string, options: Pick<FieldOptions, 'reveal'>): string {
  return options.reveal === true ? reveal(text) : wellFormed(text);
}

function renderRows(items: readonly Entry[], options: FieldOptions, depth = 0): TemplateResult {
  const inline = isShort(items, options);
  return html`<dl part="fields" class=${inline ? 'fields inline' : 'fields'}>
    ${items.map(([key, value], index) => {
      const nested = isTree(value) && needsRows(value, options);
      return html`<div part="field" class=${nested ? 'nested' : nothing}>
        <dt part="field-name"><bdi dir="ltr">${shown(key ?? String(index + 1), options)}</bdi></dt>
        <dd part="field-value">${renderFields(value, options, depth + 1)}</dd>
      </div>`;
    })}
  </dl>`;
}

/** What else came with a value that a viewer shows: in rows, or as text where these would be too many. */
export function renderRest(rest: readonly Entry[], messages: Messages): TemplateResult | typeof nothing {
  if (rest.length === 0) return nothing;
  const options = { messages, links: true };
  const all = new Map(rest);
  return html`<div part="value-body" class="rows">${measure(all).nodes > MOST_ROWS ? renderCode([...textOf(all)].join(''), options) : renderRows(rest, options)}</div>`;
}

function renderList(items: readonly Entry[], options: FieldOptions): TemplateResult {
  const texts = items.map(([, value]) => leafText(value));
  if (texts.every((text) => text.length <= SHORT)) {
    return html`${items.map(([, value], index) => html`${index > 0 ? ', ' : nothing}${renderLeaf(value, options)}`)}`;
  }
  return html`<ul part="list" class="list">
    ${items.map(([, value]) => html`<li>${renderLeaf(value, options)}</li>`)}
  </ul>`;
}

function renderLeaf(value: unknown, options: FieldOptions): TemplateResult {
  if (value === '') return html`<span part="empty" class="muted">${options.messages.emptyText}</span>`;
  if (typeof value === 'string') {
    const text = shown(value, options);
    const content = options.links === true ? renderText(value) : text;
    if (text.length <= SHORT) return html`<bdi class="whole">${content}</bdi>`;
    return html`<bdi class="text" tabindex=${text.length > SCROLLS ? 0 : nothing}>${content}</bdi>`;
  }
  return html`<bdi dir="ltr" class="whole literal">${shown(leafText(value), options)}</bdi>`;
}

function renderCode(text: string, options: FieldOptions): TemplateResult {
  return html`<pre part="code" class="code"><code>${shown(text, options)}</code></pre>`;
}

/** False for what stands beside its name: empty and flat lists, and objects that fit on a line. */
function needsRows(value: object, options: FieldOptions): boolean {
  const items = [...entries(value)];
  if (items.length === 0 || isShort(items, options)) return false;
  return !isList(value) || items.some(([, item]) => isTree(item));
}

/** A few short fields stand on one line, except where each must be seen. */
function isShort(items: readonly Entry[], options: FieldOptions): boolean {
  if (options.full === true || items.length > 3) return false;
  let length = 0;
  for (const [key, value] of items) {
    if (isTree(value)) return false;
    length += (key?.length ?? 1) + leafText(value).length + 2;
  }
  return length <= SHORT;
}
