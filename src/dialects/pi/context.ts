import type * as z from 'zod/mini';
import type { ActivityEvent } from '../../activity/event.js';
import { type FieldFault, readFields } from '../shared/fields.js';
import { isRecord } from '../shared/values.js';
import type { PiRun } from './run.js';
import { blockSchema, type frameSchema, messageSchema } from './schema.js';

export type Frame = z.output<typeof frameSchema>;
export type Message = z.output<typeof messageSchema>;
export type Block = z.output<typeof blockSchema>;

/** What a handler needs. */
export interface Context {
  readonly type: string;
  readonly frame: Frame;
  readonly run: PiRun;
  readonly fault: FieldFault;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** A handler's events, or the reason why the frame is of no use. */
export type Handled = readonly ActivityEvent[] | string;

export type Handler = (context: Context) => Handled;

/** A frame that is known and says nothing that is shown. */
export const nothing: Handler = () => [];

/** A message, where there is one. */
export function readMessage(value: unknown, fault: FieldFault): Message | undefined {
  return isRecord(value) ? readFields(messageSchema, value, fault) : undefined;
}

/** The blocks of a message by their index; those that are none are empty places. */
export function blocksOf(content: unknown, fault: FieldFault): readonly (Block | undefined)[] {
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  if (!Array.isArray(content)) return [];
  return content.map((block: unknown) => (isRecord(block) ? readFields(blockSchema, block, fault) : undefined));
}
