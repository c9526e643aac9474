import { html, nothing, type TemplateResult } from 'lit';
import type { Approval } from '../../activity/state.js';
import { formatMoment, formatTime } from '../../locales/format.js';
import type { Messages } from '../../locales/messages.js';
import { reveal } from '../../viewers/reveal.js';
import { icon } from '../internal/icons.js';
import { humanise } from '../internal/title.js';
import { questionOf } from './request-view.js';

/** What is known of the call and the run around a receipt, so that it does not say again what stands beside it. */
export interface Surroundings {
  /** The call's own card stands right above. */
  readonly belowCall: boolean;
  /** Why the run ended. */
  readonly endReason: string | undefined;
}

/** The agent's title for what was asked, else the tool in words. */
function subjectOf(approval: Approval, messages: Messages): string {
  return reveal(questionOf(approval) ?? (approval.toolKey === undefined ? messages.untitledCall : humanise(approval.toolKey)));
}

export function renderToggle(open: boolean, messages: Messages, onToggle: () => void): TemplateResult {
  return html`<button part="toggle" class="toggle" type="button" aria-expanded=${open ? 'true' : 'false'} aria-controls="details" aria-describedby="question" aria-label=${open ? messages.hideDetails : messages.showDetails} @click=${onToggle}>
    ${icon('chevron')}
  </button>`;
}

/** After the heading: who decided and when; below it about what and why, which tool it was. */
export function renderReceipt(approval: Approval, edited: boolean, messages: Messages, around: Surroundings): TemplateResult {
  const { toolKey, decidedBy, decidedAt, reason, requestReason } = approval;
  return html`<p part="receipt" class="receipt">
    ${filled(decidedBy) ? html`<bdi part="decided-by" class="fact">${messages.decidedBy(reveal(decidedBy))}</bdi>` : nothing}
    ${decidedAt === undefined ? nothing : renderTime(decidedAt, messages)}
    ${edited ? html`<span part="edited" class="fact">${messages.edited}</span>` : nothing}
    <bdi part="question" id="question" class=${around.belowCall ? 'visually-hidden' : 'subject'}>${subjectOf(approval, messages)}</bdi>
    ${filled(reason) && reason !== requestReason && reason !== around.endReason ? html`<span part="reason" class="fact">${messages.reasonLabel}: <bdi>${reveal(reason)}</bdi></span>` : nothing}
    ${toolKey === undefined ? nothing : html`<bdi part="tool-key" class="fact code">${reveal(toolKey)}</bdi>`}
  </p>`;
}

function renderTime(at: number, { locale }: Messages): TemplateResult | typeof nothing {
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return nothing;
  return html`<time part="decided-at" class="fact" datetime=${date.toISOString()} title=${formatMoment(locale, date)}>${formatTime(locale, at)}</time>`;
}

function filled(text: string | undefined): text is string {
  return text !== undefined && text.trim() !== '';
}
