import { html, nothing, type LitElement, type TemplateResult } from 'lit';
import { formatNumber } from '../../locales/format.js';
import type { Messages } from '../../locales/messages.js';
import { CopyController } from '../clipboard.js';
import { renderRest } from '../fields.js';
import { sqlOf, type SqlBlock, type SqlParts } from '../match/sql.js';
import { wellFormed } from '../reveal.js';
import type { Viewer, ViewRequest } from '../viewer.js';
import { tokensOf, type Token } from './highlight.js';
import { styles } from './styles.js';

const NOTHING: SqlParts = { blocks: [], rest: [] };

/** Statements, each with its words told apart and a copy button of its own. The layout is a question only from two on. */
export class SqlView implements Viewer {
  static readonly styles = styles;

  readonly #host: LitElement;
  readonly #copy: CopyController;
  #value: unknown;
  #parts = NOTHING;
  #tokens: readonly (readonly Token[])[] = [];
  #across = false;

  constructor(host: LitElement) {
    this.#host = host;
    this.#copy = new CopyController(host);
  }

  render({ value, messages }: ViewRequest): TemplateResult {
    if (!Object.is(this.#value, value)) {
      this.#value = value;
      this.#parts = sqlOf(value, true) ?? NOTHING;
      this.#tokens = this.#parts.blocks.map(({ text }) => tokensOf(wellFormed(text)));
    }
    const { blocks, rest } = this.#parts;
    const several = blocks.length > 1;
    return html`<div part="sql-view" class="sql-view">
      ${several
        ? html`<div class="sql-bar"><button part="sql-layout" type="button" class="tool" aria-pressed=${this.#across ? 'true' : 'false'} @click=${this.#onLayout}>${messages.sideBySide}</button></div>`
        : nothing}
      <div part="sql-blocks" class="sql-blocks ${several && this.#across ? 'across' : ''}">
        ${blocks.map((block, at) => this.#renderBlock(block, at, messages))}
      </div>
      ${renderRest(rest, messages)}
    </div>`;
  }

  #renderBlock({ name, text }: SqlBlock, at: number, messages: Messages): TemplateResult {
    const alone = typeof this.#value === 'string';
    const title = name ?? (this.#parts.blocks.length > 1 ? messages.query(formatNumber(messages.locale, at + 1)) : 'SQL');
    const key = `sql-${String(at)}`;
    return html`<figure part="sql-block" class="sql-block">
      ${alone
        ? nothing
        : html`<figcaption part="sql-head" class="sql-head">
            <bdi>${wellFormed(title)}</bdi>
            <button part="value-button" type="button" class="tool" aria-label="${this.#copy.label(messages, key)}: ${wellFormed(title)}"
              @click=${() => { void this.#copy.copy(text, key); }}>${this.#copy.label(messages, key)}</button>
          </figcaption>`}
      <pre part="code" class="code sql" tabindex="0"><code>${(this.#tokens[at] ?? []).map((token) => (token.kind === 'plain' ? token.text : html`<span class="sql-${token.kind}">${token.text}</span>`))}</code></pre>
    </figure>`;
  }

  readonly #onLayout = (): void => {
    this.#across = !this.#across;
    this.#host.requestUpdate();
  };
}
