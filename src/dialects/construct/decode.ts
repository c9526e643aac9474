import type { ActivityEvent } from '../../activity/event.js';
import type { WireFrame } from '../../wire/frame.js';
import { type FieldFault, readFields } from '../shared/fields.js';
import { namedFrame } from '../shared/named-frame.js';
import { RunBook } from '../shared/run-book.js';
import { SafeDecoder } from '../shared/safe-decoder.js';
import { idOf, isRecord, type JsonRecord } from '../shared/values.js';
import { type FrameFields, goesOn, runEvents, runMeaning, stampOf } from './outcome.js';
import { RunMemory } from './run-memory.js';
import { frameSchema, taskSchema } from './schema.js';
import { taskEvents, taskIdOf } from './tasks.js';

interface Context {
  readonly body: JsonRecord;
  readonly fields: FrameFields;
  readonly run: RunMemory;
  readonly fault: FieldFault;
}

/** A handler's events, or the reason why the frame is of no use. */
type Handler = (context: Context) => readonly ActivityEvent[] | string;

/** Events of tasks; a run that waited for its host goes on with them. */
function withTasks(run: RunMemory, fields: FrameFields, tasks: readonly ActivityEvent[]): readonly ActivityEvent[] {
  return run.phase !== 'new' && tasks.length === 0 ? [] : [...goesOn(run, stampOf(fields)), ...tasks];
}

/** `task`: one begins or ends. */
const task: Handler = ({ body, fields, run, fault }) => {
  const read = readFields(taskSchema, body, fault);
  const taskId = taskIdOf(read);
  if (taskId === undefined) return '"taskId" must be a non-empty string';
  return withTasks(run, fields, taskEvents(run, taskId, read, stampOf(fields)));
};

/** `snapshot`: the run as it stands, which covers all that was sent before this connection. */
const snapshot: Handler = ({ fields, run, fault }) => {
  run.declare(fields.chainOfThought);
  // What an earlier frame brought before this was known is taken back.
  const narrower: ActivityEvent[] = run.disclosed && run.mode !== undefined && run.mode !== 'surface' ? [{ type: 'think.end' }] : [];
  const tasks = (fields.tasks ?? []).flatMap((entry, index): readonly ActivityEvent[] => {
    const tell: FieldFault = (reason) => {
      fault(`tasks.${String(index)}: ${reason}`);
    };
    const read = isRecord(entry) ? readFields(taskSchema, entry, tell) : {};
    const taskId = taskIdOf(read);
    if (taskId !== undefined) return taskEvents(run, taskId, read, {});
    tell('"id" must be a non-empty string');
    return [];
  });
  return [...narrower, ...withTasks(run, fields, tasks), ...runEvents(run, fields, runMeaning(fields))];
};

/** `planned`, `running`, `awaiting-host`, `error`: the event says where the run stands. */
const becomes =
  (status: string): Handler =>
  ({ fields, run }) =>
    runEvents(run, { ...fields, status }, runMeaning({ status }));

/** `completed`: by the run's status, where it is known. */
const completed: Handler = ({ fields, run }) => {
  const known = fields.status === undefined || fields.status === null;
  const meaning = runMeaning(known ? { ...fields, status: 'completed' } : fields);
  // The frame is an end; what kind of one it was is not known.
  return runEvents(run, fields, meaning.phase === 'running' ? { phase: 'over' } : meaning);
};

const handlers: ReadonlyMap<string, Handler> = new Map<string, Handler>([
  ['snapshot', snapshot],
  ['planned', becomes('planned')],
  ['running', becomes('running')],
  ['task', task],
  ['awaiting-host', becomes('awaiting-host')],
  ['completed', completed],
  ['error', becomes('error')],
]);

/** The stream of one run. Bare frames without ids: what is known is told from what is new by what it says. */
export class ConstructDecoder extends SafeDecoder {
  readonly #runs = new RunBook(() => new RunMemory());

  protected override read(wire: WireFrame): readonly ActivityEvent[] {
    const frame = namedFrame(wire, true);
    if ('problem' in frame) return this.drop('malformed', frame.problem, frame.quotable ? wire.data : undefined);
    const { type, body, quotable } = frame;
    const handler = handlers.get(type);
    if (handler === undefined) return this.drop('unknown', `${type}: not an event of this protocol`, quotable ? wire.data : undefined);
    const faults = new Set<string>();
    const fault: FieldFault = (reason) => void faults.add(reason);
    const fields = readFields(frameSchema, body, fault);
    const run = this.#runs.locate(idOf(fields.runId));
    if (run === undefined) return this.drop('duplicate', `${type}: another run has followed its run`);
    if (run.phase === 'over') return this.drop('duplicate', `${type}: its run is over`);
    const handled = handler({ body, fields, run, fault });
    if (typeof handled === 'string') return this.drop('malformed', `${type}: ${handled}`);
    for (const reason of faults) this.drop('malformed', `${type}: ${reason}; the field was left out`);
    return handled;
  }
}
