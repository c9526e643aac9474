/** Streams as the AI SDK's servers and Anthropic's might send them, with odd values in between. */
import fc from 'fast-check';
import type { WireFrame } from '../../src/wire/frame.js';
import { hostileId } from './arbitrary.js';
import { CANARY } from './own-arbitrary.js';

const odd = fc.constantFrom<unknown>(null, '', 0, false, -1, [], {}, 'x', ['x']);
const often = (weight: number, value: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> => fc.oneof({ weight, arbitrary: value }, { weight: 1, arbitrary: odd });
const thought = fc.constantFrom(CANARY, `**Look**\n${CANARY}`, `x ${CANARY}\n`);
const asFrames = (bodies: readonly (object | string)[]): WireFrame[] => bodies.map((body) => ({ data: typeof body === 'string' ? body : JSON.stringify(body) }));

function body(type: fc.Arbitrary<string>, fields: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<object> {
  return fc.tuple(type, fc.record(fields, { requiredKeys: [] })).map(([name, rest]) => ({ ...rest, type: name }));
}

const toolCallId = often(9, hostileId);
const part = fc.constantFrom('0', '1', '__proto__');
const flag = fc.constantFrom<unknown>(true, false, null);
const metadata = fc.constantFrom<unknown>({ anthropic: { signature: CANARY, redactedData: CANARY } }, null);

const chunk = fc.oneof(
  body(fc.constantFrom('text-start', 'text-delta', 'text-delta', 'text-end'), { id: part, delta: often(9, fc.string()) }),
  body(fc.constantFrom('reasoning-start', 'reasoning-delta', 'reasoning-delta', 'reasoning-end'), { id: part, delta: often(9, thought), providerMetadata: metadata }),
  body(fc.constantFrom('tool-input-start', 'tool-input-delta', 'tool-input-available', 'tool-input-error'), {
    toolCallId,
    toolName: fc.constantFrom('read', 'write', '__proto__'),
    inputTextDelta: fc.constantFrom('{"a"', ':1}', '{}'),
    input: fc.constantFrom<unknown>({ a: 1 }, 'text', null),
    providerExecuted: flag,
    errorText: fc.string(),
  }),
  body(fc.constantFrom('tool-output-available', 'tool-output-error', 'tool-output-denied'), { toolCallId, output: odd, preliminary: flag, errorText: fc.string() }),
  body(fc.constantFrom('tool-approval-request', 'tool-approval-response'), { toolCallId, approvalId: often(9, hostileId), approved: flag, isAutomatic: flag, reason: fc.string() }),
  body(fc.constantFrom('start-step', 'finish-step', 'reset-step', 'error', 'reasoning-file', 'data-x', 'reasoning-later'), { errorText: fc.string(), url: fc.constant(CANARY) }),
);
const reason = fc.constantFrom('stop', 'tool-calls', 'length', 'error', 'interrupted', undefined);
const response = fc
  .tuple(fc.constantFrom<object>({}, {}, { messageId: 'm' }, { messageId: 'n' }), fc.array(chunk, { maxLength: 10 }), reason)
  .map(([more, chunks, finishReason]) => (at: number): (object | string)[] => [
    { type: 'start', ...more },
    ...chunks,
    { type: 'text-delta', id: '9', delta: String(at) },
    { type: 'finish', finishReason },
    '[DONE]',
  ]);

/** One to three responses, each from its `start` to its end mark. No two say the same word for word: that would be a replay. */
export const aiSdkStream: fc.Arbitrary<WireFrame[]> = fc
  .array(response, { minLength: 1, maxLength: 3 })
  .map((responses) => asFrames(responses.flatMap((one, at) => one(at))));

const index = often(9, fc.constantFrom(0, 1, 2));
const block = fc.oneof(
  body(fc.constant('text'), { text: fc.string() }),
  body(fc.constantFrom('thinking', 'redacted_thinking'), { thinking: thought, signature: fc.constant(CANARY), data: fc.constant(CANARY) }),
  body(fc.constantFrom('tool_use', 'server_tool_use', 'mcp_tool_use'), { id: toolCallId, name: fc.constantFrom('read', '__proto__'), input: fc.constantFrom<unknown>({}, { a: 1 }) }),
  body(fc.constantFrom('web_search_tool_result', 'mcp_tool_result', 'code_execution_tool_result'), { tool_use_id: toolCallId, content: fc.constantFrom<unknown>('r', { return_code: 1 }, { type: 'x_error' }), is_error: flag }),
  body(fc.constantFrom('fallback', 'compaction', 'later_block'), { from: fc.constant({ model: 'a' }), thinking: fc.constant(CANARY) }),
);
const piece = fc.oneof(
  body(fc.constant('text_delta'), { text: often(9, fc.string()) }),
  body(fc.constant('thinking_delta'), { thinking: often(9, thought) }),
  body(fc.constant('input_json_delta'), { partial_json: fc.constantFrom('{"a"', ':1}', '', '{}') }),
  body(fc.constantFrom('signature_delta', 'citations_delta', 'thinking_later'), { signature: fc.constant(CANARY), thinking: fc.constant(CANARY) }),
);
const blockEvent = fc.oneof(
  fc.record({ type: fc.constant('content_block_start'), index, content_block: often(9, block) }),
  fc.record({ type: fc.constant('content_block_delta'), index, delta: often(9, piece) }),
  fc.record({ type: fc.constant('content_block_stop'), index }),
  fc.constant({ type: 'ping' }),
);
const stopReason = fc.constantFrom('end_turn', 'tool_use', 'pause_turn', 'max_tokens', 'refusal', 'bored', undefined);
const message = fc.record({ blocks: fc.array(blockEvent, { maxLength: 10 }), stopReason, whole: fc.constantFrom(true, true, true, false) });

/** One to three messages, most of them whole, each under an id of its own. */
export const anthropicStream: fc.Arbitrary<WireFrame[]> = fc.array(message, { minLength: 1, maxLength: 3 }).map((messages) =>
  asFrames(
    messages.flatMap(({ blocks, stopReason: why, whole }, at) => [
      { type: 'message_start', message: { id: `m${String(at)}`, role: 'assistant', content: [] } },
      ...blocks,
      ...(whole ? [{ type: 'message_delta', delta: { stop_reason: why } }, { type: 'message_stop' }] : []),
    ]),
  ),
);
