import type * as z from 'zod/mini';
import type { ActivityEvent } from '../../activity/event.js';
import { type FieldFault, readFields } from '../shared/fields.js';
import { type eventSchema, itemSchema, type updateSchema } from './schema.js';
import type { Turn } from './turn.js';

export type EventFields = z.output<typeof eventSchema>;
export type Item = z.output<typeof itemSchema> & { readonly id: string };
export type Update = z.output<typeof updateSchema>;

export interface Context {
  readonly turn: Turn;
  readonly fault: FieldFault;
}

/** A handler's events, or the reason why the frame is of no use. */
export type Handled = readonly ActivityEvent[] | string;

/** An item, where it has an id. */
export function readItem(value: object, fault: FieldFault): Item | undefined {
  const item = readFields(itemSchema, value, fault);
  return item.id ? { ...item, id: item.id } : undefined;
}
