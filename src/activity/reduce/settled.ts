import type { Approval } from '../state.js';
import { isOpenApproval } from '../transitions.js';
import { patch, pick } from './patch.js';

/** How an approval was settled; what is left out is not known and does not stay from before. */
type Settlement = Pick<Approval, 'reason' | 'decidedBy' | 'decidedAt' | 'answeredElsewhere'> & {
  readonly status: Exclude<Approval['status'], 'pending' | 'sending'>;
  readonly settledBy: 'server' | 'local';
};

/** The approval once it is answered: `reason` is the answer's from here on, why it asked moves aside. */
export function settledApproval(approval: Approval, settlement: Settlement): Approval {
  return patch(approval, {
    requestReason: isOpenApproval(approval.status) ? approval.reason : approval.requestReason,
    reason: undefined,
    decidedBy: undefined,
    decidedAt: undefined,
    answeredElsewhere: undefined,
    error: undefined,
    handedOver: undefined,
    collected: undefined,
    changed: undefined,
    newer: undefined,
    ...settlement,
  });
}

/** From a request that comes after its answer: only what nobody had said. */
export function fillAnswered(approval: Approval, fields: Partial<Approval>): Partial<Approval> {
  if (isOpenApproval(approval.status)) return fields;
  const { reason, ...others } = fields;
  return { ...others, ...pick({ requestReason: reason }, ['requestReason']) };
}
