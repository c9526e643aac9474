import type { ActivityEvent } from '../../activity/event.js';
import { MAX_HEADING } from '../../activity/heading.js';
import { ThoughtOpening } from '../shared/thought-opening.js';
import { idOf, textOf } from '../shared/values.js';
import type { Context, Handled, Handler } from './context.js';

const NO_DELTA = '"delta" must be a string';

/** Thoughts of the older form have no id: there is one at a time in each lane. */
function keyOf({ frame, lane }: Context): string {
  return `${lane} ${idOf(frame.messageId) ?? ''}`;
}

function close(key: string, { turn }: Context): readonly ActivityEvent[] {
  const thought = turn.thoughts.get(key);
  turn.thoughts.delete(key);
  return thought?.end() ?? [];
}

function open(key: string, { turn }: Context): { readonly thought: ThoughtOpening; readonly opening: readonly ActivityEvent[] } {
  const thought = new ThoughtOpening(turn.nextThought());
  turn.thoughts.set(key, thought);
  return { thought, opening: thought.start() };
}

/** The thought of an id that nobody announced: the one that is open alone, where ids change on the way. */
function openAlone({ turn, lane }: Context): ThoughtOpening | undefined {
  const [thought, ...others] = [...turn.thoughts].filter(([key]) => key.startsWith(`${lane} `));
  return others.length === 0 ? thought?.[1] : undefined;
}

function think(key: string, piece: string, context: Context): readonly ActivityEvent[] {
  const known = context.turn.thoughts.get(key) ?? openAlone(context);
  if (known !== undefined) return known.add(piece);
  if (piece === '') return [];
  const { thought, opening } = open(key, context);
  return [...opening, ...thought.add(piece)];
}

/** `REASONING_START`: there is reasoning, of which there may be no text. */
export const spanStarted: Handler = () => [{ type: 'think.start', partId: 'span', kind: 'raw' }];

export const spanEnded: Handler = (context) => [...close(keyOf(context), context), { type: 'think.end', partId: 'span' }];

/** `THINKING_START` of the older form may have a title of its own. */
export const thinkingStarted: Handler = (context) => {
  const title = (textOf(context.frame.title) ?? '').trim();
  const isHeading = title !== '' && Array.from(title).length <= MAX_HEADING && !/[\r\n]/u.test(title);
  const heading: readonly ActivityEvent[] = isHeading ? [{ type: 'think.heading', heading: title }] : [];
  return [{ type: 'think.start', partId: 'span', kind: 'raw' }, ...heading];
};

/** An id that is used again is another part. */
export const messageStarted: Handler = (context) => {
  const key = keyOf(context);
  return [...close(key, context), ...open(key, context).opening];
};

export const messageContent: Handler = (context): Handled => {
  const { delta } = context.frame;
  return typeof delta === 'string' ? think(keyOf(context), delta, context) : NO_DELTA;
};

export const messageEnded: Handler = (context) => close(keyOf(context), context);

/** `REASONING_MESSAGE_CHUNK`: goes on with the open message of its lane, or begins one. */
export const messageChunk: Handler = (context): Handled => {
  const { frame, turn, lane } = context;
  const { delta } = frame;
  if (delta === undefined || delta === null) return [];
  if (typeof delta !== 'string') return NO_DELTA;
  const id = idOf(frame.messageId);
  const key = id === undefined ? (turn.chunks.get(lane)?.id ?? keyOf(context)) : keyOf(context);
  turn.chunks.set(lane, { kind: 'reasoning', id: key });
  return think(key, delta, context);
};

/** A chunked thought that something else has followed. */
export function closeThought(key: string, context: Context): readonly ActivityEvent[] {
  return close(key, context);
}
