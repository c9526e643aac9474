import type { ActivityEvent } from '../../activity/event.js';
import type { WireFrame } from '../../wire/frame.js';
import type { DecodeOptions } from '../dialect.js';
import { type FieldFault, readFields } from '../shared/fields.js';
import { ReplayFilter } from '../shared/replay-filter.js';
import { SafeDecoder } from '../shared/safe-decoder.js';
import { compact, textOf } from '../shared/values.js';
import { decisionOf, gateId, gateRequest } from './gates.js';
import { type Payload, type Read, readFrame } from './payload.js';
import { deltaSchema, gateSchema, responseSchema } from './schema.js';
import { placeOf, Turn, type TurnMark, type TurnState } from './turn.js';

/** A handler's events, or the reason why the frame is of no use. */
type Handled = readonly ActivityEvent[] | string;

interface Context {
  readonly payload: Payload;
  readonly turn: Turn;
  readonly fault: FieldFault;
}

type Handler = (context: Context) => Handled;

const STATES: ReadonlySet<unknown> = new Set<TurnState>(['idle', 'running', 'waiting', 'failed']);

function delta(use: 'think' | 'say'): Handler {
  return ({ payload, turn, fault }) => {
    if (typeof payload === 'string') return payload === '' ? 'the data is empty' : turn[use](placeOf({}), payload);
    const fields = readFields(deltaSchema, payload, fault);
    if (typeof fields.delta !== 'string') return '"delta" must be a string';
    return fields.delta === '' ? [] : turn[use](placeOf(fields), fields.delta);
  };
}

function stateOf(payload: Payload): unknown {
  return typeof payload === 'string' ? payload.trim() : payload['state'];
}

/** A failure's own words are the provider's, and are not read. */
const turnState: Handler = ({ payload, turn }) => {
  const state = stateOf(payload);
  return STATES.has(state) ? turn.move(state as TurnState) : '"state" must be idle, running, waiting or failed';
};

/** The agent of a turn ended: the turn does, unless it waits for a reviewer or has failed. */
const agentEnd: Handler = ({ turn }) => (turn.state === 'running' ? turn.move('idle') : []);

const gateAsked: Handler = ({ payload, turn, fault }) => {
  if (typeof payload === 'string') return 'the data must be an object';
  const fields = readFields(gateSchema, payload, fault);
  const id = gateId(fields.id);
  return id === undefined ? '"id" must be a non-empty string' : turn.ask(gateRequest(id, fields, fault));
};

const gateAnswered: Handler = ({ payload, turn, fault }) => {
  if (typeof payload === 'string') return 'the data must be an object';
  const fields = readFields(responseSchema, payload, fault);
  const approvalId = gateId(fields.id);
  const word = textOf(fields.decision);
  if (approvalId === undefined || word === undefined) return '"id" and "decision" must be non-empty strings';
  const decision = decisionOf(word, turn.optionsOf(approvalId));
  if (decision === undefined) fault('"decision" names no option of its gate');
  const said = compact({ reason: textOf(fields.reason), by: textOf(fields.by) });
  return turn.answer({ type: 'approval.response', approvalId, decision: decision ?? 'cancelled', ...said });
};

const handlers: ReadonlyMap<string, Handler> = new Map<string, Handler>([
  ['activity_delta', delta('think')],
  ['text_delta', delta('say')],
  ['turn_state', turnState],
  ['agent_end', agentEnd],
  ['gate_request', gateAsked],
  ['gate_response', gateAnswered],
]);

/** What may be quoted. Others hold model activity, a provider's words, or nobody knows what. */
const QUOTABLE: ReadonlySet<string> = new Set(['text_delta', 'gate_request', 'gate_response']);

export interface ThothOptions {
  /** The one sentence that a person sees of a failure, whatever the provider said. */
  readonly failure?: string;
  /** Turns a frame of the host's ThothII into the forms that are ours: names and fields of states and gates. */
  readonly translate?: (frame: WireFrame) => WireFrame;
}

export const FAILURE = 'The turn could not be completed. Send the message again, or resume the session.';

/** The stream of one session: turn follows turn. Never throws. */
export class ThothDecoder extends SafeDecoder {
  /** There is no cursor, so that only what was read tells what is a replay. */
  readonly tellsReplay = true;
  readonly #turn: Turn;
  readonly #translate: (frame: WireFrame) => WireFrame;
  readonly #replay = new ReplayFilter({ eager: true });
  /** Where the turn stood when something came that may have been the beginning of a replay. */
  #before: TurnMark | undefined;

  constructor(options: DecodeOptions = {}, { failure = FAILURE, translate = (frame) => frame }: ThothOptions = {}) {
    super(options);
    this.#turn = new Turn(failure);
    this.#translate = translate;
  }

  /** What comes next may have been here before, or be another stream: a resume clears the server's buffer. */
  opened(): void {
    this.#before = undefined;
    this.#replay.reopened();
  }

  protected override read(wire: WireFrame): readonly ActivityEvent[] {
    const frame = this.#translate(wire);
    const read = readFrame(frame);
    const { frames, repeated, begins } = this.#replay.pass(frame, saysRunning(read));
    if (repeated.length > 0) return this.#again(repeated);
    // Held back; but a gate that was taken for answered may be asked again, and a person is waited for.
    if (frames.length === 0) return this.#before?.state === 'waiting' && read.type === 'gate_request' ? this.#apply(read, frame.data) : [];
    return frames.flatMap((one, at) => {
      if (begins === true && at === frames.length - 1) this.#before = this.#turn.mark;
      return this.#apply(readFrame(one), one.data);
    });
  }

  /** The stream came again from its beginning, and has caught up. */
  #again(repeated: readonly WireFrame[]): readonly ActivityEvent[] {
    for (const { event } of repeated) this.drop('duplicate', `${event ?? 'frame'}: the stream came again from its beginning`);
    const before = this.#before;
    this.#before = undefined;
    if (before === undefined || before.state === 'running') return [];
    if (before.state === 'waiting') return this.#turn.restore(before);
    // Its first frame was taken for another turn, in which gates would be others: all of it is read again, but they are not asked.
    const events = repeated.slice(1).flatMap((frame) => this.#apply(readFrame(frame), undefined));
    return events.filter(({ type }) => !type.startsWith('approval.'));
  }

  #apply(read: Read, data: unknown): readonly ActivityEvent[] {
    const name = read.type ?? 'frame';
    const shown = QUOTABLE.has(name) ? data : undefined;
    if ('why' in read) return this.drop('malformed', `${name}: ${read.why}`, shown);
    const handler = handlers.get(name);
    if (handler === undefined) return this.drop('unknown', `${name}: not an event of this protocol`, shown);
    const faults = new Set<string>();
    const handled = handler({ payload: read.payload, turn: this.#turn, fault: (reason) => faults.add(reason) });
    if (typeof handled === 'string') return this.drop('malformed', `${name}: ${handled}`, shown);
    for (const reason of faults) this.drop('malformed', `${name}: ${reason}; the rest was used`);
    return handled;
  }
}

/** Between two turns this begins one; within a turn it says nothing new, unless it is the beginning of a replay. */
function saysRunning(read: Read): boolean {
  return read.type === 'turn_state' && 'payload' in read && stateOf(read.payload) === 'running';
}
