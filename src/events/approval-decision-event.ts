import type { Decision } from '../activity/state.js';

/** What a person decided: `input` is present by key, only where the arguments were edited. */
export interface ApprovalDecision {
  readonly approvalId: string;
  readonly callId: string | undefined;
  readonly decision: Decision;
  readonly reason?: string;
  readonly input?: unknown;
  readonly optionId?: string;
}

/**
 * A person decided. Fired before any request, cancelable: `preventDefault()` hands the decision to the host, and
 * `respondWith(promise)` does so while the card shows "sending" until the promise settles (a rejection unlocks it again).
 */
export class ApprovalDecisionEvent extends Event implements ApprovalDecision {
  static readonly eventName = 'approval-decision';
  readonly approvalId: string;
  readonly callId: string | undefined;
  readonly decision: Decision;
  readonly reason?: string;
  readonly input?: unknown;
  readonly optionId?: string;
  #response: Promise<unknown> | undefined;

  constructor(decided: ApprovalDecision) {
    super(ApprovalDecisionEvent.eventName, { bubbles: true, composed: true, cancelable: true });
    this.approvalId = decided.approvalId;
    this.callId = decided.callId;
    this.decision = decided.decision;
    if (decided.reason !== undefined) this.reason = decided.reason;
    if ('input' in decided) this.input = decided.input;
    if (decided.optionId !== undefined) this.optionId = decided.optionId;
  }

  /** The host's own request. Implies `preventDefault()`. The first call counts. */
  respondWith(response: Promise<unknown>): void {
    this.preventDefault();
    this.#response ??= Promise.resolve(response);
  }

  /** The promise given to `respondWith`. */
  get response(): Promise<unknown> | undefined {
    return this.#response;
  }
}

declare global {
  interface GlobalEventHandlersEventMap {
    'approval-decision': ApprovalDecisionEvent;
  }
}
