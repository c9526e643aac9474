import type { Approval } from '../activity/state.js';
import type { Clock } from '../wire/clock.js';
import { MAX_TIMER } from '../wire/clock.js';

interface Deadline {
  readonly expiresAt: number;
  /** On the monotonic clock, fixed when the deadline was first seen: a jump of the wall clock expires nothing. */
  readonly due: number;
}

/** Tells when pending approvals pass their deadline, with one timer for the nearest. The server's word may correct it. */
export class ExpiryWatch {
  readonly #clock: Clock;
  readonly #onExpired: (approvalIds: readonly string[]) => void;
  #approvals: ReadonlyMap<string, Approval> | undefined;
  #deadlines = new Map<string, Deadline>();
  #cancel: (() => void) | undefined;

  constructor(clock: Clock, onExpired: (approvalIds: readonly string[]) => void) {
    this.#clock = clock;
    this.#onExpired = onExpired;
  }

  /** Call after each change; costs nothing as long as the map is the same. */
  update(approvals: ReadonlyMap<string, Approval>): void {
    if (approvals === this.#approvals) return;
    this.#approvals = approvals;
    const known = this.#deadlines;
    this.#deadlines = new Map();
    for (const { approvalId, status, expiresAt } of approvals.values()) {
      if (status !== 'pending' || expiresAt === undefined) continue;
      const deadline = known.get(approvalId);
      const due = this.#clock.monotonic() + expiresAt - this.#clock.now();
      this.#deadlines.set(approvalId, deadline?.expiresAt === expiresAt ? deadline : { expiresAt, due });
    }
    this.#arm();
  }

  /** Looks now: a timer may have slept with the page. */
  check(): void {
    const now = this.#clock.monotonic();
    const expired = [...this.#deadlines].filter(([, { due }]) => due <= now).map(([approvalId]) => approvalId);
    // Each is told once, whatever becomes of it.
    for (const approvalId of expired) this.#deadlines.delete(approvalId);
    if (expired.length > 0) this.#onExpired(expired);
    this.#arm();
  }

  stop(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    this.#deadlines.clear();
    this.#approvals = undefined;
  }

  #arm(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    if (this.#deadlines.size === 0) return;
    const nearest = Math.min(...[...this.#deadlines.values()].map(({ due }) => due));
    const wait = Math.min(Math.max(nearest - this.#clock.monotonic(), 0), MAX_TIMER);
    this.#cancel = this.#clock.after(wait, () => {
      this.check();
    });
  }
}
