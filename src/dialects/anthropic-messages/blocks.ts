import type { ActivityEvent } from '../../activity/event.js';
import { readFields } from '../shared/fields.js';
import { compact, idOf, isRecord, textOf } from '../shared/values.js';
import type { Block, Context, Handled, Handler } from './context.js';
import { messageOf } from './lifecycle.js';
import { endingOf, isResult, toolOf } from './results.js';
import { blockSchema, deltaSchema } from './schema.js';
import type { Call, MessageMemory, OpenBlock } from './turn.js';

/** A block and where it stands. */
interface Place {
  readonly context: Context;
  readonly message: MessageMemory;
  readonly index: number;
  readonly block: Block;
}

function open({ message, index }: Pick<Place, 'message' | 'index'>, kind: OpenBlock['kind'], key: string, input?: unknown): OpenBlock {
  const opened: OpenBlock = { kind, key, input, json: '' };
  message.blocks.set(index, opened);
  if (kind !== 'text') message.paragraph += 1;
  return opened;
}

function keyOf({ message, index }: Pick<Place, 'message' | 'index'>): string {
  return `${message.key}:${String(index)}`;
}

function textStarted(place: Place): readonly ActivityEvent[] {
  const { context, message, block } = place;
  open(place, 'text', `${message.key}:${String(message.paragraph)}`);
  return grow(context, message, place.index, textOf(block.text) ?? '');
}

function grow({ turn }: Context, message: MessageMemory, index: number, text: string): readonly ActivityEvent[] {
  const group = message.blocks.get(index)?.key ?? '';
  return turn.text.append(keyOf({ message, index }), group, text, false);
}

/** With its text left out, thinking is thinking all the same. */
function thoughtStarted(place: Place): readonly ActivityEvent[] {
  const partId = keyOf(place);
  open(place, 'thought', partId);
  const text = textOf(place.block.thinking);
  const start: ActivityEvent = { type: 'think.start', partId, kind: 'raw' };
  return text === undefined ? [start] : [start, { type: 'think.delta', partId, kind: 'raw', mode: 'append', text }];
}

/** Redacted: there is nothing to show. */
function hiddenStarted(place: Place): readonly ActivityEvent[] {
  const partId = keyOf(place);
  open(place, 'thought', partId);
  return [{ type: 'think.start', partId, kind: 'hidden' }];
}

/** The call that made this one: a program of the provider's may call the client's tools. */
function callerOf({ caller }: Block): string | undefined {
  return isRecord(caller) ? idOf(caller['tool_id']) : undefined;
}

function titleOf({ name, server_name: server }: Block): string | undefined {
  return textOf(name) !== undefined && textOf(server) !== undefined ? `${name ?? ''} · ${server ?? ''}` : undefined;
}

/** A call. Its arguments are still to come. */
function callStarted(executor: Call['executor']): (place: Place) => Handled {
  return (place) => {
    const { context, message, block } = place;
    const callId = idOf(block.id);
    if (callId === undefined) return '"content_block.id" must be a non-empty string';
    const known = context.turn.calls.get(callId);
    open(place, 'call', callId, block['input']);
    context.turn.calls.set(callId, known ?? { callId, executor, message, state: 'writing' });
    if (known !== undefined) return [];
    const about = compact({ toolKey: textOf(block.name), title: titleOf(block), parent: callerOf(block) });
    return [{ type: 'tool.start', callId, status: 'pending', executor, ...about }];
  };
}

/** A result comes whole, with the start of its block; that of a program may come messages later. */
function resultStarted(place: Place): Handled {
  const { context, block, message } = place;
  const callId = idOf(block.tool_use_id);
  if (callId === undefined) return '"content_block.tool_use_id" must be a non-empty string';
  open(place, 'other', callId);
  const { calls } = context.turn;
  const known = calls.get(callId);
  const call: Call = known ?? { callId, executor: 'provider', message, state: 'open' };
  calls.set(callId, call);
  call.state = 'ended';
  const toolKey = known === undefined ? toolOf(block.type ?? '') : undefined;
  return [{ type: 'tool.end', callId, ...compact({ toolKey }), ...endingOf(block['content'], block.is_error === true) }];
}

/** Another model has taken over. */
function fallback(place: Place): readonly ActivityEvent[] {
  const { context, block } = place;
  open(place, 'other', '');
  const names = [block.from, block.to].map((one) => (isRecord(one) ? textOf(one['model']) : undefined));
  const text = names.filter((name) => name !== undefined).join(' → ');
  if (text === '') return [];
  context.turn.notes += 1;
  return [{ type: 'note', id: `${keyOf(place)}:fallback`, level: 'info', text }];
}

/** Known, and not part of the display. */
function silent(place: Place): readonly ActivityEvent[] {
  open(place, 'other', '');
  return [];
}

const starts: ReadonlyMap<string, (place: Place) => Handled> = new Map<string, (place: Place) => Handled>([
  ['text', textStarted],
  ['thinking', thoughtStarted],
  ['redacted_thinking', hiddenStarted],
  ['tool_use', callStarted('client')],
  ['server_tool_use', callStarted('provider')],
  ['mcp_tool_use', callStarted('provider')],
  ['fallback', fallback],
  ['compaction', silent],
  ['container_upload', silent],
]);

/** `content_block_start`. */
export const blockStarted: Handler = (context): Handled => {
  const { frame, fault } = context;
  if (!isRecord(frame.content_block)) return '"content_block" must be an object';
  const block = readFields(blockSchema, frame.content_block, fault);
  const type = textOf(block.type) ?? '';
  const { message, events } = messageOf(context);
  const place: Place = { context, message, index: frame.index ?? 0, block };
  const start = starts.get(type) ?? (isResult(type) ? resultStarted : undefined);
  if (start === undefined) {
    silent(place);
    context.unknown('a block of another type');
    return events;
  }
  const handled = start(place);
  return typeof handled === 'string' ? handled : [...events, ...handled];
};

interface Piece {
  readonly context: Context;
  readonly message: MessageMemory;
  readonly index: number;
  readonly text: string;
}

/** The block that a piece is of; one that nobody began is begun by its first piece, where that says enough. */
function blockOf({ context, message, index }: Piece, begin: (place: Place) => readonly ActivityEvent[]): readonly ActivityEvent[] {
  return message.blocks.has(index) ? [] : begin({ context, message, index, block: {} });
}

function textDelta(piece: Piece): Handled {
  const opening = blockOf(piece, textStarted);
  return [...opening, ...grow(piece.context, piece.message, piece.index, piece.text)];
}

function thinkingDelta(piece: Piece): Handled {
  const opening = blockOf(piece, thoughtStarted);
  const partId = piece.message.blocks.get(piece.index)?.key ?? '';
  return piece.text === '' ? opening : [...opening, { type: 'think.delta', partId, kind: 'raw', mode: 'append', text: piece.text }];
}

function inputDelta({ context, message, index, text }: Piece): Handled {
  const block = message.blocks.get(index);
  if (block?.kind !== 'call') return 'its block is no call';
  block.json += text;
  const writing = context.turn.calls.get(block.key)?.state === 'writing';
  return text === '' || !writing ? [] : [{ type: 'tool.input', callId: block.key, mode: 'append', text }];
}

const deltas: ReadonlyMap<string, { readonly field: 'text' | 'thinking' | 'partial_json'; readonly handle: (piece: Piece) => Handled }> = new Map([
  ['text_delta', { field: 'text', handle: textDelta }],
  ['thinking_delta', { field: 'thinking', handle: thinkingDelta }],
  ['input_json_delta', { field: 'partial_json', handle: inputDelta }],
] as const);

/** Known, and not part of the display. */
const SILENT_DELTAS: ReadonlySet<string> = new Set(['signature_delta', 'citations_delta', 'compaction_delta']);

/** `content_block_delta`. */
export const blockGrew: Handler = (context): Handled => {
  const { frame, fault } = context;
  if (!isRecord(frame.delta)) return '"delta" must be an object';
  const delta = readFields(deltaSchema, frame.delta, fault);
  const type = textOf(delta.type) ?? '';
  const { message, events } = messageOf(context);
  const known = deltas.get(type);
  if (known === undefined) {
    if (!SILENT_DELTAS.has(type)) context.unknown('a delta of another type');
    return events;
  }
  const text = delta[known.field];
  if (typeof text !== 'string') return `"delta.${known.field}" must be a string`;
  const handled = known.handle({ context, message, index: frame.index ?? 0, text });
  return typeof handled === 'string' ? handled : [...events, ...handled];
};

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The arguments are whole. Where none were streamed they are those of the start; half a text is none. */
function inputWhole({ key: callId, json, input }: OpenBlock, call: Call | undefined): readonly ActivityEvent[] {
  if (call?.state !== 'writing' || (json !== '' && !isJson(json))) return [];
  call.state = 'open';
  const value: unknown = json === '' ? (input ?? {}) : JSON.parse(json);
  return [{ type: 'tool.input', callId, mode: 'replace', value, complete: true }];
}

/** `content_block_stop`. */
export const blockStopped: Handler = (context): Handled => {
  const { message, events } = messageOf(context);
  const block = message.blocks.get(context.frame.index ?? 0);
  if (block?.kind === 'thought') return [...events, { type: 'think.end', partId: block.key }];
  return block?.kind === 'call' ? [...events, ...inputWhole(block, context.turn.calls.get(block.key))] : events;
};
