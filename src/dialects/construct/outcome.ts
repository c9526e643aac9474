import type * as z from 'zod/mini';
import type { ActivityEvent } from '../../activity/event.js';
import type { RunFault, RunOutcome } from '../../activity/state.js';
import { timeOf } from '../shared/time.js';
import { compact, isRecord, textOf } from '../shared/values.js';
import type { RunMemory } from './run-memory.js';
import type { frameSchema } from './schema.js';

export type FrameFields = z.output<typeof frameSchema>;

/** What a run's status means. `note`: what a person should know of an end that was not a plain one (ours). */
interface RunMeaning {
  readonly phase: 'running' | 'waiting' | 'over';
  readonly outcome?: RunOutcome;
  readonly note?: string;
}

const DEGRADED: RunMeaning = { phase: 'over', outcome: 'partial', note: 'The run was degraded.' };

const RUNS: ReadonlyMap<string, RunMeaning> = new Map<string, RunMeaning>([
  ['planned', { phase: 'running' }],
  ['running', { phase: 'running' }],
  ['awaiting-host', { phase: 'waiting' }],
  ['completed', { phase: 'over', outcome: 'completed' }],
  ['completed-with-failures', { phase: 'over', outcome: 'partial', note: 'Some tasks failed.' }],
  ['completed-prepare-only', { phase: 'over', outcome: 'partial', note: 'The run was prepared and not executed.' }],
  ['degraded', DEGRADED],
  ['cancelled', { phase: 'over', outcome: 'cancelled' }],
  ['error', { phase: 'over', outcome: 'failed' }],
]);

/** A run without a status goes on, and so does one with a status that is not known. */
export function runMeaning({ status, degraded }: FrameFields): RunMeaning {
  const meaning = RUNS.get(textOf(status) ?? '') ?? { phase: 'running' };
  return meaning.outcome === 'completed' && degraded === true ? DEGRADED : meaning;
}

/** The run's error, without words where the server gave none. */
export function runFault(error: FrameFields['error']): RunFault {
  if (!isRecord(error)) return { code: 'error', ...compact({ message: textOf(error) }) };
  return { code: textOf(error['code']) ?? 'error', ...compact({ message: textOf(error['message']) }) };
}

export function stampOf({ at }: FrameFields): { readonly at?: number } {
  return compact({ at: timeOf(at) });
}

/** The run goes on: said once, and again when it had waited. */
export function goesOn(run: RunMemory, stamp: { readonly at?: number }): readonly ActivityEvent[] {
  if (run.phase === 'running' || run.phase === 'over') return [];
  // After a wait the stamp is not that of a start: a run that began without one would get a late one.
  const begins = run.phase === 'new';
  run.phase = 'running';
  return [{ type: 'run.start', ...compact({ runId: run.id }), ...(begins ? stamp : {}) }];
}

/** Where a run stands by its status, as events. */
export function runEvents(run: RunMemory, fields: FrameFields, meaning: RunMeaning): readonly ActivityEvent[] {
  const stamp = stampOf(fields);
  const { outcome, note } = meaning;
  if (meaning.phase === 'running') return goesOn(run, stamp);
  if (meaning.phase === 'waiting') {
    if (run.phase === 'waiting') return [];
    const begun = goesOn(run, stamp);
    run.phase = 'waiting';
    return [...begun, { type: 'run.waiting', reason: 'client-tool', ...stamp }];
  }
  const begun = goesOn(run, stamp);
  run.phase = 'over';
  if (outcome === 'failed') return [...begun, { type: 'run.failed', error: runFault(fields.error), ...stamp }];
  const told: ActivityEvent[] = note === undefined ? [] : [{ type: 'note', id: `${run.id ?? 'run'}:outcome`, level: 'warning', text: note, ...stamp }];
  const reason = outcome === undefined ? textOf(fields.status) : undefined;
  return [...begun, ...told, { type: 'run.settled', outcome: outcome ?? 'partial', ...compact({ reason }), ...stamp }];
}
