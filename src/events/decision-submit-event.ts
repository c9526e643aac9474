import type { ApprovalDecisionEvent } from './approval-decision-event.js';

/**
 * Internal: a card's decision on its way up to the nearest activity, after every public listener had its say.
 * `preventDefault()` tells the card that an activity took it; a card that stands alone has none.
 */
export class DecisionSubmitEvent extends Event {
  static readonly eventName = 'chainabit-decision-submit';
  readonly decided: ApprovalDecisionEvent;

  constructor(decided: ApprovalDecisionEvent) {
    super(DecisionSubmitEvent.eventName, { bubbles: true, composed: true, cancelable: true });
    this.decided = decided;
  }
}
