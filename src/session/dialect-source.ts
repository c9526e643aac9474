import type { Evidence } from '../dialects/auto/index.js';
import { chainabitDialect } from '../dialects/chainabit/index.js';
import type { Dialect } from '../dialects/dialect.js';
import { dialectNames, loadDialect, UnknownDialectError } from '../dialects/index.js';
import { AUTO_DIALECT } from './config.js';
import { fault, type SessionFault } from './fault.js';
import { Recognition } from './recognition.js';

/**
 * The dialect in use. The default one, and a host's own object, are there at once; others are loaded when needed, and with
 * `auto` when the stream has told which one it is.
 */
export class DialectSource {
  #wanted: string | Dialect = chainabitDialect;
  #current: Dialect | undefined = chainabitDialect;
  #loading: Promise<SessionFault | undefined> | undefined;
  #failed: SessionFault | undefined;
  #recognition: Recognition | undefined;

  set(wanted: string | Dialect | undefined): void {
    const next = wanted === undefined || wanted === chainabitDialect.name ? chainabitDialect : wanted;
    if (next === this.#wanted) return;
    this.#wanted = next;
    this.#start();
  }

  get current(): Dialect | undefined {
    return this.#current;
  }

  /** Why there is none and will be none. */
  get failed(): SessionFault | undefined {
    return this.#failed;
  }

  /** With `auto`: nothing is known yet of the stream. */
  get isOpen(): boolean {
    return this.#wanted === AUTO_DIALECT && this.#current === undefined;
  }

  /** Another stream: with `auto` it may be another dialect's. */
  restart(): void {
    if (this.#wanted === AUTO_DIALECT) this.#start();
  }

  /** What has to be there before a connection opens. With `auto` that is only what a history has told. Never rejects. */
  async prepare(): Promise<SessionFault | undefined> {
    if (!this.isOpen) return this.load();
    if (this.#failed) this.restart();
    const loading = this.load();
    return (await this.isDecided()) ? loading : undefined;
  }

  /** With `auto`: whether what was seen so far is enough. Never rejects. */
  async isDecided(): Promise<boolean> {
    return (await this.#recognition?.isDecided()) === true;
  }

  /** Loads it where that is needed; gives what went wrong. Never rejects. A file that failed to load is tried again. */
  load(): Promise<SessionFault | undefined> {
    if (this.#current) return Promise.resolve(undefined);
    this.#loading ??= this.#wanted === AUTO_DIALECT ? this.#recognise() : this.#take(this.#wanted, this.#wanted as string);
    return this.#loading;
  }

  /** With `auto`: something that may tell. Resolves with whether it is still open. Never rejects. */
  async see(evidence: Evidence): Promise<boolean> {
    if (!this.isOpen || this.#failed) return false;
    void this.load();
    return (await this.#recognition?.see(evidence)) === true;
  }

  /** With `auto`: nothing more will come that may tell. */
  giveUp(): void {
    void this.#recognition?.giveUp();
  }

  #start(): void {
    this.#recognition?.abandon();
    this.#recognition = undefined;
    this.#current = typeof this.#wanted === 'string' ? undefined : this.#wanted;
    this.#loading = undefined;
    this.#failed = undefined;
  }

  async #recognise(): Promise<SessionFault | undefined> {
    const recognition = (this.#recognition = new Recognition(dialectNames()));
    const name = await recognition.name.catch((cause: unknown) => fault('unknown-dialect', { retryable: true, cause }));
    if (typeof name === 'string') return this.#take(recognition, name);
    return this.#isStale(recognition) ? undefined : this.#fail(name ?? fault('unrecognised-dialect'));
  }

  async #take(by: string | Dialect | Recognition, name: string): Promise<SessionFault | undefined> {
    let problem: SessionFault | undefined;
    let loaded: Dialect | undefined;
    try {
      loaded = await loadDialect(name);
    } catch (error) {
      const unknown = error instanceof UnknownDialectError;
      problem = fault('unknown-dialect', { message: unknown ? error.message : undefined, retryable: !unknown });
    }
    if (this.#isStale(by)) return undefined;
    if (problem) return this.#fail(problem);
    this.#current = loaded;
    this.#failed = undefined;
    return undefined;
  }

  #isStale(by: string | Dialect | Recognition): boolean {
    return by !== this.#wanted && by !== this.#recognition;
  }

  #fail(problem: SessionFault): SessionFault {
    this.#failed = problem;
    if (problem.retryable) this.#loading = undefined;
    return problem;
  }
}
