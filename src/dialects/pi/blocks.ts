import type { ActivityEvent } from '../../activity/event.js';
import { compact, idOf, textOf } from '../shared/values.js';
import { type Block, blocksOf, type Context, type Handled, type Handler, readMessage } from './context.js';
import type { OpenBlock, PiRun } from './run.js';

const NO_DELTA = '"delta" must be a string';

function indexOf({ frame }: Context): number {
  return frame.contentIndex ?? 0;
}

/** The first generation repeats the message so far with each event: what it holds of this block. */
function soFar({ frame, fault }: Context): Block | undefined {
  const message = readMessage(frame.partial ?? frame.message, fault);
  return blocksOf(message?.content, fault)[frame.contentIndex ?? 0];
}

export const textStarted: Handler = (context) => {
  context.run.block(indexOf(context), true).kind = 'text';
  return [];
};

export const textDelta: Handler = (context): Handled => {
  const { frame, run } = context;
  if (typeof frame.delta !== 'string') return NO_DELTA;
  const block = run.block(indexOf(context));
  const isFirst = block.kind === undefined;
  block.kind = 'text';
  // A block whose start nobody saw may have begun long ago.
  const before = isFirst ? soFar(context)?.text : undefined;
  const whole = typeof before === 'string' && before.length > frame.delta.length && before.endsWith(frame.delta) ? before : frame.delta;
  return run.text.append(block.key, block.group, whole, false);
};

export const textEnded: Handler = (context) => {
  const { frame, run } = context;
  const block = run.block(indexOf(context));
  block.ended = true;
  return typeof frame.content === 'string' ? run.text.finish(block.key, block.group, frame.content, false) : [];
};

function thought(block: OpenBlock, context: Context): { readonly kind: 'raw' | 'hidden'; readonly opening: readonly ActivityEvent[] } {
  if (block.kind === 'raw' || block.kind === 'hidden') return { kind: block.kind, opening: [] };
  const kind = soFar(context)?.redacted === true ? 'hidden' : 'raw';
  block.kind = kind;
  return { kind, opening: [{ type: 'think.start', partId: block.key, kind }] };
}

export const thinkingStarted: Handler = (context) => thought(context.run.block(indexOf(context), true), context).opening;

export const thinkingDelta: Handler = (context): Handled => {
  const { delta } = context.frame;
  if (typeof delta !== 'string') return NO_DELTA;
  const block = context.run.block(indexOf(context));
  const { kind, opening } = thought(block, context);
  const text = block.fragments.add(delta);
  return text === '' ? opening : [...opening, { type: 'think.delta', partId: block.key, kind, mode: 'append', text }];
};

/** The whole thought counts only where pieces of it are missing. */
export const thinkingEnded: Handler = (context) => {
  const { content } = context.frame;
  const block = context.run.block(indexOf(context));
  const { kind, opening } = thought(block, context);
  block.ended = true;
  const differs = typeof content === 'string' && block.fragments.settle(content);
  const missing: readonly ActivityEvent[] = differs ? [{ type: 'think.delta', partId: block.key, kind, mode: 'replace', text: content }] : [];
  return [...opening, ...missing, { type: 'think.end', partId: block.key }];
};

/** A call of the model's. Its arguments are still to come. */
function announced(block: OpenBlock, said: { readonly id?: unknown; readonly name?: unknown }, { run, type }: Context): readonly ActivityEvent[] {
  const callId = idOf(said.id);
  block.kind = 'tool';
  if (callId === undefined) return [];
  if (block.callId !== undefined) {
    run.alias(callId, block.callId);
    return [];
  }
  const card = run.card(callId);
  block.callId = card;
  run.isNew(callNote(card));
  const executor = isProxied(type) ? 'client' : 'server';
  if (executor === 'client') run.clientCalls.add(card);
  return [{ type: 'tool.start', callId: card, status: 'pending', executor, ...compact({ toolKey: textOf(said.name) }) }];
}

/** Outside of `message_update` the blocks are those of the proxy, whose client runs the tools. */
function isProxied(type: string): boolean {
  return !type.startsWith('message_update');
}

export function callNote(card: string): string {
  return `call ${card}`;
}

export const callStarted: Handler = (context) => {
  const { frame, run } = context;
  const block = run.block(indexOf(context), true);
  const known = soFar(context);
  return announced(block, { id: frame.id ?? known?.id, name: frame.toolName ?? known?.name }, context);
};

export const callDelta: Handler = (context): Handled => {
  const { frame, run } = context;
  if (typeof frame.delta !== 'string') return NO_DELTA;
  const block = run.block(indexOf(context));
  const known = block.callId === undefined ? soFar(context) : undefined;
  const opening = announced(block, { id: known?.id, name: known?.name }, context);
  if (block.callId === undefined || frame.delta === '') return opening;
  return [...opening, { type: 'tool.input', callId: block.callId, mode: 'append', text: frame.delta }];
};

export const callEnded: Handler = (context): Handled => {
  const { frame, run } = context;
  const block = run.block(indexOf(context));
  block.ended = true;
  const call = frame.toolCall ?? {};
  const opening = announced(block, { id: call['id'] ?? frame.id, name: call['name'] ?? frame.toolName }, context);
  const { callId } = block;
  if (callId === undefined) return '"toolCall.id" must be a non-empty string';
  return [...opening, wholeInput(callId, call)];
};

/** The arguments, or the word that what was streamed of them is all. */
export function wholeInput(callId: string, call: { readonly arguments?: unknown }): ActivityEvent {
  const { arguments: value } = call;
  return value === undefined || value === null
    ? { type: 'tool.input', callId, mode: 'append', text: '', complete: true }
    : { type: 'tool.input', callId, mode: 'replace', value, complete: true };
}

/** A whole message: its text, as far as it was not streamed, and the calls that nobody announced. */
export function wholeMessage(content: unknown, complete: boolean, context: Context): readonly ActivityEvent[] {
  const { run, fault } = context;
  return blocksOf(content, fault).flatMap((block, index): readonly ActivityEvent[] => {
    if (block === undefined) return [];
    if (block.type === 'text' && typeof block.text === 'string') {
      const open = run.block(index);
      return run.text.finish(open.key, open.group, block.text, false);
    }
    return block.type === 'toolCall' && complete ? wholeCall(block, index, run) : [];
  });
}

function wholeCall(block: Block, index: number, run: PiRun): readonly ActivityEvent[] {
  const callId = idOf(block.id);
  if (callId === undefined) return [];
  const open = run.block(index);
  if (open.callId !== undefined) run.alias(callId, open.callId);
  const card = open.callId ?? run.card(callId);
  const opening: readonly ActivityEvent[] = run.isNew(callNote(card))
    ? [{ type: 'tool.start', callId: card, status: 'pending', executor: 'server', ...compact({ toolKey: textOf(block.name) }) }]
    : [];
  return open.ended && opening.length === 0 ? [] : [...opening, wholeInput(card, block)];
}

