/**
 * What is read of Pi's events, of both generations and of its proxy's. Everything is optional and may be null; unknown
 * fields pass unread, and `fields.ts` turns a misfit into one missing field.
 */
import * as z from 'zod/mini';

const text = z.nullish(z.string());
const count = z.nullish(z.number());
const flag = z.nullish(z.boolean());
const record = z.nullish(z.looseObject({}));
const list = z.nullish(z.array(z.unknown()));
const any = z.optional(z.unknown());

/** Every event: one common vocabulary, of which each uses a handful. */
export const frameSchema = z.object({
  type: text,
  id: text,
  // Messages
  message: any,
  messages: list,
  assistantMessageEvent: record,
  toolResults: list,
  willRetry: flag,
  // Blocks of an assistant's message
  contentIndex: z.nullish(z.int()),
  delta: text,
  content: text,
  partial: record,
  toolName: text,
  toolCall: record,
  reason: text,
  // Tools
  toolCallId: text,
  args: any,
  partialResult: any,
  result: any,
  isError: flag,
  // Retries, compaction, the queue, extensions
  attempt: count,
  maxAttempts: count,
  errorMessage: text,
  finalError: text,
  success: flag,
  aborted: flag,
  steering: list,
  followUp: list,
  extensionPath: text,
  event: text,
  error: any,
  // Dialogs
  method: text,
  title: text,
  options: list,
  placeholder: text,
  prefill: text,
  timeout: count,
  notifyType: text,
  statusKey: text,
  statusText: text,
  confirmed: flag,
  cancelled: flag,
  // Answers to commands
  command: text,
  data: record,
});

/** A message of the conversation. Times are in milliseconds. */
export const messageSchema = z.object({
  role: text,
  content: any,
  stopReason: text,
  errorMessage: text,
  timestamp: count,
  toolCallId: text,
  toolName: text,
  details: any,
  isError: flag,
});

/** A block of an assistant's message. */
export const blockSchema = z.object({
  type: text,
  text,
  id: text,
  name: text,
  arguments: any,
  redacted: flag,
});
