import type { ActivityEvent } from '../../activity/event.js';
import { type FieldFault, readFields } from '../shared/fields.js';
import type { Envelope } from './envelope.js';
import type { Memory } from './memory.js';
import type * as z from 'zod/mini';

/** What a handler needs beside its frame. */
export interface Context {
  readonly envelope: Envelope;
  readonly memory: Memory;
  readonly fault: FieldFault;
  readonly now: () => number;
}

/** A handler's events, or the reason why the frame is of no use. */
export type Handled = readonly ActivityEvent[] | string;

export type Handler = (context: Context) => Handled;

/** The payload by a schema; what does not fit is reported and left out. */
export function read<S extends z.core.$ZodType<object>>(schema: S, context: Context): z.core.output<S> {
  return readFields(schema, context.envelope.payload, context.fault);
}

/** The server's time as the field of an event. */
export function stamp(envelope: Envelope): { readonly at?: number } {
  return envelope.at === undefined ? {} : { at: envelope.at };
}
