/**
 * What is read of a ThothII frame. The event names `activity_delta` and `text_delta` are ThothII's, everything else is
 * ours (`createThothDialect` translates). Everything is optional and may be null; unknown fields pass unread.
 */
import * as z from 'zod/mini';

const text = z.nullish(z.string());

/** `activity_delta` and `text_delta`. */
export const deltaSchema = z.object({
  delta: text,
  contentIndex: z.nullish(z.int()),
  messageId: text,
});

/** `gate_request`, and a gate of a persisted session. */
export const gateSchema = z.object({
  id: z.nullish(z.union([z.string(), z.number()], { error: 'a string or a number' })),
  kind: text,
  title: text,
  prompt: text,
  options: z.nullish(z.array(z.unknown())),
  // Judged by gates.ts: what is malformed in them must be seen, and not cost them the gate.
  joins: z.optional(z.unknown()),
  summary: z.optional(z.unknown()),
});

/** `gate_response`. */
export const responseSchema = z.object({
  id: gateSchema.shape.id,
  decision: text,
  reason: text,
  by: text,
});
