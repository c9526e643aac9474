import { fault, type SessionFault } from './fault.js';
import { type History, loadHistory } from './hydration.js';
import type { Intake } from './intake.js';
import type { Requests } from './requests.js';

/** Breaks in one connection that the history is asked to fill. A stream with more of them breaks at every event. */
const MAX_FILLS = 5;

export interface HistoryKeeperOptions {
  readonly requests: Requests;
  readonly intake: Intake;
  readonly report: (fault: SessionFault) => void;
  /** `historySrc` of the configuration in force. */
  readonly src: () => string | undefined;
  /** A stream follows, so that a call in execution goes on. */
  readonly hasStream: () => boolean;
  /** Where the next attempt goes on from. */
  readonly place: { cursor: string | undefined; readonly goOnFrom: (cursor: string) => boolean };
}

/**
 * When the history is loaded: before the stream, and again where the stream turns out to lack events. What came of that
 * is always told: `resynced`, or `events-lost` where nothing could fill the break.
 */
export class HistoryKeeper {
  readonly #options: HistoryKeeperOptions;
  #isLoaded = false;
  /** Events are missing from the state, and that was told. */
  #isLossy = false;
  #fills = 0;
  #filling: AbortController | undefined;

  constructor(options: HistoryKeeperOptions) {
    this.#options = options;
  }

  /** Before the first attempt, unless it is there already. A failure is told, and the stream is opened all the same. */
  async loadFirst(signal: AbortSignal): Promise<void> {
    if (this.#isLoaded) return;
    const history = await this.#load(signal);
    if (history === undefined) return;
    this.#goOnFrom(history.cursor);
    this.#options.intake.restore(history.persisted, this.#options.hasStream());
    if (!history.incomplete && this.#isLossy) this.#tellResynced();
  }

  /** Frames do not go on from those before. `true`: hold what comes, the history will be there or not, but soon. */
  fill(): boolean {
    this.#isLoaded = false;
    if (!this.#options.src() || this.#fills >= MAX_FILLS) {
      this.#tellLost();
      return false;
    }
    this.#fills += 1;
    void this.#fill();
    return true;
  }

  /** By hand, beside a stream that goes on. Nothing where nothing is missing. */
  fillNow(): void {
    if (this.#isLoaded || !this.#options.src() || this.#filling) return;
    this.#options.intake.holdFrames();
    void this.#fill();
  }

  /**
   * The server refused the cursor. With a history the next attempt goes on from there; when that is refused too, and
   * without one, it takes what the server has.
   */
  async startOver(signal: AbortSignal, again: boolean): Promise<void> {
    const { intake, place } = this.#options;
    const refused = place.cursor;
    place.cursor = undefined;
    this.#isLoaded &&= again;
    if (again) return;
    const release = intake.hold();
    try {
      const history = await this.#load(signal);
      if (signal.aborted) return;
      if (history === undefined || history.incomplete) {
        this.#tellLost();
        return;
      }
      // The one that was refused is tried no more.
      if (history.cursor !== undefined && history.cursor !== refused) {
        intake.beginAnew();
        place.cursor = history.cursor;
      }
      intake.restore(history.persisted, true);
      this.#tellResynced();
    } finally {
      release();
    }
  }

  /** A connection was opened: what comes next may be any part of the stream. */
  opened(): void {
    this.#options.intake.opened();
    this.#fills = 0;
  }

  /** The connection is closed on purpose: what is held counts as it is. */
  stop(): void {
    if (!this.#filling) return;
    this.#filling.abort();
    this.#filling = undefined;
    this.#options.intake.release();
    this.#tellLost();
  }

  /** Another stream. */
  forget(): void {
    this.#options.place.cursor = undefined;
    this.#filling?.abort();
    this.#filling = undefined;
    this.#isLoaded = false;
    this.#isLossy = false;
  }

  async #fill(): Promise<void> {
    const { intake } = this.#options;
    const filling = (this.#filling = new AbortController());
    const history = await this.#load(filling.signal);
    if (filling.signal.aborted) return;
    this.#filling = undefined;
    const fills = history !== undefined && !history.incomplete && !intake.isBehind(history.cursor);
    this.#isLoaded = fills;
    // Told last, when the state is whole again; what is released may break once more.
    if (fills && this.#comesAgain(history.cursor)) intake.replaceHeld(history);
    else intake.release(fills ? history : undefined);
    if (fills) this.#tellResynced();
    else this.#tellLost();
  }

  /** Where nobody can tell which of the held events a history covers, the stream is opened again after it. */
  #comesAgain(cursor: string | undefined): boolean {
    const { intake, place } = this.#options;
    return cursor !== undefined && intake.isUnclear(cursor) && place.goOnFrom(cursor);
  }

  /** A failure is told. Undefined where there is none to load, and after an abort. */
  async #load(signal: AbortSignal): Promise<History | undefined> {
    const { requests, src, report } = this.#options;
    const address = src();
    if (!address) return undefined;
    const history = await loadHistory(requests, address, signal);
    if (signal.aborted) return undefined;
    this.#isLoaded = !history.incomplete;
    if (history.incomplete) report(fault('history-failed', { retryable: true, cause: history.cause }));
    return history;
  }

  /** A history and the events after its cursor belong together, wherever the stream had been. */
  #goOnFrom(next: string | undefined): void {
    const { intake, place } = this.#options;
    if (next === undefined) return;
    if (place.cursor !== undefined && place.cursor !== next) intake.beginAnew();
    place.cursor = next;
  }

  #tellResynced(): void {
    this.#isLossy = false;
    this.#options.report(fault('resynced'));
  }

  #tellLost(): void {
    if (this.#isLossy) return;
    this.#isLossy = true;
    this.#options.report(fault('events-lost', { retryable: Boolean(this.#options.src()) }));
  }
}
