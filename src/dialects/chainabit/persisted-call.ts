import type * as z from 'zod/mini';
import type { ActivityEvent, ApprovalRequest, ApprovalResponse, CallSnapshot } from '../../activity/event.js';
import type { ToolStatus } from '../../activity/state.js';
import { type FieldFault, readFields } from '../shared/fields.js';
import { timeOf } from '../shared/time.js';
import { compact, idOf, isRecord, type JsonRecord, textOf } from '../shared/values.js';
import { approvalRequest, decisionOf } from './approval.js';
import { callIdOf, errorOf, type ToolFields, type ToolPayload, toolPayload } from './normalise.js';
import { approvalSchema, decisionSchema, persistedApprovalSchema, persistedCallSchema, toolSchema } from './schema.js';

/** What is known about the moment of the reload. */
export interface Reload {
  /** A live stream of this very message will follow. */
  readonly live: boolean;
  /** The events open or end a run, so that what happened in it may be told. */
  readonly inRun: boolean;
  readonly now: () => number;
  readonly fault: FieldFault;
}

type KnownCall = ToolPayload & { readonly callId: string };
type CallFields = z.output<typeof persistedCallSchema>;

interface Status {
  readonly status: ToolStatus;
  readonly rawStatus?: string;
  readonly assumed?: boolean;
}

/** Persisted words that mean one status whatever the connection. The last five are not documented, but ours. */
const statuses: ReadonlyMap<string, ToolStatus> = new Map([
  ['pending', 'pending'],
  ['completed', 'completed'],
  ['failed', 'failed'],
  ['degraded', 'degraded'],
  ['rejected', 'rejected'],
  ['skipped', 'skipped'],
  ['awaiting_approval', 'awaiting_approval'],
  ['expired', 'expired'],
  ['cancelled', 'cancelled'],
  ['canceled', 'cancelled'],
  ['interrupted', 'interrupted'],
]);

const executing: ReadonlySet<string> = new Set(['executing', 'active']);

/** Only these can still wait for a person, whatever a forgotten approval beside them says. */
const open: ReadonlySet<ToolStatus> = new Set(['pending', 'active', 'awaiting_approval']);

function statusOf(word: string | undefined, live: boolean): Status {
  const known = word === undefined ? undefined : statuses.get(word);
  if (known !== undefined) return { status: known };
  if (word !== undefined && executing.has(word)) {
    return live ? { status: 'active' } : { status: 'interrupted', assumed: true };
  }
  // Neutral, under the server's own word: an outcome that we do not know is never taken for a good one.
  const raw = compact({ rawStatus: word });
  return live ? { status: 'pending', ...raw } : { status: 'interrupted', assumed: true, ...raw };
}

interface PersistedApproval {
  readonly request: ApprovalRequest;
  /** Absent while nobody has answered. */
  readonly response?: ApprovalResponse;
}

/** A persisted approval: its request, and its decision when it has one. */
function approvalOf(source: object, call: KnownCall, reload: Reload): PersistedApproval {
  const fields = readFields(approvalSchema, source, reload.fault);
  const own = readFields(persistedApprovalSchema, source, reload.fault);
  const said = readFields(decisionSchema, source, () => undefined);
  const approvalId = idOf(fields.approvalId) ?? idOf(own.id) ?? call.callId;
  const request = approvalRequest(approvalId, fields, call, reload.fault, (_id, duration) => reload.now() + duration);
  const flag = typeof said.approved === 'boolean' ? (said.approved ? 'accepted' : 'rejected') : undefined;
  const decision = flag ?? decisionOf(said.decision) ?? decisionOf(own.status);
  if (decision === undefined) return { request };
  const by = textOf(said.by) ?? textOf(own.decidedBy);
  const about = compact({ by, reason: textOf(said.reason), at: timeOf(own.decidedAt) });
  return { request, response: { type: 'approval.response', approvalId, callId: call.callId, decision, ...about } };
}

function snapshotOf(call: KnownCall, read: Status, tool: ToolFields, fields: CallFields, answer: string | undefined): CallSnapshot {
  return {
    type: 'snapshot.call',
    ...call,
    ...read,
    ...compact({
      error: errorOf(tool.error),
      detail: textOf(tool.message) ?? textOf(tool.detail),
      startedAt: timeOf(fields.startedAt),
      endedAt: timeOf(fields.completedAt),
      reason: textOf(tool.reason) ?? answer,
      fallback: textOf(tool.fallback),
    }),
  };
}

function itemId(item: object): string | undefined {
  return callIdOf(item, idOf((item as JsonRecord)['id']));
}

/** One persisted call as events: its snapshot, within its approval. The reason when it has no usable id. */
export function persistedCall(item: object, reload: Reload): readonly ActivityEvent[] | string {
  const callId = itemId(item);
  if (callId === undefined) return '"callId", "toolCallId" or "id" must be a non-empty string';
  const fields = readFields(persistedCallSchema, item, reload.fault);
  const tool = readFields(toolSchema, item, reload.fault);
  const call = { ...toolPayload(tool, callId), callId };
  const word = textOf(fields.status)?.toLowerCase() ?? textOf(call.activity?.status);
  const read = statusOf(word, reload.live);
  if (!isRecord(fields.approval)) return [snapshotOf(call, read, tool, fields, undefined)];
  const { request, response } = approvalOf(fields.approval, call, reload);
  if (response !== undefined) return decided(request, response, snapshotOf(call, read, tool, fields, refusal(response)), reload);
  const waits = open.has(read.status) || executing.has(word ?? '');
  // A request that nobody answered and whose call is over has no controls to show.
  if (!waits) return [snapshotOf(call, read, tool, fields, undefined)];
  return [snapshotOf(call, { status: 'awaiting_approval' }, tool, fields, undefined), request];
}

function refusal({ decision, reason }: ApprovalResponse): string | undefined {
  return decision === 'accepted' ? undefined : reason;
}

/** Of a decision that is over only a run keeps the record: to a card alone it would look as if the run went on. */
function decided(request: ApprovalRequest, response: ApprovalResponse, snapshot: CallSnapshot, reload: Reload): readonly ActivityEvent[] {
  return reload.inRun && snapshot.assumed !== true ? [request, snapshot, response] : [snapshot];
}
