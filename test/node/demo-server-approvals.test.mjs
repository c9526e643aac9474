import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';

import { canonicalJson, requestDigest } from '../../demo/server/run/canonical-json.mjs';
import { eventually, isEvent, startServer } from './demo-server-kit.mjs';

const server = await startServer();
const asked = isEvent('tool.approval_required');

/** @param {string} [script] */
async function untilAsked(script = 'booking') {
  const run = await server.run(script);
  const { seen } = await server.frames(run.events, { until: asked });
  const request = seen.at(-1);
  assert.ok(request);
  return { run, request, seen };
}

/** @param {Response} response */
async function outcome(response) {
  const body = await response.json();
  return { status: response.status, body, code: body.error?.code };
}

test('the script stands still until it is answered', async () => {
  const { run, request } = await untilAsked();
  await new Promise((resolve) => setTimeout(resolve, 200));
  const history = await (await server.get(run.messages)).json();
  assert.equal(history.data[1].lastEventId, String(request.id));
  assert.equal(history.data[1].status, 'streaming');
});

test('an approval is taken with 202, told on the stream, and the tool runs', async () => {
  const { run, request } = await untilAsked();
  const { status, body } = await outcome(await server.answer(run, request, { decision: 'approve' }, 'k1'));
  const { callId, approvalId } = request.data['payload'];
  assert.equal(status, 202);
  assert.deepEqual(body, { runId: run.runId, callId, approvalId, decision: 'approve', status: 'accepted' });
  const { seen } = await server.frames(run.events, { lastEventId: request.id });
  assert.deepEqual(seen.slice(0, 3).map(({ event }) => event), ['tool.approval_response', 'tool.started', 'tool.completed']);
  const { payload } = seen[0]?.data ?? {};
  assert.deepEqual([payload.decision, payload.approved, payload.by, payload.approvalId], ['approved', true, 'you', approvalId]);
  assert.equal(seen.at(-1)?.event, 'message.completed');
});

test('an edited input is what the tool really runs with', async () => {
  const { run, request } = await untilAsked();
  const input = { ...request.data['payload'].input, title: 'Dentist, checkup', minutes: 30 };
  assert.equal((await server.answer(run, request, { decision: 'approve', input }, 'k1')).status, 202);
  const { seen } = await server.frames(run.events, { lastEventId: request.id });
  assert.deepEqual(seen.find(isEvent('tool.started'))?.data['payload'].input, input);
  const { data } = seen.find(isEvent('tool.completed'))?.data['payload'] ?? {};
  assert.deepEqual([data.title, data.minutes], ['Dentist, checkup', 30]);
  assert.match(seen.at(-1)?.data['payload'].text, /Dentist, checkup.*30 minutes/u);
});

test('a rejection takes the other branch, with its reason', async () => {
  const { run, request } = await untilAsked();
  assert.equal((await server.answer(run, request, { decision: 'reject', reason: 'Too early' }, 'k1')).status, 202);
  const { seen } = await server.frames(run.events, { lastEventId: request.id });
  const { payload } = seen[0]?.data ?? {};
  assert.deepEqual([payload.decision, payload.approved, payload.reason], ['rejected', false, 'Too early']);
  assert.equal(seen.some(isEvent('tool.started')), false);
  assert.match(seen.at(-1)?.data['payload'].text, /Too early.*left your calendar/u);
});

test('the same key gives the same answer and no second effect', async () => {
  const { run, request } = await untilAsked();
  const first = await server.answer(run, request, { decision: 'approve' }, 'same');
  const second = await server.answer(run, request, { decision: 'approve' }, 'same');
  assert.deepEqual([first.status, second.status], [202, 202]);
  assert.equal(second.headers.get('idempotency-replayed'), 'true');
  assert.deepEqual(await second.json(), await first.json());
  const { seen } = await server.frames(run.events);
  assert.equal(seen.filter(isEvent('tool.approval_response')).length, 1);
  const late = await server.answer(run, request, { decision: 'approve' }, 'same');
  assert.equal(late.status, 202, 'also after the end of the run');
});

test('the same key with another body is 422, and key order is no difference', async () => {
  const { run, request } = await untilAsked();
  await server.answer(run, request, { decision: 'approve' }, 'same');
  const other = await outcome(await server.answer(run, request, { decision: 'reject' }, 'same'));
  assert.deepEqual([other.status, other.code], [422, 'idempotency_key_reused']);
  const { callId, approvalId } = request.data['payload'];
  const shuffled = { decision: 'approve', approvalId, callId, runId: run.runId };
  const same = await server.post(run.approvals.replace('{callId}', callId), shuffled, { 'idempotency-key': 'same' });
  assert.equal(same.status, 202);
});

test('another key after an answer is 409 and says what was decided', async () => {
  const { run, request } = await untilAsked();
  await server.answer(run, request, { decision: 'reject', reason: 'No' }, 'first');
  const { status, body } = await outcome(await server.answer(run, request, { decision: 'approve' }, 'second'));
  assert.equal(status, 409);
  assert.equal(body.error.code, 'approval_already_resolved');
  assert.deepEqual([body.decision, body.by, body.reason], ['reject', 'you', 'No']);
});

test('of twenty racing answers exactly one has an effect', async () => {
  const { run, request } = await untilAsked();
  const decisions = Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? 'approve' : 'reject'));
  const replies = await Promise.all(
    decisions.map((decision, index) => server.answer(run, request, { decision }, `race-${String(index)}`)),
  );
  const [won, ...others] = replies.filter(({ status }) => status === 202);
  assert.ok(won);
  assert.equal(others.length, 0);
  assert.equal(replies.filter(({ status }) => status === 409).length, 19);
  const { seen } = await server.frames(run.events);
  const responses = seen.filter(isEvent('tool.approval_response'));
  assert.equal(responses.length, 1);
  const { decision } = await won.json();
  assert.equal(responses[0]?.data['payload'].approved, decision === 'approve');
});

test('twenty racing retries of one decision all get its 202', async () => {
  const { run, request } = await untilAsked();
  const replies = await Promise.all(Array.from({ length: 20 }, () => server.answer(run, request, { decision: 'approve' }, 'one')));
  assert.ok(replies.every(({ status }) => status === 202));
  const { seen } = await server.frames(run.events);
  assert.equal(seen.filter(isEvent('tool.approval_response')).length, 1);
});

test('an approval expires, the run goes on, and a late answer is 410', async () => {
  const { run, request } = await untilAsked('expiry');
  const { expiresAt } = request.data['payload'];
  assert.ok(Math.abs(Date.parse(expiresAt) - Date.parse(request.data['at']) - 400) < 5, '20 s at fifty times the speed');
  const { seen } = await server.frames(run.events, { lastEventId: request.id });
  assert.equal(seen[0]?.event, 'tool.approval_timeout');
  assert.ok(Date.parse(seen[0]?.data['at']) >= Date.parse(expiresAt));
  assert.match(seen.at(-1)?.data['payload'].text, /did not hear from you/u);
  const late = await outcome(await server.answer(run, request, { decision: 'approve' }, 'late'));
  assert.deepEqual([late.status, late.code], [410, 'approval_expired']);
});

test('a question that the run left behind is 409', async () => {
  const { run, request } = await untilAsked('failed');
  await server.frames(run.events);
  const late = await outcome(await server.answer(run, request, { decision: 'approve' }, 'late'));
  assert.deepEqual([late.status, late.code], [409, 'approval_cancelled']);
});

test('two questions at once are answered each for itself, in any order', async () => {
  const run = await server.run('mixed');
  let count = 0;
  const { seen } = await server.frames(run.events, { until: (frame) => asked(frame) && (count += 1) === 2 });
  const [low, high] = seen.filter(asked);
  assert.ok(low && high);
  assert.deepEqual([low.data['payload'].risk, high.data['payload'].risk], ['low', 'high']);
  assert.equal((await server.answer(run, high, { decision: 'reject' }, 'h')).status, 202);
  assert.equal((await server.answer(run, low, { decision: 'approve' }, 'l')).status, 202);
  const third = (await server.frames(run.events, { lastEventId: high.id, until: asked })).seen.at(-1);
  assert.ok(third);
  assert.equal((await server.answer(run, third, { decision: 'approve' }, 'm')).status, 202);
  const text = (await server.frames(run.events)).seen.at(-1)?.data['payload'].text;
  assert.match(text, /Tren takviminizde\. Kale Otel rezervasyonu duruyor\. Bütçe toplantısı taşındı\./u);
});

test('a bad answer is refused, changes nothing, and its key stays free', async () => {
  const { run, request } = await untilAsked();
  const { input } = request.data['payload'];
  /** @type {[Record<string, unknown>, string][]} */
  const bad = [
    [{ decision: 'maybe' }, 'invalid_decision'],
    [{}, 'invalid_decision'],
    [{ decision: 'approve', runId: 'run_other' }, 'id_mismatch'],
    [{ decision: 'approve', callId: 'call_other' }, 'id_mismatch'],
    [{ decision: 'approve', approvalId: 'appr_other' }, 'id_mismatch'],
    [{ decision: 'reject', reason: 7 }, 'invalid_reason'],
    [{ decision: 'reject', reason: 'x'.repeat(2001) }, 'invalid_reason'],
    [{ decision: 'reject', input }, 'invalid_input'],
    [{ decision: 'approve', input: [] }, 'invalid_input'],
    [{ decision: 'approve', input: { ...input, minutes: '45' } }, 'invalid_input'],
    [{ decision: 'approve', input: { ...input, guests: 3 } }, 'invalid_input'],
    [{ decision: 'approve', input: { title: 'Dentist' } }, 'invalid_input'],
  ];
  for (const [answer, code] of bad) {
    const reply = await outcome(await server.answer(run, request, answer, 'key'));
    assert.deepEqual([reply.status, reply.code], [400, code], JSON.stringify(answer).slice(0, 80));
  }
  assert.equal((await server.answer(run, request, { decision: 'approve' }, 'key')).status, 202);
});

test('what cannot be edited is not edited', async () => {
  const { run, request } = await untilAsked('failed');
  const { input } = request.data['payload'];
  const reply = await outcome(await server.answer(run, request, { decision: 'approve', input }, 'key'));
  assert.deepEqual([reply.status, reply.code], [400, 'input_not_editable']);
});

test('unknown runs and calls, missing keys, wrong types and sizes', async () => {
  const { run, request } = await untilAsked();
  const url = run.approvals.replace('{callId}', request.data['payload'].callId);
  const key = { 'idempotency-key': 'k' };
  const search = run.approvals.replace('{callId}', 'call_999');
  const cases = [
    [server.post('/api/runs/run_none/approvals/call_1', {}, key), 404, 'run_not_found'],
    [server.post(search, { decision: 'approve' }, key), 404, 'approval_not_found'],
    [server.post(url, { decision: 'approve' }), 400, 'idempotency_key_required'],
    [server.post(url, { decision: 'approve' }, { 'idempotency-key': 'k'.repeat(256) }), 400, 'invalid_idempotency_key'],
    [server.post(url, '{"decision"', key), 400, 'invalid_json'],
    [server.post(url, '[]', key), 400, 'invalid_body'],
    [server.post(url, 'decision=approve', { ...key, 'content-type': 'application/x-www-form-urlencoded' }), 415, 'unsupported_media_type'],
    [server.post(url, { reason: 'x'.repeat(256 * 1024) }, key), 413, 'body_too_large'],
    [server.post(url, { reason: 'x'.repeat(4 * 1024 * 1024) }, key), 413, 'body_too_large'],
    [server.post(url, { decision: 'approve' }, { ...key, 'sec-fetch-site': 'cross-site' }), 403, 'cross_site'],
  ];
  for (const [reply, status, code] of cases) {
    const got = await outcome(/** @type {Response} */ (await reply));
    assert.deepEqual([got.status, got.code], [status, code]);
    assert.ok(got.body.error.message.length > 10);
  }
});

test('an answer that arrives before its question finds nothing, and the key stays free', async () => {
  const run = await server.run('booking', { speed: 0.2 });
  const early = { data: { payload: { callId: 'call_3', approvalId: 'appr_5' } }, id: 0, event: '' };
  assert.equal((await server.answer(run, early, { decision: 'approve' }, 'k')).status, 404);
  const request = (await server.frames(run.events, { until: asked })).seen.at(-1);
  assert.ok(request);
  assert.equal((await server.answer(run, request, { decision: 'approve' }, 'k')).status, 202);
  await eventually(async () => (await (await server.get(run.messages)).json()).data[1].status === 'completed');
});

test('A6 the digest of what was shown is checked: the right one passes, in any key order, another one is refused', async () => {
  const { run, request } = await untilAsked();
  const { toolKey, input } = request.data['payload'];
  const wrong = await outcome(await server.answer(run, request, { decision: 'approve', digest: requestDigest({ toolKey, input: { ...input, title: 'Lunch' } }) }, 'k1'));
  assert.deepEqual([wrong.status, wrong.code], [412, 'shown_otherwise']);
  const other = await outcome(await server.answer(run, request, { decision: 'approve', digest: 7 }, 'k2'));
  assert.equal(other.status, 412);
  const turned = Object.fromEntries(Object.entries(input).reverse());
  const right = await server.answer(run, request, { decision: 'approve', digest: requestDigest({ toolKey, input: turned }) }, 'k3');
  assert.equal(right.status, 202);
});

test('A6 the digest is that of RFC 8785 text', () => {
  assert.equal(canonicalJson({ 10: 1, 9: [-0, 1e21], b: { ö: '€' } }), '{"10":1,"9":[0,1e+21],"b":{"ö":"€"}}');
  const bytes = '{"input":{"cc":[],"to":"a"},"toolKey":"mail.send"}';
  assert.equal(requestDigest({ toolKey: 'mail.send', input: { to: 'a', cc: [] } }), `sha-256:${createHash('sha256').update(bytes).digest('hex')}`);
});
