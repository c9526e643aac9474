import { selectApproval, selectPending } from '../../activity/select.js';
import type { ActivityState, Approval } from '../../activity/state.js';

/** What one card needs of the state. */
export interface CardSelection {
  readonly approval: Approval | undefined;
  /** For the card of the first open question, and for no other: all that are open, where there are several. */
  readonly all: readonly Approval[];
}

const none: readonly Approval[] = [];

/** Keeps its identity while it says the same, so that a card renders only when its own approval or offer changes. */
export function cardSelector(approvalId: () => string | undefined): (state: ActivityState) => CardSelection {
  let last: CardSelection = { approval: undefined, all: none };
  return (state) => {
    const id = approvalId();
    const approval = selectApproval(state, id);
    const pending = selectPending(state);
    const all = pending.length > 1 && pending[0]?.approvalId === id ? pending : none;
    const sameAll = all.length === last.all.length && all.every((each, at) => each === last.all[at]);
    if (approval !== last.approval || !sameAll) last = { approval, all: sameAll ? last.all : all };
    return last;
  };
}
