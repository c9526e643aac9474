import type { JsonSchema } from '../../activity/state.js';
import { reveal } from '../../viewers/reveal.js';

/** What a field is edited with. `json` is the way out for what the others cannot express. */
export type FieldKind = 'group' | 'text' | 'number' | 'switch' | 'choice' | 'list' | 'json';

/** One field of a form. Names, titles and descriptions come from a server: untrusted. */
export interface Field {
  /** The keys down to it. */
  readonly path: readonly string[];
  readonly kind: FieldKind;
  readonly schema: JsonSchema;
  readonly required: boolean;
  /** The value as it was proposed, present by key. */
  readonly proposal: { readonly value?: unknown };
  /** Of a group. */
  readonly fields: readonly Field[];
}

/** A deeper group, and a longer form, is edited as JSON. */
const DEEPEST = 3;
const MOST_FIELDS = 200;
const MOST_CHOICES = 200;

/** What no plain field can express. */
const BEYOND = ['$ref', '$dynamicRef', 'allOf', 'anyOf', 'oneOf', 'not', 'if', 'patternProperties', 'dependentSchemas', 'prefixItems'];

/** A form for the arguments; `undefined` where they are better edited as JSON as a whole. */
export function formOf(schema: JsonSchema, value: unknown): readonly Field[] | undefined {
  if (!isRecord(value) || kindOf(schema, { value }, 0) !== 'group') return undefined;
  const fields = fieldsOf(schema, value, []);
  const count = countOf(fields);
  return count === 0 || count > MOST_FIELDS ? undefined : fields;
}

/** The values of a choice. */
export function choicesOf(schema: JsonSchema): readonly unknown[] {
  if ('const' in schema) return [schema['const']];
  const values = schema['enum'];
  return Array.isArray(values) ? (values as readonly unknown[]) : [];
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Those of the schema, in its order, then what the proposal has besides. */
function fieldsOf(schema: JsonSchema, value: Readonly<Record<string, unknown>>, above: readonly string[]): readonly Field[] {
  const properties = isRecord(schema['properties']) ? schema['properties'] : {};
  const required: readonly unknown[] = Array.isArray(schema['required']) ? schema['required'] : [];
  return [...new Set([...Object.keys(properties), ...Object.keys(value)])].map((key) => {
    const own = Object.hasOwn(properties, key) && isRecord(properties[key]) ? properties[key] : {};
    const proposal = Object.hasOwn(value, key) ? { value: value[key] } : {};
    const path = [...above, key];
    const kind = kindOf(own, proposal, path.length);
    const inner = isRecord(proposal.value) ? proposal.value : {};
    return { path, kind, schema: own, required: required.includes(key), proposal, fields: kind === 'group' ? fieldsOf(own, inner, path) : [] };
  });
}

function countOf(fields: readonly Field[]): number {
  return fields.reduce((count, field) => count + 1 + countOf(field.fields), 0);
}

interface Proposal {
  readonly value?: unknown;
}

/** By the schema's type; a proposal that does not fit its field is shown as it is, which is JSON. */
const KINDS: ReadonlyMap<unknown, { readonly kind: FieldKind; readonly fits: (value: unknown, schema: JsonSchema, depth: number) => boolean }> = new Map([
  ['string', { kind: 'text', fits: isPlainText }],
  ['number', { kind: 'number', fits: Number.isFinite }],
  ['integer', { kind: 'number', fits: Number.isSafeInteger }],
  ['boolean', { kind: 'switch', fits: (value: unknown) => typeof value === 'boolean' }],
  ['array', { kind: 'list', fits: isPlainList }],
  ['object', { kind: 'group', fits: (value: unknown) => isRecord(value) }],
]);

function kindOf(schema: JsonSchema, proposal: Proposal, depth: number): FieldKind {
  if (BEYOND.some((keyword) => keyword in schema)) return 'json';
  const has = 'value' in proposal;
  const choices = choicesOf(schema);
  if (choices.length > 0) return isChoice(choices) && (!has || choices.includes(proposal.value)) ? 'choice' : 'json';
  const known = KINDS.get(schema['type']);
  if (known === undefined || !isExpressible(known.kind, schema, depth)) return 'json';
  return !has || known.fits(proposal.value, schema, depth) ? known.kind : 'json';
}

function isExpressible(kind: FieldKind, schema: JsonSchema, depth: number): boolean {
  if (kind === 'group') return depth < DEEPEST && isRecord(schema['properties']) && Object.keys(schema['properties']).length > 0;
  const { items } = schema;
  return kind !== 'list' || (isRecord(items) && ['string', 'number', 'integer'].includes(String(items['type'])) && !BEYOND.some((keyword) => keyword in items));
}

function isChoice(choices: readonly unknown[]): boolean {
  const plain = choices.every((value) => value === null || ['boolean', 'number'].includes(typeof value) || isPlainText(value));
  return plain && choices.length <= MOST_CHOICES && new Set(choices).size === choices.length;
}

/** A text field shows all of it: nothing that hides, or turns the text around. */
function isPlainText(value: unknown): boolean {
  return typeof value === 'string' && reveal(value) === value;
}

/** One item a line. */
function isPlainList(value: unknown, { items }: JsonSchema): boolean {
  if (!Array.isArray(value) || !isRecord(items)) return false;
  if (items['type'] !== 'string') return value.every((item) => Number.isFinite(item));
  return value.every((item: unknown) => isPlainText(item) && /^\S(?:.*\S)?$/u.test(item as string));
}
