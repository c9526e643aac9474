import type { LitElement, nothing, TemplateResult } from 'lit';
import type { Approval, Decision } from '../../activity/state.js';
import type { ApprovalDecision } from '../../events/approval-decision-event.js';
import type { Messages } from '../../locales/messages.js';
import { verbOf } from '../internal/verb.js';
import { choices, plainRejection, type Answer, type Choice } from './answers.js';
import type { ArmingController } from './arming-controller.js';
import { renderConfirmForm, renderControls, renderWordsForm, type ControlsView } from './controls-view.js';
import { answerFor, keysOf } from './shortcuts.js';

/** One thing at a time: the answers, the words that go with one of them, or a second look at one. */
type Step =
  | { readonly kind: 'choose' }
  | { readonly kind: 'words'; readonly answer: Answer; readonly text: string }
  | { readonly kind: 'confirm'; readonly answer: Answer; readonly from: Exclude<Step, { kind: 'confirm' }> };

export interface AnsweringOptions {
  readonly words: () => Messages;
  readonly arming: ArmingController;
  /** The approval as the newest state has it, while it can be answered. */
  readonly pending: () => Approval | undefined;
  /** Everything was shown and is well-formed; else leads the person to what is not. */
  readonly isReady: () => boolean;
  readonly edited: () => { readonly value: unknown } | undefined;
  readonly submit: (approval: Approval, decided: ApprovalDecision) => void;
  /** Where the focus goes with the next render. */
  readonly focusNext: (id: string) => void;
  readonly hasKeys: () => boolean;
}

/** The controls of one question, from the first press to the decision. */
export class Answering {
  readonly #host: LitElement;
  readonly #options: AnsweringOptions;
  #step: Step = { kind: 'choose' };
  /** It was to be sent without the words that it takes. */
  #wordless = false;
  #choices: readonly Choice[] = [];

  constructor(host: LitElement, options: AnsweringOptions) {
    this.#host = host;
    this.#options = options;
  }

  /** The words that an answer takes are missing. */
  get wordless(): boolean {
    return this.#wordless;
  }

  reset(): void {
    this.#step = { kind: 'choose' };
    this.#wordless = false;
  }

  /** A key that was pressed somewhere in the card. */
  readonly onKey = (event: KeyboardEvent): void => {
    if (!this.#options.hasKeys() || this.#step.kind !== 'choose') return;
    const answer = answerFor(event, keysOf(this.#choices, plainRejection(this.#choices)));
    if (answer === undefined) return;
    event.preventDefault();
    this.#onAnswer(event, answer);
  };

  render(approval: Approval, ways: readonly (TemplateResult | typeof nothing)[]): TemplateResult {
    const messages = this.#options.words();
    const offered = (this.#choices = choices(approval, messages));
    const rejection = plainRejection(offered);
    const step = this.#step;
    const view: ControlsView = {
      messages,
      danger: approval.risk === 'high' || verbOf(approval.toolKey) === 'delete',
      onAnswer: this.#onAnswer,
      onPress: () => this.#options.arming.press(),
      keys: this.#options.hasKeys() && step.kind === 'choose' ? keysOf(offered, rejection) : new Map(),
    };
    if (step.kind === 'choose') {
      const onReason = rejection === undefined ? undefined : (): void => this.#openWords(rejection);
      return renderControls({ ...view, choices: offered, ways, onReason });
    }
    const form = { ...view, answers: [{ ...step.answer, primary: true }], onBack: this.#onBack };
    if (step.kind === 'words') return renderWordsForm({ ...form, text: step.text, onInput: this.#onInput });
    return renderConfirmForm(form, messages.confirmUnseen);
  }

  readonly #onAnswer = (event: UIEvent, answer: Answer): void => {
    const { arming, pending, isReady } = this.#options;
    const approval = pending();
    if (approval === undefined || !event.isTrusted) return;
    const press = arming.judge(event);
    if (press === 'early') return;
    const step = this.#step;
    if (answer.takesText === true && step.kind === 'choose') return this.#openWords(answer);
    if (this.#isWordless(answer)) return;
    if (answer.decision === 'approve') {
      if (!isReady()) return;
      if (press === 'unseen' && step.kind !== 'confirm') return this.#go({ kind: 'confirm', answer, from: step }, 'confirm');
    }
    this.#decide(approval, answer);
  };

  #decide(approval: Approval, answer: Answer): void {
    const { approvalId, callId } = approval;
    const decided = { approvalId, callId, ...this.#details(answer) };
    if (this.#step.kind === 'confirm') this.#step = this.#step.from;
    this.#options.focusNext('heading');
    this.#options.submit(approval, decided);
  }

  get #text(): string {
    const step = this.#step.kind === 'confirm' ? this.#step.from : this.#step;
    return step.kind === 'words' ? step.text.trim() : '';
  }

  #isWordless({ takesText }: Answer): boolean {
    this.#wordless = takesText === true && this.#text === '';
    if (!this.#wordless) return false;
    this.#options.focusNext('reason');
    this.#host.requestUpdate();
    return true;
  }

  #details({ decision, optionId, takesText }: Answer): { readonly decision: Decision } & Pick<ApprovalDecision, 'reason' | 'input' | 'optionId'> {
    const reason = decision === 'reject' || takesText === true ? this.#text : '';
    const edited = decision === 'reject' ? undefined : this.#options.edited();
    return {
      decision,
      ...(optionId === undefined ? {} : { optionId }),
      ...(reason === '' ? {} : { reason }),
      ...(edited === undefined ? {} : { input: edited.value }),
    };
  }

  #openWords(answer: Answer): void {
    this.#go({ kind: 'words', answer, text: '' }, 'reason');
  }

  /** The form's own buttons may come to lie under the pointer that opened it. */
  #go(step: Step, focus: string): void {
    this.#step = step;
    this.#wordless = false;
    this.#options.focusNext(focus);
    this.#options.arming.reset();
    this.#host.requestUpdate();
  }

  readonly #onBack = (): void => {
    const step = this.#step;
    if (step.kind === 'confirm') this.#go(step.from, step.from.kind === 'words' ? 'reason' : 'controls');
    else this.#go({ kind: 'choose' }, 'reason-toggle');
  };

  readonly #onInput = (event: InputEvent): void => {
    const step = this.#step;
    const text = (event.target as HTMLTextAreaElement).value;
    if (step.kind === 'words') this.#step = { ...step, text };
  };
}
