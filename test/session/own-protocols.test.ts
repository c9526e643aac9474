/** What Construct's streams and the gateway's ask of a session: runs that nobody closes, one-shot turns, cursors, details. */
import { expect, waitUntil } from '@open-wc/testing';
import { constructDialect } from '../../src/dialects/construct/index.js';
import { constructChatDialect } from '../../src/dialects/construct-chat/index.js';
import { modelGatewayDialect } from '../../src/dialects/model-gateway/index.js';
import type { WireFrame } from '../../src/wire/frame.js';
import { settled } from '../support/fake-clock.js';
import { fixture, type Fixture, type FixtureOptions, jsonReply, type Link, ScriptedFetch } from './fixture.js';

const bare = (type: string, more: object = {}): WireFrame => ({ data: JSON.stringify({ type, ...more }) });
const gateway = (event: string, data: object = {}, id?: string): WireFrame => ({ event, data: JSON.stringify({ run_id: 'r', ...data }), ...(id !== undefined && { id }) });

async function opened(options: FixtureOptions): Promise<{ made: Fixture; link: Link }> {
  const made = fixture(options);
  made.session.connect();
  await settled();
  const link = made.transport.last;
  link.sink.open({});
  return { made, link };
}

describe('session: the construct run stream', () => {
  const config = { dialect: constructDialect };
  const snapshot = (status: string, task: string): WireFrame =>
    bare('snapshot', { runId: 'run-a', status, chainOfThought: null, tasks: [{ id: 't1', role: 'architect', status: task, executor: null, reasoning: null }] });

  it('is closed here at the end, since the server never does', async () => {
    const { made, link } = await opened({ config });
    link.sink.frames([snapshot('running', 'running')]);
    link.sink.frames([bare('completed', { runId: 'run-a', status: 'completed' })]);
    expect(link.request.signal.aborted).to.equal(true);
    expect([made.state.connection.status, made.state.run.outcome]).to.deep.equal(['closed', 'completed']);
    expect(made.faults).to.deep.equal([]);
  });

  it('of a run that is over already, too', async () => {
    const { made, link } = await opened({ config });
    link.sink.frames([snapshot('completed', 'done')]);
    expect([link.request.signal.aborted, made.state.calls.get('run-a:t1')?.status]).to.deep.equal([true, 'completed']);
  });

  it('stays open while the run waits for its host', async () => {
    const { made, link } = await opened({ config });
    link.sink.frames([snapshot('awaiting-host', 'awaiting-host')]);
    expect([link.request.signal.aborted, made.state.run.status]).to.deep.equal([false, 'waiting']);
  });

  it('is opened again without a cursor, and the snapshot covers what was missed', async () => {
    const { made, link } = await opened({ config });
    link.sink.frames([snapshot('running', 'running')]);
    link.end();
    await made.clock.tick(10_000);
    expect(made.transport.links).to.have.length(2);
    expect(made.transport.last.request.lastEventId).to.equal(undefined);
    made.transport.last.sink.open({});
    made.transport.last.sink.frames([snapshot('running', 'done')]);
    expect([made.state.calls.get('run-a:t1')?.status, made.state.run.status]).to.deep.equal(['completed', 'running']);
  });
});

describe('session: the construct chat stream', () => {
  const config = { dialect: constructChatDialect, approvalUrl: '/api/chat/loop/permission' };
  const opening = [
    bare('session', { id: 'conv' }),
    bare('tool_call', { id: 'c', title: 'Edit', input: 1 }),
    bare('permission', { id: 'conv', requestId: 'p', toolCall: { title: 'Edit', input: 1 }, options: ['allow', 'allow_always', 'reject'] }),
  ];

  it('is never opened again by itself: that would send the message again', async () => {
    const { made, link } = await opened({ config });
    link.sink.frames([bare('session', { id: 'conv' }), bare('text', { text: 'Hal' })]);
    link.end();
    await made.clock.tick(60_000);
    expect(made.transport.links).to.have.length(1);
    expect([made.state.run.status, made.state.message.status]).to.deep.equal(['failed', 'partial']);
    expect(made.faults.map(({ code }) => code)).to.deep.equal(['stream-interrupted']);
  });

  it('an answer that was handed over counts, since nothing confirms it', async () => {
    for (const [decision, status, card] of [['approve', 'accepted', 'active'], ['reject', 'rejected', 'rejected']] as const) {
      const net = new ScriptedFetch(jsonReply(200, {}));
      const { made, link } = await opened({ config, net });
      link.sink.frames(opening);
      await made.session.decide('p', { decision });
      expect(net.sent[0]?.body).to.deep.equal({ requestId: 'p', decision: decision === 'approve' ? 'allow' : 'reject' });
      expect([made.approval('p')?.status, made.state.calls.get('c')?.status], decision).to.deep.equal([status, card]);
    }
  });

  it('a promise of the host counts as well; a decision that nobody took does not', async () => {
    const { made, link } = await opened({ config: { dialect: constructChatDialect } });
    link.sink.frames(opening);
    await made.session.settleByHost('p', { decision: 'approve' }, Promise.resolve());
    expect(made.approval('p')?.status).to.equal('accepted');
    const other = await opened({ config: { dialect: constructChatDialect } });
    other.link.sink.frames(opening);
    await other.made.session.decide('p', { decision: 'approve' });
    expect(other.made.approval('p')).to.include({ status: 'sending', handedOver: true });
    other.link.sink.frames([bare('tool_update', { id: 'c', status: 'failed' })]);
    expect([other.made.approval('p')?.status, other.made.state.calls.get('c')?.status]).to.deep.equal(['accepted', 'failed']);
  });

  it('what becomes of the call corrects what was only concluded', async () => {
    const { made, link } = await opened({ config, net: new ScriptedFetch(jsonReply(200, {})) });
    link.sink.frames(opening);
    await made.session.decide('p', { decision: 'approve' });
    link.sink.frames([bare('tool_update', { id: 'c', status: 'completed' }), bare('done', { stopReason: 'end_turn' })]);
    expect([made.approval('p')?.status, made.state.calls.get('c')?.status, made.state.run.outcome]).to.deep.equal(['accepted', 'completed', 'completed']);
  });

  it('400 means that the request has rejected itself, and so do 120 seconds', async () => {
    const { made, link } = await opened({ config, net: new ScriptedFetch(jsonReply(400, { error: 'no such request' })) });
    link.sink.frames(opening);
    await made.session.decide('p', { decision: 'approve' });
    expect(made.approval('p')).to.include({ status: 'expired', reason: 'no such request' });
    const other = await opened({ config: { ...config, idleTimeout: 0 } });
    other.link.sink.frames(opening);
    await other.made.clock.tick(119_999);
    expect(other.made.approval('p')?.status).to.equal('pending');
    await other.made.clock.tick(1);
    expect(other.made.approval('p')?.status).to.equal('expired');
  });
});

describe('session: the gateway', () => {
  const config = { dialect: modelGatewayDialect };
  const details = { id: 'ap', run_id: 'r', status: 'PENDING', tool_name: 'search', arguments: { q: 'x' } };
  const asked = gateway('approval.requested', { approval_id: 'ap' }, '3');

  it('resumes after the last durable event, whatever deltas came since', async () => {
    const { made, link } = await opened({ config });
    link.sink.frames([gateway('run.started', {}, '5'), gateway('message.delta', { text: 'a', step_number: 1, attempt_id: 'a' })]);
    link.end();
    await made.clock.tick(10_000);
    expect(made.transport.last.request.lastEventId).to.equal('5');
  });

  it('opens again from where the server says that it dropped frames, after a pause', async () => {
    const { made, link } = await opened({ config });
    link.sink.frames([gateway('run.started', {}, '5'), gateway('tool.call.started', { call_id: 'c', name: 'n' }, '9')]);
    link.sink.frames([{ event: 'stream.overflow', data: '{"last_sequence":7}' }]);
    await settled();
    expect(link.request.signal.aborted).to.equal(true);
    expect(made.state.connection).to.include({ status: 'reconnecting', lastEventId: '7' });
    expect(made.transport.links).to.have.length(1);
    await made.clock.tick(10_000);
    expect(made.transport.links).to.have.length(2);
    expect(made.transport.last.request.lastEventId).to.equal('7');
    made.transport.last.sink.open({});
    made.transport.last.sink.frames([gateway('tool.call.started', { call_id: 'c', name: 'n' }, '9'), gateway('tool.call.completed', { call_id: 'c', name: 'n' }, '10')]);
    expect(made.state.calls.get('c')?.status).to.equal('completed');
  });

  it('also while the run waits, but not where the host said that nothing is opened again', async () => {
    for (const [reconnect, links] of [['auto', 2], ['off', 1]] as const) {
      const { made, link } = await opened({ config: { ...config, reconnect } });
      link.sink.frames([asked, { event: 'stream.overflow', data: '{"last_sequence":3}' }]);
      await made.clock.tick(10_000);
      expect(made.transport.links, reconnect).to.have.length(links);
    }
  });

  it('the host is asked once for the details of each approval', async () => {
    const calls: unknown[] = [];
    const loadApproval = async (...given: unknown[]): Promise<unknown> => {
      calls.push(given);
      return Promise.resolve({ ...details, id: given[0] });
    };
    const { made, link } = await opened({ config: { ...config, loadApproval } });
    link.sink.frames([gateway('tool.call.proposed', { call_id: 'c', name: 'search' }, '2'), asked]);
    expect(made.approval('ap')).not.to.have.property('toolKey');
    await settled();
    link.sink.frames([gateway('approval.requested', { approval_id: 'bq' }, '4')]);
    await settled();
    expect(calls).to.deep.equal([['ap', 'r'], ['bq', 'r']]);
    expect(made.approval('ap')).to.deep.include({ status: 'pending', callId: 'c', toolKey: 'search', input: { q: 'x' } });
    expect(made.faults).to.deep.equal([]);
  });

  it('without a hook, and for a dialect that says it all itself, nothing is asked', async () => {
    const { made, link } = await opened({ config });
    link.sink.frames([asked]);
    await settled();
    expect([made.approval('ap')?.status, made.net.sent.length]).to.deep.equal(['pending', 0]);
    let count = 0;
    const other = await opened({ config: { loadApproval: () => (count += 1) } });
    other.link.sink.frames([{ event: 'tool.approval_required', data: { payload: { callId: 'c' } } }]);
    await settled();
    expect([other.made.state.approvals.size, count]).to.deep.equal([1, 0]);
  });

  it('details that could not be loaded are told, and asked for again when approvals change', async () => {
    let count = 0;
    const loadApproval = (): unknown => {
      count += 1;
      if (count === 1) throw new Error('no');
      return details;
    };
    const { made, link } = await opened({ config: { ...config, loadApproval } });
    link.sink.frames([asked]);
    await settled();
    expect(made.faults.map(({ code, retryable }) => [code, retryable])).to.deep.equal([['approval-details-failed', true]]);
    link.sink.frames([gateway('approval.requested', { approval_id: 'bq' }, '4')]);
    await settled();
    expect(made.approval('ap')?.toolKey).to.equal('search');
  });

  it('details that come after a reset belong to nothing', async () => {
    let give: (value: unknown) => void = () => undefined;
    const { made, link } = await opened({ config: { ...config, loadApproval: () => new Promise((resolve) => (give = resolve)) } });
    link.sink.frames([asked]);
    await settled();
    made.session.reset();
    give(details);
    await settled();
    expect([made.state.approvals.size, made.state.run.status]).to.deep.equal([0, 'idle']);
  });

  it('409 tells who was faster, or that it is over', async () => {
    for (const [error, expected] of [
      [{ code: 'approval_already_resolved', message: 'Resolved' }, { status: 'cancelled', answeredElsewhere: true, reason: 'Resolved' }],
      [{ code: 'approval_already_resolved', message: 'Resolved', details: { resolution: 'APPROVED' } }, { status: 'accepted' }],
      [{ code: 'approval_expired', message: 'Expired' }, { status: 'expired', reason: 'Expired' }],
    ] as const) {
      const { made, link } = await opened({ config: { ...config, approvalUrl: '/v1/approvals/{approvalId}/resolve' }, net: new ScriptedFetch(jsonReply(409, { error })) });
      link.sink.frames([asked]);
      await made.session.decide('ap', { decision: 'approve' });
      expect(made.approval('ap'), error.code).to.include(expected);
    }
  });

  it('383 deltas of a summary with 4 headings are 4 commits', async () => {
    const { made, link } = await opened({ config });
    link.sink.frames([gateway('run.started', {}, '1')]);
    made.store.flush();
    let commits = 0;
    made.store.subscribe(() => (commits += 1));
    const text = ['One', 'Two', 'Three', 'Four'].map((title) => `**${title} of four titles**\n\n${'body '.repeat(70)}ends.`).join('');
    const size = Math.ceil(text.length / 383);
    for (let at = 0; at < 383; at += 1) {
      link.sink.frames([gateway('reasoning.delta', { step_number: 1, attempt_id: 'a', item_index: 0, is_summary: true, text: text.slice(at * size, (at + 1) * size) })]);
      made.store.flush();
    }
    expect([commits, made.state.thinking.heading]).to.deep.equal([4, 'Four of four titles']);
  });

  it('each of them loads by its name', async () => {
    for (const [name, first] of [
      ['construct', bare('planned', { runId: 'r' })],
      ['construct-chat', bare('session', { id: 'r' })],
      ['model-gateway', gateway('run.started', {}, '1')],
    ] as const) {
      const made = fixture({ config: { dialect: name } });
      made.session.push(first);
      await waitUntil(() => made.state.run.status === 'running');
      expect(made.state.run.id, name).to.equal('r');
    }
  });
});
