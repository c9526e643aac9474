/**
 * What is read of a chunk of the UI message stream. Everything is optional and may be null; unknown fields pass unread, and
 * `fields.ts` turns a misfit into one missing field.
 */
import * as z from 'zod/mini';

const text = z.nullish(z.string());
const flag = z.nullish(z.boolean());
const record = z.nullish(z.looseObject({}));

/** Every chunk: the fields of all types, since each uses a handful of one common vocabulary. */
export const chunkSchema = z.object({
  id: text,
  messageId: text,
  delta: text,
  providerMetadata: record,
  toolCallId: text,
  toolName: text,
  title: text,
  inputEncoding: text,
  inputTextDelta: text,
  providerExecuted: flag,
  dynamic: flag,
  preliminary: flag,
  errorText: text,
  approvalId: text,
  approved: flag,
  isAutomatic: flag,
  signature: text,
  reason: text,
  finishReason: text,
  data: z.optional(z.unknown()),
});

/** `data` of the chunks by which Mastra's agents ask. */
export const askedSchema = z.object({ toolCallId: text, toolName: text });

/** A stored message. */
export const messageSchema = z.object({ id: text, role: text, parts: z.nullish(z.array(z.unknown())) });

/** A part of a stored message. */
export const partSchema = z.object({
  type: text,
  text,
  state: text,
  toolCallId: text,
  toolName: text,
  title: text,
  errorText: text,
  providerExecuted: flag,
  preliminary: flag,
  approval: z.nullish(z.looseObject({ id: text, approved: flag, reason: text, requestReason: text, isAutomatic: flag, signature: text })),
});
