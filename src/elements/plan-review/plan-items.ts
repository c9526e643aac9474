import type { ActivityState, Approval, PlanStep, ToolCall, ToolStatus } from '../../activity/state.js';

/** Where a planned write stands: its call's status, `planned` before there is one, `sending` while an answer is on its way. */
export type StepStatus = ToolStatus | 'planned' | 'sending';

export interface PlanItem {
  readonly step: PlanStep;
  readonly status: StepStatus;
  /** The server's own word for a status that has no equivalent here. */
  readonly rawStatus?: string;
}

/** Steps that stand alone: all are planned. */
export function plannedItems(steps: readonly PlanStep[]): readonly PlanItem[] {
  return steps.map((step) => ({ step, status: 'planned' }));
}

/**
 * The plan joined with what became of each step. The same list as long as no step and no status changed: progress of a
 * call is no reason to draw the plan again.
 */
export function planItemsSelector(): (state: ActivityState) => readonly PlanItem[] {
  let last: readonly PlanItem[] = [];
  return (state) => {
    const items = state.plan.map((step) => itemOf(step, state));
    if (items.length !== last.length || items.some((item, at) => !isSame(item, last[at]))) last = items;
    return last;
  };
}

function itemOf(step: PlanStep, state: ActivityState): PlanItem {
  const call = state.calls.get(step.callId ?? step.stepId);
  const approval = approvalOf(call, step, state);
  if (call?.rawStatus !== undefined) return { step, status: call.status, rawStatus: call.rawStatus };
  return { step, status: waiting(approval) ?? call?.status ?? 'planned' };
}

function approvalOf(call: ToolCall | undefined, { callId, stepId }: PlanStep, { approvals }: ActivityState): Approval | undefined {
  for (const id of [call?.approvalId, callId, stepId]) {
    const approval = id === undefined ? undefined : approvals.get(id);
    if (approval !== undefined) return approval;
  }
  return undefined;
}

/** What the approval knows better than the call. */
function waiting(approval: Approval | undefined): StepStatus | undefined {
  if (approval?.status === 'pending') return 'awaiting_approval';
  return approval?.status === 'sending' ? 'sending' : undefined;
}

function isSame(item: PlanItem, other: PlanItem | undefined): boolean {
  return item.step === other?.step && item.status === other.status && item.rawStatus === other.rawStatus;
}
