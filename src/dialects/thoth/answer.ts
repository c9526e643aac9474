import type { Approval } from '../../activity/state.js';
import type { DecisionRequest } from '../dialect.js';
import { compact } from '../shared/values.js';
import { CONTINUE, OTHER } from './gates.js';

/**
 * The reviewer's answer (ours): the option, and the person's words with it. A set of joins has no parts here: it goes on
 * whole, or not at all.
 */
export function answer({ approvalId }: Approval, { decision, reason, optionId }: DecisionRequest): unknown {
  return { id: approvalId, decision: optionId ?? (decision === 'approve' ? CONTINUE : OTHER), ...compact({ reason }) };
}
