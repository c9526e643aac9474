import type { ActivityEvent } from '../../activity/event.js';
import type { Approval } from '../../activity/state.js';
import type { DecisionRequest, Refusal } from '../dialect.js';
import { compact, isRecord, textOf } from '../shared/values.js';
import { resolutionOf } from './approvals.js';

/** The body of `POST /v1/approvals/{id}/resolve`. The protocol takes no changed arguments. */
export function answer(_approval: Approval, { decision, reason }: DecisionRequest): unknown {
  return { decision: decision === 'approve' ? 'approve_once' : 'deny', ...compact({ reason }) };
}

/** 409: somebody else was faster, or the approval is over; `details` may say how it stands. */
export function refused(approvalId: string, { status, body }: Refusal): ActivityEvent | undefined {
  const error = isRecord(body?.['error']) ? body['error'] : {};
  if (status !== 409) return undefined;
  const details = isRecord(error['details']) ? error['details'] : {};
  const said = ['resolution', 'decision', 'status'].map((key) => resolutionOf(textOf(details[key]))).find((one) => one !== undefined);
  const by = textOf(details['resolved_by']);
  if (said !== undefined) return { type: 'approval.response', approvalId, decision: said, ...compact({ by }) };
  const code = textOf(error['code']) ?? '';
  const phase = code.includes('expired') ? 'expired' : 'elsewhere';
  return { type: 'approval.local', approvalId, phase, ...compact({ reason: textOf(error['message']) }) };
}
