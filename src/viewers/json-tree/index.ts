import { html, nothing, type LitElement, type TemplateResult } from 'lit';
import { formatBytes, formatNumber } from '../../locales/format.js';
import type { Messages } from '../../locales/messages.js';
import { CopyController } from '../clipboard.js';
import { isList, textOf } from '../data.js';
import { wellFormed } from '../reveal.js';
import type { Viewer, ViewRequest } from '../viewer.js';
import { treeMove, type TreeMove } from './keys.js';
import { leafOf, openSome, rowsOf, TreeNode } from './node.js';
import { SearchBar } from './search-bar.js';
import { styles } from './styles.js';

/** So many rows are seen at first. */
const FIRST = 16;
/** Longer texts are cut in their row, and say so. */
const LONGEST = 1000;
const PREVIEW = 60;

/** A value as a tree whose rows are made when they are opened. One row takes the focus; the keys are those of the ARIA practices. */
export class TreeView implements Viewer {
  static readonly styles = styles;

  readonly #host: LitElement;
  readonly #copy: CopyController;
  readonly #search: SearchBar;
  #root = new TreeNode(undefined);
  #current: TreeNode | undefined;

  constructor(host: LitElement) {
    this.#host = host;
    this.#copy = new CopyController(host);
    this.#search = new SearchBar(host, (match, from) => {
      this.#reveal(match, from);
    });
  }

  render({ value, label, messages }: ViewRequest): TemplateResult {
    if (!Object.is(this.#root.value, value)) {
      this.#root = new TreeNode(value);
      openSome(this.#root, FIRST);
      this.#current = this.#root.children[0];
      this.#search.reset();
    }
    const rows = rowsOf(this.#root);
    const current = this.#current;
    return html`<div part="tree-view" class="tree-view">
      ${this.#search.render(value, messages)}
      <div part="tree" class="tree code" role="tree" aria-label=${label} dir="ltr" @keydown=${this.#onKey} @click=${this.#onClick}>
        ${rows.map((node, at) => this.#renderRow(node, at, messages))}
      </div>
      <div part="tree-foot" class="tree-foot">
        <bdi part="tree-path" class="code tree-path" dir="ltr">${wellFormed(current?.path ?? '$')}</bdi>
        <button part="value-button" type="button" class="tool" @click=${this.#onCopyPath}>${this.#copy.label(messages, 'path', messages.copyPath)}</button>
        <button part="value-button" type="button" class="tool" @click=${this.#onCopyValue}>${this.#copy.label(messages, 'value', messages.copyValue)}</button>
      </div>
    </div>`;
  }

  #renderRow(node: TreeNode, at: number, messages: Messages): TemplateResult {
    const siblings = node.parent?.children ?? [];
    const isCurrent = node === this.#current;
    // The indent is a class: a style attribute would need a hole in the page's policy.
    // eslint-disable-next-line lit-a11y/accessible-name -- the name of a row is its content
    return html`<div part="tree-row" class="tree-row level-${String(Math.min(node.level, 12))}" role="treeitem" data-row=${at}
      tabindex=${isCurrent ? '0' : '-1'} aria-level=${String(node.level)} aria-setsize=${String(siblings.length)}
      aria-posinset=${String(siblings.indexOf(node) + 1)} aria-selected=${isCurrent ? 'true' : 'false'}
      aria-expanded=${node.canOpen ? (node.open ? 'true' : 'false') : nothing}
    ><span class="twisty" aria-hidden="true"></span><span class="tree-text">${renderName(node)}${this.#renderValue(node, messages)}</span></div>`;
  }

  #renderValue(node: TreeNode, messages: Messages): TemplateResult {
    if (node.circular) return html`<span class="muted">[circular]</span>`;
    if (node.count > 0) {
      const words = (isList(node.value as object) ? messages.items : messages.fields)(node.count, formatNumber(messages.locale, node.count));
      const preview = node.open || node.range !== undefined ? '' : previewOf(node.value);
      return html`<span class="tree-count">${node.deep ? messages.truncatedDepth : words}</span>${preview === '' ? nothing : html` <span class="muted">${preview}</span>`}`;
    }
    if (typeof node.value === 'object' && node.value !== null) return html`<span class="muted">${previewOf(node.value)}</span>`;
    const length = typeof node.value === 'string' ? node.value.length : 0;
    if (length <= LONGEST) return html`<bdi class="tree-${typeof node.value}">${wellFormed(leafOf(node.value))}</bdi>`;
    const size = (characters: number): string => formatBytes(messages.locale, characters);
    return html`<bdi class="tree-string">${wellFormed(leafOf(String(node.value).slice(0, LONGEST)))}…</bdi>
      <span class="tree-count">${messages.hiddenRest(size(length - LONGEST), size(length))}</span>`;
  }

  readonly #onKey = (event: KeyboardEvent): void => {
    const current = this.#current;
    if (current === undefined || event.altKey) return;
    if (event.ctrlKey || event.metaKey) {
      // What is selected with the pointer goes first.
      if (event.key === 'c' && String(getSelection()) === '') void this.#copy.copy(current.value, 'value');
      return;
    }
    const move = treeMove(event.key, { rows: rowsOf(this.#root), current });
    if (move === undefined) return;
    event.preventDefault();
    this.#move(move, event.currentTarget as Element);
  };

  readonly #onClick = (event: Event): void => {
    const row = (event.target as Element).closest<HTMLElement>('[role=treeitem]');
    const node = rowsOf(this.#root)[Number(row?.dataset['row'])];
    // A click that ends a selection is not meant for the row.
    if (node === undefined || String(getSelection()) !== '') return;
    this.#current = node;
    this.#move(node.canOpen ? { toggle: [node] } : { to: node }, event.currentTarget as Element);
  };

  #move(move: TreeMove, tree: Element): void {
    if ('to' in move) this.#current = move.to;
    else for (const node of move.toggle) node.open = !node.open;
    this.#host.requestUpdate();
    void this.#host.updateComplete.then(() => {
      tree.querySelector<HTMLElement>('[tabindex="0"]')?.focus({ preventScroll: false });
    });
  }

  /** Opens what a match lies in, and brings it into view; the focus stays in the search. */
  #reveal(match: readonly number[], from: Element): void {
    let node = this.#root;
    for (const index of match) node = node.at(index) ?? node;
    for (let above = node.parent; above !== undefined; above = above.parent) above.open = true;
    this.#current = node;
    this.#host.requestUpdate();
    void this.#host.updateComplete.then(() => {
      const row = from.closest('.tree-view')?.querySelector<HTMLElement>('[tabindex="0"][role="treeitem"]');
      scrollWithin(row);
    });
  }

  readonly #onCopyPath = (): void => {
    void this.#copy.copy(this.#current?.path ?? '$', 'path');
  };

  readonly #onCopyValue = (): void => {
    void this.#copy.copy(this.#current?.range === undefined ? this.#current?.value : this.#current.parent?.value, 'value');
  };
}

/** In the tree's own scroller: the page stays where it is. */
function scrollWithin(row: HTMLElement | null | undefined): void {
  const box = row?.parentElement;
  if (!row || !box) return;
  const [inside, outside] = [row.getBoundingClientRect(), box.getBoundingClientRect()];
  if (inside.top < outside.top) box.scrollTop += inside.top - outside.top;
  else if (inside.bottom > outside.bottom) box.scrollTop += inside.bottom - outside.bottom;
}

function renderName({ key, index, range }: TreeNode): TemplateResult {
  if (range !== undefined) return html`<span class="muted">[${String(range[0])} … ${String(range[1] - 1)}] </span>`;
  return html`<span class="tree-key">${key === undefined ? String(index) : wellFormed(key === '' ? '""' : key)}</span>: `;
}

/** The first characters of a value on one line. */
function previewOf(value: unknown): string {
  let text = '';
  for (const piece of textOf(value)) {
    text += piece.replace(/\s+/gu, ' ').slice(0, PREVIEW);
    if (text.length > PREVIEW) return wellFormed(`${text.slice(0, PREVIEW)}…`);
  }
  return wellFormed(text);
}
