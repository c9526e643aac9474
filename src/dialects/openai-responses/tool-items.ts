import type { ActivityEvent, ToolResult } from '../../activity/event.js';
import { compact, idOf, isRecord, type JsonRecord, textOf } from '../shared/values.js';
import type { Context } from './context.js';
import { type ItemInput, type ItemKind, toolKeyOf } from './items.js';
import type { Entry } from './response-memory.js';

/** Own statuses of items that mean that the provider is still at it. */
const unfinished: ReadonlySet<string> = new Set(['in_progress', 'searching', 'interpreting', 'generating', 'calling']);

/** Opens a card. While arguments are still to come it is only announced. */
export function opened(entry: Entry, kind: ItemKind): readonly ActivityEvent[] {
  const { item, type, card } = entry;
  const status = kind.streams === true && !entry.active ? 'pending' : 'active';
  if (status === 'active') entry.active = true;
  return [
    {
      type: 'tool.start',
      callId: card,
      status,
      toolKey: toolKeyOf(kind, type, item),
      executor: kind.executor(item),
      ...compact({ title: kind.title?.(item), parent: callerOf(item) }),
    },
  ];
}

/** The call that made this one: a program of the provider's calls the client's tools. */
function callerOf(item: JsonRecord): string | undefined {
  const { caller } = item;
  return isRecord(caller) && caller['type'] === 'program' ? idOf(caller['caller_id']) : undefined;
}

/** Arguments come whole twice or thrice: with their own event, with the item, with the response. */
function isSame(known: unknown, whole: unknown): boolean {
  if (known === whole) return true;
  if (typeof known !== 'object' || typeof whole !== 'object') return false;
  try {
    return JSON.stringify(known) === JSON.stringify(whole);
  } catch {
    // Only a pushed value can be cyclic; the reducer compares again.
    return false;
  }
}

/** The arguments are whole: they go to the card when they are news, and its work begins. */
export function inputWhole(entry: Entry, input: ItemInput): readonly ActivityEvent[] {
  const events: ActivityEvent[] = [];
  if (input !== undefined) {
    const whole = 'text' in input ? input.text : input.value;
    if (!isSame(entry.input, whole)) {
      entry.input = whole;
      events.push({ type: 'tool.input', callId: entry.card, mode: 'replace', complete: true, ...input });
    }
  }
  if (!entry.active) {
    entry.active = true;
    events.push({ type: 'tool.start', callId: entry.card, status: 'active' });
  }
  return events;
}

/** A tool's own error, as text or `{ code?, message }` or whatever else it is. */
export function itemError(value: unknown): { readonly code?: string; readonly message: string } | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value === 'string') return { message: value };
  if (!isRecord(value)) return { message: JSON.stringify(value) };
  const code = value['code'] ?? value['type'];
  const message = textOf(value['message']) ?? JSON.stringify(value['content'] ?? value);
  return compact({ code: typeof code === 'string' || typeof code === 'number' ? String(code) : undefined, message });
}

function resultOf(item: JsonRecord, failed: boolean, hasOutput: boolean): ToolResult {
  const status = textOf(item['status']);
  if (failed || status === 'failed') return 'failed';
  if (status === 'incomplete') return 'degraded';
  // A result is a result, whatever the status beside it says (seen behind programs).
  if (status !== undefined && unfinished.has(status) && !hasOutput) return 'unknown';
  return 'completed';
}

/** The end of a provider's call, from its own item. */
export function providerEnd(entry: Entry, kind: ItemKind): ActivityEvent {
  const { item } = entry;
  const error = itemError(item['error']);
  const output = kind.output?.(item) ?? {};
  const result = resultOf(item, entry.failed || error !== undefined, 'output' in output);
  const detail = kind.detail?.(item);
  const rawStatus = result === 'unknown' || result === 'degraded' ? textOf(item['status']) : undefined;
  return { type: 'tool.end', callId: entry.card, result, ...compact({ error, detail, rawStatus }), ...output };
}

/** A tool item is whole. A provider's tool has ended; a client's is only now known, and its result is not in this stream. */
export function toolDone(entry: Entry, kind: ItemKind, context: Context): readonly ActivityEvent[] {
  const { item } = entry;
  const incomplete = item['status'] === 'incomplete';
  const isClient = kind.executor(item) === 'client';
  // Half an argument text is no argument: it stays what was streamed, and the client will not be asked to run it.
  const input = isClient && incomplete ? [] : inputWhole(entry, kind.input(item));
  if (!isClient && kind.separate === true) {
    context.turn.awaitingOutput.set(entry.card, entry);
    return input;
  }
  if (!isClient) return [...input, providerEnd(entry, kind)];
  if (!incomplete) context.turn.clientCalls.set(entry.card, context.response);
  return input;
}
