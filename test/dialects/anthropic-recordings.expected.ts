/** What each recording of ../shared/recordings/anthropic-messages must end in, written by hand from the files. */
import type { ExpectedRecording } from './recordings.js';

const settled = (id: string) => ({ id, status: 'settled', outcome: 'completed' }) as const;
const waiting = (id: string) => ({ id, status: 'waiting', waitingFor: 'client-tool' }) as const;
const nothing = { cards: [], approvals: {}, headings: [], answer: '', ignored: 0 } as const;
const provider = { executor: 'provider', status: 'completed', hasInput: true, hasOutput: true } as const;
const client = { executor: 'client', status: 'active', hasInput: true, hasOutput: false } as const;

export const expectedRecordings: readonly ExpectedRecording[] = [
  {
    ...nothing,
    files: ['anthropic-advisor-20250301.1.chunks.txt'],
    run: settled('msg_018nU8ajizC7AoofHJbGncAW'),
    cards: [{ callId: 'srvtoolu_01R6zRtm9VnRaSJUVkGK9zvM', toolKey: 'advisor', ...provider }],
    answer: ['# Concurrent Worker Pool in Go', 'Race detector (go test -race) with concurrent Submit + Stop.\n```'],
    ignored: 3,
  },
  {
    ...nothing,
    files: ['anthropic-clear-thinking.1.chunks.txt'],
    run: settled('msg_01Y6V41gqPaKWEw7iPouH7iW'),
    answer: '925 ÷ 5 = 185',
    ignored: 1,
    thought: 'Now I need to divide that',
  },
  {
    ...nothing,
    files: ['anthropic-code-execution-20250825.1.chunks.txt'],
    run: settled('msg_01LEsrXVCLpf7xHaFdFTZNEJ'),
    cards: [
      { callId: 'srvtoolu_0112cP8RpnKv67t2cscmN4ia', toolKey: 'text_editor_code_execution', ...provider },
      { callId: 'srvtoolu_01K2E2j5mkxbtLqNBc6RJHds', toolKey: 'bash_code_execution', ...provider },
    ],
    answer: [
      "I'll create a Python script to calculate Fibonacci numbers and then execute it to find the 10th Fibonacci number.\n\nNow let's execute the script to find the 10th Fibonacci number:\n\nPerfect! The script",
      'the sum of the previous two numbers: 0, 1, 1, 2, 3, 5, 8, 13, 21, 34, ...',
    ],
    ignored: 1,
  },
  {
    ...nothing,
    files: ['anthropic-fallback.chunks.txt'],
    run: settled('msg_01FallbackStreamAbcdefghij'),
    notes: ['claude-fable-5 → claude-opus-4-8'],
    answer: 'The printing press was invented by Johannes Gutenberg around 1440.',
  },
  {
    ...nothing,
    files: ['anthropic-mcp.1.chunks.txt'],
    run: settled('msg_01RNdvgjHoLmx2THF9AVj3KK'),
    cards: [{ callId: 'mcptoolu_017CuqaJcXe5ZHJjaz3KS1AT', toolKey: 'echo', ...provider }],
    answer: 'The echo tool responded back with: **hello world**\n\nIt simply echoed back the exact message that was sent to it.',
  },
  {
    ...nothing,
    files: ['anthropic-refusal.chunks.txt'],
    run: {
      id: 'msg_01RefusalStreamAbcdefghijk',
      status: 'settled',
      outcome: 'refused',
      reason: "This request triggered restrictions on violative cyber content and was blocked under Anthropic's Usage Policy.",
    },
    ignored: 1,
  },
  {
    ...nothing,
    files: ['anthropic-text.chunks.txt'],
    run: settled('msg_01QC4g3HwBThD4BaNtBckFDJ'),
    answer: "Hello! I'm doing well, thank you for asking. How are you doing today? Is there anything I can help you with?",
    ignored: 1,
  },
  {
    ...nothing,
    files: ['anthropic-tool-no-args.chunks.txt'],
    run: waiting('msg_01GE2RKp1VYsPzdFs3sS9z5S'),
    cards: [{ callId: 'toolu_01QE1WLsSVp5hy5Q3GmGTmjP', toolKey: 'updateIssueList', ...client }],
    answer: "I'll update the issue list for you.",
    ignored: 3,
  },
  {
    ...nothing,
    files: ['anthropic-tool-search-regex.1.chunks.txt'],
    run: settled('msg_01A4vjL51mNRof8JMvA9CFph'),
    cards: [
      { callId: 'srvtoolu_01TFsKhwiJYqVMitK2XGtH87', toolKey: 'tool_search_tool_regex', ...provider },
      { callId: 'toolu_01UmPwkecewaEpMupy2ywk8b', toolKey: 'get_temp_data', ...client, status: 'interrupted', rawStatus: 'result_not_in_stream' },
    ],
    answer: [
      "Great! I found a weather tool. Let me get the current weather data for San Francisco.\n\nHere's the current weather data for San Francisco:",
      'The weather in SF is pleasant with partly cloudy skies and moderate humidity!',
    ],
    ignored: 1,
  },
  {
    ...nothing,
    files: ['pydantic-anthropic_model_thinking_part_stream-1.sse'],
    run: settled('msg_01ALwQ87pTS7hH1PjSdC9wJD'),
    answer: ['Here are the basic steps for safely crossing the street:', 'Always prioritize safety over speed when crossing streets.'],
    ignored: 1,
    thought: 'This is a straightforward question about pedestrian safety',
  },
  { ...nothing, files: ['sdk-basic_response.txt'], run: settled('msg_4QpJur2dWWDjF6C758FbBw5vm12BaVipnK'), answer: 'Hello there!', ignored: 1 },
  {
    ...nothing,
    files: ['sdk-tool_use_response.txt'],
    run: waiting('msg_019Q1hrJbZG26Fb9BQhrkHEr'),
    cards: [{ callId: 'toolu_01NRLabsLyVHZPKxbKvkfSMn', toolKey: 'get_weather', ...client }],
    answer: "I'll check the current weather in Paris for you.",
    ignored: 1,
  },
];
