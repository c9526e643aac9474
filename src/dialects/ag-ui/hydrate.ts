import type { ActivityEvent } from '../../activity/event.js';
import type { HydrateOptions } from '../dialect.js';
import type { FieldFault } from '../shared/fields.js';
import { readData } from '../shared/frame-data.js';
import { compact, isRecord } from '../shared/values.js';
import { readConversation, snapshotOf } from './messages.js';

/** The messages of an agent's input, of a snapshot, or a bare list of them. */
function listOf(persisted: unknown, fault: FieldFault): readonly unknown[] {
  const data = readData(persisted);
  if (!data.ok) {
    fault(data.why);
    return [];
  }
  const { value } = data;
  if (Array.isArray(value)) return value;
  if (!isRecord(value)) return [];
  if (Array.isArray(value['messages'])) return value['messages'];
  return typeof value['role'] === 'string' ? [value] : [];
}

function read(persisted: unknown, live: boolean, fault: FieldFault): readonly ActivityEvent[] {
  const { calls, activities, answers } = readConversation(listOf(persisted, fault), fault);
  const cards = calls.map((call) => snapshotOf(call, live && call.isLast ? 'active' : 'interrupted'));
  const shown = activities.map(({ id, toolKey, content }): ActivityEvent => ({ type: 'snapshot.call', callId: id, status: 'completed', output: content, ...compact({ toolKey }) }));
  const text = answers.map((answer) => answer.text).join('\n\n');
  return [...cards, ...shown, ...(live || text === '' ? [] : [{ type: 'message.done' as const, status: 'completed' as const, text }])];
}

/** The messages of a thread as events that rebuild their cards. Never throws. */
export function hydrate(persisted: unknown, { live, report }: HydrateOptions): readonly ActivityEvent[] {
  const fault = (reason: string): void => {
    report?.({ code: 'malformed', reason: `history: ${reason}` });
  };
  try {
    return read(persisted, live, fault);
  } catch {
    fault('the value cannot be read');
    return [];
  }
}
