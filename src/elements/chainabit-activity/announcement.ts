import type { ActivityState, Approval, ToolCall } from '../../activity/state.js';
import type { FeedMessages } from '../../locales/messages.js';
import { humanise } from '../internal/title.js';
import { faultWords } from './connection-line.js';
import { isOpen, isOver } from './public-events.js';

/**
 * What a screen reader should hear between two commits: boundaries only (started, needs an answer, an answer that did
 * not get through, another request in the place of the one that was read, failed, ended), never progress, timers or lists. Empty when nothing of that kind happened.
 */
export function announcement(state: ActivityState, previous: ActivityState, messages: FeedMessages): string {
  return [
    !isOpen(previous.run) && isOpen(state.run) && !isOver(previous.run) ? messages.announceStarted : '',
    ...newlyPending(state, previous).map((approval) => messages.announceApproval(subject(approval, state))),
    ...setbacks(state, previous, messages),
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

/** The card says these too, but only a person who looks at it knows. */
function setbacks(state: ActivityState, previous: ActivityState, messages: FeedMessages): string[] {
  if (state.approvals === previous.approvals) return [];
  return [...state.approvals.values()].flatMap((approval) => {
    const before = previous.approvals.get(approval.approvalId);
    if (approval.status !== 'pending' || before === undefined || before === approval) return [];
    const { error } = approval;
    return [
      ...(error === undefined || error === before.error ? [] : [faultWords(error, messages) ?? messages.notSent]),
      ...(isReplaced(approval, before) ? [messages.announceChanged(subject(approval, state))] : []),
    ];
  });
}

function isReplaced(approval: Approval, before: Approval): boolean {
  const other = 'input' in before && before.input !== approval.input;
  return (approval.changed === true && (before.changed !== true || other)) || (approval.inputOfCall === true && other);
}

/** What an approval is about, in the agent's words where there are any. */
export function subject(approval: Approval, state: ActivityState): string {
  const call = approval.callId === undefined ? undefined : state.calls.get(approval.callId);
  const words = approval.prompt ?? approval.activity?.label ?? call?.activity?.label;
  return words ?? (approval.toolKey === undefined ? approval.approvalId : humanise(approval.toolKey));
}

function failures(state: ActivityState, previous: ActivityState, messages: FeedMessages): string {
  const failed = count(state, 'failed') - count(previous, 'failed');
  return failed > 0 ? messages.announceFailed(failed) : '';
}

function ending(state: ActivityState, previous: ActivityState, messages: FeedMessages): string {
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
