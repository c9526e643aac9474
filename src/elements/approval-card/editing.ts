import type { LitElement, TemplateResult } from 'lit';
import type { Approval } from '../../activity/state.js';
import type { Messages } from '../../locales/messages.js';
import { ArgumentEditor, editableText } from './argument-editor.js';
import { renderChanges } from './changes-view.js';
import { renderFormEditor, renderTextEditor } from './editor-view.js';
import { fieldId, renderForm } from './form-view.js';
import { isSameJson } from './restore.js';
import { SchemaEditor } from './schema-editor.js';

interface Edited {
  readonly value: unknown;
  readonly seen: unknown;
}

/** What a person makes of the arguments: in a form where the request has a schema for one, else as JSON. */
export class Editing {
  readonly #host: LitElement;
  readonly #text = new ArgumentEditor();
  readonly #form = new SchemaEditor();
  /** The proposal as it may be seen. */
  #shown: unknown;
  #proposal: unknown;
  #edited: Edited | undefined;
  #looked: { readonly input: unknown; readonly editable: boolean } | undefined;

  constructor(host: LitElement) {
    this.#host = host;
  }

  get open(): boolean {
    return this.#form.open || this.#text.open;
  }

  get valid(): boolean {
    return this.#form.open ? this.#form.valid : this.#text.valid;
  }

  /** The arguments as the person changed them: `value` is sent, `seen` is shown. */
  get edited(): Edited | undefined {
    const edited = this.#form.open ? this.#form.edited : this.#text.edited;
    const same = edited !== undefined && this.#edited !== undefined && isSameJson(edited.seen, this.#edited.seen);
    // The same value keeps its identity, so that its view does not start again at each render.
    return same ? this.#edited : (this.#edited = edited);
  }

  /** The id of the field to begin with, or of the one that is wrong. */
  get focusId(): string {
    return this.#form.open ? fieldId(this.#form, this.#form.firstWrong) : 'editor';
  }

  /** Whether the request may be edited, and can be: looked at once for each value, for it costs as much as the value is long. */
  isOffered(approval: Approval): boolean {
    const { editable } = approval;
    if (editable === undefined || editable === false || !('input' in approval)) return false;
    if (this.#looked === undefined || !Object.is(this.#looked.input, approval.input)) {
      this.#looked = { input: approval.input, editable: editableText(approval.input) !== undefined };
    }
    return this.#looked.editable;
  }

  /** `shown` is the proposal after redaction. */
  start({ editable, input }: Approval, shown: unknown): void {
    this.#shown = shown;
    this.#proposal = input;
    const isForm = typeof editable === 'object' && this.#form.start(editable.schema, shown, input);
    if (!isForm) this.#text.start(shown, input);
  }

  /** These arguments are neither those that were proposed nor what the person made of them. */
  isOverruled(input: unknown): boolean {
    return !isSameJson(input, this.#proposal) && !isSameJson(input, this.edited?.value);
  }

  stop(): void {
    this.#form.stop();
    this.#text.stop();
  }

  render(messages: Messages, onReset: () => void): TemplateResult {
    const view = { messages, changes: this.renderChanges(messages), onReset };
    if (!this.#form.open) return renderTextEditor({ ...view, editor: this.#text, onInput: this.#onText });
    const form = renderForm({
      editor: this.#form,
      messages,
      onInput: (field, raw) => {
        this.#form.set(field, raw);
        this.#host.requestUpdate();
      },
    });
    return renderFormEditor({ ...view, form });
  }

  renderChanges(messages: Messages): TemplateResult | undefined {
    const { edited } = this;
    return edited === undefined ? undefined : renderChanges(this.#shown, edited.seen, messages);
  }

  readonly #onText = (event: InputEvent): void => {
    this.#text.set((event.target as HTMLTextAreaElement).value);
    this.#host.requestUpdate();
  };
}
