import { html, type LitElement, nothing, type TemplateResult } from 'lit';
import type { ToolCall } from '../../activity/state.js';
import { isFinal } from '../../activity/transitions.js';
import type { Redact, ShowValue } from '../../context/renderers.js';
import type { Messages } from '../../locales/messages.js';
import { wellFormed } from '../../viewers/reveal.js';
import { StreamText } from '../../viewers/stream-text.js';
import { ValueView } from '../../viewers/value-view.js';
import { valueStyles } from '../../viewers/value-view.styles.js';
import { adopt } from '../../viewers/view-slot.js';
import type { ViewChoice } from '../../viewers/viewer.js';
import { SafeValue } from '../internal/safe-value.js';

/** What the card and its page want of the inside. */
export interface DetailOptions {
  readonly messages: Messages;
  readonly origins: readonly string[];
  readonly onError: (cause: unknown) => void;
}

/** The inside of an open card: input and output of a call whose values have been redacted. */
export class CallDetails {
  readonly #host: LitElement;
  readonly #input: ValueView;
  readonly #output: ValueView;
  readonly #stream = new StreamText();
  readonly #safe = { input: new SafeValue(), output: new SafeValue(), inputText: new SafeValue() };
  /** Values that a page's renderer shows, by their label. */
  readonly #others = new Map<string, ValueView>();

  constructor(host: LitElement) {
    adopt(host, valueStyles);
    this.#host = host;
    this.#input = new ValueView(host, 'input');
    this.#output = new ValueView(host, 'output');
  }

  /** The call with what may be shown of its values. */
  safe(call: ToolCall, redact: Redact | undefined, messages: Messages, report: (cause: unknown) => void): ToolCall {
    const safe: Record<string, unknown> = { ...call };
    for (const key of ['input', 'output', 'inputText'] as const) {
      if (!(key in call)) continue;
      const place = {
        kind: key === 'output' ? ('output' as const) : ('input' as const),
        callId: call.callId,
        ...(call.toolKey === undefined ? {} : { toolKey: call.toolKey }),
      };
      safe[key] = this.#safe[key].get(call[key], redact, place, (cause) => {
        report(cause);
        return messages.redacted;
      });
    }
    return safe as unknown as ToolCall;
  }

  render(call: ToolCall, options: DetailOptions): TemplateResult {
    return html`${this.#renderInput(call, options)} ${this.#renderOutput(call, options)}`;
  }

  /** For a page's renderer: one of its values, by the card's own viewers. */
  view(value: unknown, { label, as }: Parameters<ShowValue>[1] & object, options: DetailOptions): TemplateResult {
    const heading = label ?? options.messages.output;
    const view = this.#others.get(heading) ?? new ValueView(this.#host, 'output');
    this.#others.set(heading, view);
    return view.render(value, { messages: options.messages, label: heading, choice: choiceOf(options, as) });
  }

  /** The raw key stands beside the input, in a developer's type, for those who look for it. */
  #renderInput(call: ToolCall, options: DetailOptions): TemplateResult {
    const { messages } = options;
    if ('input' in call) return this.#input.render(call.input, { messages, label: messages.input, note: call.toolKey, choice: choiceOf(options) });
    const key = call.toolKey === undefined ? nothing : html`<bdi part="value-note" class="code note">${wellFormed(call.toolKey)}</bdi>`;
    if (call.inputText === undefined || call.inputText === '') return html`<p part="no-input" class="none">${messages.noInput} ${key}</p>`;
    return html`<div part="value input" class="value" role="group" aria-label=${messages.input}>
      <div part="value-header" class="value-header">
        <span part="value-label" class="value-label">${messages.input}</span>${key}
        ${isFinal(call.status) ? nothing : html`<span part="value-state" class="state">${messages.beingWritten}</span>`}
      </div>
      ${this.#stream.render(call.inputText, messages)}
    </div>`;
  }

  #renderOutput(call: ToolCall, options: DetailOptions): TemplateResult | typeof nothing {
    const { messages } = options;
    if ('output' in call) return this.#output.render(call.output, { messages, label: messages.output, choice: choiceOf(options, call.activity?.renderHint) });
    // Before its end a call has no output yet, and after a failure the error stands in the open.
    if (!isFinal(call.status) || call.error !== undefined) return nothing;
    const elsewhere = call.status === 'completed' && call.executor === 'provider';
    return html`<p part="no-output" class="none">${elsewhere ? messages.resultElsewhere : messages.noOutput}</p>`;
  }
}

function choiceOf({ origins, onError }: DetailOptions, hint?: string): ViewChoice {
  return { hint, origins, onError };
}
