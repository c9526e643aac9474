/** The wire examples of the documents: frames and histories, which their dialect must take without a word. */
import assert from 'node:assert/strict';

/** @import { WireFrame } from '../../src/core.js' */

/** By a name that the compiler does not follow: dist/ is built after the types are checked. */
const CORE = 'chainabit-activity/core';
/** @returns {Promise<typeof import('../../src/core.js')>} */
const core = () => import(CORE);

/**
 * Event blocks of a stream, read by the plain rules of the format.
 * @param {string} text
 * @returns {WireFrame[]}
 */
export function framesOf(text) {
  return text
    .split(/\n{2,}/u)
    .map((part) => part.split('\n').filter((line) => line !== '' && !line.startsWith(':')))
    .map((lines) => lines.map((line) => /^(?<name>[a-z]+): ?(?<value>.*)$/u.exec(line)?.groups ?? assert.fail(`not a field of an event stream: ${line}`)))
    .filter((fields) => fields.some(({ name }) => name === 'data'))
    .map((fields) => {
      /** @param {string} wanted */
      const all = (wanted) => fields.filter(({ name }) => name === wanted).map(({ value }) => value ?? '');
      const [event, id] = [all('event')[0], all('id')[0]];
      return { ...(event !== undefined && { event }), ...(id !== undefined && { id }), data: all('data').join('\n') };
    });
}

/**
 * @param {string} dialectName
 * @param {readonly WireFrame[]} frames
 */
export async function assertAccepted(dialectName, frames) {
  const { emptyState, loadDialect, reduce } = await core();
  const dialect = await loadDialect(dialectName);
  /** @type {string[]} */
  const complaints = [];
  const decoder = dialect.createDecoder({ report: ({ code, reason }) => complaints.push(`${code}: ${reason}`) });
  let state = emptyState;
  for (const frame of frames) {
    const before = state;
    state = reduce(state, decoder.decode(frame), (event, reason) => complaints.push(`${event.type}: ${reason}`));
    // A dialect may keep a frame for later; the default one says something with each.
    if (dialectName === 'chainabit') assert.notEqual(state, before, `nothing comes of ${JSON.stringify(frame)}`);
  }
  assert.deepEqual(complaints, []);
  assert.notEqual(state, emptyState);
  return state;
}

/**
 * @param {string} dialectName
 * @param {unknown} persisted
 */
export async function assertHistory(dialectName, persisted) {
  const { emptyState, loadDialect, reduce } = await core();
  const dialect = await loadDialect(dialectName);
  /** @type {string[]} */
  const complaints = [];
  const events = dialect.hydrate(persisted, { live: false, report: ({ reason }) => complaints.push(reason) });
  assert.deepEqual(complaints, []);
  const { calls, approvals } = reduce(emptyState, events);
  assert.ok(calls.size + approvals.size > 0, 'no card comes of it');
}

/**
 * The body that a dialect makes of an approval.
 * @param {string} dialectName
 * @param {{ approval_request_id?: string, tool_use_id?: string, requestId?: string, id?: string, resume?: { interruptId: string }[], parts?: { type: string, toolCallId: string, input: unknown, approval: { id: string } }[] }} value
 */
export async function assertAnswer(dialectName, value) {
  const { loadDialect } = await core();
  const dialect = await loadDialect(dialectName);
  const approvalId = value.approval_request_id ?? value.tool_use_id ?? value.requestId ?? value.id ?? value.resume?.[0]?.interruptId ?? '';
  const [part] = value.parts ?? [];
  const asked = part && { approvalId: part.approval.id, callId: part.toolCallId, toolKey: part.type.replace('tool-', ''), input: part.input };
  const made = dialect.answer({ approvalId, status: 'pending', ...asked }, { decision: 'approve' }, undefined);
  assert.deepEqual(value, made);
}

/**
 * An HTTP message: its first line, headers by lower-case name, and the body.
 * @param {string} text
 */
export function messageOf(text) {
  const [head = '', ...rest] = text.split(/\n\n/u);
  const [first = '', ...lines] = head.trimEnd().split('\n');
  assert.match(first, /^(?:(?:GET|POST) \/\S* HTTP\/1\.1|HTTP\/1\.1 \d{3} [\w ]+)$/u);
  const headers = new Map(lines.map((line) => {
    const { name, value } = /^(?<name>[A-Za-z-]+): (?<value>.+)$/u.exec(line)?.groups ?? assert.fail(`not a header: ${line}`);
    return /** @type {const} */ ([String(name).toLowerCase(), String(value)]);
  }));
  return { first, headers, body: rest.join('\n\n').trim() };
}
