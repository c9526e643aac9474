import { capture, createCapture, withoutReasoning } from '../activity/capture.js';
import { normaliseDisclosure } from '../activity/disclosure.js';
import type { ActivityEvent, Disclosure, ThinkingKind } from '../activity/event.js';
import { reduce } from '../activity/reduce.js';
import { emptyState, type ActivityState } from '../activity/state.js';
import { pageDisclosure } from './page-config.js';
import { frameScheduler, type Scheduler } from './scheduler.js';

export type { Disclosure };

/** A commit: what subscribers were last told of, and what they are told now. */
export interface StoreChange {
  readonly state: ActivityState;
  readonly previous: ActivityState;
}

export interface ActivityStoreOptions {
  /** When subscribers are told. Default: once per animation frame, a timer where there is none or the page is hidden. */
  readonly scheduler?: Scheduler;
  /** Default: what `configure()` says for the whole page, else `hidden`. */
  readonly disclosure?: Disclosure | undefined;
  /** Reasoning text as it passes the capture gate; never called under `hidden`. */
  readonly onReasoning?: (text: string, kind: ThinkingKind) => void;
  /** An event that the transition table dropped: late, weaker than what is known, or for nothing. */
  readonly onDropped?: (event: ActivityEvent, reason: string) => void;
}

/** Holds the state of one activity, reduces events into it and tells subscribers of it. */
export interface ActivityStore {
  /** The newest state: events are reduced at once, only the publishing waits for the frame. */
  getState(): ActivityState;
  /** Reduces a batch. Publishes with the next frame, or at once for what a person waits for. */
  dispatch(events: readonly ActivityEvent[]): void;
  /** Told after a commit in which the state changed identity. A listener that throws does not stop the others. */
  subscribe(listener: (change: StoreChange) => void): () => void;
  /** Publishes what is waiting, now. */
  flush(): void;
  /** Back to the empty state, and forget what the capture gate remembers. */
  reset(): void;
  /** `undefined`: what counts for the whole page. */
  setDisclosure(disclosure: Disclosure | undefined): void;
}

/** A store in the empty state. */
export function createActivityStore(options: ActivityStoreOptions = {}): ActivityStore {
  return new Store(options);
}

/** Rounds of publishing in which listeners dispatch again; what comes after these waits for the scheduler. */
const MAX_ROUNDS = 100;

interface Subscription {
  readonly listener: (change: StoreChange) => void;
}

class Store implements ActivityStore {
  readonly #options: ActivityStoreOptions;
  readonly #scheduler: Scheduler;
  readonly #subscriptions = new Set<Subscription>();
  /** The host's own word; without one, the page's counts. */
  #disclosure: Disclosure | undefined;
  #memory = createCapture();
  #state = emptyState;
  #published = emptyState;
  #publishing = false;
  /** Flushes asked for by listeners while they were being told. */
  #asked = 0;
  /** The commit that is scheduled. A scheduler that runs one after its cancellation does no harm. */
  #pending: { cancel?: () => void } | undefined;

  constructor(options: ActivityStoreOptions) {
    this.#options = options;
    this.#scheduler = options.scheduler ?? frameScheduler;
    this.#disclosure = own(options.disclosure);
  }

  getState(): ActivityState {
    return this.#state;
  }

  dispatch(events: readonly ActivityEvent[]): void {
    // Each run in a commit of its own, or the end of one would be lost in the beginning of the next.
    for (const run of byRun(events)) this.#reduce(run);
  }

  #reduce(events: readonly ActivityEvent[]): void {
    const { onReasoning, onDropped } = this.#options;
    // Asked anew for each batch: the page may have changed its mind.
    const disclosure = this.#disclosure ?? pageDisclosure();
    const before = disclosure === 'surface' ? this.#state : withoutReasoning(this.#state);
    // Told after the batch is in: what is called here may read the state and dispatch again.
    const afterwards: (() => void)[] = [];
    const captured = capture(this.#memory, events, disclosure, (text, kind) => {
      afterwards.push(() => onReasoning?.(text, kind));
    });
    this.#state = reduce(before, captured, (event, reason) => {
      afterwards.push(() => onDropped?.(event, reason));
    });
    const urgent = isUrgent(before, this.#state, captured);
    for (const tell of afterwards) isolated(tell);
    if (urgent) this.flush();
    else this.#schedule();
  }

  subscribe(listener: (change: StoreChange) => void): () => void {
    const subscription: Subscription = { listener };
    this.#subscriptions.add(subscription);
    return () => {
      this.#subscriptions.delete(subscription);
    };
  }

  flush(): void {
    this.#unschedule();
    // Inside a listener the round that is under way comes first, so that all listeners see commits in the same order.
    if (this.#publishing) {
      this.#asked += 1;
      return;
    }
    this.#publishing = true;
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      const asked = this.#asked;
      this.#publish();
      if (this.#asked === asked) break;
    }
    this.#publishing = false;
    this.#schedule();
  }

  reset(): void {
    this.#memory = createCapture();
    this.#state = emptyState;
    this.flush();
  }

  setDisclosure(disclosure: Disclosure | undefined): void {
    const wanted = own(disclosure);
    if (wanted === this.#disclosure) return;
    this.#disclosure = wanted;
    if ((wanted ?? pageDisclosure()) === 'surface') return;
    this.#state = withoutReasoning(this.#state);
    this.flush();
  }

  #publish(): void {
    const change: StoreChange = { state: this.#state, previous: this.#published };
    if (change.state === change.previous) return;
    this.#published = change.state;
    for (const subscription of [...this.#subscriptions]) {
      // Released by a listener before it: an element that has left must not be told.
      if (this.#subscriptions.has(subscription)) isolated(() => subscription.listener(change));
    }
  }

  #schedule(): void {
    if (this.#state === this.#published || this.#pending !== undefined) return;
    const pending: { cancel?: () => void } = {};
    this.#pending = pending;
    pending.cancel = this.#scheduler.schedule(() => {
      if (this.#pending === pending) this.flush();
    });
  }

  #unschedule(): void {
    const pending = this.#pending;
    this.#pending = undefined;
    pending?.cancel?.();
  }
}

/** A host's own word for the mode. */
function own(disclosure: Disclosure | undefined): Disclosure | undefined {
  return disclosure === undefined ? undefined : normaliseDisclosure(disclosure);
}

/** A batch, cut ahead of each run that follows another one in it. */
function byRun(events: readonly ActivityEvent[]): (readonly ActivityEvent[])[] {
  const starts = events.flatMap(({ type }, index) => (type === 'run.start' && index > 0 ? [index] : []));
  return [0, ...starts].map((start, index) => events.slice(start, starts[index]));
}

/** What a person waits for does not wait for a frame. */
function isUrgent(before: ActivityState, after: ActivityState, events: readonly ActivityEvent[]): boolean {
  if (before === after) return false;
  return (
    before.connection.status !== after.connection.status ||
    (before.run !== after.run && after.run.outcome !== undefined) ||
    (before.approvals !== after.approvals && events.some((event) => event.type === 'approval.request'))
  );
}

/** Runs foreign code so that its error reaches the console or the process, and nothing else here. */
export function isolated(call: () => void): void {
  try {
    call();
  } catch (error) {
    const { reportError } = globalThis as { reportError?: (error: unknown) => void };
    if (reportError) reportError(error);
    else {
      queueMicrotask(() => {
        throw error;
      });
    }
  }
}
