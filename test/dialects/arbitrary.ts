/** Frames that a server might send, and some that none would. */
import fc from 'fast-check';
import type { WireFrame } from '../../src/wire/frame.js';

const CHAINABIT_EVENTS = [
  'capability.resolved',
  'plan.step_added',
  'tool.started',
  'tool.progress',
  'tool.approval_required',
  'tool.approval_response',
  'tool.approval_timeout',
  'tool.completed',
  'tool.failed',
  'tool.degraded',
  'message.delta',
];
const CHAINABIT_ENDS = ['message.completed', 'message.partially_completed', 'run.failed', 'run.error', 'run.settlement.completed'];

/** Few ids, so that they meet; some that hurt plain objects and encoders. */
export const hostileId = fc.constantFrom('a', 'b', 'c', '__proto__', 'constructor', '\ud800', ' ', '0');

const oddValue = fc.oneof(
  { weight: 3, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
  { weight: 1, arbitrary: fc.constantFrom<unknown>(null, '', 0, false, -1, Number.POSITIVE_INFINITY, Number.NaN, 10n, [], {}) },
);

function record(fields: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<object> {
  return fc.record(fields, { requiredKeys: [] });
}

const activity = record({ label: fc.oneof(fc.string(), oddValue), status: fc.constantFrom('pending', 'active', 3), detail: fc.string() });

const chainabitPayload = record({
  callId: fc.oneof({ weight: 4, arbitrary: hostileId }, { weight: 1, arbitrary: oddValue }),
  toolCallId: hostileId,
  approvalId: hostileId,
  stepId: hostileId,
  toolKey: fc.oneof(fc.string(), oddValue),
  input: oddValue,
  args: oddValue,
  data: oddValue,
  output: oddValue,
  activity: fc.oneof(activity, oddValue),
  approved: fc.oneof(fc.boolean(), oddValue),
  decision: fc.constantFrom('approved', 'rejected', 'perhaps', 4),
  progress: fc.oneof(fc.double(), record({ done: fc.integer(), total: fc.integer() }), oddValue),
  attempt: fc.oneof(fc.integer({ min: -1, max: 3 }), oddValue),
  error: fc.oneof(fc.string(), record({ code: oddValue, message: oddValue }), oddValue),
  expiresInMs: fc.oneof(fc.integer(), oddValue),
  expiresAt: fc.oneof(fc.constant('2026-01-01T00:00:00Z'), oddValue),
  options: fc.oneof(fc.array(oddValue, { maxLength: 3 }), oddValue),
  delta: fc.oneof(fc.string(), oddValue),
  text: fc.oneof(fc.string(), oddValue),
  content: oddValue,
  reason: fc.oneof(fc.string(), oddValue),
  outcome: fc.constantFrom('cancelled', 'partial', 'failed', 'nonsense', 5),
  capability: fc.oneof(fc.string(), oddValue),
  key: fc.string(),
});

/** One Chainabit frame of known events, with or without a run, as an already parsed value. */
export const chainabitFrame: fc.Arbitrary<WireFrame> = fc
  .record({
    event: fc.oneof({ weight: 12, arbitrary: fc.constantFrom(...CHAINABIT_EVENTS) }, { weight: 1, arbitrary: fc.constantFrom(...CHAINABIT_ENDS, 'cot.step', 'x.y') }),
    runId: fc.constantFrom('run', 'run', 'run', undefined),
    stepId: fc.option(hostileId, { nil: undefined }),
    payload: chainabitPayload,
  })
  .map(({ event, ...data }) => ({ event, data }));

/** Any value at all, under any name. */
export const anyFrame: fc.Arbitrary<WireFrame> = fc
  .record({
    event: fc.option(fc.oneof(fc.string(), fc.constantFrom(...CHAINABIT_EVENTS, ...CHAINABIT_ENDS, 'response.created', 'error')), { nil: undefined }),
    data: fc.oneof(fc.string(), fc.json(), oddValue, fc.anything({ withBigInt: true, withNullPrototype: true })),
    id: fc.option(fc.string(), { nil: undefined }),
  })
  .map(({ event, data, id }) => ({ data, ...(event !== undefined && { event }), ...(id !== undefined && { id }) }));

const ITEM_TYPES = [
  'message',
  'reasoning',
  'function_call',
  'custom_tool_call',
  'web_search_call',
  'code_interpreter_call',
  'image_generation_call',
  'mcp_call',
  'mcp_list_tools',
  'mcp_approval_request',
  'mcp_approval_response',
  'shell_call',
  'shell_call_output',
  'function_call_output',
  'program',
  'tool_search_output',
  'compaction',
  'later_call',
];

const part = record({ type: fc.constantFrom('output_text', 'refusal', 'summary_text', 'reasoning_text'), text: fc.string(), refusal: fc.string() });

const item = record({
  type: fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...ITEM_TYPES) }, { weight: 1, arbitrary: oddValue }),
  id: fc.oneof({ weight: 5, arbitrary: hostileId }, { weight: 1, arbitrary: oddValue }),
  call_id: fc.oneof(hostileId, fc.constant(''), oddValue),
  name: fc.oneof(fc.string(), oddValue),
  status: fc.constantFrom('in_progress', 'completed', 'incomplete', 'failed', 5),
  arguments: fc.oneof(fc.json(), oddValue),
  input: oddValue,
  action: oddValue,
  code: fc.oneof(fc.string(), oddValue),
  outputs: oddValue,
  output: oddValue,
  error: oddValue,
  result: fc.oneof(fc.string(), oddValue),
  content: fc.oneof(fc.array(part, { maxLength: 2 }), oddValue),
  summary: fc.oneof(fc.array(part, { maxLength: 2 }), oddValue),
  approval_request_id: fc.oneof(hostileId, fc.constant(null)),
  approve: fc.oneof(fc.boolean(), oddValue),
});

const OPENAI_EVENTS = [
  'output_item.added',
  'output_item.done',
  'content_part.added',
  'output_text.delta',
  'output_text.done',
  'refusal.delta',
  'refusal.done',
  'reasoning_summary_part.added',
  'reasoning_summary_text.delta',
  'reasoning_summary_text.done',
  'reasoning_summary_part.done',
  'reasoning_text.delta',
  'reasoning_text.done',
  'function_call_arguments.delta',
  'function_call_arguments.done',
  'custom_tool_call_input.done',
  'mcp_call_arguments.delta',
  'mcp_call.failed',
  'code_interpreter_call_code.delta',
  'code_interpreter_call.interpreting',
  'web_search_call.searching',
  'image_generation_call.partial_image',
  'shell_call_command.added',
  'shell_call_command.delta',
  'shell_call_command.done',
  'shell_call_output_content.delta',
  'apply_patch_call_operation_diff.done',
];

const index = fc.oneof({ weight: 6, arbitrary: fc.integer({ min: 0, max: 2 }) }, { weight: 1, arbitrary: oddValue });

const openaiBody = fc.record(
  {
    type: fc.constantFrom(...OPENAI_EVENTS).map((name) => `response.${name}`),
    output_index: index,
    content_index: index,
    summary_index: index,
    command_index: index,
    item_id: hostileId,
    item,
    part,
    delta: fc.oneof(fc.string(), oddValue),
    text: fc.oneof(fc.string(), oddValue),
    refusal: fc.string(),
    arguments: fc.json(),
    input: fc.string(),
    code: fc.string(),
    diff: fc.string(),
    command: fc.string(),
    partial_image_b64: fc.string(),
  },
  { requiredKeys: ['type'] },
);

/**
 * A stream of one to three responses, each opened and ended, its frames numbered when `numbered`. This is what the laws of
 * replay are about; without numbers only a repetition after the end is certain.
 */
export function openaiStream(numbered: boolean): fc.Arbitrary<WireFrame[]> {
  const end = fc.constantFrom('completed', 'completed', 'incomplete', 'failed');
  const response = fc.record({ end, bodies: fc.array(openaiBody, { maxLength: 14 }) });
  return fc.array(response, { minLength: 1, maxLength: 3 }).map((responses) =>
    responses.flatMap((one, at) => {
      const id = `resp_${String(at)}`;
      const bodies: object[] = [
        { type: 'response.created', response: { id } },
        ...one.bodies,
        { type: `response.${one.end}`, response: { id, status: one.end } },
      ];
      return bodies.map((body, sequence) => ({ data: numbered ? { ...body, sequence_number: sequence } : body }));
    }),
  );
}
