import { html, nothing, type LitElement, type TemplateResult } from 'lit';
import { formatNumber } from '../../locales/format.js';
import type { Messages } from '../../locales/messages.js';
import { renderRest } from '../fields.js';
import { keepFocus } from '../focus.js';
import { comparisonsOf, type Comparison } from '../match/diff.js';
import { wellFormed } from '../reveal.js';
import type { Viewer, ViewRequest } from '../viewer.js';
import { blocksOf, filesOf, firstLines, type FileDiff, type Hunk, type Line } from './lines.js';
import { styles } from './styles.js';

interface Shown {
  readonly rest: Comparison['rest'];
  readonly files: readonly FileDiff[];
}

/** Lines of a file that are shown at first, and with each press. */
const LINES = 400;

/** Two texts, or a patch, line by line: one below the other or side by side. */
export class DiffView implements Viewer {
  static readonly styles = styles;

  readonly #host: LitElement;
  #value: unknown;
  #shown: readonly Shown[] = [];
  #split = false;
  #seen = LINES;

  constructor(host: LitElement) {
    this.#host = host;
  }

  render({ value, label, messages }: ViewRequest): TemplateResult {
    if (!Object.is(this.#value, value)) {
      this.#value = value;
      this.#seen = LINES;
      this.#shown = (comparisonsOf(value, true) ?? []).map((each) => ({ rest: each.rest, files: filesOf(each) }));
    }
    return html`<div part="diff-view" class="diff-view">
      <div class="diff-bar">
        <button part="value-button" type="button" class="tool" aria-pressed=${this.#split ? 'true' : 'false'} @click=${this.#onSplit}>${messages.sideBySide}</button>
      </div>
      ${this.#shown.map(({ rest, files }) => html`
        ${files.map((file) => this.#renderFile(file, label, messages))}
        ${renderRest(rest, messages)}
      `)}
    </div>`;
  }

  #renderFile(file: FileDiff, label: string, messages: Messages): TemplateResult {
    const number = (n: number): string => formatNumber(messages.locale, n);
    const changes = file.added + file.removed;
    const { hunks, more } = firstLines(file.hunks, this.#seen);
    return html`<figure part="diff-file" class="diff-file">
      <figcaption part="diff-head" class="diff-head">
        ${file.name === undefined ? nothing : html`<bdi part="diff-name" class="code diff-name">${wellFormed(file.name)}</bdi>`}
        <span class="diff-count">
          <span class="plus"><span class="visually-hidden">${messages.lineAdded}: </span><span aria-hidden="true">+</span>${number(file.added)}</span>
          <span class="minus"><span class="visually-hidden">${messages.lineRemoved}: </span><span aria-hidden="true">−</span>${number(file.removed)}</span>
        </span>
        ${file.whole === true ? html`<span class="muted">${messages.notCompared}</span>` : nothing}
      </figcaption>
      ${changes === 0 && file.tail > 0
        ? html`<p class="muted diff-none">${messages.noDifferences}</p>`
        : html`<div part="diff" class="diff ${this.#split ? 'split' : ''}" role="group" tabindex="0" aria-label=${file.name === undefined ? label : wellFormed(file.name)} dir="ltr">
            ${hunks.map((hunk) => this.#renderHunk(hunk, messages))} ${more ? nothing : renderSkipped(file.tail, messages)}
          </div>`}
      ${more ? html`<button part="value-button" type="button" class="tool more" @click=${this.#onMore}>${messages.showMore}</button>` : nothing}
    </figure>`;
  }

  #renderHunk(hunk: Hunk, messages: Messages): TemplateResult {
    return html`${renderSkipped(hunk.skipped, messages)}
    ${this.#split ? pairsOf(hunk.lines).map(([left, right]) => html`<div class="pair">${renderLine(left, messages, 'before')}${renderLine(right, messages, 'after')}</div>`) : hunk.lines.map((line) => renderLine(line, messages))}`;
  }

  readonly #onMore = (event: Event): void => {
    this.#seen += LINES;
    this.#host.requestUpdate();
    void keepFocus(this.#host, event.currentTarget as Element, '.diff-file', '.diff');
  };

  readonly #onSplit = (): void => {
    this.#split = !this.#split;
    this.#host.requestUpdate();
  };
}

function renderSkipped(count: number, messages: Messages): TemplateResult | typeof nothing {
  if (count === 0) return nothing;
  return html`<div part="diff-gap" class="diff-gap">${messages.unchangedLines(count, formatNumber(messages.locale, count))}</div>`;
}

const MARKS = { same: ' ', removed: '−', added: '+' } as const;

/** Told apart by sign, word and ground: never by colour alone. */
function renderLine(line: Line | undefined, messages: Messages, side?: 'before' | 'after'): TemplateResult {
  if (line === undefined) return html`<div class="diff-line none"></div>`;
  const { sign } = line;
  const numbers = side === undefined ? [line.before, line.after] : [line[side]];
  const word = sign === 'same' ? nothing : html`<span class="visually-hidden">${sign === 'added' ? messages.lineAdded : messages.lineRemoved}: </span>`;
  const text = renderMarked(line);
  return html`<div part="diff-line ${sign}" class="diff-line ${sign}">${numbers.map((number) => html`<span class="no" aria-hidden="true">${number ?? ''}</span>`)}<span class="sign" aria-hidden="true">${MARKS[sign]}</span>${word}${
    sign === 'added' ? html`<ins class="line-text">${text}</ins>` : sign === 'removed' ? html`<del class="line-text">${text}</del>` : html`<span class="line-text">${text}</span>`
  }</div>`;
}

function renderMarked({ text, changed }: Line): TemplateResult | string {
  if (changed === undefined) return wellFormed(text);
  const [from, to] = changed;
  return html`${wellFormed(text.slice(0, from))}<span class="changed">${wellFormed(text.slice(from, to))}</span>${wellFormed(text.slice(to))}`;
}

/** What stands in one row when both sides are beside each other. */
function pairsOf(lines: readonly Line[]): readonly (readonly [Line | undefined, Line | undefined])[] {
  const pairs: (readonly [Line | undefined, Line | undefined])[] = [];
  let at = 0;
  const upTo = (end: number): void => {
    for (; at < end; at++) pairs.push([lines[at], lines[at]]);
  };
  for (const { removed, added } of blocksOf(lines)) {
    upTo(Math.min(removed[0] ?? Infinity, added[0] ?? Infinity));
    for (let row = 0; row < Math.max(removed.length, added.length); row++) pairs.push([lines[removed[row] ?? -1], lines[added[row] ?? -1]]);
    at += removed.length + added.length;
  }
  upTo(lines.length);
  return pairs;
}
