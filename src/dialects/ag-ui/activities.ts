import type { ActivityEvent, ToolProgress } from '../../activity/event.js';
import { compact, idOf, isRecord, textOf } from '../shared/values.js';
import { type Context, type Handled, type Handler, stamp } from './context.js';
import { patched } from './json-patch.js';
import type { Turn } from './turn.js';

/** An activity is a message, whose id may be that of a call. */
export function cardOf(messageId: string, { calls }: Turn): string {
  return calls.has(messageId) ? `activity ${messageId}` : messageId;
}

/** What an activity's content says of itself. */
export function aboutContent(content: unknown): Pick<ToolProgress, 'partialOutput' | 'progress'> {
  const ratio = isRecord(content) ? content['progress'] : undefined;
  const isRatio = typeof ratio === 'number' && ratio >= 0 && ratio <= 1;
  return { partialOutput: content, ...(isRatio && { progress: { ratio } }) };
}

function show(card: string, content: unknown, { frame, turn }: Context): readonly ActivityEvent[] {
  const isNew = !turn.activities.has(card);
  turn.activities.set(card, content);
  const title = isRecord(content) ? textOf(content['title']) : undefined;
  const about = compact({ toolKey: textOf(frame.activityType), title });
  return [
    ...(isNew ? [{ type: 'tool.start' as const, callId: card, ...about, ...stamp(frame) }] : []),
    { type: 'tool.progress', callId: card, ...aboutContent(content) },
  ];
}

/** `ACTIVITY_SNAPSHOT`: the content, unless there is some and it is not to be replaced. */
export const activitySnapshot: Handler = (context): Handled => {
  const { frame, turn } = context;
  const id = idOf(frame.messageId);
  if (id === undefined) return '"messageId" must be a non-empty string';
  const card = cardOf(id, turn);
  if (frame.replace === false && turn.activities.has(card)) return [];
  return show(card, frame.content ?? {}, context);
};

/** `ACTIVITY_DELTA`: a JSON patch of the content. */
export const activityDelta: Handler = (context): Handled => {
  const { frame, turn } = context;
  const id = idOf(frame.messageId);
  if (id === undefined) return '"messageId" must be a non-empty string';
  const card = cardOf(id, turn);
  if (!turn.activities.has(card)) return 'there is no activity of this id to be patched';
  const next = patched(turn.activities.get(card), frame.patch ?? []);
  return next === undefined ? '"patch" does not fit its activity' : show(card, next.value, context);
};
