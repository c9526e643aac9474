import { createHash } from 'node:crypto';

/** @import { ApprovalRequest } from './types.mjs' */

/**
 * RFC 8785, for values that came from JSON: two that say the same are the same text, whatever the order of their keys.
 *
 * @param {unknown} value
 * @returns {string}
 */
export function canonicalJson(value) {
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const fields = /** @type {Record<string, unknown>} */ (value);
  const members = Object.keys(fields).sort();
  return `{${members.map((key) => `${JSON.stringify(key)}:${canonicalJson(fields[key])}`).join(',')}}`;
}

/**
 * What the page should have shown. It sends its own digest with the answer, so that nothing runs that nobody saw.
 *
 * @param {Pick<ApprovalRequest, 'toolKey' | 'input'>} request
 * @returns {string}
 */
export function requestDigest({ toolKey, input }) {
  return `sha-256:${createHash('sha256').update(canonicalJson({ toolKey, input })).digest('hex')}`;
}
