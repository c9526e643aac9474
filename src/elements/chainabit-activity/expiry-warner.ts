import type { LitElement } from 'lit';
import type { Approval } from '../../activity/state.js';
import { formatSeconds } from '../../locales/format.js';
import type { FeedMessages } from '../../locales/messages.js';
import { levelOf, roundedUp, type Level } from '../internal/deadline.js';
import { TickController } from '../internal/ticker.js';

export interface WarnerOptions {
  readonly approvals: () => Iterable<Approval>;
  /** Epoch ms of the server's clock. */
  readonly now: () => number;
  readonly words: () => FeedMessages;
  readonly subject: (approval: Approval) => string;
  readonly say: (sentence: string) => void;
}

/**
 * Speaks up when a question is about to expire: once when a minute is left, once at ten seconds. One whose deadline is
 * nearer than that from the start gets the nearest of these alone.
 */
export class ExpiryWarner {
  readonly #options: WarnerOptions;
  /** Level and deadline that were spoken of, by approval: a new deadline is warned of again. */
  readonly #spoken = new Map<string, string>();

  constructor(host: LitElement, options: WarnerOptions) {
    this.#options = options;
    new TickController(
      host,
      () => [...options.approvals()].some(isWaiting),
      () => this.#look(),
    );
  }

  #look(): void {
    const { approvals, now, words, subject, say } = this.#options;
    for (const approval of approvals()) {
      if (!isWaiting(approval)) continue;
      const left = approval.expiresAt - now();
      if (!this.#isNews(approval, levelOf(left))) continue;
      const messages = words();
      say(messages.announceExpiring(subject(approval), formatSeconds(messages.locale, roundedUp(left), 'long')));
    }
  }

  #isNews({ approvalId, expiresAt }: Approval, level: Level): boolean {
    if (level !== 'warning' && level !== 'urgent') return false;
    const key = `${level} ${String(expiresAt)}`;
    if (this.#spoken.get(approvalId) === key) return false;
    this.#spoken.set(approvalId, key);
    return true;
  }
}

function isWaiting(approval: Approval): approval is Approval & { readonly expiresAt: number } {
  return approval.status === 'pending' && approval.expiresAt !== undefined;
}
