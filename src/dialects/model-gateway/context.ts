import type * as z from 'zod/mini';
import type { ActivityEvent } from '../../activity/event.js';
import { type FieldFault, readFields } from '../shared/fields.js';
import type { JsonRecord } from '../shared/values.js';
import type { GatewayRun } from './gateway-run.js';
import type { frameSchema } from './schema.js';

/** What a handler needs. */
export interface Context {
  readonly body: JsonRecord;
  readonly fields: z.output<typeof frameSchema>;
  readonly run: GatewayRun;
  readonly fault: FieldFault;
  /** Told of a frame that came too late to be of use. */
  readonly late: FieldFault;
}

/** A handler's events, or the reason why the frame is of no use. */
export type Handled = readonly ActivityEvent[] | string;

export type Handler = (context: Context) => Handled;

/** The fields of one kind of frame. */
export function read<S extends z.core.$ZodType<object>>(schema: S, { body, fault }: Context): z.core.output<S> {
  return readFields(schema, body, fault);
}
