import { redactSecrets } from './redact.js';
import { HIDDEN } from './secrets.js';
import type { ActivityState, Approval, Note, PlanStep, Run, TimelineRef, ToolCall } from './state.js';

/** Where a value stands, for a `redact` that goes by it. */
export interface RecordedPlace {
  readonly kind: 'input' | 'output';
  readonly toolKey?: string;
  readonly callId?: string;
}

export interface RecordOptions {
  /** Over every argument and output. Default: `redactSecrets`. One that throws, or answers later, leaves `•••`. */
  readonly redact?: ((value: unknown, place: RecordedPlace) => unknown) | undefined;
}

/** One line of the timeline. Times are ISO texts; a field that is not known is not there. */
export type RecordEntry =
  | ({ readonly kind: 'call' } & Recorded<ToolCall, 'startedAt' | 'endedAt'>)
  | ({ readonly kind: 'approval' } & Recorded<Approval, 'expiresAt' | 'decidedAt'> & {
        readonly optionId?: string;
        /** What a person sent in place of the arguments that were asked for. Present by key. */
        readonly editedInput?: unknown;
      })
  | ({ readonly kind: 'note' } & Note);

type Recorded<T, Times extends string & keyof T> = Partial<Omit<T, Times>> & Readonly<Partial<Record<Times, string>>>;

/** What was done, asked and decided in a run, to keep. */
export interface RunRecord {
  readonly version: 1;
  readonly run: Recorded<Run, 'startedAt' | 'endedAt'>;
  readonly capability?: ActivityState['capability'];
  readonly plan: readonly PlanStep[];
  readonly timeline: readonly RecordEntry[];
  readonly answer?: string;
}

type Fields = Readonly<Record<string, unknown>>;

const TIMES = ['startedAt', 'endedAt', 'expiresAt', 'decidedAt'];

/** Of the moment, of the view, or said elsewhere in the record. */
const LEFT_OUT: ReadonlySet<string> = new Set(['inputText', 'progress', 'options', 'editable', 'collected', 'handedOver', 'changed', 'details', 'stopping', 'waitingFor']);

/**
 * A run as plain data for a log or a file: every call, every approval with its receipt (who decided, what, when, with which
 * reason), the plan and the answer, in the order of the timeline. No reasoning text is in it. Pure; never throws.
 */
export function exportRecord(state: ActivityState, { redact = redactSecrets }: RecordOptions = {}): RunRecord {
  const safe: Safe = (value, place) => {
    try {
      const shown = redact(value, place);
      return isThenable(shown) ? HIDDEN : shown;
    } catch {
      return HIDDEN;
    }
  };
  const { run, capability, plan, order, message } = state;
  return {
    version: 1,
    run: plain(run),
    ...(capability && { capability }),
    plan: plan.map((step) => ({ ...step, ...values(step, safe) })),
    timeline: order.flatMap((ref) => entry(state, ref, safe)),
    ...(message.text !== '' && { answer: message.text }),
  };
}

type Safe = (value: unknown, place: RecordedPlace) => unknown;

function entry({ calls, approvals, notes }: ActivityState, { kind, id }: TimelineRef, safe: Safe): readonly RecordEntry[] {
  const call = kind === 'call' ? calls.get(id) : undefined;
  if (call) return [{ kind: 'call', ...plain(call), ...values(call, safe) }];
  const approval = kind === 'approval' ? approvals.get(id) : undefined;
  if (approval) return [{ kind: 'approval', ...plain(approval), ...values(approval, safe), ...receipt(approval, safe) }];
  const note = kind === 'status' ? notes.get(id) : undefined;
  return note ? [{ kind: 'note', ...note }] : [];
}

/** What went with the decision, where it was made here. */
function receipt({ details, toolKey, callId }: Approval, safe: Safe): Fields {
  if (details === undefined) return {};
  const { optionId } = details;
  return {
    ...(optionId !== undefined && { optionId }),
    ...('input' in details && { editedInput: safe(details.input, place('input', toolKey, callId)) }),
  };
}

/** The arguments and the output as they may be kept. */
function values(entity: { readonly toolKey?: string; readonly callId?: string }, safe: Safe): Fields {
  const { toolKey, callId } = entity;
  const fields = entity as Fields;
  return {
    ...('input' in entity && { input: safe(fields['input'], place('input', toolKey, callId)) }),
    ...('output' in entity && { output: safe(fields['output'], place('output', toolKey, callId)) }),
  };
}

function place(kind: RecordedPlace['kind'], toolKey: string | undefined, callId: string | undefined): RecordedPlace {
  return { kind, ...(toolKey !== undefined && { toolKey }), ...(callId !== undefined && { callId }) };
}

/** The entity without what is left out, its times as texts. */
function plain(entity: object): Fields {
  const kept = Object.entries(entity as Fields).filter(([key, value]) => !LEFT_OUT.has(key) && value !== undefined);
  const dated = kept.map(([key, value]): [string, unknown] => [key, TIMES.includes(key) ? iso(value) : value]);
  return Object.fromEntries(dated.filter(([, value]) => value !== undefined));
}

function iso(time: unknown): string | undefined {
  const date = new Date(Number(time));
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}

function isThenable(value: unknown): boolean {
  return typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function';
}
