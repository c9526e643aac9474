/** How values are taken apart. Everything here accepts anything, never throws and never recurses. */

export type Entry = readonly [key: string | undefined, value: unknown];

export interface Size {
  /** About the length of the value as compact JSON, in characters. */
  readonly bytes: number;
  /** Values inside, itself included. */
  readonly nodes: number;
  /** False when counting stopped at the budget: both figures are then lower bounds. */
  readonly exact: boolean;
}

/** Counting more than this many values is not worth a frame; the figure is then "at least". */
const NODE_BUDGET = 16_384;
const SLICE = 4096;
/** Ten thousand levels must not cost ten thousand blanks a line. */
const DEEPEST_INDENT = 16;

/** True for what has parts: lists, maps, sets and objects, but not dates and errors. */
export function isTree(value: unknown): value is object {
  try {
    return typeof value === 'object' && value !== null && !(value instanceof Date) && !(value instanceof Error);
  } catch {
    // A revoked proxy: no part of it can be read.
    return false;
  }
}

export function isList(value: object): boolean {
  return Array.isArray(value) || value instanceof Set || (ArrayBuffer.isView(value) && 'length' in value);
}

/** `Array.isArray` of a revoked proxy throws. */
export function isArray(value: unknown): value is readonly unknown[] {
  return isTree(value) && Array.isArray(value);
}

/** An object as JSON has them, whose fields can be looked up by name. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return isTree(value) && !isList(value) && !(value instanceof Map);
}

/** An own field of a value; `undefined` for what has no such field, or cannot be read. */
export function field(value: unknown, key: string): unknown {
  try {
    return isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  } catch {
    return undefined;
  }
}

/** The parts of a tree, one at a time, so that looking at the head of a huge list costs only the head. */
export function* entries(tree: object): Generator<Entry, undefined, undefined> {
  if (tree instanceof Map) {
    for (const [key, value] of tree) yield [isTree(key) ? '[object]' : leafText(key), value];
  } else if (tree instanceof Set) {
    for (const value of tree) yield [undefined, value];
  } else if (isList(tree)) {
    const list = tree as ArrayLike<unknown>;
    for (let index = 0; index < list.length; index++) yield [undefined, read(list, index)];
  } else {
    for (const key of keysOf(tree)) yield [key, read(tree, key)];
  }
}

/** A value without parts as bare text; strings as they are. */
export function leafText(value: unknown): string {
  try {
    if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'Invalid Date' : value.toISOString();
    if (typeof value === 'function') return `[function ${value.name}]`;
    return String(value);
  } catch {
    return '[unreadable]';
  }
}

function* only(value: unknown): Generator<Entry, undefined, undefined> {
  yield [undefined, value];
  return undefined;
}

/** Bounded: stops at a budget of values, and takes the length of a string without looking at it. */
export function measure(root: unknown): Size {
  let bytes = 0;
  let nodes = 0;
  const above: object[] = [];
  const within = new Set<object>();
  const levels: Iterator<Entry, undefined>[] = [only(root)];
  for (let level = levels.at(-1); level !== undefined; level = levels.at(-1)) {
    const next = level.next();
    if (next.done === true) {
      levels.pop();
      const left = above.pop();
      if (left !== undefined) within.delete(left);
      continue;
    }
    const [key, value] = next.value;
    nodes++;
    bytes += 2 + (key === undefined ? 0 : key.length + 3);
    if (nodes > NODE_BUDGET) return { bytes, nodes, exact: false };
    if (!isTree(value)) bytes += typeof value === 'string' ? value.length : leafText(value).length;
    else if (!within.has(value)) {
      within.add(value);
      above.push(value);
      levels.push(entries(value));
    }
  }
  return { bytes, nodes, exact: true };
}

/** A value as text in pieces: a string as it is, anything else as indented JSON. Read as far as needed. */
export function* textOf(root: unknown): Generator<string, undefined, undefined> {
  if (typeof root === 'string') yield* slices(root);
  else yield* jsonOf(root);
}

/** Whether two values read the same. Pieces follow from the value alone, so that they can be compared one by one. */
export function isSameText(a: unknown, b: unknown): boolean {
  if (typeof a !== typeof b) return false;
  const other = textOf(b);
  for (const piece of textOf(a)) if (piece !== other.next().value) return false;
  return other.next().done === true;
}

function* jsonOf(root: unknown): Generator<string, undefined, undefined> {
  const levels: { tree: object; items: Iterator<Entry, undefined>; count: number }[] = [];
  const within = new Set<object>();
  function* begin(value: unknown): Generator<string, undefined, undefined> {
    if (!isTree(value)) yield* leafJson(value);
    else if (within.has(value)) yield '[circular]';
    else {
      within.add(value);
      levels.push({ tree: value, items: entries(value), count: 0 });
      yield isList(value) ? '[' : '{';
    }
  }
  yield* begin(root);
  for (let level = levels.at(-1); level !== undefined; level = levels.at(-1)) {
    const next = level.items.next();
    if (next.done === true) {
      levels.pop();
      within.delete(level.tree);
      yield (level.count > 0 ? newLine(levels.length) : '') + (isList(level.tree) ? ']' : '}');
      continue;
    }
    const [key, value] = next.value;
    yield (level.count++ > 0 ? ',' : '') + newLine(levels.length) + (key === undefined ? '' : `${JSON.stringify(key)}: `);
    yield* begin(value);
  }
}

function newLine(depth: number): string {
  return `\n${'  '.repeat(Math.min(depth, DEEPEST_INDENT))}`;
}

function* leafJson(value: unknown): Generator<string, undefined, undefined> {
  const quoted = typeof value === 'string' || (typeof value === 'object' && value !== null);
  if (!quoted) {
    yield leafText(value);
    return;
  }
  yield '"';
  for (const slice of slices(leafText(value))) yield JSON.stringify(slice).slice(1, -1);
  yield '"';
}

/** Cuts a long string without cutting a surrogate pair. */
function* slices(text: string): Generator<string, undefined, undefined> {
  for (let start = 0; start < text.length; ) {
    let end = start + SLICE;
    if (/[\uD800-\uDBFF]/.test(text.charAt(end - 1))) end++;
    yield text.slice(start, end);
    start = end;
  }
}

export function keysOf(tree: object): string[] {
  try {
    return Object.keys(tree);
  } catch {
    return [];
  }
}

/** A getter or a proxy of the host may throw. */
export function read(tree: object, key: PropertyKey): unknown {
  try {
    return Reflect.get(tree, key);
  } catch {
    return '[unreadable]';
  }
}
