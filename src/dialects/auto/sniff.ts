/**
 * How each dialect is known, as data. A test says yes only where no other protocol of this table sends the like; what two of
 * them send decides nothing. Names of dialects that are not there (`loaders.ts`) are passed over.
 */
import { isRecord, type JsonRecord } from '../shared/values.js';
import type { Opened } from './opened.js';

export interface Sniff {
  readonly name: string;
  readonly frame: (frame: Opened) => boolean;
  /** Names of response headers, in lower case, and how their values begin. */
  readonly headers?: readonly (readonly [name: string, start: string])[];
}

const isText = (value: unknown): value is string => typeof value === 'string';
const hasText = (body: JsonRecord, ...keys: readonly string[]): boolean => keys.every((key) => isText(body[key]) && body[key] !== '');
const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

const CHAINABIT =
  /^(?:capability\.resolved|plan\.step_added|tool\.(?:started|progress|completed|failed|degraded|approval_(?:required|response|timeout))|message\.(?:delta|completed|partially_completed)|run\.(?:failed|error|settlement\.completed)|stream\.gap|cot\..+)$/;

const GATEWAY =
  /^(?:run\.[a-z_]+|message\.delta|reasoning\.(?:summary\.)?delta|usage\.provisional|user\.message\.created|model\.response\.completed|tool\.call\.[a-z]+|approval\.(?:requested|resolved)|context\.working_state\.updated|assistant\.message\.completed)$/;

/** Both have `message.delta` and `run.failed`: the gateway says `run_id` and has no payload. */
const isOfGateway = ({ body }: Opened): boolean => hasText(body, 'run_id') && body['payload'] === undefined;

const CONSTRUCT = words('snapshot planned running task awaiting-host completed error');

const THOTH_EVENTS = words('activity_delta text_delta turn_state gate_request gate_response');
/** Without an event name `text_delta` is Pi's. */
const THOTH_TYPES = words('activity_delta turn_state gate_request gate_response');

const PI = words(
  'agent_start agent_end agent_settled turn_start turn_end tool_execution_start tool_execution_update tool_execution_end auto_retry_start auto_retry_end auto_compaction_start auto_compaction_end compaction_start compaction_end queue_update extension_error extension_ui_request extension_ui_response',
);
/** Of one block of a message, as the proxy sends them. */
const PI_BLOCK = /^(?:text|thinking|toolcall)_(?:start|delta|end)$/;

const ANTHROPIC = words('content_block_start content_block_delta content_block_stop message_delta message_stop');

/** Of sessions of managed agents, which the same dialect reads. */
const ANTHROPIC_SESSION = /^(?:session\.(?:status_[a-z]+|error)|agent\.(?:message|thinking|(?:mcp_|custom_)?tool_(?:use|result))|user\.(?:tool_confirmation|custom_tool_result|interrupt))$/;

const AI_SDK =
  /^(?:start-step|finish-step|(?:text|reasoning)-(?:start|delta|end)|tool-(?:input-(?:start|delta|available|error)|output-(?:available|error|denied)|approval-(?:request|response))|source-(?:url|document)|message-metadata|data-.+)$/;

const AG_UI = /^(?:RUN|STEP|TEXT_MESSAGE|TOOL_CALL|STATE|MESSAGES|ACTIVITY|THINKING|REASONING|SUBAGENT)(?:_[A-Z]+)+$/;

/** Modes of a run's stream, alone or with a namespace behind them. */
const LANGGRAPH = words('values updates messages messages-tuple custom debug tasks checkpoints events');

const CHATKIT = words(
  'thread.created thread.updated thread.item.added thread.item.updated thread.item.done thread.item.removed thread.item.replaced',
);

const A2A_KINDS = words('task message status-update artifact-update');
const A2A_MEMBERS: Readonly<Record<string, (member: JsonRecord) => boolean>> = {
  task: (task) => hasText(task, 'id') && isRecord(task['status']),
  message: (message) => Array.isArray(message['parts']),
  statusUpdate: ({ status }) => isRecord(status),
  artifactUpdate: ({ artifact }) => isRecord(artifact),
};

function isA2aResult(result: unknown): boolean {
  if (!isRecord(result)) return false;
  if (isText(result['kind']) && A2A_KINDS.has(result['kind'])) return true;
  const [name = '', ...others] = Object.keys(result);
  const member = result[name];
  return others.length === 0 && Object.hasOwn(A2A_MEMBERS, name) && isRecord(member) && A2A_MEMBERS[name]?.(member) === true;
}

const isPiMessage = ({ message }: JsonRecord): boolean => isRecord(message) && hasText(message, 'role') && message['type'] === undefined;

/** Of Pi's types that others have as well, what is Pi's alone. */
const PI_SHAPES: ReadonlyMap<string, (body: JsonRecord) => boolean> = new Map([
  ['session', (body: JsonRecord) => hasText(body, 'cwd') && 'version' in body],
  ['response', (body: JsonRecord) => hasText(body, 'command') && typeof body['success'] === 'boolean'],
  ['message_update', (body: JsonRecord) => isRecord(body['assistantMessageEvent'])],
  ['message_start', isPiMessage],
  ['message_end', isPiMessage],
  // Alone it may be the AI SDK's as well, and then decides nothing.
  ['start', (body: JsonRecord) => Object.keys(body).length === 1],
]);

function isPi({ event, type, body }: Opened): boolean {
  if (PI.has(type) || PI_SHAPES.get(type)?.(body) === true) return true;
  return PI_BLOCK.test(type) && typeof body['contentIndex'] === 'number' && (event === undefined || event === type);
}

function isLanggraph({ event, type, value, body }: Opened): boolean {
  if (type === 'event' && isText(body['method']) && isRecord(body['params'])) return true;
  if (event === 'metadata') return hasText(body, 'run_id');
  if (event === undefined) return false;
  const [mode = ''] = event.split('|', 1);
  return /^messages\/(?:partial|complete|metadata)$/.test(mode) || (LANGGRAPH.has(mode) && typeof value === 'object' && value !== null);
}

function isConstructChat({ event, type, body }: Opened): boolean {
  if (event !== undefined) return false;
  if (type === 'session') return hasText(body, 'id') && Object.keys(body).length === 2;
  if (type === 'tool_call') return hasText(body, 'id', 'title');
  if (type === 'tool_update') return hasText(body, 'id', 'status');
  return type === 'permission' && hasText(body, 'requestId');
}

export const sniffs: readonly Sniff[] = [
  {
    name: 'chainabit',
    frame: (frame) => [frame.event, frame.type, frame.body['event']].some((name) => isText(name) && CHAINABIT.test(name)) && !isOfGateway(frame),
  },
  {
    name: 'model-gateway',
    frame: (frame) => {
      const name = frame.event ?? frame.type;
      return name === 'stream.overflow' ? typeof frame.body['last_sequence'] === 'number' : GATEWAY.test(name) && isOfGateway(frame);
    },
  },
  { name: 'construct', frame: ({ event, type, body }) => event === undefined && CONSTRUCT.has(type) && hasText(body, 'runId') && body['payload'] === undefined },
  { name: 'construct-chat', frame: isConstructChat },
  { name: 'thoth', frame: ({ event, type }) => (event === undefined ? THOTH_TYPES.has(type) : THOTH_EVENTS.has(event)) },
  { name: 'pi', frame: isPi },
  // The name as well, since the data of a first frame may be broken.
  { name: 'openai-responses', frame: ({ event, type }) => [event ?? '', type].some((name) => /^response\.[a-z]/.test(name)) },
  {
    name: 'anthropic-messages',
    frame: ({ type, body }) => ANTHROPIC.has(type) || ANTHROPIC_SESSION.test(type) || (type === 'message_start' && isRecord(body['message']) && body['message']['type'] === 'message'),
  },
  {
    name: 'ai-sdk',
    headers: [['x-vercel-ai-ui-message-stream', 'v1']],
    frame: ({ event, type, body }) =>
      event === undefined && (AI_SDK.test(type) || (type === 'start' && !('contentIndex' in body)) || (type === 'error' && hasText(body, 'errorText'))),
  },
  {
    name: 'ag-ui',
    frame: ({ type, body }) => AG_UI.test(type) || (type === 'CUSTOM' && hasText(body, 'name')) || (type === 'RAW' && 'event' in body),
  },
  { name: 'langgraph', frame: isLanggraph },
  {
    name: 'chatkit',
    frame: ({ type, body }) => CHATKIT.has(type) || (type === 'stream_options' && isRecord(body['stream_options'])) || (type === 'progress_update' && isText(body['text'])),
  },
  {
    name: 'a2a',
    frame: ({ body }) => (body['jsonrpc'] === '2.0' ? isA2aResult(body['result']) || (isRecord(body['error']) && typeof body['error']['code'] === 'number') : isA2aResult(body)),
  },
];
