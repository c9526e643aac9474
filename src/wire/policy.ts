import type { TransportErrorCode } from './transport.js';

/** How an attempt went: it ended by itself, the host's headers function failed, or a transport error. */
export type AttemptOutcome = 'ended' | 'headers' | TransportErrorCode;

export interface AttemptFacts {
  readonly outcome: AttemptOutcome;
  /** HTTP status, where there was an answer. */
  readonly status?: number | undefined;
  /** This attempt was accepted by the server as a stream. */
  readonly opened: boolean;
  /** An earlier attempt of this connection was. */
  readonly openedBefore: boolean;
  /** This attempt was to go on after a cursor. */
  readonly resumed: boolean;
  /** The stream may be opened again: not one-shot, and the host did not say `reconnect="off"`. */
  readonly reopenable: boolean;
  /** The run is over, and nothing more has to come in this stream. */
  readonly complete: boolean;
  /** The one retry with fresh headers has been used. */
  readonly refreshed: boolean;
  /** Answers in a row, this one included, that were not a stream. */
  readonly strikes: number;
}

/** Stable codes of what is told about a failed attempt. */
export type StreamFaultCode =
  | 'address'
  | 'network'
  | 'http'
  | 'not-found'
  | 'forbidden'
  | 'auth-required'
  | 'content-type'
  | 'event-too-large'
  | 'idle'
  | 'headers-failed'
  | 'load-failed'
  | 'stream-interrupted'
  | 'unrecognised-dialect';

export interface Verdict {
  /**
   * `retry`: after a delay. `refresh-auth`: at once, with fresh headers. `done`: an end on purpose. `closed`: an end
   * that a person may undo by hand. `final`: needs a person or the host. `start-over`: at once, without this cursor.
   */
  readonly action: 'retry' | 'refresh-auth' | 'start-over' | 'done' | 'closed' | 'final';
  readonly code?: StreamFaultCode;
  /** Whether trying by hand makes sense. */
  readonly retryable: boolean;
}

/** Answers in a row that were not a stream, after which a stream that was there before counts as gone. */
const MAX_STRIKES = 3;

/**
 * Refusals that may be about the cursor, where one was sent. By RFC 9110 it is a condition in the request's headers that
 * does not hold (412), a conflict with the state of the stream (409), or a range that is not there (416). 410 is about
 * the address by the letter, and is what some log services say of a position that is too old: the attempt without the
 * cursor that follows tells which.
 */
const CURSOR_REFUSED: ReadonlySet<number | undefined> = new Set([409, 410, 412, 416]);

const DONE: Verdict = { action: 'done', retryable: false };
const retry = (code: StreamFaultCode): Verdict => ({ action: 'retry', code, retryable: true });
const final = (code: StreamFaultCode, retryable: boolean): Verdict => ({ action: 'final', code, retryable });
const INTERRUPTED: Verdict = { action: 'closed', code: 'stream-interrupted', retryable: true };

/** Broke on the way: again where that is allowed; a one-shot turn that had begun was interrupted. */
const broken = (code: StreamFaultCode) => (facts: AttemptFacts): Verdict => {
  if (facts.reopenable) return retry(code);
  if (facts.complete) return DONE;
  return facts.opened ? INTERRUPTED : final(code, true);
};

const RULES: Readonly<Record<AttemptOutcome, (facts: AttemptFacts) => Verdict>> = {
  ended: (facts) => {
    if (facts.complete) return DONE;
    return facts.reopenable ? retry('stream-interrupted') : INTERRUPTED;
  },
  // The page's own mistake: no waiting mends it.
  address: () => final('address', false),
  network: broken('network'),
  idle: broken('idle'),
  headers: broken('headers-failed'),
  http: (facts) => {
    if (facts.resumed && CURSOR_REFUSED.has(facts.status)) return { action: 'start-over', retryable: true };
    const passing = isPassing(facts.status);
    return passing && facts.reopenable ? retry('http') : final(codeOfStatus(facts.status), passing);
  },
  // Even for a one-shot stream: a refused request has not begun a turn.
  auth: (facts) =>
    facts.refreshed ? final('auth-required', true) : { action: 'refresh-auth', code: 'auth-required', retryable: true },
  'no-stream': () => DONE,
  snapshot: () => DONE,
  // A wrong address answers so from the start; a stream that was there before may be behind a passing error page.
  'content-type': (facts) =>
    facts.reopenable && facts.openedBefore && facts.strikes < MAX_STRIKES
      ? retry('content-type')
      : final('content-type', facts.openedBefore),
  'event-too-large': () => final('event-too-large', false),
  unrecognised: () => final('unrecognised-dialect', false),
  unloaded: () => final('load-failed', true),
};

/** What to do after an attempt. Pure; the whole policy of a connection is this table. */
export function judge(facts: AttemptFacts): Verdict {
  return RULES[facts.outcome](facts);
}

function codeOfStatus(status: number | undefined): StreamFaultCode {
  if (status === 404 || status === 410) return 'not-found';
  return status === 403 ? 'forbidden' : 'http';
}

/** A status that may go away by itself. */
export function isPassing(status: number | undefined): boolean {
  return status === 408 || status === 429 || (status !== undefined && status >= 500);
}
