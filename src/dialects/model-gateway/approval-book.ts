import type { ActivityEvent, ApprovalRequest, ApprovalResponse } from '../../activity/event.js';
import { isSame } from '../../activity/reduce/patch.js';
import { trim } from '../shared/bounded.js';
import { compact } from '../shared/values.js';

/** Calls and approvals of one run that are remembered. */
const LIMIT = 4096;

interface Call {
  readonly callId: string;
  name?: string;
  over: boolean;
}

interface Known {
  request: ApprovalRequest;
  callId?: string;
  open: boolean;
}

type Answer = Pick<ApprovalResponse, 'decision'> & Partial<Pick<ApprovalResponse, 'by' | 'reason' | 'at'>>;

/**
 * Which approval holds which call. The stream has approvals by id only: what they are about is loaded by the host, and
 * then the last unresolved call of that tool is the one.
 */
export class ApprovalBook {
  readonly #calls = new Map<string, Call>();
  readonly #approvals = new Map<string, Known>();

  /** A call, as a frame names it. An approval of its tool that had no call yet takes it. */
  call(callId: string, name: string | undefined): readonly ActivityEvent[] {
    const call: Call = this.#calls.get(callId) ?? { callId, over: false };
    if (!this.#calls.has(callId)) {
      this.#calls.set(callId, call);
      trim(this.#calls, LIMIT);
    }
    if (name !== undefined) call.name = name;
    const waiting = call.over || this.#of(callId) ? undefined : this.#open().find((one) => one.callId === undefined && isOf(one, call));
    if (waiting === undefined) return [];
    waiting.callId = callId;
    return [{ ...waiting.request, callId }];
  }

  ended(callId: string): void {
    const call = this.#calls.get(callId);
    if (call) call.over = true;
  }

  /** A request, or more about one. Nothing where nothing is new. */
  ask(request: ApprovalRequest): readonly ActivityEvent[] {
    const { approvalId } = request;
    const known = this.#approvals.get(approvalId);
    const approval: Known = known ?? { request, open: true };
    const merged: ApprovalRequest = { ...approval.request, ...request };
    const isNews = known === undefined || !isSame(known.request, merged);
    approval.request = merged;
    const callId = approval.callId ?? request.callId ?? this.#callFor(merged)?.callId;
    const isBound = callId !== undefined && approval.callId === undefined;
    if (callId !== undefined) approval.callId = callId;
    if (known === undefined) {
      this.#approvals.set(approvalId, approval);
      trim(this.#approvals, LIMIT);
    }
    return isNews || isBound ? [{ ...merged, ...compact({ callId }) }] : [];
  }

  knows(approvalId: string): boolean {
    return this.#approvals.has(approvalId);
  }

  isOpen(approvalId: string): boolean {
    return this.#approvals.get(approvalId)?.open === true;
  }

  /** The answer to an approval by its id; one that nobody asked here is answered all the same. */
  answer(approvalId: string, answer: Answer, callId?: string): readonly ActivityEvent[] {
    const request: ApprovalRequest = { type: 'approval.request', approvalId };
    const approval = this.#approvals.get(approvalId) ?? { request, open: true };
    this.#approvals.set(approvalId, approval);
    trim(this.#approvals, LIMIT);
    if (!approval.open) return [];
    approval.open = false;
    if (approval.callId === undefined && callId !== undefined) approval.callId = callId;
    return [{ type: 'approval.response', approvalId, ...compact({ callId: approval.callId }), ...answer }];
  }

  /** The answer that the fate of a call tells. Nothing where no approval holds it. */
  answerOf(callId: string, answer: Answer): readonly ActivityEvent[] {
    const approval = this.#of(callId);
    return approval === undefined ? [] : this.answer(approval.request.approvalId, answer);
  }

  /** The only approval that is open and whose call is not known. */
  onlyUnbound(): string | undefined {
    const unbound = this.#open().filter((one) => one.callId === undefined);
    return unbound.length === 1 ? unbound[0]?.request.approvalId : undefined;
  }

  #open(): Known[] {
    return [...this.#approvals.values()].filter(({ open }) => open);
  }

  #of(callId: string): Known | undefined {
    return this.#open().find((approval) => approval.callId === callId);
  }

  #callFor({ toolKey }: ApprovalRequest): Call | undefined {
    if (toolKey === undefined) return undefined;
    return [...this.#calls.values()].findLast((call) => !call.over && call.name === toolKey && this.#of(call.callId) === undefined);
  }
}

function isOf({ request }: Known, { name }: Call): boolean {
  return name !== undefined && request.toolKey === name;
}
