/**
 * Selectors for elements that render when what they selected changes by `Object.is`: each returns an entity of the
 * state, or a derived object that keeps its identity while it says the same. Memory hangs on entities, not on "the last
 * call", so that two activities on a page do not push each other out.
 */
import type { ActivityState, Approval, ApprovalStatus, PlanStep, Thinking, TimelineRef, ToolCall, ToolStatus } from './state.js';

/** What the thinking line says: words of the run (`text`), or a kind that the view has words of its own for. */
export interface ThinkingLine {
  readonly kind: 'none' | 'heading' | 'status' | 'reasoning' | 'working';
  readonly text?: string;
  /** Reasoning text, only where the page discloses it. */
  readonly reasoningText?: string;
}

/** A planned step with what has become of it. */
export interface PlanItem {
  readonly step: PlanStep;
  /** `planned` until a call or an approval of it is known. */
  readonly status: 'planned' | ToolStatus;
  readonly call?: ToolCall;
  readonly approval?: Approval;
}

/** A call by its id. */
export function selectCall(state: ActivityState, callId: string | null | undefined): ToolCall | undefined {
  return callId == null ? undefined : state.calls.get(callId);
}

/** An approval by its id. */
export function selectApproval(state: ActivityState, approvalId: string | null | undefined): Approval | undefined {
  return approvalId == null ? undefined : state.approvals.get(approvalId);
}

const pending = new WeakMap<ActivityState['approvals'], readonly Approval[]>();

/** The approvals that wait for an answer, in the order in which they were asked; made once for each state of the approvals. */
export function selectPending({ approvals }: ActivityState): readonly Approval[] {
  let list = pending.get(approvals);
  if (list === undefined) {
    list = [...approvals.values()].filter(({ status }) => status === 'pending');
    pending.set(approvals, list);
  }
  return list;
}

/** The timeline. */
export function selectOrder(state: ActivityState): readonly TimelineRef[] {
  return state.order;
}

/**
 * What the run is doing now, by precedence: the heading of a summary, the label of the newest active status card, that it
 * reasons, that it works. `none` while no run is open. That a run waits is for its approval card to say.
 */
export function selectThinkingLine(state: ActivityState): ThinkingLine {
  const { thinking } = state;
  if (!thinking.active) return plainLine('none');
  const { kind, text } = findLine(state);
  if (thinking.text === undefined) return plainLine(kind, text);
  return disclosedLine(thinking, thinking.text, { kind, ...(text !== undefined && { text }) });
}

/** The plan in its order, each step joined with its call and approval. */
export function selectPlanItems(state: ActivityState): readonly PlanItem[] {
  const items = state.plan.map((step) => planItem(state, step));
  const before = plans.get(state.plan);
  if (before?.every((item, index) => item === items[index])) return before;
  plans.set(state.plan, items);
  return items;
}

function findLine(state: ActivityState): { kind: ThinkingLine['kind']; text?: string | undefined } {
  const { thinking } = state;
  if (thinking.heading) return { kind: 'heading', text: thinking.heading };
  const label = newestStatusLabel(state);
  if (label !== undefined) return { kind: 'status', text: label };
  return { kind: thinking.kind === 'reasoning' ? 'reasoning' : 'working' };
}

function newestStatusLabel({ order, calls }: ActivityState): string | undefined {
  for (let index = order.length - 1; index >= 0; index -= 1) {
    const ref = order[index];
    const call = ref?.kind === 'call' ? calls.get(ref.id) : undefined;
    if (call?.status === 'active' && call.activity?.renderHint === 'status_card' && call.activity.label) return call.activity.label;
  }
  return undefined;
}

/** Lines without reasoning text, by what they say. Labels come from servers: beyond this many, the oldest is forgotten. */
const MAX_LINES = 200;
const lines = new Map<string, ThinkingLine>();

function plainLine(kind: ThinkingLine['kind'], text?: string): ThinkingLine {
  const key = `${kind} ${text ?? ''}`;
  const known = lines.get(key);
  if (known !== undefined) return known;
  const line: ThinkingLine = Object.freeze({ kind, ...(text !== undefined && { text }) });
  lines.set(key, line);
  const [oldest] = lines.keys();
  if (lines.size > MAX_LINES && oldest !== undefined) lines.delete(oldest);
  return line;
}

const disclosed = new WeakMap<Thinking, ThinkingLine>();

/** Reasoning text is long and changes with `thinking`, so its lines live as long as that. */
function disclosedLine(thinking: Thinking, reasoningText: string, line: ThinkingLine): ThinkingLine {
  const known = disclosed.get(thinking);
  if (known?.kind === line.kind && known.text === line.text) return known;
  const made: ThinkingLine = Object.freeze({ ...line, reasoningText });
  disclosed.set(thinking, made);
  return made;
}

const plans = new WeakMap<readonly PlanStep[], readonly PlanItem[]>();
const planItems = new WeakMap<PlanStep, PlanItem>();

function planItem(state: ActivityState, step: PlanStep): PlanItem {
  const call = state.calls.get(step.callId ?? step.stepId);
  const approval = approvalOf(state, step, call);
  const known = planItems.get(step);
  if (known !== undefined && known.call === call && known.approval === approval) return known;
  const item: PlanItem = Object.freeze({
    step,
    status: call?.status ?? (approval ? STATUS_OF_APPROVAL[approval.status] : 'planned'),
    ...(call && { call }),
    ...(approval && { approval }),
  });
  planItems.set(step, item);
  return item;
}

/** For an approval whose call nobody has announced. Accepted is not yet begun. */
const STATUS_OF_APPROVAL: Readonly<Record<ApprovalStatus, PlanItem['status']>> = {
  pending: 'awaiting_approval',
  sending: 'awaiting_approval',
  accepted: 'planned',
  rejected: 'rejected',
  expired: 'expired',
  cancelled: 'cancelled',
};

/** The approval that the call names, else the newest one of its id. */
function approvalOf(state: ActivityState, step: PlanStep, call: ToolCall | undefined): Approval | undefined {
  const named = call?.approvalId === undefined ? undefined : state.approvals.get(call.approvalId);
  if (named !== undefined) return named;
  const callId = step.callId ?? step.stepId;
  let newest: Approval | undefined;
  for (const approval of state.approvals.values()) if (approval.callId === callId) newest = approval;
  return newest;
}
