import type { Approval } from '../activity/state.js';
import { type Clock, MAX_TIMER } from '../wire/clock.js';

/**
 * Tells when approvals that nobody has answered, or whose answer still waits here, pass their deadline, with one timer for
 * the nearest. Measured with the clock it is given, which must not jump (`ServerClock`). The server's word may correct it.
 */
export class ExpiryWatch {
  readonly #clock: Clock;
  readonly #onExpired: (approvalIds: readonly string[]) => void;
  #approvals: ReadonlyMap<string, Approval> | undefined;
  #deadlines = new Map<string, number>();
  #cancel: (() => void) | undefined;
  #resting = false;

  constructor(clock: Clock, onExpired: (approvalIds: readonly string[]) => void) {
    this.#clock = clock;
    this.#onExpired = onExpired;
  }

  /** Call after each batch of events: approvals may have changed, and what is known of the server's time. */
  update(approvals: ReadonlyMap<string, Approval>): void {
    if (approvals !== this.#approvals) {
      this.#approvals = approvals;
      this.#deadlines.clear();
      for (const { approvalId, status, collected, expiresAt } of approvals.values()) {
        const waits = status === 'pending' || collected === true;
        if (waits && expiresAt !== undefined) this.#deadlines.set(approvalId, expiresAt);
      }
    }
    this.#arm();
  }

  /** Looks now: a timer may have slept with the page. */
  check(): void {
    const now = this.#clock.now();
    const expired = [...this.#deadlines].filter(([, expiresAt]) => expiresAt <= now).map(([approvalId]) => approvalId);
    // Each is told once, whatever becomes of it.
    for (const approvalId of expired) this.#deadlines.delete(approvalId);
    this.#arm();
    if (expired.length > 0) this.#onExpired(expired);
  }

  /** Without a timer while nobody can see it; looks at once when somebody can again. */
  rest(on: boolean): void {
    if (on === this.#resting) return;
    this.#resting = on;
    if (on) this.#arm();
    else this.check();
  }

  stop(): void {
    this.#deadlines.clear();
    this.#approvals = undefined;
    this.#arm();
  }

  #arm(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    if (this.#resting || this.#deadlines.size === 0) return;
    const left = Math.min(...this.#deadlines.values()) - this.#clock.now();
    this.#cancel = this.#clock.after(Math.min(Math.max(left, 0), MAX_TIMER), () => {
      this.check();
    });
  }
}
