import type { Connection } from '../activity/state.js';
import { nextDelay } from '../wire/backoff.js';
import type { Clock } from '../wire/clock.js';
import type { WireFrame } from '../wire/frame.js';
import { judge, type Verdict } from '../wire/policy.js';
import { attempt, type AttemptResult } from './attempt.js';
import { fault, type SessionFault } from './fault.js';
import type { HeaderSource } from './headers.js';
import type { ConnectionPlan } from './plan.js';

/** A connection that lived for so long counts as healthy: the next failure is a first one. */
const HEALTHY_AFTER = 10_000;

/**
 * What belongs before the first attempt (the dialect, the history) and then gives the plan; `undefined` where there is
 * no stream to open. Never rejects.
 */
export type Preparation = (signal: AbortSignal) => Promise<ConnectionPlan | SessionFault | undefined>;

export interface ConnectionOptions {
  readonly clock: Clock;
  readonly random: () => number;
  readonly headers: HeaderSource;
  /** The connection's news, for the state. */
  readonly publish: (connection: Connection) => void;
  /** A failure, told once as long as it stays the same. */
  readonly report: (fault: SessionFault) => void;
  /** The `Date` header of an answer, where it can be read. */
  readonly dated: (header: string | null) => void;
  /** Takes whole frames; `true` means that the run has ended and the connection is to be closed for good. */
  readonly receive: (frames: readonly WireFrame[]) => boolean;
  /** Whether the run is over, asked of `body` streams; `ended`: their body ended by itself. */
  readonly isOver: (ended: boolean) => boolean;
  /** A stream that is not opened again by itself ended before its run did. */
  readonly interrupted: (fault: SessionFault) => void;
  /** The server answered with JSON instead of a stream. */
  readonly snapshot: (value: unknown) => void;
}

/** The attempt loop of one session: opens, listens, and after each attempt does what the policy table says. */
export class StreamConnection {
  /** The id of the last whole event; what the next attempt sends as `Last-Event-ID`. */
  cursor: string | undefined;
  readonly #options: ConnectionOptions;
  #run: AbortController | undefined;
  #status: Connection['status'] = 'idle';
  #failures = 0;
  #strikes = 0;
  #openedBefore = false;
  #refreshed = false;
  #serverRetry: number | undefined;
  #told: string | undefined;
  #wake: (() => void) | undefined;
  #check: (() => void) | undefined;

  constructor(options: ConnectionOptions) {
    this.#options = options;
  }

  get status(): Connection['status'] {
    return this.#status;
  }

  /** An attempt is under way, waits, or lives. */
  get isRunning(): boolean {
    return this.#run !== undefined;
  }

  /** Opens; what was open before is closed first. Resolves when it is over for good. Never rejects. */
  async start(prepare: Preparation): Promise<void> {
    this.#run?.abort();
    const run = new AbortController();
    this.#run = run;
    this.#failures = 0;
    this.#strikes = 0;
    this.#openedBefore = false;
    this.#refreshed = false;
    this.#serverRetry = undefined;
    this.#told = undefined;
    this.#publish({ status: 'connecting', attempt: 0 });
    const plan = await prepare(run.signal);
    if (this.#run !== run) return;
    if (plan === undefined) this.close();
    else if ('code' in plan) this.#end('failed', plan);
    else while (this.#run === run) await this.#once(plan, run);
  }

  /** Closes on purpose. The cursor stays, so that a later start goes on from there. */
  close(): void {
    if (!this.#run) return;
    this.#stop();
    this.#publish({ status: 'closed', attempt: 0 });
  }

  /** Forgets everything of the stream, without a word. */
  forget(): void {
    this.#stop();
    this.cursor = undefined;
    this.#status = 'idle';
  }

  /** A waiting attempt starts now, with a fresh budget. */
  retryNow(): void {
    this.#failures = 0;
    this.#wake?.();
  }

  /** Looks now whether the connection is still alive. */
  check(): void {
    this.#check?.();
  }

  async #once(plan: ConnectionPlan, run: AbortController): Promise<void> {
    const { clock, headers } = this.#options;
    const result = await attempt({
      plan,
      clock,
      headers,
      cursor: this.cursor,
      signal: run.signal,
      watch: (check) => {
        this.#check = check;
      },
      on: {
        opened: ({ headers }) => {
          this.#options.dated(headers?.get('date') ?? null);
          this.#opened();
        },
        frames: (frames) => {
          this.#frames(frames, run);
        },
        cursor: (id) => {
          this.cursor = id === '' ? undefined : id;
        },
        retry: (milliseconds) => {
          this.#serverRetry = milliseconds;
        },
        lost: (error) => {
          this.#options.report(fault('event-too-large', { message: error.message }));
        },
      },
    });
    if (this.#run === run) await this.#act(plan, result, run);
  }

  #opened(): void {
    this.#told = undefined;
    this.#publish({ status: 'open', attempt: 0 });
  }

  #frames(frames: readonly WireFrame[], run: AbortController): void {
    const id = frames.findLast((frame) => frame.id !== undefined)?.id;
    // Ahead of the events, which become state in the same task: a listener that closes must find the new cursor.
    if (id !== undefined) this.cursor = id === '' ? undefined : id;
    if (this.#options.receive(frames) && this.#run === run) this.close();
  }

  async #act(plan: ConnectionPlan, result: AttemptResult, run: AbortController): Promise<void> {
    const verdict = this.#judge(plan, result);
    if (result.outcome === 'snapshot') this.#options.snapshot(result.error?.snapshot);
    switch (verdict.action) {
      case 'refresh-auth':
        this.#refreshed = true;
        return;
      case 'retry':
        await this.#wait(faultOf(verdict, result), result.error?.retryAfter, run);
        return;
      case 'done':
        this.close();
        return;
      case 'closed':
        this.#options.interrupted(faultOf(verdict, result));
        if (this.#run === run) this.#end('closed', faultOf(verdict, result));
        return;
      case 'final':
        this.#end('failed', faultOf(verdict, result));
    }
  }

  #judge(plan: ConnectionPlan, { outcome, opened, lived, error }: AttemptResult): Verdict {
    if (lived >= HEALTHY_AFTER) this.#failures = 0;
    this.#strikes = outcome === 'content-type' ? this.#strikes + 1 : 0;
    if (opened) this.#refreshed = false;
    const verdict = judge({
      outcome,
      status: error?.status,
      opened,
      openedBefore: this.#openedBefore,
      reopenable: plan.reopenable,
      // WebKitGTK reports a socket that was cut as a clean end, so the run itself is asked.
      complete: plan.endsAt === 'body' && this.#options.isOver(outcome === 'ended'),
      refreshed: this.#refreshed,
      strikes: this.#strikes,
    });
    this.#openedBefore ||= opened;
    return verdict;
  }

  #end(status: 'closed' | 'failed', failure: SessionFault): void {
    this.#stop();
    this.#publish({ status, attempt: 0, error: errorOf(failure) });
    this.#options.report(failure);
  }

  async #wait(failure: SessionFault, retryAfter: number | undefined, run: AbortController): Promise<void> {
    const { clock, random } = this.#options;
    this.#failures += 1;
    const input = { attempt: this.#failures, serverRetry: this.#serverRetry, retryAfter, random: random() };
    const delay = nextDelay(input);
    const waiting = { status: 'reconnecting', attempt: this.#failures, error: errorOf(failure) } as const;
    this.#publish({ ...waiting, retryAt: clock.now() + delay });
    if (this.#told !== failure.code) this.#options.report(failure);
    this.#told = failure.code;
    if (this.#run !== run) return;
    await new Promise<void>((resolve) => {
      const cancel = clock.after(delay, resolve);
      this.#wake = () => {
        cancel();
        resolve();
      };
    });
    if (this.#run !== run) return;
    this.#wake = undefined;
    this.#publish(waiting);
  }

  #stop(): void {
    this.#run?.abort();
    this.#run = undefined;
    this.#check = undefined;
    this.#wake?.();
    this.#wake = undefined;
  }

  #publish(connection: Connection): void {
    this.#status = connection.status;
    this.#options.publish({ ...connection, ...(this.cursor !== undefined && { lastEventId: this.cursor }) });
  }
}

function faultOf({ code, retryable }: Verdict, { error, cause }: AttemptResult): SessionFault {
  // The server's words, where there was an answer; ours, in the state, are translated by code.
  const message = error?.status === undefined ? undefined : error.message;
  return fault(code ?? 'network', { message, retryable, cause });
}

function errorOf({ code, message, retryable }: SessionFault): NonNullable<Connection['error']> {
  return { code, message, retryable };
}
