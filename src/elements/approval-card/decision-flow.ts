import type { LitElement } from 'lit';
import type { ActivityFault, Approval, Decision } from '../../activity/state.js';
import { ApprovalDecisionEvent, type ApprovalDecision } from '../../events/approval-decision-event.js';
import { DecisionSubmitEvent } from '../../events/decision-submit-event.js';
import { messageOf } from '../internal/message-of.js';

/** What a person decided here, as long as the approval's state does not tell it yet. */
export interface LocalDecision {
  /** The entity that was decided on. */
  readonly approval: Approval;
  readonly decision: Decision;
  readonly phase: 'sending' | 'handed-over' | 'failed';
  /** An activity took the decision: its next state replaces this. */
  readonly taken?: boolean;
  readonly error?: ActivityFault;
}

/** Tells the page, then, where it may know the approval, the activity above; `taken` when that one saw to it. */
export function announce(host: EventTarget, decided: ApprovalDecision, offer: boolean): { readonly intent: ApprovalDecisionEvent; readonly taken: boolean } {
  const intent = new ApprovalDecisionEvent(decided);
  host.dispatchEvent(intent);
  const submit = new DecisionSubmitEvent(intent);
  if (offer) host.dispatchEvent(submit);
  return { intent, taken: submit.defaultPrevented };
}

/**
 * The way of one decision out of the card. The lock is the first thing that happens, before any listener runs and in
 * the task of the activation, so that nothing that follows in that task can decide a second time (A1, A3).
 *
 * Inside an activity this holds nothing but the moment until the state says `sending`. A card that stands alone keeps
 * here what it was told: handed over, or sending and then failed where the host answered with a promise.
 */
export class DecisionFlow {
  readonly #host: LitElement;
  readonly #renderNow: () => void;
  #local: LocalDecision | undefined;

  /** `renderNow` draws the host in this task. */
  constructor(host: LitElement, renderNow: () => void) {
    this.#host = host;
    this.#renderNow = renderNow;
  }

  /** What still holds for this entity. Anything that the state says meanwhile ends it. */
  of(approval: Approval): LocalDecision | undefined {
    const local = this.#local;
    if (local === undefined) return undefined;
    const over =
      local.approval.approvalId !== approval.approvalId ||
      approval.status !== 'pending' ||
      approval.error !== local.approval.error ||
      (local.taken === true && local.approval !== approval);
    if (over) this.#local = undefined;
    return this.#local;
  }

  reset(): void {
    this.#local = undefined;
  }

  /** `offer`: an activity above may know this approval. */
  submit(approval: Approval, decided: ApprovalDecision, offer: boolean): void {
    const lock: LocalDecision = { approval, decision: decided.decision, phase: 'sending' };
    this.#local = lock;
    this.#renderNow();
    const { intent, taken } = announce(this.#host, decided, offer);
    if (taken) this.#move(lock, { ...lock, taken: true });
    else if (intent.response === undefined) this.#move(lock, { ...lock, phase: 'handed-over' });
    else void this.#follow(lock, intent.response);
  }

  async #follow(lock: LocalDecision, response: Promise<unknown>): Promise<void> {
    try {
      await response;
      this.#move(lock, { ...lock, phase: 'handed-over' });
    } catch (error) {
      this.#move(lock, { ...lock, phase: 'failed', error: { code: 'approval-not-sent', message: messageOf(error) } });
    }
  }

  /** Not when something else became of the decision in the meantime. */
  #move(from: LocalDecision, to: LocalDecision): void {
    if (this.#local !== from) return;
    this.#local = to;
    this.#host.requestUpdate();
  }
}
