/**
 * Shapes that more than one file of the demo server speaks of. Types only.
 *
 * @typedef {Record<string, unknown>} Payload
 *
 * @typedef {object} LogEvent One event of a run as it is kept; `type` travels as the SSE event name, the rest as data.
 * @property {string} type
 * @property {string} runId
 * @property {string} [stepId]
 * @property {string} [messageId]
 * @property {number} sequence 1 for the first event of a run, no gaps. Also the SSE id.
 * @property {string} at ISO time of the server.
 * @property {Payload} payload
 *
 * @typedef {{ stepId?: string, messageId?: string }} EventIds
 *
 * @typedef {object} Clock The only source of time, so that a test can own it.
 * @property {() => number} now Epoch milliseconds.
 * @property {(run: () => void, ms: number) => unknown} setTimeout
 * @property {(handle: unknown) => void} clearTimeout
 *
 * @typedef {'en' | 'tr'} Lang
 * @typedef {'low' | 'medium' | 'high'} Risk
 * @typedef {boolean | { schema: Payload }} Editable As JSON, or in a form that the page makes from the schema.
 *
 * @typedef {object} ApprovalRequest
 * @property {string} approvalId
 * @property {string} callId
 * @property {string} toolKey
 * @property {Payload} input What will run if the person approves.
 * @property {string} reason Why the agent asks.
 * @property {Risk} risk
 * @property {Editable} editable
 * @property {{ id: string, label: string, kind: string }[]} [options]
 * @property {number} [expiresAt] Epoch milliseconds.
 *
 * @typedef {object} Answer What the person sent, already checked.
 * @property {'approve' | 'reject'} decision
 * @property {string} [reason]
 * @property {Payload} [input] The edited arguments.
 *
 * @typedef {{ status: 'accepted', input: Payload } | { status: 'rejected', reason?: string } | { status: 'expired' }} Outcome
 *
 * @typedef {object} Script
 * @property {string} id
 * @property {string} title
 * @property {string} title_tr
 * @property {string} description
 * @property {string} description_tr
 * @property {string} prompt What the person asked.
 * @property {string} prompt_tr
 * @property {Lang} [lang] The one language of this script; without it the language of the request.
 * @property {(scene: import('./scene.mjs').Scene) => Promise<void>} play Must end with a terminal event.
 */

export {};
