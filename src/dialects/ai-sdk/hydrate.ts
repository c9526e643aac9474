import type * as z from 'zod/mini';
import type { ActivityEvent, ApprovalRequest, CallSnapshot } from '../../activity/event.js';
import type { HydrateOptions } from '../dialect.js';
import { type FieldFault, readFields } from '../shared/fields.js';
import { readMessages } from '../shared/message-history.js';
import { compact, idOf, isRecord, type JsonRecord, textOf } from '../shared/values.js';
import { echoOf } from './approvals.js';
import { messageSchema, partSchema } from './schema.js';

type Part = z.output<typeof partSchema>;
type Status = Pick<CallSnapshot, 'status' | 'assumed'>;

/** Names under which an answer may hold its list. */
const LISTS = ['messages', 'data', 'items'] as const;
const DYNAMIC = 'dynamic-tool';
const STATIC = /^tool-(.+)$/s;
/** Between two parts of the answer. */
const SEPARATOR = '\n\n';

function listOf(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value as readonly unknown[];
  if (!isRecord(value)) return undefined;
  if ('parts' in value) return [value];
  const record: JsonRecord = value;
  const name = LISTS.find((one) => record[one] !== undefined);
  return name === undefined ? undefined : listOf(record[name]);
}

/** How far a stored call has come; what nobody told the end of is only assumed to be over. */
function statusOf({ state, preliminary, approval }: Part, open: boolean): Status {
  const left = (status: 'pending' | 'active'): Status => (open ? { status } : { status: 'interrupted', assumed: true });
  if (state === 'output-available') return preliminary === true ? left('active') : { status: 'completed' };
  if (state === 'output-error') return { status: 'failed' };
  if (state === 'output-denied' || approval?.approved === false) return { status: 'rejected' };
  return left(state === 'input-streaming' ? 'pending' : 'active');
}

interface Place {
  /** In the newest message, where a request is still open. */
  readonly newest: boolean;
  readonly live: boolean;
}

function storedApproval(call: Omit<ApprovalRequest, 'type' | 'approvalId'>, part: Part, isOpen: boolean): readonly ActivityEvent[] {
  const { approval } = part;
  const approvalId = idOf(approval?.id);
  if (approval === undefined || approval === null || approvalId === undefined) return [];
  const why = textOf(approval.requestReason);
  if (isOpen) {
    const echo = echoOf({ dynamic: part.type === DYNAMIC, ...compact({ provider: part.providerExecuted ?? undefined }) }, textOf(approval.signature));
    return [{ type: 'approval.request', approvalId, ...call, ...compact({ reason: why, echo }) }];
  }
  const denied = approval.approved === false || part.state === 'output-denied';
  const answered = denied ? 'rejected' : part.state === 'approval-requested' ? 'cancelled' : 'accepted';
  const decidedBy = approval.isAutomatic === true ? 'policy' : undefined;
  return [{ type: 'snapshot.approval', approvalId, ...call, status: answered, ...compact({ requestReason: why, reason: textOf(approval.reason), decidedBy }) }];
}

function keyOf({ type, toolName }: Part): string | undefined {
  return type === DYNAMIC ? textOf(toolName) : STATIC.exec(type ?? '')?.[1];
}

/** Arguments that did not parse are kept beside them. */
function inputOf(source: JsonRecord): { readonly input?: unknown } {
  const name = ['input', 'rawInput'].find((key) => Object.hasOwn(source, key));
  return name === undefined ? {} : { input: source[name] };
}

function storedCall(source: JsonRecord, part: Part, { newest, live }: Place, fault: FieldFault): readonly ActivityEvent[] {
  const callId = idOf(part.toolCallId);
  if (callId === undefined) {
    fault('a tool part must have a "toolCallId"');
    return [];
  }
  const given = inputOf(source);
  const toolKey = keyOf(part);
  const isOpen = part.state === 'approval-requested' && newest && part.approval?.isAutomatic !== true;
  const [message, title] = [textOf(part.errorText), textOf(part.title)];
  const snapshot: CallSnapshot = {
    type: 'snapshot.call',
    callId,
    ...(isOpen ? { status: 'awaiting_approval' } : statusOf(part, live && newest)),
    ...given,
    ...('output' in source && { output: source['output'] }),
    ...compact({ toolKey, error: message === undefined ? undefined : { message }, activity: title === undefined ? undefined : { label: title } }),
  };
  return [snapshot, ...storedApproval({ callId, ...compact({ toolKey }), ...given }, part, isOpen)];
}

function messageEvents(source: JsonRecord, place: Place, fault: FieldFault): readonly ActivityEvent[] {
  const message = readFields(messageSchema, source, fault);
  if (message.role !== 'assistant') return [];
  const parts = (message.parts ?? []).filter(isRecord).map((part) => ({ part: readFields(partSchema, part, fault), source: part }));
  const calls = parts.flatMap(({ part, source: own }) =>
    part.type === DYNAMIC || STATIC.test(part.type ?? '') ? storedCall(own, part, place, fault) : [],
  );
  // A stream that follows says its text itself.
  const said = place.live || !place.newest ? [] : parts.map(({ part }) => part).filter(({ type }) => type === 'text');
  const text = said.flatMap((part) => textOf(part.text) ?? []).join(SEPARATOR);
  if (text === '') return calls;
  const status = said.some(({ state }) => state === 'streaming') ? 'partial' : 'completed';
  return [...calls, { type: 'message.done', status, text, ...compact({ messageId: idOf(message.id) }) }];
}

/** `UIMessage`s: the cards of all, of the newest the answer and what is still asked. Reasoning is not read. Never throws. */
export function hydrate(persisted: unknown, { live, report }: HydrateOptions): readonly ActivityEvent[] {
  return readMessages(persisted, report, listOf, (messages, fault) =>
    messages.flatMap((message, index) => messageEvents(message, { newest: index === messages.length - 1, live }, fault)),
  );
}
