import { html, nothing, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import type { PlanStep } from '../../activity/state.js';
import type { ValuePlace } from '../../context/renderers.js';
import { completeMessages } from '../../locales/index.js';
import type { Messages } from '../../locales/messages.js';
import { reveal } from '../../viewers/reveal.js';
import { card } from '../../styles/card.js';
import { valueStyles } from '../../viewers/value-view.styles.js';
import { ValueView } from '../../viewers/value-view.js';
import { ActivityElement } from '../internal/activity-element.js';
import { jsonAttribute } from '../internal/attributes.js';
import { icon, statusIcon, type IconName } from '../internal/icons.js';
import { SafeValue } from '../internal/safe-value.js';
import { verbOf, type Verb } from '../internal/verb.js';
import { plannedItems, planItemsSelector, type PlanItem, type StepStatus } from './plan-items.js';
import { styles } from './plan-review.styles.js';

/** What an open row needs. */
interface RowView {
  readonly view: ValueView;
  readonly safe: SafeValue;
}

const verbIcons: Readonly<Record<Verb, IconName>> = {
  create: 'create',
  move: 'move',
  change: 'edit',
  delete: 'delete',
  other: 'capability',
};

/**
 * The writes that an agent plans, in order: what each does, to what, and where it stands. What deletes is told apart by
 * icon, word and colour. Empty as long as nothing is planned.
 *
 * @summary The list of planned writes.
 * @tag plan-review
 *
 * @slot actions - Under the list, for a page's own controls.
 *
 * @csspart plan - The whole list with its head.
 * @csspart head - Heading and count.
 * @csspart mark - The column of the icon.
 * @csspart heading - The heading.
 * @csspart count - How many changes.
 * @csspart steps - The list.
 * @csspart step - One planned write.
 * @csspart verb - What it does: icon and word.
 * @csspart line - Label, status and detail of a step.
 * @csspart label - The agent's words for it.
 * @csspart status - Where it stands.
 * @csspart detail - What the agent adds.
 * @csspart toggle - The button that shows the arguments.
 * @csspart details - The arguments.
 * @csspart icon - Every icon.
 *
 * @cssstate empty - Nothing is planned.
 */
export class PlanReview extends ActivityElement {
  static override styles = [...ActivityElement.styles, valueStyles, styles, card];
  static override readonly chainabitTag: string = 'plan-review';

  /** Steps of the page's own; they win over the activity's. */
  @property({ converter: jsonAttribute }) steps: readonly PlanStep[] | undefined = undefined;

  @state() private openSteps: ReadonlySet<string> = new Set();

  protected override readonly source = this.select(planItemsSelector());

  readonly #rows = new Map<string, RowView>();

  /** A host may hand in anything; what is no list of steps is no plan. */
  get #items(): readonly PlanItem[] {
    const { steps } = this;
    if (steps == null) return this.source.value ?? [];
    return Array.isArray(steps) ? plannedItems(steps) : [];
  }

  protected override updated(): void {
    this.setStates(this.#items.length === 0 ? ['empty'] : []);
  }

  #toggle(stepId: string): void {
    const open = new Set(this.openSteps);
    if (!open.delete(stepId)) open.add(stepId);
    this.openSteps = open;
  }

  #rowOf(stepId: string): RowView {
    const known = this.#rows.get(stepId) ?? { view: new ValueView(this, 'input'), safe: new SafeValue() };
    this.#rows.set(stepId, known);
    return known;
  }

  protected override get words(): Messages {
    return completeMessages(super.words);
  }

  protected override render(): TemplateResult | typeof nothing {
    const items = this.#items;
    if (items.length === 0) return nothing;
    const messages = this.words;
    return html`<div part="plan" class="plan" role="group" aria-labelledby="heading">
      <div part="head" class="head">
        <span part="mark" class="mark">${icon('plan')}</span>
        <h3 part="heading" id="heading" class="heading">${messages.plannedChanges}</h3>
        <span part="count" class="count">${messages.plannedCount(items.length)}</span>
      </div>
      <ol part="steps" class="steps">
        ${repeat(
          items,
          ({ step }) => step.stepId,
          (item, at) => this.#renderStep(item, at),
        )}
      </ol>
      <slot name="actions"></slot>
    </div>`;
  }

  #renderStep({ step, status, rawStatus }: PlanItem, at: number): TemplateResult {
    const messages = this.words;
    const verb = verbOf(step.toolKey);
    const id = String(at);
    // "Planned" is what the heading says already: seen, it would only push what did happen apart.
    const open = this.openSteps.has(step.stepId);
    return html`<li part="step ${verb}" class="step ${status}">
      <span part="verb" class="verb ${verb}">${icon(verbIcons[verb])}${messages.verb[verb]}</span>
      <div part="line" class="line">
        <bdi part="label" class="label" id="label-${id}">${reveal(step.label)}</bdi>
        <span part="status" class=${status === 'planned' ? 'visually-hidden' : 'status'}>
          ${status === 'planned' || status === 'sending' ? nothing : statusIcon(rawStatus === undefined ? status : 'unknown')}
          ${rawStatus === undefined ? statusWords(status, messages) : messages.statusUnknown(reveal(rawStatus))}
        </span>
        ${step.detail === undefined || step.detail === '' ? nothing : html`<bdi part="detail" class="detail">${reveal(step.detail)}</bdi>`}
      </div>
      ${'input' in step ? this.#renderToggle(step.stepId, id, open) : nothing}
      ${'input' in step && open ? html`<div part="details" class="details" id="details-${id}">${this.#renderInput(step)}</div>` : nothing}
    </li>`;
  }

  #renderToggle(stepId: string, id: string, open: boolean): TemplateResult {
    const { showDetails, hideDetails } = this.words;
    return html`<button part="toggle" class="toggle" type="button" aria-expanded=${open ? 'true' : 'false'} aria-controls="details-${id}"
      aria-label=${open ? hideDetails : showDetails} aria-describedby="label-${id}" @click=${() => this.#toggle(stepId)}>
      ${icon('chevron')}
    </button>`;
  }

  #renderInput(step: PlanStep): TemplateResult {
    const messages = this.words;
    const { view, safe } = this.#rowOf(step.stepId);
    const place: ValuePlace = {
      kind: 'input',
      ...(step.toolKey === undefined ? {} : { toolKey: step.toolKey }),
      ...(step.callId === undefined ? {} : { callId: step.callId }),
    };
    const value = safe.get(step.input, this.redaction, place, () => messages.redacted);
    return view.render(value, { messages, label: messages.whatWillBeWritten, reveal: true, full: true });
  }
}

function statusWords(status: StepStatus, messages: Messages): string {
  if (status === 'planned') return messages.stepPlanned;
  return status === 'sending' ? messages.sending : messages.status[status];
}
