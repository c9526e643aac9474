import type { ActivityEvent } from '../activity/event.js';
import type { Decoder, Diagnostic, Dialect } from '../dialects/dialect.js';
import type { WireFrame } from '../wire/frame.js';

export interface FrameBatch {
  readonly events: readonly ActivityEvent[];
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

  constructor(report: (diagnostic: Diagnostic) => void, now: () => number) {
    this.#report = report;
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
    const events: ActivityEvent[] = [];
    let ended = false;
    for (const frame of frames) {
      const decoded = this.#decode(dialect, frame);
      events.push(...decoded);
      const terminal = decoded.some(({ type }) => type === 'run.settled' || type === 'run.failed');
      // A decoder drops what it has seen: the end of a run that is replayed after its end shows only here.
      ended ||= terminal || isRepeated(frame, this.#end);
      if (terminal && this.#decoder?.opened === undefined) this.#end = frame;
      if (ended && untilEnd) break;
    }
    return { events, ended };
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

  #decode(dialect: Dialect, frame: WireFrame): readonly ActivityEvent[] {
    return this.#guard(dialect, (decoder) => decoder.decode(frame));
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
