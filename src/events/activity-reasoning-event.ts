import type { ThinkingKind } from '../activity/event.js';

/** Reasoning text, only when the host set `disclosure` to `surface` or `telemetry_only`. */
export class ActivityReasoningEvent extends Event {
  static readonly eventName = 'activity-reasoning';
  readonly text: string;
  readonly kind: ThinkingKind;

  constructor(text: string, kind: ThinkingKind) {
    super(ActivityReasoningEvent.eventName, { bubbles: true, composed: true });
    this.text = text;
    this.kind = kind;
  }
}

declare global {
  interface GlobalEventHandlersEventMap {
    'activity-reasoning': ActivityReasoningEvent;
  }
}
