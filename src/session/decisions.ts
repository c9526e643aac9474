import type { ActivityEvent } from '../activity/event.js';
import type { ActivityFault, ActivityState, Approval } from '../activity/state.js';
import { decisionOf } from '../dialects/chainabit/approval.js';
import type { DecisionRequest, Dialect } from '../dialects/dialect.js';
import { isPassing } from '../wire/policy.js';
import { fault, type FaultCode, type SessionFault } from './fault.js';
import type { Answer, Requests } from './requests.js';
import { expandTemplate } from './url-template.js';

export interface DecisionsOptions {
  readonly requests: Requests;
  readonly state: () => ActivityState;
  readonly dispatch: (events: readonly ActivityEvent[]) => void;
  readonly report: (fault: SessionFault) => void;
  readonly approvalUrl: () => string | undefined;
  readonly dialect: () => Dialect;
}

/**
 * Hands a person's decision over. The lock is the state itself: `sending` is dispatched before anything is awaited, and
 * only a pending approval is sent, so that ten clicks in one task are one request.
 */
export class Decisions {
  readonly #options: DecisionsOptions;
  /** By what is sent, so that a retry carries the key of the first attempt and another decision its own. */
  readonly #keys = new Map<string, string>();
  /** Answers to requests of an earlier epoch are of no interest. */
  #epoch = 0;

  constructor(options: DecisionsOptions) {
    this.#options = options;
  }

  /** Sends it to `approvalUrl`; without one the approval counts as handed over, as the host got the event. Never rejects. */
  async decide(approvalId: string, request: DecisionRequest): Promise<void> {
    const approval = this.#lock(approvalId, request);
    if (!approval) return;
    const template = this.#options.approvalUrl();
    if (template === undefined || template === '') {
      this.#options.dispatch([{ type: 'approval.local', approvalId, phase: 'handed_over', decision: request.decision }]);
      return;
    }
    const epoch = this.#epoch;
    const runId = this.#options.state().run.id;
    const { callId } = approval;
    const { decision } = request;
    const address = expandTemplate(template, {
      approvalId,
      decision,
      ...(callId !== undefined && { callId }),
      ...(runId !== undefined && { runId }),
    });
    if ('problem' in address) {
      this.#failed(approvalId, fault('url-template', { message: address.problem }));
      return;
    }
    const body = stringify(this.#options.dialect().answer(approval, request, runId));
    if (body === undefined) {
      this.#failed(approvalId, fault('approval-not-sent', { message: 'The arguments cannot be sent as JSON' }));
      return;
    }
    const answer = await this.#options.requests.post(address.url, body, { 'idempotency-key': this.#keyFor(approvalId, body) });
    if (epoch === this.#epoch) this.#answered(approvalId, request, answer);
  }

  /** The host decides: its promise stands for the request. Never rejects. */
  async settleByHost(approvalId: string, request: DecisionRequest, promise: Promise<unknown>): Promise<void> {
    const locked = this.#lock(approvalId, request);
    const epoch = this.#epoch;
    try {
      await promise;
    } catch (cause) {
      if (!locked || epoch !== this.#epoch) return;
      const message = cause instanceof Error && cause.message !== '' ? cause.message : undefined;
      this.#failed(approvalId, fault('approval-not-sent', { message, retryable: true, cause }));
      return;
    }
    if (!locked || epoch !== this.#epoch) return;
    this.#options.dispatch([{ type: 'approval.local', approvalId, phase: 'handed_over', decision: request.decision }]);
  }

  /** Forgets keys, and what is on its way. */
  forget(): void {
    this.#epoch += 1;
    this.#keys.clear();
  }

  #lock(approvalId: string, { decision }: DecisionRequest): Approval | undefined {
    const approval = this.#options.state().approvals.get(approvalId);
    if (!approval) this.#options.report(fault('approval-unknown'));
    if (approval?.status !== 'pending') return undefined;
    this.#options.dispatch([{ type: 'approval.local', approvalId, phase: 'sending', decision }]);
    return approval;
  }

  #keyFor(approvalId: string, body: string): string {
    const identity = JSON.stringify([approvalId, body]);
    const known = this.#keys.get(identity);
    if (known !== undefined) return known;
    const key = uuid();
    this.#keys.set(identity, key);
    return key;
  }

  #answered(approvalId: string, { decision }: DecisionRequest, answer: Answer): void {
    const { status } = answer;
    const words = 'words' in answer ? answer.words : undefined;
    if (status >= 200 && status < 300) {
      this.#options.dispatch([{ type: 'approval.local', approvalId, phase: 'handed_over', decision }]);
    } else if (status === 409) {
      this.#options.dispatch([elsewhere(approvalId, answer)]);
    } else if (status === 410) {
      const reason = words === undefined ? {} : { reason: words };
      this.#options.dispatch([{ type: 'approval.local', approvalId, phase: 'expired', ...reason }]);
    } else {
      this.#failed(approvalId, fault(codeOf(status), { message: words, retryable: true }));
    }
  }

  #failed(approvalId: string, failure: SessionFault): void {
    const error: ActivityFault = { code: failure.code, message: failure.message };
    this.#options.dispatch([{ type: 'approval.local', approvalId, phase: 'failed', error }]);
    this.#options.report(failure);
  }
}

function codeOf(status: number): FaultCode {
  if (status === 401) return 'auth-required';
  return status >= 400 && !isPassing(status) ? 'approval-refused' : 'approval-not-sent';
}

/** 409: the server's decision where it names one, else only that somebody was faster. */
function elsewhere(approvalId: string, answer: Answer): ActivityEvent {
  const body = 'body' in answer ? (answer.body ?? {}) : {};
  const text = (key: string): string | undefined => (typeof body[key] === 'string' ? body[key] : undefined);
  const decision = decisionOf(text('decision'));
  const by = text('by');
  const reason = text('reason');
  if (decision !== undefined) {
    return {
      type: 'approval.response',
      approvalId,
      decision,
      ...(by !== undefined && { by }),
      ...(reason !== undefined && { reason }),
    };
  }
  const words = reason ?? ('words' in answer ? answer.words : undefined);
  return { type: 'approval.local', approvalId, phase: 'elsewhere', ...(words !== undefined && { reason: words }) };
}

/** Edited arguments come from the host too, and may hold what JSON has no word for. */
function stringify(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}

/** `randomUUID` is missing where the page was not served securely; an intranet demo by plain http is. */
function uuid(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
