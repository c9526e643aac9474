import type { JsonSchema } from '../../activity/state.js';
import { isSameJson } from './restore.js';
import { choicesOf, isRecord, type Field } from './schema-form.js';

/** Why a value does not go: a word for it in `Messages.fieldProblem`, and the limit that it missed. */
export interface Problem {
  readonly code: 'required' | 'type' | 'number' | 'integer' | 'minimum' | 'maximum' | 'above' | 'below' | 'step' | 'shortest' | 'longest' | 'fewest' | 'most' | 'format' | 'choice' | 'json' | 'hidden';
  readonly limit?: number;
}

/** What was typed, as a value; nothing for a field that is left out. */
export type Reading = { readonly value: unknown } | { readonly problem: Problem } | undefined;

const NUMBER = /^-?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/iu;

const READERS: Readonly<Record<Exclude<Field['kind'], 'group'>, (raw: string, field: Field) => Reading>> = {
  text: (raw, { proposal }) => (raw === '' && !('value' in proposal) ? undefined : { value: raw }),
  number: (raw) => (raw.trim() === '' ? undefined : readNumber(raw)),
  switch: (raw) => ({ value: raw === 'true' }),
  choice: (raw, { schema }) => (raw === '' ? undefined : { value: choicesOf(schema)[Number(raw)] }),
  list: readList,
  json: readJson,
};

/** What was typed into a field. */
export function readField(field: Field, raw: string): Reading {
  if (field.kind === 'group') return undefined;
  const reading = READERS[field.kind](raw, field);
  if (reading === undefined || 'problem' in reading) return reading;
  const problem = problemOf(field.schema, reading.value);
  return problem === undefined ? reading : { problem };
}

function readNumber(raw: string): Reading {
  const value = NUMBER.test(raw.trim()) ? Number(raw) : NaN;
  return Number.isFinite(value) ? { value } : { problem: { code: 'number' } };
}

function readList(raw: string, { schema }: Field): Reading {
  const lines = raw.split('\n').map((line) => line.trim()).filter((line) => line !== '');
  if (isRecord(schema['items']) && schema['items']['type'] === 'string') return { value: lines };
  const readings = lines.map(readNumber);
  const wrong = readings.find((reading) => reading !== undefined && 'problem' in reading);
  return wrong ?? { value: readings.map((reading) => (reading as { value: unknown }).value) };
}

function readJson(raw: string, { proposal }: Field): Reading {
  if (raw.trim() === '' && !('value' in proposal)) return undefined;
  try {
    return { value: JSON.parse(raw) as unknown };
  } catch {
    return { problem: { code: 'json' } };
  }
}

type Check = (value: unknown, limit: number) => boolean;

const isNumber = (value: unknown): value is number => typeof value === 'number';
/** In code points, as JSON schema counts. */
const lengthOf = (value: unknown): number | undefined => (typeof value === 'string' ? Array.from(value).length : undefined);
const countOf = (value: unknown): number | undefined => (Array.isArray(value) ? value.length : undefined);

/** Keyword, the problem that it names, and whether a value misses its limit. `pattern` is the server's to check: a stranger's expression may run for ever. */
const LIMITS: readonly (readonly [keyword: string, code: Problem['code'], misses: Check])[] = [
  ['minimum', 'minimum', (value, limit) => isNumber(value) && value < limit],
  ['maximum', 'maximum', (value, limit) => isNumber(value) && value > limit],
  ['exclusiveMinimum', 'above', (value, limit) => isNumber(value) && value <= limit],
  ['exclusiveMaximum', 'below', (value, limit) => isNumber(value) && value >= limit],
  ['multipleOf', 'step', (value, limit) => isNumber(value) && limit > 0 && !isMultiple(value, limit)],
  ['minLength', 'shortest', (value, limit) => (lengthOf(value) ?? limit) < limit],
  ['maxLength', 'longest', (value, limit) => (lengthOf(value) ?? limit) > limit],
  ['minItems', 'fewest', (value, limit) => (countOf(value) ?? limit) < limit],
  ['maxItems', 'most', (value, limit) => (countOf(value) ?? limit) > limit],
];

/** Of the keywords that a form knows, the first that the value misses. */
export function problemOf(schema: JsonSchema, value: unknown): Problem | undefined {
  const { type, format } = schema;
  if (!isOfType(type, value)) return { code: type === 'integer' && isNumber(value) ? 'integer' : 'type' };
  const choices = choicesOf(schema);
  if (choices.length > 0 && !choices.some((choice) => isSameJson(choice, value))) return { code: 'choice' };
  const limit = limitProblem(schema, value);
  if (limit !== undefined) return limit;
  if (typeof value === 'string' && FORMATS.get(format)?.(value) === false) return { code: 'format' };
  return itemProblem(schema, value);
}

function limitProblem(schema: JsonSchema, value: unknown): Problem | undefined {
  for (const [keyword, code, misses] of LIMITS) {
    const limit = schema[keyword];
    if (isNumber(limit) && misses(value, limit)) return { code, limit };
  }
  return undefined;
}

function itemProblem({ items }: JsonSchema, value: unknown): Problem | undefined {
  if (!Array.isArray(value) || !isRecord(items)) return undefined;
  for (const item of value as readonly unknown[]) {
    const problem = problemOf(items, item);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

const TYPES: ReadonlyMap<unknown, (value: unknown) => boolean> = new Map<unknown, (value: unknown) => boolean>([
  ['string', (value) => typeof value === 'string'],
  ['number', isNumber],
  ['integer', Number.isInteger],
  ['boolean', (value) => typeof value === 'boolean'],
  ['array', Array.isArray],
  ['object', isRecord],
  ['null', (value) => value === null],
]);

function isOfType(type: unknown, value: unknown): boolean {
  if (Array.isArray(type)) return type.some((each) => isOfType(each, value));
  return TYPES.get(type)?.(value) ?? true;
}

/** Of decimal steps too: 0.3 is three times 0.1, though not in binary. */
function isMultiple(value: number, step: number): boolean {
  const times = value / step;
  return Math.abs(times - Math.round(times)) < 1e-9 * Math.max(1, Math.abs(times));
}

/** An offset is not asked for: many servers mean the person's own time. */
const DATE = /^\d{4}-\d\d-\d\d$/u;
const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)?$/iu;

const FORMATS: ReadonlyMap<unknown, (text: string) => boolean> = new Map<unknown, (text: string) => boolean>([
  ['date', (text) => DATE.test(text) && !Number.isNaN(Date.parse(text))],
  ['date-time', (text) => DATE_TIME.test(text) && !Number.isNaN(Date.parse(text))],
  ['time', (text) => /^(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)?$/iu.test(text)],
  ['email', (text) => /^[^\s@]+@[^\s@]+$/u.test(text)],
  ['uri', (text) => URL.canParse(text)],
]);
