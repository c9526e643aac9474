import { HttpError } from '../http/http-error.mjs';
import { isObject } from '../http/read-json.mjs';
import { requestDigest } from '../run/canonical-json.mjs';

/** @import { Answer, ApprovalRequest, Payload } from '../run/types.mjs' */

/** Characters. */
const MAX_REASON = 2000;

/**
 * @param {Payload} body
 * @param {string} runId
 * @param {ApprovalRequest} request
 * @returns {Answer}
 * @throws {HttpError} 400, or 412 when the page showed another request
 */
export function parseAnswer(body, runId, request) {
  const expected = { runId, callId: request.callId, approvalId: request.approvalId };
  for (const [name, value] of Object.entries(expected)) {
    if (body[name] !== value) throw new HttpError(400, 'id_mismatch', `${name} does not belong to this approval.`);
  }
  checkDigest(body['digest'], request);
  const { decision, reason } = body;
  if (decision !== 'approve' && decision !== 'reject') {
    throw new HttpError(400, 'invalid_decision', 'decision must be "approve" or "reject".');
  }
  if (reason !== undefined && (typeof reason !== 'string' || reason.length > MAX_REASON)) {
    throw new HttpError(400, 'invalid_reason', `reason must be text of at most ${String(MAX_REASON)} characters.`);
  }
  const said = reason === undefined || reason === '' ? {} : { reason };
  if (!('input' in body)) return { decision, ...said };
  return { decision, ...said, input: parseInput(body['input'], decision, request) };
}

/**
 * A page that was not served securely can make none; one that is wrong was made of another request.
 *
 * @param {unknown} digest
 * @param {ApprovalRequest} request
 */
function checkDigest(digest, request) {
  if (digest === undefined || digest === requestDigest(request)) return;
  throw new HttpError(412, 'shown_otherwise', 'What was shown is not what would run. Please load the page again.');
}

/**
 * The tool runs with what comes out of here, so an edit must fit it: the same fields, each of its own type.
 *
 * @param {unknown} input
 * @param {'approve' | 'reject'} decision
 * @param {ApprovalRequest} request
 * @returns {Payload}
 */
function parseInput(input, decision, request) {
  if (decision === 'reject') throw new HttpError(400, 'invalid_input', 'A rejection takes no input.');
  if (!request.editable) throw new HttpError(400, 'input_not_editable', 'This request cannot be edited.');
  if (!isObject(input)) throw new HttpError(400, 'invalid_input', 'input must be an object.');
  const names = Object.keys(request.input);
  const stranger = Object.keys(input).find((name) => !names.includes(name));
  if (stranger !== undefined) throw new HttpError(400, 'invalid_input', `input has no field "${stranger}".`);
  for (const name of names) {
    const type = kind(request.input[name]);
    if (kind(input[name]) !== type) {
      throw new HttpError(400, 'invalid_input', `input.${name} must be a ${type}.`);
    }
  }
  return input;
}

/**
 * @param {unknown} value
 * @returns {string}
 */
function kind(value) {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'list' : typeof value;
}
