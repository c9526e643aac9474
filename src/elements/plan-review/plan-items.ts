import { selectPlanItems, type PlanItem as JoinedStep } from '../../activity/select.js';
import type { ActivityState, PlanStep, ToolStatus } from '../../activity/state.js';
import { entity } from '../internal/entity.js';

/** Where a planned write stands: its call's status, `planned` before there is one, `sending` while an answer is on its way. */
export type StepStatus = ToolStatus | 'planned' | 'sending';

export interface PlanItem {
  readonly step: PlanStep;
  readonly status: StepStatus;
  /** The server's own word for a status that has no equivalent here. */
  readonly rawStatus?: string;
}

/**
 * Steps that stand alone: all are planned. None is left out that says anything, and one id for two steps, which a list
 * keyed by it would mix up, is made two.
 */
export function plannedItems(steps: readonly unknown[]): readonly PlanItem[] {
  const ids = new Set<string>();
  return steps.flatMap((each, at) => {
    const own = entity(each as PlanStep);
    if (own === undefined) return [];
    const { stepId, label } = own as Partial<PlanStep>;
    const unique = stepId === undefined || ids.has(stepId) ? `${stepId ?? ''} ${String(at)}` : stepId;
    ids.add(unique);
    return [{ step: unique === stepId && label !== undefined ? own : { ...own, stepId: unique, label: label ?? '' }, status: 'planned' as const }];
  });
}

/**
 * The plan joined with what became of each step. The same list as long as no step and no status changed: progress of a
 * call is no reason to draw the plan again.
 */
export function planItemsSelector(): (state: ActivityState) => readonly PlanItem[] {
  let last: readonly PlanItem[] = [];
  return (state) => {
    const items = selectPlanItems(state).map(itemOf);
    if (items.length !== last.length || items.some((item, at) => !isSame(item, last[at]))) last = items;
    return last;
  };
}

function itemOf({ step, status, call, approval }: JoinedStep): PlanItem {
  if (call?.rawStatus !== undefined) return { step, status, rawStatus: call.rawStatus };
  if (approval?.status === 'sending') return { step, status: 'sending' };
  return { step, status: approval?.status === 'pending' ? 'awaiting_approval' : status };
}

function isSame(item: PlanItem, other: PlanItem | undefined): boolean {
  return item.step === other?.step && item.status === other.status && item.rawStatus === other.rawStatus;
}
