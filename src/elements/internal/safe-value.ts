import { redactSecrets } from '../../activity/redact.js';
import type { Redact, ValuePlace } from '../../context/renderers.js';
import { isPromise } from './promise.js';

/**
 * What may be shown of one value: all but what looks like a secret, or what the page's own `redact` leaves. Redacts once per value, so that a view keeps its identity from render to render, and
 * a `redact` that throws, or answers too late, shows nothing of the value at all.
 */
export class SafeValue {
  #value: unknown;
  #redact: Redact | undefined;
  #isKnown = false;
  #safe: unknown;

  get(value: unknown, redact: Redact | undefined, place: ValuePlace, onError: (cause: unknown) => unknown): unknown {
    if (this.#isKnown && this.#redact === redact && Object.is(this.#value, value)) return this.#safe;
    this.#isKnown = true;
    this.#value = value;
    this.#redact = redact;
    try {
      this.#safe = redact ? redact(value, place) : redactSecrets(value);
      if (isPromise(this.#safe)) throw new TypeError('redact returned a promise');
    } catch (cause) {
      this.#safe = onError(cause);
    }
    return this.#safe;
  }
}
