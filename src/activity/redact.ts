import { HIDDEN, hideSecrets, isSecretName, isSecretValue } from './secrets.js';

/** A copy in the making: the original, and where its parts go. */
interface Task {
  readonly source: object;
  readonly copy: Record<string, unknown> | unknown[];
  /** Inside of a field whose name says that all of it is secret. */
  readonly secret: boolean;
}

/** Names of a pair whose other half is the value, as headers and variables are listed: `{ name: 'Cookie', value: '…' }`. */
const PAIR_NAMES = ['name', 'key', 'header', 'variable'] as const;

/**
 * The value without what looks like a secret: fields by their names, and tokens, keys, passwords in addresses and
 * private keys inside of texts, each with `•••` in its place. What has none is returned as it is, by identity. Reads
 * plain objects and arrays of any depth, also cyclic ones; leaves others alone. It never throws: what cannot be read
 * stays out.
 */
export function redactSecrets(value: unknown): unknown {
  if (typeof value === 'string') return hideSecrets(value);
  if (!isOpen(value)) return value;
  const copies = new Copies();
  const root = copies.of(value, false);
  let changed = false;
  for (let task = copies.next(); task !== undefined; task = copies.next()) {
    const { source, copy } = task;
    const isSecret = task.secret ? () => true : secretKeys(source);
    for (const key of keysOf(source)) {
      const part = read(source, key);
      const hidden = isSecret(key);
      const shown = isOpen(part) ? copies.of(part, hidden) : redactPlain(key, part, hidden);
      changed ||= !isOpen(part) && !Object.is(shown, part);
      put(copy, key, shown);
    }
  }
  return changed ? root : value;
}

function redactPlain(key: string, part: unknown, hidden: boolean): unknown {
  if (hidden && isSecretValue(key, part)) return HIDDEN;
  return typeof part === 'string' ? hideSecrets(part) : part;
}

/** The copies of one value, each made once, so that circles close; and what is still to be copied. */
class Copies {
  readonly #copies = new Map<object, Task['copy']>();
  readonly #tasks: Task[] = [];

  of(source: object, secret: boolean): Task['copy'] {
    const known = this.#copies.get(source);
    if (known) return known;
    const copy = Array.isArray(source) ? [] : {};
    this.#copies.set(source, copy);
    this.#tasks.push({ source, copy, secret });
    return copy;
  }

  next(): Task | undefined {
    return this.#tasks.pop();
  }
}

/** Which fields of an object are secret by their names. The places of a list have none. */
function secretKeys(source: object): (key: string) => boolean {
  if (Array.isArray(source)) return () => false;
  const paired = isSecretPair(source);
  return (key) => isSecretName(key) || (paired && key === 'value');
}

function isSecretPair(source: object): boolean {
  if (!Object.hasOwn(source, 'value')) return false;
  return PAIR_NAMES.some((name) => {
    const said = Object.hasOwn(source, name) ? read(source, name) : undefined;
    return typeof said === 'string' && isSecretName(said);
  });
}

function isOpen(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return true;
  try {
    const prototype: unknown = Object.getPrototypeOf(value);
    // Of another realm too: a page may push what came out of a frame.
    return prototype === null || Object.getPrototypeOf(prototype) === null;
  } catch {
    return false;
  }
}

function keysOf(source: object): readonly string[] {
  try {
    return Object.keys(source);
  } catch {
    return [];
  }
}

function read(source: object, key: string): unknown {
  try {
    return (source as Record<string, unknown>)[key];
  } catch {
    // A getter of a page's own object.
    return undefined;
  }
}

/** `__proto__` is a key like any other. */
function put(copy: Task['copy'], key: string, value: unknown): void {
  if (key === '__proto__') Object.defineProperty(copy, key, { value, enumerable: true, configurable: true, writable: true });
  else (copy as Record<string, unknown>)[key] = value;
}
