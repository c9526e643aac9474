import type { ActivityEvent } from '../../activity/event.js';
import { isRecord } from '../shared/values.js';
import type { Context, Handled, Item, Update } from './context.js';

const keyOf = (messageId: string, index: number): string => `${messageId} ${String(index)}`;

function textOf(part: unknown): string {
  return isRecord(part) && typeof part['text'] === 'string' ? part['text'] : '';
}

/** Text that came before its message was that message's. */
function adopt(messageId: string, { turn }: Context): readonly ActivityEvent[] {
  const stray = turn.isStray ? turn.openMessage : undefined;
  turn.isStray = false;
  return stray === undefined || stray === messageId ? [] : turn.text.remove(stray);
}

/** `thread.item.added` of an assistant's message: text without a home is this one's from here on. */
export function messageAdded(item: Item, context: Context): Handled {
  const { turn } = context;
  const adopted = adopt(item.id, context);
  const isNew = !turn.text.has(item.id);
  turn.openMessage = item.id;
  turn.text.name(item.id);
  return [...adopted, ...(isNew ? whole(item, context) : [])];
}

/** `thread.item.done` and `.replaced`: what it holds outweighs what was streamed. */
export function messageDone(item: Item, context: Context): Handled {
  const { turn } = context;
  const adopted = adopt(item.id, context);
  turn.text.name(item.id);
  const events = whole(item, context);
  if (turn.openMessage === item.id) turn.openMessage = undefined;
  return [...adopted, ...events];
}

function whole({ id, content }: Item, { turn }: Context): readonly ActivityEvent[] {
  const texts = (content ?? []).map(textOf);
  const count = turn.parts(id, texts.length - 1);
  return Array.from({ length: count }, (_, index) => index).flatMap((index) => turn.text.finish(keyOf(id, index), id, texts[index] ?? '', false));
}

/**
 * Where a piece of text belongs. Servers that only follow the protocol from afar give each piece an id and an index of its
 * own: then it goes to the end of the message that is open.
 */
function placeOf(itemId: string, index: number, { turn }: Context): { readonly messageId: string; readonly index: number } {
  if (turn.text.has(itemId) || turn.openMessage === itemId) return { messageId: itemId, index };
  if (turn.openMessage !== undefined) return { messageId: turn.openMessage, index: 0 };
  turn.openMessage = itemId;
  turn.isStray = true;
  turn.text.name(itemId);
  return { messageId: itemId, index };
}

export function textDelta(itemId: string, { delta, content_index: at }: Update, context: Context): Handled {
  if (typeof delta !== 'string') return '"delta" must be a string';
  const { messageId, index } = placeOf(itemId, at ?? 0, context);
  context.turn.parts(messageId, index);
  return context.turn.text.append(keyOf(messageId, index), messageId, delta, false);
}

/** `content_part.added` and `.done`: the part as it is so far. */
export function contentPart(itemId: string, { content, content_index: at }: Update, context: Context): Handled {
  if (!content) return '"content" must be an object';
  const { turn } = context;
  if (!turn.text.has(itemId) && turn.openMessage !== itemId) return [];
  turn.parts(itemId, at ?? 0);
  return turn.text.finish(keyOf(itemId, at ?? 0), itemId, textOf(content), false);
}
