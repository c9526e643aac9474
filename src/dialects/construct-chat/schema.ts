/**
 * What is read of a frame of the chat loop, and of its stored turns. Everything is optional and may be null; unknown fields
 * pass unread, and `fields.ts` turns a misfit into one missing field.
 */
import * as z from 'zod/mini';

const text = z.nullish(z.string());

/** A tool call, in a frame, in a request for permission and in a stored turn. */
export const callSchema = z.object({
  id: text,
  title: text,
  status: text,
  input: z.optional(z.unknown()),
});

/** Every frame. In `tool_call` and `tool_update` the `id` is the call's, else the conversation's. */
export const frameSchema = z.object({
  id: text,
  text,
  message: text,
  stopReason: text,
  requestId: text,
  toolCall: z.nullish(z.looseObject({})),
  options: z.nullish(z.array(z.unknown())),
});

/** A stored turn. What was thought is not read. */
export const turnSchema = z.object({
  id: text,
  assistant: text,
  tools: z.nullish(z.array(z.unknown())),
});
