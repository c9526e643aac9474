import assert from 'node:assert/strict';
import { test } from 'node:test';

import { ApprovalDesk } from '../../demo/server/run/approval-desk.mjs';
import { EventLog } from '../../demo/server/run/event-log.mjs';
import { Pacer, RunStopped } from '../../demo/server/run/pacer.mjs';
import { createFakeClock } from './demo-server-clock.mjs';

/** @import { ApprovalRequest, Payload } from '../../demo/server/run/types.mjs' */

/** @type {ApprovalRequest} */
const REQUEST = { approvalId: 'a', callId: 'c', toolKey: 'k', input: { n: 1 }, reason: 'why', risk: 'low', editable: true };

function openDesk() {
  const clock = createFakeClock(0);
  /** @type {[string, Payload][]} */
  const told = [];
  const desk = new ApprovalDesk({ clock, person: 'you', tell: (type, _callId, payload) => told.push([type, payload]) });
  return { clock, told, desk };
}

test('a deadline holds although its timer is late', async () => {
  let now = 0;
  const { clock, told } = openDesk();
  const late = { ...clock, now: () => now };
  const desk = new ApprovalDesk({ clock: late, person: 'you', tell: (type, _callId, payload) => told.push([type, payload]) });
  const outcome = desk.open({ ...REQUEST, expiresAt: 100 });
  now = 99;
  assert.equal(desk.find('c')?.status, 'pending');
  now = 100;
  assert.equal(desk.find('c')?.status, 'expired');
  assert.deepEqual(await outcome, { status: 'expired' });
  await clock.tick();
  assert.deepEqual(told.map(([type]) => type), ['tool.approval_timeout'], 'told once');
  assert.equal(clock.pending(), 0);
});

test('an answer takes its timer away and tells exactly once', async () => {
  const { clock, told, desk } = openDesk();
  const outcome = desk.open({ ...REQUEST, expiresAt: 100 });
  const record = desk.find('c');
  assert.ok(record);
  desk.answer(record, { decision: 'approve', input: { n: 2 } });
  assert.deepEqual(await outcome, { status: 'accepted', input: { n: 2 } });
  assert.equal(clock.pending(), 0);
  assert.deepEqual(told.map(([type]) => type), ['tool.approval_response']);
});

test('the end of the run cancels what is open and keeps what was decided', async () => {
  const { clock, told, desk } = openDesk();
  const first = desk.open({ ...REQUEST, expiresAt: 100 });
  const second = desk.open({ ...REQUEST, callId: 'd', approvalId: 'b' });
  const record = desk.find('d');
  assert.ok(record);
  desk.answer(record, { decision: 'reject' });
  desk.cancel();
  await assert.rejects(first, RunStopped);
  assert.deepEqual(await second, { status: 'rejected' });
  assert.deepEqual([desk.find('c')?.status, desk.find('d')?.status], ['cancelled', 'rejected']);
  assert.equal(clock.pending(), 0);
  assert.equal(told.length, 1);
});

test('cancelled waits reject, also those that come later, and leave no timer', async () => {
  const clock = createFakeClock(0);
  const pacer = new Pacer(clock, 2);
  const waits = [pacer.wait(10), pacer.wait(20)];
  assert.equal(clock.pending(), 2);
  pacer.cancel();
  assert.equal(clock.pending(), 0);
  for (const wait of [...waits, pacer.wait(10)]) await assert.rejects(wait, RunStopped);
  assert.equal(pacer.scale(10), 5);
});

test('what was said does not change afterwards, and nothing is said after the end', () => {
  const log = new EventLog('run', createFakeClock(0));
  const payload = { list: [1] };
  let heard = 0;
  const unsubscribe = log.subscribe(() => (heard += 1));
  log.append('tool.started', payload);
  payload.list.push(2);
  assert.deepEqual(log.next(0)?.payload, { list: [1] });
  unsubscribe();
  log.append('message.completed', {});
  assert.equal(heard, 1);
  assert.throws(() => {
    log.append('tool.started', {});
  }, /ended/u);
});
