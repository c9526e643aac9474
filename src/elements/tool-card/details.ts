import { html, type LitElement, nothing, type TemplateResult } from 'lit';
import type { ToolCall } from '../../activity/state.js';
import { isFinal } from '../../activity/transitions.js';
import type { Messages } from '../../locales/messages.js';
import { wellFormed } from '../../viewers/reveal.js';
import { ValueView } from '../../viewers/value-view.js';

/** The inside of an open card: input and output of a call whose values have been redacted. */
export class CallDetails {
  readonly #input: ValueView;
  readonly #output: ValueView;

  constructor(host: LitElement) {
    this.#input = new ValueView(host, 'input');
    this.#output = new ValueView(host, 'output');
  }

  render(call: ToolCall, messages: Messages): TemplateResult {
    return html`${renderInput(call, messages, this.#input)} ${renderOutput(call, messages, this.#output)}`;
  }
}

/** The raw key stands beside the input, in a developer's type, for those who look for it. */
function renderInput(call: ToolCall, messages: Messages, view: ValueView): TemplateResult {
  if ('input' in call) return view.render(call.input, { messages, label: messages.input, note: call.toolKey });
  const key = call.toolKey === undefined ? nothing : html`<bdi part="value-note" class="code note">${wellFormed(call.toolKey)}</bdi>`;
  if (call.inputText === undefined || call.inputText === '') return html`<p part="no-input" class="none">${messages.noInput} ${key}</p>`;
  return html`<div part="value input" class="value" role="group" aria-label=${messages.input}>
    <div part="value-header" class="value-header"><span part="value-label" class="value-label">${messages.input}</span>${key}</div>
    <pre part="code" class="code" tabindex="0"><code>${wellFormed(call.inputText)}</code></pre>
  </div>`;
}

function renderOutput(call: ToolCall, messages: Messages, view: ValueView): TemplateResult | typeof nothing {
  if ('output' in call) return view.render(call.output, { messages, label: messages.output });
  // Before its end a call has no output yet, and after a failure the error stands in the open.
  if (!isFinal(call.status) || call.error !== undefined) return nothing;
  const elsewhere = call.status === 'completed' && call.executor === 'provider';
  return html`<p part="no-output" class="none">${elsewhere ? messages.resultElsewhere : messages.noOutput}</p>`;
}
