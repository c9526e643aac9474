import type { ActivityEvent, CallSnapshot } from '../../activity/event.js';
import type { HydrateOptions } from '../dialect.js';
import { type FieldFault, readFields } from '../shared/fields.js';
import { readData } from '../shared/frame-data.js';
import { compact, isRecord, type JsonRecord, textOf } from '../shared/values.js';
import { ConstructDecoder } from './decode.js';
import { runMeaning } from './outcome.js';
import { RunMemory } from './run-memory.js';
import { frameSchema, taskSchema } from './schema.js';
import { taskError, taskIdOf, taskStatus } from './tasks.js';

/** A stored run, alone, wrapped (`data`) or in a list (`runs`). */
function runsOf(value: unknown): readonly JsonRecord[] {
  if (Array.isArray(value)) return value.flatMap((entry: unknown) => runsOf(entry));
  if (!isRecord(value)) return [];
  if (Array.isArray(value['tasks']) || textOf(value['runId']) !== undefined) return [value];
  return runsOf(value['data'] ?? value['runs']);
}

/** A task of a run that nobody says the end of: what was going on is only assumed to be over. */
function storedTask(run: RunMemory, entry: unknown): readonly ActivityEvent[] {
  const task = isRecord(entry) ? readFields(taskSchema, entry, () => undefined) : {};
  const taskId = taskIdOf(task);
  if (taskId === undefined) return [];
  const { result } = taskStatus(task);
  const status: Pick<CallSnapshot, 'status' | 'assumed'> =
    result === 'completed' || result === 'failed' || result === 'skipped' ? { status: result } : { status: 'interrupted', assumed: true };
  const output = task.output === undefined || task.output === null ? {} : { output: task.output };
  const title = textOf(task.role);
  const activity = title === undefined ? {} : { activity: { label: title } };
  return [{ type: 'snapshot.call', callId: run.task(taskId).callId, ...status, ...taskError(task.error), ...activity, ...output }];
}

function storedRun(record: JsonRecord, live: boolean, options: HydrateOptions): readonly ActivityEvent[] {
  const tasks = Array.isArray(record['tasks']) ? record['tasks'] : [];
  const { runId, status, degraded, error } = readFields(frameSchema, record, () => undefined);
  const over = runMeaning({ status, degraded }).phase === 'over';
  if (!over && !live) {
    const run = new RunMemory();
    const id = textOf(runId);
    if (id !== undefined) run.id = id;
    return tasks.flatMap((task) => storedTask(run, task));
  }
  // As if it had come as a snapshot, but for the reasoning: a stored one is not told again.
  const said = tasks.map((task: unknown) => (isRecord(task) ? { ...task, reasoning: null } : task));
  const frame = { type: 'snapshot', tasks: said, ...compact({ runId, status, degraded, error }) };
  return new ConstructDecoder(compact({ report: options.report, now: options.now })).decode({ data: frame });
}

/** Stored runs as events: of all their cards, of the last one also how it stands. Never throws. */
export function hydrate(persisted: unknown, options: HydrateOptions): readonly ActivityEvent[] {
  const fault: FieldFault = (reason) => options.report?.({ code: 'malformed', reason: `history: ${reason}` });
  try {
    const data = readData(persisted);
    const runs = data.ok ? runsOf(data.value) : [];
    if (runs.length === 0) fault(data.ok ? 'no run was found' : data.why);
    return runs.flatMap((run, index) => storedRun(run, options.live && index === runs.length - 1, options));
  } catch {
    fault('the value cannot be read');
    return [];
  }
}
