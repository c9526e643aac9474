import type * as z from 'zod/mini';
import type { ActivityEvent, ApprovalSnapshot, CallSnapshot } from '../../activity/event.js';
import type { RunOutcome, ToolStatus } from '../../activity/state.js';
import { type FieldFault, readFields } from '../shared/fields.js';
import { timeOf } from '../shared/time.js';
import { compact, idOf, isRecord, type JsonRecord, textOf } from '../shared/values.js';
import { approvalRequest, decisionOf } from './approval.js';
import { callIdOf, failureOf, type ToolFields, type ToolPayload, toolPayload } from './normalise.js';
import { approvalSchema, decisionSchema, persistedApprovalSchema, persistedCallSchema, toolSchema } from './schema.js';

/** What is known about the moment of the reload. */
export interface Reload {
  /** Calls in execution go on: a live stream follows, or the run's end, which settles them. */
  readonly live: boolean;
  /** How the run of these calls ended, where it has. */
  readonly ended?: RunOutcome | undefined;
  /** The end follows as an event of its own, and settles what these calls leave open. */
  readonly settles: boolean;
  readonly now: () => number;
  readonly fault: FieldFault;
}

type KnownCall = ToolPayload & { readonly callId: string };
type CallFields = z.output<typeof persistedCallSchema>;
type Decision = ApprovalSnapshot['status'];

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

const open: ReadonlySet<ToolStatus> = new Set(['pending', 'active', 'awaiting_approval']);

/** The call has not run, or nobody knows: the answer to its approval says more than these. */
const unrun: ReadonlySet<ToolStatus> = new Set(['pending', 'active', 'awaiting_approval', 'interrupted', 'skipped', 'rejected']);

/** What a live stream, or the end that follows, will go on from. An unknown word stays beside a neutral status. */
function wordStatus(word = ''): Status {
  const known = executing.has(word) ? 'active' : statuses.get(word);
  // An outcome that we do not know is never taken for a good one.
  return known === undefined ? { status: 'pending', ...(word !== '' && { rawStatus: word }) } : { status: known };
}

function statusOf(word: string | undefined, { live, ended, settles }: Reload): Status {
  const read = wordStatus(word);
  if (!open.has(read.status)) return read;
  if (ended !== undefined && !settles) return { ...read, status: ended === 'cancelled' ? 'cancelled' : 'interrupted', assumed: true };
  // Waiting is a state to come back to; being under way is not.
  if (live || statuses.has(word ?? '')) return read;
  return { ...read, status: 'interrupted', assumed: true };
}

/** The seven documented words know neither an expired nor a cancelled call: what became of its approval tells. */
function afterDecision(read: Status, decision: Decision, reload: Reload): Status {
  const waits = read.status === 'pending' || read.status === 'awaiting_approval';
  if (decision === 'accepted') return waits && read.rawStatus === undefined ? statusOf('executing', reload) : read;
  if (!unrun.has(read.status)) return read;
  if (decision !== 'cancelled' || reload.ended === undefined) return { status: decision };
  // The run's end took the approval with it, and says what its open cards are.
  return reload.settles ? { status: 'awaiting_approval' } : statusOf('awaiting_approval', reload);
}

interface PersistedApproval {
  readonly event: ActivityEvent;
  /** Absent while nobody has answered. */
  readonly decision?: Decision;
  readonly reason?: string;
}

/** A persisted approval: its request, or how it ended. */
function approvalOf(source: object, call: KnownCall, reload: Reload): PersistedApproval {
  const fields = readFields(approvalSchema, source, reload.fault);
  const own = readFields(persistedApprovalSchema, source, reload.fault);
  const said = readFields(decisionSchema, source, () => undefined);
  const approvalId = idOf(fields.approvalId) ?? idOf(own.id) ?? call.callId;
  // What was asked, where it was kept apart from what became of the call since.
  const asked = { ...call, ...toolPayload(readFields(toolSchema, source, () => undefined), call.callId) };
  const request = approvalRequest(approvalId, fields, asked, reload.fault, (_id, duration) => reload.now() + duration);
  const flag = typeof said.approved === 'boolean' ? (said.approved ? 'accepted' : 'rejected') : undefined;
  const decision = flag ?? decisionOf(said.decision) ?? decisionOf(own.status);
  if (decision === undefined) return { event: request };
  const reason = textOf(said.reason);
  const answer = compact({ requestReason: textOf(own.requestReason), decidedBy: textOf(said.by) ?? textOf(own.decidedBy), decidedAt: timeOf(own.decidedAt) });
  const event: ApprovalSnapshot = { ...request, type: 'snapshot.approval', status: decision, ...answer };
  return { event, decision, ...compact({ reason: decision === 'accepted' ? undefined : reason }) };
}

function snapshotOf(call: KnownCall, read: Status, tool: ToolFields, fields: CallFields, answer: string | undefined): CallSnapshot {
  const error = failureOf(tool, call, read.status === 'failed');
  const said = textOf(tool.message) ?? textOf(tool.detail);
  return {
    type: 'snapshot.call',
    ...call,
    ...read,
    ...compact({
      error,
      // Not twice the same words, where they stand in for the error.
      detail: said === error?.message ? undefined : said,
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

/** A request that nobody has answered still asks, unless its call or its run is over. */
function asks(read: Status, word: string | undefined, { ended, settles }: Reload): boolean {
  return (open.has(read.status) || executing.has(word ?? '')) && (ended === undefined || settles);
}

/** One persisted call as events: its snapshot, and its approval. The reason when it has no usable id. */
export function persistedCall(item: object, reload: Reload): readonly ActivityEvent[] | string {
  const callId = itemId(item);
  if (callId === undefined) return '"callId", "toolCallId" or "id" must be a non-empty string';
  const fields = readFields(persistedCallSchema, item, reload.fault);
  const tool = readFields(toolSchema, item, reload.fault);
  const call = { ...toolPayload(tool, callId), callId };
  const word = textOf(fields.status)?.toLowerCase() ?? textOf(call.activity?.status);
  const read = statusOf(word, reload);
  if (!isRecord(fields.approval)) return [snapshotOf(call, read, tool, fields, undefined)];
  const { event, decision, reason } = approvalOf(fields.approval, call, reload);
  if (decision !== undefined) return [snapshotOf(call, afterDecision(read, decision, reload), tool, fields, reason), event];
  // A request that nobody answered and whose call is over has no controls to show.
  if (!asks(read, word, reload)) return [snapshotOf(call, read, tool, fields, undefined)];
  return [snapshotOf(call, { status: 'awaiting_approval' }, tool, fields, undefined), event];
}
