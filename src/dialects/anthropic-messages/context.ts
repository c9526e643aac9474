import type * as z from 'zod/mini';
import type { ActivityEvent } from '../../activity/event.js';
import type { FieldFault } from '../shared/fields.js';
import type { JsonRecord } from '../shared/values.js';
import type { blockSchema, frameSchema } from './schema.js';
import type { Turn } from './turn.js';

export type Block = z.output<typeof blockSchema>;

/** What a handler needs. */
export interface Context {
  readonly type: string;
  readonly frame: z.output<typeof frameSchema>;
  /** The event as it came: `input` counts by key. */
  readonly body: JsonRecord;
  readonly turn: Turn;
  readonly fault: FieldFault;
  /** Tells of something that is not known, and costs only itself. */
  readonly unknown: (what: string) => void;
}

/** A handler's events, or the reason why the event is of no use. */
export type Handled = readonly ActivityEvent[] | string;

export type Handler = (context: Context) => Handled;
