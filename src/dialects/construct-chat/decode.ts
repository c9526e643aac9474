import type { ActivityEvent } from '../../activity/event.js';
import type { RunOutcome } from '../../activity/state.js';
import type { WireFrame } from '../../wire/frame.js';
import { type FieldFault, readFields } from '../shared/fields.js';
import { type NamedFrame, namedFrame } from '../shared/named-frame.js';
import { SafeDecoder } from '../shared/safe-decoder.js';
import { compact, idOf, type JsonRecord, textOf } from '../shared/values.js';
import { callIdOf, Calls } from './calls.js';
import { permissionOf } from './permission.js';
import { Repetition } from './repetition.js';
import { callSchema, frameSchema } from './schema.js';

/** One turn of the conversation. */
interface Turn {
  readonly calls: Calls;
  phase: 'new' | 'open' | 'over';
  conversation?: string;
}

interface Context {
  readonly body: JsonRecord;
  readonly turn: Turn;
  readonly now: () => number;
  readonly fault: FieldFault;
}

/** A handler's events, or the reason why the frame is of no use. */
type Handled = readonly ActivityEvent[] | string;
type Handler = (context: Context) => Handled;

const read = ({ body, fault }: Context) => readFields(frameSchema, body, fault);
const readCall = ({ body, fault }: Context) => readFields(callSchema, body, fault);

const NO_TEXT = '"text" must be a string';
const NO_CALL = '"id" must be a non-empty string';

/** All of a turn's reasoning is one part: nothing says where another begins. */
const thinking: Handler = (context) => {
  const { text } = read(context);
  return typeof text === 'string' ? [{ type: 'think.delta', partId: 'thinking', kind: 'raw', mode: 'append', text }] : NO_TEXT;
};

const said: Handler = (context) => {
  const { text } = read(context);
  return typeof text === 'string' ? [{ type: 'message.delta', mode: 'append', text }] : NO_TEXT;
};

const toolCall: Handler = (context) => {
  const call = readCall(context);
  const callId = callIdOf(call);
  return callId === undefined ? NO_CALL : context.turn.calls.started(callId, call);
};

const toolUpdate: Handler = (context) => {
  const call = readCall(context);
  const callId = callIdOf(call);
  return callId === undefined ? NO_CALL : context.turn.calls.updated(callId, textOf(call.status));
};

const permission: Handler = (context) => {
  const asked = permissionOf(read(context), context.now(), context.fault);
  return asked === undefined ? '"requestId" must be a non-empty string' : context.turn.calls.asked(asked.request, asked.title);
};

const failed: Handler = (context) => {
  context.turn.phase = 'over';
  return [{ type: 'run.failed', error: { code: 'error', ...compact({ message: textOf(read(context).message) }) } }];
};

/** Why an agent stopped; a word that is not known is shown, and is no completion (ours, but for the first two). */
const OUTCOMES: ReadonlyMap<string, RunOutcome> = new Map<string, RunOutcome>([
  ['end_turn', 'completed'],
  ['cancelled', 'cancelled'],
  ['max_tokens', 'truncated'],
  ['max_turn_requests', 'truncated'],
  ['refusal', 'refused'],
]);

const done: Handler = (context) => {
  context.turn.phase = 'over';
  const word = textOf(read(context).stopReason);
  const outcome = word === undefined ? 'completed' : OUTCOMES.get(word);
  return [{ type: 'run.settled', outcome: outcome ?? 'partial', ...compact({ reason: outcome === undefined ? word : undefined }) }];
};

const handlers: ReadonlyMap<string, Handler> = new Map<string, Handler>([
  ['session', () => []],
  ['thinking', thinking],
  ['text', said],
  ['tool_call', toolCall],
  ['tool_update', toolUpdate],
  ['permission', permission],
  ['error', failed],
  ['done', done],
]);

/** For the host, or of no use here. */
const IGNORED: ReadonlySet<string> = new Set(['session_meta', 'session-meta', 'meta', 'overlay', 'usage', 'sources']);

/** In these the id is the call's own. */
const OF_CALLS: ReadonlySet<string> = new Set(['tool_call', 'tool_update']);

/** A session frame with more than its id is about the conversation, and opens nothing. */
function isOpening({ type, body }: { readonly type: string; readonly body: JsonRecord }): boolean {
  return type === 'session' && Object.keys(body).every((key) => key === 'type' || key === 'id');
}

/** The answer to one message. Without ids: a replay is told by repeating what is known, word for word. */
export class ConstructChatDecoder extends SafeDecoder {
  readonly #repetition = new Repetition();
  #turn: Turn = { calls: new Calls(), phase: 'new' };

  protected override read(wire: WireFrame): readonly ActivityEvent[] {
    const frame = namedFrame(wire, true);
    const { frames, repeated, anew } = this.#repetition.pass(wire, !('problem' in frame) && isOpening(frame));
    for (let count = 0; count < repeated; count += 1) this.drop('duplicate', 'the turn was sent again from its beginning');
    const left = anew ? this.#leave() : [];
    return [...left, ...frames.flatMap((one) => this.#one(one, one === wire ? frame : namedFrame(one, true)))];
  }

  /** Another turn begins; one that nobody has ended was broken off. */
  #leave(): readonly ActivityEvent[] {
    const broken = this.#turn.phase === 'open';
    this.#turn = { calls: new Calls(), phase: 'new' };
    return broken ? [{ type: 'run.settled', outcome: 'partial' }] : [];
  }

  #one(wire: WireFrame, frame: NamedFrame): readonly ActivityEvent[] {
    const data = frame.quotable ? wire.data : undefined;
    if ('problem' in frame) return this.drop('malformed', frame.problem, data);
    const { type, body } = frame;
    if (IGNORED.has(type) || (type === 'session' && !isOpening(frame))) return this.drop('ignored', `${type}: not part of the interface`);
    const handler = handlers.get(type);
    if (handler === undefined) return this.drop('unknown', `${type}: not an event of this protocol`, data);
    const begun = this.#begin(type, body);
    if (this.#turn.phase === 'over') return this.drop('duplicate', `${type}: the turn is over`);
    const faults = new Set<string>();
    const handled = handler({
      body,
      turn: this.#turn,
      now: this.options.now ?? Date.now,
      fault: (reason) => void faults.add(reason),
    });
    if (typeof handled === 'string') return [...begun, ...this.drop('malformed', `${type}: ${handled}`)];
    for (const reason of faults) this.drop('malformed', `${type}: ${reason}; the field was left out`);
    return [...begun, ...handled];
  }

  /**
   * Opens the turn with its first frame, whichever that is. Turns of a conversation all have its id, so that the first
   * start of the two, without an id, is the one that begins another run.
   */
  #begin(type: string, body: JsonRecord): readonly ActivityEvent[] {
    const turn = this.#turn;
    if (turn.phase === 'over') return [];
    const runId = OF_CALLS.has(type) ? undefined : idOf(body['id']);
    const opening: ActivityEvent[] = turn.phase === 'new' ? [{ type: 'run.start' }] : [];
    turn.phase = 'open';
    if (runId === undefined || turn.conversation !== undefined) return opening;
    turn.conversation = runId;
    return [...opening, { type: 'run.start', runId }];
  }
}
