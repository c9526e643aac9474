import type { ActivityEvent } from '../../activity/event.js';
import type { WireFrame } from '../../wire/frame.js';
import type { DecodeOptions } from '../dialect.js';
import { documentsOf } from '../shared/documents.js';
import { readFields } from '../shared/fields.js';
import { readData } from '../shared/frame-data.js';
import { ReplayFilter } from '../shared/replay-filter.js';
import { SafeDecoder } from '../shared/safe-decoder.js';
import { idOf, isRecord, type JsonRecord } from '../shared/values.js';
import * as block from './blocks.js';
import { type Handler, nothing } from './context.js';
import * as dialog from './dialogs.js';
import * as lifecycle from './lifecycle.js';
import * as message from './messages.js';
import { PiRun } from './run.js';
import { frameSchema } from './schema.js';
import * as tool from './tools.js';

/** Events of one block of an assistant's message: within `message_update`, or bare from the proxy. */
const BLOCKS: readonly (readonly [string, Handler])[] = [
  ['text_start', block.textStarted],
  ['text_delta', block.textDelta],
  ['text_end', block.textEnded],
  ['thinking_start', block.thinkingStarted],
  ['thinking_delta', block.thinkingDelta],
  ['thinking_end', block.thinkingEnded],
  ['toolcall_start', block.callStarted],
  ['toolcall_delta', block.callDelta],
  ['toolcall_end', block.callEnded],
  ['image_start', nothing],
  ['image_end', nothing],
];

/** Within `message_update`. */
const updates: ReadonlyMap<string, Handler> = new Map<string, Handler>([
  ['start', nothing],
  ['done', lifecycle.messageStopped],
  ['error', lifecycle.messageStopped],
  ...BLOCKS,
]);

/** Every event of both generations and of the proxy. A Map, since the names come from outside. */
const handlers: ReadonlyMap<string, Handler> = new Map<string, Handler>([
  ['session', nothing],
  ['agent_start', lifecycle.agentStarted],
  ['agent_end', lifecycle.agentEnded],
  ['agent_settled', lifecycle.agentSettled],
  ['turn_start', nothing],
  ['turn_end', message.turnEnded],
  ['message_start', message.messageStarted],
  ['message_end', message.messageEnded],
  ['tool_execution_start', tool.executionStarted],
  ['tool_execution_update', tool.executionUpdated],
  ['tool_execution_end', tool.executionEnded],
  ['auto_retry_start', lifecycle.retryStarted],
  ['auto_retry_end', lifecycle.retryEnded],
  ['auto_compaction_start', lifecycle.compactionStarted],
  ['auto_compaction_end', lifecycle.compactionEnded],
  ['compaction_start', lifecycle.compactionStarted],
  ['compaction_end', lifecycle.compactionEnded],
  ['extension_error', lifecycle.extensionFailed],
  ['extension_ui_request', dialog.uiRequested],
  ['extension_ui_response', dialog.uiAnswered],
  ['response', lifecycle.commandAnswered],
  ['start', lifecycle.proxyStarted],
  ['done', lifecycle.proxyDone],
  ['error', lifecycle.proxyFailed],
  ...BLOCKS,
]);

/** Only these may begin a stream that is sent again. */
const BEGINNINGS: ReadonlySet<string> = new Set(['session', 'agent_start', 'response', 'start']);

/** Only the second generation sends these. */
const SECOND: ReadonlySet<string> = new Set(['agent_settled', 'queue_update', 'compaction_start', 'compaction_end']);

/** What holds no thoughts, and so may be quoted. */
const QUOTABLE = /^(?:tool_execution_|extension_|response$|auto_|compaction_)/;

/** A stream of Pi's. It never throws; memory grows with the messages of a run and, bounded, with the calls of the stream. */
export class PiDecoder extends SafeDecoder {
  readonly #run = new PiRun();
  readonly #replay = new ReplayFilter({ eager: false });
  readonly #now: () => number;

  constructor(options: DecodeOptions = {}) {
    super(options);
    this.#now = options.now ?? Date.now;
  }

  /** The body ended after the agent had, from a server that does not say that it settled. */
  end(): readonly ActivityEvent[] {
    return this.#run.ended ? lifecycle.settle(this.#run) : [];
  }

  protected override read(wire: WireFrame): readonly ActivityEvent[] {
    return documentsOf(wire.data).flatMap((data) => this.#document(data));
  }

  #document(data: unknown): readonly ActivityEvent[] {
    const parsed = readData(data);
    if (!parsed.ok) return this.drop('malformed', `frame: ${parsed.why}`);
    const { value } = parsed;
    if (!isRecord(value)) return this.drop('malformed', 'frame: the data must be an object');
    const { frames, repeated } = this.#replay.pass({ data }, BEGINNINGS.has(String(value['type'])));
    for (let count = repeated.length; count > 0; count -= 1) this.drop('duplicate', 'the stream came again from its beginning');
    return frames.flatMap((frame) => this.#one(frame.data === data ? value : bodyOf(frame.data)));
  }

  #one(body: JsonRecord): readonly ActivityEvent[] {
    const type = idOf(body['type']);
    if (type === undefined) return this.drop('malformed', 'the frame has no "type"');
    if (SECOND.has(type)) this.#run.second = true;
    if (type === 'message_update') return this.#update(body);
    if (type === 'queue_update') return this.#queue(body);
    return this.#apply(type, body, handlers.get(type));
  }

  /** The second generation leaves the message out, which the first repeats with each event. */
  #update(body: JsonRecord): readonly ActivityEvent[] {
    const event = body['assistantMessageEvent'];
    const kind = isRecord(event) ? idOf(event['type']) : undefined;
    if (!isRecord(event) || kind === undefined) return this.drop('malformed', 'message_update: "assistantMessageEvent" must be an object with a "type"');
    if (body['message'] === undefined && event['partial'] === undefined) this.#run.second = true;
    return this.#apply(`message_update ${kind}`, { message: body['message'], ...event }, updates.get(kind));
  }

  /** What is queued is the host's own: a person wrote it a moment ago. */
  #queue(body: JsonRecord): readonly ActivityEvent[] {
    const count = (value: unknown): string => String(Array.isArray(value) ? value.length : 0);
    return this.drop('ignored', `queue_update: ${count(body['steering'])} to steer, ${count(body['followUp'])} to follow`);
  }

  #apply(type: string, body: JsonRecord, handler: Handler | undefined): readonly ActivityEvent[] {
    const shown = QUOTABLE.test(type) ? body : undefined;
    if (handler === undefined) return this.drop('unknown', `${type}: not an event of this protocol`);
    const faults = new Set<string>();
    const fault = (reason: string): void => void faults.add(reason);
    const frame = readFields(frameSchema, body, fault);
    const handled = handler({ type, frame, run: this.#run, fault, now: this.#now });
    if (typeof handled === 'string') return this.drop('malformed', `${type}: ${handled}`, shown);
    for (const reason of faults) this.drop('malformed', `${type}: ${reason}; the field was left out`);
    if (handled.length > 0) this.#run.fresh = false;
    return handled;
  }
}

/** A frame that was held back, and was an object when it came. */
function bodyOf(data: unknown): JsonRecord {
  return (typeof data === 'string' ? JSON.parse(data) : data) as JsonRecord;
}
