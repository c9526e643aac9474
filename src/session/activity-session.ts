import type { ActivityEvent } from '../activity/event.js';
import { chainabitDialect } from '../dialects/chainabit/index.js';
import type { DecisionRequest } from '../dialects/dialect.js';
import type { ActivityStore } from '../store/store.js';
import { type Clock, systemClock } from '../wire/clock.js';
import type { WireFrame } from '../wire/frame.js';
import { DEFAULT_CREDENTIALS, isOtherStream, type SessionConfig } from './config.js';
import { StreamConnection } from './connection.js';
import { Decisions } from './decisions.js';
import type { DiagnosticCount } from './diagnostics.js';
import { ExpiryWatch } from './expiry.js';
import { fault, type SessionFault } from './fault.js';
import { HeaderSource } from './headers.js';
import { HistoryKeeper } from './history-keeper.js';
import { Intake } from './intake.js';
import { isolated } from './isolated.js';
import { type ConnectionPlan, planOf } from './plan.js';
import { Requests } from './requests.js';
import { RunWatch } from './run-watch.js';
import { ServerClock } from './server-clock.js';
import { requestStop } from './stop.js';

export interface SessionOptions {
  readonly store: ActivityStore;
  /** Anything that failed, with a stable code (`fault.ts`). */
  readonly onError: (fault: SessionFault) => void;
  /** What was not used of a batch of frames; one call per batch, one entry per code. */
  readonly onDiagnostic?: (counts: readonly DiagnosticCount[]) => void;
  /** Replaces the global `fetch`; the configuration's own one wins. */
  readonly fetch?: typeof globalThis.fetch;
  readonly clock?: Clock;
  /** 0 ≤ x < 1, for the jitter. */
  readonly random?: () => number;
}

/**
 * Transport, dialect, store and requests of one stream, put together. Needs no DOM. Nothing is sent before `connect()`,
 * `decide()` or `stop()`; nothing of it ever throws or rejects into the host.
 */
export class ActivitySession {
  readonly #options: SessionOptions;
  readonly #intake: Intake;
  readonly #headers: HeaderSource;
  readonly #connection: StreamConnection;
  readonly #requests: Requests;
  readonly #decisions: Decisions;
  readonly #expiry: ExpiryWatch;
  readonly #serverClock: ServerClock;
  readonly #history: HistoryKeeper;
  readonly #run: RunWatch;
  #config: SessionConfig = {};
  #disposed = false;
  #frozen = false;

  constructor(options: SessionOptions) {
    this.#options = options;
    const clock = options.clock ?? systemClock;
    const serverClock = (this.#serverClock = new ServerClock(clock));
    const headers = (this.#headers = new HeaderSource(clock));
    const intake = (this.#intake = new Intake({
      now: () => serverClock.now(),
      dispatch: this.#receive,
      report: this.#report,
      diagnose: (counts) => {
        isolated(() => options.onDiagnostic?.(counts));
      },
      broken: () => this.#history.fill(),
    }));
    this.#run = new RunWatch(intake, options.store);
    this.#connection = this.#makeConnection(clock, options.random ?? Math.random);
    const requests = new Requests({ clock, headers, fetch: () => this.#fetch, credentials: () => this.#config.credentials ?? DEFAULT_CREDENTIALS });
    this.#requests = requests;
    this.#history = new HistoryKeeper({
      requests,
      intake,
      report: this.#report,
      src: () => this.#config.historySrc,
      hasStream: () => this.#hasStream,
      place: this.#connection,
    });
    this.#decisions = new Decisions({
      requests,
      store: options.store,
      clock: serverClock,
      dispatch: this.#dispatch,
      report: this.#report,
      approvalUrl: () => this.#config.approvalUrl,
      details: { load: () => this.#config.loadApproval, push: this.push.bind(this) },
      dialect: () => intake.dialect ?? chainabitDialect,
    });
    this.#expiry = new ExpiryWatch(serverClock, this.#expired);
  }

  /** Epoch milliseconds on the server's clock, as far as it is known. */
  now(): number {
    return this.#serverClock.now();
  }

  /** The cursor that the next attempt would send. */
  get lastEventId(): string | undefined {
    return this.#connection.cursor;
  }

  /**
   * Takes a whole configuration; what is absent is at its default. Sends nothing. A connection to another stream than
   * before is closed, and cursor, decoder and history start anew; the state stays until `reset()`.
   */
  configure(config: SessionConfig): void {
    const other = isOtherStream(this.#config, config);
    if (other) this.close();
    this.#config = config;
    this.#headers.set(config.headers);
    this.#intake.use(config.dialect);
    if (other) this.#forgetStream();
  }

  /**
   * Opens the stream, history first. Does nothing while one is open or being opened, and without anything to open. A
   * changed configuration of the same stream meets the next connection: `close()` first to have it at once.
   */
  connect(): void {
    const config = this.#config;
    if (this.#disposed || this.#connection.isRunning || !(this.#hasStream || config.historySrc)) return;
    void this.#connection.start((signal) => this.#prepare(config, signal));
  }

  /** Opens again what `close()` interrupted (the page or the element was away). Not a one-shot turn, and not where the host said `reconnect="off"`. */
  resume(): void {
    if (!this.#intake.isOneShot && this.#config.reconnect !== 'off') this.connect();
  }

  /** Closes on purpose. A later `connect()` goes on from the cursor. A one-shot turn under way ends with it, and says so. */
  close(): void {
    this.#history.stop();
    const broken = this.#connection.isRunning && this.#run.isLostWithBody ? fault('stream-interrupted', { retryable: true }) : undefined;
    if (broken) this.#interrupted(broken);
    this.#connection.close(broken);
  }

  /**
   * Now, not after the delay; opens again what had ended. While a connection is there it only asks for a history that is
   * missing, and while one is being made nothing.
   */
  retry(): void {
    if (this.#connection.status === 'reconnecting') {
      this.#connection.hurry('by-hand');
    } else if (this.#connection.status === 'open') {
      this.#history.fillNow();
    } else if (!this.#connection.isRunning) {
      // A one-shot turn begins anew: what was left of the old one would be doubled.
      const broken = this.#options.store.getState().connection.error !== undefined;
      if (broken && this.#intake.dialect?.oneShot) this.#dispatch([{ type: 'discard', scope: 'run' }]);
      this.connect();
    }
  }

  /**
   * Looks whether connection and deadlines still hold, and tries at once what would be tried later: when the page is
   * looked at again, and when the browser says that the network is back.
   */
  check(moment: 'visible' | 'online' = 'visible'): void {
    this.#connection.hurry(moment);
    this.#expiry.check();
  }

  /** Nobody can see it, or somebody can again: deadlines are watched for somebody. */
  readonly rest = (on: boolean): void => this.#expiry.rest(on);

  /** The page goes into the back/forward cache, where no connection may stay open, or comes out of it. */
  freeze(on: boolean): void {
    const was = this.#frozen;
    this.#frozen = on && (was || this.#connection.isRunning);
    if (on) this.close();
    else if (was) this.resume();
  }

  /** The browser says that the network is gone, which may be wrong: nothing is closed, and nothing tried until it is back. */
  readonly offline = (): void => this.#connection.offline();

  /** Frames without a network, or beside it: same decoder, same order. At once, unless dialect or history are loading. */
  push(frames: WireFrame | readonly WireFrame[]): void {
    if (this.#disposed) return;
    this.#intake.push(([] as WireFrame[]).concat(frames), () => {
      this.close();
    });
  }

  /** Persisted messages or calls, as a history endpoint gives them. */
  hydrate(persisted: unknown): void {
    if (this.#disposed) return;
    this.#intake.hydrate(persisted, () => this.#hasStream && !['closed', 'failed'].includes(this.#connection.status));
  }

  /** Closes, and forgets everything but the configuration. */
  reset(): void {
    this.#connection.forget();
    this.#forgetStream();
    this.#decisions.forget();
    this.#expiry.stop();
    this.#options.store.reset();
  }

  /** Sends the person's decision. Ignored unless the approval is pending. */
  decide(approvalId: string, request: DecisionRequest): Promise<void> {
    return this.#decisions.decide(approvalId, request);
  }

  /** The host took the decision (`respondWith`): its promise stands for the request. */
  settleByHost(approvalId: string, request: DecisionRequest, promise: Promise<unknown>): Promise<void> {
    return this.#decisions.settleByHost(approvalId, request, promise);
  }

  /** Asks the server to stop the run. Ignored without `stopUrl`, after the end, and while it was asked already. */
  stop(): Promise<void> {
    return requestStop({
      requests: this.#requests,
      run: () => this.#options.store.getState().run,
      dispatch: this.#dispatch,
      report: this.#report,
      stopUrl: this.#config.stopUrl,
    });
  }

  /** Releases connection and timers, for good. A decision on its way still reaches the server. */
  dispose(): void {
    this.#disposed = true;
    this.#connection.forget();
    this.#history.forget();
    this.#intake.forget();
    this.#decisions.forget();
    this.#expiry.stop();
    this.#requests.dispose();
    this.#headers.dispose();
  }

  get #fetch(): typeof globalThis.fetch | undefined {
    return this.#config.fetch ?? this.#options.fetch;
  }

  get #hasStream(): boolean {
    return Boolean(this.#config.src) || this.#config.transport !== undefined;
  }

  #makeConnection(clock: Clock, random: () => number): StreamConnection {
    return new StreamConnection({
      clock,
      random,
      headers: this.#headers,
      report: this.#report,
      publish: (connection) => {
        if (connection.status === 'open') this.#history.opened();
        this.#dispatch([{ type: 'connection', connection }]);
      },
      dated: (header) => {
        this.#serverClock.date(header);
      },
      receive: (frames) => this.#intake.receive(frames),
      reopenAt: (frames) => this.#intake.reopenAt(frames),
      isOver: (ended) => this.#run.isOver(ended),
      startOver: (signal, again) => this.#history.startOver(signal, again),
      interrupted: this.#interrupted,
      snapshot: (value) => {
        this.#intake.restore(value, false);
      },
    });
  }

  #forgetStream(): void {
    this.#history.forget();
    this.#intake.forget();
  }

  async #prepare(config: SessionConfig, signal: AbortSignal): Promise<ConnectionPlan | SessionFault | undefined> {
    const release = this.#intake.hold();
    try {
      const problem = await this.#intake.prepare();
      if (problem) return problem;
      await this.#history.loadFirst(signal);
      return (await this.#intake.prepare()) ?? (signal.aborted || !this.#hasStream ? undefined : this.#plan(config));
    } finally {
      release();
    }
  }

  #plan(config: SessionConfig): ConnectionPlan {
    const intake = this.#intake;
    if (intake.dialect?.oneShot) {
      // While the run waits, this request is its answer: the same turn goes on, and what the decoder knows of it counts.
      if (this.#options.store.getState().run.status !== 'waiting') intake.beginTurn();
      this.#connection.cursor = undefined;
    }
    return planOf(config, { dialect: () => intake.dialect, through: intake.through, fetch: this.#fetch, clock: this.#serverClock });
  }

  /** Events of the stream: their stamps tell the server's time. */
  readonly #receive = (events: readonly ActivityEvent[]): void => {
    for (const event of events) if ('at' in event) this.#serverClock.stamp(event.at);
    this.#dispatch(events);
  };

  readonly #dispatch = (events: readonly ActivityEvent[]): void => {
    if (this.#disposed) return;
    this.#options.store.dispatch(events);
    const { approvals } = this.#options.store.getState();
    this.#expiry.update(approvals);
    void this.#decisions.update(approvals);
  };

  readonly #interrupted = ({ code }: SessionFault): void => {
    if (this.#run.isLostWithBody) this.#dispatch([{ type: 'run.failed', error: { code }, assumed: true }]);
  };

  readonly #expired = (approvalIds: readonly string[]): void => {
    this.#dispatch(approvalIds.map((approvalId) => ({ type: 'approval.local', approvalId, phase: 'expired' })));
  };

  readonly #report = (failure: SessionFault): void => {
    if (this.#disposed) return;
    isolated(() => {
      this.#options.onError(failure);
    });
  };
}
