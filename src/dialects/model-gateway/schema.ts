/**
 * What is read of a frame of the gateway, and of its REST answers. Everything is optional and may be null; unknown fields
 * pass unread, and `fields.ts` turns a misfit into one missing field.
 */
import * as z from 'zod/mini';

const text = z.nullish(z.string());
const record = z.nullish(z.looseObject({}));

/** Fields that all frames share, and those by which a delta is placed. */
export const frameSchema = z.object({
  run_id: text,
  step_number: z.nullish(z.number()),
  attempt_id: text,
  item_index: z.nullish(z.number()),
  text,
  is_summary: z.nullish(z.boolean()),
});

/** `model.response.completed`, and `stream.overflow`. */
export const responseSchema = z.object({
  conversation_items: z.nullish(z.array(z.unknown())),
});

/** `tool.call.*`, and the items of a response. */
export const callSchema = z.object({
  kind: text,
  type: text,
  call_id: text,
  name: text,
  arguments: z.optional(z.unknown()),
  reason_code: text,
  result_item: record,
  authorization_kind: text,
  authorization_ref: text,
  authorization_reason: text,
});

/** An approval in a frame, in a suspension, and as `GET /v1/approvals/{id}` answers. */
export const approvalSchema = z.object({
  id: text,
  approval_id: text,
  run_id: text,
  call_id: text,
  status: text,
  resolution: text,
  decision: text,
  tool_name: text,
  action_summary: text,
  arguments: z.optional(z.unknown()),
  risk: text,
  policy_reason: text,
  reason: text,
  expires_at: z.nullish(z.union([z.string(), z.number()], { error: 'a time' })),
  resolved_at: z.nullish(z.union([z.string(), z.number()], { error: 'a time' })),
  resolved_by: text,
});

/** What a run is held by, and how it ends. */
export const runSchema = z.object({
  suspension: record,
  question_id: text,
  message: z.optional(z.unknown()),
  final_message: z.optional(z.unknown()),
  failure: z.nullish(z.looseObject({ reason: text, message: text })),
  reason: text,
  working_state: record,
});
