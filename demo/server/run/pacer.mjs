/** @import { Clock } from './types.mjs' */

/** Unwinds a script whose run is over. Not a fault. */
export class RunStopped extends Error {
  name = 'RunStopped';
}

/** The waits of one script. Cancelling them is what lets a stopped run leave no timer behind. */
export class Pacer {
  /** @type {Map<unknown, (reason: Error) => void>} */
  #waits = new Map();
  #cancelled = false;
  #clock;
  #speed;

  /**
   * @param {Clock} clock
   * @param {number} speed 2 = twice as fast.
   */
  constructor(clock, speed) {
    this.#clock = clock;
    this.#speed = speed;
  }

  /**
   * @param {number} ms At speed 1.
   * @returns {Promise<void>} Rejects with RunStopped when the run ends first.
   */
  wait(ms) {
    return new Promise((resolve, reject) => {
      if (this.#cancelled) {
        reject(new RunStopped());
        return;
      }
      const handle = this.#clock.setTimeout(() => {
        this.#waits.delete(handle);
        resolve();
      }, this.scale(ms));
      this.#waits.set(handle, reject);
    });
  }

  /**
   * @param {number} ms At speed 1.
   * @returns {number} Real milliseconds.
   */
  scale(ms) {
    return ms / this.#speed;
  }

  cancel() {
    this.#cancelled = true;
    for (const [handle, reject] of this.#waits) {
      this.#clock.clearTimeout(handle);
      reject(new RunStopped());
    }
    this.#waits.clear();
  }
}
