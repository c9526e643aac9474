import type * as z from 'zod/mini';
import type { ActivityEvent } from '../../activity/event.js';
import type { FieldFault } from '../shared/fields.js';
import type { ResponseMemory } from './response-memory.js';
import type { frameSchema } from './schema.js';
import type { Turn } from './turn.js';

/** A frame's fields, in the common vocabulary of all events. */
export type Frame = z.output<typeof frameSchema>;

/** What a handler needs. */
export interface Context {
  readonly type: string;
  readonly frame: Frame;
  readonly turn: Turn;
  readonly response: ResponseMemory;
  readonly fault: FieldFault;
}

/** A handler's events, or the reason why the frame is of no use. */
export type Handled = readonly ActivityEvent[] | string;

export type Handler = (context: Context) => Handled;

/** A frame that is known and says nothing that is shown. */
export const nothing: Handler = () => [];
