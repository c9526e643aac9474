import { html, nothing, type TemplateResult } from 'lit';
import type { Progress, ToolCall } from '../../activity/state.js';
import { isFinal } from '../../activity/transitions.js';
import { formatNumber, formatPercent } from '../../locales/format.js';
import type { FeedMessages } from '../../locales/messages.js';
import { wellFormed } from '../../viewers/reveal.js';

type Part = TemplateResult | typeof nothing;

/** The lines of a closed card, in order; `nothing` where there is nothing to say. A new line is one function here. */
const lines: readonly ((call: ToolCall, messages: FeedMessages, open: boolean) => Part)[] = [
  renderNow,
  renderBar,
  renderError,
  renderReason,
  renderFallback,
];

/** What a card says while it is closed: what goes on, how far it is, and why it did not end well. */
export function renderSummary(call: ToolCall, messages: FeedMessages, open: boolean): readonly Part[] {
  return lines.map((line) => line(call, messages, open));
}

function renderNow(call: ToolCall, messages: FeedMessages): Part {
  const detail = detailText(call);
  const count = !isFinal(call.status) && call.progress !== undefined ? countText(call.progress, messages, detail) : '';
  const again = isRetry(call) ? messages.attempt(formatNumber(messages.locale, call.attempt ?? 1)) : '';
  if (detail + count + again === '') return nothing;
  return html`<p part="detail" class="now">
    ${detail === '' ? nothing : html`<bdi class="detail">${detail}</bdi>`}
    ${count === '' ? nothing : html`<span part="progress-text" class="count">${count}</span>`}
    ${again === '' ? nothing : html`<span part="attempt" class="count">${again}</span>`}
  </p>`;
}

/** The newest words about what goes on, unless they are said below as the error or the reason. */
function detailText(call: ToolCall): string {
  const detail = call.detail ?? call.activity?.detail ?? '';
  return detail === call.error?.message || detail === call.reason ? '' : wellFormed(detail);
}

/** Only with a known ratio: a bar that is not a measure says something that nobody knows. */
function renderBar(call: ToolCall): Part {
  const ratio = call.progress?.ratio;
  if (ratio === undefined || isFinal(call.status)) return nothing;
  return html`<progress part="progress" max="1" .value=${Math.min(1, Math.max(0, ratio))} aria-labelledby="title"></progress>`;
}

function renderReason(call: ToolCall, messages: FeedMessages): Part {
  const reason = call.reason === call.error?.message ? undefined : call.reason;
  return renderLine('reason', call.status === 'degraded' ? messages.degradedBecause : undefined, reason);
}

function renderFallback(call: ToolCall, messages: FeedMessages): Part {
  return renderLine('fallback', messages.fallbackUsed, call.fallback);
}

/** The cause in the open; the code, which only developers read, when the card is open. A failure is never without words. */
function renderError(call: ToolCall, messages: FeedMessages, open: boolean): Part {
  const { status } = call;
  const unexplained = status === 'failed' && call.reason === undefined && detailText(call) === '';
  const error = call.error ?? (unexplained ? { message: messages.noReason, code: undefined } : undefined);
  if (error === undefined) return nothing;
  const code = open && error.code !== undefined && !error.message.includes(error.code) ? error.code : undefined;
  return html`<p part="error" class=${status === 'failed' ? 'error' : 'why'}>
    <bdi>${wellFormed(error.message.trim() === '' ? messages.noReason : error.message)}</bdi>${code === undefined ? nothing : html`<bdi part="error-code" class="code">${wellFormed(code)}</bdi>`}
  </p>`;
}

function renderLine(part: string, label: string | undefined, text: string | undefined): Part {
  if (text === undefined || text === '') return nothing;
  return html`<p part=${part} class="why">
    ${label === undefined ? nothing : html`<span class="label">${label}</span> `}<bdi>${wellFormed(text)}</bdi>
  </p>`;
}

/** "12 of 40", or the count alone, unless the server's own words give the figures already. */
function countText({ done, total, ratio }: Progress, messages: FeedMessages, detail: string): string {
  const figures = [done, total].filter((figure) => figure !== undefined);
  const said = figures.length > 0 && figures.every((figure) => detail.includes(String(figure)) || detail.includes(formatNumber(messages.locale, figure)));
  if (said) return '';
  const [first, second] = figures.map((figure) => formatNumber(messages.locale, figure));
  if (done !== undefined && first !== undefined) return second === undefined ? first : messages.progressOf(first, second);
  if (ratio === undefined) return '';
  const percent = formatPercent(messages.locale, ratio);
  return detail.includes(percent) ? '' : percent;
}

function isRetry(call: ToolCall): boolean {
  return (call.attempt ?? 1) > 1;
}
