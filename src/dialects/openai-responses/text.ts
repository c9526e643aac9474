import type { ActivityEvent } from '../../activity/event.js';
import { isRecord } from '../shared/values.js';
import type { Context, Handled, Handler } from './context.js';
import { rawAdded } from './reasoning.js';
import type { Entry } from './response-memory.js';

/** The message item of a text event; one that no item announced is entered for it. */
function located({ frame, response, turn }: Context): Entry {
  const index = frame.output_index ?? undefined;
  const found = response.find(frame.item_id ?? undefined, index);
  if (found?.type === 'message') return found;
  const entry = response.add({ type: 'message', index, item: { id: frame.item_id }, kind: undefined });
  turn.text.name(entry.id);
  return entry;
}

function partKey(entry: Entry, index: number): string {
  return `${entry.key}:${String(index)}`;
}

function grow(refusal: boolean): Handler {
  return (context) => {
    const { delta } = context.frame;
    if (typeof delta !== 'string') return '"delta" must be a string';
    const entry = located(context);
    return context.turn.text.append(partKey(entry, context.frame.content_index ?? 0), entry.key, delta, refusal);
  };
}

function finish(refusal: boolean, field: 'text' | 'refusal'): Handler {
  return (context): Handled => {
    const whole = context.frame[field];
    if (typeof whole !== 'string') return `"${field}" must be a string`;
    const entry = located(context);
    return context.turn.text.finish(partKey(entry, context.frame.content_index ?? 0), entry.key, whole, refusal);
  };
}

export const textDelta = grow(false);
export const textDone = finish(false, 'text');
export const refusalDelta = grow(true);
export const refusalDone = finish(true, 'refusal');

/** `response.content_part.added`: only a part of raw reasoning says something that is not said again. */
export const partAdded: Handler = (context) => {
  const { part } = context.frame;
  return isRecord(part) && part['type'] === 'reasoning_text' ? rawAdded(context) : [];
};

/** A whole message item: its parts, as far as they were not streamed. */
export function messageItemDone(entry: Entry, { turn }: Context): readonly ActivityEvent[] {
  const { content } = entry.item;
  if (!Array.isArray(content)) return [];
  return content.flatMap((piece: unknown, index): readonly ActivityEvent[] => {
    if (!isRecord(piece)) return [];
    const refusal = piece['type'] === 'refusal';
    const text = refusal ? piece['refusal'] : piece['text'];
    return typeof text === 'string' ? turn.text.finish(partKey(entry, index), entry.key, text, refusal) : [];
  });
}
