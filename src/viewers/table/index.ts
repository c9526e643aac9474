import { html, nothing, type LitElement, type TemplateResult } from 'lit';
import { formatNumber } from '../../locales/format.js';
import { isRecord, leafText, read, textOf } from '../data.js';
import { keepFocus } from '../focus.js';
import { renderText } from '../links.js';
import { columnsOf } from '../match/table.js';
import { wellFormed } from '../reveal.js';
import type { Viewer, ViewRequest } from '../viewer.js';
import { cellText, isNumeric, sortRows, type Order } from './rows.js';
import { styles } from './styles.js';

const FIRST = 20;
const MORE = 100;
const MOST_COLUMNS = 24;
/** Up to here a text stays on one line: the table scrolls. */
const SHORT = 60;
/** Sorting more rows than these would take longer than a frame. */
const MOST_SORTED = 5000;

/** A list of like objects as a table: heads that stay in sight and sort, a row for each object. */
export class TableView implements Viewer {
  static readonly styles = styles;

  readonly #host: LitElement;
  #value: unknown;
  #rows: readonly unknown[] = [];
  #columns: readonly string[] = [];
  #numeric: ReadonlySet<string> = new Set();
  #order: Order | undefined;
  #seen = FIRST;
  #locale = 'en';

  constructor(host: LitElement) {
    this.#host = host;
  }

  render({ value, label, messages }: ViewRequest): TemplateResult {
    this.#locale = messages.locale;
    if (!Object.is(this.#value, value)) this.#start(value as readonly unknown[]);
    const total = (value as readonly unknown[]).length;
    const columns = this.#columns.slice(0, MOST_COLUMNS);
    const shown = Array.from({ length: Math.min(this.#seen, total) }, (_, index) => read(this.#rows, index));
    const hidden = this.#columns.length - columns.length;
    const format = (n: number): string => formatNumber(messages.locale, n);
    const rowWords = messages.rows(total, format(total));
    return html`<div part="table-box" class="table-box" role="group" tabindex="0" aria-label="${label}: ${rowWords}">
        <table part="table" class="table">
          <caption part="table-caption" class="visually-hidden">${label}: ${rowWords}</caption>
          <thead><tr>${columns.map((column) => this.#renderHead(column, total <= MOST_SORTED))}</tr></thead>
          <tbody>${shown.map((row) => this.#renderRow(row, columns))}</tbody>
        </table>
      </div>
      <div part="table-foot" class="table-foot">
        <span class="muted">${shown.length < total ? messages.progressOf(format(shown.length), rowWords) : rowWords}${hidden > 0 ? html` · ${messages.hiddenColumns(hidden)}` : nothing}</span>
        ${shown.length < total ? html`<button part="value-button" type="button" class="tool" @click=${this.#onMore}>${messages.showMore}</button>` : nothing}
      </div>`;
  }

  #start(value: readonly unknown[]): void {
    this.#value = value;
    this.#rows = value;
    this.#columns = columnsOf(value);
    const sample = Array.from({ length: Math.min(FIRST, value.length) }, (_, index) => read(value, index));
    this.#numeric = new Set(this.#columns.filter((column) => isNumeric(sample, column)));
    this.#order = undefined;
    this.#seen = FIRST;
  }

  #renderHead(column: string, sortable: boolean): TemplateResult {
    const name = html`<bdi>${column === '' ? '""' : wellFormed(column)}</bdi>`;
    const direction = this.#order?.column === column ? this.#order.direction : undefined;
    const kind = this.#numeric.has(column) ? 'number' : nothing;
    if (!sortable) return html`<th part="table-head" scope="col" class=${kind}>${name}</th>`;
    return html`<th part="table-head" scope="col" class=${kind} aria-sort=${direction ?? 'none'}>
      <button type="button" class="sort" @click=${() => { this.#sort(column); }}>${name}<span class="arrow" aria-hidden="true"></span></button>
    </th>`;
  }

  #renderRow(row: unknown, columns: readonly string[]): TemplateResult {
    if (!isRecord(row)) return html`<tr><td part="table-cell" colspan=${columns.length}>${wellFormed(oddRow(row))}</td></tr>`;
    return html`<tr>${columns.map((column) => {
      const text = cellText(row, column);
      const kind = this.#numeric.has(column) ? 'number' : text.length <= SHORT ? 'short' : nothing;
      return html`<td part="table-cell" class=${kind}><bdi>${renderText(text)}</bdi></td>`;
    })}</tr>`;
  }

  /** Up, down, and back to the order that the rows came in. */
  #sort(column: string): void {
    const was = this.#order?.column === column ? this.#order.direction : undefined;
    this.#order = was === 'descending' ? undefined : { column, direction: was === 'ascending' ? 'descending' : 'ascending' };
    const rows = this.#value as readonly unknown[];
    this.#rows = this.#order === undefined ? rows : sortRows(rows, this.#order, this.#locale);
    this.#host.requestUpdate();
  }

  readonly #onMore = (event: Event): void => {
    this.#seen += MORE;
    this.#host.requestUpdate();
    void keepFocus(this.#host, event.currentTarget as Element, '.view', '.table-box');
  };
}

/** A row that is no object stands over all columns. */
function oddRow(row: unknown): string {
  let text = '';
  for (const piece of typeof row === 'object' && row !== null ? textOf(row) : [leafText(row)]) {
    text += piece;
    if (text.length > 200) break;
  }
  return text.slice(0, 200);
}
