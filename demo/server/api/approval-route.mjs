import { HttpError } from '../http/http-error.mjs';
import { readJsonObject } from '../http/read-json.mjs';
import { sendJson } from '../http/reply.mjs';
import { canonicalJson } from '../run/canonical-json.mjs';
import { parseAnswer } from './approval-answer.mjs';

/** @import { Exchange } from './router.mjs' */
/** @import { ApprovalRecord } from '../run/approval-desk.mjs' */
/** @import { StoredReply } from '../run/idempotency.mjs' */
/** @import { Run } from '../run/run.mjs' */
/** @import { Payload } from '../run/types.mjs' */

/**
 * `POST /api/runs/:id/approvals/:callId`. Once the body is read everything happens in one synchronous step: of any
 * number of answers that race, the first one decides and the others learn about it.
 *
 * @param {Exchange} exchange
 */
export async function answerApproval({ req, res, params, context }) {
  const run = context.run(params[0]);
  const callId = params[1] ?? '';
  const key = req.headers['idempotency-key'];
  if (typeof key !== 'string' || key.trim() === '') {
    throw new HttpError(400, 'idempotency_key_required', 'Send an Idempotency-Key header, the same for each retry.');
  }
  if (key.length > 255) {
    throw new HttpError(400, 'invalid_idempotency_key', 'The Idempotency-Key may have at most 255 characters.');
  }
  const body = await readJsonObject(req);
  const fingerprint = canonicalJson([callId, body]);
  const stored = run.replies.find(key, fingerprint);
  if (stored === 'reused') {
    throw new HttpError(422, 'idempotency_key_reused', 'This Idempotency-Key was used for another answer.');
  }
  if (stored !== undefined) {
    sendJson(res, stored.status, stored.body, { 'idempotency-replayed': 'true' });
    return;
  }
  const reply = decide(run, callId, body);
  run.replies.keep(key, fingerprint, reply);
  sendJson(res, reply.status, reply.body);
}

/**
 * @param {Run} run
 * @param {string} callId
 * @param {Payload} body
 * @returns {StoredReply}
 */
function decide(run, callId, body) {
  const record = run.desk.find(callId);
  if (record === undefined) throw new HttpError(404, 'approval_not_found', 'Nothing was asked about this call.');
  const answer = parseAnswer(body, run.id, record.request);
  if (record.status !== 'pending') return refusal(record);
  run.desk.answer(record, answer);
  const { approvalId } = record.request;
  return { status: 202, body: { runId: run.id, callId, approvalId, decision: answer.decision, status: 'accepted' } };
}

/**
 * @param {ApprovalRecord} record No longer pending.
 * @returns {StoredReply}
 */
function refusal({ status, answer, by }) {
  switch (status) {
    case 'expired':
      return { status: 410, body: error('approval_expired', 'The time to answer has passed. Nothing was done.') };
    case 'cancelled':
      return { status: 409, body: error('approval_cancelled', 'The run has ended, the answer is no longer needed.') };
    default: {
      const reason = answer?.reason === undefined ? {} : { reason: answer.reason };
      const words = status === 'accepted' ? 'This request was already approved.' : 'This request was already rejected.';
      const body = { ...error('approval_already_resolved', words), decision: answer?.decision, by, ...reason };
      return { status: 409, body };
    }
  }
}

/**
 * @param {string} code
 * @param {string} message
 */
function error(code, message) {
  return { error: { code, message } };
}
