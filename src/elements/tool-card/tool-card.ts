import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import { selectCall } from '../../activity/select.js';
import type { ToolCall } from '../../activity/state.js';
import type { RenderRequest } from '../../context/renderers.js';
import { completeMessages } from '../../locales/index.js';
import type { FeedMessages } from '../../locales/messages.js';
import { wellFormed } from '../../viewers/reveal.js';
import { ActivityElement } from '../internal/activity-element.js';
import { booleanAttribute, jsonAttribute, wordsAttribute } from '../internal/attributes.js';
import { customView } from '../internal/custom-view.js';
import { endReason } from '../internal/end-reason.js';
import { entity } from '../internal/entity.js';
import { FaultReporter } from '../internal/fault-reporter.js';
import { icon, statusIcon } from '../internal/icons.js';
import { TickController } from '../internal/ticker.js';
import { callTitle } from '../internal/title.js';
import type { CallDetails, DetailOptions } from './details.js';
import { detailsSource } from './details-source.js';
import { Elapsed } from './elapsed.js';
import { renderSummary } from './summary.js';
import { summaryStyles } from './summary.styles.js';
import { styles } from './tool-card.styles.js';

/**
 * One tool call: what it is, how it stands, how long it takes and why it failed, in one or two lines; input and output
 * behind a disclosure. Takes its call from the nearest activity by `call-id`, or from its own `call` property.
 *
 * @summary A card for one tool call.
 * @tag tool-card
 *
 * @slot icon - Instead of the status icon.
 * @slot actions - Controls of the host, below the summary.
 * @slot details - More inside the disclosure, after input and output.
 *
 * @event {ActivityErrorEvent} activity-error - `renderer-failed`: a custom renderer or `redact` threw.
 *
 * @csspart card - The whole card.
 * @csspart header - The row that opens and closes it, a button.
 * @csspart icon - Each icon.
 * @csspart title - What the call is called.
 * @csspart meta - Status and time.
 * @csspart rail - The column of the icon.
 * @csspart line - The column beside it: title, status and time.
 * @csspart chevron - The mark that the row opens.
 * @csspart status - The status in words.
 * @csspart time - How long it has taken.
 * @csspart summary - What stands below the row while closed.
 * @csspart detail - What the call is doing.
 * @csspart progress - The bar, a `progress` element.
 * @csspart progress-text - "12 of 40".
 * @csspart attempt - "Attempt 2".
 * @csspart error - Why it failed.
 * @csspart reason - Why it was degraded, rejected or interrupted.
 * @csspart fallback - What was used instead.
 * @csspart body - Input and output, while open.
 * @csspart no-input - In its place, where the call has none.
 * @csspart no-output - In its place, where the call has none.
 * @csspart value - One value; also `input` or `output`.
 * @csspart input - The value that is the input.
 * @csspart output - The value that is the output.
 * @csspart value-header - Its heading and controls.
 * @csspart value-label - Its heading.
 * @csspart value-button - JSON, copy, download.
 * @csspart value-body - Its rows.
 * @csspart fields - A list of fields.
 * @csspart field - One field, with `field-name` and `field-value`.
 * @csspart field-name - Its name.
 * @csspart field-value - Its value.
 * @csspart list - A list of plain values.
 * @csspart empty - An empty text, list or object, in words.
 * @csspart value-rest - How much of a large value is not shown, and the ways to it.
 * @csspart code - Text in code type.
 * @csspart value-note - The raw tool key.
 * @csspart error-code - The code of an error, while open.
 * @csspart value-state - That the input is still being written.
 * @csspart link - An address in a text.
 * @csspart view - A viewer: a table, a tree, a diff, statements, images or an error.
 * @csspart view-lost - That a viewer could not be loaded.
 * @csspart error-view - An error that is the output.
 * @csspart table-box - The box in which a table scrolls.
 * @csspart table - A table.
 * @csspart table-head - The head of a column.
 * @csspart table-cell - A cell.
 * @csspart table-foot - How many rows there are.
 * @csspart tree-view - A tree with its search.
 * @csspart tree-search - The search of a tree.
 * @csspart tree-input - Its field.
 * @csspart tree - The rows of a tree.
 * @csspart tree-row - One row.
 * @csspart tree-foot - The path of the current row, and what can be done with it.
 * @csspart tree-path - That path.
 * @csspart diff-view - All that was compared.
 * @csspart diff-file - One comparison.
 * @csspart diff-head - Its name and counts.
 * @csspart diff - Its lines.
 * @csspart diff-line - One line, with `same`, `added` or `removed`.
 * @csspart diff-gap - Lines that are left out.
 * @csspart sql-view - Statements.
 * @csspart sql-layout - The control of their layout, with more than one.
 * @csspart sql-blocks - Their boxes.
 * @csspart sql-block - One statement.
 * @csspart sql-head - Its name.
 * @csspart media-view - Images and files.
 * @csspart media - One of them.
 * @csspart image - An image.
 * @csspart media-caption - Name, size, and why it is not loaded.
 *
 * @cssstate pending - Announced.
 * @cssstate active - Running.
 * @cssstate awaiting_approval - Needs an answer.
 * @cssstate completed - Done.
 * @cssstate degraded - Done another way.
 * @cssstate failed - Failed.
 * @cssstate rejected - A person said no.
 * @cssstate expired - Nobody answered in time.
 * @cssstate skipped - Skipped.
 * @cssstate cancelled - Cancelled.
 * @cssstate interrupted - The run ended first.
 * @cssstate unknown - The server's own status has no equivalent here.
 * @cssstate open - The disclosure is open.
 * @cssstate deferred - Hidden, for its approval is shown elsewhere.
 * @cssstate empty - There is no such call (yet).
 */
export class ToolCard extends ActivityElement {
  static override styles = [...ActivityElement.styles, styles, summaryStyles];
  static override readonly chainabitTag: string = 'tool-card';

  /** Which call of the nearest activity. */
  @property({ attribute: 'call-id' }) callId = '';

  /** The call itself, for a card that stands alone. Wins over `call-id`. */
  @property({ converter: jsonAttribute }) call: ToolCall | undefined = undefined;

  /** Input and output are shown. */
  @property({ converter: booleanAttribute }) open = false;

  /** Hides the card while its approval is open: an approval card shows the same. */
  @property({ attribute: 'defer-to-approval', converter: booleanAttribute }) deferToApproval = false;

  /** Origins that images in its values may be loaded from, for a card that stands alone. */
  @property({ attribute: 'media-origins', converter: wordsAttribute }) mediaOrigins: readonly string[] = [];

  protected override readonly source = this.select((state) => selectCall(state, this.callId));
  #details: CallDetails | undefined;
  readonly #elapsed = new Elapsed();
  readonly #faults = new FaultReporter(this);
  /** The file with the inside of cards could not be loaded. Opening the card again tries again. */
  #lost = false;
  #leaving = false;

  constructor() {
    super();
    new TickController(
      this,
      () => Elapsed.ticks(this.#call),
      () => {
        this.#writeTime();
      },
    );
  }

  get #call(): ToolCall | undefined {
    return entity(this.call, 'callId', 'status') ?? this.source.value;
  }

  /** To its row: the card itself takes no focus. */
  override focus(options?: FocusOptions): void {
    this.renderRoot.querySelector<HTMLElement>('.header')?.focus(options);
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('open')) this.#leaving = !this.open && changed.get('open') === true;
  }

  protected override updated(): void {
    this.setStates(this.#states());
    this.#writeTime();
    if (this.#leaving) this.#leave();
  }

  readonly #onToggle = (): void => {
    this.open = !this.open;
    this.#lost = false;
  };

  protected override render(): TemplateResult | typeof nothing {
    const call = this.#call;
    if (call === undefined) return nothing;
    const messages = this.words;
    const summary = this.open ? call : this.#withoutEndReason(call);
    // A running clock is a description: in the name of a focused button it would be read out every second.
    const ticks = Elapsed.ticks(call);
    const raw = rawStatusOf(call, messages);
    const look = raw === undefined ? call.status : 'unknown';
    return html`<div part="card" class="card ${look}" role="group" aria-labelledby="title">
      <button
        part="header"
        class="header"
        type="button"
        aria-expanded=${this.open ? 'true' : 'false'}
        aria-controls="body"
        aria-describedby=${ticks ? 'time' : nothing}
        @click=${this.#onToggle}
      >
        <span part="rail" class="rail"><slot name="icon">${statusIcon(look)}</slot></span>
        <span part="line" class="line">
          <bdi part="title" class="title" id="title">${callTitle(call, messages)}</bdi>
          <span part="meta" class="meta">
            <span part="status" class="status">${
              raw === undefined ? messages.status[call.status] : messages.statusUnknown(wellFormed(raw))
            }</span>
            <span part="time" class="time" id="time" aria-hidden=${ticks ? 'true' : nothing}></span>
          </span>
        </span>
        <span part="chevron" class="chevron">${icon('chevron')}</span>
      </button>
      <div part="summary" class="summary">${renderSummary(summary, messages, this.open)}<slot name="actions"></slot></div>
      ${this.open || this.#leaving ? this.#renderBody(call) : nothing}
    </div>`;
  }

  /** What took the whole run along is said once, by its end. */
  #withoutEndReason(call: ToolCall): ToolCall {
    const { reason, ...rest } = call;
    return reason !== undefined && reason === endReason(this.source.handle?.getState().run) ? rest : call;
  }

  #renderBody(call: ToolCall): TemplateResult {
    return html`<div part="body" class="body ${this.#leaving ? 'leaving' : ''}" id="body">
      <div class="fold">
        <div class="details">
          ${this.#renderInside(call)}
          <slot name="details"></slot>
        </div>
      </div>
    </div>`;
  }

  /** Made when the card is first opened; in the CDN build its file, with the words of cards, may have to come first. */
  #renderInside(call: ToolCall): unknown {
    const Details = detailsSource.current;
    if (Details) {
      const details = (this.#details ??= new Details(this));
      const own = this.#detailOptions();
      const safe = details.safe(call, this.redaction, own.messages, this.#faults.report);
      const request: RenderRequest = { call: safe, messages: own.messages, view: (value, options = {}) => details.view(value, options, own) };
      return customView(this, this.customRenderers, request, this.#faults.report) ?? details.render(safe, own);
    }
    if (this.#lost) return this.words.fault['load-failed'];
    detailsSource.load().then(
      () => {
        this.requestUpdate();
      },
      (cause: unknown) => {
        this.#lost = true;
        this.#faults.report(cause, 'load-failed');
        this.requestUpdate();
      },
    );
    return this.words.loading;
  }

  #detailOptions(): DetailOptions {
    return {
      messages: completeMessages(this.words),
      origins: this.mediaOrigins.length > 0 ? this.mediaOrigins : (this.source.settings?.mediaOrigins ?? []),
      onError: (cause) => {
        this.#faults.report(cause, 'load-failed');
      },
    };
  }

  #states(): string[] {
    const call = this.#call;
    if (call === undefined) return ['empty'];
    const states: string[] = [call.status];
    if (rawStatusOf(call, this.words) !== undefined) states.push('unknown');
    if (this.open) states.push('open');
    if (this.deferToApproval && call.status === 'awaiting_approval' && call.approvalId !== undefined) states.push('deferred');
    return states;
  }

  /** Writes one text node. The clock never renders. */
  #writeTime(): void {
    const place = this.renderRoot.querySelector('#time');
    const call = this.#call;
    if (place === null || call === undefined) return;
    const text = this.#elapsed.text(call, this.now(), this.words.locale);
    if (place.textContent !== text) place.textContent = text;
  }

  /** Keeps the body while it folds up; without motion it is gone at once. */
  #leave(): void {
    const motions = this.renderRoot.querySelector('.body')?.getAnimations() ?? [];
    void Promise.allSettled(motions.map((motion) => motion.finished)).then(() => {
      if (!this.#leaving) return;
      this.#leaving = false;
      this.requestUpdate();
    });
  }
}

/** The status that is shown as it is: one without an equivalent here, also of a page's own call. */
function rawStatusOf({ rawStatus, status }: ToolCall, messages: FeedMessages): string | undefined {
  return rawStatus ?? (Object.hasOwn(messages.status, status) ? undefined : status);
}
