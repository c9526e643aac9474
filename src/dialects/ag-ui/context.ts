import type * as z from 'zod/mini';
import type { ActivityEvent } from '../../activity/event.js';
import type { FieldFault } from '../shared/fields.js';
import type { frameSchema } from './schema.js';
import type { Turn } from './turn.js';

export type Frame = z.output<typeof frameSchema>;

/** What a handler needs. */
export interface Context {
  readonly type: string;
  readonly frame: Frame;
  readonly turn: Turn;
  readonly fault: FieldFault;
  /** The subagent that speaks; empty for the agent itself. */
  readonly lane: string;
}

/** A handler's events, or the reason why the frame is of no use. */
export type Handled = readonly ActivityEvent[] | string;

export type Handler = (context: Context) => Handled;

/** A frame that is known and says nothing that is shown. */
export const nothing: Handler = () => [];

/** The server's own time of a frame, in milliseconds. */
export function stamp({ timestamp }: Frame): { readonly at?: number } {
  return typeof timestamp === 'number' ? { at: timestamp } : {};
}
