import { randomUUID } from 'node:crypto';

import { ApprovalDesk } from './approval-desk.mjs';
import { EventLog, isTerminal } from './event-log.mjs';
import { IdempotencyStore } from './idempotency.mjs';
import { Pacer, RunStopped } from './pacer.mjs';
import { Scene } from './scene.mjs';

/** @import { Clock, EventIds, Lang, Payload, Script } from './types.mjs' */

/**
 * @param {string} prefix
 * @returns {string} 48 random bits are plenty for a demo, and short enough to read in the frames.
 */
function newId(prefix) {
  return `${prefix}_${randomUUID().replaceAll('-', '').slice(0, 12)}`;
}

/** One run of one script: its log, its gate and its end. */
export class Run {
  id = newId('run');
  conversationId = newId('conv');
  promptId = newId('msg');
  messageId = newId('msg');
  /** @type {IdempotencyStore} */
  replies = new IdempotencyStore();
  /** Open event responses, kept so that the demo can cut them. @type {Set<{ cut(): void, end(): void }>} */
  subscribers = new Set();
  #over = false;
  #stopped = false;

  /**
   * @param {object} options
   * @param {Script} options.script
   * @param {Lang} options.lang
   * @param {number} options.speed
   * @param {Clock} options.clock
   */
  constructor({ script, lang, speed, clock }) {
    this.script = script;
    this.lang = script.lang ?? lang;
    this.clock = clock;
    this.createdAt = new Date(clock.now()).toISOString();
    this.log = new EventLog(this.id, clock);
    this.pacer = new Pacer(clock, speed);
    this.desk = new ApprovalDesk({
      clock,
      person: this.lang === 'tr' ? 'siz' : 'you',
      tell: (type, callId, payload) => {
        this.emit(type, payload, { stepId: callId });
      },
    });
  }

  /** @returns {boolean} Nothing will be said any more. */
  get over() {
    return this.#over;
  }

  /** Starts the script's clock. The run does not wait for a listener: one that comes later gets the replay. */
  start() {
    void this.#play();
  }

  /**
   * @param {string} type
   * @param {Payload} payload
   * @param {EventIds} [ids]
   * @throws {RunStopped} When the run is over.
   */
  emit(type, payload, ids) {
    if (this.#over) throw new RunStopped();
    this.log.append(type, payload, ids);
    if (isTerminal(type)) this.abandon();
  }

  /**
   * The person's stop. The script is unwound at the step where it stands, and the run settles as cancelled, which by
   * the protocol makes every open card `cancelled` and every open approval `cancelled`. It is one synchronous step, so
   * that no event of the script can slip in between the stop and the settlement.
   *
   * @returns {'stopping' | 'repeated' | 'ended'} `ended`: the run had reached its own end before.
   */
  stop() {
    if (this.#stopped) return 'repeated';
    if (this.#over) return 'ended';
    this.#stopped = true;
    const reason = this.lang === 'tr' ? 'Siz durdurdunuz' : 'Stopped by you';
    this.emit('run.settlement.completed', { outcome: 'cancelled', reason });
    return 'stopping';
  }

  /** Ends all timers without a word on the log: after the terminal event, and when the server goes down. */
  abandon() {
    this.#over = true;
    this.pacer.cancel();
    this.desk.cancel();
  }

  async #play() {
    try {
      await this.script.play(new Scene(this));
      if (!this.#over) throw new Error(`script ${this.script.id} ended without a terminal event`);
    } catch (error) {
      if (this.#over || error instanceof RunStopped) return;
      this.emit('run.error', { error: { code: 'script_error', message: String(error) } });
    }
  }
}
