/** Small tools for changing an immutable entity so that an unchanged one keeps its identity. */

type Changes<T> = { readonly [K in keyof T]?: T[K] | undefined };

/** Values compared by structure up to this many nodes; a larger one counts as changed, which costs a render, not more. */
const COMPARE_BUDGET = 500;

/** The entity with the changes applied, or the very same entity when they change nothing. `undefined` removes a field. */
export function patch<T extends object>(entity: T, changes: Changes<T>): T {
  let next: Record<string, unknown> | undefined;
  for (const [key, value] of Object.entries<unknown>(changes)) {
    const has = Object.hasOwn(entity, key);
    if (value === undefined ? !has : has && isSame((entity as Record<string, unknown>)[key], value)) continue;
    next ??= { ...(entity as Record<string, unknown>) };
    if (value === undefined) Reflect.deleteProperty(next, key);
    else next[key] = value;
  }
  return (next as T | undefined) ?? entity;
}

/** The older entity where the newer one says the same. */
export function sameOr<T extends object>(older: T, newer: T): T {
  return Object.keys(older).length === Object.keys(newer).length && patch(older, newer) === older ? older : newer;
}

/** The fields of `source` that are there: a field that an event leaves out must not remove what is known. */
export function pick<T extends object, K extends keyof T>(source: T, keys: readonly K[]): Known<T, K> {
  const picked: Partial<Record<K, unknown>> = {};
  for (const key of keys) if (source[key] !== undefined) picked[key] = source[key];
  return picked as Known<T, K>;
}

type Known<T, K extends keyof T> = { [P in K]?: Exclude<T[P], undefined> };

/** Of `pick`, only what the entity does not know yet: for events that come late. */
export function fill<T extends object>(entity: T, fields: NoInfer<Partial<T>>): T {
  const missing = Object.entries(fields).filter(([key]) => !Object.hasOwn(entity, key));
  return missing.length === 0 ? entity : { ...entity, ...Object.fromEntries(missing) };
}

/** Newer fields over older ones; the older object itself when that changes nothing. */
export function merge<T extends object>(older: T | undefined, newer: T | undefined): T | undefined {
  if (older === undefined || newer === undefined) return newer ?? older;
  return patch(older, newer);
}

/** Equal as data. Gives up, as "not the same", on cycles and large values: the budget bounds the cost of one event. */
export function isSame(a: unknown, b: unknown, left = COMPARE_BUDGET): boolean {
  return same(a, b, { left });
}

function same(a: unknown, b: unknown, budget: { left: number }): boolean {
  if (Object.is(a, b)) return true;
  if (!isPlain(a) || !isPlain(b) || Array.isArray(a) !== Array.isArray(b)) return false;
  const keys = Object.keys(a);
  budget.left -= keys.length + 1;
  if (budget.left < 0 || keys.length !== Object.keys(b).length) return false;
  return keys.every((key) => Object.hasOwn(b, key) && same(a[key], b[key], budget));
}

function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null || Array.isArray(value);
}
