/**
 * What is read of an event of the Messages API, and of a session of its agents. Everything is optional and may be null;
 * unknown fields pass unread, and `fields.ts` turns a misfit into one missing field.
 */
import * as z from 'zod/mini';

const text = z.nullish(z.string());
const record = z.nullish(z.looseObject({}));

/** Every event: the fields of all, since each uses a handful of one common vocabulary. */
export const frameSchema = z.object({
  index: z.nullish(z.int()),
  message: record,
  content_block: record,
  delta: record,
  error: record,
  id: text,
  name: text,
  evaluated_permission: text,
  tool_use_id: text,
  is_error: z.nullish(z.boolean()),
  content: z.optional(z.unknown()),
  stop_reason: z.optional(z.unknown()),
  result: text,
  deny_message: text,
});

/** A content block, in a stream and in a history. */
export const blockSchema = z.looseObject({
  type: text,
  text,
  thinking: text,
  id: text,
  name: text,
  server_name: text,
  caller: record,
  from: record,
  to: record,
  tool_use_id: text,
  is_error: z.nullish(z.boolean()),
});

/** `delta` of a block and of a message. */
export const deltaSchema = z.object({
  type: text,
  text,
  thinking: text,
  partial_json: text,
  stop_reason: text,
  stop_details: z.nullish(z.looseObject({ explanation: text })),
});

/** A stored message. */
export const messageSchema = z.object({ id: text, role: text, content: z.optional(z.unknown()) });
