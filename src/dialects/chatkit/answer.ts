import type { Approval } from '../../activity/state.js';
import type { DecisionRequest } from '../dialect.js';
import { isRecord } from '../shared/values.js';

/** Each answer is a list of values, also where there is one. */
function answersOf(input: unknown): Readonly<Record<string, { readonly values: readonly unknown[] }>> {
  const entries = isRecord(input) ? Object.entries(input) : [];
  return Object.fromEntries(entries.map(([id, value]) => [id, { values: Array.isArray(value) ? (value as unknown[]) : [value] }]));
}

/** The request that the server takes: a press of the widget's own button, or the answers to its questions. */
export function answer({ approvalId, echo = {} }: Approval, request: DecisionRequest): unknown {
  const { thread_id, item_id = approvalId, approve, reject } = echo;
  const place = { ...(thread_id !== undefined && { thread_id }), item_id };
  const isYes = request.decision === 'approve';
  if (isRecord(approve) && isRecord(reject)) {
    const { type, payload } = isYes ? approve : reject;
    return { type: 'threads.custom_action', params: { ...place, action: { type, payload } }, metadata: {} };
  }
  const input = isYes ? { status: 'answered', answers: answersOf(request.input) } : { status: 'skipped', answers: {} };
  return { type: 'threads.add_structured_input', params: { ...place, input }, metadata: {} };
}
