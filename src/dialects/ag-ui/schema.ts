/**
 * What is read of AG-UI's events, 1.0 and older. Everything is optional and may be null, since older producers write null
 * for what is not set; unknown fields pass unread, and `fields.ts` turns a misfit into one missing field.
 */
import * as z from 'zod/mini';

const text = z.nullish(z.string());
const record = z.nullish(z.looseObject({}));
const list = z.nullish(z.array(z.unknown()));
const any = z.optional(z.unknown());

/** Every event: one common vocabulary, of which each uses a handful. `rawEvent` is never read. */
export const frameSchema = z.object({
  timestamp: z.nullish(z.number()),
  subagentRunId: text,
  // Runs
  runId: text,
  input: record,
  outcome: record,
  message: text,
  code: text,
  // Messages and thoughts
  messageId: text,
  role: text,
  delta: any,
  title: text,
  messages: list,
  // Calls
  toolCallId: text,
  toolCallName: text,
  content: any,
  error: any,
  // Subagents
  name: text,
  description: text,
  parentToolCallId: text,
  result: any,
  // Activities
  activityType: text,
  replace: z.nullish(z.boolean()),
  patch: list,
  // Custom events
  value: any,
});

/** One question of a run that ended with some. */
export const interruptSchema = z.object({
  id: text,
  reason: text,
  message: text,
  toolCallId: text,
  responseSchema: record,
  expiresAt: any,
});

/** A message of the conversation. */
export const messageSchema = z.object({
  id: text,
  role: text,
  content: any,
  toolCalls: list,
  toolCallId: text,
  error: text,
  activityType: text,
});
