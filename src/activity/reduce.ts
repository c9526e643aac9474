import type { ActivityEvent, ActivityEventType } from './event.js';
import { approvalLocal, approvalRequest, approvalResponse } from './reduce/approvals.js';
import { capability, connection, note, planStep } from './reduce/context.js';
import { Draft, type Report } from './reduce/draft.js';
import { messageDelta, messageDone } from './reduce/message.js';
import { isOver, runEnded, runFailed, runSettled, runStart, runStopping, runWaiting } from './reduce/run.js';
import { approvalSnapshot, callSnapshot, discard } from './reduce/snapshot.js';
import { thinkDelta, thinkEnd, thinkHeading, thinkStart } from './reduce/thinking.js';
import { toolEnd, toolInput, toolProgress, toolStart } from './reduce/tools.js';
import type { ActivityState } from './state.js';

type Handlers = { readonly [T in ActivityEventType]: (draft: Draft, event: Extract<ActivityEvent, { type: T }>) => void };

/** Where each event goes. A new event type is one line here and its function in a slice. */
const handlers: Handlers = {
  'run.start': runStart,
  'run.waiting': runWaiting,
  'run.ended': runEnded,
  'run.failed': runFailed,
  'run.settled': runSettled,
  'run.stopping': runStopping,
  'think.start': thinkStart,
  'think.delta': thinkDelta,
  'think.end': thinkEnd,
  'think.heading': thinkHeading,
  'tool.start': toolStart,
  'tool.input': toolInput,
  'tool.progress': toolProgress,
  'tool.end': toolEnd,
  'approval.request': approvalRequest,
  'approval.response': approvalResponse,
  'approval.local': approvalLocal,
  'plan.step': planStep,
  capability,
  'message.delta': messageDelta,
  'message.done': messageDone,
  'snapshot.call': callSnapshot,
  'snapshot.approval': approvalSnapshot,
  discard,
  note,
  connection,
};

/** Events that belong to a run under way: after its end they are late. */
const LIVE: ReadonlySet<ActivityEventType> = new Set<ActivityEventType>([
  'think.start',
  'think.delta',
  'think.end',
  'think.heading',
  'tool.start',
  'tool.input',
  'tool.progress',
  'tool.end',
  'approval.request',
  'approval.response',
  'plan.step',
  'capability',
  'message.delta',
  'message.done',
]);

/**
 * The state after a batch of events. Pure: the same input gives the same output. It never throws (an event of an
 * unknown type is dropped), and it returns the very same state when nothing changed.
 *
 * @param report Told of each event that was dropped because it came late or for nothing.
 */
export function reduce(state: ActivityState, events: readonly ActivityEvent[], report?: Report): ActivityState {
  const draft = new Draft(state, report);
  for (const event of events) apply(draft, event);
  return draft.finish();
}

function apply(draft: Draft, event: ActivityEvent): void {
  if (!Object.hasOwn(handlers, event.type)) {
    draft.drop(event, 'unknown event type');
  } else if (LIVE.has(event.type) && isOver(draft)) {
    draft.drop(event, 'the run is over');
  } else {
    (handlers[event.type] as (draft: Draft, event: ActivityEvent) => void)(draft, event);
  }
}

export type { Report };
