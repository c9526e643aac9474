import type { JsonSchema } from '../../activity/state.js';
import { editableText } from './argument-editor.js';
import { isSameJson, restore } from './restore.js';
import { readField, type Problem, type Reading } from './schema-check.js';
import { choicesOf, formOf, isRecord, type Field } from './schema-form.js';

/**
 * The arguments as a form that a person may change before approving. What was not touched is sent as it was proposed,
 * also where redaction hid it; a field that the proposal leaves out stays out until something is typed into it.
 */
export class SchemaEditor {
  #fields: readonly Field[] | undefined;
  #shown: unknown;
  #original: unknown;
  /** What was typed, by path. */
  readonly #typed = new Map<string, string>();

  get open(): boolean {
    return this.#fields !== undefined;
  }

  get fields(): readonly Field[] {
    return this.#fields ?? [];
  }

  get valid(): boolean {
    return this.firstWrong === undefined;
  }

  /** The first field that must be changed before this can be sent. An untouched form is the proposal, which always can. */
  get firstWrong(): Field | undefined {
    return this.#typed.size === 0 ? undefined : leaves(this.fields).find((field) => this.problem(field) !== undefined);
  }

  /** The changed arguments, and as they may be seen; `undefined` when they are as proposed, or do not fit. */
  get edited(): { readonly value: unknown; readonly seen: unknown } | undefined {
    if (this.#typed.size === 0 || !this.valid) return undefined;
    const seen = this.#object(this.fields, this.#shown);
    if (isSameJson(seen, this.#shown)) return undefined;
    const restored = restore(seen, this.#shown, this.#original);
    return restored && { value: restored.value, seen };
  }

  /** False where the schema makes no form for this value. `shown` is the value after redaction, `original` before it. */
  start(schema: JsonSchema, shown: unknown, original: unknown): boolean {
    this.#typed.clear();
    this.#shown = shown;
    this.#original = original;
    this.#fields = formOf(schema, shown);
    return this.open;
  }

  stop(): void {
    this.#fields = undefined;
    this.#typed.clear();
  }

  /** What stands in a field. */
  text(field: Field): string {
    return this.#typed.get(keyOf(field)) ?? proposedText(field);
  }

  set(field: Field, raw: string): void {
    if (raw === proposedText(field)) this.#typed.delete(keyOf(field));
    else this.#typed.set(keyOf(field), raw);
  }

  problem(field: Field): Problem | undefined {
    const reading = this.#read(field);
    if (reading !== undefined && 'problem' in reading) return reading.problem;
    if (reading !== undefined) return this.#hides(field) ? { code: 'hidden' } : undefined;
    return field.required && this.#isWanted(field) ? { code: 'required' } : undefined;
  }

  /** What was typed here has the place of a secret in it, and it cannot be told of which. */
  #hides(field: Field): boolean {
    const reading = this.#typed.has(keyOf(field)) ? this.#read(field) : undefined;
    if (reading === undefined || 'problem' in reading) return false;
    const { path } = field;
    const only = path.reduceRight<unknown>((value, key) => ({ [key]: value }), reading.value);
    return restore(only, this.#shown, this.#original) === undefined;
  }

  #read(field: Field): Reading {
    const raw = this.#typed.get(keyOf(field));
    if (raw !== undefined) return readField(field, raw);
    return 'value' in field.proposal ? { value: field.proposal.value } : undefined;
  }

  /** A field of a group that is left out as a whole is not missed. */
  #isWanted({ path }: Field): boolean {
    return groupsAround(this.fields, path).every((group) => 'value' in group.proposal || leaves(group.fields).some((field) => this.#read(field) !== undefined));
  }

  #object(fields: readonly Field[], before: unknown): Readonly<Record<string, unknown>> {
    const known = isRecord(before) ? before : {};
    const made = new Map<string, unknown>();
    for (const field of fields) {
      const key = field.path.at(-1) ?? '';
      if (field.kind === 'group') {
        const group = this.#object(field.fields, known[key]);
        if ('value' in field.proposal || Object.keys(group).length > 0) made.set(key, group);
        continue;
      }
      const reading = this.#read(field);
      if (reading !== undefined && 'value' in reading) made.set(key, reading.value);
    }
    // In the order of the proposal, so that what did not change reads the same.
    const order = [...Object.keys(known).filter((key) => made.has(key)), ...made.keys()];
    return Object.fromEntries([...new Set(order)].map((key) => [key, made.get(key)]));
  }
}

/** Every field that can be typed into, in order. */
export function leaves(fields: readonly Field[]): readonly Field[] {
  return fields.flatMap((field) => (field.kind === 'group' ? leaves(field.fields) : [field]));
}

function groupsAround(fields: readonly Field[], path: readonly string[]): readonly Field[] {
  const group = fields.find((field) => field.kind === 'group' && field.path.every((key, at) => key === path[at]));
  return group === undefined ? [] : [group, ...groupsAround(group.fields, path)];
}

function keyOf({ path }: Field): string {
  return JSON.stringify(path);
}

function proposedText({ kind, schema, proposal }: Field): string {
  if (!('value' in proposal)) return '';
  const { value } = proposal;
  if (kind === 'choice') return String(choicesOf(schema).indexOf(value));
  if (kind === 'list') return (value as readonly unknown[]).map(String).join('\n');
  return kind === 'json' ? (editableText(value) ?? '') : String(value);
}
