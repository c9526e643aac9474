import type { Approval } from '../../activity/state.js';
import type { DecisionRequest } from '../dialect.js';
import { compact } from '../shared/values.js';

/** The event that a session takes for an answer. The Messages API itself asks nobody. */
export function answer({ approvalId, callId }: Approval, { decision, reason }: DecisionRequest): unknown {
  const allowed = decision === 'approve';
  return {
    type: 'user.tool_confirmation',
    tool_use_id: callId ?? approvalId,
    result: allowed ? 'allow' : 'deny',
    ...compact({ deny_message: allowed ? undefined : reason }),
  };
}
