import { type ActivityState, emptyState } from '../activity/state.js';
import { isolated, type StoreChange } from '../store/store.js';
import type { ActivitySession } from './activity-session.js';
import type { SessionConfig } from './config.js';
import { isOtherRun, isRepeatable, isSameRun, type ShareFacts } from './share.js';
import { findRun, type RunListener, type RunMember, SharedRun } from './shared-run.js';

export type { RunListener as EngineOptions } from './shared-run.js';

interface Subscription {
  readonly listener: (change: StoreChange) => void;
}

/**
 * All that is below one activity's elements: its run, which it may share with others of the page that are about the same.
 * Needs no DOM.
 *
 * An activity in the page shares as soon as it is configured. Out of it, it has no part in the run any more: it hears
 * nothing, and cannot close it. The last one in the page to go interrupts the run, and keeps it for when it comes back.
 */
export class Engine implements RunMember {
  readonly told: RunListener;
  readonly #subscriptions = new Set<Subscription>();
  #run = new SharedRun();
  #facts: ShareFacts = this.#run.facts;
  #attached = false;
  #published = emptyState;
  #release: () => void = () => undefined;

  constructor(told: RunListener) {
    this.told = told;
    this.#enter(this.#run);
  }

  get facts(): ShareFacts {
    return this.#facts;
  }

  get isAttached(): boolean {
    return this.#attached;
  }

  get state(): ActivityState {
    return this.#hasRun ? this.#run.store.getState() : this.#published;
  }

  /** Of the run that it has now: ask for it each time. */
  get session(): ActivitySession {
    if (!this.#hasRun) this.move(undefined);
    return this.#run.session;
  }

  /** As the store's; a move to another run is a change of its own. */
  subscribe(listener: (change: StoreChange) => void): () => void {
    const subscription: Subscription = { listener };
    this.#subscriptions.add(subscription);
    return () => {
      this.#subscriptions.delete(subscription);
    };
  }

  /** A whole configuration; any disclosure that is not one of the three is `hidden`, and without one the page's counts. */
  configure(config: SessionConfig, disclosure: string | undefined): void {
    const facts = (this.#facts = { config, disclosure });
    const run = this.#run;
    const isSame = isSameRun(facts, run.facts);
    if (!this.#isMember) {
      if (!this.#hasRun) this.move(undefined);
    } else if (!run.isShared) {
      const other = this.#attached && !isSame ? findRun(facts) : undefined;
      if (other) this.move(other);
      else run.use(facts);
    } else if (isSame) {
      run.use(facts);
    } else if (isOtherRun(facts, run.facts)) {
      this.move(findRun(facts));
    } else {
      // For what is asked now; whether it leaves is seen when the other members have had their say.
      run.session.configure(config);
      queueMicrotask(() => {
        run.settle();
      });
    }
  }

  /** Opens what the configuration is about. `anew`: it was about another source before, whose cards must not mix with these. */
  open(config: SessionConfig, disclosure: string | undefined, anew: boolean): void {
    const before = this.#run;
    this.configure(config, disclosure);
    const run = this.#run;
    const isOwn = run === before && !run.isShared;
    if (anew && isOwn) run.session.close();
    if (!config.src && config.transport === undefined && !config.historySrc) return;
    if (anew && isOwn) run.session.reset();
    if (!run.isShared || !run.isOver) run.session.connect();
  }

  /** Closes the run, for all who have it. */
  close(): void {
    if (this.#isMember) this.#run.session.close();
  }

  /** The activity is in the page. */
  attach(): void {
    this.#attached = true;
    const run = this.#run;
    const other = findRun(this.#facts);
    if (other) {
      if (other !== run || !this.#isMember) this.#enter(other);
    } else if (!this.#hasRun) {
      this.move(undefined);
    } else {
      if (!this.#isMember) this.#enter(run);
      run.use(this.#facts);
    }
    this.#run.resume();
  }

  /** The activity has left the page. */
  detach(): void {
    this.#attached = false;
    if (!this.#isMember) return;
    if (this.#run.isShared) this.part();
    else this.#run.suspend();
  }

  part(): void {
    // The last that it hears; from here on this is its state.
    this.#publish(this.state);
    this.#run.members.delete(this);
    this.#release();
  }

  move(to: SharedRun | undefined): void {
    const { connection } = this.state;
    this.#enter(to ?? new SharedRun());
    if (to) return;
    this.#run.use(this.#facts);
    if (this.#attached && connection.status !== 'idle' && isRepeatable(this.#facts)) this.#run.session.connect();
  }

  get #isMember(): boolean {
    return this.#run.members.has(this);
  }

  /** Out of the page, the run may have gone on to something else, or nobody has it any more. */
  get #hasRun(): boolean {
    return this.#isMember || (!this.#run.isDisposed && isSameRun(this.#facts, this.#run.facts));
  }

  #enter(run: SharedRun): void {
    const before = this.#run;
    this.#release();
    this.#run = run;
    run.join(this);
    if (run !== before) before.leave(this);
    this.#release = run.store.subscribe(({ state }) => {
      this.#publish(state);
    });
    this.#publish(run.store.getState());
  }

  #publish(state: ActivityState): void {
    const change = { state, previous: this.#published };
    if (change.previous === state) return;
    this.#published = state;
    for (const subscription of [...this.#subscriptions]) {
      // Another run, entered by a listener, has been told to all.
      if (this.#published !== state) return;
      if (this.#subscriptions.has(subscription)) isolated(() => subscription.listener(change));
    }
  }
}
