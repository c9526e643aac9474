/** Small readers that every dialect needs. None of them throws on a value that came out of JSON. */

export type JsonRecord = Readonly<Record<string, unknown>>;

/** An object that is not an array. */
export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A usable id. An empty one counts as missing, and so does anything that is not a string. */
export function idOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** A non-empty string. */
export function textOf(value: unknown): string | undefined {
  return idOf(value);
}

/** `T` without the keys whose value is `undefined`. */
export type Compact<T> = {
  [K in keyof T as undefined extends T[K] ? never : K]: T[K];
} & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/** Leaves out undefined values: in this model a key that is there means that a value is there. */
export function compact<T extends object>(value: T): Compact<T> {
  const result: Record<string, unknown> = {};
  for (const [key, entry] of Object.entries(value)) {
    if (entry !== undefined) result[key] = entry;
  }
  return result as Compact<T>;
}

/**
 * `first ?? second` over two keys, except that a `null` that nothing outbids is a value and stays: `null` is a result.
 * `undefined` means that neither key is there.
 */
export function firstPresent(source: object, first: string, second: string): unknown {
  const record = source as Readonly<Record<string, unknown>>;
  const a = Object.hasOwn(record, first) ? record[first] : undefined;
  if (a !== undefined && a !== null) return a;
  const b = Object.hasOwn(record, second) ? record[second] : undefined;
  return b === undefined ? a : b;
}
