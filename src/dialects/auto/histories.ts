/** How a stored form is known: a test over each of its entries. As with frames, what two dialects store decides nothing. */
import { readData } from '../shared/frame-data.js';
import { isRecord, type JsonRecord } from '../shared/values.js';

type Test = (entry: JsonRecord) => boolean;

/** Entries that are looked at: a form shows in the first ones. */
const LIMIT = 200;
/** Names under which an answer may hold its list, and how deep. */
const LISTS = ['data', 'items', 'messages', 'entries', 'output', 'runs', 'turns', 'history', 'pending', 'values', 'response'] as const;
const DEPTH = 4;

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
const recordsIn = (value: unknown): readonly JsonRecord[] => (Array.isArray(value) ? value.filter(isRecord) : []);
const some = (value: unknown, test: Test): boolean => recordsIn(value).some(test);
const typeIn = (types: RegExp): Test => ({ type }) => isText(type) && types.test(type);

const isOwnCall: Test = (call) => [call['callId'], call['toolCallId']].some(isText) && [call['toolKey'], call['key'], call['status']].some(isText) && !('type' in call);
const isFunctionCall: Test = (call) => isText(call['id']) && isRecord(call['function']);
const isPart: Test = (part) => isText(part['type']);

const OPENAI_ITEM = typeIn(/^(?:reasoning|function_call(?:_output)?|custom_tool_call(?:_output)?|(?:web_search|file_search|code_interpreter|image_generation|mcp|local_shell|shell|apply_patch|computer)_call|mcp_(?:list_tools|approval_re(?:quest|sponse)))$/);
const ANTHROPIC_BLOCK = typeIn(/^(?:tool_use|tool_result|server_tool_use|mcp_tool_(?:use|result)|redacted_thinking)$/);
const CHATKIT_ITEM = typeIn(/^(?:user_message|assistant_message|client_tool_call|widget|generated_image|structured_input|task|workflow|end_of_turn)$/);

const tests: Readonly<Record<string, Test>> = {
  chainabit: (entry) => some(entry['toolCalls'], isOwnCall) || isOwnCall(entry),
  'model-gateway': (entry) => ['number', 'string'].includes(typeof entry['sequence']) && isText(entry['role']) && Array.isArray(entry['content']),
  construct: (entry) => isText(entry['runId']) && Array.isArray(entry['tasks']),
  'construct-chat': (entry) => (isText(entry['requestId']) && isRecord(entry['toolCall'])) || (isText(entry['userText']) && 'assistant' in entry),
  thoth: (entry) => Array.isArray(entry['gates']) || 'turn_state' in entry,
  pi: (entry) => entry['role'] === 'toolResult' || some(entry['content'], typeIn(/^toolCall$/)) || (isRecord(entry['message']) && tests['pi']?.(entry['message']) === true),
  'openai-responses': (entry) => entry['object'] === 'response' || OPENAI_ITEM(entry),
  'anthropic-messages': (entry) => isText(entry['role']) && some(entry['content'], ANTHROPIC_BLOCK),
  'ai-sdk': (entry) => isText(entry['role']) && some(entry['parts'], isPart),
  'ag-ui': (entry) => isText(entry['role']) && (some(entry['toolCalls'], isFunctionCall) || (entry['role'] === 'tool' && isText(entry['toolCallId']))),
  langgraph: (entry) => entry['lc'] === 1 || (typeIn(/^(?:human|ai|tool|system|AIMessageChunk)$/)(entry) && 'content' in entry),
  chatkit: (entry) => isText(entry['thread_id']) && CHATKIT_ITEM(entry),
  a2a: (entry) => isText(entry['id']) && isRecord(entry['status']) && isText(entry['status']['state']),
};

/** The value and what lies in its lists, outermost first. */
function entriesOf(value: unknown, depth = 0): readonly JsonRecord[] {
  if (Array.isArray(value)) return value.slice(0, LIMIT).flatMap((entry: unknown) => (isRecord(entry) ? [entry] : []));
  if (!isRecord(value) || depth > DEPTH) return [];
  return [value, ...LISTS.flatMap((name) => entriesOf(value[name], depth + 1))].slice(0, LIMIT);
}

/** JSON, or lines of it as Pi's session files are. */
function parsed(persisted: unknown): unknown {
  const whole = readData(persisted);
  if (whole.ok || typeof persisted !== 'string') return whole.ok ? whole.value : undefined;
  return persisted.split('\n', LIMIT).map((line) => readData(line)).flatMap((line) => (line.ok ? [line.value] : []));
}

/** Which dialects may have stored this. */
export function storedBy(persisted: unknown): readonly string[] {
  const entries = entriesOf(parsed(persisted));
  return Object.keys(tests).filter((name) => entries.some((entry) => tests[name]?.(entry) === true));
}
