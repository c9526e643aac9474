import type { Approval } from '../../activity/state.js';
import type { DecisionRequest } from '../dialect.js';
import { compact } from '../shared/values.js';

/** The JSON body of a decision (ours, B4). `input` is there by key: an edited value may well be `null`. */
export function answer(approval: Approval, request: DecisionRequest, runId: string | undefined): unknown {
  const { approvalId, callId } = approval;
  const { decision, reason, optionId, digest } = request;
  return {
    approvalId,
    ...compact({ callId, runId }),
    decision,
    ...compact({ reason, optionId }),
    ...('input' in request && { input: request.input }),
    ...compact({ digest }),
  };
}
