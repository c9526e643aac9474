/** A run that has something of everything, and its publisher. */
import { setTimeout as sleep } from 'node:timers/promises';

/** @typedef {{ event: string, body: string }} Message */

/** @type {[string, Record<string, unknown>][]} */
const BEGINNING = [
  ['capability.resolved', { key: 'calendar', label: 'Takvim' }],
  ['plan.step_added', { stepId: 's1', label: 'Create “Dişçi”', toolKey: 'calendar.create', callId: 'c2' }],
  ['tool.started', { callId: 'c1', toolKey: 'calendar.list', input: { day: '2026-03-14' } }],
  ['tool.progress', { callId: 'c1', message: 'Üç etkinlik bulundu 🗓️', progress: { done: 1, total: 3 } }],
  ['tool.completed', { callId: 'c1', data: [{ title: 'Öğle yemeği', at: '12:30' }] }],
  ['tool.started', { callId: 'c3', toolKey: 'mail.send' }],
  ['tool.failed', { callId: 'c3', error: { code: 'smtp', message: 'No answer' } }],
  ['tool.approval_required', { callId: 'c2', approvalId: 'a1', toolKey: 'calendar.create', input: { title: 'Dişçi' }, risk: 'medium' }],
];

/** @type {[string, Record<string, unknown>][]} */
const END = [
  ['tool.approval_response', { callId: 'c2', approvalId: 'a1', approved: true }],
  ['tool.completed', { callId: 'c2', output: false }],
  ['cot.delta', { text: 'never shown' }],
  // Without its text: the answer is what the deltas have made, so one that is lost or doubled shows.
  ['message.completed', {}],
];

/**
 * The messages of a run, in order. The first of every five is printed over several lines, which Nchan makes several
 * `data:` fields of.
 * @param {string} runId
 * @param {number} [words] Pieces of the answer.
 * @returns {Message[]}
 */
export function messagesOf(runId, words = 8) {
  const deltas = Array.from({ length: words }, (_, index) => /** @type {[string, Record<string, unknown>]} */ (['message.delta', { delta: `söz ${String(index)} · ` }]));
  return [...BEGINNING, ...deltas, ...END].map(([event, payload], index) => {
    const envelope = { runId, sequence: index + 1, at: 1_700_000_000_000 + index * 250, payload };
    return { event, body: JSON.stringify(envelope, null, index % 5 === 0 ? 1 : 0) };
  });
}

/**
 * Publishes one message, again until the engine has taken it: what was accepted and not acknowledged comes twice, as with
 * any careful publisher. Gives how often it was not acknowledged.
 * @param {string} url
 * @param {Message} message
 */
export async function publish(url, { event, body }) {
  for (let tries = 0; tries < 100; tries += 1) {
    const headers = { 'content-type': 'application/json', 'x-eventsource-event': event };
    const answer = await fetch(url, { method: 'POST', headers, body, signal: AbortSignal.timeout(3000) }).catch(() => undefined);
    await answer?.arrayBuffer().catch(() => undefined);
    if (answer?.ok) return tries;
    await sleep(50);
  }
  throw new Error(`not accepted: ${body}`);
}

/**
 * @param {string} url
 * @param {readonly Message[]} messages
 * @param {number} [pause] Milliseconds between two of them.
 */
export async function publishAll(url, messages, pause = 0) {
  let again = 0;
  for (const message of messages) {
    again += await publish(url, message);
    if (pause > 0) await sleep(pause);
  }
  return again;
}
