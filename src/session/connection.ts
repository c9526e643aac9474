import type { Connection } from '../activity/state.js';
import { failuresAfter, hurriedDelay, type Moment, nextDelay } from '../wire/backoff.js';
import type { Clock } from '../wire/clock.js';
import type { WireFrame } from '../wire/frame.js';
import { judge, type Verdict } from '../wire/policy.js';
import { attempt, type AttemptResult } from './attempt.js';
import { fault, type SessionFault } from './fault.js';
import type { HeaderSource } from './headers.js';
import { Pause } from './pause.js';
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
  /** A cursor that the server asks to be opened again from, in some of these frames. */
  readonly reopenAt: (frames: readonly WireFrame[]) => string | undefined;
  /** Whether nothing more has to come; `ended`: the body ended by itself. */
  readonly isOver: (ended: boolean) => boolean;
  /** The server refused the cursor; `again`: the one that took its place as well. Sets the next one. Never rejects. */
  readonly startOver: (signal: AbortSignal, again: boolean) => Promise<void>;
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
  #startedOver = false;
  /** The browser says that there is no network. Only a hint: it never ends anything. */
  #offline = false;
  /** A look has just found the connection dead: somebody is there to see the next one. */
  #foundDead = false;
  #check: (() => boolean) | undefined;
  #plan: ConnectionPlan | undefined;
  /** Gives the attempt up for another one. */
  #again: AbortController | undefined;
  readonly #pause: Pause;
  #waiting: Connection = { status: 'reconnecting', attempt: 0 };

  constructor(options: ConnectionOptions) {
    this.#options = options;
    this.#pause = new Pause(options.clock, (delay) => {
      this.#publishPause(delay);
    });
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
    this.#startedOver = false;
    this.#publish({ status: 'connecting', attempt: 0 });
    const plan = await prepare(run.signal);
    if (this.#run !== run) return;
    if (plan === undefined) this.close();
    else if ('code' in plan) this.#end('failed', plan);
    else while (this.#run === run) await this.#once(plan, run);
  }

  /** Closes on purpose, with what that broke off. The cursor stays, so that a later start goes on from there. */
  close(broken?: SessionFault): void {
    if (!this.#run) return;
    this.#stop();
    this.#publish({ status: 'closed', attempt: 0, ...(broken && { error: errorOf(broken) }) });
  }

  /** Forgets everything of the stream, without a word. */
  forget(): void {
    this.#stop();
    this.cursor = undefined;
    this.#status = 'idle';
  }

  /**
   * A moment at which trying makes sense: looks whether the connection is still alive, and brings a waiting attempt
   * forward, with a fresh budget.
   */
  hurry(moment: Moment): void {
    if (moment === 'online') this.#offline = false;
    this.#foundDead = this.#check?.() ?? false;
    this.#failures = failuresAfter(this.#failures, moment);
    this.#pause.hurry((left) => hurriedDelay({ moment, left, random: this.#options.random() }));
  }

  /** The next attempt is soon, after this cursor. `false` where the stream is not opened again by itself. */
  readonly goOnFrom = (cursor: string): boolean => {
    if (this.#plan?.reopenable !== true) return false;
    this.cursor = cursor;
    this.#again?.abort();
    return true;
  };

  /** The browser says that the network is gone: nothing is tried until it says otherwise, or somebody asks. */
  offline(): void {
    this.#offline = true;
    this.#pause.hold();
  }

  async #once(plan: ConnectionPlan, run: AbortController): Promise<void> {
    const { clock, headers } = this.#options;
    const { cursor } = this;
    const again = new AbortController();
    this.#plan = plan;
    this.#again = again;
    const result = await attempt({
      plan,
      clock,
      headers,
      cursor,
      signal: AbortSignal.any([run.signal, again.signal]),
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
          const from = this.#options.reopenAt(frames);
          if (from !== undefined) this.goOnFrom(from);
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
        alive: () => {
          // Whatever the browser said.
          this.#offline = false;
        },
      },
    });
    if (this.#run !== run) return;
    // Not at once: a connection that is too slow for its stream would be opened without end.
    if (again.signal.aborted) await this.#wait(fault('stream-interrupted', { retryable: true }), undefined, run);
    else await this.#act(this.#judge(plan, result, cursor !== undefined), result, run);
  }

  #opened(): void {
    this.#told = undefined;
    this.#startedOver = false;
    this.#publish({ status: 'open', attempt: 0 });
  }

  #frames(frames: readonly WireFrame[], run: AbortController): void {
    const id = frames.findLast((frame) => frame.id !== undefined)?.id;
    // Ahead of the events, which become state in the same task: a listener that closes must find the new cursor.
    if (id !== undefined) this.cursor = id === '' ? undefined : id;
    if (this.#options.receive(frames) && this.#run === run) this.close();
  }

  async #act(verdict: Verdict, result: AttemptResult, run: AbortController): Promise<void> {
    if (result.outcome === 'snapshot') this.#options.snapshot(result.error?.snapshot);
    switch (verdict.action) {
      case 'refresh-auth':
        this.#refreshed = true;
        return;
      case 'start-over':
        await this.#options.startOver(run.signal, this.#startedOver);
        this.#startedOver = true;
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

  #judge(plan: ConnectionPlan, { outcome, opened, lived, error }: AttemptResult, resumed: boolean): Verdict {
    if (lived >= HEALTHY_AFTER) this.#failures = failuresAfter(this.#failures, 'healthy');
    this.#strikes = outcome === 'content-type' ? this.#strikes + 1 : 0;
    if (opened) this.#refreshed = false;
    const verdict = judge({
      outcome,
      status: error?.status,
      opened,
      openedBefore: this.#openedBefore,
      resumed,
      reopenable: plan.reopenable,
      // WebKitGTK reports a socket that was cut as a clean end, so the run itself is asked.
      complete: this.#options.isOver(outcome === 'ended'),
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
    this.#failures = failuresAfter(this.#failures, 'failed');
    const input = { attempt: this.#failures, serverRetry: this.#serverRetry, retryAfter, random: this.#options.random() };
    const delay = this.#foundDead ? 0 : nextDelay(input);
    this.#foundDead = false;
    this.#waiting = { status: 'reconnecting', attempt: this.#failures, error: errorOf(failure) };
    this.#publishPause(this.#offline ? undefined : delay);
    if (this.#told !== failure.code) this.#options.report(failure);
    this.#told = failure.code;
    if (this.#run !== run) return;
    await this.#pause.start({ delay, least: Math.min(retryAfter ?? 0, delay), held: this.#offline });
    if (this.#run === run) this.#publish(this.#waiting);
  }

  #publishPause(delay: number | undefined): void {
    const until = delay === undefined ? { offline: true } : { retryAt: this.#options.clock.now() + delay };
    this.#publish({ ...this.#waiting, ...until });
  }

  #stop(): void {
    this.#run?.abort();
    this.#run = undefined;
    this.#check = undefined;
    this.#plan = undefined;
    this.#again = undefined;
    this.#pause.end();
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
