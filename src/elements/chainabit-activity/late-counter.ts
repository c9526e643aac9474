/** Counts what the reducer drops of one batch, and tells it once. */
export class LateCounter {
  readonly #tell: (count: number, reason: string) => void;
  #count = 0;
  #reason = '';

  constructor(tell: (count: number, reason: string) => void) {
    this.#tell = tell;
  }

  add(reason: string): void {
    if (this.#count === 0) queueMicrotask(() => this.#flush());
    this.#count += 1;
    this.#reason = reason;
  }

  #flush(): void {
    const count = this.#count;
    this.#count = 0;
    this.#tell(count, this.#reason);
  }
}
