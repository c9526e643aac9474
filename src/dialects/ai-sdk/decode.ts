import type { ActivityEvent } from '../../activity/event.js';
import type { WireFrame } from '../../wire/frame.js';
import { documentsOf, END_MARK } from '../shared/documents.js';
import { readFields } from '../shared/fields.js';
import { isPrivate, readData } from '../shared/frame-data.js';
import { Repetition } from '../shared/repetition.js';
import { SafeDecoder } from '../shared/safe-decoder.js';
import { idOf, isRecord, type JsonRecord } from '../shared/values.js';
import * as approval from './approvals.js';
import type { Handler } from './context.js';
import * as lifecycle from './lifecycle.js';
import { chunkSchema } from './schema.js';
import * as text from './text.js';
import * as tool from './tools.js';
import { Turn } from './turn.js';

const START = 'start';

/** Every chunk that says something, but for `start`. A Map, since the names come from a server. */
const handlers: ReadonlyMap<string, Handler> = new Map<string, Handler>([
  ['start-step', lifecycle.stepStarted],
  ['finish-step', lifecycle.stepFinished],
  ['reset-step', lifecycle.stepReset],
  ['finish', lifecycle.finished],
  ['abort', lifecycle.aborted],
  ['error', lifecycle.errored],
  [END_MARK, lifecycle.done],
  // The end of the form for web sockets.
  ['end', lifecycle.done],

  ['text-start', text.textStarted],
  ['text-delta', text.textDelta],
  ['text-end', text.textEnded],
  ['reasoning-start', text.thoughtStarted],
  ['reasoning-delta', text.thoughtDelta],
  ['reasoning-end', text.thoughtEnded],

  ['tool-input-start', tool.inputStarted],
  ['tool-input-delta', tool.inputDelta],
  ['tool-input-available', tool.inputAvailable],
  ['tool-input-error', tool.inputFailed],
  ['tool-output-available', tool.outputAvailable],
  ['tool-output-error', tool.outputFailed],
  ['tool-output-denied', tool.outputDenied],

  ['tool-approval-request', approval.requested],
  ['tool-approval-response', approval.responded],
  ['data-tool-call-approval', approval.askedByData],
  ['data-tool-call-suspended', approval.askedByData],
]);

/** For the host, or of no use here. So is every `data-*` that is the host's own. */
const IGNORED: ReadonlySet<string> = new Set([
  'source-url',
  'source-document',
  'file',
  'reasoning-file',
  'custom',
  'steering-message',
  'message-metadata',
  'no-active',
]);

interface Chunk {
  readonly type: string;
  readonly body: JsonRecord;
}

const END: Chunk = { type: END_MARK, body: {} };

/** A chunk in the form for web sockets has another around it. */
function unwrapped(value: JsonRecord): JsonRecord {
  const { type, chunk } = value;
  return type === 'chunk' && isRecord(chunk) ? chunk : value;
}

/** A UI message stream. It never throws; memory grows with the parts and calls of a turn. */
export class AiSdkDecoder extends SafeDecoder {
  readonly #repetition = new Repetition<Chunk>();
  #turn = new Turn();

  /** The body ended without an end mark. */
  end(): readonly ActivityEvent[] {
    return lifecycle.brokenOff(this.#turn);
  }

  protected override read(wire: WireFrame): readonly ActivityEvent[] {
    return documentsOf(wire.data).flatMap((data) => this.#document(data));
  }

  #document(data: unknown): readonly ActivityEvent[] {
    if (typeof data === 'string' && data.trim() === END_MARK) return this.#pass(END, END_MARK);
    const parsed = readData(data);
    if (!parsed.ok) return this.drop('malformed', `frame: ${parsed.why}`, data);
    if (!isRecord(parsed.value)) return this.drop('malformed', 'frame: the data must be an object', data);
    const body = unwrapped(parsed.value);
    const type = idOf(body['type']);
    if (type === undefined) return this.drop('malformed', 'the frame has no "type"', data);
    if (type === START || handlers.has(type)) return this.#pass({ type, body }, typeof data === 'string' ? data : JSON.stringify(data));
    if (IGNORED.has(type) || type.startsWith('data-')) return this.drop('ignored', `${type}: not part of the interface`);
    return this.drop('unknown', `${type}: not a chunk of this protocol`, isPrivate(type) ? undefined : data);
  }

  #pass(chunk: Chunk, text: string): readonly ActivityEvent[] {
    const { news, repeated } = this.#repetition.pass(chunk, text, chunk.type === START);
    for (let count = 0; count < repeated; count += 1) this.drop('duplicate', 'the stream was sent again from its beginning');
    return news.flatMap((one) => this.#apply(one));
  }

  #apply({ type, body }: Chunk): readonly ActivityEvent[] {
    const faults = new Set<string>();
    const fault = (reason: string): void => void faults.add(reason);
    const chunk = readFields(chunkSchema, body, fault);
    if (type === START) return this.#start(idOf(chunk.messageId));
    const turn = this.#turn;
    const begun = turn.phase === 'new' && type !== END_MARK ? lifecycle.opening(turn) : [];
    const handled = handlers.get(type)?.({ type, chunk, body, turn, fault }) ?? [];
    if (typeof handled === 'string') return [...begun, ...this.drop('malformed', `${type}: ${handled}`)];
    for (const reason of faults) this.drop('malformed', `${type}: ${reason}; the field was left out`);
    return [...begun, ...handled];
  }

  /** A response begins: one more of a turn that waits, or of one that is named again; or else another turn. */
  #start(id: string | undefined): readonly ActivityEvent[] {
    const turn = this.#turn;
    const isOther = id !== undefined && turn.runId !== undefined && id !== turn.runId;
    const isNamedAgain = id !== undefined && id === turn.runId;
    if (turn.phase === 'open' && !isOther) return [...lifecycle.takenBack(turn, turn.firstStep), ...lifecycle.goingOn(turn, id)];
    if (turn.phase === 'over' && !isOther && (isNamedAgain || turn.isWaiting)) return lifecycle.goingOn(turn, id);
    const next = turn.phase === 'new' ? turn : (this.#turn = new Turn());
    next.runId = id;
    next.text.name(id);
    return lifecycle.opening(next);
  }
}
