import { normaliseDisclosure } from '../../activity/disclosure.js';
import type { Disclosure } from '../../activity/event.js';
import type { RunRecord } from '../shared/run-book.js';

/** What is known of one task. Of its reasoning only a fingerprint, so that the text is told once and kept nowhere. */
export interface TaskMemory {
  readonly callId: string;
  /** As far as it has come: see `TASKS`. Absent until its card is there. */
  rank?: number;
  role?: string;
  detail?: string;
  thought?: number;
}

/** One run: its tasks, and what it declares about its reasoning. */
export class RunMemory implements RunRecord {
  id?: string;
  phase: 'new' | 'running' | 'waiting' | 'over' = 'new';
  /** Reasoning of it has left this decoder. */
  disclosed = false;
  readonly #tasks = new Map<string, TaskMemory>();
  #scope: string | undefined;
  #mode: Disclosure | undefined;

  /** The mode that the run recorded for itself. Without one the host's counts alone. */
  get mode(): Disclosure | undefined {
    return this.#mode;
  }

  /** Takes what a frame says of the mode: `null` says nothing, a word that is not known says `hidden`. */
  declare(value: unknown): void {
    if (value !== undefined && value !== null) this.#mode = normaliseDisclosure(value);
  }

  /** A task, known or new. Task ids begin anew in every run, so the card's id has both. */
  task(taskId: string): TaskMemory {
    // Fixed with the first task: a card does not change its id when the run gets one.
    this.#scope ??= this.id ?? '';
    const known = this.#tasks.get(taskId);
    if (known !== undefined) return known;
    const task: TaskMemory = { callId: this.#scope === '' ? taskId : `${this.#scope}:${taskId}` };
    this.#tasks.set(taskId, task);
    return task;
  }
}
