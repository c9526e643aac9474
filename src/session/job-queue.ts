/**
 * Keeps what arrives in order while something that belongs before it is still loading: a dialect, or the history.
 * A job runs at once when nothing is awaited.
 */
export class JobQueue {
  #holds = 0;
  #running = false;
  #jobs: (() => void)[] = [];

  /** Runs now, or after what is awaited, or after the job that adds it. */
  add(job: () => void): void {
    this.#jobs.push(job);
    this.#drain();
  }

  /** Holds all jobs until the returned function is called. */
  hold(): () => void {
    this.#holds += 1;
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      this.#holds -= 1;
      this.#drain();
    };
  }

  /** Forgets what waits. */
  clear(): void {
    this.#jobs = [];
  }

  #drain(): void {
    if (this.#running) return;
    this.#running = true;
    try {
      for (let job = this.#next(); job; job = this.#next()) job();
    } finally {
      this.#running = false;
    }
  }

  #next(): (() => void) | undefined {
    return this.#holds === 0 ? this.#jobs.shift() : undefined;
  }
}
