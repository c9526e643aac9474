import type { ActivityEvent, CallSnapshot } from '../../activity/event.js';
import type { HydrateOptions } from '../dialect.js';
import { contentText } from '../shared/content.js';
import type { FieldFault } from '../shared/fields.js';
import { readData } from '../shared/frame-data.js';
import { compact, idOf, isRecord, type JsonRecord, textOf } from '../shared/values.js';
import { type Block, blocksOf, type Message, readMessage } from './context.js';
import { resultOf, toolEnded } from './tools.js';

interface Reload {
  readonly live: boolean;
  readonly fault: FieldFault;
}

/** Parsed lines of a session file; a line that is none costs itself. */
function parseLines(text: string, fault: FieldFault): readonly unknown[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return lines.flatMap((line) => {
    const data = readData(line);
    if (!data.ok) fault(data.why);
    return data.ok ? [data.value] : [];
  });
}

/** Whatever an endpoint gives: a session file, a list, or what `get_messages` and `get_entries` answer. */
function listOf(persisted: unknown, fault: FieldFault): { readonly entries: readonly unknown[]; readonly leaf?: string | undefined } {
  const data = readData(persisted);
  if (!data.ok) return { entries: typeof persisted === 'string' ? parseLines(persisted, fault) : [] };
  const { value } = data;
  if (Array.isArray(value)) return { entries: value };
  if (!isRecord(value)) return { entries: [] };
  const source = isRecord(value['data']) ? value['data'] : value;
  const found = [source['entries'], source['messages'], value['data']].find(Array.isArray) as readonly unknown[] | undefined;
  return { entries: found ?? (typeof source['role'] === 'string' ? [source] : []), leaf: idOf(source['leafId']) };
}

/** Entries are a tree: those on the way from the leaf to the root are the conversation. */
function branch(entries: readonly JsonRecord[], leaf: string | undefined): readonly JsonRecord[] {
  const byId = new Map(entries.flatMap((entry): [string, JsonRecord][] => (idOf(entry['id']) === undefined ? [] : [[String(entry['id']), entry]])));
  const linked = entries.some((entry) => idOf(entry['parentId']) !== undefined);
  if (!linked) return entries;
  const path = new Set<JsonRecord>();
  let at: JsonRecord | undefined = (leaf === undefined ? undefined : byId.get(leaf)) ?? entries.at(-1);
  while (at !== undefined && !path.has(at)) {
    path.add(at);
    const parent = idOf(at['parentId']);
    at = parent === undefined ? undefined : byId.get(parent);
  }
  return [...path].reverse();
}

function messagesOf(persisted: unknown, fault: FieldFault): readonly Message[] {
  const { entries, leaf } = listOf(persisted, fault);
  const found = branch(entries.filter(isRecord), leaf).map((entry) => readMessage(isRecord(entry['message']) ? entry['message'] : entry, fault));
  return found.filter((message) => message !== undefined).filter(({ role }) => typeof role === 'string');
}

/** A call as the conversation left it. Without a result it is only assumed to be over. */
function snapshot(block: Block, call: Message, result: Message | undefined, { live }: Reload): readonly ActivityEvent[] {
  const callId = idOf(block.id);
  if (callId === undefined) return [];
  const about = {
    type: 'snapshot.call',
    callId,
    ...compact({ toolKey: textOf(block.name), startedAt: call.timestamp ?? undefined }),
    ...(block.arguments !== undefined && { input: block.arguments }),
  } as const;
  if (result === undefined) return [live ? { ...about, status: 'active' } : { ...about, status: 'interrupted', assumed: true }];
  const { error, ...ended } = toolEnded(callId, { isError: result.isError }, resultOf(result));
  const status: CallSnapshot['status'] = ended.result === 'failed' ? 'failed' : 'completed';
  const output = 'output' in ended ? { output: ended.output } : {};
  return [{ ...about, status, ...output, ...compact({ error, endedAt: result.timestamp ?? undefined }) }];
}

function read(persisted: unknown, reload: Reload): readonly ActivityEvent[] {
  const messages = messagesOf(persisted, reload.fault);
  const results = new Map(messages.filter(({ role }) => role === 'toolResult').map((message) => [message.toolCallId, message]));
  const last = messages.findLastIndex(({ role }) => role === 'user');
  const calls = messages.flatMap((message, at) => {
    if (message.role !== 'assistant') return [];
    // Only a call of the newest turn can still be running.
    const during = { ...reload, live: reload.live && at > last };
    return blocksOf(message.content, reload.fault).flatMap((block) =>
      block?.type === 'toolCall' ? snapshot(block, message, results.get(block.id), during) : [],
    );
  });
  const answers = messages.slice(last + 1).filter(({ role }) => role === 'assistant');
  const text = answers.map(({ content }) => contentText(content) ?? '').filter((part) => part !== '').join('\n\n');
  if (reload.live || text === '') return calls;
  const isWhole = answers.at(-1)?.stopReason === 'stop' || answers.at(-1)?.stopReason === undefined;
  return [...calls, { type: 'message.done', status: isWhole ? 'completed' : 'partial', text }];
}

/** The entries of a session, its messages, or its file, as events that rebuild the cards. Never throws. */
export function hydrate(persisted: unknown, { live, report }: HydrateOptions): readonly ActivityEvent[] {
  const fault = (reason: string): void => {
    report?.({ code: 'malformed', reason: `history: ${reason}` });
  };
  try {
    return read(persisted, { live, fault });
  } catch {
    fault('the value cannot be read');
    return [];
  }
}
