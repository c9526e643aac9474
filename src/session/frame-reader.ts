import type { ActivityEvent } from '../activity/event.js';
import type { Break, Decoder, Diagnostic, Dialect } from '../dialects/dialect.js';
import type { WireFrame } from '../wire/frame.js';

/** What one frame came to. */
export interface Reading {
  readonly id: string | undefined;
  readonly events: readonly ActivityEvent[];
  /** It does not go on from the frame before it. */
  readonly breaks?: Break | undefined;
  /** It was here before, and tells nothing of where the stream is. */
  readonly repeats?: boolean;
}

export interface FrameBatch {
  readonly readings: readonly Reading[];
  /** A terminal event is in it, or one that was here before came again. */
  readonly ended: boolean;
}

/** The same frame again, by its id or, where it has none, by its text. */
function isRepeated(frame: WireFrame, known: WireFrame | undefined): boolean {
  if (known === undefined || frame.id !== known.id) return false;
  const isNamed = frame.id !== undefined && frame.id !== '';
  return isNamed || (frame.event === known.event && frame.data === known.data);
}

/**
 * The one decoder that frames of the wire and frames of `push()` share. It outlives connections, which is what makes a
 * replay harmless.
 */
export class FrameReader {
  readonly #report: (diagnostic: Diagnostic) => void;
  readonly #now: () => number;
  #dialect: Dialect | undefined;
  #decoder: Decoder | undefined;
  #end: WireFrame | undefined;
  /** What the decoder said of the frame that it has now. */
  #said: { breaks?: Break; repeats?: boolean } = {};

  constructor(report: (diagnostic: Diagnostic) => void, now: () => number) {
    this.#report = (diagnostic) => {
      if (diagnostic.code === 'gap' || diagnostic.code === 'restart') this.#said.breaks = diagnostic.code;
      if (diagnostic.code === 'duplicate') this.#said.repeats = true;
      report(diagnostic);
    };
    this.#now = now;
  }

  /** Starts anew, as another stream does. */
  reset(): void {
    this.#decoder = undefined;
    this.#end = undefined;
  }

  /**
   * Decodes a batch. With `untilEnd` nothing after the frame of the terminal event is taken, so that it does not matter
   * whether more had arrived in the same chunk.
   */
  read(dialect: Dialect, frames: readonly WireFrame[], untilEnd: boolean): FrameBatch {
    const readings: Reading[] = [];
    let ended = false;
    for (const frame of frames) {
      this.#said = {};
      const events = this.#guard(dialect, (decoder) => decoder.decode(frame));
      const { breaks, repeats } = this.#said;
      readings.push({ id: frame.id, events, breaks, repeats: repeats === true && events.length === 0 });
      const terminal = events.some(({ type }) => type === 'run.settled' || type === 'run.failed');
      // A decoder drops what it has seen: the end of a run that is replayed after its end shows only here.
      ended ||= terminal || isRepeated(frame, this.#end);
      if (terminal && this.#decoder?.tellsReplay !== true) this.#end = frame;
      if (ended && untilEnd) break;
    }
    return { readings, ended };
  }

  /** A connection was opened. */
  opened(dialect: Dialect): void {
    this.#guard(dialect, (decoder) => {
      decoder.opened?.();
      return [];
    });
  }

  /** The body of the stream ended. */
  end(dialect: Dialect): readonly ActivityEvent[] {
    return this.#guard(dialect, (decoder) => decoder.end?.() ?? []);
  }

  /** A dialect may be the host's own: an error in it costs one frame, not the connection. */
  #guard(dialect: Dialect, use: (decoder: Decoder) => readonly ActivityEvent[]): readonly ActivityEvent[] {
    if (dialect !== this.#dialect) this.reset();
    this.#dialect = dialect;
    try {
      this.#decoder ??= dialect.createDecoder({ report: this.#report, now: this.#now });
      return use(this.#decoder);
    } catch {
      this.#report({ code: 'malformed', reason: `The dialect "${dialect.name}" failed on a frame` });
      return [];
    }
  }
}
