import type { ActivityEvent } from '../../activity/event.js';
import { reduce } from '../../activity/reduce.js';
import { emptyState } from '../../activity/state.js';
import type { HydrateOptions } from '../dialect.js';
import { readData } from '../shared/frame-data.js';
import { compact, isRecord, type JsonRecord } from '../shared/values.js';
import { A2aDecoder } from './decode.js';

/** Names under which an answer may hold a task or a list of them. */
const LISTS = ['result', 'task', 'tasks', 'data', 'items'] as const;

function tasksOf(value: unknown): readonly JsonRecord[] {
  if (Array.isArray(value)) return value.flatMap((entry: unknown) => tasksOf(entry));
  if (!isRecord(value)) return [];
  if (isRecord(value['status'])) return [value];
  return LISTS.flatMap((name) => tasksOf(value[name]));
}

/** A stored task as its card; of the newest one also what it asks, and its answer. */
function taskEvents(task: JsonRecord, isNewest: boolean, options: HydrateOptions): readonly ActivityEvent[] {
  const live = options.live && isNewest;
  const decoder = new A2aDecoder(compact({ report: options.report, now: options.now }));
  const frame = 'kind' in task ? { ...task, kind: 'task' } : { task };
  const events = decoder.decode({ data: frame }).filter(({ type }) => !type.startsWith('think.'));
  const { run, calls, approvals, message } = reduce(emptyState, events);
  const cards = [...calls.values()].map(({ callId, status, output, detail, error, reason, startedAt, endedAt }): ActivityEvent => {
    const isStale = !live && (status === 'pending' || status === 'active');
    const about = compact({ output, detail, error, reason, startedAt, endedAt });
    return { type: 'snapshot.call', callId, ...about, ...(isStale ? { status: 'interrupted', assumed: true } : { status }) };
  });
  if (!isNewest) return cards;
  const asked = approvals.size > 0 ? events.filter(({ type }) => type === 'approval.request') : [];
  // A stream that follows tells of its own turn.
  const said: readonly ActivityEvent[] = message.text === '' || live ? [] : [{ type: 'message.done', text: message.text, status: run.outcome === 'completed' ? 'completed' : 'partial' }];
  return [...cards, ...asked, ...said];
}

/** Stored tasks, as `GetTask` and `ListTasks` give them. Never throws. */
export function hydrate(persisted: unknown, options: HydrateOptions): readonly ActivityEvent[] {
  const fault = (reason: string): void => options.report?.({ code: 'malformed', reason: `history: ${reason}` });
  try {
    const data = readData(persisted);
    const tasks = data.ok ? tasksOf(data.value) : [];
    if (tasks.length === 0) fault(data.ok ? 'no task was found' : data.why);
    return tasks.flatMap((task, index) => taskEvents(task, index === tasks.length - 1, options));
  } catch {
    fault('the value cannot be read');
    return [];
  }
}
