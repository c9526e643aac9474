import { html, nothing, type TemplateResult } from 'lit';
import { formatBytes } from '../locales/format.js';
import type { Messages } from '../locales/messages.js';
import { wellFormed } from './reveal.js';

/** More than this of a text that still grows is not shown: only its end, where it grows. */
const MOST = 65_536;
const TAIL = 4096;
/** A piece that has grown to this is done, so that a fragment costs its own length and not that of the whole. */
const PIECE = 2048;
/** Looked at to see that it is still the same text. */
const SEAM = 64;

/** A text that grows while it is shown, such as the arguments of a call: each fragment changes the last text node only. */
export class StreamText {
  #text = '';
  #pieces: string[] = [];
  /** Where the last piece, which still grows, begins. */
  #start = 0;

  /** The pieces of the text as they are shown, in order; those that are done keep their identity. */
  take(text: string): readonly string[] {
    const grown = text.length >= this.#text.length && text.startsWith(this.#text.slice(-SEAM), Math.max(0, this.#text.length - SEAM));
    if (!grown) {
      this.#pieces = [];
      this.#start = 0;
    }
    this.#text = text;
    if (text.length > MOST) return [wellFormed(text.slice(-TAIL).replace(/^[\uDC00-\uDFFF]/u, ''))];
    this.#pieces.length = Math.max(0, this.#pieces.length - (grown ? 1 : 0));
    for (;;) {
      const end = cutAfter(text, this.#start + PIECE);
      this.#pieces.push(wellFormed(text.slice(this.#start, end)));
      if (end === text.length) return this.#pieces;
      this.#start = end;
    }
  }

  render(text: string, messages: Messages): TemplateResult {
    const pieces = this.take(text);
    const size = (length: number): string => formatBytes(messages.locale, length);
    return html`${text.length <= MOST ? nothing : html`<p class="muted small">${messages.hiddenRest(size(text.length - TAIL), size(text.length))}</p>`}
      <pre part="code" class="code" tabindex="0"><code>${pieces.map((piece) => html`<span>${piece}</span>`)}</code></pre>`;
  }
}

/** The place, or the one after it: never between the halves of one character. */
function cutAfter(text: string, place: number): number {
  return Math.min(text.length, /[\uD800-\uDBFF]/.test(text.charAt(place - 1)) ? place + 1 : place);
}
