import type { Clock } from '../../src/wire/clock.js';

interface Timer {
  readonly due: number;
  readonly callback: () => void;
}

/** A clock that only moves when it is told to. `pending` is the number of timers that have neither fired nor been cancelled. */
export class FakeClock implements Clock {
  #monotonic = 1_000;
  #epoch = 1_700_000_000_000;
  #timers = new Set<Timer>();

  now(): number {
    return this.#epoch;
  }

  monotonic(): number {
    return this.#monotonic;
  }

  after(milliseconds: number, callback: () => void): () => void {
    const timer = { due: this.#monotonic + milliseconds, callback };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  get pending(): number {
    return this.#timers.size;
  }

  /** The delay of the nearest timer. */
  get next(): number | undefined {
    const dues = [...this.#timers].map(({ due }) => due - this.#monotonic);
    return dues.length === 0 ? undefined : Math.min(...dues);
  }

  /** Moves on, timers firing on the way, and lets promises settle before and after. */
  async tick(milliseconds: number): Promise<void> {
    await settled();
    const end = this.#monotonic + milliseconds;
    for (let timer = this.#due(end); timer; timer = this.#due(end)) {
      this.#timers.delete(timer);
      this.#move(Math.max(timer.due, this.#monotonic));
      timer.callback();
      await settled();
    }
    this.#move(end);
    await settled();
  }

  /** Time passes without timers, as in a suspended page. */
  sleep(milliseconds: number): void {
    this.#move(this.#monotonic + milliseconds);
  }

  /** The wall clock jumps. */
  jump(milliseconds: number): void {
    this.#epoch += milliseconds;
  }

  #due(end: number): Timer | undefined {
    return [...this.#timers].filter(({ due }) => due <= end).sort((a, b) => a.due - b.due)[0];
  }

  #move(to: number): void {
    this.#epoch += to - this.#monotonic;
    this.#monotonic = to;
  }
}

/** Lets everything that is ready to run, run: promise chains, however long, end before the next task. */
export async function settled(): Promise<void> {
  for (let i = 0; i < 2; i += 1) {
    await new Promise<void>((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        port1.close();
        resolve();
      };
      port2.postMessage(undefined);
    });
  }
}
