import type { ActivityEvent } from '../../activity/event.js';
import { compact, idOf, textOf } from '../shared/values.js';
import { endCall } from './calls.js';
import { type Context, type Frame, type Handled, type Handler, stamp } from './context.js';
import { answered, askHeld, interrupted } from './interrupts.js';
import { resultsOf } from './messages.js';
import type { Call, Turn } from './turn.js';

/** Calls that a run was told of by its input: what a client has answered since. */
function told({ frame, turn }: Context): readonly ActivityEvent[] {
  const messages = frame.input?.['messages'];
  if (!Array.isArray(messages)) return [];
  return [...resultsOf(messages)].flatMap(([callId, result]) => {
    const call = turn.calls.get(callId);
    return call === undefined || call.leg === turn.leg ? [] : endCall(call, result);
  });
}

function begin(runId: string | undefined, { turn, frame }: Context): readonly ActivityEvent[] {
  const first = turn.status === 'idle' && turn.leg === 0;
  turn.begin(runId);
  // What a page shows of an earlier turn may be under the same id: some hosts use one for all.
  return [{ type: 'run.start', ...compact({ runId, first: first ? true : undefined, reopen: first && runId !== undefined ? true : undefined }), ...stamp(frame) }];
}

/** A run that was over goes on under its id: tried again, or another one of a host that has one id for all. */
function again({ turn }: Context): readonly ActivityEvent[] {
  turn.status = 'running';
  turn.leg += 1;
  return [{ type: 'run.start', reopen: true, ...compact({ runId: turn.runId }) }];
}

/** The run that answers what the turn waits for, whatever its id, and whatever the thread. */
function goOn(runId: string | undefined, context: Context): readonly ActivityEvent[] {
  const { turn, frame } = context;
  // A resumed run has an id of its own: with the old one, the run that asked is only sent again.
  if (turn.open.size > 0 && runId !== undefined && runId === turn.wireId) return [];
  turn.status = 'running';
  turn.wireId = runId;
  turn.leg += 1;
  return [{ type: 'run.start', ...compact({ runId: turn.runId }) }, ...answered(frame.input?.['resume'], turn), ...told(context)];
}

export const runStarted: Handler = (context) => {
  const { turn, frame } = context;
  const runId = idOf(frame.runId);
  if (turn.status === 'waiting') return goOn(runId, context);
  if (turn.status === 'over' && runId !== undefined && runId === turn.wireId) return again(context);
  const isKnown = turn.status === 'running' && (runId === undefined || turn.wireId === undefined || runId === turn.wireId);
  if (!isKnown) return begin(runId, context);
  // Begun without a start, or started again.
  turn.wireId ??= runId;
  turn.runId ??= runId;
  return [{ type: 'run.start', ...compact({ runId: turn.runId }) }];
};

/** An end that is the first word of its run. */
function ensure({ turn, frame }: Context): readonly ActivityEvent[] {
  const runId = idOf(frame.runId);
  if (turn.status !== 'idle' || runId === undefined) return [];
  turn.runId = turn.wireId = runId;
  return [{ type: 'run.start', runId }];
}

/** Calls without a result whose fate is clear by the end of a run. */
function fateOf(call: Call, turn: Turn): readonly ActivityEvent[] {
  const worker = [...turn.subagents.values()].find(({ parent }) => parent === call.callId);
  const { callId } = call;
  if (worker?.over === true && 'result' in worker) return [{ type: 'tool.end', callId, result: 'completed', output: worker.result }];
  if (turn.subagents.get(call.lane)?.over === true) return [{ type: 'tool.end', callId, result: 'interrupted' }];
  // The answer to a call of an earlier run went another way than this stream.
  return call.leg < turn.leg ? [{ type: 'tool.end', callId, result: 'unknown', rawStatus: 'result_not_in_stream' }] : [];
}

function pendingIds({ outcome }: Frame): readonly unknown[] | undefined {
  const ids = outcome?.['pendingToolCallIds'];
  return Array.isArray(ids) ? ids : undefined;
}

/** Calls that the client has to carry out: those that the end names, else all without a result. */
function clientCalls({ turn, frame }: Context): { readonly events: readonly ActivityEvent[]; readonly count: number } {
  const named = pendingIds(frame);
  const without = [...turn.calls.values()].filter(({ ended }) => ended === undefined);
  const fates = without.map((call) => ({ call, fate: named?.includes(call.callId) === true ? [] : fateOf(call, turn) }));
  for (const { call, fate } of fates) if (fate.length > 0) call.ended = 'said';
  const held = new Set([...turn.open.values()].map(({ callId }) => callId));
  const waiting = fates.filter(({ call, fate }) => fate.length === 0 && !held.has(call.callId) && named?.includes(call.callId) !== false);
  const starts = waiting.map(({ call }): ActivityEvent => ({ type: 'tool.start', callId: call.callId, executor: 'client' }));
  return { events: [...fates.flatMap(({ fate }) => fate), ...starts], count: waiting.length };
}

/** Activities have no end of their own: what they show stands when the run has done its work. */
function doneActivities(turn: Turn, at: { readonly at?: number }): readonly ActivityEvent[] {
  return [...turn.activities.keys()].map((callId) => ({ type: 'tool.end', callId, result: 'completed', ...at }));
}

function succeeded(context: Context): readonly ActivityEvent[] {
  const { turn, frame } = context;
  const asked = askHeld(turn);
  const { events, count } = clientCalls(context);
  const isOpen = count > 0 || turn.open.size > 0;
  turn.finish(isOpen ? 'waiting' : 'over');
  const type = frame.outcome?.['type'] ?? 'success';
  const outcome = type === 'success' ? 'completed' : 'partial';
  return [...asked, ...events, ...(isOpen ? [] : doneActivities(turn, stamp(frame))), { type: 'run.ended', outcome, ...stamp(frame) }];
}

function asks({ turn, frame, fault }: Context): readonly ActivityEvent[] {
  const listed = frame.outcome?.['interrupts'];
  const interrupts: readonly unknown[] = Array.isArray(listed) ? listed : [];
  turn.held.clear();
  const requests = interrupts.flatMap((entry) => interrupted(entry, { turn, fault }));
  turn.finish('waiting');
  return [...requests, { type: 'run.waiting', reason: 'approval' }];
}

/** `RUN_FINISHED`: the end of a run, and of the turn only if nothing is left open. */
export const runFinished: Handler = (context): Handled => {
  const { turn, frame, fault } = context;
  const type = frame.outcome?.['type'] ?? 'success';
  const events = [...ensure(context), ...turn.endThoughts()];
  if (type === 'interrupt') return [...events, ...asks(context)];
  if (type === 'cancelled') return [...events, ...end(context, { type: 'run.settled', outcome: 'cancelled', ...stamp(frame) })];
  if (type !== 'success') fault('"outcome.type" must be success, interrupt or cancelled');
  return [...events, ...succeeded(context)];
};

function end({ turn }: Context, ending: ActivityEvent): readonly ActivityEvent[] {
  turn.finish('over');
  turn.open.clear();
  turn.held.clear();
  return [ending];
}

/** `RUN_ERROR`. Under this code the client's own library tells that the client broke the run off. */
export const runFailed: Handler = (context) => {
  const { turn, frame } = context;
  const code = textOf(frame.code) ?? 'run-error';
  const events = [...ensure(context), ...turn.endThoughts()];
  if (code === 'abort') return [...events, ...end(context, { type: 'run.settled', outcome: 'cancelled', ...stamp(frame) })];
  return [...events, ...end(context, { type: 'run.failed', error: { code, ...compact({ message: textOf(frame.message) }) }, ...stamp(frame) })];
};
