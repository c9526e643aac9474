/**
 * What is read of A2A's objects, of 1.0 and 0.3. Everything is optional and may be null; unknown fields pass unread, and
 * `fields.ts` turns a misfit into one missing field.
 */
import * as z from 'zod/mini';

const text = z.nullish(z.string());
const flag = z.nullish(z.boolean());
const record = z.nullish(z.looseObject({}));
const list = z.nullish(z.array(z.unknown()));

/** A task, an update of one, or a message: one common vocabulary. */
export const resultSchema = z.object({
  id: text,
  taskId: text,
  contextId: text,
  messageId: text,
  role: text,
  status: record,
  artifact: record,
  artifacts: list,
  append: flag,
  parts: list,
});

export const statusSchema = z.object({
  state: text,
  message: record,
  timestamp: z.nullish(z.union([z.string(), z.number()])),
});

export const artifactSchema = z.object({
  artifactId: text,
  parts: list,
});
