import { html, nothing, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { repeat } from 'lit/directives/repeat.js';
import type { ActivityState, Capability, Note, Run, TimelineRef } from '../../activity/state.js';
import { formatDuration } from '../../locales/format.js';
import type { FeedMessages } from '../../locales/messages.js';
import { wellFormed } from '../../viewers/reveal.js';
import { endReason } from '../internal/end-reason.js';
import { icon, type IconName } from '../internal/icons.js';
import { ownsPlainTag } from '../internal/tags.js';
import { exportedParts } from './exported-parts.js';
import type { FoldView } from './folds.js';

/** What the feed draws by itself; everything inside a card is the card's own business. */
export interface FeedView {
  readonly state: ActivityState;
  readonly messages: FeedMessages;
  readonly stopControl: TemplateResult | typeof nothing;
  readonly connection: TemplateResult | typeof nothing;
  readonly folds: FoldView;
  /** The way to what failed, for the end of a long feed. */
  readonly failures: TemplateResult | typeof nothing;
  /** A failure beside the connection. */
  readonly fault: TemplateResult | typeof nothing;
}

/** The built-in feed: thinking line, capability, plan, then cards and approvals in timeline order, answer and end. */
export function renderFeed({ state, messages, stopControl, connection, failures, fault, folds }: FeedView): TemplateResult {
  return html`<div part="feed" class="feed">
    <div part="head" class="head" tabindex="-1">
      ${thinkingStatus()} ${renderCapability(state.capability, messages)} ${folds.all()} ${stopControl}
    </div>
    ${connection}
    ${fault}
    ${planReview()}
    ${guard([state.order, state.notes, messages, folds], () => renderTimeline(state, messages, folds))}
    <slot name="before-answer"></slot>
    ${state.message.text === ''
      ? nothing
      : html`<div part="answer" class="answer" dir="auto">${wellFormed(state.message.text)}</div>`}
    ${renderEnd(state.run, messages, failures)}
  </div>`;
}

function renderTimeline(state: ActivityState, messages: FeedMessages, folds: FoldView): TemplateResult | typeof nothing {
  if (state.order.length === 0) return nothing;
  return html`<div part="timeline" class="timeline" role="list" aria-label=${messages.feedLabel}>
    ${repeat(
      state.order,
      (ref) => `${ref.kind} ${ref.id}`,
      (ref) => html`${ref.kind === 'call' ? folds.line(ref.id) : nothing}<div part="item" class="item" role="listitem" ?hidden=${ref.kind === 'call' && folds.isHidden(ref.id)}>${renderItem(ref, state, messages)}</div>`,
    )}
  </div>`;
}

function renderItem(ref: TimelineRef, state: ActivityState, messages: FeedMessages): TemplateResult | typeof nothing {
  if (ref.kind === 'call') return toolCard(ref.id);
  if (ref.kind === 'approval') return approvalCard(ref.id);
  return renderNote(state.notes.get(ref.id), messages);
}

function renderNote(note: Note | undefined, messages: FeedMessages): TemplateResult | typeof nothing {
  if (note === undefined) return nothing;
  return html`<p part="note" class="note ${note.level}">
    ${icon('note')}<span class="visually-hidden">${messages.noteLevel[note.level]}: </span><bdi>${wellFormed(note.text)}</bdi>
  </p>`;
}

function renderCapability(capability: Capability | undefined, messages: FeedMessages): TemplateResult | typeof nothing {
  if (capability === undefined) return nothing;
  return html`<span part="capability" class="capability" title=${capability.detail === undefined ? nothing : wellFormed(capability.detail)}>
    ${icon('capability')}<span class="visually-hidden">${messages.capability} </span>
    <bdi>${wellFormed(capability.label ?? capability.key)}</bdi>
  </span>`;
}

const endIcons: Readonly<Record<NonNullable<Run['outcome']>, IconName>> = {
  completed: 'completed',
  partial: 'degraded',
  failed: 'failed',
  cancelled: 'cancelled',
  refused: 'rejected',
  truncated: 'interrupted',
};

/** How the run ended, in words; quiet when it simply finished, and a failure without a reason says so. */
function renderEnd(run: Run, messages: FeedMessages, failures: FeedView['failures']): TemplateResult | typeof nothing {
  if (run.outcome === undefined) return nothing;
  const why = endReason(run) ?? (run.outcome === 'failed' ? messages.noReason : undefined);
  const took =
    run.startedAt !== undefined && run.endedAt !== undefined
      ? formatDuration(messages.locale, run.endedAt - run.startedAt)
      : undefined;
  return html`<div part="end" class="end ${run.outcome}">
    ${icon(endIcons[run.outcome])}
    <span class="end-text">
      <span part="end-outcome">${messages.outcome[run.outcome]}</span>${took === undefined ? nothing : html` · <span class="time">${took}</span>`}
      ${why === undefined ? nothing : html`<bdi part="end-reason" class="why">${wellFormed(why)}</bdi>`}
    </span>
    ${failures}
  </div>`;
}

// A page may own a plain name already; then ours goes by the prefixed one. Two templates instead of a computed tag, so
// that no name ever becomes markup.

function thinkingStatus(): TemplateResult {
  return ownsPlainTag('thinking-status')
    ? html`<thinking-status part="thinking" class="thinking" exportparts=${exportedParts.thinking}></thinking-status>`
    : html`<chainabit-thinking-status part="thinking" class="thinking" exportparts=${exportedParts.thinking}></chainabit-thinking-status>`;
}

function planReview(): TemplateResult {
  return ownsPlainTag('plan-review')
    ? html`<plan-review part="plan" exportparts=${exportedParts.plan}></plan-review>`
    : html`<chainabit-plan-review part="plan" exportparts=${exportedParts.plan}></chainabit-plan-review>`;
}

function toolCard(id: string): TemplateResult {
  return ownsPlainTag('tool-card')
    ? html`<tool-card part="card" exportparts=${exportedParts.card} call-id=${id} defer-to-approval></tool-card>`
    : html`<chainabit-tool-card part="card" exportparts=${exportedParts.card} call-id=${id} defer-to-approval></chainabit-tool-card>`;
}

function approvalCard(id: string): TemplateResult {
  return ownsPlainTag('approval-card')
    ? html`<approval-card part="approval" exportparts=${exportedParts.approval} approval-id=${id}></approval-card>`
    : html`<chainabit-approval-card part="approval" exportparts=${exportedParts.approval} approval-id=${id}></chainabit-approval-card>`;
}
