import type { ActivityEvent } from '../../activity/event.js';
import { reduce } from '../../activity/reduce.js';
import { emptyState } from '../../activity/state.js';
import type { HydrateOptions } from '../dialect.js';
import { readData } from '../shared/frame-data.js';
import { timeOf } from '../shared/time.js';
import { compact, isRecord, type JsonRecord } from '../shared/values.js';
import { ChatkitDecoder } from './decode.js';

/** Names under which an answer may hold its list. */
const LISTS = ['items', 'data', 'thread'] as const;

function itemsOf(value: unknown): readonly JsonRecord[] {
  if (Array.isArray(value)) return inOrder(value.filter(isRecord).filter((item) => typeof item['type'] === 'string'));
  if (!isRecord(value)) return [];
  const name = LISTS.find((one) => value[one] !== undefined);
  return name === undefined ? [] : itemsOf(value[name]);
}

/** A list may come newest first. */
function inOrder(items: readonly JsonRecord[]): readonly JsonRecord[] {
  const [first, last] = [items[0], items.at(-1)].map((item) => timeOf(item?.['created_at']));
  return first !== undefined && last !== undefined && first > last ? [...items].reverse() : items;
}

/** A turn as the frames that it once was. Its thoughts are not told again. */
function turnEvents(items: readonly JsonRecord[], isNewest: boolean, options: HydrateOptions): readonly ActivityEvent[] {
  const live = options.live && isNewest;
  const decoder = new ChatkitDecoder(compact({ report: options.report, now: options.now }));
  const kept = items.filter(({ type }) => type !== 'user_message' && type !== 'end_of_turn');
  const events = kept.flatMap((item) => decoder.decode({ data: { type: 'thread.item.done', item } })).filter(({ type }) => !type.startsWith('think.'));
  const { calls, approvals, message } = reduce(emptyState, events);
  const cards = [...calls.values()].flatMap(({ callId, status, ...about }): readonly ActivityEvent[] => {
    // A card that a question made is asked for with it.
    if (status === 'awaiting_approval') return [];
    const isStale = !live && (status === 'pending' || status === 'active');
    const { toolKey, title } = about;
    const values = { ...('input' in about && { input: about.input }), ...('output' in about && { output: about.output }) };
    return [{ type: 'snapshot.call', callId, ...compact({ toolKey, activity: title === undefined ? undefined : { label: title } }), ...values, ...(isStale ? { status: 'interrupted', assumed: true } : { status }) }];
  });
  if (!isNewest) return cards;
  const pending = new Set([...approvals.values()].filter(({ status }) => status === 'pending').map(({ approvalId }) => approvalId));
  const asked = events.filter((event) => event.type === 'approval.request' && pending.has(event.approvalId));
  const said: readonly ActivityEvent[] = message.text === '' || live ? [] : [{ type: 'message.done', text: message.text, status: 'completed', ...compact({ messageId: message.id }) }];
  return [...cards, ...asked, ...said];
}

/** Each message of the person begins a turn. */
function turnsOf(items: readonly JsonRecord[]): readonly (readonly JsonRecord[])[] {
  const turns: JsonRecord[][] = [[]];
  for (const item of items) {
    if (item['type'] === 'user_message') turns.push([]);
    turns.at(-1)?.push(item);
  }
  return turns;
}

/** The items of a thread, as `threads.get_by_id` and `items.list` give them. Never throws. */
export function hydrate(persisted: unknown, options: HydrateOptions): readonly ActivityEvent[] {
  const fault = (reason: string): void => options.report?.({ code: 'malformed', reason: `history: ${reason}` });
  try {
    const data = readData(persisted);
    const items = data.ok ? itemsOf(data.value) : [];
    if (items.length === 0) fault(data.ok ? 'no items were found' : data.why);
    return turnsOf(items).flatMap((turn, index, all) => turnEvents(turn, index === all.length - 1, options));
  } catch {
    fault('the value cannot be read');
    return [];
  }
}
