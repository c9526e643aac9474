import type * as z from 'zod/mini';
import type { ActivityEvent, ToolResult } from '../../activity/event.js';
import { hash, HASH_START } from '../../activity/thought-part.js';
import { compact, idOf, isRecord, textOf } from '../shared/values.js';
import type { RunMemory, TaskMemory } from './run-memory.js';
import type { taskSchema } from './schema.js';

export type TaskFields = z.output<typeof taskSchema>;

/** What a task's status means for its card. A card only moves to a higher rank; `2` is an end. */
export interface TaskStatus {
  readonly rank: 0 | 1 | 2;
  readonly result?: ToolResult;
  /** What the card says while it lasts. */
  readonly detail?: string;
}

const TASKS: ReadonlyMap<string, TaskStatus> = new Map<string, TaskStatus>([
  ['queued', { rank: 0 }],
  ['running', { rank: 1 }],
  ['awaiting-host', { rank: 1, detail: 'waiting for host' }],
  ['done', { rank: 2, result: 'completed' }],
  ['failed', { rank: 2, result: 'failed' }],
  // Not executed (ours).
  ['prepared', { rank: 2, result: 'skipped' }],
]);

/** A status that is not known is shown as it is, on a card that goes on. */
export function taskStatus({ status, error }: TaskFields): TaskStatus {
  const word = textOf(status);
  if (word === undefined) return error ? { rank: 2, result: 'failed' } : { rank: 1 };
  return TASKS.get(word) ?? { rank: 1, detail: word };
}

/** A task's error in words, and the remedy that goes with it. */
export function taskError(error: TaskFields['error']): Pick<Extract<ActivityEvent, { type: 'tool.end' }>, 'error' | 'detail'> {
  if (typeof error === 'string') return error === '' ? {} : { error: { message: error } };
  if (!isRecord(error)) return {};
  const code = textOf(error['code']);
  const message = textOf(error['message']) ?? code;
  const detail = textOf(error['remediation']);
  return compact({ error: message === undefined ? undefined : { ...compact({ code }), message }, detail });
}

/** The id of a task, by either name. */
export function taskIdOf(fields: TaskFields): string | undefined {
  return idOf(fields.taskId) ?? idOf(fields.id);
}

/** What is new in a task. Nothing for one that says what is known: a snapshot comes with every connection. */
export function taskEvents(run: RunMemory, taskId: string, fields: TaskFields, stamp: { readonly at?: number }): readonly ActivityEvent[] {
  const task = run.task(taskId);
  const status = taskStatus(fields);
  const events: ActivityEvent[] = [...opened(task, status, fields, stamp), ...thought(run, task, fields, stamp)];
  const known = task.rank ?? -1;
  if (status.rank < known || known === 2) return events;
  if (status.rank === 2) {
    const output = fields.output === undefined || fields.output === null ? {} : { output: fields.output };
    events.push({ type: 'tool.end', callId: task.callId, result: status.result ?? 'unknown', ...taskError(fields.error), ...output, ...stamp });
  } else if (status.detail !== task.detail) {
    // Empty: it no longer waits.
    events.push({ type: 'tool.progress', callId: task.callId, detail: status.detail ?? '', ...stamp });
  }
  Object.assign(task, { rank: status.rank, detail: status.detail });
  return events;
}

/** The card, when it is news or moves to active, or when its title is. An end needs a card with a title before it. */
function opened(task: TaskMemory, { rank }: TaskStatus, { role }: TaskFields, stamp: { readonly at?: number }): readonly ActivityEvent[] {
  const title = textOf(role);
  const isNamed = title !== undefined && task.role !== title;
  const isAhead = task.rank === undefined || (rank === 1 && task.rank === 0);
  if (title !== undefined) task.role = title;
  if (!isNamed && !isAhead) return [];
  const begun = task.rank === undefined && rank === 2 ? {} : stamp;
  return [{ type: 'tool.start', callId: task.callId, status: Math.max(rank, task.rank ?? 0) === 0 ? 'pending' : 'active', ...compact({ title }), ...begun }];
}

/**
 * The whole reasoning of a task, which comes when it is over. It goes no further where the run says that it is hidden, and
 * else as far as the host lets it.
 */
function thought(run: RunMemory, task: TaskMemory, { reasoning }: TaskFields, stamp: { readonly at?: number }): readonly ActivityEvent[] {
  const text = textOf(reasoning);
  if (text === undefined || run.mode === 'hidden') return [];
  const print = hash(text, HASH_START);
  if (task.thought === print) return [];
  task.thought = print;
  run.disclosed = true;
  const part = { partId: task.callId, kind: 'raw' } as const;
  return [
    { type: 'think.start', ...part, ...stamp },
    { type: 'think.delta', ...part, mode: 'replace', text, ...compact({ limit: run.mode }), ...stamp },
    { type: 'think.end', partId: task.callId, ...stamp },
  ];
}
