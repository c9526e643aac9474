import { html, nothing, type TemplateResult } from 'lit';
import type { Approval } from '../../activity/state.js';
import type { Messages } from '../../locales/messages.js';
import { reveal } from '../../viewers/reveal.js';
import { icon } from '../internal/icons.js';
import { humanise } from '../internal/title.js';

/** The agent's sentence for what it asks. Untrusted. */
export function questionOf({ prompt, activity }: Approval): string | undefined {
  return [prompt, activity?.label].find((text) => text !== undefined && text.trim() !== '');
}

/** The card's own sentence: which tool, and how risky it is said to be. The key is always there, as it is. */
export function renderTool({ toolKey, risk }: Approval, messages: Messages): TemplateResult {
  return html`<p part="tool" class="tool-line">
    <span class="muted">${messages.wantsTo}</span>
    ${toolKey === undefined
      ? html`<span part="tool-key">${messages.untitledCall}</span>`
      : html`<bdi part="tool-key" class="code key">${reveal(toolKey)}</bdi>`}
    ${risk === undefined || risk === '' ? nothing : renderRisk(risk, messages)}
  </p>`;
}

function renderRisk(risk: string, messages: Messages): TemplateResult {
  const known = Object.hasOwn(messages.riskLevel, risk);
  const word = known ? messages.riskLevel[risk] : reveal(risk);
  return html`<bdi part="risk" class="risk ${known ? risk : 'raw'}">
    ${risk === 'high' ? icon('degraded') : nothing}${messages.risk(word ?? risk)}
  </bdi>`;
}

/** In quotation marks and behind a mark of their own: these are the agent's words and nobody else's. */
export function renderQuestion(approval: Approval, messages: Messages, id = 'question'): TemplateResult | typeof nothing {
  const question = questionOf(approval);
  if (question === undefined) {
    return approval.toolKey === undefined
      ? nothing
      : html`<p part="question" id=${id} class="question"><bdi>${reveal(humanise(approval.toolKey))}</bdi></p>`;
  }
  return html`<p part="question" id=${id} class="question">
    <span class="visually-hidden">${messages.agentSays}: </span><q><bdi>${reveal(question)}</bdi></q>
  </p>`;
}

/** Why the agent asks, and what else it says. */
export function renderWhy(approval: Approval, messages: Messages): TemplateResult {
  const detail = approval.activity?.detail;
  return html`${filled(detail) && detail !== questionOf(approval)
    ? html`<p part="detail" class="why"><bdi>${reveal(detail)}</bdi></p>`
    : nothing}
  ${filled(approval.reason)
    ? html`<p part="reason" class="why"><span class="muted">${messages.reasonLabel}:</span> <bdi>${reveal(approval.reason)}</bdi></p>`
    : nothing}`;
}

function filled(text: string | undefined): text is string {
  return text !== undefined && text.trim() !== '';
}
