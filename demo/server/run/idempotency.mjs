/**
 * @typedef {{ status: number, body: unknown }} StoredReply
 */

/**
 * @param {unknown} value
 * @returns {string} JSON with sorted keys: two bodies that say the same are the same, whatever their key order.
 */
export function canonicalJson(value) {
  return JSON.stringify(value, (_key, inner) => {
    if (inner === null || typeof inner !== 'object' || Array.isArray(inner)) return /** @type {unknown} */ (inner);
    const entries = Object.entries(/** @type {Record<string, unknown>} */ (inner));
    return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}

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
