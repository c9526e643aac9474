import type { ActivityEvent } from '../activity/event.js';
import type { RunStatus } from '../activity/state.js';
import { chainabitDialect } from '../dialects/chainabit/index.js';
import type { DecisionRequest, Dialect } from '../dialects/dialect.js';
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
import { loadHistory } from './hydration.js';
import { Intake } from './intake.js';
import { type ConnectionPlan, planOf } from './plan.js';
import { Requests } from './requests.js';
import { ServerClock } from './server-clock.js';
import { requestStop } from './stop.js';

/** Nothing more has to come: the run ended, or goes on with a person's answer in another stream. */
const OVER: ReadonlySet<RunStatus> = new Set<RunStatus>(['settled', 'failed', 'waiting']);

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
  #config: SessionConfig = {};
  #historyLoaded = false;
  #disposed = false;

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
        this.#tell(() => options.onDiagnostic?.(counts));
      },
    }));
    this.#connection = new StreamConnection({
      clock,
      random: options.random ?? Math.random,
      headers,
      report: this.#report,
      publish: (connection) => {
        if (connection.status === 'open') intake.opened();
        this.#dispatch([{ type: 'connection', connection }]);
      },
      dated: (header) => {
        serverClock.date(header);
      },
      receive: (frames) => intake.receive(frames),
      isOver: (ended) => {
        if (ended) intake.end();
        return intake.hasReceived && OVER.has(options.store.getState().run.status);
      },
      interrupted: this.#interrupted,
      snapshot: (value) => {
        intake.restore(value, false);
      },
    });
    const requests = new Requests({ clock, headers, fetch: () => this.#fetch, credentials: () => this.#credentials });
    this.#requests = requests;
    this.#decisions = new Decisions({
      requests,
      store: options.store,
      clock: serverClock,
      dispatch: this.#dispatch,
      report: this.#report,
      approvalUrl: () => this.#config.approvalUrl,
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
    if (!this.#intake.dialect?.oneShot && this.#config.reconnect !== 'off') this.connect();
  }

  /** Closes on purpose. A later `connect()` goes on from the cursor. */
  close(): void {
    this.#connection.close();
  }

  /** Now, not after the delay; opens again what had ended. Does nothing while a connection is there or being made. */
  retry(): void {
    if (this.#connection.status === 'reconnecting') {
      this.#connection.retryNow();
    } else if (!this.#connection.isRunning) {
      // A one-shot turn begins anew: what was left of the old one would be doubled.
      const broken = this.#options.store.getState().connection.error !== undefined;
      if (broken && this.#intake.dialect?.oneShot) this.#dispatch([{ type: 'discard', scope: 'run' }]);
      this.connect();
    }
  }

  /** Looks whether connection and deadlines still hold: for `visibilitychange`, `pageshow` and `online`. */
  check(): void {
    this.#connection.check();
    this.#expiry.check();
  }

  /** Frames without a network, or beside it: same decoder, same order. At once, unless dialect or history are loading. */
  push(frames: WireFrame | readonly WireFrame[]): void {
    if (this.#disposed) return;
    const list = Array.isArray(frames) ? (frames as readonly WireFrame[]) : [frames as WireFrame];
    this.#intake.push(list, () => {
      this.close();
    });
  }

  /** Persisted messages or calls, as a history endpoint gives them. */
  hydrate(persisted: unknown): void {
    if (this.#disposed) return;
    this.#intake.hydrate(persisted, () => {
      const { status } = this.#connection;
      return this.#hasStream && status !== 'closed' && status !== 'failed';
    });
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
    this.#intake.forget();
    this.#decisions.forget();
    this.#expiry.stop();
    this.#requests.dispose();
    this.#headers.dispose();
  }

  get #fetch(): typeof globalThis.fetch | undefined {
    return this.#config.fetch ?? this.#options.fetch;
  }

  get #credentials(): RequestCredentials {
    return this.#config.credentials ?? DEFAULT_CREDENTIALS;
  }

  get #hasStream(): boolean {
    return Boolean(this.#config.src) || this.#config.transport !== undefined;
  }

  #forgetStream(): void {
    this.#connection.cursor = undefined;
    this.#intake.forget();
    this.#historyLoaded = false;
  }

  async #prepare(config: SessionConfig, signal: AbortSignal): Promise<ConnectionPlan | SessionFault | undefined> {
    const release = this.#intake.hold();
    try {
      const dialect = await this.#intake.load();
      if ('code' in dialect) return dialect;
      await this.#loadHistory(config, signal);
      return signal.aborted || !this.#hasStream ? undefined : this.#plan(config, dialect);
    } finally {
      release();
    }
  }

  #plan(config: SessionConfig, dialect: Dialect): ConnectionPlan {
    if (dialect.oneShot) {
      // While the run waits, this request is its answer: the same turn goes on, and what the decoder knows of it counts.
      if (this.#options.store.getState().run.status !== 'waiting') this.#intake.beginTurn();
      this.#connection.cursor = undefined;
    }
    return planOf(config, { dialect, fetch: this.#fetch, clock: this.#serverClock });
  }

  async #loadHistory({ historySrc }: SessionConfig, signal: AbortSignal): Promise<void> {
    if (!historySrc || this.#historyLoaded) return;
    const { persisted, cursor, incomplete } = await loadHistory(this.#requests, historySrc, signal);
    if (signal.aborted) return;
    this.#historyLoaded = !incomplete;
    if (incomplete) this.#report(fault('history-failed', { retryable: true }));
    this.#intake.restore(persisted, this.#hasStream);
    this.#connection.cursor ??= cursor;
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

  /** A stream that can be opened again goes on with its run; a one-shot turn is lost with its body. */
  readonly #interrupted = ({ code }: SessionFault): void => {
    const { status } = this.#options.store.getState().run;
    const isLost = this.#intake.dialect?.oneShot === true && this.#intake.hasReceived && status === 'running';
    if (isLost) this.#dispatch([{ type: 'run.failed', error: { code }, assumed: true }]);
  };

  readonly #expired = (approvalIds: readonly string[]): void => {
    this.#dispatch(approvalIds.map((approvalId) => ({ type: 'approval.local', approvalId, phase: 'expired' })));
  };

  readonly #report = (failure: SessionFault): void => {
    if (this.#disposed) return;
    this.#tell(() => {
      this.#options.onError(failure);
    });
  };

  /** A host's callback that throws is the host's error, not the end of the stream. */
  #tell(callback: () => void): void {
    try {
      callback();
    } catch (error) {
      queueMicrotask(() => {
        throw error;
      });
    }
  }
}
