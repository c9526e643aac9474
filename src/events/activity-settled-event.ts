import type { Run } from '../activity/state.js';

/** The run reached its end. Once per run, at the first terminal event. */
export class ActivitySettledEvent extends Event {
  static readonly eventName = 'activity-settled';
  readonly run: Run;

  constructor(run: Run) {
    super(ActivitySettledEvent.eventName, { bubbles: true, composed: true });
    this.run = run;
  }
}

declare global {
  interface GlobalEventHandlersEventMap {
    'activity-settled': ActivitySettledEvent;
  }
}
