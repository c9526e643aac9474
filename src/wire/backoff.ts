/** The window of the first reconnect when the server named none. */
const BASE = 1_000;
/** The widest window of the fast attempts. */
const CAP = 30_000;
/** Attempts after which a server is taken to be down for longer. */
const FAST_ATTEMPTS = 10;
/** The window after that: never sooner, never later. */
const SLOW = { from: 30_000, to: 90_000 } as const;
/** No server may put us off for longer, whether by `retry:` or by `Retry-After`. */
const MAX_ASKED = 5 * 60_000;
/** A `retry:` is one number for all clients: spread around it. */
const SPREAD = 0.25;

export interface DelayInput {
  /** 1 for the first attempt after a failure. */
  readonly attempt: number;
  /** The stream's `retry:` field, milliseconds. */
  readonly serverRetry?: number | undefined;
  /** The answer's `Retry-After`, milliseconds. */
  readonly retryAfter?: number | undefined;
  /** 0 ≤ x < 1. */
  readonly random: number;
}

/** A network that comes back comes back for everybody: spread by so much. */
const BACK_ONLINE = 250;

/** What counts for the budget of fast attempts: one that failed, or a reason to begin anew. */
export type BudgetEvent = 'failed' | 'healthy' | Moment;

/** What brings an attempt forward: the tab is looked at again, the network is back, a person pressed the button. */
export type Moment = 'visible' | 'online' | 'by-hand';

/** Failures in a row, after one more of these. */
export function failuresAfter(failures: number, what: BudgetEvent): number {
  return what === 'failed' ? failures + 1 : 0;
}

export interface HurryInput {
  readonly moment: Moment;
  /** Milliseconds that are left of the server's `Retry-After`. */
  readonly left: number;
  /** 0 ≤ x < 1. */
  readonly random: number;
}

/** Milliseconds until an attempt that is brought forward. Only a person may undercut what the server asked for. */
export function hurriedDelay({ moment, left, random }: HurryInput): number {
  if (moment === 'by-hand') return 0;
  return Math.max(left, moment === 'online' ? Math.round(BACK_ONLINE * random) : 0);
}

/** Attempts with the fast windows; afterwards retries are slow, and never cease. */
export function isSlow(attempt: number): boolean {
  return attempt > FAST_ATTEMPTS;
}

/**
 * Milliseconds until the next attempt. Without the server's word: full jitter over a window that doubles up to 30 s, so
 * that a thousand clients of one server come back spread evenly. With `retry:` the first attempt is spread by ± 25 %
 * around it, and it stays the least. `Retry-After` is never undercut: the jitter comes on top.
 */
export function nextDelay({ attempt, serverRetry, retryAfter, random }: DelayInput): number {
  const window = windowOf(attempt, serverRetry);
  if (retryAfter === undefined) return Math.round(window.from + (window.to - window.from) * random);
  return Math.round(clampAsked(retryAfter) + Math.max(window.to - window.from, BASE) * random);
}

function windowOf(attempt: number, serverRetry: number | undefined): { readonly from: number; readonly to: number } {
  if (isSlow(attempt)) return SLOW;
  const doubled = Math.min(CAP, BASE * 2 ** (Math.max(attempt, 1) - 1));
  if (serverRetry === undefined) return { from: 0, to: doubled };
  const asked = clampAsked(serverRetry);
  const from = asked * (1 - SPREAD);
  const to = asked * (1 + SPREAD);
  return { from, to: attempt > 1 ? Math.max(to, doubled) : to };
}

function clampAsked(milliseconds: number): number {
  return Math.min(Math.max(milliseconds, 0), MAX_ASKED);
}
