/** A refusal that the client gets to read: a status, a stable code and a sentence. */
export class HttpError extends Error {
  name = 'HttpError';

  /**
   * @param {number} status
   * @param {string} code
   * @param {string} message
   * @param {Record<string, unknown>} [fields] More top-level fields of the JSON body, beside `error`.
   * @param {Record<string, string>} [headers]
   */
  constructor(status, code, message, fields = {}, headers = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.fields = fields;
    this.headers = headers;
  }

  /** @returns {Record<string, unknown>} */
  get body() {
    return { error: { code: this.code, message: this.message }, ...this.fields };
  }
}
