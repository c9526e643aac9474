import { html, nothing, type LitElement, type TemplateResult } from 'lit';
import type { Approval } from '../../activity/state.js';
import type { Redact, Renderers } from '../../context/renderers.js';
import { formatNumber } from '../../locales/format.js';
import type { Messages } from '../../locales/messages.js';
import { ValueView } from '../../viewers/value-view.js';
import { customView } from '../internal/custom-view.js';
import { FaultReporter } from '../internal/fault-reporter.js';
import { icon } from '../internal/icons.js';
import { Editing } from './editing.js';
import { ReadingController } from './reading-controller.js';
import { RequestMemory, type Turn } from './request-memory.js';
import { renderQuestion, renderWhy } from './request-view.js';

/** What the card lends to its body. */
export interface BodyOptions {
  readonly words: () => Messages;
  readonly redaction: () => Redact | undefined;
  readonly renderers: () => Renderers;
  /** The box that scrolls. */
  readonly box: () => Element | null;
  /** Where the focus goes with the next render. */
  readonly focusNext: (id: string) => void;
}

/** What is asked: the question and the arguments, whether they were read, and what the person made of them. */
export class RequestBody {
  readonly #host: LitElement;
  readonly #options: BodyOptions;
  readonly #memory = new RequestMemory();
  readonly #editing: Editing;
  readonly #view: ValueView;
  readonly #reading: ReadingController;
  readonly #faults: FaultReporter;
  #tried = false;
  /** The arguments as they were changed went with the answer. */
  #sent = false;
  /** The arguments stand in our own view, and not in the editor or in a page's. */
  #inView = false;

  constructor(host: LitElement, options: BodyOptions) {
    this.#host = host;
    this.#options = options;
    this.#faults = new FaultReporter(host);
    this.#editing = new Editing(host);
    this.#view = new ValueView(host, 'input');
    this.#reading = new ReadingController(host, options.box);
  }

  get approval(): Approval | undefined {
    return this.#memory.approval;
  }

  get changed(): boolean {
    return this.#memory.changed;
  }

  /** The arguments as the person changed them. */
  get edited(): { readonly value: unknown } | undefined {
    return this.#editing.edited;
  }

  /** The page's own code failed. */
  readonly report = (cause: unknown): void => this.#faults.report(cause);

  /** Approving was tried, and a part of the request has still not been shown. */
  get unread(): boolean {
    return this.#tried && !this.#isRead;
  }

  get #isRead(): boolean {
    return this.#reading.done && (!this.#inView || this.#view.complete);
  }

  /** The newest state. Another request, or other arguments, start again. */
  take(approval: Approval | undefined): Turn {
    const turn = this.#memory.take(approval);
    if (turn !== 'same') {
      this.#editing.stop();
      this.#reading.reset();
      this.#tried = false;
    }
    return turn;
  }

  /** The person answered what is there now; `input` where they changed it. */
  acknowledge(input: boolean): void {
    this.#memory.acknowledge();
    this.#sent = input;
  }

  /**
   * It can be answered, or no more; `isOurs` while nobody else's answer counts. From then on only edits that were sent are shown, for these alone may run: not those
   * of a form that stood open when somebody else answered, nor where the server names other arguments.
   */
  settle(isPending: boolean, isOurs: boolean): void {
    if (isPending) this.#sent = false;
    else if (!this.#sent || !isOurs || this.#editing.isOverruled(this.approval?.input)) this.#editing.stop();
  }

  /** Nothing is approved unseen or malformed: the press then leads to what is missing. */
  readonly isReady = (): boolean => {
    if (this.#editing.valid && this.#isRead) return true;
    this.#tried = true;
    this.#options.focusNext(this.#editing.valid ? 'content' : this.#editing.focusId);
    this.#host.requestUpdate();
    return false;
  };

  /** The box of everything that is not the card's own; `live` while it can be answered. */
  render(approval: Approval, live: boolean): TemplateResult {
    const messages = this.#options.words();
    const lines = this.#reading.clippedLines;
    return html`<div part="content" id="content" class="content" tabindex=${lines > 0 ? '0' : '-1'} role=${lines > 0 ? 'group' : nothing}
        aria-label=${lines > 0 ? messages.whatWillBeWritten : nothing} @scroll=${this.#reading.onScroll}>
        <div part="inside" class="inside">
          ${renderQuestion(approval, messages)} ${renderWhy(approval, messages)}
          ${live && this.#editing.open ? this.#renderEditor(messages) : this.renderArguments(approval)}
        </div>
      </div>
      ${lines === 0
        ? nothing
        : html`<p part="more" class="more ${this.#reading.done ? 'done' : ''}">${
            this.#reading.done ? messages.allRead : messages.moreBelow(formatNumber(messages.locale, lines))
          }</p>`}`;
  }

  renderArguments(approval: Approval): TemplateResult {
    const messages = this.#options.words();
    const custom = customView(this.#host, this.#options.renderers(), { approval, messages }, this.#faults.report);
    this.#inView = false;
    if (custom !== undefined) return html`<div part="custom arguments">${custom}</div>`;
    const { edited } = this.#editing;
    if (edited === undefined && !('input' in approval)) return html`<p part="arguments" class="muted">${messages.noInput}</p>`;
    this.#inView = true;
    const value = edited === undefined ? this.#visible(approval.input) : edited.seen;
    return html`<div part="arguments" class="arguments">
      ${this.#view.render(value, { messages, label: messages.whatWillBeWritten, reveal: true, full: true })}
      ${this.#editing.renderChanges(messages) ?? nothing}
    </div>`;
  }

  #renderEditor(messages: Messages): TemplateResult {
    this.#inView = false;
    return this.#editing.render(messages, this.#onEdit);
  }

  /** The way into the editor, where the request allows it. */
  renderEdit(approval: Approval): TemplateResult | typeof nothing {
    if (this.#editing.open || !this.#editing.isOffered(approval)) return nothing;
    return html`<button part="edit" id="edit" class="link" type="button" @click=${this.#onEdit}>
      ${icon('edit')}${this.#options.words().editArguments}
    </button>`;
  }

  #visible(input: unknown): unknown {
    return this.#memory.visible(input, this.#options.redaction(), (cause) => {
      this.#faults.report(cause);
      return this.#options.words().redacted;
    });
  }

  readonly #onEdit = (): void => {
    const { approval } = this;
    if (this.#editing.open) this.#editing.stop();
    else if (approval !== undefined) this.#editing.start(approval, this.#visible(approval.input));
    this.#options.focusNext(this.#editing.open ? this.#editing.focusId : 'edit');
    this.#host.requestUpdate();
  };
}
