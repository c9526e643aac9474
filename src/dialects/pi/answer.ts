import type { Approval } from '../../activity/state.js';
import type { DecisionRequest } from '../dialect.js';
import { CANCEL, WORDS } from './dialogs.js';

/** What the dialog wants to hear, by what it offered. */
function said({ options }: Approval, { decision, reason, optionId }: DecisionRequest): Readonly<Record<string, unknown>> {
  if (options === undefined) return { confirmed: decision === 'approve' };
  const option = options.find(({ id }) => id === optionId);
  if (option?.takesText === true && option.id === WORDS) return { value: reason ?? '' };
  return option === undefined || (option.id === CANCEL && option.label === undefined) ? { cancelled: true } : { value: option.id };
}

/** The line that answers a dialog. It goes to Pi's standard input as it is. */
export function answer(approval: Approval, request: DecisionRequest): unknown {
  return { type: 'extension_ui_response', id: approval.approvalId, ...said(approval, request) };
}
