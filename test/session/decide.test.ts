import { expect } from '@open-wc/testing';
import { requestDigest } from '../../src/session/digest.js';
import { settled } from '../support/fake-clock.js';
import { asked, fixture, frame, jsonReply, ScriptedFetch, silence, type Fixture } from './fixture.js';

const URL_TEMPLATE = '/runs/{runId}/approvals/{callId}?id={approvalId}&d={decision}';
const ok = (): Response => jsonReply(202, { status: 'accepted' });

function waiting(net: ScriptedFetch, approvalUrl: string | undefined = URL_TEMPLATE, headers?: () => Record<string, string>): Fixture {
  const made = fixture({ net, config: { approvalUrl, headers, credentials: 'include' } });
  made.session.push([frame('run.started'), asked('a')]);
  return made;
}

const keyOf = (net: ScriptedFetch, index: number): string | null | undefined => net.sent[index]?.headers.get('idempotency-key');

describe('session: decide()', () => {
  it('posts the decision, and waits for the server event', async () => {
    const net = new ScriptedFetch(ok());
    const made = waiting(net, URL_TEMPLATE, () => ({ Authorization: 'Bearer t' }));
    const done = made.session.decide('a', { decision: 'approve', reason: 'fine', input: { a: 2 } });
    expect(made.approval('a')).to.deep.include({ status: 'sending', decision: 'approve' });
    await done;
    expect(made.approval('a')).to.deep.include({ status: 'sending', handedOver: true });
    const [sent] = net.sent;
    expect(sent?.url).to.equal('/runs/run_1/approvals/call_a?id=a&d=approve');
    expect(sent?.init).to.deep.include({ method: 'POST', credentials: 'include', redirect: 'manual', cache: 'no-store' });
    expect(sent?.body).to.deep.equal({ approvalId: 'a', callId: 'call_a', runId: 'run_1', decision: 'approve', reason: 'fine', input: { a: 2 }, digest: await requestDigest({ toolKey: 'calendar.create', input: { a: 1 } }) });
    expect(sent?.headers.get('content-type')).to.equal('application/json');
    expect(sent?.headers.get('authorization')).to.equal('Bearer t');
    made.session.push(frame('tool.approval_response', { approvalId: 'a', callId: 'call_a', approved: true }));
    expect(made.approval('a')?.status).to.equal('accepted');
    expect(made.faults).to.deep.equal([]);
    expect(made.clock.pending).to.equal(0);
  });

  it('A1 ten decisions in one task are one request', async () => {
    const net = new ScriptedFetch(ok());
    const made = waiting(net);
    await Promise.all(Array.from({ length: 10 }, (_, i) => made.session.decide('a', { decision: i % 2 === 0 ? 'approve' : 'reject' })));
    await made.session.decide('a', { decision: 'reject' });
    expect(net.sent).to.have.length(1);
    expect(made.approval('a')?.decision).to.equal('approve');
  });

  it('an answer that is here already takes no decision', async () => {
    const net = new ScriptedFetch(ok());
    const made = waiting(net);
    made.session.push(frame('tool.approval_response', { approvalId: 'a', approved: false }));
    await made.session.decide('a', { decision: 'approve' });
    expect(net.sent).to.have.length(0);
    expect(made.approval('a')?.status).to.equal('rejected');
  });

  it('an unknown approval is told, not sent', async () => {
    const net = new ScriptedFetch(ok());
    const made = waiting(net);
    await made.session.decide('constructor', { decision: 'approve' });
    expect(net.sent).to.have.length(0);
    expect(made.faults.map(({ code }) => code)).to.deep.equal(['approval-unknown']);
  });

  it('behaviour A10 without an address the decision counts as handed over', async () => {
    const net = new ScriptedFetch(ok());
    const made = waiting(net, '');
    await made.session.decide('a', { decision: 'reject' });
    expect(net.sent).to.have.length(0);
    expect(made.approval('a')).to.deep.include({ status: 'sending', handedOver: true });
  });

  it('A2 a retry carries the same key, another decision or other arguments their own', async () => {
    const net = new ScriptedFetch(new TypeError('down'), jsonReply(500, {}), jsonReply(503, {}), jsonReply(500, {}), ok());
    const made = waiting(net);
    await made.session.decide('a', { decision: 'approve' });
    await made.session.decide('a', { decision: 'approve' });
    await made.session.decide('a', { decision: 'approve', input: { a: 9 } });
    await made.session.decide('a', { decision: 'reject' });
    await made.session.decide('a', { decision: 'approve' });
    expect(keyOf(net, 0)).to.be.a('string').that.has.length.above(15);
    expect(keyOf(net, 1)).to.equal(keyOf(net, 0));
    expect(keyOf(net, 4)).to.equal(keyOf(net, 0));
    expect(new Set([0, 2, 3].map((index) => keyOf(net, index))).size).to.equal(3);
    expect(made.approval('a')).to.deep.include({ status: 'sending', handedOver: true });
  });

  it('A1 the record of a decision that somebody else made has no words and no arguments of ours', async () => {
    for (const decision of ['approved', 'rejected']) {
      const made = waiting(new ScriptedFetch(jsonReply(409, { decision, by: 'Ada' })));
      await made.session.decide('a', { decision: decision === 'approved' ? 'approve' : 'reject', reason: 'mine', input: { a: 2 } });
      expect(made.approval('a')).to.deep.include({ status: decision === 'approved' ? 'accepted' : 'rejected', decidedBy: 'Ada', input: { a: 1 } });
      expect(made.approval('a')).to.not.have.any.keys('reason', 'details', 'decision');
    }
  });

  const rows: readonly (readonly [string, Response | Error, Record<string, unknown>, string?])[] = [
    ['409 that names the decision', jsonReply(409, { decision: 'approved', by: 'Ada', reason: 'ok' }), { status: 'accepted', decidedBy: 'Ada', reason: 'ok' }],
    ['409 that names a rejection', jsonReply(409, { decision: 'denied' }), { status: 'rejected' }],
    ['409 with words only', jsonReply(409, { error: { message: 'Too late' } }), { status: 'cancelled', answeredElsewhere: true, reason: 'Too late' }],
    ['409 without a body', new Response(null, { status: 409 }), { status: 'cancelled', answeredElsewhere: true }],
    ['410', jsonReply(410, { error: { message: 'Expired at noon' } }), { status: 'expired', reason: 'Expired at noon' }],
    ['410 without a body', new Response('<b>', { status: 410 }), { status: 'expired' }],
    ['422', jsonReply(422, { error: { message: 'title is missing' } }), { status: 'pending', error: { code: 'approval-refused', message: 'title is missing' } }, 'approval-refused'],
    ['404 without a body', new Response(null, { status: 404 }), { status: 'pending', error: { code: 'approval-refused', message: 'The server did not accept the answer.' } }, 'approval-refused'],
    ['401 twice', jsonReply(401, { error: 'Sign in' }), { status: 'pending', error: { code: 'auth-required', message: 'Sign in' } }, 'auth-required'],
    ['429', jsonReply(429, { error: 'Slow down' }), { status: 'pending', error: { code: 'approval-not-sent', message: 'Slow down' } }, 'approval-not-sent'],
    ['500', jsonReply(500, {}), { status: 'pending', error: { code: 'approval-not-sent', message: 'The answer could not be sent. Nothing was decided.' } }, 'approval-not-sent'],
    ['the network', new TypeError('down'), { status: 'pending' }, 'approval-not-sent'],
  ];
  for (const [name, reply, expected, code] of rows) {
    it(`behaviour A4 ${name}: ${String(expected['status'])}${code === undefined ? '' : `, ${code}`}`, async () => {
      const net = new ScriptedFetch(reply);
      const made = waiting(net);
      await made.session.decide('a', { decision: 'approve' });
      expect(made.approval('a')).to.deep.include(expected);
      expect(made.faults.map((fault) => fault.code)).to.deep.equal(code === undefined ? [] : [code]);
      if (code !== undefined) expect(made.faults[0]?.retryable).to.equal(true);
      await made.clock.tick(600_000);
      // No loop; a 401 is asked once more, with fresh headers.
      expect(net.sent).to.have.length(code === 'auth-required' ? 2 : 1);
      expect(made.clock.pending).to.equal(0);
    });
  }

  it('401, then 202: one retry with fresh headers and the same key', async () => {
    let calls = 0;
    const net = new ScriptedFetch(jsonReply(401, {}), ok());
    const made = waiting(net, URL_TEMPLATE, () => ({ 'x-call': String((calls += 1)) }));
    await made.session.decide('a', { decision: 'approve' });
    expect(net.sent.map(({ headers }) => headers.get('x-call'))).to.deep.equal(['1', '2']);
    expect(keyOf(net, 1)).to.equal(keyOf(net, 0));
    expect(made.approval('a')?.handedOver).to.equal(true);
  });

  it('A2 no answer for 30 s is a failure that may be tried again', async () => {
    let arrive = (): void => undefined;
    const arrived = new Promise<void>((resolve) => (arrive = resolve));
    const net = new ScriptedFetch(() => {
      arrive();
      return silence()();
    }, ok());
    const made = waiting(net);
    void made.session.decide('a', { decision: 'approve' });
    await arrived;
    await made.clock.tick(29_999);
    expect(made.approval('a')?.status).to.equal('sending');
    await made.clock.tick(1);
    expect(made.approval('a')).to.deep.include({ status: 'pending' });
    expect(made.approval('a')?.error?.code).to.equal('approval-not-sent');
    await made.session.decide('a', { decision: 'approve' });
    expect(keyOf(net, 1)).to.equal(keyOf(net, 0));
    expect(made.clock.pending).to.equal(0);
  });

  it('a redirect is no answer, even to a page that says 200', async () => {
    const redirect = { status: 0, type: 'opaqueredirect', headers: new Headers(), body: null, clone: () => redirect } as unknown as Response;
    const made = waiting(new ScriptedFetch(redirect));
    await made.session.decide('a', { decision: 'approve' });
    expect(made.approval('a')?.error?.code).to.equal('approval-not-sent');
  });

  it('an id that would lead elsewhere is not sent', async () => {
    const net = new ScriptedFetch(ok());
    const made = fixture({ net, config: { approvalUrl: '/approvals/{callId}/answer' } });
    made.session.push(asked('a', { callId: '..' }));
    await made.session.decide('a', { decision: 'approve' });
    expect(net.sent).to.have.length(0);
    expect(made.approval('a')).to.deep.include({ status: 'pending' });
    expect(made.faults[0]).to.deep.include({ code: 'url-template', message: 'The URL template has no usable value for {callId}' });
  });

  it('arguments that are no JSON are not sent', async () => {
    const net = new ScriptedFetch(ok());
    const made = waiting(net);
    await made.session.decide('a', { decision: 'approve', input: { big: 1n } });
    expect(net.sent).to.have.length(0);
    expect(made.approval('a')?.error?.code).to.equal('approval-not-sent');
  });

  it('behaviour A2 each card sends its own', async () => {
    const net = new ScriptedFetch(ok());
    const made = waiting(net);
    made.session.push(asked('b'));
    await Promise.all([made.session.decide('b', { decision: 'reject' }), made.session.decide('a', { decision: 'approve' })]);
    expect(net.sent.map(({ body }) => (body as { approvalId: string }).approvalId)).to.deep.equal(['b', 'a']);
  });

  it('A4 what is past its deadline is not sent, also where no timer has said so yet, and while the headers are being made', async () => {
    const net = new ScriptedFetch(ok());
    let release: (headers: Record<string, string>) => void = () => undefined;
    const made = fixture({ net, config: { approvalUrl: URL_TEMPLATE, headers: () => new Promise((resolve) => (release = resolve)) } });
    const expiresAt = made.clock.now() + 10_000;
    made.session.push([frame('run.started'), asked('a', { expiresAt }), asked('b', { expiresAt })]);
    const sending = made.session.decide('a', { decision: 'approve' });
    await made.clock.tick(0);
    made.clock.sleep(10_000);
    release({});
    await sending;
    await made.session.decide('b', { decision: 'approve' });
    expect(net.sent).to.have.length(0);
    expect(['a', 'b'].map((id) => made.approval(id)?.status)).to.deep.equal(['expired', 'expired']);
  });

  it('A5 without a connection an answer is refused at once, in words, and never sent by itself', async () => {
    const net = new ScriptedFetch(new TypeError('offline'));
    const made = waiting(net);
    made.session.push(asked('a', { expiresAt: made.clock.now() + 60_000 }));
    await made.session.decide('a', { decision: 'approve' });
    expect(made.approval('a')).to.deep.include({ status: 'pending' });
    expect(made.approval('a')?.error?.code).to.equal('approval-not-sent');
    net.replies = [ok()];
    made.session.check();
    await made.clock.tick(30_000);
    expect(net.sent, 'back online: still only what a person pressed').to.have.length(1);
    await made.session.decide('a', { decision: 'approve' });
    expect(keyOf(net, 1)).to.equal(keyOf(net, 0));
    expect(made.approval('a')?.handedOver).to.equal(true);
  });

  it('what was said with a decision stands in the state, and goes with it when it fails', async () => {
    const net = new ScriptedFetch(jsonReply(500, {}), ok());
    const made = waiting(net);
    const done = made.session.decide('a', { decision: 'reject', reason: 'Not today', optionId: 'no' });
    expect(made.approval('a')?.details).to.deep.equal({ reason: 'Not today', optionId: 'no' });
    await done;
    expect(made.approval('a')).to.not.have.property('details');
    await made.session.decide('a', { decision: 'reject', reason: 'Not today' });
    made.session.push(frame('tool.approval_response', { approvalId: 'a', approved: false }));
    expect(made.approval('a'), 'a server that does not repeat it').to.deep.include({ status: 'rejected', reason: 'Not today' });
  });

  it('an answer after reset() is of no interest', async () => {
    const net = new ScriptedFetch(jsonReply(422, {}));
    const made = waiting(net);
    const done = made.session.decide('a', { decision: 'approve' });
    made.session.reset();
    made.session.push([frame('run.started'), asked('a')]);
    await done;
    expect(made.approval('a')).to.not.have.property('error');
    expect(made.faults).to.deep.equal([]);
  });
});

describe('session: settleByHost()', () => {
  it('sends at once, and hands over when the host is done', async () => {
    const made = waiting(new ScriptedFetch(ok()));
    let resolve = (): void => undefined;
    void made.session.settleByHost('a', { decision: 'approve' }, new Promise<void>((done) => (resolve = done)));
    expect(made.approval('a')?.status).to.equal('sending');
    await made.session.decide('a', { decision: 'reject' });
    resolve();
    await settled();
    expect(made.approval('a')).to.deep.include({ status: 'sending', handedOver: true, decision: 'approve' });
    expect(made.net.sent).to.have.length(0);
  });

  it('fails with the words of the host', async () => {
    const made = waiting(new ScriptedFetch(ok()));
    await made.session.settleByHost('a', { decision: 'approve' }, Promise.reject(new Error('No quota')));
    expect(made.approval('a')).to.deep.include({ status: 'pending', error: { code: 'approval-not-sent', message: 'No quota' } });
    expect(made.faults.map(({ code }) => code)).to.deep.equal(['approval-not-sent']);
  });
});

describe('session: expiry', () => {
  const at = (made: Fixture, milliseconds: number) => ({ expiresAt: made.clock.now() + milliseconds });

  it('A4 expires at the deadline, with one timer, whatever the wall clock does', async () => {
    const made = fixture();
    made.session.push([asked('a', at(made, 10_000)), asked('b', at(made, 5_000)), asked('c')]);
    expect(made.clock.pending).to.equal(1);
    made.clock.jump(86_400_000);
    made.session.check();
    await made.clock.tick(4_999);
    expect(made.approval('b')?.status).to.equal('pending');
    made.clock.jump(-2 * 86_400_000);
    await made.clock.tick(1);
    expect(['a', 'b', 'c'].map((id) => made.approval(id)?.status)).to.deep.equal(['pending', 'expired', 'pending']);
    await made.clock.tick(5_000);
    expect(made.approval('a')?.status).to.equal('expired');
    expect(made.clock.pending).to.equal(0);
  });

  it('does not expire what is decided, and follows a new deadline', async () => {
    const made = fixture();
    made.session.push([asked('a', at(made, 10_000)), asked('b', at(made, 10_000))]);
    made.session.push(frame('tool.approval_response', { approvalId: 'a', approved: true }));
    made.session.push(asked('b', at(made, 60_000)));
    await made.clock.tick(10_000);
    expect([made.approval('a')?.status, made.approval('b')?.status]).to.deep.equal(['accepted', 'pending']);
    await made.clock.tick(50_000);
    expect(made.approval('b')?.status).to.equal('expired');
  });

  it('a deadline in a month takes no timer that fires at once', async () => {
    const made = fixture();
    made.session.push(asked('a', at(made, 40 * 86_400_000)));
    expect(made.clock.next).to.equal(2 ** 31 - 1);
    await made.clock.tick(2 ** 31);
    expect(made.approval('a')?.status).to.equal('pending');
    await made.clock.tick(40 * 86_400_000 - 2 ** 31);
    expect(made.approval('a')?.status).to.equal('expired');
  });

  it('is found by check() after a sleep', () => {
    const made = fixture();
    made.session.push(asked('a', at(made, 10_000)));
    made.clock.sleep(3_600_000);
    made.session.check();
    expect(made.approval('a')?.status).to.equal('expired');
  });
});

describe('session: stop()', () => {
  function running(net: ScriptedFetch, stopUrl = '/runs/{runId}/stop'): Fixture {
    const made = fixture({ net, config: { stopUrl } });
    made.session.push(frame('tool.started', { callId: 'c' }));
    return made;
  }

  it('T12 is stopping until the server ends the run', async () => {
    const net = new ScriptedFetch(jsonReply(202, {}));
    const made = running(net);
    const both = Promise.all([made.session.stop(), made.session.stop()]);
    expect(made.state.run.stopping).to.equal(true);
    await both;
    expect(net.sent.map(({ url, body }) => [url, body])).to.deep.equal([['/runs/run_1/stop', { runId: 'run_1' }]]);
    expect(made.state.run.stopping).to.equal(true);
    made.session.push(frame('run.settlement.completed', { outcome: 'cancelled' }));
    expect(made.state.run).to.not.have.property('stopping');
    await made.session.stop();
    expect(net.sent).to.have.length(1);
  });

  it('a failure takes it back, and may be tried again', async () => {
    const net = new ScriptedFetch(jsonReply(500, { error: 'Busy' }), jsonReply(409, {}));
    const made = running(net);
    await made.session.stop();
    expect(made.state.run).to.not.have.property('stopping');
    expect(made.faults).to.deep.equal([{ code: 'stop-failed', message: 'Busy', retryable: true }]);
    await made.session.stop();
    expect(made.state.run.stopping).to.equal(true);
  });

  it('does nothing without an address', async () => {
    const net = new ScriptedFetch(jsonReply(202, {}));
    await running(net, '').session.stop();
    expect(net.sent).to.have.length(0);
  });
});
