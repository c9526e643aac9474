import { html, nothing, type TemplateResult } from 'lit';
import type { Approval } from '../../activity/state.js';
import { formatTime } from '../../locales/format.js';
import type { Messages } from '../../locales/messages.js';
import { reveal } from '../../viewers/reveal.js';
import { icon } from '../internal/icons.js';
import { humanise } from '../internal/title.js';
import { questionOf } from './request-view.js';

/** What the settled row is about: the agent's title for it, else the tool in words. */
export function renderSubject(approval: Approval, messages: Messages): TemplateResult {
  const subject = questionOf(approval) ?? (approval.toolKey === undefined ? messages.untitledCall : humanise(approval.toolKey));
  return html`<bdi part="question" id="question" class="subject">${reveal(subject)}</bdi>`;
}

export function renderToggle(open: boolean, messages: Messages, onToggle: () => void): TemplateResult {
  return html`<button part="toggle" class="toggle" type="button" aria-expanded=${open ? 'true' : 'false'} aria-controls="details" aria-describedby="question" aria-label=${open ? messages.hideDetails : messages.showDetails} @click=${onToggle}>
    ${icon('chevron')}
  </button>`;
}

/** After the heading: who decided, when and why, and which tool it was; in one line that wraps between its facts. */
export function renderReceipt(approval: Approval, edited: boolean, messages: Messages): TemplateResult {
  const { toolKey, decidedBy, decidedAt, reason } = approval;
  return html`<p part="receipt" class="receipt">
    ${filled(decidedBy) ? html`<bdi part="decided-by" class="fact">${messages.decidedBy(reveal(decidedBy))}</bdi>` : nothing}
    ${decidedAt === undefined ? nothing : renderTime(decidedAt, messages)}
    ${edited ? html`<span part="edited" class="fact">${messages.edited}</span>` : nothing}
    ${filled(reason) ? html`<span part="reason" class="fact">${messages.reasonLabel}: <bdi>${reveal(reason)}</bdi></span>` : nothing}
    ${toolKey === undefined ? nothing : html`<bdi part="tool-key" class="fact code">${reveal(toolKey)}</bdi>`}
  </p>`;
}

function renderTime(at: number, { locale }: Messages): TemplateResult | typeof nothing {
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return nothing;
  return html`<time part="decided-at" class="fact" datetime=${date.toISOString()} title=${date.toLocaleString(locale)}>${formatTime(locale, at)}</time>`;
}

function filled(text: string | undefined): text is string {
  return text !== undefined && text.trim() !== '';
}
