/**
 * What each recording of ../shared/recordings/ag-ui must end in, written by hand from the files. `name` is a file, or a file
 * and the stream in it; a pair is two of them in one session, the second being the answer to the first.
 */
import type { ApprovalStatus, RunOutcome, RunStatus, ToolStatus, WaitReason } from '../../src/activity/state.js';

export interface ExpectedCard {
  readonly callId: string;
  readonly toolKey: string;
  readonly status: ToolStatus;
  readonly title?: string;
  readonly rawStatus?: string;
  readonly executor?: 'client';
  readonly parent?: string;
  readonly errorCode?: string;
  readonly hasInput: boolean;
  readonly hasOutput: boolean;
}

export interface ExpectedStream {
  readonly names: readonly string[];
  readonly run: { readonly id?: string; readonly status: RunStatus; readonly outcome?: RunOutcome; readonly waitingFor?: WaitReason; readonly errorCode?: string };
  readonly cards?: readonly ExpectedCard[];
  readonly approvals?: readonly { readonly approvalId: string; readonly callId?: string; readonly status: ApprovalStatus }[];
  readonly headings?: readonly string[];
  /** `length` in UTF-16 units. */
  readonly message?: { readonly length: number; readonly start: string; readonly end: string };
  /** Codes, in order. */
  readonly diagnostics?: readonly string[];
  /** A piece of reasoning in the file, which must appear nowhere. */
  readonly thought?: string;
}

const settled = (id: string) => ({ id, status: 'settled', outcome: 'completed' }) as const;
const waits = (id: string, waitingFor: WaitReason) => ({ id, status: 'waiting', waitingFor }) as const;
const done = { status: 'completed', hasInput: true, hasOutput: true } as const;
const noResult = { executor: 'client', hasInput: true, hasOutput: false } as const;
const whole = (text: string) => ({ length: text.length, start: text, end: text });

const dotnet = (step: string, turn: number): string => `dotnet-${step}-Turn_0${String(turn)}.sse`;
const [started, backend, frontend] = ['Step01_GettingStarted', 'Step02_BackendTools', 'Step03_FrontendTools'];
const [approval, question] = ['Step09_InterruptsApproval', 'Step10_InterruptsUserInput'];
const hello = whole('Hello! How can I help you today?');
const fine = { length: 68, start: 'I\'m doing well, thanks — ready to help.', end: 'What can I do for you today?' };
const amsterdam = { length: 2295, start: 'Great — you’re in Amsterdam!', end: 'find current events for your dates.' };
const deleted = whole('Done — "report-draft.txt" has been deleted.');
const created = whole('Your account has been created with the username johndoe42.');
const location = { ...noResult, callId: 'call_Id_1', toolKey: 'GetUserLocation' } as const;
const deletion = { callId: 'call_Id_1', toolKey: 'delete_file', hasInput: true } as const;
const elsewhere = { status: 'interrupted', rawStatus: 'result_not_in_stream' } as const;
const helpful = whole('Hello, how can I help you today?');

const streams: readonly ExpectedStream[] = [
  { names: [dotnet(started, 1)], run: settled('run_Id_1'), message: hello },
  { names: [dotnet(started, 2)], run: settled('run_Id_2'), message: fine },
  {
    names: [dotnet(backend, 1)],
    run: settled('run_Id_1'),
    cards: [{ ...done, callId: 'call_Id_1', toolKey: 'SearchRestaurants' }],
    message: { length: 273, start: 'I found one Italian restaurant in Seattle:', end: 'with a reservation or directions?' },
  },
  { names: [dotnet(frontend, 1)], run: waits('run_Id_1', 'client-tool'), cards: [{ ...location, status: 'active' }] },
  { names: [dotnet(frontend, 2)], run: settled('run_Id_2'), message: amsterdam },
  { names: [dotnet('Step05_StateManagement', 1)], run: settled('run_Id_1'), message: { length: 252, start: 'Classic Spaghetti alla Carbonara', end: 'sauce and serve immediately.' } },
  {
    names: [dotnet('Step07_ThinkingEvents', 1)],
    run: settled('run_Id_1'),
    headings: ['Solving the heads/legs problem'],
    message: { length: 362, start: 'Let c = number of chickens', end: '12·2 + 8·4 = 24 + 32 = 56 legs.)' },
    thought: 'I need to solve the heads and legs problem',
  },
  { names: [dotnet(approval, 1)], run: waits('run_Id_1', 'approval'), cards: [{ ...deletion, status: 'awaiting_approval', hasOutput: false }], approvals: [{ approvalId: 'ficc_Id_1', callId: 'call_Id_1', status: 'pending' }] },
  { names: [dotnet(approval, 2)], run: settled('run_Id_2'), cards: [{ ...deletion, ...done }], message: deleted },
  { names: [dotnet(question, 1)], run: waits('run_Id_1', 'approval'), approvals: [{ approvalId: 'call_Id_1', status: 'pending' }] },
  { names: [dotnet(question, 2)], run: settled('run_Id_2'), message: created },
  {
    names: [dotnet('Step12_ParallelToolCalls', 1)],
    run: settled('run_Id_1'),
    cards: [{ ...done, callId: 'call_Id_1', toolKey: 'get_weather' }, { ...done, callId: 'call_Id_2', toolKey: 'get_current_time' }],
    message: { length: 76, start: '- Paris: sunny, about 22°C', end: '18:30 (JST — UTC+9).' },
  },
  {
    names: ['pydantic-builtin_tool_call.sse'],
    run: settled('run_id'),
    cards: [1, 2].map((n) => ({ ...done, callId: `pyd_ai_builtin|function|search_${String(n)}`, toolKey: 'web_search' })),
    message: { length: 160, start: 'A "Hello, World!" program', end: 'a message similar to "Hello, World!". ' },
  },
  { names: ['pydantic-empty_messages.sse'], run: { id: 'is-str', status: 'failed', outcome: 'failed', errorCode: 'run-error' } },
  { names: ['pydantic-output_tool.sse'], run: settled('run_id'), cards: [{ ...done, callId: 'tool_call_id', toolKey: 'final_result' }] },
  { names: ['pydantic-thinking.sse'], run: settled('run_id'), message: whole('Let\'s do some thinking and some more'), thought: 'about the weather' },
  { names: ['pydantic-thinking_with_signature.sse'], run: settled('run_id'), message: whole('Here is my response'), thought: 'Thinking deeply' },
  { names: ['pydantic-tool_ag_ui.sse'], run: settled('run_id'), cards: [{ ...noResult, ...elsewhere, callId: 'tool_call_id', toolKey: 'get_weather' }], message: whole('{"get_weather": "Tool result"}') },
  { names: ['pydantic-tool_local_single_event.sse'], run: settled('run_id'), cards: [{ ...done, callId: 'tool_call_id', toolKey: 'send_snapshot' }], message: { length: 60, start: 'data: {"type":"STATE_SNAPSHOT"', end: '{"key":"value"}}\n\n' } },
  {
    names: ['synthetic-1.0-subagent-cancelled-activity.sse'],
    run: { id: 'r', status: 'settled', outcome: 'cancelled' },
    cards: [
      { callId: 'tc1', toolKey: 'task', status: 'failed', errorCode: 'quota', hasInput: true, hasOutput: false },
      { callId: 'act1', toolKey: 'SEARCH', status: 'cancelled', hasInput: false, hasOutput: true },
      { callId: 'tc2', toolKey: 'web_search', status: 'cancelled', parent: 'tc1', hasInput: true, hasOutput: false },
    ],
  },
];

const inEvents = (name: string, rest: Omit<ExpectedStream, 'names'>): ExpectedStream => ({ names: [`events.json ${name}`], ...rest });

const lists: readonly ExpectedStream[] = [
  inEvents('simple_text_message', { run: settled('run_01'), message: helpful }),
  inEvents('tool_call_sequence', { run: settled('run_02'), cards: [{ ...done, callId: 'tool_01', toolKey: 'search' }], message: { length: 118, start: 'Let me search for that information.\n\nBased on', end: 'agent-user interactions.' } }),
  inEvents('state_management', { run: settled('run_03'), message: whole('Updating count...') }),
  inEvents('messages_snapshot', { run: settled('run_04'), cards: [{ ...done, callId: 'call_01', toolKey: 'get_weather' }], message: whole('The weather in New York is 72°F and sunny.') }),
  inEvents('messages_snapshot_activity_reasoning', {
    run: settled('run_04b'),
    cards: [{ callId: 'act_a1', toolKey: 'task.run', status: 'completed', hasInput: false, hasOutput: true }],
    message: whole('Indexing started.'),
    thought: 'Considering the file types',
  }),
  inEvents('multiple_runs', { run: settled('run_06'), message: whole('Second run message.') }),
  inEvents('thinking_events', { run: settled('run_07'), headings: ['Analyzing request'], message: whole('Based on my analysis...'), thought: 'Let me think about this' }),
  inEvents('step_events', { run: settled('run_08') }),
  inEvents('error_handling', { run: { id: 'run_09', status: 'failed', outcome: 'failed', errorCode: 'TIMEOUT' }, message: whole('Processing...') }),
  inEvents('custom_events', { run: settled('run_10') }),
  inEvents('concurrent_messages', { run: settled('run_11'), message: whole('First message') }),
  inEvents('text_message_chunk', { run: settled('run_12'), message: whole('Complete message in a single chunk') }),
  inEvents('activity_events', { run: settled('run_13'), cards: [{ callId: 'act_01', toolKey: 'task.run', title: 'Indexing files', status: 'completed', hasInput: false, hasOutput: true }] }),
  inEvents('reasoning_events', { run: settled('run_14'), thought: 'considering options' }),
  inEvents('thinking_text_message_legacy', { run: settled('run_15'), thought: 'Let me think' }),
];

const inSse = (name: string, rest: Omit<ExpectedStream, 'names'>): ExpectedStream => ({ names: [`sse_streams.txt ${name}`], ...rest });

const sections: readonly ExpectedStream[] = [
  inSse('Simple Text Message Stream', { run: settled('run_01'), message: helpful }),
  inSse('Tool Call Stream', { run: waits('run_02', 'client-tool'), cards: [{ ...noResult, callId: 'tool_01', toolKey: 'search', status: 'active' }] }),
  inSse('Heartbeat and Comments', { run: settled('run_03'), message: whole('Test') }),
  inSse('Multi-line Data Fields', { run: { status: 'idle' } }),
  inSse('With Event IDs and Retry', { run: { status: 'running' }, message: whole('Message with ID') }),
  inSse('Malformed Examples', { run: { status: 'idle' }, diagnostics: ['malformed', 'unknown', 'malformed', 'malformed', 'malformed'] }),
  inSse('Empty Lines and Spacing', { run: settled('run_04') }),
  inSse('Unicode and Special Characters', { run: { status: 'running' }, message: { length: 49, start: 'Hello 你好 🌟 €Special: "quotes"', end: '\\backslash\\, \ttab' } }),
];

const pairs: readonly ExpectedStream[] = [
  { names: [dotnet(started, 1), dotnet(started, 2)], run: settled('run_Id_2'), message: fine },
  { names: [dotnet(frontend, 1), dotnet(frontend, 2)], run: settled('run_Id_1'), cards: [{ ...location, ...elsewhere }], message: amsterdam },
  { names: [dotnet(approval, 1), dotnet(approval, 2)], run: settled('run_Id_1'), cards: [{ ...deletion, ...done }], approvals: [{ approvalId: 'ficc_Id_1', callId: 'call_Id_1', status: 'accepted' }], message: deleted },
  { names: [dotnet(question, 1), dotnet(question, 2)], run: settled('run_Id_1'), approvals: [{ approvalId: 'call_Id_1', status: 'accepted' }], message: created },
];

export const expectedStreams: readonly ExpectedStream[] = [...streams, ...lists, ...sections, ...pairs];

/** Files of separate examples: the run, the cards, the questions and the answer after each of them alone. */
export const expectedExamples: Readonly<Record<string, readonly string[]>> = {
  'compat-activity-events.json': ['running · msg_activity active PLAN', 'running · msg_activity active PLAN', 'idle · malformed'],
  'compat-custom-and-raw-events.json': ['idle', 'idle', 'idle', 'idle'],
  'compat-message-events.json': [
    ...['idle', 'idle', 'idle', 'idle', 'idle', 'idle'],
    'running · "Hello, how can I help you today?"',
    'running · "Special chars: 🚀 ñ € 😊 \\n\\t\\"\'\\\\\\\\"',
    'idle',
  ],
  'compat-run-events.json': ['running', 'settled', 'failed run-error', 'failed API_ERROR', 'idle', 'idle', 'idle', 'idle', 'settled', 'failed API_ERROR'],
  'compat-state-events.json': ['idle', 'idle', 'idle', 'idle', 'idle', 'idle'],
  'compat-tool-call-events.json': [
    'running · tool-1 pending get_weather',
    'running · tool-1 pending search_database',
    'running · tool-1 pending',
    'running · db-query-tool-123 pending',
    'running · streaming-tool pending',
    'running · tool-1 active',
    'running · tc-1 completed',
  ],
  // Runs, a step, a message, a chunk of nothing, a call, states, snapshots, an activity, and ends.
  'null-omission.json': [
    ...['running', 'running', 'running', 'idle', 'idle', 'running · "Looking that up."', 'idle', 'idle'],
    ...['running · tc_1 pending search', 'running · tc_1 pending', 'running · tc_1 active', 'running · tc_1 pending', 'running · tc_1 completed'],
    ...['idle', 'idle', 'idle', 'idle'],
    'running · tc_1 completed · "Looking that up."',
    'running · tc_2 active search',
    ...['running · msg_6 active SEARCH', 'idle · malformed', 'idle', 'idle', 'idle'],
    ...['failed run-error', 'settled', 'settled', 'waiting · int_1 pending'],
  ],
};
