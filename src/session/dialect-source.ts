import { chainabitDialect } from '../dialects/chainabit/index.js';
import type { Dialect } from '../dialects/dialect.js';
import { loadDialect, UnknownDialectError } from '../dialects/index.js';
import { fault, type SessionFault } from './fault.js';

/** The dialect in use. The default one, and a host's own object, are there at once; others are loaded when needed. */
export class DialectSource {
  #wanted: string | Dialect = chainabitDialect;
  #current: Dialect | undefined = chainabitDialect;
  #loading: Promise<SessionFault | undefined> | undefined;
  #failed: SessionFault | undefined;

  set(wanted: string | Dialect | undefined): void {
    const next = wanted === undefined || wanted === chainabitDialect.name ? chainabitDialect : wanted;
    if (next === this.#wanted) return;
    this.#wanted = next;
    this.#current = typeof next === 'string' ? undefined : next;
    this.#loading = undefined;
    this.#failed = undefined;
  }

  get current(): Dialect | undefined {
    return this.#current;
  }

  /** Why there is none and will be none. */
  get failed(): SessionFault | undefined {
    return this.#failed;
  }

  /** Loads it where that is needed; gives what went wrong. Never rejects. A file that failed to load is tried again. */
  load(): Promise<SessionFault | undefined> {
    if (this.#current) return Promise.resolve(undefined);
    this.#loading ??= this.#load(this.#wanted as string);
    return this.#loading;
  }

  async #load(name: string): Promise<SessionFault | undefined> {
    let problem: SessionFault | undefined;
    let loaded: Dialect | undefined;
    try {
      loaded = await loadDialect(name);
    } catch (error) {
      const unknown = error instanceof UnknownDialectError;
      problem = fault('unknown-dialect', { message: unknown ? error.message : undefined, retryable: !unknown });
    }
    if (this.#wanted !== name) return undefined;
    this.#current = loaded;
    this.#failed = problem;
    if (problem?.retryable === true) this.#loading = undefined;
    return problem;
  }
}
