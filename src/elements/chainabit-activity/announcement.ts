import type { ActivityState, Approval, ToolCall } from '../../activity/state.js';
import type { Messages } from '../../locales/messages.js';
import { isOpen, isOver } from './public-events.js';

/**
 * What a screen reader should hear between two commits: boundaries only (started, needs an answer, failed, ended), never
 * progress, timers or lists. Empty when nothing of that kind happened.
 */
export function announcement(state: ActivityState, previous: ActivityState, messages: Messages): string {
  return [
    !isOpen(previous.run) && isOpen(state.run) && !isOver(previous.run) ? messages.announceStarted : '',
    ...newlyPending(state, previous).map((approval) => messages.announceApproval(subject(approval, state))),
    failures(state, previous, messages),
    ending(state, previous, messages),
  ]
    .filter((sentence) => sentence !== '')
    .join('. ');
}

function newlyPending(state: ActivityState, previous: ActivityState): Approval[] {
  if (state.approvals === previous.approvals) return [];
  return [...state.approvals.values()].filter(
    (approval) => approval.status === 'pending' && previous.approvals.get(approval.approvalId) === undefined,
  );
}

function subject(approval: Approval, state: ActivityState): string {
  const call = approval.callId === undefined ? undefined : state.calls.get(approval.callId);
  return approval.activity?.label ?? approval.prompt ?? call?.activity?.label ?? approval.toolKey ?? approval.approvalId;
}

function failures(state: ActivityState, previous: ActivityState, messages: Messages): string {
  const failed = count(state, 'failed') - count(previous, 'failed');
  return failed > 0 ? messages.announceFailed(failed) : '';
}

function ending(state: ActivityState, previous: ActivityState, messages: Messages): string {
  if (!isOver(state.run) || isOver(previous.run)) return '';
  const finished = count(state, 'completed') + count(state, 'degraded');
  const outcome = messages.outcome[state.run.outcome ?? 'completed'];
  return finished > 0 ? `${outcome}. ${messages.announceFinished(finished)}` : outcome;
}

function count(state: ActivityState, status: ToolCall['status']): number {
  let n = 0;
  for (const call of state.calls.values()) if (call.status === status) n += 1;
  return n;
}
