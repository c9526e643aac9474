import type { ActivityEvent, ActivityEventType } from './event.js';
import { approvalLocal, approvalRequest, approvalResponse } from './reduce/approvals.js';
import { capability, connection, note, planStep } from './reduce/context.js';
import { Draft, type Report } from './reduce/draft.js';
import { makeRoom } from './reduce/earlier.js';
import { messageDelta, messageDone } from './reduce/message.js';
import { isOver, runEnded, runFailed, runSettled, runStart, runStopping, runWaiting } from './reduce/run.js';
import { approvalSnapshot, callSnapshot, discard } from './reduce/snapshot.js';
import { thinkDelta, thinkEnd, thinkHeading, thinkStart } from './reduce/thinking.js';
import { toolEnd, toolInput, toolProgress, toolStart } from './reduce/tools.js';
import type { ActivityState } from './state.js';

type Handler<E> = (draft: Draft, event: E) => void;
type Handlers = { readonly [T in ActivityEventType]: Handler<Extract<ActivityEvent, { type: T }>> };

/** What belongs to a run under way: after its end it is late. */
function live<E extends ActivityEvent>(handler: Handler<E>): Handler<E> {
  return (draft, event) => {
    if (isOver(draft)) return draft.drop(event, 'the run is over');
    makeRoom(draft, event);
    handler(draft, event);
  };
}

/** Where each event goes. A new event type is one line here and its function in a slice. */
const handlers: Handlers = {
  'run.start': runStart,
  'run.waiting': runWaiting,
  'run.ended': runEnded,
  'run.failed': runFailed,
  'run.settled': runSettled,
  'run.stopping': runStopping,
  'think.start': live(thinkStart),
  'think.delta': live(thinkDelta),
  'think.end': live(thinkEnd),
  'think.heading': live(thinkHeading),
  'tool.start': live(toolStart),
  'tool.input': live(toolInput),
  'tool.progress': live(toolProgress),
  'tool.end': live(toolEnd),
  'approval.request': live(approvalRequest),
  'approval.response': live(approvalResponse),
  'approval.local': approvalLocal,
  'plan.step': live(planStep),
  capability: live(capability),
  'message.delta': live(messageDelta),
  'message.done': live(messageDone),
  'snapshot.call': callSnapshot,
  'snapshot.approval': approvalSnapshot,
  discard,
  note,
  connection,
};

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

/** Events of a host's own dialect are checked by nobody: what cannot be read costs itself, and not its batch. */
function apply(draft: Draft, event: ActivityEvent): void {
  try {
    if (Object.hasOwn(handlers, event.type)) (handlers[event.type] as Handler<ActivityEvent>)(draft, event);
    else draft.drop(event, 'unknown event type');
  } catch {
    draft.drop(event, 'the event cannot be read');
  }
}

export type { Report };
