import { html, nothing, type TemplateResult } from 'lit';
import type { Messages } from '../../locales/messages.js';
import { icon } from '../internal/icons.js';
import type { ArgumentEditor } from './argument-editor.js';

export interface EditorView {
  readonly messages: Messages;
  /** Under the fields: what differs from the proposal. */
  readonly changes: TemplateResult | undefined;
  readonly onReset: () => void;
}

/** The arguments as text that can be changed. Errors are words beside the field, and its description. */
export function renderTextEditor(view: EditorView & { readonly editor: ArgumentEditor; readonly onInput: (event: InputEvent) => void }): TemplateResult {
  const { editor, messages, onInput } = view;
  return renderEditor(
    view,
    html`<label part="editor-label" class="label" for="editor">${messages.editLabel}</label>`,
    html`<textarea part="editor-field" id="editor" class="field code" dir="ltr" spellcheck="false" autocapitalize="off" autocomplete="off"
      rows=${Math.min(editor.lines, 4000)} aria-invalid=${editor.valid ? 'false' : 'true'} aria-describedby="editor-hint"
      .value=${editor.text} @input=${onInput}></textarea>
    <p part="editor-hint" id="editor-hint" class="small ${editor.valid ? 'muted' : 'error'}" role="status">
      ${editor.problem === undefined ? messages.editHint : html`${icon('failed')}${editor.problem === 'json' ? messages.editInvalid : messages.fieldProblem.hidden('')}`}
    </p>`,
  );
}

/** The arguments as a form, in the words of the interface and the names of the schema. */
export function renderFormEditor(view: EditorView & { readonly form: TemplateResult }): TemplateResult {
  return renderEditor(view, html`<span part="editor-label" class="label">${view.messages.editFormLabel}</span>`, view.form);
}

function renderEditor({ messages, changes, onReset }: EditorView, label: TemplateResult, fields: TemplateResult): TemplateResult {
  return html`<div part="editor" class="editor" role="group" aria-label=${messages.editArguments}>
    <div part="editor-head" class="editor-head">
      ${label}
      <button part="editor-reset" class="link" type="button" @click=${onReset}>${messages.resetEdit}</button>
    </div>
    ${fields} ${changes ?? nothing}
  </div>`;
}
