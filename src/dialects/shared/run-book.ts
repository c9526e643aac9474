import { trim } from './bounded.js';

/** Runs kept: far more than follow each other in one element. */
const RUN_LIMIT = 256;

/** What a dialect remembers of one run. */
export interface RunRecord {
  /** Absent until a frame names it. */
  id?: string;
}

/**
 * The runs that one decoder has seen, one of them current. A frame without a run id belongs to that one; a run that another
 * has followed does not come back.
 */
export class RunBook<R extends RunRecord> {
  readonly #create: () => R;
  readonly #runs = new Map<string, R>();
  #current: R | undefined;

  constructor(create: () => R) {
    this.#create = create;
  }

  /** The current run, if it is the one. */
  find(id: string | undefined): R | undefined {
    const current = this.#current;
    return id === undefined || current?.id === undefined || id === current.id ? current : undefined;
  }

  /** The run that a frame belongs to, or nothing where that is over and gone. */
  locate(id: string | undefined): R | undefined {
    const current = this.#current;
    if (current !== undefined && (id === undefined || id === current.id)) return current;
    if (id !== undefined && this.#runs.has(id)) return undefined;
    const run = current !== undefined && current.id === undefined ? current : this.#create();
    if (id !== undefined) {
      run.id = id;
      this.#runs.set(id, run);
      trim(this.#runs, RUN_LIMIT);
    }
    return (this.#current = run);
  }
}
