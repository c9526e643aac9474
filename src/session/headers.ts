import type { Clock } from '../wire/clock.js';
import type { HeaderRecord, HeadersInput } from './config.js';

/** A headers function that takes longer counts as failed: everything waits for it. */
const TIMEOUT = 30_000;

/** The headers could not be had. Without a cause: an engine's error for a bad value may quote the token. */
export class HeadersError extends Error {
  override readonly name = 'HeadersError';
}

/**
 * The host's headers. A function is called afresh for each attempt and each request; whoever asks while a call is in
 * flight shares its result, so that a lost session does not start ten sign-ins.
 */
export class HeaderSource {
  readonly #clock: Clock;
  #input: HeadersInput | undefined;
  #inFlight: Promise<HeaderRecord> | undefined;
  readonly #timers = new Set<() => void>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  set(input: HeadersInput | undefined): void {
    if (input !== this.#input) this.#inFlight = undefined;
    this.#input = input;
  }

  /** Rejects with a `HeadersError` only. */
  get(): Promise<HeaderRecord> {
    const input = this.#input;
    if (typeof input !== 'function') return settle(() => input);
    if (this.#inFlight) return this.#inFlight;
    const call = this.#withTimeout(settle(input));
    this.#inFlight = call;
    const done = (): void => {
      if (this.#inFlight === call) this.#inFlight = undefined;
    };
    call.then(done, done);
    return call;
  }

  /** Stops the timers of calls that hang. */
  dispose(): void {
    this.#inFlight = undefined;
    for (const cancel of this.#timers) cancel();
    this.#timers.clear();
  }

  #withTimeout(call: Promise<HeaderRecord>): Promise<HeaderRecord> {
    return new Promise((resolve, reject) => {
      const cancel = this.#clock.after(TIMEOUT, () => {
        this.#timers.delete(cancel);
        reject(new HeadersError('The headers function did not answer'));
      });
      this.#timers.add(cancel);
      const stop = (): void => {
        cancel();
        this.#timers.delete(cancel);
      };
      call.finally(stop).then(resolve, reject);
    });
  }
}

async function settle(get: () => ReturnType<Extract<HeadersInput, () => unknown>>): Promise<HeaderRecord> {
  try {
    const headers = (await get()) ?? {};
    // Throws here, and not in fetch, for what is no header.
    return Object.fromEntries(new Headers(headers));
  } catch {
    throw new HeadersError('The headers are not available');
  }
}
