import type { ActivityEvent } from '../../activity/event.js';
import type { HydrateOptions } from '../dialect.js';
import { readData } from '../shared/frame-data.js';
import { isRecord } from '../shared/values.js';
import { historyEntries, isMessage } from './history.js';
import type { Reload } from './persisted-call.js';
import { callEvents, newestMessage, olderMessage } from './persisted-message.js';

type Moment = Pick<Reload, 'live' | 'now' | 'fault'>;

/** Roles of messages that are not the agent's. */
const skipped: ReadonlySet<unknown> = new Set(['user', 'system', 'developer', 'tool', 'function']);

function messageEvents(messages: readonly unknown[], reload: Moment): readonly ActivityEvent[] {
  const shown = messages.filter(isMessage).filter((message) => !skipped.has(message['role']));
  const newest = shown.at(-1);
  if (newest === undefined) return [];
  return [...shown.slice(0, -1).flatMap((message) => olderMessage(message, reload)), ...newestMessage(newest, reload)];
}

function bareCalls(calls: readonly unknown[], reload: Moment): readonly ActivityEvent[] {
  const events = callEvents(calls, { ...reload, settles: false });
  const running = reload.live && events.some((event) => event.type === 'snapshot.call' && event.status === 'active');
  return running ? [{ type: 'run.start' }, ...events] : events;
}

function read(persisted: unknown, reload: Moment): readonly ActivityEvent[] {
  const data = readData(persisted);
  if (!data.ok) {
    reload.fault(data.why);
    return [];
  }
  const entries = historyEntries(data.value);
  if (entries.length === 0 && !isEmpty(data.value)) reload.fault('no messages and no tool calls were found');
  return entries.some(isMessage) ? messageEvents(entries, reload) : bareCalls(entries, reload);
}

function isEmpty(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0;
  return isRecord(value) && ['data', 'messages'].some((key) => Array.isArray(value[key]));
}

/**
 * Persisted messages, or the bare calls of one, as events that rebuild their cards: every message's cards, and plan, text
 * and run of the newest. Give all pages of a history at once, so that "the newest" is. Never throws.
 */
export function hydrate(persisted: unknown, options: HydrateOptions): readonly ActivityEvent[] {
  const fault = (reason: string): void => {
    // No sample: a conversation is not for a log.
    options.report?.({ code: 'malformed', reason: `history: ${reason}` });
  };
  try {
    return read(persisted, { live: options.live, now: options.now ?? Date.now, fault });
  } catch {
    fault('the value cannot be read');
    return [];
  }
}
