import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import type { Approval } from '../../activity/state.js';
import type { ApprovalDecision } from '../../events/approval-decision-event.js';
import { card } from '../../styles/card.js';
import { completeMessages } from '../../locales/index.js';
import type { Messages } from '../../locales/messages.js';
import { valueStyles } from '../../viewers/value-view.styles.js';
import { ActivityElement } from '../internal/activity-element.js';
import { booleanAttribute, jsonAttribute } from '../internal/attributes.js';
import { endReason } from '../internal/end-reason.js';
import { entity } from '../internal/entity.js';
import { icon } from '../internal/icons.js';
import { Answering } from './answering.js';
import { styles } from './approval-card.styles.js';
import { ArmingController } from './arming-controller.js';
import { controlStyles } from './controls.styles.js';
import { cardSelector } from './card-selector.js';
import { Countdown } from './countdown.js';
import { announce, DecisionFlow } from './decision-flow.js';
import { editorStyles } from './editor.styles.js';
import { renderNotice } from './notice-view.js';
import { observeSight, type SightObserver } from './occlusion.js';
import { isOpen, phaseIcon, phaseOf, phaseWords, type Phase } from './phase.js';
import { renderReceipt, renderToggle } from './receipt-view.js';
import { receiptStyles } from './receipt.styles.js';
import { RequestBody } from './request-body.js';
import { renderTool } from './request-view.js';
import { Review } from './review.js';
import { reviewStyles } from './review.styles.js';
import { isSameRequest } from './same-request.js';

/**
 * One question of an agent to a person: may it write this? Shows what will run, takes the answer, and says what became
 * of it. In an activity it draws from the activity's state alone; with its own `approval` it works anywhere, and its
 * `approval-decision` event is the answer.
 *
 * Controls take trusted activations only: a page that decides by itself calls `decide()` of `<chainabit-activity>`.
 *
 * Of several open questions the first one offers a review of all.
 *
 * @summary An approval: the request, its controls, its outcome.
 * @tag approval-card
 *
 * @slot extra - Under the arguments, for a page's own words on the request.
 *
 * @event {ApprovalDecisionEvent} approval-decision - A person decided; cancelable, before any request.
 *
 * @csspart card - The whole card.
 * @csspart head - Its first line: icon, heading, time left or subject.
 * @csspart line - The heading, and beside it the countdown or the receipt.
 * @csspart mark - The icon of the status.
 * @csspart heading - The heading: the status, in words.
 * @csspart countdown - How long it can still be answered.
 * @csspart tool - The line that names the tool.
 * @csspart tool-key - The tool key.
 * @csspart risk - The risk, as the server rates it.
 * @csspart content - The box of the question and the arguments; it scrolls when they are long.
 * @csspart question - The agent's own words.
 * @csspart detail - What the agent adds.
 * @csspart reason - Why it asks; in a receipt, why it was decided so.
 * @csspart arguments - What will run.
 * @csspart value - The arguments as a value; also `input`, with the parts that a value has in a tool card.
 * @csspart value-header - Its heading and controls.
 * @csspart value-label - Its heading.
 * @csspart value-button - JSON, copy, show all, download.
 * @csspart value-body - Its rows.
 * @csspart value-rest - How much of it is not shown yet.
 * @csspart fields - A list of fields.
 * @csspart field - One field.
 * @csspart field-name - Its name.
 * @csspart field-value - Its value.
 * @csspart code - Text in code type.
 * @csspart custom - What a custom renderer made of the arguments.
 * @csspart inside - In the box, what may be taller than it.
 * @csspart more - How much does not fit into the box.
 * @csspart edit - The button that opens the editor.
 * @csspart editor - The arguments as a form or as an editable text.
 * @csspart editor-head - Its first line.
 * @csspart editor-label - Its label, and that of each field.
 * @csspart editor-reset - Its button back to the proposal.
 * @csspart editor-field - Each field.
 * @csspart editor-hint - A hint or an error.
 * @csspart form - The fields of a form.
 * @csspart form-row - One field with its label and hint.
 * @csspart form-group - Fields that belong together.
 * @csspart edited - The mark of changed arguments.
 * @csspart changes-heading - How many fields were changed.
 * @csspart changes - The list of what was changed.
 * @csspart change - One changed field: before and after.
 * @csspart change-name - Its name.
 * @csspart notice - A failed attempt, a changed request.
 * @csspart controls - The row of the answers, or the form for a reason.
 * @csspart ways - In it, the ways to edit and to give a reason.
 * @csspart answers - In it, the answers.
 * @csspart answer - Each answer.
 * @csspart approve - Answers that approve.
 * @csspart reject - Answers that reject.
 * @csspart unknown-option - An option that is no answer here.
 * @csspart key - On an answer, the key that presses it.
 * @csspart reason-toggle - The button that asks for a reason.
 * @csspart reason-label - The label of the reason.
 * @csspart reason-field - Its field.
 * @csspart back - The way back from the reason.
 * @csspart review-toggle - The button that opens the review of all open questions.
 * @csspart review - The box of the review; it scrolls when it is long.
 * @csspart review-list - The questions in it.
 * @csspart review-item - One of them.
 * @csspart review-alone - That it must be answered by itself.
 * @csspart confirm - What is asked before a second press.
 * @csspart confirm-heading - Its heading.
 * @csspart confirm-list - What will be written.
 * @csspart confirm-item - One write.
 * @csspart outcome - In the place of the controls: what was answered.
 * @csspart toggle - In a receipt, the button that shows the arguments.
 * @csspart receipt - Who decided, when and why.
 * @csspart decided-by - Who decided.
 * @csspart decided-at - When.
 * @csspart details - In a receipt, the arguments.
 * @csspart icon - Every icon.
 *
 * @cssstate empty - There is no such approval (yet).
 * @cssstate pending - It waits for an answer.
 * @cssstate sending - The answer is on its way.
 * @cssstate handed-over - The answer was delivered; the server has not confirmed it.
 * @cssstate collected - The answer is kept until the other questions are answered.
 * @cssstate overdue - The deadline has passed here; the server has not said so.
 * @cssstate accepted - Approved.
 * @cssstate rejected - Rejected.
 * @cssstate expired - Not answered in time.
 * @cssstate cancelled - No longer needed.
 * @cssstate answered-elsewhere - Somebody else answered first.
 * @cssstate changed - The request changed while it waited.
 * @cssstate edited - The person changed the arguments.
 * @cssstate reviewing - All open questions are shown as one list.
 * @cssstate warning - Less than a minute is left.
 * @cssstate urgent - Less than ten seconds are left.
 */
export class ApprovalCard extends ActivityElement {
  static override styles = [...ActivityElement.styles, valueStyles, styles, controlStyles, editorStyles, reviewStyles, receiptStyles, card];
  static override readonly chainabitTag: string = 'approval-card';

  /** Which approval of the nearest activity. */
  @property({ attribute: 'approval-id' }) approvalId = '';

  /** An approval of the page's own; wins over the activity's. */
  @property({ converter: jsonAttribute }) approval: Approval | undefined = undefined;

  /** Single keys answer while the focus is inside the card: A approves, R rejects. Shown on the buttons. */
  @property({ converter: booleanAttribute }) shortcuts = false;

  protected override readonly source = this.select(cardSelector(() => (this.#own === undefined ? this.approvalId : undefined)));

  readonly #body = new RequestBody(this, {
    words: () => this.words,
    redaction: () => this.redaction,
    renderers: () => this.customRenderers,
    box: () => this.#part('content'),
    focusNext: (id) => (this.#nextFocus = id),
  });
  readonly #flow = new DecisionFlow(this, () => this.#renderNow());
  readonly #arming = new ArmingController(this, {
    target: () => this.#part('controls'),
    clock: () => this.clock(),
    observe: (tell) => this.observeSight(tell),
  });
  readonly #answering = new Answering(this, {
    words: () => this.words,
    arming: this.#arming,
    pending: () => this.#newestPending(),
    isReady: this.#body.isReady,
    edited: () => this.#body.edited,
    submit: (approval, decided) => this.#submit(approval, decided),
    focusNext: (id) => (this.#nextFocus = id),
    hasKeys: () => this.shortcuts && !this.#review.open,
  });
  readonly #review: Review = new Review(this, {
    words: () => this.words,
    redaction: () => this.redaction,
    arming: this.#arming,
    box: () => this.#part('review'),
    state: () => this.source.handle?.getState(),
    isPending: (approval) => this.#isPending(approval),
    submit: (approval, decided) => this.#submit(approval, decided),
    focusNext: (id) => (this.#nextFocus = id),
    onFault: this.#body.report,
  });
  readonly #countdown = new Countdown(this, {
    deadline: () => (this.#phase === 'pending' ? this.#body.approval?.expiresAt : undefined),
    now: () => this.now(),
    words: () => this.words,
    target: () => this.#part('countdown'),
  });
  #phase: Phase = 'unknown';
  #detailsOpen = false;
  #nextFocus: string | undefined;

  /** Monotonic milliseconds, for the wait before the controls take an answer. */
  protected clock(): number {
    return performance.now();
  }

  /** What the browser sees of the controls, where it can tell. */
  protected observeSight(tell: (visible: boolean) => void): SightObserver | undefined {
    return observeSight(tell);
  }

  protected override update(changed: PropertyValues): void {
    const focused = this.shadowRoot?.activeElement ?? null;
    this.#take(this.#own ?? this.source.value?.approval);
    super.update(changed);
    const target = this.#nextFocus ?? (focused === null || focused.isConnected ? undefined : 'heading');
    this.#nextFocus = undefined;
    // Never to the body, never to an answer; and the page is not scrolled.
    if (target !== undefined) this.renderRoot.querySelector<HTMLElement>(`#${target}`)?.focus({ preventScroll: true });
  }

  protected override updated(): void {
    const { approval } = this.#body;
    const level = this.#countdown.level;
    const states = [
      this.#phase,
      ...(this.#isChanged ? ['changed'] : []),
      ...(this.#body.edited === undefined ? [] : ['edited']),
      ...(this.#review.open ? ['reviewing'] : []),
      ...(level === 'warning' || level === 'urgent' ? [level] : []),
    ];
    this.setStates(approval === undefined ? ['empty'] : states);
  }

  get #own(): Approval | undefined {
    return entity(this.approval, 'approvalId', 'status');
  }

  get #isChanged(): boolean {
    return this.#body.changed || this.#body.approval?.changed === true;
  }

  /** The newest state, before it is drawn: another request, or other arguments, start the card again. */
  #take(approval: Approval | undefined): void {
    if (this.#body.take(approval) !== 'same') {
      this.#flow.reset();
      this.#arming.reset();
      this.#answering.reset();
      this.#detailsOpen = false;
    }
    if (approval !== undefined) this.#phase = phaseOf(approval, this.#flow.of(approval), this.now());
    // An activity drops what was said here when it was not what counted.
    this.#body.settle(this.#phase === 'pending', this.#own !== undefined || isOpen(this.#phase) || 'input' in (approval?.details ?? {}));
    this.#review.take(this.#phase === 'pending' ? this.source.value?.all : undefined);
  }

  #renderNow(): void {
    this.requestUpdate();
    this.performUpdate();
  }

  #part(name: string): Element | null {
    return this.renderRoot.querySelector(`[part~="${name}"]`);
  }

  /** By the newest state and clock, and only for what is drawn: what came since then was not seen. */
  #newestPending(): Approval | undefined {
    const drawn = this.#body.approval;
    return drawn !== undefined && this.#isPending(drawn) ? (this.#own ?? this.source.value?.approval) : undefined;
  }

  /** What was drawn can be answered: by the newest state and clock, and only as long as it asks for the same. */
  #isPending(approval: Approval): boolean {
    const newest = this.#own === undefined ? this.source.handle?.getState().approvals.get(approval.approvalId) : this.#own;
    if (newest === undefined || !isSameRequest(approval, newest)) return false;
    return phaseOf(newest, this.#flow.of(newest), this.now()) === 'pending';
  }

  #submit(approval: Approval, decided: ApprovalDecision): void {
    // A page may put an approval of its own into an activity that has never heard of it.
    const offer = this.source.handle?.getState().approvals.has(approval.approvalId) ?? true;
    if (approval.approvalId !== this.#body.approval?.approvalId) {
      announce(this, decided, offer);
      return;
    }
    this.#body.acknowledge('input' in decided);
    this.#flow.submit(approval, decided, offer);
  }

  readonly #onToggle = (): void => {
    this.#detailsOpen = !this.#detailsOpen;
    this.requestUpdate();
  };

  protected override get words(): Messages {
    return completeMessages(super.words);
  }

  protected override render(): TemplateResult | typeof nothing {
    const { approval } = this.#body;
    if (approval === undefined) return nothing;
    const open = isOpen(this.#phase);
    const review = this.#review.open;
    const words = review ? this.words.reviewHeading(this.#review.count) : phaseWords(this.#phase, approval, this.words);
    // One template for all phases: the heading may hold the focus and is never recreated.
    return html`<div part="card" class="card ${open ? 'open' : 'settled'} ${this.#phase}" role="group" aria-labelledby=${review ? 'heading' : 'heading question'} @keydown=${this.#answering.onKey}>
      <div part="head" class="head">
        <span part="mark" class="mark">${icon(phaseIcon(this.#phase))}</span>
        <div part="line" class="line">
          <h3 part="heading" id="heading" class="heading" tabindex="-1" aria-describedby=${this.#phase === 'pending' ? 'notice' : nothing}>${words}</h3>
          ${open ? this.#renderCountdown() : html`${this.#renderReceipt(approval)}`}
        </div>
        ${open ? nothing : renderToggle(this.#detailsOpen, this.words, this.#onToggle)}
      </div>
      ${review ? this.#review.render() : open ? this.#renderOpen(approval) : this.#renderSettled(approval)}
    </div>`;
  }

  #renderCountdown(): TemplateResult | typeof nothing {
    const level = this.#countdown.level;
    if (level === undefined || level === 'over') return nothing;
    return html`<span class="time ${level}">${level === 'calm' ? nothing : icon('expired')}<span part="countdown"></span></span>`;
  }

  #renderOpen(approval: Approval): TemplateResult {
    const live = this.#phase === 'pending';
    return html`${renderTool(approval, this.words)} ${this.#body.render(approval, live)}
      <slot name="extra"></slot>
      ${live ? this.#renderPending(approval) : this.#renderOutcome(approval)}`;
  }

  #renderPending(approval: Approval): TemplateResult {
    return html`${renderNotice({
        messages: this.words,
        error: this.#flow.of(approval)?.error ?? approval.error,
        changed: this.#isChanged,
        unread: this.#body.unread,
        wordless: this.#answering.wordless,
        live: this.source.handle === undefined,
      })}
      ${this.#answering.render(approval, [this.#body.renderEdit(approval), this.#renderReviewToggle()])}`;
  }

  #renderReviewToggle(): TemplateResult | typeof nothing {
    if (this.#review.count < 2) return nothing;
    return html`<button part="review-toggle" id="review-toggle" class="link" type="button" @click=${this.#review.start}>
      ${icon('plan')}${this.words.reviewAll(this.#review.count)}
    </button>`;
  }

  /** In the place of the controls: what was answered. */
  #renderOutcome(approval: Approval): TemplateResult | typeof nothing {
    const decision = this.#flow.of(approval)?.decision ?? approval.decision;
    if (decision === undefined) return nothing;
    return html`<p part="outcome" class="outcome">${this.words.yourAnswer(this.words[decision])}</p>`;
  }

  #renderReceipt(approval: Approval): TemplateResult {
    const around = this.source.handle?.getState();
    const before = around?.order[around.order.findIndex(({ kind, id }) => kind === 'approval' && id === approval.approvalId) - 1];
    return renderReceipt(approval, this.#body.edited !== undefined, this.words, {
      belowCall: before?.kind === 'call' && before.id === approval.callId,
      endReason: this.#detailsOpen ? undefined : endReason(around?.run),
    });
  }

  #renderSettled(approval: Approval): TemplateResult {
    return html`<div part="details" id="details" class="details" ?hidden=${!this.#detailsOpen}>
      ${this.#detailsOpen ? this.#body.renderArguments(approval) : nothing}
    </div>`;
  }
}
