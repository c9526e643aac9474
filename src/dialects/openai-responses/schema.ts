/**
 * What is read of an OpenAI Responses frame. Everything is optional and may be null; unknown fields pass unread, and
 * `fields.ts` turns a misfit into one missing field.
 */
import * as z from 'zod/mini';

const text = z.nullish(z.string());
const count = z.nullish(z.int());
const record = z.nullish(z.looseObject({}));

/** Every frame: the fields of all events, since each event uses a handful of one common vocabulary. */
export const frameSchema = z.object({
  sequence_number: count,
  output_index: count,
  content_index: count,
  summary_index: count,
  command_index: count,
  item_id: text,
  item: record,
  part: record,
  response: record,
  delta: z.optional(z.unknown()),
  text,
  refusal: text,
  arguments: text,
  input: text,
  code: text,
  diff: text,
  command: text,
  output: z.optional(z.unknown()),
  partial_image_b64: text,
  output_format: text,
  size: text,
  error: record,
  message: text,
});

/** The response object of a lifecycle event. Times are in seconds. */
export const responseSchema = z.object({
  id: text,
  status: text,
  created_at: z.nullish(z.number()),
  completed_at: z.nullish(z.number()),
  error: record,
  incomplete_details: record,
  output: z.nullish(z.array(z.unknown())),
});

/** An item. Its own fields are read by `items.ts`, which knows the types. */
export const itemSchema = z.looseObject({
  id: text,
  type: text,
  status: text,
  call_id: text,
  name: text,
  server_label: text,
  arguments: z.optional(z.unknown()),
  approval_request_id: text,
  role: text,
  reason: text,
  approve: z.nullish(z.boolean()),
});
