import type { LitElement, ReactiveController } from 'lit';

const LINE = 20;

/**
 * Knows whether all of the request was on the screen. What is longer than its box scrolls inside it, and approving needs
 * its end to have been reached (A6): the last line of an argument may be the one that matters.
 */
export class ReadingController implements ReactiveController {
  readonly #host: LitElement;
  readonly #box: () => Element | null;
  readonly #sizes = new ResizeObserver(() => this.#measure());
  #watched: Element | null = null;
  #clippedLines = 0;
  #reachedEnd = false;

  constructor(host: LitElement, box: () => Element | null) {
    this.#host = host;
    this.#box = box;
    host.addController(this);
  }

  /** Lines that do not fit into the box, whether or not they were scrolled to. */
  get clippedLines(): number {
    return this.#clippedLines;
  }

  get done(): boolean {
    return this.#clippedLines === 0 || this.#reachedEnd;
  }

  /** Another content: to be read again. */
  reset(): void {
    this.#reachedEnd = false;
    this.#box()?.scrollTo(0, 0);
  }

  hostUpdated(): void {
    const box = this.#box();
    if (box === this.#watched) return;
    this.#sizes.disconnect();
    this.#watched = box;
    if (box === null) return;
    this.#sizes.observe(box);
    for (const child of box.children) this.#sizes.observe(child);
  }

  hostDisconnected(): void {
    this.#sizes.disconnect();
    this.#watched = null;
  }

  readonly onScroll = (): void => this.#measure();

  #measure(): void {
    const box = this.#box();
    if (box === null) return;
    const clipped = box.scrollHeight - box.clientHeight;
    const lines = clipped > 4 ? Math.ceil(clipped / LINE) : 0;
    const atEnd = lines > 0 && clipped - box.scrollTop <= 4;
    if (lines === this.#clippedLines && (this.#reachedEnd || !atEnd)) return;
    // More content came after the end was reached (the rest of a large value): there is a new end.
    if (lines > this.#clippedLines + 1) this.#reachedEnd = false;
    this.#clippedLines = lines;
    this.#reachedEnd ||= atEnd;
    this.#host.requestUpdate();
  }
}
