/**
 * What each recording of ../shared/recordings/openai-responses must end in, written by hand from the files. A recording is
 * one stream; a pair is two of them pushed into one element, the second being the answer to a decision.
 */
import type { ApprovalStatus, RunOutcome, RunStatus, ToolStatus, WaitReason } from '../../src/activity/state.js';

export interface ExpectedCard {
  readonly callId: string;
  readonly toolKey: string;
  readonly title?: string;
  readonly status: ToolStatus;
  readonly rawStatus?: string;
  readonly executor: 'client' | 'provider';
  readonly hasInput: boolean;
  readonly hasOutput: boolean;
  readonly detail?: string;
}

export interface ExpectedApproval {
  readonly approvalId: string;
  readonly status: ApprovalStatus;
}

export interface ExpectedRun {
  readonly id: string;
  readonly status: RunStatus;
  readonly outcome?: RunOutcome;
  readonly waitingFor?: WaitReason;
  readonly errorCode?: string;
}

export interface ExpectedRecording {
  /** Files, in the order in which they are fed. */
  readonly files: readonly string[];
  readonly run: ExpectedRun;
  /** In timeline order. */
  readonly cards: readonly ExpectedCard[];
  readonly approvals: readonly ExpectedApproval[];
  /** Every heading, in order of appearance. */
  readonly headings: readonly string[];
  /** `start` is the beginning of the text, `length` all of it in UTF-16 units. */
  readonly message: { readonly length: number; readonly start: string; readonly end: string };
  /** A piece of raw reasoning in the file, which must appear nowhere. */
  readonly raw?: string;
}

const silent = { length: 0, start: '', end: '' };

const provider = { executor: 'provider', status: 'completed', hasInput: true, hasOutput: true } as const;

/** A client's call whose arguments are whole and whose result is not in the stream. */
const client = { executor: 'client', status: 'active', hasInput: true, hasOutput: false } as const;

const answeredElsewhere = { ...client, status: 'interrupted', rawStatus: 'result_not_in_stream' } as const;

const interpreter = { ...provider, toolKey: 'code_interpreter_call', title: 'Code interpreter' } as const;

const search = { ...provider, toolKey: 'web_search_call', title: 'Web search' } as const;

const listTools = (server: string) =>
  ({ ...provider, toolKey: 'mcp_list_tools', title: `List tools · ${server}`, hasInput: false }) as const;

const waitsForClient = (id: string): ExpectedRun => ({ id, status: 'waiting', waitingFor: 'client-tool' });
const settled = (id: string): ExpectedRun => ({ id, status: 'settled', outcome: 'completed' });

const petco = 'https://techcrunch.com/2025/12/05/petco-confirms-security-lapse-exposed-customers-personal-data/';

const createShortUrl = { ...provider, toolKey: 'create_short_url', title: 'create_short_url · zip1' } as const;
const mcpRequest = 'mcpr_04a97b4fce127879006949a8672ac081959f95aa8ceedb7cd9';
const mcpFirst = 'resp_04a97b4fce127879006949a864795c8195a77efd798149326b';
const mcpSecond = 'resp_04a97b4fce127879006949a87ab0cc8195b3175edc260d6a88';
const mcpListFirst = 'mcpl_04a97b4fce127879006949a8648d5c8195b329dc93c3bad534';
const mcpListSecond = 'mcpl_04a97b4fce127879006949a87ac9388195b0d86b0d1f24176b';
const mcpAnswer = {
  length: 221,
  start: 'Done — here’s your shortened link:\n\nhttps://zip1.io/UDKvlw',
  end: 'alias or password protection added?',
};

const phaseFirst = 'resp_0fabc13af1ee0049006a691dfdab8881a1a75f2db7ff78cb83';
const phaseCall = { callId: 'call_LabG58Uhrq9kZvR52BYKjToD', toolKey: 'get_capital' } as const;

/** All 17 files, each alone, then the two pairs. */
export const expectedRecordings: readonly ExpectedRecording[] = [
  {
    files: ['lmstudio-tool-call.1.chunks.txt'],
    run: waitsForClient('resp_cc7bfe18e2f2eca93006515c0fd19cfed16e46a93a60444a'),
    cards: [{ ...client, callId: 'call_2025306790300011', toolKey: 'weather' }],
    approvals: [],
    headings: [],
    message: {
      length: 67,
      start: 'I\'ll get the current weather information',
      end: 'San Francisco for you.',
    },
    raw: 'The user is asking for the weather',
  },
  {
    files: ['openai-apply-patch-tool.1.chunks.txt'],
    run: waitsForClient('resp_0372d86dfc1762fe00692741f339a08190bce9b78ee2079295'),
    cards: [{ ...client, callId: 'call_kA46f91ZwocQyMCKyyZqRyC5', toolKey: 'apply_patch_call', title: 'Apply patch' }],
    approvals: [],
    headings: [],
    message: silent,
  },
  {
    files: ['openai-code-interpreter-tool.1.chunks.txt'],
    run: settled('resp_68c2e6efa238819383d5f52a2c2a3baa02d3a5742c7ddae9'),
    cards: [
      { ...interpreter, callId: 'ci_68c2e6f7b72c8193ba1f552552c8dc9202d3a5742c7ddae9' },
      { ...interpreter, callId: 'ci_68c2e6fd57948193aa93df6bdb00a86d02d3a5742c7ddae9' },
      { ...interpreter, callId: 'ci_68c2e701a23081939c93b6fb5bb952d302d3a5742c7ddae9' },
    ],
    approvals: [],
    headings: [],
    message: {
      length: 596,
      start: 'Here’s a simulation of rolling two fair six-sided dice 10,00',
      end: 'another format (JSON, Excel, etc.).',
    },
  },
  {
    files: ['openai-custom-tool.1.chunks.txt'],
    run: waitsForClient('resp_custom_tool_test_001'),
    cards: [{ ...client, callId: 'call_custom_sql_001', toolKey: 'write_sql' }],
    approvals: [],
    headings: [],
    message: silent,
  },
  {
    files: ['openai-error.1.chunks.txt'],
    run: {
      id: 'resp_05500b38c2cd9bfc00691c7c9d222481a3b595421266dab424',
      status: 'failed',
      outcome: 'failed',
      errorCode: 'insufficient_quota',
    },
    cards: [],
    approvals: [],
    headings: [],
    message: silent,
  },
  {
    files: ['openai-image-generation-tool.1.chunks.txt'],
    run: settled('resp_0df93c0bb83a72f20068c979db26ac819e8b5a444fad3f0d7f'),
    cards: [
      {
        ...provider,
        callId: 'ig_0df93c0bb83a72f20068c979f589c0819e9f0fc2d1a27aa1b8',
        toolKey: 'image_generation_call',
        title: 'Image generation',
        hasInput: false,
      },
    ],
    approvals: [],
    headings: [],
    message: silent,
  },
  {
    files: ['openai-local-shell-tool.1.chunks.txt'],
    run: waitsForClient('resp_68da7fd5d24481949fc2cf1cc60377050faf5df54b42d9a6'),
    cards: [{ ...client, callId: 'call_h3nm8hUG0KO9tVNuRACkL1ri', toolKey: 'local_shell_call', title: 'Local shell' }],
    approvals: [],
    headings: [],
    message: silent,
  },
  {
    files: ['openai-mcp-tool-approval.3.chunks.txt'],
    run: { id: mcpFirst, status: 'waiting', waitingFor: 'approval' },
    cards: [
      { ...listTools('zip1'), callId: mcpListFirst },
      { ...createShortUrl, callId: mcpRequest, status: 'awaiting_approval', hasOutput: false },
    ],
    approvals: [{ approvalId: mcpRequest, status: 'pending' }],
    headings: [],
    message: silent,
  },
  {
    files: ['openai-mcp-tool-approval.4.chunks.txt'],
    run: settled(mcpSecond),
    cards: [
      { ...listTools('zip1'), callId: mcpListSecond },
      { ...createShortUrl, callId: mcpRequest },
    ],
    // The request is in the file before; all that is known here is that somebody has allowed it.
    approvals: [{ approvalId: mcpRequest, status: 'accepted' }],
    headings: [],
    message: mcpAnswer,
  },
  {
    files: ['openai-phase.1.chunks.txt'],
    run: settled('resp_0a63f40a2632b74300699f8818e5648196a8fa657ae8091421'),
    cards: [],
    approvals: [],
    headings: [],
    // A commentary of 153 and an answer of 1,485, with an empty line between them. Most deltas were left out of the file.
    message: {
      length: 153 + 2 + 1485,
      start: 'Got it — I’ll quickly check reliable, up-to-date sources for',
      end: 'morning brief with timestamps.',
    },
  },
  {
    files: ['openai-reasoning-encrypted-content.1.chunks.txt'],
    run: settled('resp_01830d662ab3856501693c321345c88190b0de00f3b9975691'),
    cards: [
      { ...answeredElsewhere, callId: 'call_AB6AaRZ1FYZB2RwS6A5vbdqn', toolKey: 'calculator' },
      { ...answeredElsewhere, callId: 'call_Q6pW65MUgW9vF59BmItYGos3', toolKey: 'calculator' },
      { ...answeredElsewhere, callId: 'call_Zl5vIMnD7dVAjgU6FkhmiCZh', toolKey: 'calculator' },
    ],
    approvals: [],
    headings: ['Calculating step-by-step using calculator'],
    message: { length: 28, start: 'The final result is **570**.', end: '**570**.' },
  },
  {
    files: ['openai-web-search-tool.1.chunks.txt'],
    run: settled('resp_0cc96ac817fdc57e00693337060a408198b92bf1f99cf1b8ec'),
    cards: [
      {
        ...search,
        callId: 'ws_0cc96ac817fdc57e006933370e71cc81989ece73cbdfe67d25',
        detail: 'tech news today December 5 2025',
      },
      {
        ...search,
        callId: 'ws_0cc96ac817fdc57e0069333715b11c81988f3c9b9af6a95481',
        detail: 'site:theverge.com "December 5, 2025" "technology"',
      },
      { ...search, callId: 'ws_0cc96ac817fdc57e006933371c82e48198aba79879e266ea8c', hasOutput: false, detail: petco },
      { ...search, callId: 'ws_0cc96ac817fdc57e0069333721f6a081989f8e6a18dbc1e47a', hasOutput: false, detail: 'vercel' },
      { ...search, callId: 'ws_0cc96ac817fdc57e00693337281754819898dbc2297d80e2df', hasOutput: false, detail: 'Vercel' },
      { ...search, callId: 'ws_0cc96ac817fdc57e00693337335db881989d7938ef5e5dcd6b', hasOutput: false, detail: 'vercel' },
    ],
    approvals: [],
    headings: [],
    message: {
      length: 3645,
      start: 'I checked today’s tech headlines (today = December 5, 2025) ',
      end: 'pull out more details now?',
    },
  },
  {
    files: ['pydantic-background_mode_streaming_continuation_vcr-1.sse'],
    run: settled('resp_078b21da0e109d4800699cc4c6b1ac8193b47f01da738fad41'),
    cards: [],
    approvals: [],
    headings: [],
    message: { length: 15, start: '2 + 2 equals 4.', end: '2 + 2 equals 4.' },
  },
  {
    files: ['pydantic-openai_responses_model_mcp_server_tool_stream-1.sse'],
    run: settled('resp_00b9cc7a23d047270068faa0e25934819f9c3bfdec80065bc4'),
    cards: [
      { ...listTools('deepwiki'), callId: 'mcpl_00b9cc7a23d047270068faa0e29804819fb060cec0408ffbcd' },
      {
        ...provider,
        callId: 'mcp_00b9cc7a23d047270068faa0e67fb0819fa9e21302c398e9ac',
        toolKey: 'ask_question',
        title: 'ask_question · deepwiki',
      },
    ],
    approvals: [],
    headings: [],
    message: {
      length: 687,
      start: 'pydantic-ai is a Python “agent” framework that brings Pydant',
      end: 'scaffold for AI agent development.',
    },
  },
  {
    files: ['pydantic-openai_responses_phase_streamed_on_part_start-1.sse'],
    run: waitsForClient(phaseFirst),
    cards: [{ ...client, ...phaseCall }],
    approvals: [],
    headings: [],
    message: { length: 52, start: 'I’ll check the capital lookup tool', end: '“PotatoLand.”' },
  },
  {
    files: ['pydantic-openai_responses_phase_streamed_on_part_start-2.sse'],
    run: settled('resp_0fabc13af1ee0049006a691dffc71481a18c5ea1841dec14ce'),
    cards: [],
    approvals: [],
    headings: [],
    message: { length: 45, start: 'The capital of PotatoLand is', end: '**Potato City**.' },
  },
  {
    files: ['pydantic-openai_responses_thinking_with_code_execution_tool_stream-1.sse'],
    run: settled('resp_68c35098e6fc819e80fb94b25b7d031b0f2d670b80edc507'),
    // `outputs` is null in all three: the server was not asked to include them.
    cards: [
      { ...interpreter, callId: 'ci_68c3509faff0819e96f6d45e6faf78490f2d670b80edc507', hasOutput: false },
      { ...interpreter, callId: 'ci_68c350a41d2c819ebb23bdfb9ff322770f2d670b80edc507', hasOutput: false },
      { ...interpreter, callId: 'ci_68c350a5e1f8819eb082eccb870199ec0f2d670b80edc507', hasOutput: false },
    ],
    approvals: [],
    headings: ['Calculating a large integer'],
    message: { length: 646, start: '123456^123 equals:\n18030210630404480750', end: '817426366854332416' },
  },
  {
    // Pair A: approved. One run, one card for the request and the call that it allowed.
    files: ['openai-mcp-tool-approval.3.chunks.txt', 'openai-mcp-tool-approval.4.chunks.txt'],
    run: settled(mcpFirst),
    cards: [
      { ...listTools('zip1'), callId: mcpListFirst },
      { ...createShortUrl, callId: mcpRequest },
      { ...listTools('zip1'), callId: mcpListSecond },
    ],
    approvals: [{ approvalId: mcpRequest, status: 'accepted' }],
    headings: [],
    message: mcpAnswer,
  },
  {
    // Pair B: the client's result went with the second request. 52 + 2 + 45 characters.
    files: [
      'pydantic-openai_responses_phase_streamed_on_part_start-1.sse',
      'pydantic-openai_responses_phase_streamed_on_part_start-2.sse',
    ],
    run: settled(phaseFirst),
    cards: [{ ...answeredElsewhere, ...phaseCall }],
    approvals: [],
    headings: [],
    message: { length: 52 + 2 + 45, start: 'I’ll check the capital lookup tool', end: '**Potato City**.' },
  },
];
