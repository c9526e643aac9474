import { html, nothing, type LitElement, type TemplateResult } from 'lit';
import type { ActivityState } from '../../activity/state.js';
import type { FeedMessages } from '../../locales/messages.js';

/** Up to here a glance finds it. */
const SHORT_FEED = 20;

/** At the end of a long feed: the way to each call that failed, one after the other. */
export class FailureTour {
  readonly #host: LitElement;
  #next = 0;

  constructor(host: LitElement) {
    this.#host = host;
  }

  render({ order, calls }: ActivityState, messages: FeedMessages): TemplateResult | typeof nothing {
    if (order.length <= SHORT_FEED) return nothing;
    const failed = order.filter(({ kind, id }) => kind === 'call' && calls.get(id)?.status === 'failed').map(({ id }) => id);
    if (failed.length === 0) return nothing;
    return html`<button part="failures" class="button failures" type="button" @click=${() => this.#go(failed)}>
      ${messages.showFailed(failed.length)}
    </button>`;
  }

  #go(failed: readonly string[]): void {
    const id = failed[this.#next % failed.length] ?? '';
    this.#next += 1;
    this.#host.renderRoot.querySelector<HTMLElement>(`[call-id="${CSS.escape(id)}"]`)?.focus();
  }
}
