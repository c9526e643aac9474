/** @import { Clock, EventIds, LogEvent, Payload } from './types.mjs' */

/** The only events that end a run. `tool.failed` is not among them. */
const TERMINAL = new Set([
  'message.completed',
  'message.partially_completed',
  'run.failed',
  'run.error',
  'run.settlement.completed',
]);

/**
 * @param {string} type
 * @returns {boolean}
 */
export function isTerminal(type) {
  return TERMINAL.has(type);
}

/**
 * Everything a run has said, in order. The log is the run's one truth: streams, replays and history are all read from
 * it, so that they cannot disagree.
 */
export class EventLog {
  /** @type {LogEvent[]} */
  #events = [];
  /** @type {Set<() => void>} */
  #listeners = new Set();
  #runId;
  #clock;

  /**
   * @param {string} runId
   * @param {Clock} clock
   */
  constructor(runId, clock) {
    this.#runId = runId;
    this.#clock = clock;
  }

  /** @returns {number} Sequence of the newest event; 0 while there is none. */
  get last() {
    return this.#events.length;
  }

  /** @returns {boolean} A terminal event is in the log, and nothing follows it. */
  get ended() {
    const newest = this.#events.at(-1);
    return newest !== undefined && isTerminal(newest.type);
  }

  /**
   * @param {string} type
   * @param {Payload} payload
   * @param {EventIds} [ids]
   * @throws {Error} After the terminal event.
   */
  append(type, payload, ids = {}) {
    if (this.ended) throw new Error(`run ${this.#runId} has ended; ${type} came too late`);
    this.#events.push({
      type,
      runId: this.#runId,
      ...ids,
      sequence: this.#events.length + 1,
      at: new Date(this.#clock.now()).toISOString(),
      // A script may go on using its objects; what was said must not change afterwards.
      payload: structuredClone(payload),
    });
    for (const listener of this.#listeners) listener();
  }

  /**
   * @param {number} sequence
   * @returns {LogEvent | undefined} The event right after this sequence.
   */
  next(sequence) {
    return this.#events[sequence];
  }

  /** @returns {readonly LogEvent[]} */
  all() {
    return this.#events;
  }

  /**
   * @param {() => void} listener Called after each append.
   * @returns {() => void} Ends the subscription.
   */
  subscribe(listener) {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
