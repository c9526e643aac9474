/**
 * What is read of a Chainabit payload. Everything is optional and may be null; what a handler cannot do without it asks
 * for itself. `fields.ts` turns a misfit into one missing field, so the strictness here costs a frame nothing.
 */
import * as z from 'zod/mini';
import { timeOf } from '../shared/time.js';

const text = z.nullish(z.string());
const anything = z.optional(z.unknown());

/** Milliseconds or ISO text, read by `timeOf`. */
const timeWords = { error: 'a time in ISO form or in milliseconds' };
const time = z.nullish(
  z.union([z.number(), z.string().check(z.refine((value) => timeOf(value) !== undefined, timeWords))], timeWords),
);

const fault = z.nullish(
  z.union([z.string(), z.object({ code: z.nullish(z.union([z.string(), z.number()])), message: text })], {
    error: 'a string or { code?, message }',
  }),
);

const progress = z.nullish(
  z.union(
    [
      z.number(),
      z.object({ done: z.number().check(z.nonnegative()), total: z.nullish(z.number().check(z.nonnegative())) }),
    ],
    { error: 'a number from 0 to 1 or { done, total }' },
  ),
);

/** The activity object. The value sets are open. */
export const activitySchema = z.object({
  activityType: text,
  origin: text,
  label: text,
  detail: text,
  renderHint: text,
  status: text,
  subjectType: text,
  subjectId: text,
});

/** The envelope's own fields (ours, B1), read from the frame and, where they are missing there, from the payload. */
export const envelopeSchema = z.object({
  runId: text,
  stepId: text,
  messageId: text,
  sequence: z.nullish(z.number()),
  at: time,
  timestamp: time,
});

/** Any tool-like payload, whichever event brought it. */
export const toolSchema = z.object({
  toolKey: text,
  key: text,
  callId: text,
  toolCallId: text,
  input: anything,
  args: anything,
  data: anything,
  output: anything,
  activity: z.nullish(activitySchema),
  detail: text,
  message: text,
  progress,
  attempt: z.nullish(z.int().check(z.positive())),
  error: fault,
  reason: text,
  fallback: text,
});

/** `tool.approval_required`, beside the tool fields. */
export const approvalSchema = z.object({
  approvalId: text,
  expiresAt: time,
  expiresInMs: z.nullish(z.number().check(z.nonnegative())),
  reason: text,
  prompt: text,
  risk: text,
  options: z.nullish(z.array(z.unknown())),
  editable: z.nullish(z.union([z.boolean(), z.object({ schema: z.looseObject({}) })], { error: 'a boolean or { schema }' })),
});

/** `tool.approval_response` and `tool.approval_timeout`, beside the tool fields. */
export const decisionSchema = z.object({
  approvalId: text,
  approved: z.nullish(z.boolean()),
  decision: text,
  reason: text,
  by: text,
});

/** `message.*`. `content` may be text or a list of parts, see `content.ts`. */
export const messageSchema = z.object({
  delta: text,
  text,
  content: anything,
  reason: text,
});

/** `run.failed`, `run.error` and `run.settlement.completed`. */
export const runSchema = z.object({
  error: fault,
  code: z.nullish(z.union([z.string(), z.number()])),
  message: text,
  detail: text,
  reason: text,
  outcome: text,
  status: text,
});

/** `plan.step_added`, beside the tool fields. */
export const planSchema = z.object({
  stepId: text,
  id: text,
  label: text,
  title: text,
});

const capabilityObject = z.object({ key: text, id: text, label: text, name: text, detail: text });

/** `capability.resolved`. */
export const capabilitySchema = z.object({
  capability: z.nullish(z.union([z.string(), capabilityObject], { error: 'a string or { key, label, detail }' })),
  key: text,
  capabilityKey: text,
  toolKey: text,
  label: text,
  detail: text,
  activity: z.nullish(activitySchema),
});

/** One persisted call, beside the tool fields (ours, B7). */
export const persistedCallSchema = z.object({
  id: text,
  status: text,
  startedAt: time,
  completedAt: time,
  approval: z.nullish(z.looseObject({})),
});

/** The approval inside a persisted call. */
export const persistedApprovalSchema = z.object({
  id: text,
  status: text,
  decidedAt: time,
  decidedBy: text,
  requestReason: text,
});

/** A persisted message (ours, B7). */
export const persistedMessageSchema = z.object({
  id: text,
  messageId: text,
  runId: text,
  role: text,
  status: text,
  text,
  content: anything,
  toolCalls: z.nullish(z.array(z.unknown())),
  planSteps: z.nullish(z.array(z.unknown())),
  capability: anything,
  error: fault,
  reason: text,
  startedAt: time,
  createdAt: time,
  completedAt: time,
});
