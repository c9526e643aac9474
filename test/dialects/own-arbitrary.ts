/** Streams of Construct and of the gateway as their servers might send them, with odd values in between. */
import fc from 'fast-check';
import type { WireFrame } from '../../src/wire/frame.js';
import { hostileId } from './arbitrary.js';

/** Stands in every field that holds reasoning; no state, event or page may have it under `hidden`. */
export const CANARY = 'CANARY-8f3a';

const odd = fc.constantFrom<unknown>(null, '', 0, false, -1, Number.POSITIVE_INFINITY, [], {}, 'x', ['x'], { text: CANARY.slice(0, 3) });
const often = (weight: number, value: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> => fc.oneof({ weight, arbitrary: value }, { weight: 1, arbitrary: odd });

function body(type: fc.Arbitrary<string>, fields: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<{ type: string }> {
  return fc.tuple(type, fc.record(fields, { requiredKeys: [] })).map(([name, rest]) => ({ ...rest, type: name }));
}

const title = fc.constantFrom('Read', 'Write', '__proto__');
const thought = fc.constantFrom(CANARY, `**${CANARY.toLowerCase()}** ${CANARY}`, `x ${CANARY}\n`);

const taskStatus = fc.constantFrom('queued', 'running', 'done', 'failed', 'prepared', 'awaiting-host', 'pondering');
const failure = fc.constantFrom<unknown>('No', { code: 'c', message: 'm', remediation: 'r' }, {}, null);
const task = fc.record({ taskId: often(9, hostileId), id: hostileId, role: often(6, title), status: often(9, taskStatus), reasoning: often(3, thought), error: failure }, { requiredKeys: [] });
const constructBody = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(task, fc.constant('task')).map(([fields, type]) => ({ ...fields, type })) },
  {
    weight: 2,
    arbitrary: body(fc.constant('snapshot'), {
      status: often(6, fc.constantFrom('planned', 'running', 'awaiting-host')),
      chainOfThought: fc.constantFrom<unknown>('hidden', 'surface', 'telemetry_only', null, 'all', 4),
      tasks: often(9, fc.array(task, { maxLength: 3 })),
    }),
  },
  { weight: 2, arbitrary: body(fc.constantFrom('planned', 'running', 'awaiting-host', 'later'), { at: odd }) },
);
const constructEnd = body(fc.constantFrom('completed', 'completed', 'error'), { status: fc.constantFrom('completed', 'degraded', 'cancelled', 'error'), degraded: fc.boolean(), error: failure });

/** A run from its first frame to its end. */
export const constructStream: fc.Arbitrary<WireFrame[]> = fc
  .tuple(fc.array(constructBody, { maxLength: 14 }), constructEnd)
  .map(([bodies, end]) => [...bodies, end].map((one) => ({ data: JSON.stringify({ ...one, runId: 'run-a' }) })));

const input = fc.constantFrom<unknown>({ path: 'a' }, { path: 'b' }, 0, null);
const chatBody = fc.oneof(
  body(fc.constant('thinking'), { text: often(9, thought) }),
  body(fc.constant('text'), { text: often(9, fc.string()) }),
  body(fc.constant('tool_call'), { id: often(9, hostileId), title, input }),
  body(fc.constant('tool_update'), { id: often(9, hostileId), status: fc.constantFrom('completed', 'failed', 'in_progress', 'compiling') }),
  body(fc.constant('permission'), { requestId: often(9, hostileId), toolCall: fc.record({ title, input }), options: fc.constantFrom<unknown>(['allow', 'reject'], [], 5) }),
  body(fc.constantFrom('overlay', 'usage', 'later'), { text: fc.constant('x') }),
);
const chatEnd = fc.oneof(body(fc.constant('done'), { stopReason: fc.constantFrom('end_turn', 'cancelled', 'bored') }), body(fc.constant('error'), { message: fc.string() }));

/** A turn from its session to its end. */
export const chatStream: fc.Arbitrary<WireFrame[]> = fc
  .tuple(fc.array(chatBody, { maxLength: 14 }), chatEnd)
  .map(([bodies, end]) => [{ type: 'session', id: 'conv' }, ...bodies, end].map((one) => ({ data: JSON.stringify(one) })));

const placed = { step_number: fc.constantFrom(1, 2), attempt_id: fc.constantFrom('a1', 'a2', 'a3'), item_index: fc.constantFrom(0, 1) };
const delta = fc.oneof(
  body(fc.constant('message.delta'), { ...placed, text: often(9, fc.string()) }),
  body(fc.constantFrom('reasoning.delta', 'reasoning.summary.delta', 'reasoning.later'), { ...placed, text: often(9, thought), is_summary: fc.boolean() }),
);
const result = fc.constantFrom<unknown>({ content: [{ type: 'text', text: 'r' }], is_error: false }, { content: [], is_error: true }, null);
const called = { call_id: often(9, hostileId), name: title, reason_code: fc.constantFrom('c', ''), result_item: result };
const item = fc.oneof(
  fc.record({ kind: fc.constant('reasoning'), text: thought, content: fc.constant(CANARY) }),
  fc.record({ kind: fc.constant('tool_call'), call_id: often(9, hostileId), name: title, arguments: fc.constantFrom<unknown>('{"a":1}', '{', { a: 1 }) }),
);
const content = fc.constantFrom([{ type: 'text', text: 'Whole' }], [{ type: 'reasoning', text: CANARY }, { type: 'text', text: 'answer' }]);
const durable = fc.oneof(
  body(fc.constantFrom('run.queued', 'run.claimed', 'run.started', 'run.resumed'), {}),
  body(fc.constantFrom('tool.call.proposed', 'tool.call.started', 'tool.call.completed', 'tool.call.failed', 'tool.call.denied', 'tool.call.uncertain'), called),
  body(fc.constant('tool.call.authorized'), { ...called, authorization_kind: fc.constantFrom('grant', 'approval'), authorization_ref: hostileId }),
  body(fc.constant('model.response.completed'), { ...placed, conversation_items: often(9, fc.array(item, { maxLength: 3 })) }),
  body(fc.constant('approval.requested'), { approval_id: often(9, hostileId) }),
  body(fc.constant('approval.resolved'), { approval_id: often(9, hostileId), resolution: fc.constantFrom('APPROVED', 'deny', 'expired', 'perhaps') }),
  body(fc.constant('run.waiting_for_approval'), { suspension: fc.record({ approval_id: hostileId }) }),
  body(fc.constant('run.waiting_for_user'), { suspension: fc.record({ question: fc.string() }) }),
  body(fc.constant('assistant.message.completed'), { message: fc.record({ kind: fc.constantFrom('message', 'reasoning'), content }) }),
  body(fc.constantFrom('context.working_state.updated', 'run.later'), { working_state: fc.record({ objective: fc.string() }) }),
);
const gatewayEnd = body(fc.constantFrom('run.completed', 'run.failed', 'run.cancelled'), { final_message: fc.record({ content }), failure: fc.record({ reason: fc.string(), message: fc.string() }), reason: fc.string() });

/** A run from `run.queued` to its end: durable frames with ids that have holes, deltas between them. */
export const gatewayStream: fc.Arbitrary<WireFrame[]> = fc
  .tuple(fc.array(fc.oneof(durable, delta), { maxLength: 16 }), gatewayEnd)
  .map(([bodies, end]) =>
    [{ type: 'run.queued' }, ...bodies, end].map(({ type, ...data }, at) => ({
      event: type,
      data: JSON.stringify({ ...data, run_id: 'r' }),
      ...(/^(?:message\.delta|reasoning)/.test(type) ? {} : { id: String(3 * at + 1) }),
    })),
  );
