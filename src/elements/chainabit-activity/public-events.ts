import type { ActivityState, Message, Run } from '../../activity/state.js';
import { ActivityChangeEvent } from '../../events/activity-change-event.js';
import { ActivityConnectionChangeEvent } from '../../events/activity-connection-change-event.js';
import { ActivityMessageEvent } from '../../events/activity-message-event.js';
import { ActivitySettledEvent } from '../../events/activity-settled-event.js';

/** The public events that one commit gives rise to, in the order in which they are dispatched. */
export function publicEvents(state: ActivityState, previous: ActivityState): Event[] {
  if (state === previous) return [];
  const events: Event[] = [];
  if (state.connection !== previous.connection) events.push(new ActivityConnectionChangeEvent(state.connection));
  if (state.message !== previous.message) {
    events.push(new ActivityMessageEvent(state.message, addedText(state.message, previous.message)));
  }
  events.push(new ActivityChangeEvent(state, previous));
  if (isOver(state.run) && !(isOver(previous.run) && state.run.id === previous.run.id)) {
    events.push(new ActivitySettledEvent(state.run));
  }
  return events;
}

/** The run has reached its end, well or not. */
export function isOver(run: Run): boolean {
  return run.status === 'settled' || run.status === 'failed';
}

/** The run is under way, with or without a person in the loop. */
export function isOpen(run: Run): boolean {
  return run.status === 'running' || run.status === 'waiting';
}

function addedText(message: Message, previous: Message): string {
  const grew = message.id === previous.id || previous.id === undefined;
  return grew && message.text.startsWith(previous.text) ? message.text.slice(previous.text.length) : '';
}
