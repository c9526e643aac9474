import type { ActivityEvent } from '../../activity/event.js';
import { readFields } from '../shared/fields.js';
import { compact, firstPresent, idOf, isRecord, type JsonRecord, textOf } from '../shared/values.js';
import { approvalAnswered, approvalRequested, approvalUsed } from './approvals.js';
import type { Context, Handled, Handler } from './context.js';
import { isOutput, kindOf } from './items.js';
import { reasoningDone } from './reasoning.js';
import type { Entry } from './response-memory.js';
import { itemSchema } from './schema.js';
import { messageItemDone } from './text.js';
import { itemError, opened, toolDone } from './tool-items.js';

/** Items that carry nothing to show. */
const silent: ReadonlySet<string> = new Set(['compaction', 'item_reference']);

interface Read {
  readonly item: JsonRecord;
  readonly type: string;
  readonly index: number | undefined;
}

function readItem({ frame, fault }: Context): Read | undefined {
  if (!isRecord(frame.item)) return undefined;
  const item = readFields(itemSchema, frame.item, (reason) => {
    fault(`item: ${reason}`);
  });
  const type = idOf(item.type);
  return type === undefined ? undefined : { item, type, index: frame.output_index ?? undefined };
}

const NO_ITEM = '"item" must be an object with a "type"';

/** Adds the item to the memory and opens its card. */
function enter({ item, type, index }: Read, context: Context): { readonly entry: Entry; readonly events: readonly ActivityEvent[] } {
  const kind = kindOf(type);
  const entry = context.response.add({ type, index, item, kind });
  if (type === 'message') context.turn.text.name(entry.id);
  if (type === 'mcp_approval_request') return { entry, events: approvalRequested(entry, context) };
  if (kind === undefined) return { entry, events: [] };
  return { entry, events: [...opened(entry, kind), ...approvalUsed(entry, context)] };
}

/** `response.output_item.added`. */
export const itemAdded: Handler = (context) => {
  const read = readItem(context);
  if (read === undefined) return NO_ITEM;
  // A user's own item, in the stream of a conversation.
  if (read.item['role'] === 'user' || isOutput(read.type) || read.type === 'mcp_approval_response') return [];
  const known = context.response.findSame(read.type, read.item, read.index);
  if (known === undefined) return enter(read, context).events;
  return known.kind === undefined || known.done ? [] : opened(known, known.kind);
};

/** The call that a result without a `call_id` belongs to: the newest of its type that waits for one. */
function awaiting(type: string, { turn }: Context): string | undefined {
  const calls = [type.replace(/_output$/, '_call'), type.replace(/_output$/, '')];
  return [...turn.awaitingOutput.values()].findLast((entry) => calls.includes(entry.type))?.card;
}

/** The result of a call that another item opened, maybe in another response. */
function outputItem({ item, type }: Read, context: Context): Handled {
  const { turn } = context;
  const callId = idOf(item['call_id']) ?? awaiting(type, context) ?? idOf(item['id']);
  if (callId === undefined) return `"item.call_id" of a ${type} must be a non-empty string`;
  turn.clientCalls.delete(callId);
  turn.awaitingOutput.delete(callId);
  const status = textOf(item['status']);
  const output = firstPresent(item, 'output', type === 'tool_search_output' ? 'tools' : 'result');
  const error = itemError(item['error']) ?? (status === 'failed' ? itemError(output) : undefined);
  const failed = status === 'failed' || error !== undefined;
  const result = failed ? 'failed' : status === 'incomplete' ? 'degraded' : 'completed';
  return [{ type: 'tool.end', callId, result, ...compact({ error }), ...(output !== undefined && { output }) }];
}

/** `response.output_item.done`: the item is whole, whether or not it was added before. */
export const itemDone: Handler = (context) => {
  const read = readItem(context);
  if (read === undefined) return NO_ITEM;
  if (read.item['role'] === 'user' || silent.has(read.type)) return [];
  if (read.type === 'mcp_approval_response') return approvalAnswered(read.item, context);
  if (isOutput(read.type)) return outputItem(read, context);
  const known = context.response.findOpen(read.type, read.item, read.index);
  if (known?.done === true) return [];
  const { entry, events } = known === undefined ? enter(read, context) : { entry: known, events: [] };
  return [...events, ...finishEntry(entry, read.item, context)];
};

/** What a whole item says about an entry that is not done yet. */
export function finishEntry(entry: Entry, item: JsonRecord, context: Context): readonly ActivityEvent[] {
  entry.item = item;
  entry.done = true;
  return [...approvalUsed(entry, context), ...whole(entry, context)];
}

function whole(entry: Entry, context: Context): readonly ActivityEvent[] {
  if (entry.kind !== undefined) return toolDone(entry, entry.kind, context);
  if (entry.type === 'message') return messageItemDone(entry, context);
  if (entry.type === 'reasoning') return reasoningDone(entry);
  if (entry.type === 'mcp_approval_request') return approvalRequested(entry, context);
  return [];
}
