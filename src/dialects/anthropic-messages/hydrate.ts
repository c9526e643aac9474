import type * as z from 'zod/mini';
import type { ActivityEvent, CallSnapshot } from '../../activity/event.js';
import type { HydrateOptions } from '../dialect.js';
import { contentText } from '../shared/content.js';
import { type FieldFault, readFields } from '../shared/fields.js';
import { readMessages } from '../shared/message-history.js';
import { compact, idOf, isRecord, type JsonRecord, textOf } from '../shared/values.js';
import type { Block } from './context.js';
import { endingOf, isResult } from './results.js';
import { blockSchema, messageSchema } from './schema.js';

type Message = z.output<typeof messageSchema>;

/** Names under which an answer may hold its list. */
const LISTS = ['messages', 'data'] as const;
const CALLS: ReadonlySet<string> = new Set(['tool_use', 'server_tool_use', 'mcp_tool_use']);

function listOf(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value as readonly unknown[];
  if (!isRecord(value)) return undefined;
  if ('role' in value) return [value];
  const record: JsonRecord = value;
  const name = LISTS.find((one) => record[one] !== undefined);
  return name === undefined ? undefined : listOf(record[name]);
}

function blocksOf({ content }: Message, fault: FieldFault): readonly Block[] {
  return Array.isArray(content) ? content.filter(isRecord).map((block) => readFields(blockSchema, block, fault)) : [];
}

/** A card: its end from the result, wherever that stands; without one it is only assumed to be over. */
function cardOf(block: Block, results: ReadonlyMap<string, Block>, open: boolean): readonly ActivityEvent[] {
  const callId = idOf(block.id);
  if (callId === undefined) return [];
  const result = results.get(callId);
  const end = result === undefined ? undefined : endingOf(result['content'], result.is_error === true);
  const status: Pick<CallSnapshot, 'status' | 'assumed'> =
    end !== undefined ? { status: end.result as CallSnapshot['status'] } : open ? { status: 'active' } : { status: 'interrupted', assumed: true };
  return [
    {
      type: 'snapshot.call',
      callId,
      ...status,
      ...compact({ toolKey: textOf(block.name), error: end?.error }),
      ...('input' in block && { input: block['input'] }),
      ...(end !== undefined && 'output' in end && { output: end.output }),
    },
  ];
}

/** The messages of a conversation, as they are sent to the API: all cards, and the newest answer. Thoughts are not read. Never throws. */
export function hydrate(persisted: unknown, { live, report }: HydrateOptions): readonly ActivityEvent[] {
  return readMessages(persisted, report, listOf, (stored, fault) => {
    const messages = stored.map((message) => readFields(messageSchema, message, fault));
    const blocks = messages.map((message) => blocksOf(message, fault));
    const results = new Map(blocks.flat().flatMap((block) => resultEntry(block)));
    const cards = blocks.flatMap((all, index) =>
      all.filter(({ type }) => CALLS.has(type ?? '')).flatMap((block) => cardOf(block, results, live && index === blocks.length - 1)),
    );
    return [...cards, ...(live ? [] : newestAnswer(messages))];
  });
}

function resultEntry(block: Block): readonly (readonly [string, Block])[] {
  const callId = idOf(block.tool_use_id);
  return callId !== undefined && isResult(block.type ?? '') ? [[callId, block]] : [];
}

function newestAnswer(messages: readonly Message[]): readonly ActivityEvent[] {
  const newest = messages.at(-1);
  const text = newest?.role === 'assistant' ? textOf(contentText(newest.content)) : undefined;
  return text === undefined ? [] : [{ type: 'message.done', status: 'completed', text, ...compact({ messageId: idOf(newest?.id) }) }];
}
