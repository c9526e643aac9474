import { hash, HASH_START } from '../../activity/thought-part.js';
import type { WireFrame } from '../../wire/frame.js';

/** Frames of a turn that are remembered, at eight bytes each. */
const LIMIT = 131_072;

/** What is to be done with a frame. */
export interface Passed {
  /** To be read now, in order. */
  readonly frames: readonly WireFrame[];
  /** Frames that came a second time, and are dropped. */
  readonly repeated: number;
  /** The frames begin another turn. */
  readonly anew: boolean;
}

const HELD: Passed = { frames: [], repeated: 0, anew: false };

/** Of a frame only this is kept. A value that cannot be written down is like no other. */
function mark({ data }: WireFrame): number {
  try {
    return hash(typeof data === 'string' ? data : JSON.stringify(data), HASH_START);
  } catch {
    return Number.NaN;
  }
}

/**
 * Tells a turn that is sent again from the next one. Both begin with the same `session`, and no frame has an id; so what
 * follows a second one is held back until it has said all that is known, or something else.
 */
export class Repetition {
  #known: number[] = [];
  #held: WireFrame[] | undefined;

  /** @param opens Whether a turn begins with this frame. */
  pass(frame: WireFrame, opens: boolean): Passed {
    const own = mark(frame);
    if (this.#held === undefined) {
      if (!opens || this.#known.length === 0) return this.#news([frame], false);
      this.#held = [];
    }
    const held = this.#held;
    held.push(frame);
    if (own !== this.#known[held.length - 1]) return this.#news(held, true);
    if (held.length < this.#known.length) return HELD;
    this.#held = undefined;
    return { frames: [], repeated: held.length, anew: false };
  }

  #news(frames: readonly WireFrame[], anew: boolean): Passed {
    if (anew) this.#known = [];
    this.#held = undefined;
    for (const frame of frames) if (this.#known.length < LIMIT) this.#known.push(mark(frame));
    return { frames, repeated: 0, anew };
  }
}
