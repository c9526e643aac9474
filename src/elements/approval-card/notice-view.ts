import { html, nothing, type TemplateResult } from 'lit';
import type { ActivityFault } from '../../activity/state.js';
import type { Messages } from '../../locales/messages.js';
import { reveal } from '../../viewers/reveal.js';
import { icon } from '../internal/icons.js';

export interface NoticeView {
  readonly messages: Messages;
  readonly error: ActivityFault | undefined;
  readonly changed: boolean;
  /** Approving was tried before all of the request had been shown. */
  readonly unread: boolean;
  /** An answer that takes words was to be sent without any. */
  readonly wordless: boolean;
  /** Without an activity above nobody else speaks for this card. */
  readonly live: boolean;
}

/** What stands in the way, next to the controls that it is about. The element stays, so that its words are announced. */
export function renderNotice({ messages, error, changed, unread, wordless, live }: NoticeView): TemplateResult {
  return html`<div part="notice" id="notice" class="notice" role=${live ? 'status' : nothing}>
    ${changed ? html`<p class="warn">${icon('degraded')}<span>${messages.requestChanged}</span></p>` : nothing}
    ${unread ? html`<p class="warn">${icon('degraded')}<span>${messages.readFirst}</span></p>` : nothing}
    ${wordless ? html`<p class="warn">${icon('degraded')}<span>${messages.replyMissing}</span></p>` : nothing}
    ${error === undefined ? nothing : html`<p class="error">${icon('failed')}<span>${renderFault(error, messages)}</span></p>`}
  </div>`;
}

function renderFault({ code, message }: ActivityFault, messages: Messages): unknown {
  const known = Object.hasOwn(messages.fault, code) ? messages.fault[code] : undefined;
  if (known === undefined) return html`<bdi>${reveal(message)}</bdi>`;
  return message === '' || message === known ? known : html`${known} <bdi class="muted">${reveal(message)}</bdi>`;
}
