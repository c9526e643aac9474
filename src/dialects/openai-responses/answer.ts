import type { Approval } from '../../activity/state.js';
import type { DecisionRequest } from '../dialect.js';
import { compact } from '../shared/values.js';

/** The input item that the next request has to hold. The protocol takes no edited arguments. */
export function answer(approval: Approval, { decision, reason }: DecisionRequest): unknown {
  return {
    type: 'mcp_approval_response',
    approval_request_id: approval.approvalId,
    approve: decision === 'approve',
    ...compact({ reason }),
  };
}
