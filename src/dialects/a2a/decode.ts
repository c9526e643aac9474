import type * as z from 'zod/mini';
import type { ActivityEvent } from '../../activity/event.js';
import type { WireFrame } from '../../wire/frame.js';
import { readFields } from '../shared/fields.js';
import { readData } from '../shared/frame-data.js';
import { ReplayFilter } from '../shared/replay-filter.js';
import { RunBook } from '../shared/run-book.js';
import { SafeDecoder } from '../shared/safe-decoder.js';
import { compact, idOf, isRecord, type JsonRecord, textOf } from '../shared/values.js';
import type { Context, Handled } from './context.js';
import { textIn, valuesIn } from './parts.js';
import { artifactSchema, resultSchema } from './schema.js';
import { statusEvents, thoughtEvents } from './status.js';
import { TaskRun } from './task-run.js';

type Kind = 'task' | 'message' | 'status-update' | 'artifact-update';

/** 1.0 names a member, 0.3 says `kind`. */
const MEMBERS: ReadonlyMap<string, Kind> = new Map<string, Kind>([
  ['task', 'task'],
  ['message', 'message'],
  ['statusUpdate', 'status-update'],
  ['artifactUpdate', 'artifact-update'],
]);
const KINDS: ReadonlySet<unknown> = new Set(MEMBERS.values());

type Fields = z.output<typeof resultSchema>;

interface Result {
  readonly kind: Kind;
  readonly body: JsonRecord;
  readonly version: '1.0' | '0.3';
}

function resultOf(value: JsonRecord): Result | undefined {
  if (KINDS.has(value['kind'])) return { kind: value['kind'] as Kind, body: value, version: '0.3' };
  for (const [name, kind] of MEMBERS) {
    const body = value[name];
    if (isRecord(body)) return { kind, body, version: '1.0' };
  }
  return undefined;
}

/** One artifact, whole or a piece of it. Its text is the answer, what else it holds the task's result. */
function artifactEvents(value: unknown, append: boolean, { run, fault }: Context): readonly ActivityEvent[] {
  const { artifactId, parts } = isRecord(value) ? readFields(artifactSchema, value, fault) : {};
  // Small servers leave it out: then the task has one.
  const id = idOf(artifactId) ?? 'artifact';
  const text = textIn(parts) ?? '';
  run.text.name(run.id);
  const said = append ? run.text.append(id, id, text, false) : run.text.finish(id, id, text, false);
  const kept = run.keep(id, valuesIn(parts), append);
  const { output } = run.output;
  return [...thoughtEvents(id, parts), ...said, ...(kept ? [{ type: 'tool.progress' as const, callId: run.callId, partialOutput: output }] : [])];
}

function messageEvents(group: string, parts: readonly unknown[], run: TaskRun): readonly ActivityEvent[] {
  run.text.name(run.id);
  return [...run.announce(undefined), ...thoughtEvents(group, parts), ...run.text.finish(group, group, textIn(parts) ?? '', false)];
}

/** A stream of one task, or one message. It never throws; memory grows with the answer and, bounded, with the artifacts. */
export class A2aDecoder extends SafeDecoder {
  readonly #book = new RunBook(() => new TaskRun());
  readonly #replay = new ReplayFilter({ eager: false });
  /** Nothing of this body has come yet. */
  #fresh = true;

  opened(): void {
    this.#fresh = true;
  }

  protected override read({ data }: WireFrame): readonly ActivityEvent[] {
    const parsed = readData(data);
    if (!parsed.ok) return this.drop('malformed', `frame: ${parsed.why}`, data);
    if (!isRecord(parsed.value)) return this.drop('malformed', 'frame: the data must be an object', data);
    const result = resultOf(isRecord(parsed.value['result']) ? parsed.value['result'] : parsed.value);
    // Only of a piece of text is the same once more news.
    const { frames, repeated } = this.#replay.pass({ data }, result !== undefined && result.body['append'] !== true);
    for (let count = repeated.length; count > 0; count -= 1) this.drop('duplicate', 'the stream came again from its beginning');
    return frames.flatMap((frame) => this.#one((typeof frame.data === 'string' ? JSON.parse(frame.data) : frame.data) as JsonRecord));
  }

  #one(body: JsonRecord): readonly ActivityEvent[] {
    const isRpc = body['jsonrpc'] !== undefined || 'result' in body;
    if (isRecord(body['error'])) return this.#failed(body['error']);
    const source = isRpc ? body['result'] : body;
    const result = isRecord(source) ? resultOf(source) : undefined;
    if (result === undefined) return this.drop('unknown', 'frame: no task, no message and no update', body);
    const faults = new Set<string>();
    const handled = this.#apply(result, isRpc, (reason) => void faults.add(reason));
    this.#fresh = false;
    if (typeof handled === 'string') return this.drop('malformed', `${result.kind}: ${handled}`, body);
    for (const reason of faults) this.drop('malformed', `${result.kind}: ${reason}; the field was left out`);
    return handled;
  }

  #apply({ kind, body, version }: Result, rpc: boolean, fault: Context['fault']): Handled {
    const fields = readFields(resultSchema, body, fault);
    const taskId = kind === 'task' ? idOf(fields.id) : idOf(fields.taskId);
    if (kind === 'message') return this.#message(fields, taskId);
    const run = this.#book.locate(taskId);
    if (run === undefined || run.over) return this.drop('duplicate', `${kind}: the task is over`);
    run.contextId = idOf(fields.contextId) ?? run.contextId;
    const context = { run, fault, echo: { version, rpc, ...compact({ contextId: run.contextId }) } };
    if (kind === 'artifact-update') {
      if (!isRecord(fields.artifact)) return '"artifact" must be an object';
      return [...run.announce(undefined), ...run.goOn(), ...artifactEvents(fields.artifact, fields.append === true, context)];
    }
    if (!isRecord(fields.status)) return '"status" must be an object';
    const opening = fields.artifacts ? run.announce(undefined) : [];
    const artifacts = (fields.artifacts ?? []).flatMap((artifact) => artifactEvents(artifact, false, context));
    const status = statusEvents(fields.status, context);
    return typeof status === 'string' ? status : [...opening, ...artifacts, ...status];
  }

  /** Alone it is the whole answer; within a task it is something that the agent says. */
  #message({ role, messageId, parts }: Fields, taskId: string | undefined): Handled {
    if (/user$/i.test(role ?? '')) return this.drop('ignored', 'message: of the person');
    if (!parts) return '"parts" must be an array';
    const id = idOf(messageId);
    const current = this.#book.find(undefined);
    const isOpen = current?.over === false;
    const run = isOpen ? current : this.#book.locate(taskId ?? id);
    if (run === undefined || run.over) return this.drop('duplicate', 'message: it was there before');
    const said = messageEvents(id ?? 'message', parts, run);
    if (isOpen && !this.#fresh) return said;
    run.over = true;
    return [...run.goOn(), ...said, { type: 'run.settled', outcome: 'completed' }];
  }

  /** JSON-RPC could not do it. */
  #failed(error: JsonRecord): readonly ActivityEvent[] {
    const run = this.#book.locate(undefined);
    if (run === undefined || run.over) return this.drop('duplicate', 'error: the task is over');
    run.over = true;
    const code = typeof error['code'] === 'number' || typeof error['code'] === 'string' ? String(error['code']) : 'error';
    return [...run.announce(undefined), { type: 'run.failed', error: { code, ...compact({ message: textOf(error['message']) }) } }];
  }
}
