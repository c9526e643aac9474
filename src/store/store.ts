// (contract only; the implementation follows)
import type { ActivityEvent, ThinkingKind } from '../activity/event.js';
import type { ActivityState } from '../activity/state.js';
import type { Scheduler } from './scheduler.js';

/** What happens to reasoning text. Anything that is not one of the three is `hidden`. */
export type Disclosure = 'hidden' | 'surface' | 'telemetry_only';

export interface StoreChange {
  readonly state: ActivityState;
  readonly previous: ActivityState;
}

export interface ActivityStoreOptions {
  /** When subscribers are told. Default: once per animation frame, a timer where there is none or the page is hidden. */
  readonly scheduler?: Scheduler;
  readonly disclosure?: Disclosure;
  /** Reasoning text as it passes the capture gate; never called under `hidden`. */
  readonly onReasoning?: (text: string, kind: ThinkingKind) => void;
  /** An event that the transition table dropped: late, weaker than what is known, or for nothing. */
  readonly onDropped?: (event: ActivityEvent, reason: string) => void;
}

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
  setDisclosure(disclosure: Disclosure): void;
}
