import type { ActivityEvent } from '../../activity/event.js';
import type { HydrateOptions } from '../dialect.js';
import { type FieldFault, readFields } from '../shared/fields.js';
import { readData } from '../shared/frame-data.js';
import { compact, idOf, isRecord, type JsonRecord, textOf } from '../shared/values.js';
import { callIdOf, storedStatus } from './calls.js';
import { permissionOf } from './permission.js';
import { callSchema, frameSchema, turnSchema } from './schema.js';

/** Names under which an answer may hold its list. */
const LISTS = ['turns', 'history', 'pending', 'requests', 'items', 'data'] as const;

function listOf(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value as readonly unknown[];
  if (!isRecord(value)) return undefined;
  for (const name of LISTS) if (value[name] !== undefined) return listOf(value[name]);
  return 'tools' in value || 'assistant' in value || 'requestId' in value ? [value] : undefined;
}

function storedCall(entry: unknown, fault: FieldFault): readonly ActivityEvent[] {
  const call = isRecord(entry) ? readFields(callSchema, entry, fault) : {};
  const callId = callIdOf(call);
  if (callId === undefined) {
    fault('a tool must have an "id"');
    return [];
  }
  const title = textOf(call.title);
  const activity = title === undefined ? {} : { activity: { label: title } };
  return [{ type: 'snapshot.call', callId, ...storedStatus(textOf(call.status)), ...activity, ...('input' in call && { input: call.input }) }];
}

/** A stored turn's cards; of the newest one also the answer. Its reasoning is not read. */
function turnEvents(entry: JsonRecord, newest: boolean, fault: FieldFault): readonly ActivityEvent[] {
  const turn = readFields(turnSchema, entry, fault);
  const calls = (turn.tools ?? []).flatMap((tool) => storedCall(tool, fault));
  const text = newest ? textOf(turn.assistant) : undefined;
  if (text === undefined) return calls;
  return [...calls, { type: 'message.done', status: 'completed', text, ...compact({ messageId: idOf(turn.id) }) }];
}

/** An open request. Its deadline is not known: nothing says when it was made. */
function pendingEvents(entry: JsonRecord, fault: FieldFault): readonly ActivityEvent[] {
  const asked = permissionOf(readFields(frameSchema, entry, fault), undefined, fault);
  return asked === undefined ? [] : [asked.request];
}

function entryEvents(entry: unknown, newest: boolean, fault: FieldFault): readonly ActivityEvent[] {
  if (!isRecord(entry)) {
    fault('an entry must be an object');
    return [];
  }
  return 'requestId' in entry ? pendingEvents(entry, fault) : turnEvents(entry, newest, fault);
}

/** The turns of `…/loop/history`, or the open requests of `…/loop/pending`, as events. Never throws. */
export function hydrate(persisted: unknown, options: HydrateOptions): readonly ActivityEvent[] {
  const fault: FieldFault = (reason) => {
    // No sample: a conversation is not for a log.
    options.report?.({ code: 'malformed', reason: `history: ${reason}` });
  };
  try {
    const data = readData(persisted);
    const entries = data.ok ? listOf(data.value) : undefined;
    if (entries === undefined) fault(data.ok ? 'no turns and no requests were found' : data.why);
    return (entries ?? []).flatMap((entry, index, all) => entryEvents(entry, index === all.length - 1, fault));
  } catch {
    fault('the value cannot be read');
    return [];
  }
}
