import { html, nothing, type TemplateResult } from 'lit';
import { formatNumber } from '../../locales/format.js';
import type { Messages } from '../../locales/messages.js';
import { leafText } from '../../viewers/data.js';
import { reveal } from '../../viewers/reveal.js';
import { icon } from '../internal/icons.js';
import type { Problem } from './schema-check.js';
import { leaves, type SchemaEditor } from './schema-editor.js';
import { choicesOf, type Field } from './schema-form.js';

export interface FormView {
  readonly editor: SchemaEditor;
  readonly messages: Messages;
  readonly onInput: (field: Field, raw: string) => void;
}

type Typed = Event & { readonly target: HTMLInputElement & HTMLSelectElement & HTMLTextAreaElement };

/** The fields of a form. Their ids count up, because names come from a stranger. */
export function renderForm(view: FormView): TemplateResult {
  const order = leaves(view.editor.fields);
  return html`<div part="form" class="form-fields">${view.editor.fields.map((field) => renderField(field, order, view))}</div>`;
}

/** The id of a field's control. */
export function fieldId(editor: SchemaEditor, field: Field | undefined): string {
  return idOf(leaves(editor.fields), field);
}

function idOf(order: readonly Field[], field: Field | undefined): string {
  return `field-${String(Math.max(0, field === undefined ? 0 : order.indexOf(field)))}`;
}

function renderField(field: Field, order: readonly Field[], view: FormView): TemplateResult {
  if (field.kind === 'group') {
    const name = `group-of-${idOf(order, leaves(field.fields)[0])}`;
    return html`<div part="form-group" class="form-group" role="group" aria-labelledby=${name}>
      <span part="editor-label" id=${name} class="form-name">${renderName(field, view.messages)}</span>
      ${renderHint(field.schema['description'])}
      <div part="form" class="form-fields">${field.fields.map((inner) => renderField(inner, order, view))}</div>
    </div>`;
  }
  const id = idOf(order, field);
  const problem = view.editor.problem(field);
  const control: Control = { field, id, text: view.editor.text(field), wrong: problem !== undefined, onInput: (raw) => view.onInput(field, raw) };
  return html`<div part="form-row" class="form-row">
    <label part="editor-label" class="form-name" for=${id}>${renderName(field, view.messages)}</label>
    ${renderControl(control, view.messages)}
    <div id="${id}-hint">${problem === undefined ? html`${renderHint(field.schema['description'])}${renderLines(field, view.messages)}` : renderProblem(problem, view.messages)}</div>
  </div>`;
}

/** The key first, as it will be sent; what the schema calls it stands behind. */
function renderName({ path, schema, required }: Field, messages: Messages): TemplateResult {
  const key = path.at(-1) ?? '';
  const title = typeof schema['title'] === 'string' ? schema['title'].trim() : '';
  return html`<bdi class="code" dir="ltr">${reveal(key)}</bdi>
    ${title === '' || title.toLowerCase() === key.toLowerCase() ? nothing : html`<bdi class="muted">${reveal(title)}</bdi>`}
    ${required ? nothing : html`<small class="muted">${messages.fieldOptional}</small>`}`;
}

function renderHint(description: unknown): TemplateResult | typeof nothing {
  if (typeof description !== 'string' || description.trim() === '') return nothing;
  return html`<p part="editor-hint" class="small muted"><bdi>${reveal(description)}</bdi></p>`;
}

function renderLines({ kind }: Field, messages: Messages): TemplateResult | typeof nothing {
  return kind === 'list' ? html`<p part="editor-hint" class="small muted">${messages.fieldLines}</p>` : nothing;
}

function renderProblem({ code, limit }: Problem, messages: Messages): TemplateResult {
  const words = messages.fieldProblem[code](limit === undefined ? '' : formatNumber(messages.locale, limit));
  return html`<p part="editor-hint" class="small error">${icon('failed')}<span>${words}</span></p>`;
}

interface Control {
  readonly field: Field;
  readonly id: string;
  readonly text: string;
  readonly wrong: boolean;
  readonly onInput: (raw: string) => void;
}

function renderControl(control: Control, messages: Messages): TemplateResult {
  switch (control.field.kind) {
    case 'switch':
      return renderSwitch(control);
    case 'choice':
      return renderChoice(control, messages);
    case 'list':
    case 'json':
      return renderArea(control);
    default:
      return isLong(control.field) ? renderArea(control) : renderInput(control);
  }
}

function renderSwitch({ id, text, wrong, onInput }: Control): TemplateResult {
  return html`<input part="editor-field" id=${id} class="switch" type="checkbox" aria-describedby="${id}-hint" aria-invalid=${wrong ? 'true' : 'false'}
    .checked=${text === 'true'} @change=${(event: Typed) => onInput(String(event.target.checked))}>`;
}

function renderChoice({ field, id, text, wrong, onInput }: Control, { emptyText }: Messages): TemplateResult {
  const choices = choicesOf(field.schema);
  return html`<select part="editor-field" id=${id} class="field" aria-describedby="${id}-hint" aria-invalid=${wrong ? 'true' : 'false'} @change=${(event: Typed) => onInput(event.target.value)}>
    ${'value' in field.proposal ? nothing : html`<option value="" ?selected=${text === ''}>–</option>`}
    ${choices.map((choice, at) => html`<option value=${at} ?selected=${text === String(at)}>${choice === '' ? emptyText : reveal(leafText(choice))}</option>`)}
  </select>`;
}

function renderArea({ field, id, text, wrong, onInput }: Control): TemplateResult {
  const json = field.kind === 'json';
  return html`<textarea part="editor-field" id=${id} class="field ${json ? 'code' : ''}" dir=${json ? 'ltr' : 'auto'} spellcheck="false" autocomplete="off" rows="2"
    aria-describedby="${id}-hint" aria-invalid=${wrong ? 'true' : 'false'} .value=${text} @input=${(event: Typed) => onInput(event.target.value)}></textarea>`;
}

function renderInput({ field, id, text, wrong, onInput }: Control): TemplateResult {
  const number = field.kind === 'number';
  return html`<input part="editor-field" id=${id} class="field" type=${number ? 'text' : inputType(field)} dir=${number ? 'ltr' : 'auto'} spellcheck="false" autocomplete="off"
    inputmode=${number ? 'decimal' : nothing} aria-describedby="${id}-hint" aria-invalid=${wrong ? 'true' : 'false'} .value=${text} @input=${(event: Typed) => onInput(event.target.value)}>`;
}

type InputType = 'text' | 'date' | 'time' | 'datetime-local' | 'email' | 'url';

/**
 * What a browser has an own control for, where that control can hold the proposal: a date field given anything else than
 * a date would stand there empty.
 */
const INPUTS: ReadonlyMap<unknown, readonly [type: InputType, holds: RegExp]> = new Map<unknown, readonly [InputType, RegExp]>([
  ['date', ['date', /^(?:\d{4}-\d\d-\d\d)?$/u]],
  ['time', ['time', /^\d\d:\d\d(?::\d\d)?$/u]],
  ['date-time', ['datetime-local', /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?$/u]],
  ['email', ['email', /^/u]],
  ['uri', ['url', /^/u]],
]);

/** By the proposal, not by what is typed: a control that changes its kind under a person's hands would lose it. */
function inputType({ schema, proposal }: Field): InputType {
  const [type, holds] = INPUTS.get(schema['format']) ?? ['text', /^/u];
  return holds.test(proposalText(proposal)) ? type : 'text';
}

function isLong({ kind, schema, proposal }: Field): boolean {
  const text = proposalText(proposal);
  return kind === 'text' && (text.length > 60 || text.includes('\n') || Number(schema['maxLength']) > 200);
}

function proposalText(proposal: Field['proposal']): string {
  return 'value' in proposal ? String(proposal.value) : '';
}
