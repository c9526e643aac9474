import type { ActivityEvent, ToolEnd, ToolResult } from '../../activity/event.js';
import { compact } from '../shared/values.js';
import { type Context, type Handler, read, stamp } from './context.js';
import { callIdOf, errorOf, failureOf, progressOf, type ToolFields, type ToolPayload, toolPayload } from './normalise.js';
import { toolSchema } from './schema.js';

/** Why a tool-like frame without a usable id is dropped. */
export const NO_CALL_ID = '"callId", "toolCallId" or the envelope\'s "stepId" must be a non-empty string';

type KnownCall = ToolPayload & { readonly callId: string };

/** The call of a tool event: its fields as sent and as normalised; nothing without a usable id. */
export function readCall(context: Context): { readonly fields: ToolFields; readonly call: KnownCall } | undefined {
  const callId = callIdOf(context.envelope.payload, context.envelope.stepId);
  if (callId === undefined) return undefined;
  const fields = read(toolSchema, context);
  return { fields, call: { ...toolPayload(fields, callId), callId } };
}

/** Arguments, whichever event they came with. */
function inputEvents(call: KnownCall, context: Context): readonly ActivityEvent[] {
  if (!('input' in call)) return [];
  const { callId, input } = call;
  return [{ type: 'tool.input', callId, mode: 'replace', value: input, complete: true, ...stamp(context.envelope) }];
}

function progressEvent(call: KnownCall, fields: ToolFields, context: Context): ActivityEvent {
  const { callId, toolKey, activity } = call;
  const detail = fields.message ?? fields.detail ?? undefined;
  const progress = progressOf(fields.progress, context.fault);
  const output = 'output' in call ? { partialOutput: call.output } : {};
  return { type: 'tool.progress', callId, ...compact({ toolKey, activity, detail, progress }), ...output, ...stamp(context.envelope) };
}

/** `tool.started`: opens or updates a card. It is `pending` only where the activity says so. */
export const started: Handler = (context) => {
  const found = readCall(context);
  if (found === undefined) return NO_CALL_ID;
  const { call, fields } = found;
  const { callId, toolKey, activity } = call;
  const status = activity?.status === 'pending' ? 'pending' : 'active';
  const attempt = fields.attempt ?? undefined;
  const start: ActivityEvent = {
    type: 'tool.start',
    callId,
    status,
    ...compact({ toolKey, attempt, activity }),
    ...stamp(context.envelope),
  };
  const more = progressEvent({ callId, ...('output' in call && { output: call.output }) }, fields, context);
  // A start seldom says how far it is, and a pending one must not: progress would be taken for work that has begun.
  const says = status === 'active' && ('detail' in more || 'progress' in more || 'partialOutput' in more);
  return [start, ...inputEvents(call, context), ...(says ? [more] : [])];
};

/** `tool.progress`. */
export const progressed: Handler = (context) => {
  const found = readCall(context);
  if (found === undefined) return NO_CALL_ID;
  return [...inputEvents(found.call, context), progressEvent(found.call, found.fields, context)];
};

type EndExtras = (fields: ToolFields, call: ToolPayload) => Pick<ToolEnd, 'error' | 'reason' | 'fallback'>;

function ended(result: ToolResult, extras: EndExtras): Handler {
  return (context) => {
    const found = readCall(context);
    if (found === undefined) return NO_CALL_ID;
    const { call, fields } = found;
    const { callId, toolKey, activity } = call;
    const said = fields.message ?? fields.detail ?? undefined;
    const extra = extras(fields, call);
    // Not twice the same words, where they stand in for the error.
    const detail = said === extra.error?.message ? undefined : said;
    const end: ActivityEvent = {
      type: 'tool.end',
      callId,
      result,
      ...compact({ toolKey, detail, activity }),
      ...('output' in call && { output: call.output }),
      ...extra,
      ...stamp(context.envelope),
    };
    return [...inputEvents(call, context), end];
  };
}

/** `tool.completed`. */
export const completed = ended('completed', () => ({}));

/** `tool.failed`: the error, else the detail in its place (ours, B5). Never the end of the run. */
export const failed = ended('failed', (fields, call) => compact({ error: failureOf(fields, call, true) }));

/** `tool.degraded`: an end with something less than was asked for. */
export const degraded = ended('degraded', (fields) =>
  compact({
    reason: fields.reason ?? undefined,
    fallback: fields.fallback ?? undefined,
    error: errorOf(fields.error),
  }),
);
