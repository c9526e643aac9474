import { normaliseDisclosure } from '../activity/disclosure.js';
import type { ConnectionStatus } from '../activity/state.js';
import { type ActivityStore, type ActivityStoreOptions, createActivityStore } from '../store/store.js';
import { ActivitySession, type SessionOptions } from './activity-session.js';
import { isSameRun, isShareable, type ShareFacts } from './share.js';

/** Who is told of what a run brings. */
export type RunListener = Pick<ActivityStoreOptions, 'onReasoning' | 'onDropped'> & Pick<SessionOptions, 'onError' | 'onDiagnostic'>;

/** One activity of the page that has a run, alone or with others. */
export interface RunMember {
  readonly told: RunListener;
  /** As of its properties now; the run's own facts follow a microtask later, or the member leaves. */
  readonly facts: ShareFacts;
  readonly isAttached: boolean;
  /** To another run, or to a new one of its own. */
  move(to: SharedRun | undefined): void;
  /** Out of it: it hears nothing more. */
  part(): void;
}

/** The connection is under way, so that the last one who leaves the page interrupts it. */
const LIVE: ReadonlySet<ConnectionStatus> = new Set<ConnectionStatus>(['connecting', 'open', 'reconnecting']);

/** The runs of this page that an activity may join. Each has a member in the page, so that nothing is kept alive here. */
const runs = new Set<SharedRun>();

/** A run of this page that is about the same. */
export function findRun(facts: ShareFacts): SharedRun | undefined {
  if (!isShareable(facts)) return undefined;
  for (const run of runs) if (isSameRun(run.facts, facts)) return run;
  return undefined;
}

/** Store and session of one run, and the activities that have it. */
export class SharedRun {
  readonly store: ActivityStore;
  readonly session: ActivitySession;
  readonly members = new Set<RunMember>();
  #facts: ShareFacts = { config: {}, disclosure: undefined };
  #suspended = false;
  #disposed = false;

  constructor() {
    const tell = (call: (told: RunListener) => void): void => {
      for (const { told } of [...this.members]) call(told);
    };
    this.store = createActivityStore({
      onReasoning: (text, kind) => tell(({ onReasoning }) => onReasoning?.(text, kind)),
      onDropped: (event, reason) => tell(({ onDropped }) => onDropped?.(event, reason)),
    });
    this.session = new ActivitySession({
      store: this.store,
      onError: (fault) => tell(({ onError }) => onError(fault)),
      onDiagnostic: (counts) => tell(({ onDiagnostic }) => onDiagnostic?.(counts)),
    });
  }

  get facts(): ShareFacts {
    return this.#facts;
  }

  /** The last member went to another run. */
  get isDisposed(): boolean {
    return this.#disposed;
  }

  /** Several activities have it. */
  get isShared(): boolean {
    return this.members.size > 1;
  }

  /** The run has ended, and so has its connection. */
  get isOver(): boolean {
    const { connection, run } = this.store.getState();
    return !LIVE.has(connection.status) && run.outcome !== undefined;
  }

  /** Takes the facts of its members. From here on others may join, where these allow it and a member is in the page. */
  use(facts: ShareFacts): void {
    this.#facts = facts;
    this.store.setDisclosure(facts.disclosure === undefined ? undefined : normaliseDisclosure(facts.disclosure));
    this.session.configure(facts.config);
    if (isShareable(facts) && [...this.members].some(({ isAttached }) => isAttached)) runs.add(this);
    else runs.delete(this);
  }

  /**
   * Some members have other facts than the run. When none has the run's any more, the run follows: a page that sets the
   * same on all of them, one after the other, keeps its connection. Otherwise those who differ leave.
   */
  settle(): void {
    const differs = (member: RunMember): boolean => !isSameRun(member.facts, this.#facts);
    const members = [...this.members];
    const [first] = members;
    if (!first) return;
    const follows = members.every(differs) && isShareable(first.facts) && !findRun(first.facts);
    this.use(follows ? first.facts : this.#facts);
    for (const member of members.filter(differs)) member.move(findRun(member.facts));
  }

  join(member: RunMember): void {
    // One that is out of the page has no share in what goes on without it.
    for (const other of [...this.members]) if (!other.isAttached) other.part();
    this.members.add(member);
  }

  /** To another run. Without members there is nobody left who could ask anything of it. */
  leave(member: RunMember): void {
    if (!this.members.delete(member) || this.members.size > 0) return;
    this.#disposed = true;
    runs.delete(this);
    this.session.dispose();
  }

  /** The last member has left the page. */
  suspend(): void {
    runs.delete(this);
    if (LIVE.has(this.store.getState().connection.status)) {
      this.#suspended = true;
      this.session.close();
    }
    this.session.rest(true);
  }

  /** A member is in the page again. */
  resume(): void {
    this.session.rest(false);
    if (!this.#suspended) return;
    this.#suspended = false;
    this.session.resume();
  }
}
