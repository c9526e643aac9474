import { HttpError } from '../http/http-error.mjs';
import { sendJson } from '../http/reply.mjs';
import { emptyMessage, project } from '../run/projection.mjs';

/** @import { Exchange } from './router.mjs' */
/** @import { Run } from '../run/run.mjs' */

const MAX_LIMIT = 100;
const DEFAULT_LIMIT = 50;

/** `GET /api/conversations/:id/messages?cursor=&limit=`, oldest first. @param {Exchange} exchange */
export function listMessages({ res, query, params, context }) {
  const conversationId = params[0] ?? '';
  const run = context.registry.ofConversation(conversationId);
  if (run === undefined) throw new HttpError(404, 'conversation_not_found', 'There is no such conversation.');
  const messages = messagesOf(run);
  const limit = parseLimit(query.get('limit'));
  const start = parseStart(query.get('cursor'), messages);
  const data = messages.slice(start, start + limit);
  const newest = data.at(-1);
  if (newest === undefined || start + limit >= messages.length) {
    sendJson(res, 200, { data, meta: {} });
    return;
  }
  const next = `/api/conversations/${conversationId}/messages?cursor=${newest.id}&limit=${String(limit)}`;
  sendJson(res, 200, { data, meta: { next } }, { link: `<${next}>; rel="next"` });
}

/** @param {Run} run */
function messagesOf(run) {
  const { script, createdAt } = run;
  const content = run.lang === 'tr' ? script.prompt_tr : script.prompt;
  const empty = emptyMessage({ id: run.messageId, runId: run.id, createdAt });
  return [
    { id: run.promptId, role: 'user', content, toolCalls: [], createdAt },
    run.log.all().reduce(project, empty),
  ];
}

/**
 * @param {string | null} value
 * @returns {number}
 */
function parseLimit(value) {
  if (value === null || value === '') return DEFAULT_LIMIT;
  const limit = /^\d{1,3}$/u.test(value) ? Number(value) : 0;
  if (limit >= 1 && limit <= MAX_LIMIT) return limit;
  throw new HttpError(400, 'invalid_limit', `limit must be a whole number from 1 to ${String(MAX_LIMIT)}.`);
}

/**
 * @param {string | null} cursor The id of the last message of the page before.
 * @param {readonly { id: string }[]} messages
 * @returns {number}
 */
function parseStart(cursor, messages) {
  if (cursor === null || cursor === '') return 0;
  const index = messages.findIndex(({ id }) => id === cursor);
  if (index < 0) throw new HttpError(400, 'invalid_cursor', 'cursor does not belong to this conversation.');
  return index + 1;
}
