import { html, nothing, type TemplateResult } from 'lit';
import type { Messages } from '../../locales/messages.js';
import { icon } from '../internal/icons.js';
import type { ArgumentEditor } from './argument-editor.js';

export interface EditorView {
  readonly editor: ArgumentEditor;
  readonly messages: Messages;
  readonly onInput: (event: InputEvent) => void;
  readonly onReset: () => void;
}

/** The arguments as text that can be changed. Errors are words beside the field, and its description. */
export function renderEditor({ editor, messages, onInput, onReset }: EditorView): TemplateResult {
  return html`<div part="editor" class="editor">
    <div class="editor-head">
      <label part="editor-label" class="label" for="editor">${messages.editLabel}</label>
      <button part="editor-reset" class="link" type="button" @click=${onReset}>${messages.resetEdit}</button>
    </div>
    <textarea part="editor-field" id="editor" class="field code" dir="ltr" spellcheck="false" autocapitalize="off" autocomplete="off"
      rows=${Math.min(editor.lines, 4000)} aria-invalid=${editor.valid ? 'false' : 'true'} aria-describedby="editor-hint"
      .value=${editor.text} @input=${onInput}></textarea>
    <p part="editor-hint" id="editor-hint" class="small ${editor.valid ? 'muted' : 'error'}" role="status">
      ${editor.valid ? messages.editHint : html`${icon('failed')}${messages.editInvalid}`}
    </p>
    ${editor.edited === undefined ? nothing : renderEdited(messages)}
  </div>`;
}

export function renderEdited(messages: Messages): TemplateResult {
  return html`<p part="edited" class="edited">${icon('edit')}${messages.edited}</p>`;
}
