/** Frames and stored forms by the one dialect that sends them, and those that are no dialect's alone. */
import type { WireFrame } from '../../src/wire/frame.js';

export interface Row {
  /** Each of these alone tells the dialect. */
  readonly frames: readonly WireFrame[];
  readonly persisted?: readonly unknown[];
  readonly headers?: Readonly<Record<string, string>>;
}

const data = (...bodies: readonly object[]): WireFrame[] => bodies.map((body) => ({ data: JSON.stringify(body) }));
const named = (event: string, body: object): WireFrame => ({ event, data: JSON.stringify(body) });
const item = { id: 'i', thread_id: 't', type: 'assistant_message', content: [] };
const task = { id: 't1', contextId: 'c', status: { state: 'TASK_STATE_WORKING' } };
const message = { messageId: 'm', role: 'ROLE_AGENT', parts: [{ text: 'Hi' }] };

export const rows: Readonly<Record<string, Row>> = {
  chainabit: {
    frames: [
      named('tool.started', { runId: 'r', payload: { callId: 'c' } }),
      named('message.delta', { payload: { delta: 'a' } }),
      named('message.delta', { run_id: 'r', payload: { delta: 'a' } }),
      named('cot.delta', { payload: { text: 'x' } }),
      { event: 'run.failed', data: 'no JSON' },
      { event: 'tool.failed', data: { payload: { callId: 'c' } } },
      ...data({ type: 'capability.resolved', capability: { id: 'files' } }, { event: 'plan.step_added', stepId: 's' }),
    ],
    persisted: [[{ role: 'assistant', toolCalls: [{ callId: 'c', toolKey: 'a.b', status: 'completed' }] }], { data: [{ toolCalls: [{ toolCallId: 'c', status: 'failed' }] }] }, [{ callId: 'c', toolKey: 'a.b' }]],
  },
  'model-gateway': {
    frames: [
      named('run.queued', { run_id: 'r', priority: 1 }),
      named('message.delta', { run_id: 'r', text: 'a' }),
      named('reasoning.delta', { run_id: 'r', text: 'a', is_summary: true }),
      named('run.failed', { run_id: 'r', failure: {} }),
      named('stream.overflow', { last_sequence: 4 }),
      ...data({ type: 'tool.call.proposed', run_id: 'r', call_id: 'c' }),
    ],
    persisted: [{ messages: [{ sequence: 1, role: 'assistant', content: [{ type: 'text', text: 'a' }] }] }],
  },
  construct: {
    frames: data({ type: 'snapshot', runId: 'run-1', tasks: [] }, { type: 'task', runId: 'run-1', taskId: 't1' }, { type: 'completed', runId: 'run-1', status: 'completed' }),
    persisted: [{ runId: 'run-1', tasks: [] }, { data: { runId: 'run-1', tasks: [{ id: 't1' }] } }, { runs: [{ runId: 'run-1', tasks: [] }] }],
  },
  'construct-chat': {
    frames: data({ type: 'session', id: 'conv' }, { type: 'permission', requestId: 'p' }, { type: 'tool_call', id: 'c', title: 'Read' }, { type: 'tool_update', id: 'c', status: 'completed' }),
    persisted: [{ turns: [{ id: 't', userText: 'q', assistant: 'a', tools: [] }] }, { pending: [{ requestId: 'p', toolCall: { title: 'Read' } }] }],
  },
  thoth: {
    frames: [named('activity_delta', { delta: 'a' }), { event: 'text_delta', data: '"bare"' }, { event: 'turn_state', data: 'running' }, ...data({ type: 'gate_request', id: 'g' })],
    persisted: [{ turn_state: 'idle', messages: [] }, { gates: [] }],
  },
  pi: {
    frames: [
      ...data(
        { type: 'session', version: 3, id: 's', cwd: '/' },
        { type: 'agent_start' },
        { type: 'message_start', message: { role: 'assistant', content: [] } },
        { type: 'message_update', assistantMessageEvent: { type: 'text_delta' } },
        { type: 'text_delta', contentIndex: 0, delta: 'a' },
        { type: 'response', command: 'prompt', success: true },
        { type: 'extension_ui_request', id: 'd', method: 'confirm' },
      ),
      { data: '{"type":"agent_start"}\n{"type":"turn_start"}' },
    ],
    persisted: [
      [{ role: 'toolResult', toolCallId: 'c', content: [] }],
      { messages: [{ role: 'assistant', content: [{ type: 'toolCall', id: 'c', name: 'bash' }] }] },
      '{"type":"session","id":"s"}\n{"type":"message","message":{"role":"toolResult","toolCallId":"c"}}',
    ],
  },
  'openai-responses': {
    frames: [named('response.created', { type: 'response.created', response: {} }), { event: 'response.created', data: '{"type":' }, ...data({ type: 'response.output_text.delta', delta: 'a' })],
    persisted: [{ object: 'response', output: [] }, [{ type: 'function_call', call_id: 'c', name: 'n' }], { data: [{ type: 'mcp_call', id: 'm' }] }],
  },
  'anthropic-messages': {
    frames: [
      named('message_start', { type: 'message_start', message: { type: 'message', role: 'assistant', content: [] } }),
      ...data({ type: 'session.status_running', id: 'e' }, { type: 'agent.tool_use', id: 'e', name: 'n' }, { type: 'user.tool_confirmation', tool_use_id: 'e' }),
      ...data({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'a' } }, { type: 'message_stop' }),
    ],
    persisted: [[{ role: 'assistant', content: [{ type: 'tool_use', id: 'toolu_1', name: 'n', input: {} }] }]],
  },
  'ai-sdk': {
    headers: { 'x-vercel-ai-ui-message-stream': 'v1' },
    frames: data(
      { type: 'start', messageId: 'm' },
      { type: 'start-step' },
      { type: 'tool-output-available', toolCallId: 'c', output: 1 },
      { type: 'text-delta', id: '0', delta: 'a' },
      { type: 'data-weather', data: {} },
      { type: 'error', errorText: 'no' },
    ),
    persisted: [[{ id: 'm', role: 'assistant', parts: [{ type: 'text', text: 'a' }] }]],
  },
  'ag-ui': {
    frames: data({ type: 'RUN_STARTED', threadId: 't', runId: 'r' }, { type: 'TOOL_CALL_RESULT', toolCallId: 'c' }, { type: 'THINKING_START' }, { type: 'CUSTOM', name: 'on_interrupt' }),
    persisted: [
      [{ id: 'm', role: 'assistant', toolCalls: [{ id: 'c', type: 'function', function: { name: 'n', arguments: '{}' } }] }],
      { messages: [{ id: 'm', role: 'tool', toolCallId: 'c', content: 'x' }] },
    ],
  },
  langgraph: {
    frames: [
      named('metadata', { run_id: 'r', attempt: 1 }),
      named('values', { messages: [] }),
      { event: 'messages|sub:1', data: '[{},{}]' },
      named('messages/partial', [{ type: 'ai' }]),
      named('lifecycle', { type: 'event', method: 'lifecycle', params: { namespace: [] } }),
    ],
    persisted: [{ values: { messages: [{ type: 'ai', content: 'a', tool_calls: [] }] } }, { messages: [{ lc: 1, type: 'constructor', kwargs: {} }] }],
  },
  chatkit: {
    frames: data(
      { type: 'stream_options', stream_options: { allow_cancel: true } },
      { type: 'thread.created', thread: { id: 't' } },
      { type: 'thread.item.done', item },
      { type: 'progress_update', text: 'Searching' },
    ),
    persisted: [{ items: { data: [item] } }, { data: [item] }, [{ ...item, type: 'workflow' }]],
  },
  a2a: {
    frames: data(
      { jsonrpc: '2.0', id: 1, result: { task } },
      { jsonrpc: '2.0', id: 1, result: { kind: 'status-update', taskId: 't1', status: { state: 'working' } } },
      { jsonrpc: '2.0', id: 1, error: { code: -32001, message: 'no such task' } },
      { artifactUpdate: { taskId: 't1', artifact: { parts: [] } } },
      { message },
      { kind: 'message', ...message },
    ),
    persisted: [task, { kind: 'task', ...task, status: { state: 'completed' } }, { result: undefined, history: [], id: 't1', status: { state: 'TASK_STATE_COMPLETED' } }],
  },
};

/** Each could be one of several, or none. */
export const undecided: readonly WireFrame[] = [
  ...data({ type: 'start' }, { type: 'error', message: 'no' }, { type: 'ping' }, { type: 'notice', message: 'x' }, { type: 'session', id: 's', model: 'm' }),
  ...data({ object: 'chat.completion.chunk', choices: [] }, { type: 'text', text: 'a' }, { type: 'thread.run.created' }, { task: 'walk' }, { message: 'hello' }),
  ...data({ jsonrpc: '2.0', id: 1, result: {} }, { jsonrpc: '2.0', method: 'tools/list' }, { type: 'completed' }, { type: 'message_start' }, { run_id: 'r' }),
  named('update', { a: 1 }),
  named('heartbeat', {}),
  { event: 'text_delta', data: '{"type":"text_delta","contentIndex":0,"delta":"a"}' },
  { data: '[DONE]' },
  { data: '' },
  { data: '0:"Hello"' },
  { data: '{"type":"__proto__"}' },
  { data: null },
  { data: [] },
];

/** Histories that several dialects store alike. */
export const undecidedHistories: readonly unknown[] = [[], {}, null, 'text', [{ role: 'user', content: 'hello' }], { messages: [{ role: 'assistant', content: 'hi' }] }, { data: 4 }];
