import { type ActivityState, emptyState } from '../../activity/state.js';
import type { Engine, EngineOptions } from '../../session/engine.js';
import { loadFault } from '../../session/load-fault.js';
import type { StoreChange } from '../../store/store.js';
import { engineSource } from './engine-source.js';

type Listener = (change: StoreChange) => void;

/** A listener, and how its subscription is released; without an engine there is none yet. */
interface Subscription {
  readonly listener: Listener;
  release?: () => void;
}

const attach = (engine: Engine): void => {
  engine.attach();
};
const detach = (engine: Engine): void => {
  engine.detach();
};

/**
 * One element's way to its engine, which may still be loading. Until it is there, the state is the empty one, what is
 * asked of it waits in order, and subscriptions hold on. An engine that cannot be loaded is a failed connection.
 */
export class EngineDoor {
  readonly #options: EngineOptions;
  readonly #subscriptions = new Set<Subscription>();
  #engine: Engine | undefined;
  #state = emptyState;
  #jobs: ((engine: Engine) => void)[] = [];
  #loading: Promise<void> | undefined;
  #attached = false;

  constructor(options: EngineOptions) {
    this.#options = options;
    if (engineSource.current) this.#open(engineSource.current);
  }

  /** Resolves when what was asked for so far has been done, or cannot be. Never rejects. */
  get ready(): Promise<void> | undefined {
    return this.#loading;
  }

  getState(): ActivityState {
    return this.#engine?.state ?? this.#state;
  }

  /** Epoch ms on the server's clock, as far as it is known. */
  now(): number {
    return this.#engine?.session.now() ?? Date.now();
  }

  /** As the store's. */
  subscribe(listener: Listener): () => void {
    const subscription: Subscription = { listener };
    this.#subscriptions.add(subscription);
    this.#attach(subscription);
    return () => {
      this.#subscriptions.delete(subscription);
      subscription.release?.();
    };
  }

  /** Does it now, or as soon as there is an engine. */
  do(job: (engine: Engine) => void): void {
    if (this.#engine) {
      job(this.#engine);
      return;
    }
    if (this.#jobs.length === 0 && this.#attached) this.#jobs.push(attach);
    this.#jobs.push(job);
    if (this.#state === emptyState) this.#loading ??= this.#load();
  }

  /** The element is in the page, or has left it. No reason to load an engine. */
  place(attached: boolean): void {
    this.#attached = attached;
    if (this.#engine || this.#jobs.length > 0) this.do(attached ? attach : detach);
  }

  /** Tries again to load what could not be loaded. */
  retry(): void {
    if (this.#state === emptyState) return;
    this.#become(emptyState);
    this.#loading = this.#load();
  }

  async #load(): Promise<void> {
    try {
      this.#open(await engineSource.load());
    } catch (cause) {
      const fault = loadFault(cause);
      const { code, message, retryable } = fault;
      this.#become({ ...emptyState, connection: { status: 'failed', attempt: 0, error: { code, message, retryable } } });
      this.#options.onError(fault);
    } finally {
      this.#loading = undefined;
    }
  }

  #open(EngineClass: typeof Engine): void {
    this.#engine = new EngineClass(this.#options);
    for (const subscription of this.#subscriptions) this.#attach(subscription);
    const jobs = this.#jobs;
    this.#jobs = [];
    for (const job of jobs) job(this.#engine);
  }

  #attach(subscription: Subscription): void {
    if (this.#engine) subscription.release = this.#engine.subscribe(subscription.listener);
  }

  #become(state: ActivityState): void {
    const change = { state, previous: this.#state };
    this.#state = state;
    for (const { listener } of [...this.#subscriptions]) listener(change);
  }
}
