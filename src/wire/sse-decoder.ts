import { createParser, type EventSourceParser } from 'eventsource-parser';
import type { WireFrame } from './frame.js';

/** 16 Mi characters of one event, comments aside. */
export const DEFAULT_MAX_EVENT_SIZE = 16 * 1024 * 1024;

export interface SseDecoderOptions {
  /** Characters of one event (all its lines), above which the event is dropped. Default 16 Mi. */
  readonly maxEventSize?: number;
  /** The server's `retry:` in milliseconds. */
  readonly onRetry?: (milliseconds: number) => void;
  /** An event was larger than the limit. It is dropped; the stream goes on with the next one. */
  readonly onTooLarge?: (limit: number) => void;
}

/**
 * Bytes of one event stream → frames. One object per connection: it holds the only text decoder, so that a character
 * split between chunks stays whole, and the unfinished block, which is dropped with it.
 *
 * `eventsource-parser` reads the fields. Cutting the stream into blocks is done here, because (3.1.1) it
 * - does not strip U+FEFF, but strips the text "ï»¿";
 * - holds back an event that ends in a bare CR until the next byte comes;
 * - tells nothing of a block that only moves the id, which by the standard moves the cursor all the same;
 * - dies of an event over its limit, and counts comments into it.
 * The costs are one copy of each line.
 *
 * @see https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation
 */
export class SseDecoder {
  readonly #maxEventSize: number;
  readonly #onTooLarge: ((limit: number) => void) | undefined;
  // `ignoreBOM` leaves the BOM in the text: exactly one is taken off below, whatever the engine does with a split one.
  readonly #text = new TextDecoder('utf-8', { fatal: false, ignoreBOM: true });
  readonly #parser: EventSourceParser;
  #frames: WireFrame[] = [];
  #lines: string[] = [];
  #linesSize = 0;
  #partial: string[] = [];
  #partialSize = 0;
  #tooLarge = false;
  #atStart = true;
  #afterCr = false;
  #lastEventId: string | undefined;

  constructor(options: SseDecoderOptions = {}) {
    this.#maxEventSize = options.maxEventSize ?? DEFAULT_MAX_EVENT_SIZE;
    this.#onTooLarge = options.onTooLarge;
    this.#parser = createParser({
      onEvent: ({ event, data, id }) => {
        if (id !== undefined) this.#lastEventId = id;
        this.#frames.push({ ...(event !== undefined && { event }), data, ...(id !== undefined && { id }) });
      },
      onRetry: (milliseconds) => options.onRetry?.(milliseconds),
    });
    // Ends the parser's own look for a byte order mark.
    this.#parser.feed('\n');
  }

  /**
   * The last id of a whole block, `""` after a block that emptied it, and undefined as long as there was none. An id of
   * an unfinished block is not in it: a server that honours it would skip that event for good.
   */
  get lastEventId(): string | undefined {
    return this.#lastEventId;
  }

  /** Takes any piece of the stream, and returns the events that it completed. */
  push(bytes: Uint8Array): readonly WireFrame[] {
    this.#feed(this.#text.decode(bytes, { stream: true }));
    const frames = this.#frames;
    this.#frames = [];
    return frames;
  }

  /** The stream is over. Of an unfinished block only `retry` counts; its data and id are dropped. */
  end(): void {
    if (!this.#tooLarge && this.#lines.length > 0) this.#parser.feed(`${this.#lines.join('\n')}\n`);
    this.#parser.reset();
    this.#lines = [];
    this.#partial = [];
  }

  #feed(chunk: string): void {
    let text = chunk;
    if (text === '') return;
    if (this.#atStart && text.charCodeAt(0) === 0xfeff) text = text.slice(1);
    this.#atStart = false;
    if (this.#afterCr && text.charCodeAt(0) === 0x0a) text = text.slice(1);
    if (text === '') {
      this.#afterCr = false;
      return;
    }
    this.#afterCr = text.endsWith('\r');
    // One pass and one kind of line end: looking for both kinds at each line is quadratic.
    if (text.includes('\r')) text = text.replace(/\r\n?/g, '\n');
    let start = 0;
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', start)) {
      this.#line(text.slice(start, end));
      start = end + 1;
    }
    this.#hold(text.slice(start));
  }

  /** Keeps the start of a line whose end has not come; only its first character where the rest will not matter. */
  #hold(text: string): void {
    if (text === '') return;
    const first = this.#partial[0] ?? text;
    if (first.startsWith(':') || this.#tooLarge) {
      this.#partial = [first.charAt(0)];
      return;
    }
    this.#partial.push(text);
    this.#partialSize += text.length;
    this.#checkSize();
  }

  #line(rest: string): void {
    const line = this.#partial.length === 0 ? rest : `${this.#partial.join('')}${rest}`;
    this.#partial = [];
    this.#partialSize = 0;
    if (line === '') {
      this.#block();
    } else if (!line.startsWith(':') && !this.#tooLarge) {
      this.#lines.push(line);
      this.#linesSize += line.length;
      this.#checkSize();
    }
  }

  #checkSize(): void {
    if (this.#linesSize + this.#partialSize <= this.#maxEventSize) return;
    this.#tooLarge = true;
    this.#lines = [];
    if (this.#partial.length > 0) this.#partial = ['-'];
  }

  #block(): void {
    const lines = this.#lines;
    const tooLarge = this.#tooLarge;
    this.#lines = [];
    this.#linesSize = 0;
    this.#tooLarge = false;
    if (tooLarge) {
      this.#onTooLarge?.(this.#maxEventSize);
      return;
    }
    if (lines.length === 0) return;
    const before = this.#frames.length;
    this.#parser.feed(`${lines.join('\n')}\n\n`);
    if (this.#frames.length === before) this.#lastEventId = idOf(lines) ?? this.#lastEventId;
  }
}

/** The id of a block without data, by the rules of the field: the last one without NUL counts. */
function idOf(lines: readonly string[]): string | undefined {
  const ids = lines
    .filter((line) => line === 'id' || line.startsWith('id:'))
    .map((line) => line.slice(3).replace(/^ /, ''))
    .filter((id) => !id.includes('\0'));
  return ids.at(-1);
}
