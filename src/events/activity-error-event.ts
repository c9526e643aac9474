/** Something failed that a person or the host should know. Never thrown into the page. */
export class ActivityErrorEvent extends Event {
  static readonly eventName = 'activity-error';
  /** Stable and machine-readable; the table of codes is in `docs/api.md`. */
  readonly code: string;
  readonly message: string;
  readonly retryable: boolean;
  readonly cause?: unknown;

  constructor(fault: { code: string; message: string; retryable: boolean; cause?: unknown }) {
    super(ActivityErrorEvent.eventName, { bubbles: true, composed: true });
    this.code = fault.code;
    this.message = fault.message;
    this.retryable = fault.retryable;
    if (fault.cause !== undefined) this.cause = fault.cause;
  }
}

declare global {
  interface GlobalEventHandlersEventMap {
    'activity-error': ActivityErrorEvent;
  }
}
