import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Run } from '../../demo/server/run/run.mjs';
import { isTerminal } from '../../demo/server/run/event-log.mjs';
import { scripts } from '../../demo/server/scripts/index.mjs';
import { createFakeClock } from './demo-server-clock.mjs';

/** @import { Lang, LogEvent, Payload } from '../../demo/server/run/types.mjs' */

const START = Date.UTC(2026, 10, 30, 9);

/**
 * Plays a script on a clock of our own, at speed 1 and in no time.
 *
 * @param {string} id
 * @param {{ lang?: Lang, decision?: 'approve' | 'reject' | 'none' }} [options]
 */
async function play(id, { lang = 'en', decision = 'approve' } = {}) {
  const script = scripts.find((known) => known.id === id);
  assert.ok(script);
  const clock = createFakeClock(START);
  const run = new Run({ script, lang, speed: 1, clock });
  run.start();
  let handled = 0;
  while (!run.log.ended) {
    await clock.tick();
    for (const event of run.log.all().slice(handled)) {
      handled = event.sequence;
      if (event.type !== 'tool.approval_required' || decision === 'none') continue;
      const record = run.desk.find(String(event.payload['callId']));
      if (record?.status === 'pending') run.desk.answer(record, { decision });
    }
  }
  return { log: run.log.all(), seconds: (clock.now() - START) / 1000, clock };
}

/** @param {LogEvent} event @returns {Payload} */
function activityOf(event) {
  return /** @type {Payload} */ (event.payload['activity'] ?? {});
}

/** @param {readonly LogEvent[]} log @param {string} type */
function count(log, type) {
  return log.filter((event) => event.type === type).length;
}

for (const { id } of scripts) {
  for (const lang of /** @type {const} */ (['en', 'tr'])) {
    for (const decision of /** @type {const} */ (['approve', 'reject'])) {
      test(`${id} in ${lang}, ${decision}: believable length, one end, whole activities, no timer left`, async () => {
        const { log, seconds, clock } = await play(id, { lang, decision });
        assert.ok(seconds >= 6 && seconds <= 40, `${String(seconds)} s`);
        assert.deepEqual(log.filter(({ type }) => isTerminal(type)), log.slice(-1));
        assert.equal(count(log, 'capability.resolved'), 1);
        assert.equal(clock.pending(), 0);
        for (const event of log.filter(({ type, payload }) => type.startsWith('tool.') && 'activity' in payload)) {
          const { activityType, origin, label, detail, renderHint, status, subjectType, subjectId } = activityOf(event);
          assert.ok([activityType, label, detail, subjectType].every((text) => typeof text === 'string' && text !== ''), event.type);
          assert.equal(origin, 'chao');
          assert.ok(renderHint === 'tool_card' || renderHint === 'status_card');
          assert.ok(['pending', 'active', 'completed', 'failed'].includes(String(status)));
          assert.equal(subjectId, event.payload['callId']);
        }
        // What is done is not said in the tense of what is being done.
        for (const done of log.filter(({ type }) => type === 'tool.completed' || type === 'tool.degraded')) {
          const begun = log.find(({ type, payload }) => type === 'tool.started' && payload['callId'] === done.payload['callId']);
          if (begun !== undefined) assert.notEqual(activityOf(done)['label'], activityOf(begun)['label']);
        }
        // Nothing of a script's plumbing shows.
        assert.doesNotMatch(JSON.stringify(log), /undefined|NaN|\[object|Invalid Date/u);
      });
    }
  }
}

test('booking: search with progress, comparing, plan, question, write', async () => {
  const { log } = await play('booking');
  const search = log.filter(({ type }) => type === 'tool.progress').map(({ payload }) => payload['progress']);
  assert.deepEqual(search, [{ done: 12, total: 40 }, { done: 27, total: 40 }, { done: 40, total: 40 }]);
  assert.ok(log.some((event) => activityOf(event)['label'] === 'Comparing two dates' && activityOf(event)['renderHint'] === 'status_card'));
  assert.equal(count(log, 'plan.step_added'), 1);
  const asked = log.find(({ type }) => type === 'tool.approval_required')?.payload;
  assert.deepEqual(asked?.['input'], { title: 'Dentist', start: '2026-12-01T10:00', minutes: 45, calendar: 'Private' });
  assert.ok(asked);
  const { schema } = /** @type {{ schema: { required: string[] } }} */ (asked['editable']);
  assert.deepEqual(schema.required, Object.keys(Object(asked['input'])));
});

test('research: twelve reads at the same time, some with a known length', async () => {
  const { log } = await play('research');
  const reads = new Set(log.filter(({ payload }) => payload['toolKey'] === 'research.read').map(({ payload }) => payload['callId']));
  assert.equal(reads.size, 12);
  const firstEnd = log.findIndex(({ type, payload }) => type === 'tool.completed' && reads.has(payload['callId']));
  const begun = log.slice(0, firstEnd).filter(({ type, payload }) => type === 'tool.started' && reads.has(payload['callId']));
  assert.equal(begun.length, 12);
  const progress = log.filter(({ type, payload }) => type === 'tool.progress' && reads.has(payload['callId']));
  assert.ok(progress.some(({ payload }) => 'progress' in payload) && progress.some(({ payload }) => !('progress' in payload)));
});

test('research and mixed carry what a client must not show and must not know', async () => {
  for (const id of ['research', 'mixed']) {
    const { log } = await play(id);
    assert.equal(log.find(({ type }) => type === 'cot.delta')?.payload['text'], 'CANARY-PRIVATE-REASONING');
    assert.equal(JSON.stringify(log).split('CANARY-PRIVATE-REASONING').length, 2, 'only there');
    assert.equal(count(log, 'telemetry.sampled'), 1);
  }
});

test('image degrades, recovery fails a tool and goes on, partial and failed end as they say', async () => {
  const image = (await play('image')).log.find(({ type }) => type === 'tool.degraded')?.payload;
  assert.equal(image?.['reason'], 'The large renderer is busy');
  assert.equal(image['fallback'], 'Standard renderer, 1200 × 450');
  const recovery = (await play('recovery')).log;
  const failure = recovery.findIndex(({ type }) => type === 'tool.failed');
  assert.deepEqual(recovery[failure]?.payload['error'], { code: 'quota_exceeded', message: 'Quota exceeded (429)' });
  assert.ok(recovery.slice(failure).some(({ type }) => type === 'tool.completed'));
  assert.equal(recovery.at(-1)?.type, 'message.completed');
  assert.equal((await play('partial')).log.at(-1)?.type, 'message.partially_completed');
  const failed = (await play('failed', { decision: 'none' })).log;
  assert.equal(failed.at(-1)?.type, 'run.failed');
  const open = new Set(failed.filter(({ type }) => type === 'tool.started' || type === 'tool.approval_required').map(({ payload }) => payload['callId']));
  for (const { type, payload } of failed) if (type === 'tool.completed') open.delete(payload['callId']);
  assert.equal(open.size, 2, 'a read and a question');
});

test('expiry: twenty seconds to answer, then its own end', async () => {
  const { log } = await play('expiry', { decision: 'none' });
  const asked = log.find(({ type }) => type === 'tool.approval_required');
  const timeout = log.find(({ type }) => type === 'tool.approval_timeout');
  assert.equal(asked?.payload['expiresAt'], timeout?.at);
  assert.equal(Date.parse(timeout?.at ?? '') - Date.parse(asked?.at ?? ''), 20_000);
  assert.equal(log.at(-1)?.type, 'message.completed');
});

test('many: three hundred calls with mixed results, as its answer says', async () => {
  const { log } = await play('many');
  const pages = log.filter(({ payload }) => payload['toolKey'] === 'web.check');
  assert.equal(new Set(pages.map(({ payload }) => payload['callId'])).size, 300);
  const ends = ['tool.completed', 'tool.failed', 'tool.degraded'].map((type) => count(pages, type));
  assert.deepEqual(ends, [276, 15, 9]);
  const text = log.filter(({ type }) => type === 'message.delta').map(({ payload }) => payload['delta']).join('');
  assert.match(text, /276 of 300.*15 have.*9 answered/u);
});

test('mixed: three planned writes, two questions of different risk at once, all in Turkish', async () => {
  const { log } = await play('mixed', { decision: 'approve' });
  const plan = log.filter(({ type }) => type === 'plan.step_added').map(({ payload }) => payload['action']);
  assert.deepEqual(plan, ['create', 'move', 'delete']);
  const { log: unanswered } = await playUntilTwoAsk();
  const risks = unanswered.filter(({ type }) => type === 'tool.approval_required').map(({ payload }) => payload['risk']);
  assert.deepEqual(risks, ['low', 'high']);
});

async function playUntilTwoAsk() {
  const script = scripts.find(({ id }) => id === 'mixed');
  assert.ok(script);
  const clock = createFakeClock(START);
  const run = new Run({ script, lang: 'en', speed: 1, clock });
  run.start();
  while (clock.pending() > 0) await clock.tick();
  const log = [...run.log.all()];
  run.abandon();
  return { log };
}

test('the answer is streamed in small pieces that add up to it', async () => {
  for (const { id } of scripts) {
    const { log } = await play(id);
    const pieces = log.filter(({ type }) => type === 'message.delta').map(({ payload }) => String(payload['delta']));
    assert.ok(pieces.every((piece) => piece.length > 0 && piece.length < 60));
    const end = log.at(-1)?.payload['text'];
    if (end !== undefined) assert.equal(pieces.join(''), end);
  }
});

test('a script that breaks ends its run with run.error, and one that forgets to end does too', async () => {
  const [template] = scripts;
  assert.ok(template);
  const broken = { ...template, play: () => Promise.reject(new Error('boom')) };
  const endless = { ...template, play: () => Promise.resolve() };
  for (const script of [broken, endless]) {
    const run = new Run({ script, lang: 'en', speed: 1, clock: createFakeClock(START) });
    run.start();
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(run.log.all().at(-1)?.type, 'run.error');
  }
});
