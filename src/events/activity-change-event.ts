import type { ActivityState } from '../activity/state.js';

/** The state changed identity. At most once per commit. */
export class ActivityChangeEvent extends Event {
  static readonly eventName = 'activity-change';
  readonly state: ActivityState;
  readonly previous: ActivityState;

  constructor(state: ActivityState, previous: ActivityState) {
    super(ActivityChangeEvent.eventName, { bubbles: true, composed: true });
    this.state = state;
    this.previous = previous;
  }
}

declare global {
  interface GlobalEventHandlersEventMap {
    'activity-change': ActivityChangeEvent;
  }
}
