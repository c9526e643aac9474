import type { Connection } from '../activity/state.js';

/** The connection's status, attempt, cursor or error changed. */
export class ActivityConnectionChangeEvent extends Event {
  static readonly eventName = 'activity-connection-change';
  readonly connection: Connection;

  constructor(connection: Connection) {
    super(ActivityConnectionChangeEvent.eventName, { bubbles: true, composed: true });
    this.connection = connection;
  }
}

declare global {
  interface GlobalEventHandlersEventMap {
    'activity-connection-change': ActivityConnectionChangeEvent;
  }
}
