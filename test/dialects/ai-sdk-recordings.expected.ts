/** What each recording of ../shared/recordings/ai-sdk must end in, written by hand from the files. */
import type { ExpectedRecording } from './recordings.js';

const both = { hasInput: true, hasOutput: true } as const;
const completed = { status: 'completed', ...both } as const;
const settled = { status: 'settled', outcome: 'completed' } as const;
const nothing = { cards: [], approvals: {}, headings: [], answer: '', ignored: 0 } as const;

const issueCall = 'toolu_01QE1WLsSVp5hy5Q3GmGTmjP';
const issues = { callId: issueCall, toolKey: 'updateIssueList' } as const;
const issuesAsked = 'aitxt-pwUNA0kIUDUtKGFNQnD2pf9S';
const announced = "I'll update the issue list for you.";
const hello = "Hello! I'm doing well, thank you for asking. How are you doing today? Is there anything I can help you with?";
const needsApproval = 'derived-anthropic-tool-needs-approval.sse';
const approvedAfter = 'derived-anthropic-tool-approval-continuation-approved.sse';
const deniedAfter = 'derived-anthropic-tool-approval-continuation-denied.sse';

const deletion = 'call_LOd3dMxgYxmNLWZVWXra9xWQ';
const deletes = { callId: deletion, toolKey: 'delete_file' } as const;
const queued = 'The file "report.pdf" has been queued for deletion. You’ll receive a confirmation once the action is approved and completed.';
const beforeDeleting = 'I need to use the delete_file tool';

const helloWorld = ['A "Hello, World!" program is usually', 'a message similar to "Hello, World!". '] as const;
const calculator = { toolKey: 'calculator', ...completed } as const;

export const expectedRecordings: readonly ExpectedRecording[] = [
  { ...nothing, files: ['derived-anthropic-clear-thinking.sse'], run: settled, answer: '925 ÷ 5 = 185', ignored: 1, thought: 'Now I need to divide that' },
  {
    ...nothing,
    files: ['derived-anthropic-mcp.sse'],
    run: settled,
    cards: [{ callId: 'mcptoolu_017CuqaJcXe5ZHJjaz3KS1AT', toolKey: 'echo', executor: 'provider', ...completed }],
    answer: 'The echo tool responded back with: **hello world**\n\nIt simply echoed back the exact message that was sent to it.',
    ignored: 1,
  },
  { ...nothing, files: ['derived-anthropic-refusal.sse'], run: { status: 'settled', outcome: 'refused' }, ignored: 1 },
  {
    ...nothing,
    files: [needsApproval],
    run: { status: 'waiting', waitingFor: 'approval' },
    cards: [{ ...issues, status: 'awaiting_approval', hasInput: true, hasOutput: false }],
    approvals: { [issuesAsked]: 'pending' },
    answer: announced,
    ignored: 1,
  },
  {
    ...nothing,
    files: [approvedAfter],
    run: { id: 'm1', ...settled },
    cards: [{ callId: issueCall, status: 'completed', hasInput: false, hasOutput: true }],
    answer: hello,
    ignored: 1,
  },
  {
    ...nothing,
    files: [deniedAfter],
    run: { id: 'm1', ...settled },
    cards: [{ callId: issueCall, status: 'rejected', hasInput: false, hasOutput: false }],
    answer: hello,
    ignored: 1,
  },
  {
    ...nothing,
    files: [needsApproval, approvedAfter],
    run: { id: 'm1', ...settled },
    cards: [{ ...issues, ...completed }],
    approvals: { [issuesAsked]: 'accepted' },
    answer: `${announced}\n\n${hello}`,
    ignored: 2,
  },
  {
    ...nothing,
    files: [needsApproval, deniedAfter],
    run: { id: 'm1', ...settled },
    cards: [{ ...issues, status: 'rejected', hasInput: true, hasOutput: false }],
    approvals: { [issuesAsked]: 'rejected' },
    answer: `${announced}\n\n${hello}`,
    ignored: 2,
  },
  {
    ...nothing,
    files: ['derived-anthropic-tool-auto-approved.sse'],
    run: settled,
    cards: [{ ...issues, ...completed }],
    approvals: { 'aitxt-eI4WZGs9vQ4xoZzwzLPuf0oe': 'accepted' },
    answer: `${announced}\n\n${hello}`,
    ignored: 2,
  },
  { ...nothing, files: ['derived-anthropic-tool-executed-then-text.sse'], run: settled, cards: [{ ...issues, ...completed }], answer: `${announced}\n\n${hello}`, ignored: 2 },
  { ...nothing, files: ['derived-anthropic-tool-preliminary-results.sse'], run: settled, cards: [{ ...issues, ...completed }], answer: `${announced}\n\n${hello}`, ignored: 2 },
  { ...nothing, files: ['derived-openai-error.sse'], run: { status: 'failed', outcome: 'failed', errorCode: 'error' } },
  {
    ...nothing,
    files: ['derived-openai-image-generation.sse'],
    run: settled,
    cards: [{ callId: 'ig_0df93c0bb83a72f20068c979f589c0819e9f0fc2d1a27aa1b8', toolKey: 'image_generation', executor: 'provider', ...completed }],
  },
  {
    ...nothing,
    files: ['derived-openai-reasoning-calculator.sse'],
    run: settled,
    cards: [
      { callId: 'call_AB6AaRZ1FYZB2RwS6A5vbdqn', ...calculator },
      { callId: 'call_Q6pW65MUgW9vF59BmItYGos3', ...calculator },
      { callId: 'call_Zl5vIMnD7dVAjgU6FkhmiCZh', ...calculator },
    ],
    headings: ['Calculating step-by-step using calculator'],
    answer: 'The final result is **570**.',
    thought: 'then multiply the result by 3',
  },
  {
    ...nothing,
    files: ['langgraph-hitl-request-1.sse'],
    run: { status: 'waiting', waitingFor: 'approval' },
    cards: [{ ...deletes, status: 'awaiting_approval', hasInput: true, hasOutput: false }],
    approvals: { [deletion]: 'pending' },
    headings: ['Deleting a file'],
    thought: beforeDeleting,
  },
  { ...nothing, files: ['langgraph-hitl-request-2.sse'], run: settled, cards: [{ ...deletes, ...completed }], answer: queued },
  {
    ...nothing,
    files: ['langgraph-hitl-request-1.sse', 'langgraph-hitl-request-2.sse'],
    run: settled,
    cards: [{ ...deletes, ...completed }],
    approvals: { [deletion]: 'accepted' },
    headings: ['Deleting a file'],
    answer: queued,
    thought: beforeDeleting,
  },
  {
    ...nothing,
    files: ['pydantic-event_stream_builtin_tool_return_error.sse'],
    run: settled,
    cards: [{ callId: 'tc_err', status: 'failed', hasInput: false, hasOutput: false }],
  },
  {
    ...nothing,
    files: ['pydantic-event_stream_tool_input_error_with_provider_metadata.sse'],
    run: settled,
    cards: [{ callId: 'tc_err', toolKey: 'my_tool', status: 'failed', hasInput: true, hasOutput: false }],
  },
  {
    ...nothing,
    files: ['pydantic-run_stream_builtin_tool_call.sse'],
    run: settled,
    cards: [{ callId: 'search_1', toolKey: 'web_search', executor: 'provider', ...completed }],
    answer: helloWorld,
    ignored: 1,
  },
  {
    ...nothing,
    files: ['pydantic-run_stream_cancelled.sse'],
    run: { status: 'settled', outcome: 'cancelled', reason: 'The agent run was cancelled.' },
    cards: [{ callId: 'is-str', toolKey: 'tool', ...completed }],
  },
  {
    ...nothing,
    files: ['pydantic-run_stream_request_error.sse'],
    run: { status: 'failed', outcome: 'failed', errorCode: 'error' },
    cards: [{ callId: 'pyd_ai_tool_call_id__tool', toolKey: 'tool', status: 'failed', hasInput: true, hasOutput: false }],
  },
  { ...nothing, files: ['pydantic-run_stream_text_and_thinking.sse'], run: settled, answer: 'Half of some text', ignored: 1, thought: 'Another thought' },
  { ...nothing, files: ['pydantic-run_stream_tool_call.sse'], run: settled, cards: [{ callId: 'search_1', toolKey: 'web_search', ...completed }], answer: helloWorld, ignored: 1 },
  {
    ...nothing,
    files: ['pydantic-run_stream_tool_metadata_yields_data_chunks.sse'],
    run: settled,
    cards: [{ callId: 'call_1', toolKey: 'send_data', ...completed }],
    answer: 'Done',
    ignored: 5,
  },
  {
    ...nothing,
    files: ['pydantic-run_stream_with_explicit_deferred_tool_results.sse'],
    run: settled,
    cards: [{ callId: 'delete_1', toolKey: 'delete_file', ...completed }],
    answer: 'File deleted successfully.',
    ignored: 1,
  },
];
