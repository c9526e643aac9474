// Values of `z.core` must not be used here, only its types: one of them draws all of zod and its languages into the bundle
// (75 kB brotli for the default dialect, against 13).
import * as z from 'zod/mini';
import { isRecord } from './values.js';

/** Told once for each field that had to be left out. */
export type FieldFault = (reason: string) => void;

type Path = readonly PropertyKey[];

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value);
  return typeof value;
}

function valueAt(source: unknown, path: Path): unknown {
  let value: unknown = source;
  for (const key of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Record<PropertyKey, unknown>)[key];
  }
  return value;
}

/** A copy of `source` without the field at `path`; what lies beside it is shared, never written to. */
function without(source: object, path: Path): object {
  const [key, ...rest] = path;
  const copy = { ...source } as Record<PropertyKey, unknown>;
  if (key === undefined) return copy;
  const inner = copy[key];
  if (rest.length > 0 && isRecord(inner)) copy[key] = without(inner, rest);
  else Reflect.deleteProperty(copy, key);
  return copy;
}

/** zod/mini has no words of its own; these are the kinds of issue that the schemas here can raise. */
const EXPECTED: ReadonlyMap<string, (issue: z.core.$ZodIssue) => string> = new Map([
  ['invalid_type', (issue: z.core.$ZodIssue) => String((issue as z.core.$ZodIssueInvalidType).expected)],
  ['too_small', (issue: z.core.$ZodIssue) => `at least ${String((issue as z.core.$ZodIssueTooSmall).minimum)}`],
]);

function describe(source: object, issue: z.core.$ZodIssue): string {
  const expected = EXPECTED.get(issue.code)?.(issue) ?? issue.message;
  return `"${issue.path.map(String).join('.')}" must be ${expected}, got ${kindOf(valueAt(source, issue.path))}`;
}

/**
 * Reads the fields that a schema names and leaves out, with a reason, each one that does not fit: a wrong optional field
 * costs that field and not its frame. Every field of the schema must be optional. Unknown fields pass unread.
 */
export function readFields<S extends z.core.$ZodType<object>>(schema: S, source: object, fault: FieldFault): z.core.output<S> {
  const first = z.safeParse(schema, source);
  if (first.success) return first.data;
  for (const issue of first.error.issues) fault(describe(source, issue));
  const pruned = first.error.issues.reduce((rest, { path }) => without(rest, path), source);
  const second = z.safeParse(schema, pruned);
  if (second.success) return second.data;
  // What is left of a field may be no use any more (`{ done, total }` without `done`): then all of that field goes.
  const bare = second.error.issues.reduce((rest, { path }) => without(rest, path.slice(0, 1)), pruned);
  return z.parse(schema, bare);
}
