import { html, nothing, type LitElement, type TemplateResult } from 'lit';
import { formatNumber } from '../../locales/format.js';
import type { Messages } from '../../locales/messages.js';
import { search, type Found, type Match } from './search.js';

/** What is looked for in a tree, and where in the matches the reader is. */
export class SearchBar {
  readonly #host: LitElement;
  readonly #onMatch: (match: Match, from: Element) => void;
  #text = '';
  #found: Found | undefined;
  #at = 0;

  constructor(host: LitElement, onMatch: (match: Match, from: Element) => void) {
    this.#host = host;
    this.#onMatch = onMatch;
  }

  reset(): void {
    this.#text = '';
    this.#found = undefined;
  }

  render(value: unknown, messages: Messages): TemplateResult {
    const matches = this.#found?.matches ?? [];
    const none = matches.length === 0;
    return html`<div part="tree-search" class="tree-search">
      <input part="tree-input" class="tree-input" type="search" aria-label=${messages.search} placeholder=${messages.search} autocomplete="off" spellcheck="false"
        maxlength="200" .value=${this.#text} @input=${(event: InputEvent) => void this.#onInput(event, value)} @keydown=${this.#onKey} />
      <output part="tree-matches" class="tree-matches">${this.#words(messages)}</output>
      ${none
        ? nothing
        : html`<button part="value-button" type="button" class="tool step" aria-label=${messages.previousMatch} @click=${(event: Event) => { this.#step(-1, event); }}>↑</button>
            <button part="value-button" type="button" class="tool step" aria-label=${messages.nextMatch} @click=${(event: Event) => { this.#step(1, event); }}>↓</button>`}
    </div>`;
  }

  #words(messages: Messages): string {
    if (this.#found === undefined) return '';
    const { matches, whole } = this.#found;
    if (matches.length === 0) return messages.noMatches;
    const number = (n: number): string => formatNumber(messages.locale, n);
    return messages.progressOf(number(this.#at + 1), number(matches.length) + (whole ? '' : '+'));
  }

  async #onInput(event: InputEvent, value: unknown): Promise<void> {
    const input = event.target as HTMLInputElement;
    const text = (this.#text = input.value);
    const found = text === '' ? undefined : await search(value, text, () => this.#text === text && this.#host.isConnected);
    if (this.#text !== text) return;
    this.#found = found;
    this.#at = 0;
    this.#go(input);
  }

  readonly #onKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.isComposing) return;
    event.preventDefault();
    this.#step(event.shiftKey ? -1 : 1, event);
  };

  #step(by: number, event: Event): void {
    const count = this.#found?.matches.length ?? 0;
    if (count === 0) return;
    this.#at = (this.#at + by + count) % count;
    this.#go(event.currentTarget as Element);
  }

  #go(from: Element): void {
    const match = this.#found?.matches[this.#at];
    if (match === undefined) this.#host.requestUpdate();
    else this.#onMatch(match, from);
  }
}
