import { HttpError } from '../http/http-error.mjs';
import { readJsonObject } from '../http/read-json.mjs';
import { sendJson } from '../http/reply.mjs';
import { scripts } from '../scripts/index.mjs';

/** @import { Exchange } from './router.mjs' */
/** @import { Lang } from '../run/types.mjs' */

/** `GET /api/scripts`. @param {Exchange} exchange */
export function listScripts({ res }) {
  const list = scripts.map(({ id, title, description, title_tr, description_tr, prompt, prompt_tr }) => ({
    id,
    title,
    description,
    title_tr,
    description_tr,
    prompt,
    prompt_tr,
  }));
  sendJson(res, 200, list);
}

/** `POST /api/runs`. @param {Exchange} exchange */
export async function createRun({ req, res, context }) {
  const body = await readJsonObject(req);
  const script = scripts.find(({ id }) => id === body['script']);
  if (typeof body['script'] !== 'string') throw new HttpError(400, 'invalid_script', 'Name a script: { "script": "booking" }.');
  if (script === undefined) throw new HttpError(404, 'unknown_script', `There is no script "${body['script']}".`);
  const speed = parseSpeed(body['speed']);
  const run = context.registry.create({ script, lang: parseLang(body['lang']), speed: speed * context.speed });
  const base = `/api/runs/${run.id}`;
  sendJson(res, 201, {
    runId: run.id,
    conversationId: run.conversationId,
    script: script.id,
    lang: run.lang,
    events: `${base}/events`,
    approvals: `${base}/approvals/{callId}`,
    stop: `${base}/stop`,
    cut: `${base}/cut`,
    messages: `/api/conversations/${run.conversationId}/messages`,
  });
}

/** `POST /api/runs/:id/stop`. A repeated stop says so again, also when the run has settled meanwhile. @param {Exchange} exchange */
export function stopRun({ res, params, context }) {
  const run = context.run(params[0]);
  const result = run.stop();
  if (result === 'ended') throw new HttpError(409, 'run_already_ended', 'This run has already ended.');
  sendJson(res, result === 'stopping' ? 202 : 200, { runId: run.id, status: 'stopping' });
}

/** `POST /api/runs/:id/cut`: tears every open event connection of the run, as a bad network would. @param {Exchange} exchange */
export function cutRun({ res, params, context }) {
  const run = context.run(params[0]);
  const open = [...run.subscribers];
  for (const subscriber of open) subscriber.cut();
  sendJson(res, 200, { runId: run.id, cut: open.length });
}

/**
 * @param {unknown} value
 * @returns {number}
 */
function parseSpeed(value) {
  if (value === undefined) return 1;
  if (typeof value === 'number' && value >= 0.1 && value <= 1000) return value;
  throw new HttpError(400, 'invalid_speed', 'speed must be a number from 0.1 to 1000.');
}

/**
 * @param {unknown} value
 * @returns {Lang}
 */
function parseLang(value) {
  if (value === undefined) return 'en';
  if (value === 'en' || value === 'tr') return value;
  throw new HttpError(400, 'invalid_lang', 'lang must be "en" or "tr".');
}
