/**
 * What is read of a Construct frame, of a task in a snapshot, and of a stored run. Everything is optional and may be null;
 * unknown fields pass unread, and `fields.ts` turns a misfit into one missing field.
 */
import * as z from 'zod/mini';

const text = z.nullish(z.string());
const failure = z.nullish(z.union([z.string(), z.looseObject({})], { error: 'a string or an object' }));

/** Every frame of the run stream, and a stored run. */
export const frameSchema = z.object({
  runId: text,
  id: text,
  at: z.nullish(z.union([z.string(), z.number()], { error: 'a time' })),
  status: text,
  degraded: z.nullish(z.boolean()),
  tasks: z.nullish(z.array(z.unknown())),
  error: failure,
  chainOfThought: z.optional(z.unknown()),
});

/** A task, alone in its frame or in a list. */
export const taskSchema = z.object({
  taskId: text,
  id: text,
  role: text,
  status: text,
  reasoning: text,
  error: failure,
  output: z.optional(z.unknown()),
});
