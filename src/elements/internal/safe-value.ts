import type { Redact, ValuePlace } from '../../context/renderers.js';
import { isPromise } from './promise.js';

/**
 * What may be shown of one value. Redacts once per value, so that a view keeps its identity from render to render, and
 * a `redact` that throws, or answers too late, shows nothing of the value at all.
 */
export class SafeValue {
  #value: unknown;
  #redact: Redact | undefined;
  #safe: unknown;

  get(value: unknown, redact: Redact, place: ValuePlace, onError: (cause: unknown) => unknown): unknown {
    if (this.#redact === redact && Object.is(this.#value, value)) return this.#safe;
    this.#value = value;
    this.#redact = redact;
    try {
      this.#safe = redact(value, place);
      if (isPromise(this.#safe)) throw new TypeError('redact returned a promise');
    } catch (cause) {
      this.#safe = onError(cause);
    }
    return this.#safe;
  }
}
