import type { ActivityEvent } from '../../activity/event.js';
import type { WireFrame } from '../../wire/frame.js';
import { copy, trim } from '../shared/bounded.js';
import { readFields } from '../shared/fields.js';
import { isPrivate } from '../shared/frame-data.js';
import { namedFrame } from '../shared/named-frame.js';
import { Repetition } from '../shared/repetition.js';
import { SafeDecoder } from '../shared/safe-decoder.js';
import { idOf, type JsonRecord } from '../shared/values.js';
import * as block from './blocks.js';
import type { Handler } from './context.js';
import * as lifecycle from './lifecycle.js';
import { frameSchema } from './schema.js';
import * as session from './sessions.js';
import { Turn } from './turn.js';

const START = 'message_start';

/** Messages and events of sessions that are kept: one that is older and comes again would count as new. */
const ID_LIMIT = 8192;

/** Every event that says something, but for `message_start`. A Map, since the names come from a server. */
const handlers: ReadonlyMap<string, Handler> = new Map<string, Handler>([
  ['content_block_start', block.blockStarted],
  ['content_block_delta', block.blockGrew],
  ['content_block_stop', block.blockStopped],
  ['message_delta', lifecycle.messageDelta],
  ['message_stop', lifecycle.messageStopped],
  ['error', lifecycle.errored],

  ['agent.tool_use', session.toolUsed('provider')],
  ['agent.mcp_tool_use', session.toolUsed('provider')],
  ['agent.custom_tool_use', session.toolUsed('client')],
  ['agent.tool_result', session.toolAnswered],
  ['agent.mcp_tool_result', session.toolAnswered],
  ['agent.message', session.said],
  ['agent.thinking', session.thought],
  ['user.tool_confirmation', session.confirmed],
  ['session.status_running', session.running],
  ['session.status_idle', session.idle],
  ['session.status_terminated', session.terminated],
  ['session.error', session.failed],
]);

/** Known, and not part of the display. So is what the client itself sends in a session. */
const IGNORED: ReadonlySet<string> = new Set(['ping', 'session.status_rescheduled']);

const OF_SESSIONS = /^(?:agent|session|user)\./;

interface Event {
  readonly type: string;
  readonly body: JsonRecord;
}

function textOf({ data }: WireFrame): string {
  return typeof data === 'string' ? data : JSON.stringify(data);
}

function idOfMessage({ message }: JsonRecord): string | undefined {
  return typeof message === 'object' && message !== null ? idOf((message as JsonRecord)['id']) : undefined;
}

/** The messages of a turn. It never throws; memory grows with the blocks of a turn. */
export class AnthropicMessagesDecoder extends SafeDecoder {
  readonly #repetition = new Repetition<Event>();
  /** Events of a session, which have ids. */
  readonly #seen = new Set<string>();
  /** Messages that are whole. */
  readonly #finished = new Set<string>();
  #turn = new Turn();
  /** The id of the message under way. */
  #current: string | undefined;
  /** A message that is whole comes again. */
  #again = false;

  /** The body ended without the last event. */
  end(): readonly ActivityEvent[] {
    return lifecycle.bodyEnded(this.#turn);
  }

  protected override read(wire: WireFrame): readonly ActivityEvent[] {
    const frame = namedFrame(wire, true);
    const data = frame.quotable ? wire.data : undefined;
    if ('problem' in frame) return this.drop('malformed', frame.problem, data);
    const { type, body } = frame;
    if (IGNORED.has(type) || (type.startsWith('user.') && !handlers.has(type))) return this.drop('ignored', `${type}: not part of the interface`);
    if (type !== START && !handlers.has(type)) return this.drop('unknown', `${type}: not an event of this protocol`, isPrivate(type) ? undefined : data);
    if (this.#isSeen(type, body)) return this.drop('duplicate', `${type}: its id was seen before`);
    const { news, repeated } = this.#repetition.pass({ type, body }, textOf(wire), type === START);
    for (let count = 0; count < repeated; count += 1) this.drop('duplicate', 'the message was sent again from its beginning');
    return news.flatMap((one) => this.#apply(one));
  }

  #apply({ type, body }: Event): readonly ActivityEvent[] {
    if (type === START) return this.#start(idOfMessage(body));
    if (this.#again) return this.drop('duplicate', `${type}: its message is whole`);
    const faults = new Set<string>();
    const fault = (reason: string): void => void faults.add(reason);
    const unknown = (what: string): void => void this.drop('unknown', `${type}: ${what}`);
    const frame = readFields(frameSchema, body, fault);
    const turn = this.#turnFor(type);
    const handled = handlers.get(type)?.({ type, frame, body, turn, fault, unknown }) ?? [];
    if (typeof handled === 'string') return this.drop('malformed', `${type}: ${handled}`);
    for (const reason of faults) this.drop('malformed', `${type}: ${reason}; the field was left out`);
    if (turn.message?.over === true) this.#finish();
    return handled;
  }

  #isSeen(type: string, { id }: JsonRecord): boolean {
    const own = OF_SESSIONS.test(type) ? idOf(id) : undefined;
    if (own === undefined) return false;
    const key = copy(own);
    const known = this.#seen.has(key);
    this.#seen.add(key);
    trim(this.#seen, ID_LIMIT);
    return known;
  }

  /** What begins a message begins a turn, where the last one is over; an error and an end do not. */
  #turnFor(type: string): Turn {
    const begins = type.startsWith('content_block') || type.startsWith('agent.') || type === 'session.status_running';
    if (begins && this.#turn.phase === 'over') this.#turn = new Turn();
    return this.#turn;
  }

  #finish(): void {
    if (this.#current === undefined) return;
    this.#finished.add(copy(this.#current));
    trim(this.#finished, ID_LIMIT);
    this.#current = undefined;
  }

  /** A message begins: the next one of the turn, the first of another turn, or one that is known. */
  #start(id: string | undefined): readonly ActivityEvent[] {
    this.#again = id !== undefined && this.#finished.has(copy(id));
    if (this.#again) return this.drop('duplicate', `${START}: the message is whole`);
    const { message } = this.#turn;
    const open = message !== undefined && !message.over ? message : undefined;
    if (open?.blocks.size === 0 && id !== undefined && id === this.#current) return this.drop('duplicate', `${START}: the message has begun`);
    const before = open === undefined ? [] : open.stopReason === undefined ? lifecycle.takenBack(this.#turn, open) : lifecycle.stop(this.#turn, open);
    if (this.#turn.phase === 'over') this.#turn = new Turn();
    this.#current = id;
    return [...before, ...lifecycle.begun(this.#turn, id)];
  }
}
