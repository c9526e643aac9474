/**
 * What is read of ChatKit's events, items and tasks. Everything is optional and may be null; unknown fields pass unread, and
 * `fields.ts` turns a misfit into one missing field.
 */
import * as z from 'zod/mini';

const text = z.nullish(z.string());
const record = z.nullish(z.looseObject({}));
const list = z.nullish(z.array(z.unknown()));
const any = z.optional(z.unknown());

/** Every event. */
export const eventSchema = z.object({
  thread: record,
  item: record,
  item_id: text,
  update: record,
  text,
  level: text,
  title: text,
  message: text,
  code: text,
});

/** `update` of `thread.item.updated`. */
export const updateSchema = z.object({
  type: text,
  content_index: z.nullish(z.int().check(z.nonnegative())),
  delta: text,
  content: record,
  task_index: z.nullish(z.int().check(z.nonnegative())),
  task: record,
  widget: record,
  progress: z.nullish(z.number()),
});

/** A thread's item, of any type. */
export const itemSchema = z.object({
  id: text,
  thread_id: text,
  created_at: z.nullish(z.union([z.string(), z.number()])),
  type: text,
  content: list,
  workflow: record,
  task: record,
  widget: record,
  status: text,
  call_id: text,
  name: text,
  arguments: any,
  output: any,
  inputs: list,
  image: any,
});

export const workflowSchema = z.object({ type: text, tasks: list });

export const taskSchema = z.object({
  type: text,
  status_indicator: text,
  title: text,
  title_query: text,
  content: text,
  queries: any,
  sources: any,
});

/** The payload of an approval's button (a convention of applications). */
export const payloadSchema = z.object({
  tool_name: text,
  tool_args: any,
  approved: z.nullish(z.boolean()),
  call_id: text,
  request_id: text,
});

/** A question of a structured input. */
export const questionSchema = z.object({
  id: text,
  type: text,
  question: text,
  description: text,
  options: list,
  multiple: z.nullish(z.boolean()),
});
