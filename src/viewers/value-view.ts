import { html, nothing, type LitElement, type ReactiveController, type TemplateResult } from 'lit';
import { formatBytes } from '../locales/format.js';
import type { Messages } from '../locales/messages.js';
import { isTree, measure, textOf, type Size } from './data.js';
import { renderFields, shown } from './fields.js';

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
}

/** Above this many characters a value is shown by its head, its size and ways to get the rest. */
const LARGE = 65_536;
const HEAD = 4096;
/** How much "show all" adds at once, so that one press never freezes the page. */
const CHUNK = 262_144;
/** More values than these are read as text: rows by the hundred help nobody. */
const MOST_ROWS = 200;
const MOST_LINES = 4000;
const FEEDBACK = 2000;

/** A value read as text, as far as it is shown. */
interface Reader {
  /** What was asked for. */
  readonly source: unknown;
  /** What is shown: the same, unless it cannot be read at all. */
  readonly value: unknown;
  readonly size: Size;
  readonly pieces: Iterator<string, undefined>;
  /** As they are shown: made once, for a long text would be gone through again at each render. */
  readonly chunks: string[];
  /** Characters read so far. */
  length: number;
  done: boolean;
}

/**
 * Shows one value of a host: as labelled rows or as JSON, with copy, and by its head where it is large. It holds the
 * small state of that view and renders the host when it changes. The value must have been through `redact` already;
 * keep its identity between renders, for a new value starts the view again.
 */
export class ValueView implements ReactiveController {
  readonly #host: LitElement;
  readonly #kind: 'input' | 'output';
  #reader: Reader | undefined;
  #options: Pick<ValueOptions, 'reveal'> = {};
  #json = false;
  #expanding = false;
  #pressed: Element | undefined;
  #place: Element | undefined;
  #feedback: 'copied' | 'copyFailed' | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(host: LitElement, kind: 'input' | 'output') {
    this.#host = host;
    this.#kind = kind;
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
      read(reader, CHUNK, this.#options);
      this.#host.requestUpdate();
    });
  }

  hostDisconnected(): void {
    clearTimeout(this.#timer);
    this.#feedback = undefined;
  }

  render(value: unknown, options: ValueOptions): TemplateResult {
    const reader = this.#read(value);
    const { messages } = options;
    return html`<div part="value ${this.#kind}" class="value" role="group" aria-label=${options.label}>
      <div part="value-header" class="value-header">
        <span part="value-label" class="value-label">${options.label}</span>
        ${options.note === undefined ? nothing : html`<bdi part="value-note" class="code note">${shown(options.note, options)}</bdi>`}
        ${isTree(reader.value) && this.#hasRows()
          ? html`<button part="value-button" type="button" class="tool" aria-pressed=${this.#json ? 'true' : 'false'} @click=${this.#onToggle}>${messages.viewAsJson}</button>`
          : nothing}
        <button part="value-button" type="button" class="tool" @click=${this.#onCopy}>${this.#feedback ? messages[this.#feedback] : messages.copy}</button>
      </div>
      ${this.#renderBody(reader, options)} ${this.#renderRest(options)}
    </div>`;
  }

  /** The reader of a value; another value starts again. */
  #read(source: unknown): Reader {
    if (this.#reader === undefined || !Object.is(this.#reader.source, source)) {
      const [value, size] = measured(source);
      this.#reader = { source, value, size, pieces: textOf(value), chunks: [], length: 0, done: false };
      this.#expanding = false;
      this.#feedback = undefined;
    }
    return this.#reader;
  }

  #hasRows(): boolean {
    const size = this.#reader?.size;
    return size !== undefined && !isLarge(size) && size.nodes <= MOST_ROWS;
  }

  #renderBody(reader: Reader, options: ValueOptions): TemplateResult {
    const plain = !isTree(reader.value);
    if (this.#hasRows() && (plain || !this.#json)) {
      return html`<div part="value-body" class="rows">${renderFields(reader.value, options)}</div>`;
    }
    if (reader.chunks.length === 0) read(reader, isLarge(reader.size) ? HEAD : Infinity, options);
    this.#options = options;
    return html`<pre part="code" class="code" tabindex="0"><code>${reader.chunks.map(
        (chunk) => html`<span>${chunk}</span>`,
      )}</code></pre>`;
  }

  #renderRest({ messages, full }: ValueOptions): TemplateResult | typeof nothing {
    const reader = this.#reader;
    if (reader === undefined || !isLarge(reader.size)) return nothing;
    const { bytes, exact } = reader.size;
    const [rest, total] = [Math.max(1, bytes - reader.length), bytes].map((size) => (exact ? '' : '≥ ') + formatBytes(messages.locale, size));
    return html`<div part="value-rest" class="value-rest">
      ${this.complete ? nothing : html`<span class="muted">${messages.hiddenRest(rest ?? '', total ?? '')}</span>`}
      ${full === true && !this.complete
        ? html`<button part="value-button" type="button" class="tool all" aria-disabled=${this.#expanding ? 'true' : 'false'} @click=${this.#onShowAll}>${messages.showAll}</button>`
        : nothing}
      <button part="value-button" type="button" class="tool" @click=${this.#onDownload}>${messages.download}</button>
    </div>`;
  }

  readonly #onToggle = (): void => {
    this.#json = !this.#json;
    this.#host.requestUpdate();
  };

  readonly #onShowAll = (): void => {
    if (this.#expanding) return;
    this.#expanding = true;
    this.#host.requestUpdate();
  };

  readonly #onCopy = async (): Promise<void> => {
    const reader = this.#reader;
    if (reader === undefined) return;
    try {
      await navigator.clipboard.writeText([...textOf(reader.value)].join(''));
      this.#feedback = 'copied';
    } catch {
      // No permission, or no clipboard outside of a secure context.
      this.#feedback = 'copyFailed';
    }
    this.#host.requestUpdate();
    this.#after(FEEDBACK, () => {
      this.#feedback = undefined;
    });
  };

  readonly #onDownload = (): void => {
    const reader = this.#reader;
    if (reader === undefined) return;
    const url = URL.createObjectURL(new Blob([...textOf(reader.value)], { type: 'text/plain' }));
    const link = document.createElement('a');
    link.href = url;
    link.download = `${this.#kind}.${isTree(reader.value) ? 'json' : 'txt'}`;
    link.click();
    setTimeout(() => {
      URL.revokeObjectURL(url);
    }, 10_000);
  };

  #after(milliseconds: number, change: () => void): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      change();
      this.#host.requestUpdate();
    }, milliseconds);
  }
}

/** A host may hand in what throws at any touch, such as a revoked proxy. */
function measured(value: unknown): [value: unknown, size: Size] {
  try {
    return [value, measure(value)];
  } catch {
    return ['[unreadable]', measure('[unreadable]')];
  }
}

function isLarge(size: Size): boolean {
  return !size.exact || size.bytes > LARGE || size.nodes > MOST_LINES;
}

/** Takes about `limit` characters more from the reader, as one chunk. */
function read(reader: Reader, limit: number, options: Pick<ValueOptions, 'reveal'>): void {
  let chunk = '';
  while (chunk.length < limit) {
    const next = reader.pieces.next();
    if (next.done === true) {
      reader.done = true;
      break;
    }
    chunk += next.value;
  }
  reader.length += chunk.length;
  if (chunk !== '') reader.chunks.push(shown(chunk, options));
}
