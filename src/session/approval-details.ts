import type { Approval } from '../activity/state.js';
import type { Dialect } from '../dialects/dialect.js';
import type { ActivityStore } from '../store/store.js';
import type { WireFrame } from '../wire/frame.js';
import { fault, type SessionFault } from './fault.js';

/** Gives what an approval is about, as the server's interface answers; called once for each that came by id alone. */
export type LoadApproval = (approvalId: string, runId: string | undefined) => unknown;

export interface DetailsSource {
  /** The host's hook; nothing is loaded without one. */
  readonly load: () => LoadApproval | undefined;
  /** What was loaded goes the way of all frames. */
  readonly push: (frame: WireFrame) => void;
}

export interface ApprovalDetailsOptions {
  readonly store: Pick<ActivityStore, 'getState'>;
  /** Only one with a place for details has approvals without them. */
  readonly dialect: () => Dialect;
  readonly report: (fault: SessionFault) => void;
}

/** Asks the host for the details of approvals that the stream has by id only. What fails is asked again with the next. */
export class ApprovalDetails {
  readonly #options: ApprovalDetailsOptions;
  readonly #source: DetailsSource;
  #approvals: ReadonlyMap<string, Approval> | undefined;
  #asked = new Set<string>();

  constructor(options: ApprovalDetailsOptions, source: DetailsSource) {
    this.#options = options;
    this.#source = source;
  }

  /** Call after each batch of events. */
  update(approvals: ReadonlyMap<string, Approval>): void {
    if (approvals === this.#approvals) return;
    this.#approvals = approvals;
    const load = this.#source.load();
    const event = this.#options.dialect().detailsEvent;
    if (load === undefined || event === undefined) return;
    for (const approval of approvals.values()) {
      if (isBare(approval) && !this.#asked.has(approval.approvalId)) void this.#load(load, approval.approvalId, event);
    }
  }

  /** Another stream, or none: what is on its way is of no interest. */
  forget(): void {
    this.#asked = new Set();
    this.#approvals = undefined;
  }

  async #load(load: LoadApproval, approvalId: string, event: string): Promise<void> {
    const asked = this.#asked;
    asked.add(approvalId);
    try {
      const details = await load(approvalId, this.#options.store.getState().run.id);
      if (asked === this.#asked) this.#source.push({ event, data: details });
    } catch (cause) {
      asked.delete(approvalId);
      if (asked === this.#asked) this.#options.report(fault('approval-details-failed', { retryable: true, cause }));
    }
  }
}

/** Nobody can decide about what nobody has described. */
function isBare({ status, toolKey, ...rest }: Approval): boolean {
  return status === 'pending' && toolKey === undefined && !('input' in rest);
}
