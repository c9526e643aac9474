import { expect, waitUntil } from '@open-wc/testing';
import type { ActivityEvent } from '../../src/activity/event.js';
import { chainabitDialect } from '../../src/dialects/chainabit/index.js';
import type { Dialect } from '../../src/dialects/dialect.js';
import { Decisions } from '../../src/session/decisions.js';
import { ExpiryWatch } from '../../src/session/expiry.js';
import type { SessionFault } from '../../src/session/fault.js';
import { HeaderSource } from '../../src/session/headers.js';
import { Requests } from '../../src/session/requests.js';
import { createActivityStore } from '../../src/store/store.js';
import { FakeClock, settled } from '../support/fake-clock.js';
import { jsonReply, ScriptedFetch } from './fixture.js';

const joint: Dialect = {
  ...chainabitDialect,
  answerAll: (answers, runId) => ({
    runId,
    resume: answers.map(({ approval, request: { decision, reason } }) => ({ id: approval.approvalId, decision, ...(reason !== undefined && { reason }) })),
  }),
};

const asked = (approvalId: string, expiresAt?: number): ActivityEvent => ({
  type: 'approval.request',
  approvalId,
  callId: `c_${approvalId}`,
  ...(expiresAt !== undefined && { expiresAt }),
});

/** The decisions of a session whose dialect takes all answers at once, with the questions a, b and c. */
function desk(net: ScriptedFetch, approvalUrl = '/runs/{runId}/resume', deadline?: number) {
  const store = createActivityStore({ scheduler: { schedule: () => () => undefined } });
  const clock = new FakeClock();
  const faults: SessionFault[] = [];
  const dispatch = (events: readonly ActivityEvent[]): void => {
    store.dispatch(events);
    expiry.update(store.getState().approvals);
    void decisions.update(store.getState().approvals);
  };
  const expiry = new ExpiryWatch(clock, (ids) => {
    dispatch(ids.map((approvalId) => ({ type: 'approval.local', approvalId, phase: 'expired' })));
  });
  const decisions: Decisions = new Decisions({
    requests: new Requests({ clock, headers: new HeaderSource(clock), fetch: () => net.fetch, credentials: () => 'same-origin' }),
    store,
    clock,
    dispatch,
    report: (fault) => faults.push(fault),
    approvalUrl: () => approvalUrl,
    dialect: () => joint,
  });
  dispatch([{ type: 'run.start', runId: 'r' }, asked('a', deadline), asked('b'), asked('c')]);
  return { store, clock, decisions, faults, dispatch, approval: (id: string) => store.getState().approvals.get(id) };
}

/** The request goes out when the digests are made, which is a task of the browser's; `done` when its answer was read. */
async function sentTo(net: ScriptedFetch, count: number, done: () => boolean = () => true): Promise<void> {
  await waitUntil(() => net.sent.length >= count && done(), 'the request and its answer', { timeout: 10_000, interval: 2 });
  await settled();
}

describe('session: answers that go together', () => {
  it('are collected, visibly, and sent once when the last question is answered, in the order of the questions', async () => {
    const net = new ScriptedFetch(jsonReply(202, {}));
    const { decisions, approval } = desk(net);
    await decisions.decide('c', { decision: 'reject', reason: 'no' });
    await decisions.decide('a', { decision: 'approve' });
    await settled();
    expect(net.sent).to.have.length(0);
    expect(approval('a')).to.deep.include({ status: 'sending', collected: true, decision: 'approve' });
    await decisions.decide('a', { decision: 'reject' });
    await decisions.decide('b', { decision: 'approve' });
    await sentTo(net, 1, () => approval('c')?.handedOver === true);
    expect(net.sent.map(({ url, body }) => [url, body])).to.deep.equal([
      ['/runs/r/resume', { runId: 'r', resume: [{ id: 'a', decision: 'approve' }, { id: 'b', decision: 'approve' }, { id: 'c', decision: 'reject', reason: 'no' }] }],
    ]);
    for (const id of ['a', 'b', 'c']) {
      expect(approval(id)).to.deep.include({ status: 'sending', handedOver: true });
      expect(approval(id)).to.not.have.property('collected');
    }
  });

  it('A2 fail together, and a retry carries the same key', async () => {
    const net = new ScriptedFetch(new TypeError('down'), jsonReply(202, {}));
    const { decisions, approval, faults } = desk(net);
    const all = async (sent: number): Promise<void> => {
      for (const id of ['a', 'b', 'c']) await decisions.decide(id, { decision: 'approve' });
      await sentTo(net, sent, () => approval('c')?.handedOver === true || approval('c')?.status === 'pending');
    };
    await all(1);
    expect(['a', 'b', 'c'].map((id) => approval(id)?.status)).to.deep.equal(['pending', 'pending', 'pending']);
    expect(faults.map(({ code }) => code)).to.deep.equal(['approval-not-sent']);
    await all(2);
    expect(net.sent[1]?.headers.get('idempotency-key')).to.equal(net.sent[0]?.headers.get('idempotency-key'));
    expect(approval('b')?.handedOver).to.equal(true);
  });

  it('do not wait for a question that somebody else answered, or that expired', async () => {
    const net = new ScriptedFetch(jsonReply(202, {}));
    const { decisions, dispatch } = desk(net);
    await decisions.decide('a', { decision: 'approve' });
    dispatch([{ type: 'approval.response', approvalId: 'b', decision: 'rejected' }]);
    dispatch([{ type: 'approval.local', approvalId: 'c', phase: 'expired' }]);
    await sentTo(net, 1);
    expect(net.sent.map(({ body }) => (body as { resume: unknown[] }).resume)).to.deep.equal([[{ id: 'a', decision: 'approve' }]]);
  });

  it('A4 a collected answer is never sent after its deadline', async () => {
    const net = new ScriptedFetch(jsonReply(202, {}));
    const { decisions, approval, clock } = desk(net, undefined, new FakeClock().now() + 5000);
    await decisions.decide('a', { decision: 'approve' });
    await clock.tick(5000);
    expect(approval('a')?.status).to.equal('expired');
    await decisions.decide('b', { decision: 'reject' });
    await decisions.decide('c', { decision: 'reject' });
    await sentTo(net, 1);
    expect((net.sent[0]?.body as { resume: { id: string }[] }).resume.map(({ id }) => id)).to.deep.equal(['b', 'c']);
  });

  it('A6 another request under the same id takes its collected answer back; what is sent is the answer to that one', async () => {
    const net = new ScriptedFetch(jsonReply(202, {}));
    const { decisions, approval, dispatch } = desk(net);
    const other: ActivityEvent = { type: 'approval.request', approvalId: 'a', callId: 'c_a', toolKey: 'wipe', input: 2 };
    dispatch([{ ...other, toolKey: 'read', input: 1 }]);
    await decisions.decide('a', { decision: 'approve', reason: 'the first' });
    dispatch([other]);
    expect(approval('a')).to.include({ status: 'pending', toolKey: 'wipe', input: 2, changed: true });
    await decisions.decide('b', { decision: 'approve' });
    await decisions.decide('c', { decision: 'approve' });
    await settled();
    expect(net.sent, 'not before it is answered again').to.have.length(0);
    await decisions.decide('a', { decision: 'reject' });
    await sentTo(net, 1);
    const { resume } = net.sent[0]?.body as { resume: unknown[] };
    expect(resume).to.deep.equal([{ id: 'a', decision: 'reject' }, { id: 'b', decision: 'approve' }, { id: 'c', decision: 'approve' }]);
  });

  it('of a run that ended are not sent', async () => {
    const net = new ScriptedFetch(jsonReply(202, {}));
    const { decisions, approval, dispatch } = desk(net);
    await decisions.decide('a', { decision: 'approve' });
    dispatch([{ type: 'run.settled', outcome: 'cancelled' }]);
    await settled();
    expect(net.sent).to.have.length(0);
    expect(approval('a')?.status).to.equal('cancelled');
    expect(approval('a')).to.not.have.property('collected');
  });

  it('without an address are handed over one by one, as the host got their events', async () => {
    const net = new ScriptedFetch(jsonReply(202, {}));
    const { decisions, approval } = desk(net, '');
    await decisions.decide('a', { decision: 'approve' });
    expect(approval('a')).to.deep.include({ status: 'sending', handedOver: true });
    expect(approval('b')?.status).to.equal('pending');
  });
});
