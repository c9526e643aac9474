import { html, nothing, type TemplateResult } from 'lit';
import type { Messages } from '../../locales/messages.js';
import { icon } from '../internal/icons.js';
import type { Answer, Choice } from './answers.js';

export interface ControlsView {
  readonly messages: Messages;
  /** Approving takes something away, or is said to be risky. */
  readonly danger: boolean;
  readonly onAnswer: (event: UIEvent, answer: Answer) => void;
  readonly onPress: () => void;
  /** The keys that answer, where the page asked for them. */
  readonly keys: ReadonlyMap<Answer, string>;
}

export interface ChoicesView extends ControlsView {
  readonly choices: readonly Choice[];
  /** Opens the form for a reason; absent where every rejection asks for words by itself. */
  readonly onReason: (() => void) | undefined;
  /** The ways into other views: the editor, the review of all. */
  readonly ways: readonly (TemplateResult | typeof nothing)[];
}

/** What leads to another view first and quietly, then the answers, in order. */
export function renderControls(view: ChoicesView): TemplateResult {
  const { choices, messages, ways, onReason } = view;
  return html`<div part="controls" class="controls" @keydown=${ignoreRepeat} @pointerdown=${view.onPress}>
    <span part="ways" class="ways">
      ${ways}
      ${onReason === undefined
        ? nothing
        : html`<button id="reason-toggle" part="reason-toggle" class="link" type="button" @click=${onReason}>${icon('comment')}${messages.addReason}</button>`}
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

export interface FormView extends ControlsView {
  readonly answers: readonly Answer[];
  readonly onBack: () => void;
}

/** In place of the answers, so that there is one thing to decide on at a time: words that go with one of them. */
export function renderWordsForm(view: FormView & { readonly text: string; readonly onInput: (event: InputEvent) => void }): TemplateResult {
  const { answers: [answer], messages, text, onInput } = view;
  return renderForm(
    view,
    html`<label part="reason-label" class="label" for="reason">${answer?.takesText === true ? html`<bdi>${answer.label ?? answer.word}</bdi>` : messages.reasonOptional}</label>
      <textarea part="reason-field" id="reason" class="field" rows="2" dir="auto" .value=${text} @input=${onInput}></textarea>`,
  );
}

/** A second look before the same answer. */
export function renderConfirmForm(view: FormView, words: TemplateResult | string): TemplateResult {
  return renderForm(view, html`<div part="confirm" id="confirm" class="label confirm" tabindex="-1">${words}</div>`);
}

/** Answers to all of a list, and quietly the way out of it. */
export function renderAllControls(view: FormView): TemplateResult {
  return html`<div part="controls" class="controls" @keydown=${(event: KeyboardEvent) => onFormKey(event, view.onBack)} @pointerdown=${view.onPress}>
    <span part="ways" class="ways"><button part="back" class="link" type="button" @click=${view.onBack}>${view.messages.cancelReason}</button></span>
    <span part="answers" class="answers">${view.answers.map((answer) => renderAnswer(answer, view))}</span>
  </div>`;
}

function renderForm(view: FormView, content: TemplateResult): TemplateResult {
  return html`<div part="controls" class="controls form" @keydown=${(event: KeyboardEvent) => onFormKey(event, view.onBack)} @pointerdown=${view.onPress}>
    ${content}
    <button part="back" class="answer" type="button" @click=${view.onBack}>${view.messages.cancelReason}</button>
    ${view.answers.map((answer) => renderAnswer(answer, view))}
  </div>`;
}

function renderAnswer(answer: Answer, view: ControlsView): TemplateResult {
  const look = answer.primary ? (view.danger && answer.decision === 'approve' ? 'primary danger' : 'primary') : '';
  const key = view.keys.get(answer);
  return html`<button part="answer ${answer.decision}" class="answer ${look}" type="button" aria-describedby="question" aria-keyshortcuts=${key ?? nothing} @click=${(event: UIEvent) => view.onAnswer(event, answer)}>
    <span class="clamp">${answer.word}${answer.label === undefined ? nothing : html`: <bdi>${answer.label}</bdi>`}</span>
    ${key === undefined ? nothing : html`<kbd part="key" aria-hidden="true">${key}</kbd>`}
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
