import type { ActivityEvent, ApprovalLocal } from '../activity/event.js';
import type { ActivityFault, ActivityState, Approval } from '../activity/state.js';
import { decisionOf } from '../dialects/chainabit/approval.js';
import type { DecisionRequest, Dialect, JointAnswer } from '../dialects/dialect.js';
import type { ActivityStore } from '../store/store.js';
import type { Clock } from '../wire/clock.js';
import { isPassing } from '../wire/policy.js';
import { ApprovalDetails, type DetailsSource } from './approval-details.js';
import { requestDigest } from './digest.js';
import { fault, type FaultCode, type SessionFault } from './fault.js';
import type { Answer, Requests } from './requests.js';
import { expandTemplate } from './url-template.js';

export interface DecisionsOptions {
  readonly requests: Requests;
  readonly store: Pick<ActivityStore, 'getState'>;
  /** Epoch ms on the server's clock. */
  readonly clock: Pick<Clock, 'now'>;
  readonly dispatch: (events: readonly ActivityEvent[]) => void;
  readonly report: (fault: SessionFault) => void;
  readonly approvalUrl: () => string | undefined;
  /** Where the details of approvals come from that are known by id alone. Without it they stay unknown. */
  readonly details?: DetailsSource;
  readonly dialect: () => Dialect;
}

/** One request: one decision, or all of a turn where they go together. */
type Batch = readonly [JointAnswer, ...JointAnswer[]];

/**
 * Hands a person's decision over. The lock is the state itself: `sending` is dispatched before anything is awaited, and
 * only a pending approval is sent, so that ten clicks in one task are one request.
 *
 * Nothing is sent again by itself, and nothing after its deadline: while there is no connection a decision fails at once,
 * visibly, and the person decides anew.
 */
export class Decisions {
  readonly #options: DecisionsOptions;
  readonly #details: ApprovalDetails | undefined;
  /** By what is sent, so that a retry carries the key of the first attempt and another decision its own. */
  readonly #keys = new Map<string, string>();
  /** Of a dialect that takes all answers at once: those that wait for the others. */
  #collected: JointAnswer[] = [];
  /** Answers to requests of an earlier epoch are of no interest. */
  #epoch = 0;

  constructor(options: DecisionsOptions) {
    this.#options = options;
    this.#details = options.details && new ApprovalDetails(options, options.details);
  }

  /** Sends it to `approvalUrl`; without one the approval counts as handed over, as the host got the event. Never rejects. */
  async decide(approvalId: string, request: DecisionRequest): Promise<void> {
    const hasAddress = Boolean(this.#options.approvalUrl());
    const joint = hasAddress && this.#options.dialect().answerAll !== undefined;
    const approval = this.#lock(approvalId, request, joint);
    if (!approval || joint) return;
    if (hasAddress) await this.#send([{ approval, request }]);
    else this.#tell(approvalId, 'handed_over');
  }

  /** Call after each batch of events: the last open question may have been answered, here or elsewhere. */
  async update(approvals: ActivityState['approvals']): Promise<void> {
    this.#details?.update(approvals);
    if (this.#collected.length === 0) return;
    for (const { status } of approvals.values()) if (status === 'pending') return;
    const ready = this.#collected.filter(({ approval }) => approvals.get(approval.approvalId)?.collected === true);
    this.#collected = [];
    for (const { approval } of ready) this.#tell(approval.approvalId, 'released');
    const order = [...approvals.keys()];
    const [first, ...others] = ready.sort((a, b) => order.indexOf(a.approval.approvalId) - order.indexOf(b.approval.approvalId));
    if (first !== undefined) await this.#send([first, ...others]);
  }

  /** The host decides: its promise stands for the request. Never rejects. */
  async settleByHost(approvalId: string, request: DecisionRequest, promise: Promise<unknown>): Promise<void> {
    const locked = this.#lock(approvalId, request, false);
    const epoch = this.#epoch;
    try {
      await promise;
    } catch (cause) {
      if (!locked || epoch !== this.#epoch) return;
      const message = cause instanceof Error && cause.message !== '' ? cause.message : undefined;
      this.#failed([{ approval: locked, request }], fault('approval-not-sent', { message, retryable: true, cause }));
      return;
    }
    if (!locked || epoch !== this.#epoch) return;
    this.#handedOver(approvalId, request);
  }

  /** Forgets keys, and what is on its way. */
  forget(): void {
    this.#epoch += 1;
    this.#keys.clear();
    this.#collected = [];
    this.#details?.forget();
  }

  #lock(approvalId: string, request: DecisionRequest, joint: boolean): Approval | undefined {
    const approval = this.#options.store.getState().approvals.get(approvalId);
    if (!approval) this.#options.report(fault('approval-unknown'));
    if (approval?.status !== 'pending') return undefined;
    if (this.#isOverdue(approval)) {
      // The timer of the deadline may have slept with the page.
      this.#tell(approvalId, 'expired');
      return undefined;
    }
    const sending: ApprovalLocal = { type: 'approval.local', approvalId, phase: 'sending', decision: request.decision, ...said(request) };
    // In one batch, which comes back by `update()`: this may be the one that the others waited for.
    // An answer that was taken back counts no more.
    if (joint) this.#collected = [...this.#collected.filter((answer) => answer.approval.approvalId !== approvalId), { approval, request }];
    this.#options.dispatch(joint ? [sending, { type: 'approval.local', approvalId, phase: 'collected' }] : [sending]);
    return approval;
  }

  #isOverdue({ expiresAt }: Approval): boolean {
    return expiresAt !== undefined && this.#options.clock.now() >= expiresAt;
  }

  async #send(batch: Batch): Promise<void> {
    const epoch = this.#epoch;
    const runId = this.#options.store.getState().run.id;
    const address = addressOf(batch, runId, this.#options.approvalUrl() ?? '');
    if ('problem' in address) {
      this.#failed(batch, fault('url-template', { message: address.problem }));
      return;
    }
    const dialect = this.#options.dialect();
    const body = stringify(bodyOf(dialect, await withDigests(batch), runId));
    if (body === undefined) {
      this.#failed(batch, fault('approval-not-sent', { message: 'The arguments cannot be sent as JSON' }));
      return;
    }
    const headers = { 'idempotency-key': this.#keyFor(batch, body) };
    const answer = await this.#options.requests.post(address.url, body, headers, () => batch.some(({ approval }) => this.#isOverdue(approval)));
    if (epoch === this.#epoch) this.#answered(batch, answer);
  }

  #keyFor(batch: Batch, body: string): string {
    const identity = JSON.stringify([...batch.map(({ approval }) => approval.approvalId), body]);
    const known = this.#keys.get(identity);
    if (known !== undefined) return known;
    const key = uuid();
    this.#keys.set(identity, key);
    return key;
  }

  #answered(batch: Batch, answer: Answer): void {
    const { status } = answer;
    const words = 'words' in answer ? answer.words : undefined;
    const ids = batch.map(({ approval }) => approval.approvalId);
    const own = this.#refusals(ids, answer);
    if (status >= 200 && status < 300) {
      for (const { approval, request } of batch) this.#handedOver(approval.approvalId, request);
    } else if (own.length > 0) {
      this.#options.dispatch(own);
    } else if (status === 409) {
      this.#options.dispatch(ids.flatMap((approvalId) => elsewhere(approvalId, answer)));
    } else if (status === 410) {
      const reason = words === undefined ? {} : { reason: words };
      this.#options.dispatch(ids.map((approvalId) => ({ type: 'approval.local', approvalId, phase: 'expired', ...reason })));
    } else if ('problem' in answer && answer.problem === 'overdue') {
      this.#notSentInTime(batch);
    } else {
      this.#failed(batch, fault(codeOf(status), { message: words, retryable: true }));
    }
  }

  /** What the dialect makes of a refusal. */
  #refusals(ids: readonly string[], answer: Answer): readonly ActivityEvent[] {
    if (answer.status < 400) return [];
    const refusal = { status: answer.status, body: 'body' in answer ? answer.body : undefined };
    return ids.flatMap((approvalId) => this.#options.dialect().refused?.(approvalId, refusal) ?? []);
  }

  /** The server has it. Where no event will ever confirm that, the decision is the answer, until an event says otherwise. */
  #handedOver(approvalId: string, { decision }: DecisionRequest): void {
    this.#tell(approvalId, 'handed_over');
    if (this.#options.dialect().unconfirmed !== true) return;
    this.#options.dispatch([{ type: 'approval.response', approvalId, decision: decision === 'approve' ? 'accepted' : 'rejected', assumed: true }]);
  }

  /** Nothing left this page: what is over is over, the others may be decided again. */
  #notSentInTime(batch: Batch): void {
    for (const { approval } of batch) if (this.#isOverdue(approval)) this.#tell(approval.approvalId, 'expired');
    const [first, ...others] = batch.filter(({ approval }) => !this.#isOverdue(approval));
    if (first !== undefined) this.#failed([first, ...others], fault('approval-not-sent', { retryable: true }));
  }

  #failed(batch: Batch, failure: SessionFault): void {
    const error: ActivityFault = { code: failure.code, message: failure.message };
    this.#options.dispatch(batch.map(({ approval }) => ({ type: 'approval.local', approvalId: approval.approvalId, phase: 'failed', error })));
    this.#options.report(failure);
  }

  #tell(approvalId: string, phase: ApprovalLocal['phase']): void {
    this.#options.dispatch([{ type: 'approval.local', approvalId, phase }]);
  }
}

/** A joint answer goes to one address: ids of a single question in its template are those of the first. */
function addressOf([{ approval, request }]: Batch, runId: string | undefined, template: string): ReturnType<typeof expandTemplate> {
  const { approvalId, callId } = approval;
  return expandTemplate(template, {
    approvalId,
    decision: request.decision,
    ...(callId !== undefined && { callId }),
    ...(runId !== undefined && { runId }),
  });
}

async function withDigests(batch: Batch): Promise<Batch> {
  const [first, ...others] = await Promise.all(batch.map(withDigest));
  return [first ?? batch[0], ...others];
}

async function withDigest({ approval, request }: JointAnswer): Promise<JointAnswer> {
  const digest = await requestDigest(approval);
  return { approval, request: digest === undefined ? request : { ...request, digest } };
}

function bodyOf(dialect: Dialect, batch: Batch, runId: string | undefined): unknown {
  if (dialect.answerAll !== undefined) return dialect.answerAll(batch, runId);
  const [{ approval, request }] = batch;
  return dialect.answer(approval, request, runId);
}

function said({ reason, optionId, ...rest }: DecisionRequest): Pick<ApprovalLocal, 'details'> {
  const details = {
    ...(reason !== undefined && { reason }),
    ...(optionId !== undefined && { optionId }),
    ...('input' in rest && { input: rest.input }),
  };
  return Object.keys(details).length === 0 ? {} : { details };
}

function codeOf(status: number): FaultCode {
  if (status === 401) return 'auth-required';
  return status >= 400 && !isPassing(status) ? 'approval-refused' : 'approval-not-sent';
}

/** 409: the server's decision where it names one, else only that somebody was faster. */
function elsewhere(approvalId: string, answer: Answer): readonly ActivityEvent[] {
  const body = 'body' in answer ? (answer.body ?? {}) : {};
  const text = (key: string): string | undefined => (typeof body[key] === 'string' ? body[key] : undefined);
  const decision = decisionOf(text('decision'));
  const by = text('by');
  const reason = text('reason');
  if (decision !== undefined) {
    // What was said here did not count: its words and arguments are no part of that decision.
    return [
      { type: 'approval.local', approvalId, phase: 'failed' },
      { type: 'approval.response', approvalId, decision, ...(by !== undefined && { by }), ...(reason !== undefined && { reason }) },
    ];
  }
  const words = reason ?? ('words' in answer ? answer.words : undefined);
  return [{ type: 'approval.local', approvalId, phase: 'elsewhere', ...(words !== undefined && { reason: words }) }];
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
