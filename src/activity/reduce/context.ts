import type { CapabilityResolved, ConnectionChange, NoteAdded, PlanStepAdded } from '../event.js';
import type { PlanStep } from '../state.js';
import type { Draft } from './draft.js';
import { isSame, patch, pick } from './patch.js';

/** What surrounds the calls: the plan, the capability, notices, the connection. */

export function planStep(draft: Draft, event: PlanStepAdded): void {
  const { plan } = draft.now;
  const at = plan.findIndex((step) => step.stepId === event.stepId);
  const fields = {
    ...pick(event, ['label', 'toolKey', 'callId', 'detail']),
    ...('input' in event ? { input: event.input } : {}),
  };
  const known = plan[at];
  if (known === undefined) {
    const step: PlanStep = { stepId: event.stepId, label: event.toolKey ?? event.stepId, ...fields };
    draft.set('plan', [...plan, step]);
    return;
  }
  const step = patch(known, fields);
  if (step !== known) draft.set('plan', plan.with(at, step));
}

export function capability(draft: Draft, event: CapabilityResolved): void {
  if (!isSame(draft.now.capability, event.capability)) draft.set('capability', event.capability);
}

export function note(draft: Draft, event: NoteAdded): void {
  const { id, level, text } = event;
  const known = draft.notes.get(id);
  draft.setNote(known ? patch(known, { level, text }) : { id, level, text });
}

export function connection(draft: Draft, event: ConnectionChange): void {
  if (!isSame(draft.now.connection, event.connection)) draft.set('connection', event.connection);
}
