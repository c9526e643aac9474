import { property } from 'lit/decorators.js';
import type { Redact, Renderers } from '../../context/renderers.js';
import type { MessageOverrides } from '../../locales/index.js';
import { DEFAULT_IDLE_TIMEOUT, type HeadersInput, type LoadApproval, type SessionConfig, type Transport } from '../../session/config.js';
import { pageDisclosure } from '../../store/page-config.js';
import { ActivityElement } from '../internal/activity-element.js';
import { jsonAttribute, numberAttribute, textAttribute, wordsAttribute } from '../internal/attributes.js';

export type Theme = 'inherit' | 'auto' | 'light' | 'dark';

/** Names of the properties that decide about the connection: a change of one of these opens it again. */
export const CONNECTION_PROPERTIES = ['src', 'dialect', 'method', 'transport', 'historySrc'] as const;

/** The public properties and attributes of `<chainabit-activity>`, without behaviour. */
export abstract class ActivityProperties extends ActivityElement {
  /** URL of the event stream. Setting or changing it opens it, closing the previous one first; removing it closes. */
  @property() src: string | null = null;

  /** Wire protocol by name; `auto` recognises it from the headers and first frames. */
  @property({ converter: textAttribute('chainabit') }) dialect = 'chainabit';

  /** Request method of the stream. */
  @property({ converter: textAttribute('GET') }) method = 'GET';

  /** Request body of a POST stream: text, or a value that is sent as JSON. */
  @property({ converter: jsonAttribute }) body: unknown = undefined;

  /** As in `fetch`. */
  @property({ converter: textAttribute('same-origin') }) credentials: RequestCredentials = 'same-origin';

  /** `auto` for streams that can be reopened, `off` for one-shot turns. */
  @property({ converter: textAttribute('auto') }) reconnect: 'auto' | 'off' = 'auto';

  /**
   * `page`: elements of the page that are about the same share one connection and one state. `origin`: its tabs share the
   * connection too, where nothing of it is this page's alone (`headers`, for one). `none`: neither.
   */
  @property({ converter: textAttribute('page') }) share: 'page' | 'origin' | 'none' = 'page';

  /** Milliseconds without a byte before the connection is taken for dead; 0 = never. */
  @property({ type: Number, attribute: 'idle-timeout', converter: numberAttribute(DEFAULT_IDLE_TIMEOUT) }) idleTimeout = 45_000;

  /** URL of persisted messages; loaded before the stream opens, then merged with it. */
  @property({ attribute: 'history-src' }) historySrc: string | null = null;

  /** URL template for answers: `{runId}`, `{callId}`, `{approvalId}`, `{decision}`. */
  @property({ attribute: 'approval-url' }) approvalUrl: string | null = null;

  /** URL template, `{runId}`. When present, a stop control appears while the run is open. */
  @property({ attribute: 'stop-url' }) stopUrl: string | null = null;

  /**
   * What happens to reasoning text: `hidden`, `surface` or `telemetry_only`. Anything else means `hidden`. Not set, it is
   * what `configure()` says for the whole page, else `hidden`.
   */
  @property({ converter: { fromAttribute: (value) => value } })
  get disclosure(): string {
    return this.ownDisclosure ?? pageDisclosure();
  }
  set disclosure(value: string | null | undefined) {
    this.ownDisclosure = value ?? undefined;
  }

  /** What was set here. Not the page's word: that one is asked when reasoning comes. */
  protected ownDisclosure: string | undefined;

  /**
   * `inherit` follows the page's `color-scheme`, or its text colour where it has none; `auto` the system's setting;
   * `light` and `dark` neither.
   */
  @property({ reflect: true, converter: textAttribute('inherit') }) theme: Theme = 'inherit';

  /** Request headers, or a function that is called afresh for each attempt (a token getter). */
  @property({ attribute: false }) headers: HeadersInput | undefined = undefined;

  /** Gives what an approval is about, for a dialect whose approvals come by id alone: the answer of the server's interface. */
  @property({ attribute: false }) loadApproval: LoadApproval | undefined = undefined;

  /** Replacement for the global `fetch`. */
  @property({ attribute: false }) fetch: typeof globalThis.fetch | undefined = undefined;

  /** A custom source of frames in the place of `fetch`. */
  @property({ attribute: false }) transport: Transport | undefined = undefined;

  /** Custom renderers by tool key or activity type. */
  @property({ attribute: false }) renderers: Renderers | undefined = undefined;

  /** Over a value before it is shown or copied. Never applied to what is sent back. */
  @property({ attribute: false }) redact: Redact | undefined = undefined;

  /** Origins that images in values may be loaded from, `self` and `data:` among them; by default none. */
  @property({ attribute: 'media-origins', converter: wordsAttribute }) mediaOrigins: readonly string[] = [];

  /** Words of your own over those of the language. */
  @property({ attribute: false }) messages: MessageOverrides | undefined = undefined;

  /** What the session needs of all this. */
  protected sessionConfig(): SessionConfig {
    return {
      src: this.src ?? undefined,
      dialect: this.dialect,
      method: this.method,
      body: this.body,
      credentials: this.credentials,
      reconnect: this.reconnect === 'off' ? 'off' : 'auto',
      share: this.share === 'origin' || this.share === 'none' ? this.share : 'page',
      idleTimeout: this.idleTimeout,
      historySrc: this.historySrc ?? undefined,
      approvalUrl: this.approvalUrl ?? undefined,
      loadApproval: this.loadApproval,
      stopUrl: this.stopUrl ?? undefined,
      headers: this.headers,
      fetch: this.fetch,
      transport: this.transport,
    };
  }
}
