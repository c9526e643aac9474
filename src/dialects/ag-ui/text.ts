import type { ActivityEvent } from '../../activity/event.js';
import { idOf } from '../shared/values.js';
import type { Context, Handled, Handler } from './context.js';
import type { Spoken, Turn } from './turn.js';

const NO_ID = '"messageId" must be a non-empty string';
const NO_DELTA = '"delta" must be a string';

function open(id: string, { frame, turn, lane }: Context): Spoken {
  const known = turn.messages.get(id);
  if (known !== undefined) {
    // Either all of it comes again, or another text under the same id.
    if (known.text !== '') known.repeated = 0;
    known.open = true;
    return known;
  }
  const isAnswer = lane === '' && (frame.role ?? 'assistant') === 'assistant';
  const message: Spoken = { id, isAnswer, open: true, part: 0, text: '' };
  turn.messages.set(id, message);
  return message;
}

/** The message of an id that nobody announced: the answer that is open alone, where ids change on the way. */
function openAlone({ turn, lane }: Context): Spoken | undefined {
  const [message, ...others] = [...turn.messages.values()].filter((one) => one.open && one.isAnswer);
  return others.length === 0 && lane === '' ? message : undefined;
}

function unannounced(id: string, context: Context): Spoken {
  const message = open(id, context);
  message.open = false;
  return message;
}

/** What a piece of a repetition adds, and whether it leaves the text that was said before. */
function readAgain(message: Spoken, at: number, piece: string): string {
  const rest = message.text.slice(at);
  if (rest.startsWith(piece) && rest !== piece) {
    message.repeated = at + piece.length;
    return '';
  }
  delete message.repeated;
  if (piece.startsWith(rest)) return piece.slice(rest.length);
  const said = message.text.slice(0, at);
  message.part += 1;
  message.text = '';
  return said + piece;
}

function say(message: Spoken, piece: string, turn: Turn): readonly ActivityEvent[] {
  if (!message.isAnswer || piece === '') return [];
  const fresh = message.repeated === undefined ? piece : readAgain(message, message.repeated, piece);
  message.text += fresh;
  turn.text.name(message.id);
  return turn.text.append(`${message.id} ${String(message.part)}`, message.id, fresh, false);
}

export const textStarted: Handler = (context): Handled => {
  const id = idOf(context.frame.messageId);
  if (id === undefined) return NO_ID;
  open(id, context);
  return [];
};

export const textContent: Handler = (context): Handled => {
  const { frame, turn } = context;
  const id = idOf(frame.messageId);
  if (id === undefined) return NO_ID;
  if (typeof frame.delta !== 'string') return NO_DELTA;
  return say(turn.messages.get(id) ?? openAlone(context) ?? unannounced(id, context), frame.delta, turn);
};

export const textEnded: Handler = (context): Handled => {
  const id = idOf(context.frame.messageId);
  if (id === undefined) return NO_ID;
  const message = context.turn.messages.get(id) ?? openAlone(context);
  if (message !== undefined) message.open = false;
  return [];
};

/** `TEXT_MESSAGE_CHUNK`: a start where its id is new in the lane, and a piece. */
export const textChunk: Handler = (context): Handled => {
  const { frame, turn, lane } = context;
  const going = turn.chunks.get(lane)?.id;
  const id = idOf(frame.messageId) ?? going;
  const { delta } = frame;
  if (id === undefined) return delta === undefined || delta === null ? [] : '"messageId" is missing, and no message is open';
  if (typeof delta !== 'string' && delta !== undefined && delta !== null) return NO_DELTA;
  const known = turn.messages.get(id);
  const message = known?.open === true ? known : open(id, context);
  turn.chunks.set(lane, { kind: 'text', id });
  return say(message, delta ?? '', turn);
};
