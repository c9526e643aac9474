import type { MessageDelta, MessageDone } from '../event.js';
import { emptyState, type Message } from '../state.js';
import type { Draft } from './draft.js';
import { patch, pick } from './patch.js';
import { late, wake } from './run.js';
import { clearHeading } from './thinking.js';

export function messageDelta(draft: Draft, event: MessageDelta): void {
  const message = current(draft, event.messageId);
  if (isDone(message, event.messageId)) return late(draft, event, 'the message is complete');
  if (event.text === '' && event.mode === 'append') return;
  wake(draft, event.at);
  const text = event.mode === 'append' ? message.text + event.text : event.text;
  draft.set('message', patch(message, { ...pick({ id: event.messageId }, ['id']), text, status: 'streaming' }));
  if (event.text !== '') clearHeading(draft);
}

export function messageDone(draft: Draft, event: MessageDone): void {
  const message = current(draft, event.messageId);
  if (isDone(message, event.messageId)) return draft.drop(event, 'the message is complete');
  draft.set('message', patch(message, { ...pick({ id: event.messageId, text: event.text }, ['id', 'text']), status: event.status }));
  clearHeading(draft);
}

/** The message an event is about: another id begins another one. */
function current(draft: Draft, messageId: string | undefined): Message {
  const { message } = draft.now;
  const other = messageId !== undefined && message.id !== undefined && message.id !== messageId;
  return other ? emptyState.message : message;
}

/**
 * No text may follow. In an open run a partial message is one that a reload found cut off, and a complete one was perhaps
 * only taken for it, which the stream tells by naming it.
 */
function isDone({ id, status }: Message, messageId: string | undefined): boolean {
  return status === 'completed' && (messageId === undefined || messageId !== id);
}
