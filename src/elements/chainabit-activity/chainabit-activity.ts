import { ContextProvider } from '@lit/context';
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { state } from 'lit/decorators.js';
import { type ActivityState, type Decision, emptyState } from '../../activity/state.js';
import { activityContext, type ActivitySettings } from '../../context/activity-context.js';
import { ApprovalDecisionEvent } from '../../events/approval-decision-event.js';
import { DecisionSubmitEvent } from '../../events/decision-submit-event.js';
import { overrideMessages, resolveMessages } from '../../locales/index.js';
import type { FeedMessages } from '../../locales/messages.js';
import type { WireFrame } from '../../session/config.js';
import type { FaultCode, SessionFault } from '../../session/fault.js';
import { loadFault } from '../../session/load-fault.js';
import type { StoreChange } from '../../store/store.js';
import { icon } from '../internal/icons.js';
import { TickController } from '../internal/ticker.js';
import { ActivityCore } from './activity-core.js';
import { ActivityProperties, CONNECTION_PROPERTIES } from './activity-properties.js';
import { announcement, subject } from './announcement.js';
import { Announcer } from './announcer.js';
import { cardsSource } from './cards-source.js';
import { styles } from './chainabit-activity.styles.js';
import { renderConnection, renderFault } from './connection-line.js';
import { hasContent } from './content.js';
import { ExpiryWarner } from './expiry-warner.js';
import { FailureTour } from './failure-tour.js';
import { renderFeed } from './feed.js';
import { Folds } from './folds.js';
import { PageController } from './page-controller.js';
import { isOpen, publicEvents } from './public-events.js';

/** What this element draws by itself. Calls and approvals are not among it: their cards select for themselves. */
const OWN_PARTS = ['connection', 'run', 'capability', 'order', 'notes', 'message'] as const;

const OWN_FAULTS: ReadonlySet<FaultCode> = new Set<FaultCode>(['load-failed', 'history-failed', 'events-lost', 'stop-failed', 'event-too-large', 'url-template']);

const SETTINGS = ['messages', 'redact', 'renderers', 'mediaOrigins'] as const;

/**
 * Owns one agent run on the page: the connection to its event stream, the state that is made of it, and the requests
 * that answer it. Without children it draws the built-in feed; children replace the feed and are laid out by the host.
 *
 * @summary The owner of a stream, its state and its requests.
 * @tag chainabit-activity
 *
 * @slot - Replaces the built-in feed. `<tool-card call-id>` and friends below it, at any depth, follow this activity.
 * @slot before-answer - In the built-in feed, between the timeline and the answer text.
 *
 * @event {ActivityChangeEvent} activity-change - The state changed; at most once per commit.
 * @event {ActivityConnectionChangeEvent} activity-connection-change - The connection's status changed.
 * @event {ActivitySettledEvent} activity-settled - The run ended; once per run.
 * @event {ActivityMessageEvent} activity-message - Answer text, for a chat view of your own.
 * @event {ActivityErrorEvent} activity-error - Something failed; `code` is stable.
 * @event {ActivityDiagnosticEvent} activity-diagnostic - Frames that were not used, counted by code.
 * @event {ActivityReasoningEvent} activity-reasoning - Reasoning text, only when `disclosure` allows it.
 * @event {ApprovalDecisionEvent} approval-decision - A person decided; cancelable, before any request.
 *
 * @csspart feed - The built-in feed.
 * @csspart head - Its first line: thinking line, capability, stop control.
 * @csspart thinking - The `<thinking-status>` in the head.
 * @csspart capability - The capability chip.
 * @csspart stop - The stop button.
 * @csspart connection - The line about a connection in trouble.
 * @csspart connection-text - Its words.
 * @csspart retry - Its button.
 * @csspart fault - A failure beside the connection, in words.
 * @csspart plan - The `<plan-review>`.
 * @csspart timeline - The list of cards and approvals.
 * @csspart item - One entry of the timeline.
 * @csspart card - A `<tool-card>` in the timeline.
 * @csspart approval - An `<approval-card>` in the timeline.
 * @csspart note - A notice without a call.
 * @csspart answer - The answer text.
 * @csspart end - How the run ended.
 * @csspart end-outcome - The outcome in words.
 * @csspart end-reason - The server's words for it.
 * @csspart fold - The line that stands for several finished cards.
 * @csspart fold-toggle - Its button.
 * @csspart fold-text - Its words.
 * @csspart fold-all - The button for all such lines.
 * @csspart failures - At the end of a long feed, the button that leads to what failed.
 * @csspart icon - Every icon.
 *
 * The parts of the cards in the feed are passed on with the card's name before theirs: `thinking-text`, `plan-step`,
 * `card-title`, `approval-question` and so on.
 *
 * @cssstate running - The run is under way.
 * @cssstate waiting - The run waits for a person or a client.
 * @cssstate settled - The run ended.
 * @cssstate failed - The run failed.
 */
export class ChainabitActivity extends ActivityProperties {
  static override styles = [...ActivityProperties.styles, styles];
  static override readonly chainabitTag = 'chainabit-activity';

  protected readonly source = undefined;

  readonly #core: ActivityCore = new ActivityCore({
    settings: this.#settings(),
    emit: (event) => this.dispatchEvent(event),
    onCommit: (change) => this.#onCommit(change),
    onFault: (fault) => this.#onFault(fault),
  });
  readonly #folds = new Folds(this);
  readonly #failures = new FailureTour(this);
  readonly #announcer = new Announcer(this, 'status');
  readonly #childObserver = new MutationObserver(() => {
    this.hasChildren = hasContent(this);
  });

  /** A failure beside the connection: the history, the stop request, an event too large. */
  @state() private fault: SessionFault | undefined = undefined;

  /** The host has put children in, so the built-in feed stays away. */
  @state() private hasChildren = false;

  constructor() {
    super();
    new ContextProvider(this, { context: activityContext, initialValue: this.#core.handle });
    new TickController(
      this,
      () => this.state.connection.status === 'reconnecting',
      // Once a second, and only while a countdown to the next attempt is on the page.
      () => this.requestUpdate(),
    );
    const alarm = new Announcer(this, 'alert');
    new ExpiryWarner(this, {
      approvals: () => this.state.approvals.values(),
      now: () => this.#core.handle.now(),
      words: () => this.words,
      subject: (approval) => subject(approval, this.state),
      say: (sentence) => alarm.say(sentence),
    });
    new PageController(this, (tell) => this.#core.ask(tell));
    this.addEventListener(DecisionSubmitEvent.eventName, (event) => this.#onSubmit(event as DecisionSubmitEvent));
  }

  /** The newest state. Read-only; every entity keeps its identity until it changes. */
  get state(): ActivityState {
    return this.#core.state;
  }

  protected override get words(): FeedMessages {
    return this.#core.handle.getSettings().messages;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.hasChildren = hasContent(this);
    this.#childObserver.observe(this, { childList: true, characterData: true });
    this.#core.place(true);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#childObserver.disconnect();
    // A move within one task is a disconnect and a connect: nobody below notices.
    queueMicrotask(() => {
      if (!this.isConnected) this.#core.place(false);
    });
  }

  /** Opens the stream (again). Does nothing while it is open already. */
  connect(): void {
    this.#configure();
    this.#core.ask((session) => session.connect());
  }

  /** Closes the stream and keeps the state. */
  close(): void {
    this.#core.close();
  }

  /** Tries again now, not after the backoff. */
  retry(): void {
    this.#loadCards();
    this.#configure();
    this.#core.retry();
  }

  /** Feeds wire frames without a network. `data` is the text as on the wire or an already parsed value. */
  push(frames: WireFrame | readonly WireFrame[]): void {
    this.#configure();
    this.#core.ask((session) => session.push(frames));
  }

  /** Rebuilds cards from a persisted message, several, or bare tool calls. */
  hydrate(persisted: unknown): void {
    this.#configure();
    this.#core.ask((session) => session.hydrate(persisted));
  }

  /** Back to the empty state; closes the stream. */
  reset(): void {
    this.fault = undefined;
    this.#core.ask((session) => session.reset());
  }

  /** What a click on a card's control does: fires `approval-decision` first, then sends, unless the host took it. */
  decide(approvalId: string, decision: Decision, details: { reason?: string; input?: unknown; optionId?: string } = {}): void {
    this.#configure();
    const approval = this.state.approvals.get(approvalId);
    const decided = new ApprovalDecisionEvent({ approvalId, callId: approval?.callId, decision, ...details });
    // The lock holds for hosts too: one that answers by itself would send a second decision, or one for nothing.
    if (approval?.status === 'pending') this.dispatchEvent(decided);
    this.#core.submit(decided);
  }

  /** Asks the server to stop the run, by `stop-url`. The run ends when the server says so. */
  stop(): void {
    this.fault = undefined;
    this.#configure();
    this.#core.ask((session) => void session.stop());
  }

  /** Also what was asked of an engine that is still loading has been done. */
  protected override async getUpdateComplete(): Promise<boolean> {
    await this.#core.ready;
    return super.getUpdateComplete();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('disclosure')) this.#configure();
    const language = this.words.locale !== this.#settings().messages.locale;
    if (!language && !SETTINGS.some((name) => changed.has(name))) return;
    this.#core.handle.setSettings(this.#settings());
    this.#folds.refresh();
  }

  protected override update(changed: PropertyValues<this>): void {
    const focused = this.shadowRoot?.activeElement;
    super.update(changed);
    // What had the focus is over: on in the feed, never to the body, and the page is not scrolled.
    if (focused?.isConnected === false) this.renderRoot.querySelector<HTMLElement>('.head')?.focus({ preventScroll: true });
  }

  protected override updated(changed: PropertyValues<this>): void {
    this.setStates([this.state.run.status]);
    if (changed.size === 0) return;
    const config = this.sessionConfig();
    if (CONNECTION_PROPERTIES.some((name) => changed.has(name))) {
      const had = changed.get('src') != null || changed.get('transport') !== undefined;
      this.#core.open(config, this.ownDisclosure, had);
    } else if (this.src !== null && [...changed.keys()].some((name) => name === 'disclosure' || name in config)) {
      // It may be about the same as another element now, or no longer.
      this.#configure();
    }
  }

  #configure(): void {
    this.#core.configure(this.sessionConfig(), this.ownDisclosure);
  }

  #settings(): ActivitySettings {
    return {
      messages: overrideMessages(resolveMessages(this.language.tag), this.messages),
      redact: this.redact ?? undefined,
      renderers: this.renderers ?? {},
      mediaOrigins: this.mediaOrigins,
    };
  }

  #onCommit({ state, previous }: StoreChange): void {
    // Emptied by another element that shares the run.
    if (state === emptyState) this.fault = undefined;
    for (const event of publicEvents(state, previous)) this.dispatchEvent(event);
    this.#announcer.say(announcement(state, previous, this.words));
    if (state.plan !== previous.plan || state.approvals !== previous.approvals) this.#loadCards();
    // In this order: folds keep up with each commit.
    if (this.#folds.update(state) || OWN_PARTS.some((part) => state[part] !== previous[part])) this.requestUpdate();
  }

  /** Where the cards are not there with the feed, they come as soon as there is something for them to show. */
  #loadCards(): void {
    const { approvals, plan } = this.state;
    if (cardsSource.current !== undefined || approvals.size + plan.length === 0) return;
    cardsSource.load().then(
      () => {
        if (this.fault?.code === 'load-failed') this.fault = undefined;
      },
      (cause: unknown) => {
        this.#core.report(loadFault(cause));
      },
    );
  }

  /** A card below decided, and every public listener has had its say. */
  #onSubmit(event: DecisionSubmitEvent): void {
    event.stopPropagation();
    event.preventDefault();
    this.#configure();
    this.#core.submit(event.decided);
  }

  /** What neither the connection line nor a card says gets a line of its own. */
  #onFault(fault: SessionFault): void {
    if (OWN_FAULTS.has(fault.code)) this.fault = fault;
    // What was missing is there now.
    else if (fault.code === 'resynced') this.fault = undefined;
  }

  protected override render(): TemplateResult {
    // Not as the slot's fallback: the white space of a formatted page is slotted too and would hide it.
    return html`${this.hasChildren ? html`<slot></slot>` : this.#renderFeed()}
      <div class="says visually-hidden" role="status"></div>
      <div class="says visually-hidden" role="alert"></div>`;
  }

  #renderFeed(): TemplateResult {
    return renderFeed({
      state: this.state,
      messages: this.words,
      stopControl: this.#renderStop(),
      folds: this.#folds.view(this.words),
      failures: this.#failures.render(this.state, this.words),
      fault: renderFault(this.fault, this.words, () => this.retry()),
      connection: renderConnection(this.state.connection, this.words, Date.now(), () => this.retry()),
    });
  }

  #renderStop(): TemplateResult | typeof nothing {
    const { run } = this.state;
    if (this.stopUrl === null || !isOpen(run)) return nothing;
    const stopping = run.stopping === true;
    // Not `disabled`, which would throw the focus of who pressed it to the body.
    return html`<button part="stop" class="button stop" type="button" aria-disabled=${stopping ? 'true' : 'false'} @click=${stopping ? nothing : () => this.stop()}>
      ${icon('stop')}${stopping ? this.words.stopping : this.words.stop}
    </button>`;
  }
}
