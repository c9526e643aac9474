import assert from 'node:assert/strict';
import { test } from 'node:test';

import { isEvent, startServer } from './demo-server-kit.mjs';

const server = await startServer();

/** @param {Promise<Response>} reply */
async function refusal(reply) {
  const response = await reply;
  assert.match(response.headers.get('content-type') ?? '', /^application\/json/u);
  return [response.status, (await response.json()).error.code];
}

test('the scripts are listed in both languages', async () => {
  const response = await server.get('/api/scripts');
  assert.equal(response.status, 200);
  const list = await response.json();
  assert.deepEqual(
    list.map((/** @type {{ id: string }} */ { id }) => id),
    ['booking', 'research', 'image', 'recovery', 'expiry', 'partial', 'failed', 'many', 'mixed'],
  );
  for (const script of list) {
    assert.deepEqual(Object.keys(script), ['id', 'title', 'description', 'title_tr', 'description_tr', 'prompt', 'prompt_tr']);
    assert.ok(Object.values(script).every((text) => typeof text === 'string' && text !== ''));
  }
});

test('a run is created with its own ids and addresses', async () => {
  const reply = await server.post('/api/runs', { script: 'booking' });
  assert.equal(reply.status, 201);
  const run = await reply.json();
  assert.match(run.runId, /^run_[0-9a-f]{12}$/u);
  assert.equal(run.events, `/api/runs/${run.runId}/events`);
  assert.equal(run.approvals, `/api/runs/${run.runId}/approvals/{callId}`);
  assert.equal(run.stop, `/api/runs/${run.runId}/stop`);
  assert.equal(run.cut, `/api/runs/${run.runId}/cut`);
  assert.equal(run.messages, `/api/conversations/${run.conversationId}/messages`);
  assert.notEqual((await server.run('booking')).runId, run.runId);
});

test('a run speaks the language that was asked for, one script only Turkish', async () => {
  const turkish = await server.run('image', { lang: 'tr' });
  const english = await server.run('image');
  const always = await server.run('mixed', { lang: 'en' });
  const first = async (/** @type {{ events: string }} */ run) =>
    (await server.frames(run.events, { until: () => true })).seen[0]?.data['payload'].label;
  assert.deepEqual([await first(turkish), await first(english), await first(always)], ['Görseller', 'Pictures', 'Seyahat planlama']);
});

test('bad requests for a run are refused in words', async () => {
  assert.deepEqual(await refusal(server.post('/api/runs', {})), [400, 'invalid_script']);
  assert.deepEqual(await refusal(server.post('/api/runs', { script: 'nope' })), [404, 'unknown_script']);
  for (const speed of [0, -1, 1001, '2', null]) {
    assert.deepEqual(await refusal(server.post('/api/runs', { script: 'image', speed })), [400, 'invalid_speed']);
  }
  assert.deepEqual(await refusal(server.post('/api/runs', { script: 'image', lang: 'de' })), [400, 'invalid_lang']);
  assert.deepEqual(await refusal(server.post('/api/runs', 'x')), [400, 'invalid_json']);
  assert.deepEqual(await refusal(server.post('/api/runs', 'x', { 'content-type': 'text/plain' })), [415, 'unsupported_media_type']);
  assert.deepEqual(await refusal(server.get('/api/runs')), [405, 'method_not_allowed']);
  assert.deepEqual(await refusal(server.get('/api/nothing')), [404, 'not_found']);
  assert.deepEqual(await refusal(server.post('/api/runs/%E0%A4%A/stop')), [400, 'invalid_path']);
});

test('stop: 202, a cancelled settlement as the last frame, 200 when repeated', async () => {
  const run = await server.run('research', { speed: 0.2 });
  const stream = server.frames(run.events);
  await server.frames(run.events, { until: isEvent('tool.progress') });
  const first = await server.post(run.stop);
  const again = await server.post(run.stop);
  assert.deepEqual([first.status, again.status], [202, 200]);
  assert.deepEqual(await first.json(), { runId: run.runId, status: 'stopping' });
  const { seen, broken } = await stream;
  assert.equal(broken, false);
  assert.equal(seen.at(-1)?.event, 'run.settlement.completed');
  assert.deepEqual(seen.at(-1)?.data['payload'], { outcome: 'cancelled', reason: 'Stopped by you' });
  await new Promise((resolve) => setTimeout(resolve, 150));
  assert.deepEqual((await server.frames(run.events)).seen, seen, 'nothing follows');
  assert.equal((await server.post(run.stop)).status, 200);
});

test('twenty stops at once: one settlement', async () => {
  const run = await server.run('booking', { speed: 0.2 });
  const replies = await Promise.all(Array.from({ length: 20 }, () => server.post(run.stop)));
  assert.equal(replies.filter(({ status }) => status === 202).length, 1);
  assert.equal(replies.filter(({ status }) => status === 200).length, 19);
  const { seen } = await server.frames(run.events);
  assert.equal(seen.filter(isEvent('run.settlement.completed')).length, 1);
});

test('stop while a question is open: nothing may be answered any more', async () => {
  const run = await server.run('booking');
  const request = (await server.frames(run.events, { until: isEvent('tool.approval_required') })).seen.at(-1);
  assert.ok(request);
  assert.equal((await server.post(run.stop)).status, 202);
  assert.deepEqual(await refusal(server.answer(run, request, { decision: 'approve' }, 'k')), [409, 'approval_cancelled']);
  const [, message] = (await (await server.get(run.messages)).json()).data;
  assert.deepEqual([message.status, message.outcome, message.reason], ['cancelled', 'cancelled', 'Stopped by you']);
  const call = message.toolCalls.find((/** @type {{ callId: string }} */ { callId }) => callId === request.data['payload'].callId);
  assert.deepEqual([call.status, call.approval.status], ['skipped', 'cancelled']);
});

test('stop after the end is 409, of an unknown run 404', async () => {
  const run = await server.run('image');
  await server.frames(run.events);
  assert.deepEqual(await refusal(server.post(run.stop)), [409, 'run_already_ended']);
  assert.deepEqual(await refusal(server.post('/api/runs/run_none/stop')), [404, 'run_not_found']);
  assert.deepEqual(await refusal(server.post('/api/runs/run_none/cut')), [404, 'run_not_found']);
});

test('another site cannot stop a run', async () => {
  const run = await server.run('image');
  for (const site of ['cross-site', 'same-site']) {
    assert.deepEqual(await refusal(server.post(run.stop, {}, { 'sec-fetch-site': site })), [403, 'cross_site']);
  }
  assert.equal((await server.post(run.stop, {}, { 'sec-fetch-site': 'same-origin' })).status, 202);
});

test('the oldest runs are forgotten, finished ones first', async () => {
  const small = await startServer({ maxRuns: 3 });
  const waiting = await small.run('booking');
  const done = await small.run('image');
  await small.frames(done.events);
  const third = await small.run('booking');
  await small.run('booking');
  const status = async (/** @type {{ events: string }} */ run) => {
    const abort = new AbortController();
    const response = await small.get(run.events, { signal: abort.signal });
    abort.abort();
    return response.status;
  };
  assert.deepEqual([await status(waiting), await status(done), await status(third)], [200, 404, 200]);
  await small.run('booking');
  assert.equal(await status(waiting), 404);
});

test('requests that are not ours are left to the host', async () => {
  assert.equal((await server.get('/')).status, 418);
  assert.equal((await server.get('/apix')).status, 418);
});
