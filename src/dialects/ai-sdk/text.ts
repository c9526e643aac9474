import type { ActivityEvent } from '../../activity/event.js';
import { textOf } from '../shared/values.js';
import type { Context, Handled, Handler } from './context.js';
import { type Thought, thoughtOf } from './thought.js';
import type { Turn } from './turn.js';

const NO_DELTA = '"delta" must be a string';

/** Parts without an id are one part. */
const idOf = ({ chunk }: Context): string => textOf(chunk.id) ?? '';

export const textStarted: Handler = (context) => {
  context.turn.openText(idOf(context));
  return [];
};

export const textDelta: Handler = (context): Handled => {
  const { chunk, turn } = context;
  if (typeof chunk.delta !== 'string') return NO_DELTA;
  const key = turn.open.get(idOf(context)) ?? turn.openText(idOf(context));
  return turn.text.append(key, key, chunk.delta, false);
};

/** Text that comes after the end still belongs to its part; only a start begins another. */
export const textEnded: Handler = () => [];

function opened(context: Context): { readonly thought: Thought; readonly events: readonly ActivityEvent[] } {
  const { chunk, turn } = context;
  const id = idOf(context);
  const thought = thoughtOf(`${String(turn.response)}:${id}`, chunk.providerMetadata);
  turn.thoughts.set(id, thought);
  return { thought, events: thought.start() };
}

function ended(turn: Turn, id: string): readonly ActivityEvent[] {
  const thought = turn.thoughts.get(id);
  turn.thoughts.delete(id);
  return thought?.end() ?? [];
}

/** A start with an id that is in use ends the part before it. */
export const thoughtStarted: Handler = (context) => [...ended(context.turn, idOf(context)), ...opened(context).events];

export const thoughtDelta: Handler = (context): Handled => {
  const { chunk, turn } = context;
  if (typeof chunk.delta !== 'string') return NO_DELTA;
  const known = turn.thoughts.get(idOf(context));
  const { thought, events } = known === undefined ? opened(context) : { thought: known, events: [] };
  return [...events, ...thought.add(chunk.delta)];
};

export const thoughtEnded: Handler = (context) => ended(context.turn, idOf(context));

/** The end of a model response: parts that nobody ended, and its heading. */
export function closeThoughts(turn: Turn): readonly ActivityEvent[] {
  const open = [...turn.thoughts.keys()].flatMap((id) => ended(turn, id));
  return [...open, { type: 'think.end' }];
}
