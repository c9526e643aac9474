import type { ActivityEvent } from '../../activity/event.js';
import type { WireFrame } from '../../wire/frame.js';
import { readFields } from '../shared/fields.js';
import { isPrivate, readData } from '../shared/frame-data.js';
import { ReplayFilter } from '../shared/replay-filter.js';
import { SafeDecoder } from '../shared/safe-decoder.js';
import { compact, idOf, isRecord, type JsonRecord, textOf } from '../shared/values.js';
import { type Context, type EventFields, type Handled, type Item, readItem, type Update } from './context.js';
import * as message from './messages.js';
import * as question from './questions.js';
import { eventSchema, updateSchema } from './schema.js';
import * as task from './tasks.js';
import { Turn } from './turn.js';

type OnItem = (item: Item, context: Context) => Handled;
type OnUpdate = (itemId: string, update: Update, context: Context) => Handled;
type OnEvent = (fields: EventFields, context: Context) => Handled;

const nothing = (): Handled => [];

/** By type of the item: when it is added, and when it is done or replaced. */
const items: ReadonlyMap<string, readonly [added: OnItem, done: OnItem]> = new Map<string, readonly [OnItem, OnItem]>([
  ['user_message', [nothing, nothing]],
  ['assistant_message', [message.messageAdded, message.messageDone]],
  ['client_tool_call', [task.clientTool, task.clientTool]],
  ['widget', [question.widgetItem, question.widgetItem]],
  ['generated_image', [task.imageAdded, task.imageDone]],
  ['structured_input', [question.structuredInput, question.structuredInput]],
  ['task', [task.taskAdded, task.taskDone]],
  ['workflow', [task.workflowAdded, task.workflowDone]],
  ['end_of_turn', [endTurn, endTurn]],
  ['hidden_context_item', [nothing, nothing]],
  ['sdk_hidden_context', [nothing, nothing]],
]);

const updates: ReadonlyMap<string, OnUpdate> = new Map<string, OnUpdate>([
  ['assistant_message.content_part.added', message.contentPart],
  ['assistant_message.content_part.text_delta', message.textDelta],
  ['assistant_message.content_part.annotation_added', nothing],
  ['assistant_message.content_part.done', message.contentPart],
  ['workflow.task.added', task.workflowTask],
  ['workflow.task.updated', task.workflowTask],
  ['widget.root.updated', question.widgetUpdated],
  ['widget.component.updated', nothing],
  ['widget.streaming_text.value_delta', nothing],
  ['generated_image.updated', task.imageUpdated],
]);

const ended: readonly ActivityEvent[] = [{ type: 'think.end' }, { type: 'run.ended', outcome: 'completed' }];

function endTurn(_item: Item, { turn }: Context): Handled {
  turn.over = true;
  return ended;
}

const LEVELS: ReadonlyMap<unknown, 'warning' | 'error'> = new Map<unknown, 'warning' | 'error'>([
  ['warning', 'warning'],
  ['danger', 'error'],
]);

const onItem =
  (place: 0 | 1): OnEvent =>
  ({ item: value }, context) => {
    const item = value ? readItem(value, context.fault) : undefined;
    if (item === undefined) return '"item" must be an object with an "id"';
    const handler = items.get(textOf(item.type) ?? '')?.[place];
    return handler === undefined ? `"item.type" is not a type of this protocol` : handler(item, context);
  };

const onUpdate: OnEvent = ({ item_id: itemId, update: value }, context) => {
  const id = idOf(itemId);
  if (id === undefined || !value) return '"item_id" and "update" must be there';
  const update = readFields(updateSchema, value, context.fault);
  const handler = updates.get(textOf(update.type) ?? '');
  return handler === undefined ? '"update.type" is not a type of this protocol' : handler(id, update, context);
};

/** What was open of it is not going on; text of it is taken back. */
const onRemoved: OnEvent = ({ item_id: itemId }, { turn }) => {
  const id = idOf(itemId);
  if (id === undefined) return '"item_id" must be a non-empty string';
  const calls = turn.openOf(id).map((callId): ActivityEvent => ({ type: 'tool.end', callId, result: 'cancelled' }));
  const asked: readonly ActivityEvent[] = turn.hasAsked(id) ? [{ type: 'approval.response', approvalId: id, decision: 'cancelled', assumed: true }] : [];
  if (turn.openMessage === id) turn.openMessage = undefined;
  return [...calls, ...asked, ...turn.text.remove(id)];
};

const onProgress: OnEvent = ({ text }) => (typeof text === 'string' ? [{ type: 'note', id: 'progress', level: 'info', text }] : '"text" must be a string');

const onNotice: OnEvent = ({ level, title, message: words }) => {
  const text = [textOf(title), textOf(words)].filter((part) => part !== undefined).join(': ');
  return text === '' ? '"message" must be a string' : [{ type: 'note', id: `notice ${text}`, level: LEVELS.get(level) ?? 'info', text }];
};

const onError: OnEvent = ({ code, message: words }, { turn }) => {
  turn.over = true;
  return [{ type: 'think.end' }, { type: 'run.failed', error: { code: textOf(code) ?? 'stream.error', ...compact({ message: textOf(words) }) } }];
};

const handlers: ReadonlyMap<string, OnEvent> = new Map<string, OnEvent>([
  ['stream_options', nothing],
  ['thread.created', nothing],
  ['thread.updated', nothing],
  ['thread.item.added', onItem(0)],
  ['thread.item.done', onItem(1)],
  ['thread.item.replaced', onItem(1)],
  ['thread.item.updated', onUpdate],
  ['thread.item.removed', onRemoved],
  ['progress_update', onProgress],
  ['notice', onNotice],
  ['error', onError],
]);

/** For the host, which knows what they mean. */
const IGNORED: ReadonlySet<string> = new Set(['client_effect']);
/** After the end of a turn these begin another one, on a stream that goes on (`push()`). */
const OPENING: ReadonlySet<string> = new Set(['stream_options', 'thread.created']);

/** The turns of a thread. Without ids: a replay is told by repeating what is known. It never throws. */
export class ChatkitDecoder extends SafeDecoder {
  readonly #replay = new ReplayFilter({ eager: false });
  #turn = new Turn();
  /** Nothing new of this body has come yet. */
  #fresh = false;

  /** The next request of the thread: what waited for it goes on. */
  opened(): void {
    this.#turn.over = false;
    this.#fresh = true;
  }

  /** The body ended, which is the end of a turn that has told none. */
  end(): readonly ActivityEvent[] {
    if (!this.#turn.isStarted || this.#turn.over) return [];
    this.#turn.over = true;
    return ended;
  }

  protected override read({ data }: WireFrame): readonly ActivityEvent[] {
    const parsed = readData(data);
    if (!parsed.ok) return this.drop('malformed', `frame: ${parsed.why}`, data);
    if (!isRecord(parsed.value)) return this.drop('malformed', 'frame: the data must be an object', data);
    // Of an update the same once more may be news: two equal pieces of a text.
    const { frames, repeated } = this.#replay.pass({ data }, parsed.value['type'] !== 'thread.item.updated');
    for (let count = repeated.length; count > 0; count -= 1) this.drop('duplicate', 'the turn was sent again from its beginning');
    if (frames.length === 0) return [];
    const released = this.#fresh ? this.#turn.release() : [];
    this.#fresh = false;
    return [...released, ...frames.flatMap((frame) => this.#one((typeof frame.data === 'string' ? JSON.parse(frame.data) : frame.data) as JsonRecord))];
  }

  #one(body: JsonRecord): readonly ActivityEvent[] {
    const type = idOf(body['type']);
    if (type === undefined) return this.drop('malformed', 'the frame has no "type"', body);
    if (IGNORED.has(type)) return this.drop('ignored', `${type}: for the host`);
    const handler = handlers.get(type);
    if (handler === undefined) return this.drop('unknown', `${type}: not an event of this protocol`, isPrivate(type) ? undefined : body);
    if (this.#turn.over) {
      // A thread gets its title when its turn is over.
      if (type === 'thread.updated') return [];
      if (!OPENING.has(type)) return this.drop('duplicate', `${type}: the turn is over`);
      this.#turn = new Turn();
    }
    return this.#apply(type, body, handler);
  }

  #apply(type: string, body: JsonRecord, handler: OnEvent): readonly ActivityEvent[] {
    const faults = new Set<string>();
    const fault = (reason: string): void => void faults.add(reason);
    const fields = readFields(eventSchema, body, fault);
    const begun = this.#turn.begin(idOf(fields.thread?.['id']) ?? idOf(fields.item?.['thread_id']));
    const handled = handler(fields, { turn: this.#turn, fault });
    // Without a sample: items hold what was thought.
    if (typeof handled === 'string') return [...begun, ...this.drop(handled.includes('is not a type') ? 'unknown' : 'malformed', `${type}: ${handled}`)];
    for (const reason of faults) this.drop('malformed', `${type}: ${reason}; the field was left out`);
    return [...begun, ...handled];
  }
}
