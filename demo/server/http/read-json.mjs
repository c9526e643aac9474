import { HttpError } from './http-error.mjs';

/** @import { IncomingMessage } from 'node:http' */

/** Bytes. */
const LIMIT = 256 * 1024;

/**
 * @param {IncomingMessage} req
 * @returns {Promise<Record<string, unknown>>}
 * @throws {HttpError} 415, 413 or 400.
 */
export async function readJsonObject(req) {
  const type = (req.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json') {
    throw new HttpError(415, 'unsupported_media_type', 'Send the body as application/json.');
  }
  const bytes = await readBody(req);
  /** @type {unknown} */
  let value;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new HttpError(400, 'invalid_json', 'The body is not valid JSON in UTF-8.');
  }
  if (!isObject(value)) throw new HttpError(400, 'invalid_body', 'The body must be a JSON object.');
  return value;
}

/**
 * @param {unknown} value
 * @returns {value is Record<string, unknown>}
 */
export function isObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * The rest of a body over the limit is read and thrown away, since closing the socket under the sender would cost it
 * the answer. Events and not `for await`: leaving such a loop early destroys the socket too.
 *
 * @param {IncomingMessage} req
 * @returns {Promise<Buffer>}
 */
function readBody(req) {
  return new Promise((resolve, reject) => {
    /** @type {Buffer[]} */
    const chunks = [];
    let size = 0;
    req.on('data', (/** @type {Buffer} */ chunk) => {
      size += chunk.length;
      if (size <= LIMIT) chunks.push(chunk);
      else reject(new HttpError(413, 'body_too_large', 'The body may have at most 256 KiB.'));
    });
    req.on('end', () => {
      resolve(Buffer.concat(chunks));
    });
    req.on('error', reject);
    req.on('close', () => {
      reject(new HttpError(400, 'body_cut', 'The body ended too early.'));
    });
  });
}
