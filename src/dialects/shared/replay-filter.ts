import type { WireFrame } from '../../wire/frame.js';

/** Frames that are remembered, at eight bytes each. A longer stream is taken as it comes. */
const LIMIT = 131_072;

/** 53 bits over event name and data, so that no text is kept. Nothing where the data cannot be written down. */
function digest({ event, data }: WireFrame): number | undefined {
  let text: string;
  try {
    text = `${event ?? ''}\n${typeof data === 'string' ? data : JSON.stringify(data)}`;
  } catch {
    return undefined;
  }
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    high = Math.imul(high ^ unit, 0x9e3779b1);
    low = Math.imul(low ^ unit, 0x5f356495);
  }
  return (high >>> 0) * 0x200000 + ((low >>> 0) & 0x1fffff);
}

/** What is to be done with a frame. */
export interface Passed {
  /** To be read now, in order. */
  readonly frames: readonly WireFrame[];
  /** All that was known, come a second time. */
  readonly repeated: readonly WireFrame[];
  /** The last of `frames` may be the first of a replay. */
  readonly begins?: boolean;
}

const held: Passed = { frames: [], repeated: [] };

/**
 * Tells a replay from news on a stream without ids and cursor, whose server may send everything again to a connection that
 * is opened again. What might be a replay is held back until it has caught up with what is known, and then dropped; or
 * until it differs, and then it was news.
 */
export class ReplayFilter {
  /** How many frames of what may be a replay are read at once, since they may as well be news that somebody waits for. */
  readonly #eager: 0 | 1;
  #known: (number | undefined)[] = [];
  #held: WireFrame[] = [];
  #mode: 'live' | 'maybe' | 'reopened' = 'live';

  constructor({ eager }: { readonly eager: boolean }) {
    this.#eager = eager ? 1 : 0;
  }

  /** Another connection was opened: it may begin at the beginning, or be another stream altogether. */
  reopened(): void {
    this.#held = [];
    this.#mode = this.#known.length > 0 ? 'reopened' : 'live';
  }

  /** @param mayBegin A replay without a new connection may begin with this frame. */
  pass(frame: WireFrame, mayBegin: boolean): Passed {
    const mark = digest(frame);
    if (this.#mode === 'live') return mayBegin && mark !== undefined && mark === this.#known[0] ? this.#begin(frame) : this.#take(frame, mark);
    if (mark === undefined || mark !== this.#known[this.#held.length]) return this.#release(frame, mayBegin);
    this.#held.push(frame);
    return this.#held.length < this.#known.length ? held : this.#caughtUp();
  }

  #begin(frame: WireFrame): Passed {
    this.#mode = 'maybe';
    this.#held = [frame];
    if (this.#known.length === 1) return this.#caughtUp();
    return this.#eager === 1 ? { frames: [frame], repeated: [], begins: true } : held;
  }

  #caughtUp(): Passed {
    const repeated = this.#held;
    this.#held = [];
    this.#mode = 'live';
    return { frames: [], repeated };
  }

  #take(frame: WireFrame, mark: number | undefined): Passed {
    if (this.#known.length < LIMIT) this.#known.push(mark);
    return { frames: [frame], repeated: [] };
  }

  /** It was no replay. After a new connection it is another stream, and what was before it will not come again. */
  #release(frame: WireFrame, mayBegin: boolean): Passed {
    const news = this.#held;
    const read = this.#mode === 'maybe' ? this.#eager : 0;
    const again = mayBegin && this.#mode === 'maybe';
    if (this.#mode === 'reopened') this.#known = [];
    this.#held = [];
    this.#mode = 'live';
    for (const one of news) this.#take(one, digest(one));
    const last = this.pass(frame, again);
    return { ...last, frames: [...news.slice(read), ...last.frames] };
  }
}
