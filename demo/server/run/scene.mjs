import { RunStopped } from './pacer.mjs';
import { ToolHandle } from './tool-handle.mjs';

/** @import { Run } from './run.mjs' */
/** @import { ToolSpec } from './tool-handle.mjs' */
/** @import { Payload } from './types.mjs' */

/** Milliseconds between two pieces of answer text, about the pace of a fast model. */
const DELTA_MS = 45;

/**
 * What a script can do. A script is one async function over its scene: `wait`, `tool(…).start()`, `await tool.ask(…)`
 * with an ordinary `if` for the branches, `parallel`. When the run ends early, whatever the script awaits rejects with
 * RunStopped, so scripts need no care for stopping.
 */
export class Scene {
  #run;
  #answer = '';
  #count = 0;

  /** @param {Run} run */
  constructor(run) {
    this.#run = run;
  }

  /** @returns {import('./types.mjs').Lang} */
  get lang() {
    return this.#run.lang;
  }

  /** @returns {Run} */
  get run() {
    return this.#run;
  }

  /** The words in the language of this run. @type {(en: string, tr: string) => string} */
  t = (en, tr) => (this.#run.lang === 'tr' ? tr : en);

  /** @returns {number} Epoch milliseconds. */
  now() {
    return this.#run.clock.now();
  }

  /** @param {number} ms At speed 1. */
  wait(ms) {
    return this.#run.pacer.wait(ms);
  }

  /**
   * @param {string} prefix
   * @returns {string} Unique in the run.
   */
  nextId(prefix) {
    this.#count += 1;
    return `${prefix}_${String(this.#count)}`;
  }

  /**
   * @param {string} type
   * @param {Payload} payload
   * @param {string} [stepId]
   */
  emit(type, payload, stepId) {
    this.#run.emit(type, payload, stepId === undefined ? {} : { stepId });
  }

  /**
   * @param {string} key
   * @param {string} label
   * @param {string} detail
   */
  capability(key, label, detail) {
    this.emit('capability.resolved', { key, label, detail });
  }

  /**
   * A tool call that can be started, reported on, asked for and ended. Nothing is said before the first of these.
   *
   * @param {ToolSpec} spec
   * @returns {ToolHandle}
   */
  tool(spec) {
    return new ToolHandle(this, spec, this.nextId('call'));
  }

  /**
   * A line of what the agent is about ("Comparing two dates"), at once active; at its end it says what is done ("Compared
   * two dates").
   *
   * @param {{ doing: string, done: string }} label
   * @param {string} detail
   * @param {{ key?: string, subject?: string }} [about]
   * @returns {ToolHandle}
   */
  status(label, detail, { key = 'agent.step', subject = 'research' } = {}) {
    const words = { ...label, failed: label.doing, act: label.doing };
    const spec = { key, type: 'research', subject, hint: 'status_card', words };
    const handle = new ToolHandle(this, spec, this.nextId('status'));
    handle.start(detail);
    return handle;
  }

  /**
   * Adds a planned write to the review list.
   *
   * @param {ToolHandle} tool The call that will do it.
   * @param {'create' | 'move' | 'delete'} action
   * @param {string} label
   * @param {string} detail
   */
  plan(tool, action, label, detail) {
    const stepId = this.nextId('plan');
    const activity = { ...tool.activity('pending', detail), activityType: 'tool_write', label };
    const payload = { stepId, toolKey: tool.toolKey, callId: tool.callId, action, label, detail, input: tool.input, activity };
    this.emit('plan.step_added', payload, stepId);
  }

  /**
   * Streams answer text in small pieces.
   *
   * @param {string} text
   */
  async say(text) {
    for (const piece of text.match(/\S+\s*(?:\S+\s*)?/gu) ?? []) {
      this.#answer += piece;
      this.#run.emit('message.delta', { delta: piece }, { messageId: this.#run.messageId });
      await this.wait(DELTA_MS);
    }
  }

  /** Terminal: the answer is whole. */
  complete() {
    this.#run.emit('message.completed', { text: this.#answer }, { messageId: this.#run.messageId });
  }

  /** Terminal: the answer stays a part. @param {string} reason */
  partial(reason) {
    this.#run.emit('message.partially_completed', { text: this.#answer, reason }, { messageId: this.#run.messageId });
  }

  /** Terminal: the run ends well, its answer is what was streamed. */
  settle() {
    this.emit('run.settlement.completed', { outcome: 'completed' });
  }

  /** Terminal. @param {{ code: string, message: string }} error */
  fail(error) {
    this.emit('run.failed', { error });
  }

  /**
   * @template T
   * @param {(() => Promise<T>)[]} branches
   * @returns {Promise<T[]>} When all have ended.
   */
  parallel(branches) {
    return Promise.all(branches.map((branch) => branch()));
  }

  /**
   * Goes on beside the script and may be left behind at the end of the run.
   *
   * @param {() => Promise<void>} branch
   */
  background(branch) {
    branch().catch((/** @type {unknown} */ error) => {
      if (error instanceof RunStopped || this.#run.over) return;
      this.fail({ code: 'script_error', message: String(error) });
    });
  }
}
