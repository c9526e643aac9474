import type { ActivityEvent } from '../../activity/event.js';
import type { FieldFault } from '../shared/fields.js';
import type { TaskRun } from './task-run.js';

/** What a handler needs. */
export interface Context {
  readonly run: TaskRun;
  readonly fault: FieldFault;
  /** How an answer has to be put: the version's names, in JSON-RPC or bare. */
  readonly echo: Readonly<Record<string, unknown>>;
}

/** A handler's events, or the reason why the object is of no use. */
export type Handled = readonly ActivityEvent[] | string;
