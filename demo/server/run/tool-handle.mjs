/** @import { Scene } from './scene.mjs' */
/** @import { Editable, Outcome, Payload, Risk } from './types.mjs' */

/**
 * The title of a card in each tense, because a card must never say "created" of something that has not run. `act` is
 * the bare act for an approval ("Create event").
 * @typedef {{ doing: string, done: string, failed: string, act: string }} Words
 *
 * @typedef {object} ToolSpec
 * @property {string} key
 * @property {string} type The activity type: `tool_read`, `tool_write`, `research`, `image_generation`.
 * @property {string} subject The subject type: `calendar`, `research`, `media`, …
 * @property {Words} words
 * @property {Payload} [input]
 * @property {string} [hint] Default `tool_card`.
 *
 * @typedef {{ done: number, total?: number } | number} ProgressValue
 */

/** One tool call of a script: every method says one event. */
export class ToolHandle {
  #scene;
  #spec;

  /**
   * @param {Scene} scene
   * @param {ToolSpec} spec
   * @param {string} callId
   */
  constructor(scene, spec, callId) {
    this.#scene = scene;
    this.#spec = spec;
    this.callId = callId;
    this.toolKey = spec.key;
    /** @type {Payload | undefined} What the tool runs with: as asked, or as the person edited it. */
    this.input = spec.input;
  }

  /** @param {string} detail */
  start(detail) {
    const input = this.input === undefined ? {} : { input: this.input };
    this.#emit('tool.started', { ...input, activity: this.activity('active', detail) });
  }

  /**
   * @param {string} detail
   * @param {ProgressValue} [progress]
   */
  progress(detail, progress) {
    const value = progress === undefined ? {} : { progress };
    this.#emit('tool.progress', { message: detail, ...value, activity: this.activity('active', detail) });
  }

  /**
   * @param {string} detail
   * @param {unknown} [data]
   */
  complete(detail, data) {
    const output = data === undefined ? {} : { data };
    this.#emit('tool.completed', { ...output, activity: this.activity('completed', detail) });
  }

  /** @param {{ code: string, message: string }} error */
  fail(error) {
    this.#emit('tool.failed', { error, activity: this.activity('failed', error.message) });
  }

  /** @param {{ detail: string, reason: string, fallback: string, data: unknown }} result */
  degrade({ detail, ...result }) {
    this.#emit('tool.degraded', { ...result, activity: this.activity('completed', detail) });
  }

  /**
   * Asks before it writes: the script stands still until the person answers or the deadline passes. After an approval
   * `input` is what the person approved, edited or not.
   *
   * @param {object} request
   * @param {string} request.reason
   * @param {string} request.detail
   * @param {Risk} request.risk
   * @param {Editable} [request.editable]
   * @param {{ id: string, label: string, kind: string }[]} [request.options]
   * @param {number} [request.expiresInMs] At speed 1.
   * @returns {Promise<Outcome>}
   */
  async ask({ detail, editable = false, expiresInMs, ...request }) {
    const { run } = this.#scene;
    const approvalId = this.#scene.nextId('appr');
    const expiresAt = expiresInMs === undefined ? undefined : run.clock.now() + run.pacer.scale(expiresInMs);
    const input = this.input ?? {};
    this.#emit('tool.approval_required', {
      approvalId,
      input,
      ...request,
      editable,
      ...(expiresAt === undefined ? {} : { expiresAt: new Date(expiresAt).toISOString() }),
      activity: { ...this.activity('pending', detail), activityType: 'approval' },
    });
    const deadline = expiresAt === undefined ? {} : { expiresAt };
    const ids = { approvalId, callId: this.callId, toolKey: this.toolKey };
    const outcome = await run.desk.open({ ...ids, input, ...request, editable, ...deadline });
    if (outcome.status === 'accepted') this.input = outcome.input;
    return outcome;
  }

  /**
   * @param {'pending' | 'active' | 'completed' | 'failed'} status
   * @param {string} detail
   */
  activity(status, detail) {
    const { type, words, hint = 'tool_card', subject } = this.#spec;
    const labels = { pending: words.act, active: words.doing, completed: words.done, failed: words.failed };
    return {
      activityType: type,
      origin: 'chao',
      label: labels[status],
      detail,
      renderHint: hint,
      status,
      subjectType: subject,
      subjectId: this.callId,
    };
  }

  /**
   * @param {string} type
   * @param {Payload} payload
   */
  #emit(type, payload) {
    this.#scene.emit(type, { toolKey: this.toolKey, callId: this.callId, ...payload }, this.callId);
  }
}
