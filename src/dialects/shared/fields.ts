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

function describe(source: object, issue: z.core.$ZodIssue): string {
  const expected = issue.code === 'invalid_type' ? issue.expected : issue.message;
  return `"${issue.path.map(String).join('.')}" must be ${expected}, got ${kindOf(valueAt(source, issue.path))}`;
}

/**
 * Reads the fields that a schema names and leaves out, with a reason, each one that does not fit: a wrong optional field
 * costs that field and not its frame. Every field of the schema must be optional. Unknown fields pass unread.
 */
export function readFields<S extends z.core.$ZodType<object>>(schema: S, source: object, fault: FieldFault): z.core.output<S> {
  const first = z.core.safeParse(schema, source);
  if (first.success) return first.data;
  let rest = source;
  for (const issue of first.error.issues) {
    fault(describe(source, issue));
    rest = without(rest, issue.path);
  }
  const second = z.core.safeParse(schema, rest);
  return second.success ? second.data : z.core.parse(schema, {});
}
