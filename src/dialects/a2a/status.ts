import type { ActivityEvent, ApprovalRequest } from '../../activity/event.js';
import type { ApprovalOption, JsonSchema, WaitReason } from '../../activity/state.js';
import { readFields } from '../shared/fields.js';
import { timeOf } from '../shared/time.js';
import { compact, idOf, isRecord, type JsonRecord, textOf } from '../shared/values.js';
import { CANCEL, REPLY } from './answer.js';
import type { Context, Handled } from './context.js';
import { textIn, thoughtIn, valuesIn } from './parts.js';
import { resultSchema, statusSchema } from './schema.js';

/** What a status says, opened. */
interface Said {
  readonly text: string | undefined;
  readonly values: readonly unknown[];
  readonly messageId: string | undefined;
  readonly at: { readonly at?: number };
}

/** `TASK_STATE_INPUT_REQUIRED` and `input-required` are one. */
export function stateOf(word: string | null | undefined): string {
  return (word ?? '').replace(/^TASK_STATE_/, '').toLowerCase().replaceAll('_', '-');
}

const WORDS: readonly ApprovalOption[] = [
  { id: REPLY, kind: 'allow_once', takesText: true },
  { id: CANCEL, kind: 'reject_once' },
];
const DONE: readonly ApprovalOption[] = [
  { id: REPLY, kind: 'allow_once' },
  { id: CANCEL, kind: 'reject_once' },
];

/** A JSON schema of an object among the values: by convention what is to be filled in. */
function schemaIn(values: readonly unknown[]): JsonSchema | undefined {
  const candidates = values.filter(isRecord).flatMap((value) => [value, value['schema'], value['requestedSchema']]);
  return candidates.find((one): one is JsonRecord => isRecord(one) && one['type'] === 'object' && isRecord(one['properties']));
}

function request(kind: 'input' | 'auth', { text, values, messageId, at }: Said, { run, echo }: Context): ApprovalRequest {
  const schema = kind === 'input' ? schemaIn(values) : undefined;
  const shown = values.length === 0 ? {} : { input: values.length === 1 ? values[0] : values };
  return {
    type: 'approval.request',
    approvalId: run.ask(`${run.callId} ${messageId ?? kind}`),
    callId: run.callId,
    ...at,
    ...compact({ prompt: text }),
    ...(schema ? { input: {}, editable: { schema } } : { ...shown, editable: false, options: kind === 'input' ? WORDS : DONE }),
    echo,
  };
}

function waits(reason: WaitReason & ('input' | 'auth')): Status {
  return (said, context) => {
    // Said again while it waits.
    if (context.run.asked !== undefined) return [];
    return [request(reason, said, context), { type: 'run.waiting', reason, ...said.at }];
  };
}

type Status = (said: Said, context: Context) => readonly ActivityEvent[];

const works =
  (status: 'pending' | 'active'): Status =>
  ({ text, at }, { run }) => [
    ...run.goOn(),
    { type: 'tool.start', callId: run.callId, status, ...at },
    ...(text === undefined ? [] : [{ type: 'tool.progress' as const, callId: run.callId, detail: text, ...at }]),
  ];

/** The last words are the answer where no artifact is one. */
const completed: Status = ({ text, at }, { run }) => {
  run.over = true;
  const isAnswer = run.text.isEmpty && text !== undefined;
  run.text.name(run.id);
  return [
    ...run.goOn(),
    ...(isAnswer ? run.text.finish('status', 'status', text, false) : []),
    { type: 'tool.end', callId: run.callId, result: 'completed', ...run.output, ...compact({ detail: isAnswer ? undefined : text }), ...at },
    { type: 'run.settled', outcome: 'completed', ...at },
  ];
};

const failed: Status = ({ text, at }, { run }) => {
  run.over = true;
  const end = { type: 'tool.end', callId: run.callId, result: 'failed', ...run.output, ...(text !== undefined && { error: { message: text } }), ...at } as const;
  return [end, { type: 'run.failed', error: { code: 'task-failed', ...compact({ message: text }) }, ...at }];
};

const stopped =
  (outcome: 'cancelled' | 'refused', result: 'cancelled' | 'rejected'): Status =>
  ({ text, at }, { run }) => {
    run.over = true;
    const reason = compact({ reason: text });
    return [{ type: 'tool.end', callId: run.callId, result, ...run.output, ...reason, ...at }, { type: 'run.settled', outcome, ...reason, ...at }];
  };

export const statuses: ReadonlyMap<string, Status> = new Map<string, Status>([
  ['submitted', works('pending')],
  ['working', works('active')],
  ['input-required', waits('input')],
  ['auth-required', waits('auth')],
  ['completed', completed],
  ['failed', failed],
  ['canceled', stopped('cancelled', 'cancelled')],
  ['cancelled', stopped('cancelled', 'cancelled')],
  ['rejected', stopped('refused', 'rejected')],
]);

/** Thoughts in a message; they end with it. */
export function thoughtEvents(partId: string, parts: readonly unknown[] | null | undefined): readonly ActivityEvent[] {
  const text = thoughtIn(parts);
  if (text === undefined) return [];
  const part = { partId, kind: 'raw' } as const;
  return [{ type: 'think.start', ...part }, { type: 'think.delta', ...part, mode: 'replace', text }, { type: 'think.end', partId }];
}

/** A status of a task, by its state. */
export function statusEvents(source: JsonRecord, context: Context): Handled {
  const { state, message, timestamp } = readFields(statusSchema, source, context.fault);
  const handle = statuses.get(stateOf(state));
  if (handle === undefined) return `"status.state" is not a state of a task`;
  const { parts, messageId } = isRecord(message) ? readFields(resultSchema, message, context.fault) : {};
  const at = compact({ at: timeOf(timestamp ?? undefined) });
  const said = { text: textOf(textIn(parts)), values: valuesIn(parts), messageId: idOf(messageId), at };
  return [...context.run.announce(at.at), ...thoughtEvents(said.messageId ?? context.run.callId, parts), ...handle(said, context)];
}
