/**
 * @typedef {{ status: number, body: unknown }} StoredReply
 */

/** The replies a run has given, by idempotency key. Only replies that decided something are kept, never a 400. */
export class IdempotencyStore {
  /** @type {Map<string, { fingerprint: string, reply: StoredReply }>} */
  #replies = new Map();

  /**
   * @param {string} key
   * @param {string} fingerprint
   * @returns {StoredReply | 'reused' | undefined} `reused`: the key came with another request before.
   */
  find(key, fingerprint) {
    const stored = this.#replies.get(key);
    if (stored === undefined) return undefined;
    return stored.fingerprint === fingerprint ? stored.reply : 'reused';
  }

  /**
   * @param {string} key
   * @param {string} fingerprint
   * @param {StoredReply} reply
   */
  keep(key, fingerprint, reply) {
    this.#replies.set(key, { fingerprint, reply });
  }
}
