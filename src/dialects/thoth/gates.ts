import type * as z from 'zod/mini';
import type { ApprovalRequest, ApprovalResponse } from '../../activity/event.js';
import type { ApprovalOption } from '../../activity/state.js';
import type { FieldFault } from '../shared/fields.js';
import { compact, idOf, isRecord, textOf } from '../shared/values.js';
import { readSummary } from './questions.js';
import type { gateSchema } from './schema.js';

export type GateFields = z.output<typeof gateSchema>;

type Kind = 'allow_once' | 'reject_once';

/** The two answers of every gate that names no others. `other` takes the person's words, and persists nothing. */
export const CONTINUE = 'continue';
export const OTHER = 'other';

const STANDARD: readonly ApprovalOption[] = [
  { id: CONTINUE, label: 'Continue', kind: 'allow_once' },
  { id: OTHER, label: 'Other — specify', kind: 'reject_once', takesText: true },
];

/** What a decision or an option without a kind means by its own word. */
const WORDS: ReadonlyMap<string, Kind> = new Map<string, Kind>([
  [CONTINUE, 'allow_once'],
  ['approve', 'allow_once'],
  ['approved', 'allow_once'],
  ['accept', 'allow_once'],
  ['accepted', 'allow_once'],
  ['yes', 'allow_once'],
  [OTHER, 'reject_once'],
  ['reject', 'reject_once'],
  ['rejected', 'reject_once'],
  ['decline', 'reject_once'],
  ['declined', 'reject_once'],
  ['deny', 'reject_once'],
  ['denied', 'reject_once'],
  ['refuse', 'reject_once'],
  ['dismiss', 'reject_once'],
  ['abort', 'reject_once'],
  ['stop', 'reject_once'],
  ['no', 'reject_once'],
  ['cancel', 'reject_once'],
]);

/** Ids of gates may be numbers on the wire. */
export function gateId(value: string | number | null | undefined): string | undefined {
  return typeof value === 'number' ? String(value) : idOf(value);
}

function optionOf(entry: unknown): ApprovalOption | undefined {
  const source = isRecord(entry) ? entry : { id: entry };
  const id = idOf(source['id']) ?? idOf(source['value']);
  if (id === undefined) return undefined;
  const label = textOf(source['label']) ?? textOf(source['title']) ?? (isRecord(entry) ? undefined : id);
  // An option is an answer that the reviewer is offered: one that is not known to decline goes on with the turn.
  const kind = textOf(source['kind']) ?? WORDS.get(id.toLowerCase()) ?? 'allow_once';
  const takesText = source['takesText'] === true || id.toLowerCase() === OTHER ? true : undefined;
  return compact({ id, label, kind, takesText });
}

function readOptions(entries: readonly unknown[], fault: FieldFault): readonly ApprovalOption[] {
  const options = new Map<string, ApprovalOption>();
  for (const entry of entries) {
    const option = optionOf(entry);
    if (option === undefined) fault('"options" must hold strings or objects with an "id"');
    else if (!options.has(option.id)) options.set(option.id, option);
  }
  return [...options.values()];
}

/** A proposal of joins and nothing else: it stands or falls as one set, whatever answers the frame may list. */
function isJoinReview({ joins, summary }: GateFields): boolean {
  const hasJoins = Array.isArray(joins) ? joins.length > 0 : joins !== undefined && joins !== null;
  return hasJoins && (summary === undefined || summary === null);
}

function optionsOf(fields: GateFields, fault: FieldFault): readonly ApprovalOption[] {
  const own = readOptions(fields.options ?? [], fault);
  if (isJoinReview(fields)) {
    return STANDARD.map((option) => ({ ...option, ...compact({ label: own.find(({ id }) => id === option.id)?.label }) }));
  }
  return own.length > 0 ? own : STANDARD;
}

/** What the reviewer has to see, read-only: all joins as they are proposed, and the summary. */
function inputOf({ joins, summary }: GateFields, fault: FieldFault): { readonly input?: unknown } {
  const read = compact({
    summary: summary === null ? undefined : readSummary(summary, fault),
    joins: joins === null ? undefined : joins,
  });
  return Object.keys(read).length > 0 ? { input: read } : {};
}

/** A gate as the question that it is. */
export function gateRequest(approvalId: string, fields: GateFields, fault: FieldFault): ApprovalRequest {
  const title = textOf(fields.title);
  const prompt = textOf(fields.prompt);
  const activity = title !== undefined && prompt !== undefined ? { activityType: 'approval', label: title, detail: prompt } : undefined;
  return {
    type: 'approval.request',
    approvalId,
    toolKey: textOf(fields.kind) ?? (isJoinReview(fields) ? 'join_review' : 'reviewer_decide'),
    ...compact({ prompt: title ?? prompt, activity }),
    ...inputOf(fields, fault),
    options: optionsOf(fields, fault),
    editable: false,
  };
}

/**
 * What a gate's answer means: by the option that it names, else by its word. Nobody's word is taken for a yes: with one
 * that is not known the gate is only over.
 */
export function decisionOf(decision: string, options: readonly ApprovalOption[] | undefined): ApprovalResponse['decision'] | undefined {
  const kind = options?.find(({ id }) => id === decision)?.kind ?? WORDS.get(decision.toLowerCase());
  if (kind?.startsWith('allow_') === true) return 'accepted';
  return kind?.startsWith('reject_') === true ? 'rejected' : undefined;
}
