/** Event sequences as no server should send them: duplicates, reorderings, missing starts, hostile ids and text. */
import fc from 'fast-check';
import type { ActivityEvent, ToolEnd } from '../../src/activity/event.js';
import type { RunOutcome } from '../../src/activity/state.js';
import { STATUSES } from './states.js';

export const callId = fc.constantFrom('c1', 'c2', '__proto__', 'constructor', '\uD800');
const approvalId = fc.constantFrom('of c1', 'a2', '__proto__');
const text = fc.constantFrom('', 'x', '{"a":1}', '**Title**\n', '\uDC00', 'Randevu', '\u202E');
const value: fc.Arbitrary<unknown> = fc.constantFrom<unknown>(0, false, '', null, 'x', [1, [2]], { a: { b: 1 } }, { __proto__: null, constructor: 1 });
const at = fc.integer({ min: 0, max: 100 });
const activity = fc.record(
  { label: text, renderHint: fc.constantFrom('status_card', 'tool_card'), status: text },
  { requiredKeys: [] },
);
const result = fc.constantFrom<ToolEnd['result']>('completed', 'failed', 'degraded', 'rejected', 'expired', 'cancelled', 'skipped', 'interrupted', 'unknown');
const outcome = fc.constantFrom<RunOutcome>('completed', 'partial', 'failed', 'cancelled', 'refused', 'truncated');
const error = fc.record({ code: text, message: text });

/** An event of this type, with each optional field there or not. */
function event(
  type: ActivityEvent['type'],
  required: Readonly<Record<string, fc.Arbitrary<unknown>>>,
  optional: Readonly<Record<string, fc.Arbitrary<unknown>>> = {},
): fc.Arbitrary<ActivityEvent> {
  const shape: Record<string, fc.Arbitrary<unknown>> = { type: fc.constant(type), ...required, ...optional };
  return fc.record(shape, { requiredKeys: ['type', ...Object.keys(required)] }) as unknown as fc.Arbitrary<ActivityEvent>;
}

/** Each call has one approval, as servers have it; others come with `otherSettingEvents`. */
function withApprovalId(made: ActivityEvent): ActivityEvent {
  return { ...made, approvalId: `of ${(made as { callId: string }).callId}` } as ActivityEvent;
}

const said = { toolKey: text, activity, at };

/** What a server says about calls, plan and surroundings, each event with the same effect when it comes again. */
const settingEvents: readonly fc.Arbitrary<ActivityEvent>[] = [
  event('tool.start', { callId }, { ...said, status: fc.constantFrom('pending', 'active'), title: text, executor: fc.constantFrom('server', 'client') }),
  event('tool.input', { callId, mode: fc.constant('replace'), value }, { complete: fc.boolean(), at }),
  event('tool.input', { callId, mode: fc.constant('replace'), text, complete: fc.constant(true) }, { at }),
  event('tool.progress', { callId }, { ...said, detail: text, progress: fc.record({ done: at, total: at }), partialOutput: value }),
  event('tool.end', { callId, result }, { ...said, output: value, error, detail: text, reason: text, rawStatus: text }),
  event('approval.request', { callId }, { ...said, prompt: text, reason: text, expiresAt: at }).map(withApprovalId),
  event('approval.response', { callId, decision: fc.constantFrom('accepted', 'rejected', 'expired', 'cancelled') }, { reason: text, by: text, at, input: value, toolKey: text }).map(withApprovalId),
  event('plan.step', { stepId: callId }, { label: text, callId, detail: text, input: value }),
  event('run.waiting', { reason: fc.constantFrom('approval', 'input', 'auth', 'client-tool') }, { at }),
];

const otherSettingEvents: readonly fc.Arbitrary<ActivityEvent>[] = [
  event('snapshot.call', { callId, status: fc.constantFrom(...STATUSES) }, { toolKey: text, input: value, output: value, detail: text, startedAt: at, endedAt: at }),
  event('capability', { capability: fc.record({ key: text }) }),
  event('note', { id: callId, level: fc.constant('info'), text }),
  event('think.start', { partId: callId, kind: fc.constantFrom('summary', 'raw', 'hidden') }, { at }),
  event('think.end', {}, { partId: callId, at }),
  event('think.heading', { heading: text }, { at }),
  event('approval.request', { approvalId }, { callId, input: value, toolKey: text, at }),
  event('approval.response', { approvalId, decision: fc.constantFrom('accepted', 'rejected') }, { callId, at, input: value, toolKey: text }),
  event('snapshot.approval', { approvalId, status: fc.constantFrom('accepted', 'rejected', 'expired', 'cancelled') }, { callId, input: value, reason: text, requestReason: text }),
  event('approval.local', { approvalId, phase: fc.constantFrom('sending', 'handed_over', 'failed', 'elsewhere', 'expired') }, { decision: fc.constantFrom('approve', 'reject'), reason: text, error }),
  event('message.delta', { mode: fc.constant('replace'), text }, { messageId: fc.constantFrom('m1', 'm2'), at }),
  event('message.done', { status: fc.constantFrom('completed', 'partial') }, { messageId: fc.constantFrom('m1', 'm2'), text }),
  event('snapshot.call', { callId, status: fc.constant('interrupted'), assumed: fc.constant(true) }, { rawStatus: text }),
  event('tool.start', { callId, attempt: fc.integer({ min: 1, max: 3 }) }, said),
  event('connection', { connection: fc.record({ status: fc.constantFrom('open', 'reconnecting', 'failed'), attempt: at }) }),
  event('run.stopping', { value: fc.boolean() }),
  event('run.start', {}, { runId: fc.constantFrom('r', 's', '__proto__'), reopen: fc.boolean(), first: fc.boolean(), at }),
];

const appendEvents: readonly fc.Arbitrary<ActivityEvent>[] = [
  event('approval.response', { callId, decision: fc.constantFrom('accepted', 'rejected') }, { at }),
  event('tool.input', { callId, mode: fc.constant('append'), text }, { complete: fc.boolean() }),
  event('message.delta', { mode: fc.constant('append'), text }, { messageId: fc.constantFrom('m1', 'm2') }),
  event('think.delta', { partId: callId, kind: fc.constantFrom('summary', 'raw'), mode: fc.constantFrom('append', 'replace'), text }, { disclosed: fc.boolean() }),
  event('discard', { scope: fc.constantFrom('step', 'message', 'run') }),
];

/** The ends of a run. */
export const terminal = fc.oneof(
  event('run.settled', { outcome }, { reason: text, at }),
  event('run.failed', { error }, { at }),
);

const ending = fc.oneof(terminal, event('run.ended', { outcome }, { at }));

/** Words of another version, or of a dialect with a mistake. */
const unknown = fc.constantFrom(
  ...([
    {},
    { type: 'tool.teleport', callId: 'c1' },
    { type: '__proto__' },
    { type: 'constructor' },
    { type: 5 },
    { type: 'tool.end', callId: 'c1', result: 'teleported' },
    { type: 'approval.local', approvalId: 'a1', phase: 'teleported' },
    { type: 'approval.response', approvalId: 'a1', decision: 'teleported' },
  ] as unknown as ActivityEvent[]),
);

/** An event that has the same effect when it comes again at once. */
export const setting = fc.oneof(...settingEvents, ...otherSettingEvents, ending);

/** Any event. */
export const anything = fc.oneof(
  { weight: 8, arbitrary: fc.oneof(...settingEvents) },
  { weight: 4, arbitrary: fc.oneof(...otherSettingEvents) },
  { weight: 3, arbitrary: fc.oneof(...appendEvents) },
  { weight: 1, arbitrary: ending },
  { weight: 1, arbitrary: unknown },
);

/** Any sequence, some of its events more than once and in other places. */
export const sequence = fc
  .tuple(fc.array(anything, { maxLength: 30 }), fc.array(fc.tuple(fc.nat(), fc.nat()), { maxLength: 8 }))
  .map(([events, copies]) => {
    const all = [...events];
    for (const [from, to] of copies) {
      const copied = events[from % Math.max(events.length, 1)];
      if (copied !== undefined) all.splice(to % (all.length + 1), 0, copied);
    }
    return all;
  });

/** One run as a server sends it again from its beginning, ended or not: no text that adds up, nothing of this side. */
export const replayable = fc
  .tuple(fc.array(fc.oneof(...settingEvents), { maxLength: 25 }), fc.option(terminal, { nil: undefined }))
  .map(([events, end]): ActivityEvent[] => [{ type: 'run.start', runId: 'r', at: 1 }, ...events, ...(end ? [end] : [])]);
