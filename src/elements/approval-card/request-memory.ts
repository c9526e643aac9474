import type { Approval } from '../../activity/state.js';
import type { Redact } from '../../context/renderers.js';
import { SafeValue } from '../internal/safe-value.js';
import { isSameRequest } from './same-request.js';

/** What became of the request since the last look. */
export type Turn = 'same' | 'changed' | 'other';

/** The approval that the card last drew, and what may be shown of its arguments. */
export class RequestMemory {
  #approval: Approval | undefined;
  /** As it was last asked; what was shown of an answer under way does not count. */
  #asked: Approval | undefined;
  #changed = false;
  readonly #safe = new SafeValue();

  get approval(): Approval | undefined {
    return this.#approval;
  }

  /** The request was asked anew, with other arguments, while it waited. */
  get changed(): boolean {
    return this.#changed;
  }

  /** The person answered what is there now. */
  acknowledge(): void {
    this.#changed = false;
  }

  take(approval: Approval | undefined): Turn {
    const before = this.#approval;
    const asked = this.#asked;
    this.#approval = approval;
    const isOther = approval?.approvalId !== before?.approvalId;
    if (isOther || approval?.status === 'pending') this.#asked = approval;
    if (isOther) {
      this.#changed = false;
      return 'other';
    }
    if (approval === undefined || asked === undefined || approval === before) return 'same';
    if (approval.status !== 'pending' || isSameRequest(asked, approval)) return 'same';
    this.#changed = true;
    return 'changed';
  }

  /** The value as it may be seen. Its identity stays, so that its view does not start again at each render. */
  visible(input: unknown, redact: Redact | undefined, onError: (cause: unknown) => unknown): unknown {
    return this.#safe.get(input, redact, this.#place(), onError);
  }

  #place(): Parameters<Redact>[1] {
    const { toolKey, callId } = this.#approval ?? {};
    return { kind: 'input', ...(toolKey === undefined ? {} : { toolKey }), ...(callId === undefined ? {} : { callId }) };
  }
}
