import type { ActivityEvent } from '../../activity/event.js';
import type { HydrateOptions } from '../dialect.js';
import { type FieldFault, readFields } from '../shared/fields.js';
import { readData } from '../shared/frame-data.js';
import { compact, idOf, isRecord, type JsonRecord } from '../shared/values.js';
import { answerOf, requestOf } from './approvals.js';
import { approvalSchema } from './schema.js';
import { messageText } from './text.js';

/** Names under which an answer may hold its list. */
const LISTS = ['messages', 'approvals', 'data', 'items'] as const;

function entriesOf(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value as readonly unknown[];
  if (!isRecord(value)) return undefined;
  if (isMessage(value) || isApproval(value)) return [value];
  const record: JsonRecord = value;
  const name = LISTS.find((one) => record[one] !== undefined);
  return name === undefined ? undefined : entriesOf(record[name]);
}

function isMessage(value: unknown): value is JsonRecord {
  return isRecord(value) && typeof value['role'] === 'string';
}

function isApproval(value: unknown): value is JsonRecord {
  return isRecord(value) && value['tool_name'] !== undefined;
}

/** A history has no tool calls, so all there is to show of it is the newest answer. */
function newestAnswer(messages: readonly JsonRecord[]): readonly ActivityEvent[] {
  const newest = messages.findLast((message) => message['role'] === 'assistant');
  const text = newest && messageText(newest);
  if (newest === undefined || text === undefined) return [];
  const { sequence } = newest;
  const id = typeof sequence === 'number' || typeof sequence === 'string' ? { messageId: `message:${String(sequence)}` } : {};
  return [{ type: 'message.done', status: 'completed', text, ...id }];
}

/** A pending approval is asked again; one that is over is only told. */
function approvalEvents(entry: JsonRecord, fault: FieldFault): readonly ActivityEvent[] {
  const fields = readFields(approvalSchema, entry, fault);
  const approvalId = idOf(fields.id) ?? idOf(fields.approval_id);
  if (approvalId === undefined) {
    fault('an approval must have an "id"');
    return [];
  }
  const { reason, ...request } = requestOf(approvalId, fields);
  const answer = answerOf(fields);
  if (answer === undefined) return [{ ...request, ...compact({ reason }) }];
  const { decision, by, at } = answer;
  return [{ ...request, type: 'snapshot.approval', status: decision, ...compact({ requestReason: reason, decidedBy: by, decidedAt: at }) }];
}

/** `GET /v1/sessions/{id}/messages`, or approvals as the REST interface gives them, as events. Never throws. */
export function hydrate(persisted: unknown, options: HydrateOptions): readonly ActivityEvent[] {
  const fault: FieldFault = (reason) => {
    // No sample: a conversation is not for a log.
    options.report?.({ code: 'malformed', reason: `history: ${reason}` });
  };
  try {
    const data = readData(persisted);
    const entries = data.ok ? entriesOf(data.value) : undefined;
    if (entries === undefined) fault(data.ok ? 'no messages and no approvals were found' : data.why);
    const all = entries ?? [];
    return [...newestAnswer(all.filter(isMessage)), ...all.filter(isApproval).flatMap((entry) => approvalEvents(entry, fault))];
  } catch {
    fault('the value cannot be read');
    return [];
  }
}
