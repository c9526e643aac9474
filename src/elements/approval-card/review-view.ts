import { html, nothing, type TemplateResult } from 'lit';
import type { Approval } from '../../activity/state.js';
import { formatNumber } from '../../locales/format.js';
import type { Messages } from '../../locales/messages.js';
import { reveal } from '../../viewers/reveal.js';
import type { ValueView } from '../../viewers/value-view.js';
import { icon } from '../internal/icons.js';
import { verbOf } from '../internal/verb.js';
import type { Answer, plainAnswers } from './answers.js';
import { renderAllControls, renderConfirmForm, type ControlsView } from './controls-view.js';
import type { ReadingController } from './reading-controller.js';
import { renderQuestion, renderTool, renderWhy } from './request-view.js';

export interface ReviewItem {
  readonly approval: Approval;
  readonly view: ValueView;
  /** The arguments as they may be seen. */
  readonly value: unknown;
  /** What "all" stands for here; `undefined` for a question that must be answered by itself. */
  readonly answers: ReturnType<typeof plainAnswers>;
  readonly writes: boolean;
}

export interface ReviewView {
  readonly messages: Messages;
  readonly items: readonly ReviewItem[];
  readonly confirming: boolean;
  readonly changed: boolean;
  readonly unread: boolean;
  readonly reading: ReadingController;
  readonly onAnswer: (event: UIEvent, answer: Answer) => void;
  readonly onBack: () => void;
  readonly onPress: () => void;
}

/** Every open question in one box that scrolls to its end, then the answers for all of them. */
export function renderReview(view: ReviewView): TemplateResult {
  const { messages, items, reading } = view;
  const lines = reading.clippedLines;
  return html`<div part="review" id="review" class="content review" tabindex="0" role="group" aria-labelledby="heading" @scroll=${reading.onScroll}>
      <ol part="review-list" class="review-list">
        ${items.map((item, at) => renderItem(item, at, messages))}
      </ol>
    </div>
    ${lines === 0
      ? nothing
      : html`<p part="more" class="more ${reading.done ? 'done' : ''}">${reading.done ? messages.allRead : messages.moreBelow(formatNumber(messages.locale, lines))}</p>`}
    <div part="notice" id="notice" class="notice">
      ${view.changed ? html`<p class="warn">${icon('degraded')}<span>${messages.reviewChanged}</span></p>` : nothing}
      ${view.unread ? html`<p class="warn">${icon('degraded')}<span>${messages.readFirst}</span></p>` : nothing}
    </div>
    ${renderAnswers(view)}`;
}

function renderItem({ approval, view, value, answers }: ReviewItem, at: number, messages: Messages): TemplateResult {
  return html`<li part="review-item" class="review-item">
    ${renderTool(approval, messages)} ${renderQuestion(approval, messages, `question-${String(at)}`)} ${renderWhy(approval, messages)}
    ${'input' in approval
      ? html`<div part="arguments" class="arguments">${view.render(value, { messages, label: messages.whatWillBeWritten, reveal: true, full: true })}</div>`
      : html`<p part="arguments" class="muted">${messages.noInput}</p>`}
    ${answers === undefined ? html`<p part="review-alone" class="alone">${icon('note')}<span>${messages.reviewAlone}</span></p>` : nothing}
  </li>`;
}

function renderAnswers(view: ReviewView): TemplateResult {
  const { messages, items, confirming, onAnswer, onBack, onPress } = view;
  const covered = items.filter(({ answers }) => answers !== undefined);
  const count = covered.length;
  const danger = covered.some(({ approval }) => approval.risk === 'high' || verbOf(approval.toolKey) === 'delete');
  const controls: ControlsView = { messages, danger, onAnswer, onPress, keys: new Map() };
  const approve: Answer = { decision: 'approve', word: confirming ? messages.approveNow(count) : messages.approveAll(count), primary: true };
  if (confirming) return renderConfirmForm({ ...controls, answers: [approve], onBack }, renderWrites(covered, messages));
  const reject: Answer = { decision: 'reject', word: messages.rejectAll(count), primary: false };
  return renderAllControls({ ...controls, answers: count === 0 ? [] : [reject, approve], onBack });
}

/** What will be written, once more, by act and key: the agent's own words have no place here. */
function renderWrites(covered: readonly ReviewItem[], messages: Messages): TemplateResult {
  return html`<p part="confirm-heading" class="confirm-heading">${messages.confirmWrites(covered.filter(({ writes }) => writes).length)}</p>
    <ul part="confirm-list" class="confirm-list">
      ${covered.map(({ approval }) => {
        const verb = verbOf(approval.toolKey);
        return html`<li part="confirm-item" class=${verb}>
          ${verb === 'delete' ? icon('delete') : nothing}<span>${messages.verb[verb]}</span> <bdi class="code" dir="ltr">${reveal(approval.toolKey ?? messages.untitledCall)}</bdi>
        </li>`;
      })}
    </ul>`;
}
