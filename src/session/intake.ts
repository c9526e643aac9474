import type { ActivityEvent } from '../activity/event.js';
import type { Diagnostic, Dialect } from '../dialects/dialect.js';
import type { WireFrame } from '../wire/frame.js';
import type { Transport } from '../wire/transport.js';
import { CatchUp } from './catch-up.js';
import type { DiagnosticCount } from './diagnostics.js';
import { DiagnosticCounter } from './diagnostics.js';
import { DialectSource } from './dialect-source.js';
import { fault, type SessionFault } from './fault.js';
import { FrameReader, type Reading } from './frame-reader.js';
import type { History } from './hydration.js';
import { JobQueue } from './job-queue.js';
import { untilRecognised } from './until-recognised.js';

export interface IntakeOptions {
  readonly now: () => number;
  readonly dispatch: (events: readonly ActivityEvent[]) => void;
  readonly diagnose: (counts: readonly DiagnosticCount[]) => void;
  readonly report: (fault: SessionFault) => void;
  /** Frames do not go on from those before. `true`: hold them, `release()` will follow. */
  readonly broken: () => boolean;
}

/** All that becomes events, in order: frames of the wire and of `push()`, history, snapshots. One decoder for them all. */
export class Intake {
  readonly #options: IntakeOptions;
  readonly #dialects = new DialectSource();
  readonly #queue = new JobQueue();
  readonly #diagnostics = new DiagnosticCounter();
  readonly #reader: FrameReader;
  readonly #catchUp = new CatchUp();
  /** Histories that came before anybody knew the dialect, which belong before all else. */
  #early: (() => void)[] = [];
  #awaited: Promise<SessionFault | undefined> | undefined;
  #hasReceived = false;

  constructor(options: IntakeOptions) {
    this.#options = options;
    this.#reader = new FrameReader(this.#diagnostics.report, options.now);
  }

  get dialect(): Dialect | undefined {
    return this.#dialects.current;
  }

  /** A request for it begins a turn. So may one for a stream that nobody knows yet. */
  get isOneShot(): boolean {
    return this.#dialects.current?.oneShot ?? this.#dialects.isOpen;
  }

  /** The wire brought events, in this turn of a one-shot stream: what the state says of its run is about them. */
  get hasReceived(): boolean {
    return this.#hasReceived;
  }

  use(dialect: string | Dialect | undefined): void {
    this.#dialects.set(dialect);
  }

  /** Another stream, or another turn: nothing of what was seen counts for it. */
  forget(): void {
    this.beginTurn();
    this.#queue.clear();
    this.#early = [];
    this.#awaited = undefined;
    this.#dialects.restart();
    this.#catchUp.forget();
  }

  /** A one-shot turn begins: its ids may be those of the last one. What waits in the queue belongs to it. */
  beginTurn(): void {
    this.beginAnew();
    this.#hasReceived = false;
  }

  /** The stream goes on from another place than where it was: what was seen tells nothing of what comes. */
  beginAnew(): void {
    this.#reader.reset();
  }

  /** Holds `push()` and `hydrate()` back until the returned function is called. */
  hold(): () => void {
    return this.#queue.hold();
  }

  /** Loads the dialect where that is needed before a connection opens; gives what went wrong. Never rejects. */
  async prepare(): Promise<SessionFault | undefined> {
    const problem = await this.#dialects.prepare();
    if (this.#dialects.current) this.#adopt();
    else if (!this.#dialects.isOpen || problem) return problem ?? fault('unknown-dialect');
    return undefined;
  }

  /** Around a transport: with `auto`, keeps what it brings until the dialect is known. */
  readonly through = (transport: Transport): Transport => {
    const dialects = this.#dialects;
    if (!dialects.isOpen) return transport;
    return untilRecognised(transport, {
      get isOpen() {
        return dialects.isOpen;
      },
      see: (evidence) => void dialects.see(evidence),
      isDecided: () => dialects.isDecided(),
      giveUp: () => {
        dialects.giveUp();
      },
      known: async () => {
        const problem = await this.#known();
        this.opened();
        return problem;
      },
    });
  };

  /** Frames of the wire, now. `true` when the run ended, and the stream with it. */
  receive(frames: readonly WireFrame[]): boolean {
    const dialect = this.#dialects.current;
    if (!dialect) return false;
    const endsAtTerminal = dialect.endsAt === 'terminal';
    const { readings, ended } = this.#reader.read(dialect, frames, endsAtTerminal);
    this.#hasReceived ||= readings.some(({ events }) => events.length > 0);
    this.#take(readings);
    return ended && endsAtTerminal;
  }

  /** Where the server asks to go on from, in the last of these frames that does. */
  reopenAt(frames: readonly WireFrame[]): string | undefined {
    const dialect = this.#dialects.current;
    return frames.map((frame) => dialect?.reopenAt?.(frame)).findLast((cursor) => cursor !== undefined);
  }

  /** Frames of the host, in order; `onEnd` when the run ended with them, and the stream with it. */
  push(frames: readonly WireFrame[], onEnd: () => void): void {
    void this.#dialects.see({ frames });
    this.#whenReady((dialect) => {
      const { readings, ended } = this.#reader.read(dialect, frames, false);
      this.#take(readings);
      if (ended && dialect.endsAt === 'terminal') onEnd();
    });
  }

  /** A connection of the wire was opened. */
  opened(): void {
    const dialect = this.#dialects.current;
    if (dialect) this.#reader.opened(dialect);
  }

  /** The body of the stream ended by itself. */
  end(): void {
    const dialect = this.#dialects.current;
    if (!dialect) return;
    const events = this.#reader.end(dialect);
    this.#hasReceived ||= events.length > 0;
    this.#apply(events);
  }

  /** Persisted messages or calls of the host, in order. */
  hydrate(persisted: unknown, isLive: () => boolean): void {
    void this.#see(persisted, isLive());
    this.#whenReady(() => {
      this.restore(persisted, isLive());
    });
  }

  /** Persisted messages or calls, now. */
  restore(persisted: unknown, live: boolean): void {
    const dialect = this.#dialects.current;
    if (persisted === undefined) return;
    if (!dialect) {
      if (!this.#dialects.isOpen || this.#dialects.failed) return;
      this.#early.push(() => {
        this.restore(persisted, live);
      });
      void this.#see(persisted, live);
      return;
    }
    const { report } = this.#diagnostics;
    this.#apply(hydrateGuarded(dialect, persisted, live, report, this.#options.now));
  }

  /** Holds frames back from now on; `release()` will follow. */
  holdFrames(): void {
    this.#catchUp.hold();
  }

  /** Whether a history that goes to this cursor lacks what came before the frames that are held. */
  isBehind(cursor: string | undefined): boolean {
    return this.#catchUp.isBehind(cursor);
  }

  /** Whether what is held may be in a history that goes to this cursor, and nothing tells. */
  isUnclear(cursor: string): boolean {
    return this.#catchUp.isUnclear(cursor);
  }

  /** A history instead of what was held, which will come again after its cursor. */
  replaceHeld(history: History): void {
    this.#catchUp.release();
    this.beginAnew();
    this.restore(history.persisted, true);
  }

  /** What was held, after the history that was to fill the break, where there is one. */
  release(history?: History): void {
    if (!this.#catchUp.isHolding) return;
    if (history) this.restore(history.persisted, true);
    this.#take(this.#catchUp.release(history?.cursor));
  }

  /** Runs a job once the dialect is there, in order with everything else; not at all when there will be none. */
  #whenReady(job: (dialect: Dialect) => void): void {
    if (!this.#dialects.current && !this.#dialects.failed && !this.#awaited) {
      const release = this.#queue.hold();
      const awaited = (this.#awaited = this.#known());
      void awaited.then((problem) => {
        if (this.#awaited === awaited) this.#awaited = undefined;
        if (problem) this.#options.report(problem);
        release();
      });
    }
    this.#queue.add(() => {
      const dialect = this.#dialects.current;
      if (dialect) job(dialect);
    });
  }

  /** The dialect is there; or why it will not be. */
  async #known(): Promise<SessionFault | undefined> {
    const problem = await this.#dialects.load();
    this.#adopt();
    return problem;
  }

  #adopt(): void {
    for (const job of this.#early.splice(0)) job();
  }

  /** A history may tell the dialect. Where no stream follows that could, it is told that it does not; it is kept all the same. */
  async #see(persisted: unknown, live: boolean): Promise<void> {
    const isOpen = await this.#dialects.see({ persisted });
    if (isOpen && !live) this.#options.report(fault('unrecognised-dialect'));
  }

  #take(readings: readonly Reading[]): void {
    this.#apply(this.#catchUp.take(readings, this.#options.broken));
  }

  #apply(events: readonly ActivityEvent[]): void {
    if (events.length > 0) this.#options.dispatch(events);
    const counts = this.#diagnostics.take();
    if (counts.length > 0) this.#options.diagnose(counts);
  }
}

function hydrateGuarded(
  dialect: Dialect,
  persisted: unknown,
  live: boolean,
  report: (diagnostic: Diagnostic) => void,
  now: () => number,
): readonly ActivityEvent[] {
  try {
    return dialect.hydrate(persisted, { live, report, now });
  } catch {
    report({ code: 'malformed', reason: `The dialect "${dialect.name}" failed on persisted messages` });
    return [];
  }
}
