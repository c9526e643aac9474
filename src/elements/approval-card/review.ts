import type { LitElement, TemplateResult } from 'lit';
import type { ActivityState, Approval } from '../../activity/state.js';
import type { Redact } from '../../context/renderers.js';
import type { ApprovalDecision } from '../../events/approval-decision-event.js';
import type { Messages } from '../../locales/messages.js';
import { ValueView } from '../../viewers/value-view.js';
import { SafeValue } from '../internal/safe-value.js';
import { verbOf } from '../internal/verb.js';
import { plainAnswers, type Answer } from './answers.js';
import type { ArmingController } from './arming-controller.js';
import { ReadingController } from './reading-controller.js';
import { renderReview, type ReviewItem } from './review-view.js';

export interface ReviewOptions {
  readonly words: () => Messages;
  readonly redaction: () => Redact | undefined;
  readonly arming: ArmingController;
  readonly box: () => Element | null;
  readonly state: () => ActivityState | undefined;
  /** It can still be answered, by the newest state and clock. */
  readonly isPending: (approval: Approval) => boolean;
  readonly submit: (approval: Approval, decided: ApprovalDecision) => void;
  readonly focusNext: (id: string) => void;
  readonly onFault: (cause: unknown) => void;
}

/** What is shown of one question, as long as it waits. */
interface Shown {
  readonly approval: Approval;
  readonly view: ValueView;
  readonly safe: SafeValue;
}

/**
 * All open questions as one list, each with all of its arguments, and two answers for those that take a plain one. What
 * writes is named and asked about once more. The list is what is answered: when it changes, all of it begins again.
 */
export class Review {
  readonly #host: LitElement;
  readonly #options: ReviewOptions;
  readonly #reading: ReadingController;
  readonly #shown = new Map<string, Shown>();
  #list: readonly Approval[] = [];
  #open = false;
  /** Approving was pressed once: what writes is asked about again. */
  #confirming = false;
  #changed = false;
  #unread = false;

  constructor(host: LitElement, options: ReviewOptions) {
    this.#host = host;
    this.#options = options;
    this.#reading = new ReadingController(host, options.box);
  }

  get open(): boolean {
    return this.#open;
  }

  /** How many questions wait, this one included. */
  get count(): number {
    return this.#list.length;
  }

  /** The newest list, before it is drawn; with fewer than two there is nothing to review. */
  take(list: readonly Approval[] | undefined): void {
    const next = list ?? [];
    if (next === this.#list) return;
    const before = this.#list;
    this.#list = next;
    if (!this.#open) return;
    if (next.length < 2) return this.#close();
    this.#changed = next.some((approval) => !before.includes(approval));
    if (this.#changed) this.#reading.reset();
    this.#begin();
    this.#forget();
  }

  readonly start = (): void => {
    this.#open = true;
    this.#changed = false;
    this.#reading.reset();
    this.#begin();
    this.#options.focusNext('heading');
  };

  render(): TemplateResult {
    return renderReview({
      messages: this.#options.words(),
      items: this.#list.map((approval) => this.#item(approval)),
      confirming: this.#confirming,
      changed: this.#changed,
      unread: this.#unread && !this.#isRead,
      reading: this.#reading,
      onAnswer: this.#onAnswer,
      onBack: this.#onBack,
      onPress: () => this.#options.arming.press(),
    });
  }

  #item(approval: Approval): ReviewItem {
    const { view, safe } = this.#shownOf(approval);
    const { words, redaction } = this.#options;
    const { toolKey, callId } = approval;
    const place = { kind: 'input' as const, ...(toolKey === undefined ? {} : { toolKey }), ...(callId === undefined ? {} : { callId }) };
    const value = safe.get(approval.input, redaction(), place, (cause) => {
      this.#options.onFault(cause);
      return words().redacted;
    });
    return { approval, view, value, answers: plainAnswers(approval, words()), writes: this.#writes(approval) };
  }

  #shownOf(approval: Approval): Shown {
    const known = this.#shown.get(approval.approvalId) ?? { approval, view: new ValueView(this.#host, 'input'), safe: new SafeValue() };
    this.#shown.set(approval.approvalId, known);
    return known;
  }

  /** Everything does, but what the server calls a read and whose name does not say otherwise. */
  #writes({ callId, toolKey, activity }: Approval): boolean {
    const call = callId === undefined ? undefined : this.#options.state()?.calls.get(callId);
    const type = call?.activity?.activityType ?? activity?.activityType;
    return type !== 'tool_read' || verbOf(toolKey) !== 'other';
  }

  get #isRead(): boolean {
    return this.#reading.done && this.#list.every((approval) => this.#shown.get(approval.approvalId)?.view.complete === true);
  }

  readonly #onAnswer = (event: UIEvent, answer: Answer): void => {
    const { arming, focusNext } = this.#options;
    const press = event.isTrusted ? arming.judge(event) : 'early';
    if (press === 'early') return;
    const approving = answer.decision === 'approve';
    if (approving && !this.#isRead) {
      this.#unread = true;
      focusNext('review');
      this.#host.requestUpdate();
      return;
    }
    const items = this.#list.map((approval) => this.#item(approval)).filter(({ answers }) => answers !== undefined);
    if (approving && !this.#confirming && (press === 'unseen' || items.some(({ writes }) => writes))) {
      this.#confirming = true;
      this.#begin(true);
      focusNext('confirm');
      return;
    }
    this.#submit(items, answer.decision);
  };

  #submit(items: readonly ReviewItem[], decision: Answer['decision']): void {
    this.#close();
    this.#options.focusNext('heading');
    for (const { approval, answers } of items) {
      if (answers === undefined || !this.#options.isPending(approval)) continue;
      const { approvalId, callId } = approval;
      const { optionId } = answers[decision];
      this.#options.submit(approval, { approvalId, callId, decision, ...(optionId === undefined ? {} : { optionId }) });
    }
  }

  readonly #onBack = (): void => {
    if (this.#confirming) {
      this.#begin();
      this.#options.focusNext('review');
    } else {
      this.#close();
      this.#options.focusNext('review-toggle');
    }
  };

  #begin(confirming = false): void {
    this.#confirming = confirming;
    this.#unread = false;
    this.#options.arming.reset();
    this.#host.requestUpdate();
  }

  #close(): void {
    this.#open = false;
    this.#begin();
    this.#list = [];
    this.#forget();
  }

  #forget(): void {
    const ids = new Set(this.#list.map(({ approvalId }) => approvalId));
    for (const [id, { view }] of this.#shown) {
      if (ids.has(id)) continue;
      this.#host.removeController(view);
      this.#shown.delete(id);
    }
  }
}
