/** Fields that are no text. `input` and `output` may be anything. */
const FIGURES = new Set(['startedAt', 'endedAt', 'decidedAt', 'expiresAt', 'attempt', 'done', 'total', 'ratio']);
const FLAGS = new Set(['active', 'assumed', 'changed', 'collected', 'handedOver', 'answeredElsewhere', 'takesText']);
const PARTS = new Set(['activity', 'details', 'error', 'progress']);
const ANYTHING = new Set(['input', 'output']);

type Fields = Record<string, unknown>;

/** Corrected copies, so that an entity keeps its identity from render to render. */
const copies = new WeakMap<object, object>();

/**
 * An entity of a page's own as its type says: fields of another kind count as absent, and what is no entity, or lacks one
 * of its `required` texts, is none. A page hands in what it got from somewhere, and a card must stand all the same.
 */
export function entity<T extends object>(value: T | null | undefined, ...required: readonly (keyof T & string)[]): T | undefined {
  try {
    if (!isFields(value)) return undefined;
    const sound = copies.get(value) ?? corrected(value);
    if (sound !== value) copies.set(value, sound);
    return required.every((key) => typeof (sound as Fields)[key] === 'string') ? (sound as T) : undefined;
  } catch {
    // A getter or a proxy of the page's.
    return undefined;
  }
}

function corrected(fields: Fields): Fields {
  const sound = Object.entries(fields).map(([key, value]): [string, unknown] => [key, field(key, value)]);
  return sound.every(([key, value]) => Object.is(value, fields[key])) ? fields : Object.fromEntries(sound.filter(([key, value]) => value !== undefined || ANYTHING.has(key)));
}

function field(key: string, value: unknown): unknown {
  if (ANYTHING.has(key)) return value;
  if (FIGURES.has(key)) return Number.isFinite(value) ? value : undefined;
  if (FLAGS.has(key)) return typeof value === 'boolean' ? value : undefined;
  if (key === 'options') return options(value);
  if (key === 'editable') return editable(value);
  if (!PARTS.has(key)) return typeof value === 'string' ? value : undefined;
  return isFields(value) ? part(key, value) : undefined;
}

function editable(value: unknown): unknown {
  return typeof value === 'boolean' || (isFields(value) && isFields(value['schema'])) ? value : undefined;
}

function part(key: string, value: Fields): unknown {
  const sound = corrected(value);
  return key === 'error' && typeof sound['message'] !== 'string' ? { ...sound, message: '' } : sound;
}

function options(value: unknown): unknown {
  if (!Array.isArray(value)) return undefined;
  const list: readonly unknown[] = value;
  const sound = list.map((option) => (isFields(option) ? corrected(option) : undefined)).filter((option) => typeof option?.['id'] === 'string');
  return sound.length === list.length && sound.every((option, at) => option === list[at]) ? value : sound;
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
