import type { Message } from '../activity/state.js';

/** Answer text, for a host's own chat view. */
export class ActivityMessageEvent extends Event {
  static readonly eventName = 'activity-message';
  readonly message: Message;
  /** The text added since the last event. Empty when the text was replaced or only the status changed. */
  readonly delta: string;

  constructor(message: Message, delta: string) {
    super(ActivityMessageEvent.eventName, { bubbles: true, composed: true });
    this.message = message;
    this.delta = delta;
  }
}

declare global {
  interface GlobalEventHandlersEventMap {
    'activity-message': ActivityMessageEvent;
  }
}
