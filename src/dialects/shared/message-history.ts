import type { ActivityEvent } from '../../activity/event.js';
import type { HydrateOptions } from '../dialect.js';
import type { FieldFault } from './fields.js';
import { readData } from './frame-data.js';
import { isRecord, type JsonRecord } from './values.js';

/**
 * Reads a stored conversation: `listOf` finds the messages in what was handed over, `read` makes events of them. Never throws;
 * what is no conversation is told, and gives nothing.
 */
export function readMessages(
  persisted: unknown,
  report: HydrateOptions['report'],
  listOf: (value: unknown) => readonly unknown[] | undefined,
  read: (messages: readonly JsonRecord[], fault: FieldFault) => readonly ActivityEvent[],
): readonly ActivityEvent[] {
  const fault: FieldFault = (reason) => {
    // No sample: a conversation is not for a log.
    report?.({ code: 'malformed', reason: `history: ${reason}` });
  };
  try {
    const data = readData(persisted);
    const entries = data.ok ? listOf(data.value) : undefined;
    if (entries === undefined) fault(data.ok ? 'no messages were found' : data.why);
    return read((entries ?? []).filter(isRecord), fault);
  } catch {
    fault('the value cannot be read');
    return [];
  }
}
