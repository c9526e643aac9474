import type { Approval } from '../../activity/state.js';
import type { Messages } from '../../locales/messages.js';
import { reveal } from '../../viewers/reveal.js';
import type { IconName } from '../internal/icons.js';
import type { LocalDecision } from './decision-flow.js';

/** What the card shows. Only `pending` has controls; from `accepted` on the card is a compact receipt. */
export type Phase =
  | 'pending'
  | 'sending'
  | 'handed-over'
  | 'collected'
  | 'overdue'
  | 'accepted'
  | 'rejected'
  | 'expired'
  | 'cancelled'
  | 'answered-elsewhere'
  | 'unknown';

const OPEN: ReadonlySet<Phase> = new Set(['pending', 'sending', 'handed-over', 'collected', 'overdue']);

/** True while the request still stands: the whole of it is shown. */
export function isOpen(phase: Phase): boolean {
  return OPEN.has(phase);
}

/**
 * The state's word first; then what was decided here and the state does not know yet; then the clock. A deadline that
 * has passed takes the controls away but settles nothing: `expired` is for the state to say.
 */
export function phaseOf(approval: Approval, local: LocalDecision | undefined, now: number): Phase {
  switch (approval.status) {
    case 'pending':
      if (local !== undefined && local.phase !== 'failed') return local.phase;
      return isOverdue(approval, now) ? 'overdue' : 'pending';
    case 'sending':
      return sendingPhase(approval);
    case 'accepted':
    case 'rejected':
      return approval.status;
    case 'expired':
    case 'cancelled':
      return approval.answeredElsewhere === true ? 'answered-elsewhere' : approval.status;
    default:
      // A host may set anything. What is not understood never gets controls.
      return 'unknown';
  }
}

function sendingPhase({ collected, handedOver }: Approval): Phase {
  if (collected === true) return 'collected';
  return handedOver === true ? 'handed-over' : 'sending';
}

export function isOverdue(approval: Approval, now: number): boolean {
  return approval.expiresAt !== undefined && now >= approval.expiresAt;
}

const icons: Readonly<Record<Phase, IconName>> = {
  'pending': 'awaiting_approval',
  'sending': 'send',
  'handed-over': 'pending',
  'collected': 'pending',
  'overdue': 'expired',
  'accepted': 'completed',
  'rejected': 'rejected',
  'expired': 'expired',
  'cancelled': 'cancelled',
  'answered-elsewhere': 'lock',
  'unknown': 'unknown',
};

export function phaseIcon(phase: Phase): IconName {
  return icons[phase];
}

/** The card's heading: always the interface's own words. */
export function phaseWords(phase: Phase, approval: Approval, messages: Messages): string {
  const words: Readonly<Record<Phase, string>> = {
    'pending': messages.needsAnswer,
    'sending': messages.sending,
    'handed-over': messages.handedOver,
    'collected': messages.collected,
    'overdue': messages.timeUp,
    'accepted': messages.approved,
    'rejected': messages.rejected,
    'expired': messages.expired,
    'cancelled': messages.cancelled,
    'answered-elsewhere': messages.answeredElsewhere,
    'unknown': messages.statusUnknown(reveal(approval.status)),
  };
  return words[phase];
}
