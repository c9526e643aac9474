import { html, nothing, type TemplateResult } from 'lit';
import type { Messages } from '../../locales/messages.js';
import { icon } from '../internal/icons.js';
import { isRejection, type Answer, type Choice } from './answers.js';

export interface ControlsView {
  readonly choices: readonly Choice[];
  readonly messages: Messages;
  /** Approving takes something away, or is said to be risky. */
  readonly danger: boolean;
  readonly onAnswer: (event: UIEvent, answer: Answer) => void;
  readonly onPress: () => void;
  readonly onReason: () => void;
  /** The way into the editor, where there is one. */
  readonly edit: TemplateResult | typeof nothing;
}

/** What leads to another view first and quietly, then the answers, in order. */
export function renderControls(view: ControlsView): TemplateResult {
  const { choices, messages, edit, onReason } = view;
  return html`<div part="controls" class="controls" @keydown=${ignoreRepeat} @pointerdown=${view.onPress}>
    <span part="ways" class="ways">
      ${edit}
      <button id="reason-toggle" part="reason-toggle" class="link" type="button" @click=${onReason}>${icon('comment')}${messages.addReason}</button>
    </span>
    <span part="answers" class="answers">
      ${choices.map((choice) =>
        'unknown' in choice
          ? html`<span part="unknown-option" class="unknown"><bdi>${choice.unknown}</bdi> <span class="muted">${messages.unknownOption}</span></span>`
          : renderAnswer(choice, view),
      )}
    </span>
  </div>`;
}

/** In place of the answers, so that there is one thing to decide on at a time. */
export function renderReasonForm(view: ControlsView & { readonly reason: string; readonly onBack: () => void; readonly onInput: (event: InputEvent) => void }): TemplateResult {
  const answer = view.choices.find(isRejection);
  return html`<div part="controls" class="controls form" @keydown=${(event: KeyboardEvent) => onFormKey(event, view.onBack)} @pointerdown=${view.onPress}>
    <label part="reason-label" class="label" for="reason">${view.messages.reasonOptional}</label>
    <textarea part="reason-field" id="reason" class="field" rows="2" dir="auto" .value=${view.reason} @input=${view.onInput}></textarea>
    <button part="back" class="answer" type="button" @click=${view.onBack}>${view.messages.cancelReason}</button>
    ${answer === undefined ? nothing : renderAnswer({ ...answer, primary: true }, view)}
  </div>`;
}

function renderAnswer(answer: Answer, view: ControlsView): TemplateResult {
  const look = answer.primary ? (view.danger && answer.decision === 'approve' ? 'primary danger' : 'primary') : '';
  return html`<button part="answer ${answer.decision}" class="answer ${look}" type="button" aria-describedby="question" @click=${(event: UIEvent) => view.onAnswer(event, answer)}>
    <span class="clamp">${answer.word}${answer.label === undefined ? nothing : html`: <bdi>${answer.label}</bdi>`}</span>
  </button>`;
}

/** A key that is held down presses a button again and again: only its first press counts (A1, A7). */
function ignoreRepeat(event: KeyboardEvent): void {
  if (event.repeat && event.key === 'Enter' && event.target instanceof HTMLButtonElement) event.preventDefault();
}

function onFormKey(event: KeyboardEvent, onBack: () => void): void {
  ignoreRepeat(event);
  // While an input method composes, Escape belongs to it.
  if (event.key !== 'Escape' || event.isComposing) return;
  event.preventDefault();
  event.stopPropagation();
  onBack();
}
