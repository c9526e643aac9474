import { Run } from './run.mjs';

/** @import { Clock, Lang, Script } from './types.mjs' */

/** All runs of this server, in memory. The oldest are forgotten, finished ones first, so that it can run for days. */
export class RunRegistry {
  /** @type {Map<string, Run>} */
  #runs = new Map();
  #clock;
  #maxRuns;

  /**
   * @param {Clock} clock
   * @param {number} maxRuns
   */
  constructor(clock, maxRuns) {
    this.#clock = clock;
    this.#maxRuns = maxRuns;
  }

  /**
   * @param {{ script: Script, lang: Lang, speed: number }} options
   * @returns {Run} Already playing.
   */
  create(options) {
    if (this.#runs.size >= this.#maxRuns) this.#forgetOldest();
    const run = new Run({ ...options, clock: this.#clock });
    this.#runs.set(run.id, run);
    run.start();
    return run;
  }

  /**
   * @param {string} id
   * @returns {Run | undefined}
   */
  find(id) {
    return this.#runs.get(id);
  }

  /**
   * @param {string} conversationId
   * @returns {Run | undefined}
   */
  ofConversation(conversationId) {
    return [...this.#runs.values()].find((run) => run.conversationId === conversationId);
  }

  /** Ends every run and every open stream. */
  close() {
    for (const run of this.#runs.values()) this.#drop(run);
  }

  #forgetOldest() {
    const runs = [...this.#runs.values()];
    const oldest = runs.find((run) => run.log.ended) ?? runs[0];
    if (oldest !== undefined) this.#drop(oldest);
  }

  /** @param {Run} run */
  #drop(run) {
    run.abandon();
    for (const subscriber of [...run.subscribers]) subscriber.end();
    this.#runs.delete(run.id);
  }
}
