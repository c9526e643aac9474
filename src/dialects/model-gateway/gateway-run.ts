import { trim } from '../shared/bounded.js';
import type { RunRecord } from '../shared/run-book.js';
import { ApprovalBook } from './approval-book.js';

/** Attempts that are over and remembered, to know their late deltas. */
const ATTEMPT_LIMIT = 4096;

/** Where a delta stands: which try of which step. */
export interface Attempt {
  readonly key: string;
  readonly step: number | undefined;
}

/** One run of the gateway, as its stream tells it. No text is kept. */
export class GatewayRun implements RunRecord {
  id?: string;
  phase: 'new' | 'open' | 'over' = 'new';
  readonly book = new ApprovalBook();
  /** Parts of reasoning that may go on. */
  readonly parts = new Set<string>();
  /** The message that is being written, or was last. */
  message: { readonly id: string; done: boolean; streamed: boolean } | undefined;
  #attempt: Attempt | undefined;
  #messages = 0;
  readonly #past = new Set<string>();

  /**
   * Takes note of a delta's attempt. `late`: it belongs to one that is over. `again`: its step was begun anew, and what the
   * attempt before had said is void.
   */
  enter(attempt: Attempt): 'goes-on' | 'again' | 'late' {
    const current = this.#attempt;
    if (this.#past.has(attempt.key)) return 'late';
    if (current?.key === attempt.key) return 'goes-on';
    const known = current?.step !== undefined && attempt.step !== undefined;
    if (known && attempt.step < current.step) return 'late';
    const again = known && attempt.step === current.step && !this.#past.has(current.key);
    if (current !== undefined) this.leave(current.key);
    this.#attempt = attempt;
    return again ? 'again' : 'goes-on';
  }

  /** The attempt is over: what still comes of it was lost on the way and overtaken. */
  leave(key = this.#attempt?.key): void {
    if (key === undefined) return;
    this.#past.add(key);
    trim(this.#past, ATTEMPT_LIMIT);
  }

  /** The message that text of the current attempt belongs to. */
  writing(): NonNullable<GatewayRun['message']> {
    if (this.message === undefined || this.message.done) {
      this.#messages += 1;
      this.message = { id: `${this.id ?? 'run'}:${String(this.#messages)}`, done: false, streamed: false };
    }
    return this.message;
  }
}
