import { ActivityErrorEvent } from '../../events/activity-error-event.js';
import { messageOf } from './message-of.js';

/**
 * Tells a page that its own renderer or `redact` failed (`renderer-failed`), or a file of ours (`load-failed`). Once for each fault: a card renders again and
 * again. After the render, for a listener may change things.
 */
export class FaultReporter {
  readonly #host: EventTarget;
  #reported: string | undefined;

  constructor(host: EventTarget) {
    this.#host = host;
  }

  readonly report = (cause: unknown, code: 'renderer-failed' | 'load-failed' = 'renderer-failed'): void => {
    const message = messageOf(cause);
    if (message === this.#reported) return;
    this.#reported = message;
    queueMicrotask(() => this.#host.dispatchEvent(new ActivityErrorEvent({ code, message, retryable: code === 'load-failed', cause })));
  };
}
