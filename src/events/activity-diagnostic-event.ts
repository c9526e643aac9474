/** Frames of the stream that were not used, or are missing. The stream goes on. */
export class ActivityDiagnosticEvent extends Event {
  static readonly eventName = 'activity-diagnostic';
  /** `unknown`, `duplicate`, `late`, `malformed`, `ignored`, `gap` or `restart`. */
  readonly code: string;
  /** How many of this code in one batch of frames. */
  readonly count: number;
  /** A readable reason for the newest one and, where its content is not private, the start of the frame. */
  readonly sample?: string;

  constructor(code: string, count: number, sample?: string) {
    super(ActivityDiagnosticEvent.eventName, { bubbles: true, composed: true });
    this.code = code;
    this.count = count;
    if (sample !== undefined) this.sample = sample;
  }
}

declare global {
  interface GlobalEventHandlersEventMap {
    'activity-diagnostic': ActivityDiagnosticEvent;
  }
}
