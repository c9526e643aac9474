import type { ActivityEvent } from '../../activity/event.js';
import type { WireFrame } from '../../wire/frame.js';
import { readFields } from '../shared/fields.js';
import { namedFrame } from '../shared/named-frame.js';
import { ReplayFilter } from '../shared/replay-filter.js';
import { SafeDecoder } from '../shared/safe-decoder.js';
import { idOf, type JsonRecord } from '../shared/values.js';
import { activityDelta, activitySnapshot } from './activities.js';
import * as call from './calls.js';
import { type Context, type Handler, nothing } from './context.js';
import { askHeld, custom } from './interrupts.js';
import * as lifecycle from './lifecycle.js';
import { messagesSnapshot } from './messages.js';
import * as reasoning from './reasoning.js';
import { frameSchema } from './schema.js';
import * as subagent from './subagents.js';
import * as text from './text.js';
import { type OpenChunk, Turn } from './turn.js';

/** Every event of the protocol, and of the forms before 1.0. A Map, since the names come from a server. */
const handlers: ReadonlyMap<string, Handler> = new Map<string, Handler>([
  ['RUN_STARTED', lifecycle.runStarted],
  ['RUN_FINISHED', lifecycle.runFinished],
  ['RUN_ERROR', lifecycle.runFailed],
  ['STEP_STARTED', nothing],
  ['STEP_FINISHED', nothing],
  ['TEXT_MESSAGE_START', text.textStarted],
  ['TEXT_MESSAGE_CONTENT', text.textContent],
  ['TEXT_MESSAGE_END', text.textEnded],
  ['TEXT_MESSAGE_CHUNK', text.textChunk],
  ['TOOL_CALL_START', call.callStarted],
  ['TOOL_CALL_ARGS', call.callArguments],
  ['TOOL_CALL_END', call.callWritten],
  ['TOOL_CALL_CHUNK', call.callChunk],
  ['TOOL_CALL_RESULT', call.callResult],
  ['REASONING_START', reasoning.spanStarted],
  ['REASONING_END', reasoning.spanEnded],
  ['REASONING_MESSAGE_START', reasoning.messageStarted],
  ['REASONING_MESSAGE_CONTENT', reasoning.messageContent],
  ['REASONING_MESSAGE_END', reasoning.messageEnded],
  ['REASONING_MESSAGE_CHUNK', reasoning.messageChunk],
  ['REASONING_ENCRYPTED_VALUE', nothing],
  ['THINKING_START', reasoning.thinkingStarted],
  ['THINKING_END', reasoning.spanEnded],
  ['THINKING_CONTENT', reasoning.messageContent],
  ['THINKING_TEXT_MESSAGE_START', reasoning.messageStarted],
  ['THINKING_TEXT_MESSAGE_CONTENT', reasoning.messageContent],
  ['THINKING_TEXT_MESSAGE_END', reasoning.messageEnded],
  ['STATE_SNAPSHOT', nothing],
  ['STATE_DELTA', nothing],
  ['MESSAGES_SNAPSHOT', messagesSnapshot],
  ['ACTIVITY_SNAPSHOT', activitySnapshot],
  ['ACTIVITY_DELTA', activityDelta],
  ['SUBAGENT_STARTED', subagent.subagentStarted],
  ['SUBAGENT_FINISHED', subagent.subagentFinished],
  ['SUBAGENT_ERROR', subagent.subagentFailed],
  ['RAW', nothing],
  ['CUSTOM', custom],
]);

/** Beside the conversation: a message or a call in pieces goes on after these. */
const BESIDE = /^(?:RAW|CUSTOM|STATE_|ACTIVITY_|MESSAGES_|REASONING_ENCRYPTED)/;

const CHUNKS: ReadonlyMap<string, OpenChunk['kind']> = new Map([
  ['TEXT_MESSAGE_CHUNK', 'text'],
  ['TOOL_CALL_CHUNK', 'tool'],
  ['REASONING_MESSAGE_CHUNK', 'reasoning'],
]);

/** One agent's stream, and those that answer what it waits for. It never throws; memory grows with the turn. */
export class AgUiDecoder extends SafeDecoder {
  readonly #turn = new Turn();
  readonly #replay = new ReplayFilter({ eager: false });

  /** The body ended, perhaps without the end of its run: what was asked was asked all the same. */
  end(): readonly ActivityEvent[] {
    const asked = askHeld(this.#turn);
    if (asked.length === 0) return [];
    this.#turn.finish('waiting');
    return [...asked, { type: 'run.waiting', reason: 'approval' }];
  }

  protected override read(wire: WireFrame): readonly ActivityEvent[] {
    const { frames, repeated } = this.#replay.pass(wire, namesStart(wire));
    for (let count = repeated.length; count > 0; count -= 1) this.drop('duplicate', 'the stream came again from its beginning');
    return frames.flatMap((frame) => this.#one(frame));
  }

  #one(wire: WireFrame): readonly ActivityEvent[] {
    const named = namedFrame(wire, true);
    if ('problem' in named) return this.drop('malformed', named.problem);
    const { type, body } = named;
    const handler = handlers.get(type);
    // Never with a sample: what an unknown event holds may be a thought.
    if (handler === undefined) return this.drop('unknown', `${type}: not an event of this protocol`);
    return this.#apply(type, body, handler);
  }

  #apply(type: string, body: JsonRecord, handler: Handler): readonly ActivityEvent[] {
    const faults = new Set<string>();
    const fault = (reason: string): void => void faults.add(reason);
    const frame = readFields(frameSchema, body, fault);
    const turn = this.#turn;
    const context: Context = { type, frame, turn, fault, lane: idOf(frame.subagentRunId) ?? '' };
    if (turn.isRepetition(type, idOf(frame.runId))) return this.drop('duplicate', `${type}: its run is over`);
    const closing = closeChunks(context);
    const handled = handler(context);
    for (const reason of faults) this.drop('malformed', `${type}: ${reason}; the field was left out`);
    const events = typeof handled === 'string' ? closing : [...closing, ...handled];
    if (typeof handled === 'string') this.drop('malformed', `${type}: ${handled}`);
    if (events.length > 0 && turn.status === 'idle') turn.status = 'running';
    return events;
  }
}

/** Only the start of a run may begin a stream that is sent again. */
function namesStart({ data }: WireFrame): boolean {
  return typeof data === 'string' ? data.includes('RUN_STARTED') : (data as { readonly type?: unknown } | null)?.type === 'RUN_STARTED';
}

/** What came in chunks ends with whatever else its speaker does, and all of it with the run. */
function closeChunks(context: Context): readonly ActivityEvent[] {
  const { type, turn, frame, lane } = context;
  if (BESIDE.test(type)) return [];
  const lanes = type.startsWith('RUN_') ? [...turn.chunks.keys()] : [lane];
  return lanes.flatMap((one) => {
    const chunk = turn.chunks.get(one);
    if (chunk === undefined || goesOn(chunk, type, idOf(chunk.kind === 'tool' ? frame.toolCallId : frame.messageId), one)) return [];
    turn.chunks.delete(one);
    if (chunk.kind === 'tool') return call.complete(turn.call(chunk.id, one));
    if (chunk.kind === 'reasoning') return reasoning.closeThought(chunk.id, context);
    const message = turn.messages.get(chunk.id);
    if (message !== undefined) message.open = false;
    return [];
  });
}

function goesOn({ kind, id }: OpenChunk, type: string, named: string | undefined, lane: string): boolean {
  if (CHUNKS.get(type) !== kind) return false;
  return named === undefined || id === (kind === 'reasoning' ? `${lane} ${named}` : named);
}
