/**
 * Keeps what arrives in order while something that belongs before it is still loading: a dialect, or the history.
 * A job runs at once when nothing is awaited.
 */
export class JobQueue {
  #holds = 0;
  #jobs: (() => void)[] = [];

  /** Runs now, or after what is awaited. */
  add(job: () => void): void {
    if (this.#holds > 0) this.#jobs.push(job);
    else job();
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
    while (this.#holds === 0) {
      const job = this.#jobs.shift();
      if (!job) return;
      job();
    }
  }
}
