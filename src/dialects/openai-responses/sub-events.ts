import type { ActivityEvent } from '../../activity/event.js';
import { compact, isRecord } from '../shared/values.js';
import type { Context, Handled, Handler } from './context.js';
import { imageOutput, type ItemInput, kindOf } from './items.js';
import { type Entry, fragmentsOf } from './response-memory.js';
import { inputWhole, opened } from './tool-items.js';

const NO_PLACE = '"item_id" or "output_index" must name an item';

interface Found {
  readonly entry: Entry;
  /** The opening of a card whose item was never announced. */
  readonly opening: readonly ActivityEvent[];
}

/** The item that a sub-event belongs to; one that was never announced is entered under the type that the event names. */
function located({ frame, response }: Context, type: string): Found | undefined {
  const index = frame.output_index ?? undefined;
  const id = frame.item_id ?? undefined;
  const found = response.find(id, index);
  const kind = kindOf(type);
  if (found?.kind !== undefined) return { entry: found, opening: [] };
  if (kind === undefined || (id === undefined && index === undefined)) return undefined;
  const entry = response.add({ type, index, item: { id }, kind });
  return { entry, opening: opened(entry, kind) };
}

function withEntry(type: string, handle: (entry: Entry, context: Context) => Handled): Handler {
  return (context) => {
    const found = located(context, type);
    if (found === undefined) return NO_PLACE;
    const handled = handle(found.entry, context);
    return typeof handled === 'string' ? handled : [...found.opening, ...handled];
  };
}

/** Argument text that streams. */
export function inputDelta(type: string): Handler {
  return withEntry(type, (entry, { frame }) => {
    // Some servers send the arguments of MCP calls as an object; they come whole with the item.
    if (isRecord(frame.delta)) return [];
    if (typeof frame.delta !== 'string') return '"delta" must be a string';
    const text = entry.done ? '' : fragmentsOf(entry, 'input').add(frame.delta);
    return text === '' ? [] : [{ type: 'tool.input', callId: entry.card, mode: 'append', text }];
  });
}

/** Argument text that is whole. */
export function inputDone(type: string, read: (context: Context, entry: Entry) => ItemInput): Handler {
  return withEntry(type, (entry, context) => (entry.done ? [] : inputWhole(entry, read(context, entry))));
}

/** A patch: the operation as it was announced, with its text. */
export function patchOf({ frame }: Context, { item }: Entry): ItemInput {
  const operation = isRecord(item['operation']) ? item['operation'] : {};
  return typeof frame.diff === 'string' ? { value: { ...operation, diff: frame.diff } } : undefined;
}

/** Commands of a shell call come one after the other, each under its own index; a line each. */
function commandText(entry: Entry, { frame }: Context, piece: string): readonly ActivityEvent[] {
  const index = frame.command_index ?? 0;
  const name = `command-${String(index)}`;
  const opens = index > 0 && !entry.parts.has(name);
  const fresh = entry.done ? '' : fragmentsOf(entry, name).add(piece);
  const text = (opens ? '\n' : '') + fresh;
  return text === '' ? [] : [{ type: 'tool.input', callId: entry.card, mode: 'append', text }];
}

export const commandAdded = withEntry('shell_call', (entry, context) => commandText(entry, context, context.frame.command ?? ''));

export const commandDelta = withEntry('shell_call', (entry, context) => {
  const { delta } = context.frame;
  return typeof delta === 'string' ? commandText(entry, context, delta) : '"delta" must be a string';
});

/** Only the rest of the command, should pieces be missing; the item brings all of them as a value. */
export const commandDone = withEntry('shell_call', (entry, context) => {
  const { command, command_index: index } = context.frame;
  if (typeof command !== 'string') return [];
  const shown = entry.parts.get(`command-${String(index ?? 0)}`)?.length ?? 0;
  return commandText(entry, context, command.slice(shown));
});

function outputText(delta: unknown): string {
  if (typeof delta === 'string') return delta;
  if (!isRecord(delta)) return '';
  return ['stdout', 'stderr'].map((key) => delta[key]).filter((text) => typeof text === 'string').join('');
}

/** Output of a hosted shell while the command runs. */
export const shellOutputDelta = withEntry('shell_call', (entry, { frame }) => {
  const text = fragmentsOf(entry, 'output').add(outputText(frame.delta));
  if (text === '') return [];
  entry.live += text;
  return [{ type: 'tool.progress', callId: entry.card, partialOutput: entry.live }];
});

export const shellOutputDone = withEntry('shell_call', (entry, { frame }) => {
  const { output } = frame;
  return output === undefined || output === null ? [] : [{ type: 'tool.progress', callId: entry.card, partialOutput: output }];
});

/** A state of its own: the provider's verb becomes the card's detail, and execution has begun. */
export function state(type: string, verb?: string): Handler {
  return withEntry(type, (entry) => {
    if (entry.done) return [];
    if (verb === undefined) return [];
    const begun: ActivityEvent[] = entry.active ? [] : [{ type: 'tool.start', callId: entry.card, status: 'active' }];
    entry.active = true;
    return [...begun, { type: 'tool.progress', callId: entry.card, detail: verb }];
  });
}

/** The call has failed. Its item follows, with the error. */
export function callFailed(type: string): Handler {
  return withEntry(type, (entry) => {
    entry.failed = true;
    return [];
  });
}

/** A preliminary image is progress, not a result. */
export const partialImage = withEntry('image_generation_call', (entry, { frame }) => {
  if (entry.done || typeof frame.partial_image_b64 !== 'string') return [];
  const source = compact({ output_format: frame.output_format ?? undefined, size: frame.size ?? undefined });
  return [{ type: 'tool.progress', callId: entry.card, partialOutput: imageOutput(frame.partial_image_b64, source) }];
});
