import { isTerminal } from './event-log.mjs';

/** @import { LogEvent, Payload } from './types.mjs' */

/**
 * What a server would have stored of a run at any moment: one fold over its events, pure, so that history and stream
 * cannot tell different stories. Folding the rest of the log into an earlier snapshot gives the later one.
 *
 * The persisted statuses are the protocol's seven. Where live states are finer:
 * - waiting for an answer: `pending`, with `approval.status` `pending`;
 * - expired without an answer: `skipped`, with `approval.status` `expired`;
 * - open when the run ended: a call that had begun stays `executing` (nobody knows how far it got), one that had not is
 *   `skipped` and its approval `cancelled`; the message's `status`, `outcome` and `reason` tell why.
 *
 * @typedef {'pending' | 'executing' | 'completed' | 'failed' | 'degraded' | 'rejected' | 'skipped'} PersistedStatus
 *
 * @typedef {object} PersistedApproval
 * @property {string} approvalId
 * @property {'pending' | 'accepted' | 'rejected' | 'expired' | 'cancelled'} status
 * @property {string} [reason] Why the agent asks; after a decision that of the decision, if any, as in the public contract.
 * @property {string} [requestReason] Why the agent asked, once that is over.
 * @property {string} [risk]
 * @property {import('./types.mjs').Editable} [editable]
 * @property {unknown} [options]
 * @property {string} [expiresAt]
 * @property {Payload} [activity] The request's; the call's is the newest one.
 * @property {string} [by]
 * @property {string} [decidedAt]
 *
 * @typedef {object} PersistedCall
 * @property {string} callId
 * @property {string} toolKey
 * @property {PersistedStatus} status
 * @property {unknown} [input]
 * @property {unknown} [output]
 * @property {unknown} [error]
 * @property {unknown} [progress]
 * @property {unknown} [detail] The newest progress message, while there is no result.
 * @property {unknown} [reason] `degraded`: why. `rejected`: what the person said. Left open: why the run ended.
 * @property {unknown} [fallback] `degraded`: what was done instead.
 * @property {Payload} [activity]
 * @property {string} [startedAt]
 * @property {string} [completedAt]
 * @property {PersistedApproval} [approval]
 *
 * @typedef {object} AssistantMessage
 * @property {string} id
 * @property {'assistant'} role
 * @property {string} runId
 * @property {'streaming' | 'completed' | 'partial' | 'failed' | 'cancelled'} status `cancelled`: stopped by the person.
 * @property {string} [outcome]
 * @property {string} [reason]
 * @property {unknown} [error]
 * @property {string} content
 * @property {Payload} [capability]
 * @property {readonly Payload[]} planSteps
 * @property {readonly PersistedCall[]} toolCalls
 * @property {string} lastEventId The snapshot holds everything up to this event; stream from here.
 * @property {string} createdAt
 * @property {string} [startedAt] The first event's, as the stream has it.
 * @property {string} [completedAt]
 */

/**
 * @param {{ id: string, runId: string, createdAt: string }} ids
 * @returns {AssistantMessage} Before the first event.
 */
export function emptyMessage(ids) {
  return { ...ids, role: 'assistant', status: 'streaming', content: '', planSteps: [], toolCalls: [], lastEventId: '0' };
}

/**
 * @param {AssistantMessage} message
 * @param {LogEvent} event
 * @returns {AssistantMessage} A new snapshot; the old one is untouched.
 */
export function project(message, event) {
  const startedAt = message.startedAt ?? event.at;
  const next = { ...applyToMessage(message, event), startedAt, lastEventId: String(event.sequence) };
  return isTerminal(event.type) ? settle(next, event) : next;
}

/**
 * @param {AssistantMessage} message
 * @param {LogEvent} event
 * @returns {AssistantMessage}
 */
function applyToMessage(message, { type, payload, at }) {
  switch (type) {
    case 'capability.resolved':
      return { ...message, capability: payload };
    case 'plan.step_added':
      return { ...message, planSteps: [...message.planSteps, payload] };
    case 'message.delta':
      return { ...message, content: message.content + String(payload['delta']) };
    case 'message.completed':
    case 'message.partially_completed':
      return { ...message, content: String(payload['text']) };
    default:
      return type.startsWith('tool.') ? { ...message, toolCalls: upsert(message.toolCalls, type, payload, at) } : message;
  }
}

/**
 * @param {readonly PersistedCall[]} calls
 * @param {string} type
 * @param {Payload} payload
 * @param {string} at
 * @returns {readonly PersistedCall[]}
 */
function upsert(calls, type, payload, at) {
  const callId = String(payload['callId']);
  const index = calls.findIndex((call) => call.callId === callId);
  /** @type {PersistedCall} */
  const known = calls[index] ?? { callId, toolKey: String(payload['toolKey']), status: 'pending' };
  const { detail, ...changed } = { ...known, ...seen(payload), ...change(type, known, payload, at) };
  const next = changed.status === 'executing' && detail !== undefined ? { ...changed, detail } : changed;
  return index < 0 ? [...calls, next] : calls.with(index, next);
}

/**
 * @param {Payload} payload
 * @returns {Partial<PersistedCall>} What an event may carry whatever its type.
 */
function seen(payload) {
  /** @type {Partial<PersistedCall>} */
  const fields = {};
  if ('input' in payload) fields.input = payload['input'];
  if ('data' in payload) fields.output = payload['data'];
  if ('message' in payload) fields.detail = payload['message'];
  if ('progress' in payload) fields.progress = payload['progress'];
  if ('activity' in payload) fields.activity = /** @type {Payload} */ (payload['activity']);
  return fields;
}

/**
 * @param {string} type
 * @param {PersistedCall} call
 * @param {Payload} payload
 * @param {string} at
 * @returns {Partial<PersistedCall>} What this type of event changes.
 */
function change(type, call, payload, at) {
  switch (type) {
    case 'tool.started':
      return { status: 'executing', startedAt: at };
    case 'tool.completed':
      return { status: 'completed', completedAt: at };
    case 'tool.failed':
      return { status: 'failed', completedAt: at, error: payload['error'] };
    case 'tool.degraded':
      return { status: 'degraded', completedAt: at, reason: payload['reason'], fallback: payload['fallback'] };
    case 'tool.approval_required':
      return { status: 'pending', approval: asked(payload) };
    case 'tool.approval_response':
      return answered(call, payload, at);
    case 'tool.approval_timeout':
      return { status: 'skipped', completedAt: at, ...closeApproval(call, { status: 'expired', decidedAt: at }) };
    default:
      return {};
  }
}

/**
 * @param {Payload} payload
 * @returns {PersistedApproval}
 */
function asked({ approvalId, reason, risk, editable, options, expiresAt, activity }) {
  const given = Object.entries({ reason, risk, editable, options, expiresAt, activity }).filter(([, value]) => value !== undefined);
  return { approvalId: String(approvalId), status: 'pending', ...Object.fromEntries(given) };
}

/**
 * @param {PersistedCall} call
 * @param {Payload} payload
 * @param {string} at
 * @returns {Partial<PersistedCall>}
 */
function answered(call, payload, at) {
  const approved = payload['approved'] === true;
  const said = payload['reason'] === undefined ? {} : { reason: String(payload['reason']) };
  const by = String(payload['by']);
  const approval = closeApproval(call, { status: approved ? 'accepted' : 'rejected', by, decidedAt: at, ...said });
  return approved ? { status: 'executing', ...approval } : { status: 'rejected', completedAt: at, ...said, ...approval };
}

/**
 * @param {PersistedCall} call
 * @param {Partial<PersistedApproval>} end
 * @returns {Partial<PersistedCall>}
 */
function closeApproval(call, end) {
  const { approval } = call;
  if (approval === undefined) return {};
  const { reason, ...rest } = approval;
  return { approval: { ...rest, ...(reason === undefined ? {} : { requestReason: reason }), ...end } };
}

/**
 * @param {AssistantMessage} message
 * @param {LogEvent} event Terminal.
 * @returns {AssistantMessage}
 */
function settle(message, { type, payload, at }) {
  const reason = payload['reason'] === undefined ? {} : { reason: String(payload['reason']) };
  const why = 'error' in payload ? { reason: /** @type {{ message: string }} */ (payload['error']).message } : reason;
  const toolCalls = message.toolCalls.map((call) => leave(call, at, why));
  const ended = { ...message, toolCalls, completedAt: at, ...reason };
  switch (type) {
    case 'run.failed':
    case 'run.error':
      return { ...ended, status: 'failed', outcome: 'failed', error: payload['error'] };
    case 'message.partially_completed':
      return { ...ended, status: 'partial', outcome: 'partial' };
    case 'run.settlement.completed': {
      const status = payload['outcome'] === 'cancelled' ? 'cancelled' : 'completed';
      return { ...ended, status, outcome: status };
    }
    default:
      return { ...ended, status: 'completed', outcome: 'completed' };
  }
}

/**
 * @param {PersistedCall} call
 * @param {string} at
 * @param {{ reason?: string }} why The run ended.
 * @returns {PersistedCall} Unchanged when it had ended by itself.
 */
function leave(call, at, why) {
  if (call.status === 'executing') return { ...call, ...why };
  if (call.status !== 'pending') return call;
  const approval = closeApproval(call, { status: 'cancelled', decidedAt: at, ...why });
  return { ...call, status: 'skipped', completedAt: at, ...why, ...approval };
}
