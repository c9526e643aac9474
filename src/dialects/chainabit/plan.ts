import type { ActivityEvent, PlanStepAdded } from '../../activity/event.js';
import { type FieldFault, readFields } from '../shared/fields.js';
import { compact, idOf, isRecord } from '../shared/values.js';
import { type Handler, stamp } from './context.js';
import type { Envelope } from './envelope.js';
import type { Memory } from './memory.js';
import { callIdOf, toolPayload } from './normalise.js';
import { planSchema, toolSchema } from './schema.js';

/** Where a step may have its ids from, beside its own payload. */
export interface StepPlace {
  /** `envelope.stepId`, or the payload's. */
  readonly stepId?: string;
  /** `envelope.stepId` alone: the payload's own names the step and not its call. */
  readonly callId?: string;
}

/**
 * A planned write action, live or persisted. The step by `stepId ?? id ?? envelope.stepId`, else its call's id; the call by
 * the common look-up.
 */
export function planStep(payload: object, place: StepPlace, fault: FieldFault): PlanStepAdded | undefined {
  const fields = readFields(planSchema, payload, fault);
  const tool = readFields(toolSchema, payload, fault);
  const call = toolPayload(tool, callIdOf(payload, place.callId));
  const stepId = idOf(fields.stepId) ?? idOf(fields.id) ?? place.stepId ?? call.callId;
  if (stepId === undefined) return undefined;
  const { callId, toolKey, activity } = call;
  const label = fields.label ?? fields.title ?? activity?.label;
  const detail = tool.detail ?? activity?.detail;
  const input = 'input' in call ? { input: call.input } : {};
  return { type: 'plan.step', stepId, ...compact({ label, toolKey, callId, detail }), ...input };
}

/** `plan.step_added`. The step may stand in the payload itself or under `step`. */
export const planStepAdded: Handler = ({ envelope, memory, fault }) => {
  const { payload, stepId, outerStepId } = envelope;
  const nested = payload['step'];
  const source = isRecord(nested) ? { ...payload, ...nested } : payload;
  const event = planStep(source, compact({ stepId, callId: outerStepId }), fault);
  if (event === undefined) return '"stepId" or "id" must be a non-empty string';
  memory.planned(event.stepId, event.callId);
  return [{ ...event, ...stamp(envelope) }];
};

/**
 * A call whose envelope names a planned step is what carries the step out, so that a plan shows how far its steps are
 * although `plan.step_added` came before any call id was known (ours).
 */
export function linkedStep(envelope: Envelope, memory: Memory, events: readonly ActivityEvent[]): readonly ActivityEvent[] {
  const { stepId } = envelope;
  const callId = events.flatMap((event) => ('callId' in event && event.type !== 'plan.step' ? [event.callId] : []))[0];
  if (stepId === undefined || callId === undefined || !memory.takeLink(stepId, callId)) return [];
  return [{ type: 'plan.step', stepId, callId }];
}
