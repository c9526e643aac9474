import type { RunStatus } from '../activity/state.js';
import type { ActivityStore } from '../store/store.js';
import type { Intake } from './intake.js';

/** The run has ended, well or not. */
const ENDED: ReadonlySet<RunStatus> = new Set<RunStatus>(['settled', 'failed']);

/** Nothing more has to come: the run ended, or goes on with a person's answer in another stream. */
const OVER: ReadonlySet<RunStatus> = new Set<RunStatus>([...ENDED, 'waiting']);

/** What the run means for its connection. */
export class RunWatch {
  readonly #intake: Intake;
  readonly #store: ActivityStore;

  constructor(intake: Intake, store: ActivityStore) {
    this.#intake = intake;
    this.#store = store;
  }

  /** Whether nothing more has to come; `ended`: the body ended by itself. */
  isOver(ended: boolean): boolean {
    const intake = this.#intake;
    // A stream that is opened after its run brings nothing, and will not the next time either.
    if (intake.dialect?.endsAt !== 'body') return ended && ENDED.has(this.#status);
    if (ended) intake.end();
    return intake.hasReceived && OVER.has(this.#status);
  }

  /** A stream that can be opened again goes on with its run; a one-shot turn is lost with its body. */
  get isLostWithBody(): boolean {
    return this.#intake.dialect?.oneShot === true && this.#intake.hasReceived && this.#status === 'running';
  }

  get #status(): RunStatus {
    return this.#store.getState().run.status;
  }
}
