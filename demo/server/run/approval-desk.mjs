import { RunStopped } from './pacer.mjs';

/** @import { Answer, ApprovalRequest, Clock, Outcome, Payload } from './types.mjs' */

/**
 * @typedef {'pending' | 'accepted' | 'rejected' | 'expired' | 'cancelled'} ApprovalStatus
 *
 * @typedef {object} ApprovalRecord
 * @property {ApprovalRequest} request
 * @property {ApprovalStatus} status
 * @property {Answer} [answer]
 * @property {string} [by]
 */

/**
 * The gate of one run: a script that asks stands still here until it is answered, the deadline passes, or the run ends.
 *
 * Every change of a record and the event that tells of it happen in one synchronous step, so whatever the order in
 * which answers, deadlines and stops arrive, exactly one of them wins and the log never lags behind.
 */
export class ApprovalDesk {
  /** @type {Map<string, ApprovalRecord>} */
  #records = new Map();
  /** @type {Map<string, { resolve: (outcome: Outcome) => void, reject: (error: Error) => void, timer?: unknown }>} */
  #waiting = new Map();
  #clock;
  #tell;
  #person;

  /**
   * @param {object} options
   * @param {Clock} options.clock
   * @param {(type: string, callId: string, payload: Payload) => void} options.tell Appends to the run's log.
   * @param {string} options.person How the log names whoever answers; the demo has no accounts.
   */
  constructor({ clock, tell, person }) {
    this.#clock = clock;
    this.#tell = tell;
    this.#person = person;
  }

  /**
   * @param {string} callId
   * @returns {ApprovalRecord | undefined} With the deadline already applied, even when its timer is late.
   */
  find(callId) {
    const record = this.#records.get(callId);
    const expiresAt = record?.request.expiresAt;
    if (record?.status === 'pending' && expiresAt !== undefined && this.#clock.now() >= expiresAt) this.#expire(record);
    return record;
  }

  /**
   * @param {ApprovalRequest} request Already told on the log.
   * @returns {Promise<Outcome>} Rejects with RunStopped when the run ends first.
   */
  open(request) {
    /** @type {ApprovalRecord} */
    const record = { request, status: 'pending' };
    this.#records.set(request.callId, record);
    return new Promise((resolve, reject) => {
      const { expiresAt } = request;
      const timer =
        expiresAt === undefined
          ? undefined
          : this.#clock.setTimeout(() => {
              if (record.status === 'pending') this.#expire(record);
            }, expiresAt - this.#clock.now());
      this.#waiting.set(request.callId, { resolve, reject, timer });
    });
  }

  /**
   * @param {ApprovalRecord} record Must be pending.
   * @param {Answer} answer
   */
  answer(record, answer) {
    const { approvalId, callId, toolKey } = record.request;
    const approved = answer.decision === 'approve';
    record.status = approved ? 'accepted' : 'rejected';
    record.answer = answer;
    record.by = this.#person;
    const reason = answer.reason === undefined ? {} : { reason: answer.reason };
    this.#tell('tool.approval_response', callId, {
      toolKey,
      callId,
      approvalId,
      decision: approved ? 'approved' : 'rejected',
      approved,
      by: this.#person,
      ...reason,
    });
    this.#release(callId)?.resolve(
      approved ? { status: 'accepted', input: answer.input ?? record.request.input } : { status: 'rejected', ...reason },
    );
  }

  /** The run is over: whatever is still open is no longer wanted. */
  cancel() {
    for (const record of this.#records.values()) {
      if (record.status !== 'pending') continue;
      record.status = 'cancelled';
      this.#release(record.request.callId)?.reject(new RunStopped());
    }
  }

  /** @param {ApprovalRecord} record */
  #expire(record) {
    const { approvalId, callId, toolKey } = record.request;
    record.status = 'expired';
    this.#tell('tool.approval_timeout', callId, { toolKey, callId, approvalId });
    this.#release(callId)?.resolve({ status: 'expired' });
  }

  /** @param {string} callId */
  #release(callId) {
    const waiting = this.#waiting.get(callId);
    this.#waiting.delete(callId);
    if (waiting?.timer !== undefined) this.#clock.clearTimeout(waiting.timer);
    return waiting;
  }
}
