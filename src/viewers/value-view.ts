import { html, nothing, type LitElement, type ReactiveController, type TemplateResult } from 'lit';
import { formatBytes } from '../locales/format.js';
import type { Messages } from '../locales/messages.js';
import { CopyController, download } from './clipboard.js';
import { isTree } from './data.js';
import { renderFields, shown } from './fields.js';
import { chooseViews, type Views } from './kinds.js';
import { hasRows, isLarge, readMore, startReader, type Reader } from './reader.js';
import { ViewSlot } from './view-slot.js';
import type { ViewChoice, ViewName } from './viewer.js';

export interface ValueOptions {
  readonly messages: Messages;
  /** The heading above the value. */
  readonly label: string;
  /** Set beside the heading in code type. */
  readonly note?: string | undefined;
  /** Make characters visible that nobody can see: for what a person is about to approve. */
  readonly reveal?: boolean;
  /** Offer all of a large value, not only its head: for what a person is about to approve. */
  readonly full?: boolean;
  /** Let the value be shown as what it is: a table, a diff, images. Without it, by its fields and as JSON, nothing else. */
  readonly choice?: ViewChoice | undefined;
}

const HEAD = 4096;
/** How much "show all" adds at once, so that one press never freezes the page. */
const CHUNK = 262_144;

/**
 * Shows one value of a host: as what it is, as labelled rows or as JSON, with copy, and by its head where it is large. It
 * holds the small state of that view and renders the host when it changes. The value must have been through `redact`
 * already; keep its identity between renders, for a new value starts the view again.
 */
export class ValueView implements ReactiveController {
  readonly #host: LitElement;
  readonly #kind: 'input' | 'output';
  readonly #copy: CopyController;
  readonly #slot: ViewSlot;
  #reader: Reader | undefined;
  #views: Views | undefined;
  #hint: string | undefined;
  #options: Pick<ValueOptions, 'reveal'> = {};
  /** The view that a press led to, instead of the main one. */
  #other: ViewName | undefined;
  #expanding = false;
  #pressed: Element | undefined;
  #place: Element | undefined;

  constructor(host: LitElement, kind: 'input' | 'output') {
    this.#host = host;
    this.#kind = kind;
    this.#copy = new CopyController(host);
    this.#slot = new ViewSlot(host);
    host.addController(this);
  }

  /** False while a part of the value rendered last is not on the page: nobody should approve that yet. */
  get complete(): boolean {
    const reader = this.#reader;
    return reader === undefined || reader.done || !isLarge(reader.size);
  }

  hostUpdate(): void {
    this.#pressed = this.#host.shadowRoot?.querySelector('.all:focus') ?? undefined;
    this.#place = this.#pressed?.closest('.value') ?? undefined;
  }

  hostUpdated(): void {
    // The button is gone when all is there: on to what it was pressed for, never to the body.
    if (this.#pressed?.isConnected === false) this.#place?.querySelector('pre')?.focus({ preventScroll: true });
    const reader = this.#reader;
    if (!this.#expanding || this.complete || reader === undefined) return;
    setTimeout(() => {
      // Not for a host that has left the page; back in it, a render goes on here.
      if (reader !== this.#reader || !this.#host.isConnected) return;
      readMore(reader, CHUNK, this.#options);
      this.#host.requestUpdate();
    });
  }

  render(value: unknown, options: ValueOptions): TemplateResult {
    const reader = this.#read(value);
    const views = this.#choose(reader, options.choice);
    const { messages, label } = options;
    const view = this.#other !== undefined && views.others.includes(this.#other) ? this.#other : views.main;
    return html`<div part="value ${this.#kind}" class="value" role="group" aria-label=${label}>
      <div part="value-header" class="value-header">
        <span part="value-label" class="value-label">${label}</span>
        ${options.note === undefined ? nothing : html`<bdi part="value-note" class="code note">${shown(options.note, options)}</bdi>`}
        ${views.others.map((each) => this.#renderSwitch(each, view, messages))}
        <button part="value-button" type="button" class="tool" @click=${this.#onCopy}>${this.#copy.label(messages, this.#kind)}</button>
      </div>
      ${this.#renderBody(view, reader, options)} ${this.#renderRest(view, options)}
    </div>`;
  }

  /** The reader of a value; another value starts again. */
  #read(source: unknown): Reader {
    if (this.#reader === undefined || !Object.is(this.#reader.source, source)) {
      this.#reader = startReader(source);
      this.#views = undefined;
      this.#expanding = false;
      this.#copy.forget();
    }
    return this.#reader;
  }

  #choose({ value, size }: Reader, choice: ViewChoice | undefined): Views {
    if (choice === undefined) return hasRows(size) ? { main: 'fields', others: isTree(value) ? ['text'] : [] } : { main: 'text', others: [] };
    if (this.#views === undefined || this.#hint !== choice.hint) {
      this.#views = chooseViews(value, size, choice.hint);
      this.#hint = choice.hint;
      this.#slot.reset();
    }
    return this.#views;
  }

  #renderSwitch(name: ViewName, shownNow: ViewName, { viewAsTree, viewAsJson, viewAsText }: Messages): TemplateResult {
    const text = isTree(this.#reader?.value) ? viewAsJson : viewAsText;
    return html`<button part="value-button" type="button" class="tool" aria-pressed=${name === shownNow ? 'true' : 'false'}
      @click=${() => {
        this.#onSwitch(name);
      }}>${name === 'tree' ? viewAsTree : text}</button>`;
  }

  #renderBody(view: ViewName, reader: Reader, options: ValueOptions): TemplateResult {
    if (view === 'text') return this.#renderText(reader, options);
    if (view === 'fields') {
      const links = options.choice !== undefined;
      return html`<div part="value-body" class="rows">${renderFields(reader.value, { ...options, links })}</div>`;
    }
    const { messages, label, choice } = options;
    const request = { value: reader.value, label, messages, origins: choice?.origins ?? [] };
    return this.#slot.render(view, request, () => this.#renderText(reader, options), choice?.onError);
  }

  #renderText(reader: Reader, options: ValueOptions): TemplateResult {
    if (reader.chunks.length === 0) readMore(reader, isLarge(reader.size) ? HEAD : Infinity, options);
    this.#options = options;
    return html`<pre part="code" class="code" tabindex="0"><code>${reader.chunks.map(
        (chunk) => html`<span>${chunk}</span>`,
      )}</code></pre>`;
  }

  #renderRest(view: ViewName, { messages, full }: ValueOptions): TemplateResult | typeof nothing {
    const reader = this.#reader;
    if (reader === undefined || !isLarge(reader.size)) return nothing;
    const { bytes, exact } = reader.size;
    const [rest = '', total = ''] = [Math.max(1, bytes - reader.length), bytes].map((size) => (exact ? '' : '≥ ') + formatBytes(messages.locale, size));
    const words = view === 'text' ? messages.hiddenRest(rest, total) : total;
    return html`<div part="value-rest" class="value-rest">
      ${this.complete ? nothing : html`<span class="muted">${words}</span>`}
      ${full === true && !this.complete
        ? html`<button part="value-button" type="button" class="tool all" aria-disabled=${this.#expanding ? 'true' : 'false'} @click=${this.#onShowAll}>${messages.showAll}</button>`
        : nothing}
      <button part="value-button" type="button" class="tool" @click=${this.#onDownload}>${messages.download}</button>
    </div>`;
  }

  #onSwitch(name: ViewName): void {
    this.#other = this.#other === name ? undefined : name;
    this.#host.requestUpdate();
  }

  readonly #onShowAll = (): void => {
    if (this.#expanding) return;
    this.#expanding = true;
    this.#host.requestUpdate();
  };

  readonly #onCopy = (): void => {
    void this.#copy.copy(this.#reader?.value, this.#kind);
  };

  readonly #onDownload = (): void => {
    const value = this.#reader?.value;
    void download(value, `${this.#kind}.${isTree(value) ? 'json' : 'txt'}`);
  };
}
