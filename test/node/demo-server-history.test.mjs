import assert from 'node:assert/strict';
import { test } from 'node:test';

import { emptyMessage, project } from '../../demo/server/run/projection.mjs';
import { scripts } from '../../demo/server/scripts/index.mjs';
import { isEvent, startServer } from './demo-server-kit.mjs';

/** @import { Frame, Json, RunUrls } from './demo-server-kit.mjs' */
/** @import { AssistantMessage, PersistedStatus } from '../../demo/server/run/projection.mjs' */
/** @import { LogEvent } from '../../demo/server/run/types.mjs' */

const server = await startServer();

const STATUSES = new Set(['pending', 'executing', 'completed', 'failed', 'degraded', 'rejected', 'skipped']);
/** How far along a persisted status is: a card never goes back. @type {Record<PersistedStatus, number>} */
const RANK = { pending: 0, executing: 1, completed: 2, failed: 2, degraded: 2, rejected: 2, skipped: 2 };

/** @param {Frame} frame */
const asLog = ({ event, data }) => /** @type {LogEvent} */ (/** @type {unknown} */ ({ type: event, ...data }));

/** Plays a script to its end, answering its questions in turn with approve and reject. @param {string} id @param {(run: RunUrls) => void} [onFrame] */
async function play(id, onFrame) {
  const run = await server.run(id, { speed: 2 });
  let answers = 0;
  const { seen } = await server.frames(run.events, {
    onFrame: (frame) => {
      onFrame?.(run);
      if (frame.event !== 'tool.approval_required' || id === 'expiry' || id === 'failed') return;
      answers += 1;
      void server.answer(run, frame, { decision: answers % 2 === 1 ? 'approve' : 'reject', reason: 'Because' }, String(answers));
    },
  });
  return { run, seen };
}

/** @param {RunUrls} run @returns {Promise<AssistantMessage>} */
async function assistant(run) {
  return (await (await server.get(run.messages)).json()).data[1];
}

/**
 * What a reader of the stream knows by itself, written without the projection: which calls there are, how they stand,
 * which questions wait, and the text.
 *
 * @param {Frame[]} frames
 */
function readByHand(frames) {
  /** @type {Map<string, string>} */
  const calls = new Map();
  /** @type {Set<string>} */
  const waiting = new Set();
  let text = '';
  for (const { event, data } of frames) {
    const { payload } = data;
    if (event === 'message.delta') text += payload.delta;
    if (event.startsWith('tool.')) calls.set(payload.callId, event);
    if (event === 'tool.approval_required') waiting.add(payload.callId);
    if (event === 'tool.approval_response' || event === 'tool.approval_timeout') waiting.delete(payload.callId);
    if (/^run\./u.test(event)) waiting.clear();
  }
  return { ids: [...calls.keys()], waiting: [...waiting], text };
}

for (const { id } of scripts) {
  test(`${id}: a snapshot of any moment, stored as JSON, plus the rest of the log gives the whole`, async () => {
    const { run, seen } = await play(id);
    const log = seen.map(asLog);
    const start = emptyMessage({ id: 'msg', runId: run.runId, createdAt: 'then' });
    const whole = log.reduce(project, start);
    // Every moment of a short run; of the long ones every seventh, which is coprime to their rhythm.
    for (let cut = 0, snapshot = start; cut <= log.length; cut += 1) {
      if (cut % (log.length > 200 ? 7 : 1) === 0) {
        const stored = /** @type {AssistantMessage} */ (JSON.parse(JSON.stringify(snapshot)));
        assert.deepEqual(log.slice(cut).reduce(project, stored), whole);
        assert.equal(JSON.stringify(snapshot), JSON.stringify(stored), 'folding on does not touch the old snapshot');
      }
      const event = log[cut];
      if (event === undefined) break;
      const next = project(snapshot, event);
      assertForward(snapshot, next);
      snapshot = next;
    }
    const stored = await assistant(run);
    assert.equal(stored.startedAt, log[0]?.at, 'a reloaded run has taken as long as the one that was watched');
    assert.deepEqual(stored, JSON.parse(JSON.stringify({ ...whole, id: stored.id, createdAt: stored.createdAt })));
  });
}

/**
 * @param {AssistantMessage} before
 * @param {AssistantMessage} after
 */
function assertForward(before, after) {
  assert.ok(after.content.startsWith(before.content));
  assert.equal(Number(after.lastEventId), Number(before.lastEventId) + 1);
  before.toolCalls.forEach((call, index) => {
    const next = after.toolCalls[index];
    assert.equal(next?.callId, call.callId, 'calls keep their place');
    assert.ok(STATUSES.has(next.status) && RANK[next.status] >= RANK[call.status]);
    if (RANK[call.status] === 2) assert.equal(next.status, call.status, 'an end is an end');
  });
}

for (const id of ['booking', 'research', 'mixed', 'expiry', 'failed']) {
  test(`${id}: whenever the history is asked for, it and the stream after it are the whole run, once`, async () => {
    /** @type {Promise<AssistantMessage>[]} */
    const asked = [];
    const { run, seen } = await play(id, (urls) => asked.push(assistant(urls)));
    const snapshots = await Promise.all(asked);
    assert.ok(new Set(snapshots.map(({ lastEventId }) => lastEventId)).size > 3, 'taken at different moments');
    for (const snapshot of snapshots) {
      const cursor = Number(snapshot.lastEventId);
      const known = readByHand(seen.slice(0, cursor));
      assert.deepEqual(snapshot.toolCalls.map(({ callId }) => callId), known.ids);
      assert.equal(snapshot.content, known.text);
      const waiting = snapshot.toolCalls.filter(({ approval }) => approval?.status === 'pending');
      assert.deepEqual(waiting.map(({ callId }) => callId), known.waiting);
      assert.ok(waiting.every(({ status }) => status === 'pending'));
    }
    const middle = snapshots[Math.floor(snapshots.length / 2)];
    assert.ok(middle);
    const { seen: tail } = await server.frames(run.events, { lastEventId: middle.lastEventId });
    assert.deepEqual(tail, seen.slice(Number(middle.lastEventId)));
  });
}

test('a waiting question is in the history with all that is needed to answer it', async () => {
  const run = await server.run('booking');
  const request = (await server.frames(run.events, { until: isEvent('tool.approval_required') })).seen.at(-1);
  assert.ok(request);
  const { payload } = request.data;
  assert.ok(payload.editable.schema);
  const call = (await assistant(run)).toolCalls.at(-1);
  assert.ok(call);
  assert.deepEqual(call.input, payload.input);
  assert.equal(call.activity?.['activityType'], 'approval');
  assert.deepEqual(call.approval, {
    approvalId: payload.approvalId,
    status: 'pending',
    reason: payload.reason,
    risk: 'low',
    editable: payload.editable,
    activity: payload.activity,
  });
  const fromHistory = { event: '', id: 0, data: { payload: { callId: call.callId, approvalId: call.approval?.approvalId } } };
  assert.equal((await server.answer(run, fromHistory, { decision: 'approve' }, 'k')).status, 202);
});

test('deadlines and options are kept too', async () => {
  const expiry = await server.run('expiry', { speed: 0.2 });
  const asked = (await server.frames(expiry.events, { until: isEvent('tool.approval_required') })).seen.at(-1);
  assert.ok(asked?.data['payload'].expiresAt);
  assert.equal((await assistant(expiry)).toolCalls.at(-1)?.approval?.expiresAt, asked.data['payload'].expiresAt);
  const mixed = await server.run('mixed');
  const withOptions = (await server.frames(mixed.events, { until: isEvent('tool.approval_required') })).seen.at(-1);
  const { callId, options } = withOptions?.data['payload'] ?? {};
  const call = (await assistant(mixed)).toolCalls.find((known) => known.callId === callId);
  assert.equal(options.length, 2);
  assert.deepEqual(call?.approval?.options, options);
});

test('a decision is kept with who, when and why', async () => {
  const run = await server.run('booking');
  const request = (await server.frames(run.events, { until: isEvent('tool.approval_required') })).seen.at(-1);
  assert.ok(request);
  await server.answer(run, request, { decision: 'reject', reason: 'Too early' }, 'k');
  const response = (await server.frames(run.events)).seen.find(isEvent('tool.approval_response'));
  const { callId, reason } = request.data['payload'];
  const call = (await assistant(run)).toolCalls.find((known) => known.callId === callId);
  assert.equal(call?.status, 'rejected');
  assert.equal(call?.completedAt, response?.data['at']);
  const { status, by, decidedAt, reason: kept, requestReason } = call?.approval ?? {};
  assert.deepEqual([status, by, decidedAt, kept, requestReason], ['rejected', 'you', response?.data['at'], 'Too early', reason]);
});

test('an approval without words keeps why it was asked as that, not as the reason of the decision', async () => {
  const run = await server.run('booking');
  const request = (await server.frames(run.events, { until: isEvent('tool.approval_required') })).seen.at(-1);
  assert.ok(request);
  await server.answer(run, request, { decision: 'approve' }, 'k');
  await server.frames(run.events);
  const { callId, reason } = request.data['payload'];
  const { approval } = (await assistant(run)).toolCalls.find((known) => known.callId === callId) ?? {};
  assert.deepEqual([approval?.status, approval?.reason, approval?.requestReason], ['accepted', undefined, reason]);
});

test('how runs end is in the history', async () => {
  /** @param {string} id */
  const end = async (id) => {
    const { run } = await play(id);
    return assistant(run);
  };
  const failed = await end('failed');
  assert.deepEqual([failed.status, failed.outcome], ['failed', 'failed']);
  assert.equal(/** @type {Json} */ (failed.error)['code'], 'upstream_unavailable');
  assert.deepEqual(failed.toolCalls.map(({ status }) => status), ['completed', 'executing', 'skipped']);
  assert.equal(failed.toolCalls[2]?.approval?.status, 'cancelled');
  assert.deepEqual(failed.toolCalls.map(({ reason }) => reason).slice(1), Array(2).fill(/** @type {Json} */ (failed.error)['message']));
  assert.equal(failed.toolCalls[1]?.detail, '38 of 120 invoices read');
  assert.deepEqual(failed.toolCalls[1]?.progress, { done: 38, total: 120 });
  const partial = await end('partial');
  assert.deepEqual([partial.status, partial.outcome], ['partial', 'partial']);
  assert.match(partial.reason ?? '', /length limit/u);
  const expired = await end('expiry');
  const asked = expired.toolCalls.find(({ approval }) => approval !== undefined);
  assert.deepEqual([expired.status, asked?.status, asked?.approval?.status], ['completed', 'skipped', 'expired']);
});

test('pages follow each other by meta.next and Link, and end', async () => {
  const run = await server.run('image');
  const first = await server.get(`${run.messages}?limit=1`);
  const page = await first.json();
  assert.deepEqual(page.data.map((/** @type {Json} */ { role }) => role), ['user']);
  assert.equal(first.headers.get('link'), `<${page.meta.next}>; rel="next"`);
  const rest = await (await server.get(page.meta.next)).json();
  assert.deepEqual(rest.data.map((/** @type {Json} */ { role }) => role), ['assistant']);
  assert.deepEqual(rest.meta, {});
  const empty = await (await server.get(`${run.messages}?cursor=${rest.data[0].id}`)).json();
  assert.deepEqual(empty, { data: [], meta: {} });
});

test('bad pages are 400, unknown conversations 404', async () => {
  const run = await server.run('image');
  for (const [query, code] of [['limit=0', 'invalid_limit'], ['limit=101', 'invalid_limit'], ['limit=x', 'invalid_limit'], ['cursor=msg_none', 'invalid_cursor']]) {
    const response = await server.get(`${run.messages}?${String(query)}`);
    assert.equal(response.status, 400);
    assert.equal((await response.json()).error.code, code);
  }
  assert.equal((await server.get('/api/conversations/conv_none/messages')).status, 404);
});
