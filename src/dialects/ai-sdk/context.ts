import type * as z from 'zod/mini';
import type { ActivityEvent } from '../../activity/event.js';
import type { FieldFault } from '../shared/fields.js';
import type { JsonRecord } from '../shared/values.js';
import type { chunkSchema } from './schema.js';
import type { Turn } from './turn.js';

/** What a handler needs. */
export interface Context {
  readonly type: string;
  readonly chunk: z.output<typeof chunkSchema>;
  /** The chunk as it came: `input` and `output` count by key. */
  readonly body: JsonRecord;
  readonly turn: Turn;
  readonly fault: FieldFault;
}

/** A handler's events, or the reason why the chunk is of no use. */
export type Handled = readonly ActivityEvent[] | string;

export type Handler = (context: Context) => Handled;
