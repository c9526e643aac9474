import { normaliseDisclosure } from '../activity/capture.js';
import { type ActivityStore, type ActivityStoreOptions, createActivityStore } from '../store/store.js';
import { ActivitySession, type SessionOptions } from './activity-session.js';
import type { SessionConfig } from './config.js';

/** Who is told of what an engine finds. */
export type EngineOptions = Pick<ActivityStoreOptions, 'onReasoning' | 'onDropped'> &
  Pick<SessionOptions, 'onError' | 'onDiagnostic'>;

/** Store and session of one activity, put together: all that is below the elements. Needs no DOM. */
export class Engine {
  readonly store: ActivityStore;
  readonly session: ActivitySession;

  constructor({ onReasoning, onDropped, ...told }: EngineOptions) {
    this.store = createActivityStore({ ...(onReasoning && { onReasoning }), ...(onDropped && { onDropped }) });
    this.session = new ActivitySession({ store: this.store, ...told });
  }

  /** A whole configuration; any disclosure that is not one of the three is `hidden`, and without one the page's counts. */
  configure(config: SessionConfig, disclosure: string | undefined): void {
    this.store.setDisclosure(disclosure === undefined ? undefined : normaliseDisclosure(disclosure));
    this.session.configure(config);
  }
}
