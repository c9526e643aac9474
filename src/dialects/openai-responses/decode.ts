import type { ActivityEvent } from '../../activity/event.js';
import type { WireFrame } from '../../wire/frame.js';
import { readFields } from '../shared/fields.js';
import { readData } from '../shared/frame-data.js';
import { SafeDecoder } from '../shared/safe-decoder.js';
import { idOf, isRecord, type JsonRecord } from '../shared/values.js';
import { type Frame, type Handler, nothing } from './context.js';
import * as item from './item-events.js';
import * as lifecycle from './lifecycle.js';
import * as reasoning from './reasoning.js';
import type { ResponseMemory } from './response-memory.js';
import { frameSchema } from './schema.js';
import * as sub from './sub-events.js';
import * as text from './text.js';
import { Turn } from './turn.js';

/** Every event of the protocol, without its `response.`. A Map, since the names come from a server. */
const handlers: ReadonlyMap<string, Handler> = new Map<string, Handler>([
  ['created', lifecycle.begun],
  ['queued', lifecycle.begun],
  ['in_progress', lifecycle.begun],
  ['completed', lifecycle.completed],
  ['incomplete', lifecycle.incomplete],
  ['failed', lifecycle.failed],
  ['error', lifecycle.errored],

  ['output_item.added', item.itemAdded],
  ['output_item.done', item.itemDone],

  ['content_part.added', text.partAdded],
  ['content_part.done', nothing],
  ['output_text.delta', text.textDelta],
  ['output_text.done', text.textDone],
  ['output_text.annotation.added', nothing],
  ['refusal.delta', text.refusalDelta],
  ['refusal.done', text.refusalDone],

  ['reasoning_summary_part.added', reasoning.summaryAdded],
  ['reasoning_summary_part.done', reasoning.summaryDone],
  ['reasoning_summary_text.delta', reasoning.summaryDelta],
  ['reasoning_summary_text.done', reasoning.summaryTextDone],
  ['reasoning_text.delta', reasoning.rawDelta],
  ['reasoning_text.done', reasoning.rawDone],

  ['function_call_arguments.delta', sub.inputDelta('function_call')],
  ['function_call_arguments.done', sub.inputDone('function_call', ({ frame }) => textInput(frame.arguments))],
  ['custom_tool_call_input.delta', sub.inputDelta('custom_tool_call')],
  ['custom_tool_call_input.done', sub.inputDone('custom_tool_call', ({ frame }) => valueInput(frame.input))],
  ['mcp_call_arguments.delta', sub.inputDelta('mcp_call')],
  ['mcp_call_arguments.done', sub.inputDone('mcp_call', ({ frame }) => textInput(frame.arguments))],
  ['code_interpreter_call_code.delta', sub.inputDelta('code_interpreter_call')],
  ['code_interpreter_call_code.done', sub.inputDone('code_interpreter_call', ({ frame }) => codeInput(frame.code))],
  ['apply_patch_call_operation_diff.delta', sub.inputDelta('apply_patch_call')],
  ['apply_patch_call_operation_diff.done', sub.inputDone('apply_patch_call', sub.patchOf)],
  ['shell_call_command.added', sub.commandAdded],
  ['shell_call_command.delta', sub.commandDelta],
  ['shell_call_command.done', sub.commandDone],
  ['shell_call_output_content.delta', sub.shellOutputDelta],
  ['shell_call_output_content.done', sub.shellOutputDone],

  // The end of a call is its item's, which has the output; so `completed` and `failed` say nothing yet.
  ['web_search_call.in_progress', sub.state('web_search_call')],
  ['web_search_call.searching', sub.state('web_search_call', 'searching')],
  ['web_search_call.completed', sub.state('web_search_call')],
  ['file_search_call.in_progress', sub.state('file_search_call')],
  ['file_search_call.searching', sub.state('file_search_call', 'searching')],
  ['file_search_call.completed', sub.state('file_search_call')],
  ['code_interpreter_call.in_progress', sub.state('code_interpreter_call')],
  ['code_interpreter_call.interpreting', sub.state('code_interpreter_call', 'interpreting')],
  ['code_interpreter_call.completed', sub.state('code_interpreter_call')],
  ['image_generation_call.in_progress', sub.state('image_generation_call')],
  ['image_generation_call.generating', sub.state('image_generation_call', 'generating')],
  ['image_generation_call.partial_image', sub.partialImage],
  ['image_generation_call.completed', sub.state('image_generation_call')],
  ['mcp_call.in_progress', sub.state('mcp_call')],
  ['mcp_call.completed', sub.state('mcp_call')],
  ['mcp_call.failed', sub.callFailed('mcp_call')],
  ['mcp_list_tools.in_progress', sub.state('mcp_list_tools')],
  ['mcp_list_tools.completed', sub.state('mcp_list_tools')],
  ['mcp_list_tools.failed', sub.callFailed('mcp_list_tools')],
  ['compaction.compacting', nothing],
  ['steer.accepted', nothing],
  ['steer.pending', nothing],
  ['steer.failed', nothing],
]);

const textInput = (value: string | null | undefined) => (typeof value === 'string' ? { text: value } : undefined);
const valueInput = (value: string | null | undefined) => (typeof value === 'string' ? { value } : undefined);
const codeInput = (code: string | null | undefined) => (typeof code === 'string' ? { value: { code } } : undefined);

const PREFIX = 'response.';
/** Known, and not part of the display: keep-alives and the end mark that compatible servers send. */
const END_MARK = '[DONE]';
const KEEP_ALIVE = new Set(['ping', 'keepalive', 'keep-alive']);

/** One turn of OpenAI responses. Memory grows with the items of the turn; it never throws. */
export class OpenaiResponsesDecoder extends SafeDecoder {
  readonly #turn = new Turn();

  protected override read(wire: WireFrame): readonly ActivityEvent[] {
    const name = idOf(wire.event) ?? 'frame';
    if (typeof wire.data === 'string' && wire.data.trim() === END_MARK) return [];
    const data = readData(wire.data);
    if (!data.ok) return this.drop('malformed', `${name}: ${data.why}`, wire.data);
    if (!isRecord(data.value)) return this.drop('malformed', `${name}: the data must be an object`, wire.data);
    // The JSON has the name; some servers leave the `event:` lines out, and none lets the two differ.
    const type = wire.event === 'error' ? 'error' : (idOf(data.value['type']) ?? idOf(wire.event));
    if (type === undefined) return this.drop('malformed', 'the frame has no event name', wire.data);
    if (KEEP_ALIVE.has(type)) return this.drop('ignored', `${type}: keep-alive`);
    const handler = handlers.get(type.startsWith(PREFIX) ? type.slice(PREFIX.length) : type);
    if (handler === undefined) return this.drop('unknown', `${type}: not an event of this protocol`, wire.data);
    return this.#apply(type, data.value, handler);
  }

  #apply(type: string, body: JsonRecord, handler: Handler): readonly ActivityEvent[] {
    const faults: string[] = [];
    const fault = (reason: string): void => void faults.push(reason);
    const frame = readFields(frameSchema, body, fault);
    const response = this.#turn.locate(idOf(frame.response?.['id']), OPENING.has(type));
    const repetition = repeated(type, frame, response);
    if (repetition !== undefined) return this.drop('duplicate', `${type}: ${repetition}`);
    const handled = handler({ type, frame, turn: this.#turn, response, fault });
    if (typeof handled === 'string') return this.drop('malformed', `${type}: ${handled}`);
    for (const reason of new Set(faults)) this.drop('malformed', `${type}: ${reason}; the field was left out`);
    if (typeof frame.sequence_number === 'number') response.sequence = frame.sequence_number;
    const opening = handled.length > 0 ? this.#turn.announce(response, undefined) : [];
    return [...opening, ...handled];
  }
}

/** Without an id, only these can begin another response. */
const OPENING: ReadonlySet<string> = new Set(['response.created', 'response.output_item.added']);

/**
 * Why a frame is a repetition, or nothing. Sequence numbers count per response and may have holes. Without them, a response
 * that is over and is created again is dropped whole; one that is not over is read again from its beginning.
 */
function repeated(type: string, frame: Frame, response: ResponseMemory): string | undefined {
  const { sequence_number: sequence } = frame;
  if (typeof sequence === 'number' && response.sequence !== undefined) {
    return sequence > response.sequence ? undefined : `sequence_number ${String(sequence)} is not above ${String(response.sequence)}`;
  }
  if (response.finished && response.id !== undefined && type === 'response.created') response.replayed = true;
  if (response.replayed) return 'its response is over';
  if (type === 'response.created' && response.announced) response.restart();
  return undefined;
}
