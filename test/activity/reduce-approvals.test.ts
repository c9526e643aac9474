import { expect } from '@open-wc/testing';
import type { ActivityEvent, ApprovalLocal, ApprovalRequest, ApprovalResponse } from '../../src/activity/event.js';
import { reduce } from '../../src/activity/reduce.js';
import type { Approval, ApprovalStatus, ToolStatus } from '../../src/activity/state.js';
import { after, ask, FINAL, observe, OPEN, settled, start, withApproval, withCall } from './states.js';

const ANSWERED: readonly ApprovalStatus[] = ['accepted', 'rejected', 'expired', 'cancelled'];
const DECISIONS: readonly ApprovalResponse['decision'][] = ['accepted', 'rejected', 'expired', 'cancelled'];
const CALL_AFTER: Readonly<Record<ApprovalResponse['decision'], ToolStatus>> = {
  accepted: 'active',
  rejected: 'rejected',
  expired: 'expired',
  cancelled: 'cancelled',
};

const request = (fields: Partial<ApprovalRequest> = {}): ApprovalEvent => ({ type: 'approval.request', approvalId: 'a', callId: 'c', ...fields });
const response = (decision: ApprovalResponse['decision'], fields: Partial<ApprovalResponse> = {}): ApprovalEvent => ({
  type: 'approval.response',
  approvalId: 'a',
  decision,
  ...fields,
});
const local = (phase: ApprovalLocal['phase'], fields: Partial<ApprovalLocal> = {}): ApprovalEvent => ({ type: 'approval.local', approvalId: 'a', phase, ...fields });
type ApprovalEvent = ApprovalRequest | ApprovalResponse | ApprovalLocal;

function approval(...events: ActivityEvent[]): Approval {
  return after(start, ...events).approvals.get('a')!;
}

describe('an approval is answered once (behaviour A1, A4)', () => {
  it('the server answers an open one, from each status; its call follows', () => {
    for (const from of ['pending', 'sending'] as const) {
      for (const decision of DECISIONS) {
        const state = reduce(withApproval({ status: from }), [response(decision, { at: 7 })]);
        expect(state.approvals.get('a')!.status, `${from}, ${decision}`).to.equal(decision);
        expect(state.approvals.get('a')!.settledBy).to.equal('server');
        expect(state.calls.get('c')!.status, `${from}, ${decision}`).to.equal(CALL_AFTER[decision]);
        expect(state.calls.get('c')!.endedAt).to.equal(decision === 'accepted' ? undefined : 7);
        expect(state.run.status).to.equal('running');
      }
    }
  });

  it('what the server answered stays, whatever comes', () => {
    const events = [...DECISIONS.map((decision) => response(decision)), request(), ...(['sending', 'handed_over', 'failed', 'elsewhere', 'expired'] as const).map((phase) => local(phase))];
    for (const status of ANSWERED) {
      for (const event of events) {
        const before = withApproval({ status, settledBy: 'server' }, 'active');
        const { state, dropped } = observe(before, event);
        expect(state.approvals, `${status}, ${event.type}`).to.equal(before.approvals);
        expect(dropped, `${status}, ${event.type}`).to.have.length(1);
      }
    }
  });

  it('what was settled here may be corrected by the server, and by nobody else', () => {
    for (const status of ['expired', 'cancelled'] as const) {
      for (const decision of DECISIONS) {
        const before = withApproval({ status, settledBy: 'local' }, 'active');
        expect(reduce(before, [response(decision)]).approvals.get('a')!.status).to.equal(decision);
        expect(reduce(before, [local('sending')]).approvals).to.equal(before.approvals);
        expect(reduce(before, [request()]).approvals).to.equal(before.approvals);
      }
    }
  });

  const phases: readonly (readonly [ApprovalLocal['phase'], pending: ApprovalStatus, sending: ApprovalStatus])[] = [
    ['sending', 'sending', 'sending'],
    ['handed_over', 'pending', 'sending'],
    ['failed', 'pending', 'pending'],
    ['elsewhere', 'cancelled', 'cancelled'],
    ['expired', 'expired', 'expired'],
  ];
  for (const [phase, pending, sending] of phases) {
    it(`${phase}: from each open status (behaviour A3)`, () => {
      expect(reduce(withApproval({}), [local(phase)]).approvals.get('a')!.status).to.equal(pending);
      expect(reduce(withApproval({ status: 'sending' }), [local(phase)]).approvals.get('a')!.status).to.equal(sending);
    });
  }

  it('a retryable error unlocks the card, takes the decision back and says why', () => {
    const error = { code: 'network', message: 'No connection' };
    const locked = reduce(withApproval({}), [local('sending', { decision: 'approve' })]);
    expect(locked.approvals.get('a')).to.include({ status: 'sending', decision: 'approve' });
    const unlocked = reduce(locked, [local('failed', { error })]);
    expect(unlocked.approvals.get('a')).to.deep.equal({ approvalId: 'a', callId: 'c', status: 'pending', error });
    expect(reduce(unlocked, [local('sending', { decision: 'reject' })]).approvals.get('a')!.error).to.equal(undefined);
  });

  it('handed over is shown until the server answers', () => {
    const state = reduce(withApproval({ status: 'sending', decision: 'approve' }), [local('handed_over')]);
    expect(state.approvals.get('a')!.handedOver).to.be.true;
    expect(state.run.waitingFor).to.equal('approval');
    expect('handedOver' in reduce(state, [response('accepted')]).approvals.get('a')!).to.be.false;
  });

  it('expired here: the call too, until the server says otherwise (A4)', () => {
    const expired = reduce(withApproval({}), [local('expired', { reason: 'Too late' })]);
    expect(expired.approvals.get('a')).to.include({ status: 'expired', settledBy: 'local', reason: 'Too late' });
    expect(expired.calls.get('c')).to.include({ status: 'expired', assumed: true });
    expect(expired.run.status).to.equal('running');
    const corrected = reduce(expired, [response('accepted')]);
    expect(corrected.approvals.get('a')!.status).to.equal('accepted');
    expect(corrected.calls.get('c')!.status).to.equal('active');
    expect('assumed' in corrected.calls.get('c')!).to.be.false;
  });

  it('answered elsewhere closes the card and leaves the call to the server', () => {
    const state = reduce(withApproval({}), [local('elsewhere')]);
    expect(state.approvals.get('a')).to.include({ status: 'cancelled', answeredElsewhere: true });
    expect(state.calls.get('c')!.status).to.equal('awaiting_approval');
  });
});

describe('a request', () => {
  it('alone draws the card and its call (behaviour A9)', () => {
    const state = after(request({ toolKey: 'book', input: { day: 1 }, prompt: 'Book it?', expiresAt: 9 }));
    expect(state.approvals.get('a')).to.deep.equal({
      approvalId: 'a',
      status: 'pending',
      callId: 'c',
      toolKey: 'book',
      input: { day: 1 },
      prompt: 'Book it?',
      expiresAt: 9,
    });
    expect(state.calls.get('c')).to.deep.equal({ callId: 'c', status: 'awaiting_approval', approvalId: 'a', toolKey: 'book', input: { day: 1 } });
    expect(state.order.map(({ kind, id }) => `${kind} ${id}`)).to.have.members(['call c', 'approval a']);
    expect(state.run).to.deep.equal({ status: 'waiting', waitingFor: 'approval' });
  });

  it('again changes nothing', () => {
    const state = after(start, request({ input: { a: [1] } }));
    expect(reduce(state, [request({ input: { a: [1] } })])).to.equal(state);
  });

  it('for something else in its place is marked as changed, and its call shows what would run', () => {
    const state = after(start, request({ input: 1 }), request({ input: 2 }));
    expect(state.approvals.get('a')).to.include({ status: 'pending', input: 2, changed: true });
    expect(state.calls.get('c')!.input).to.equal(2);
  });

  it('never changes what a decision under way is about', () => {
    const state = reduce(after(start, request({ input: 1 })), [local('sending'), request({ input: 2 })]);
    expect(state.approvals.get('a')).to.include({ status: 'sending', input: 1 });
    expect(state.calls.get('c')!.input).to.equal(1);
  });

  it('stays with its call; one that named none may still find it', () => {
    const bound = after(start, request(), request({ callId: 'd' }));
    expect(bound.approvals.get('a')!.callId).to.equal('c');
    expect(bound.calls.has('d')).to.be.false;
    const found = after(start, { type: 'approval.request', approvalId: 'a' }, request());
    expect(found.calls.get('c')).to.deep.equal({ callId: 'c', status: 'awaiting_approval', approvalId: 'a' });
  });

  it('for something else opens no call that has ended', () => {
    const before = withApproval({ input: 1 }, 'completed');
    expect(reduce(before, [request({ input: 2 })]).calls).to.equal(before.calls);
  });

  it('for a call that has ended is dropped', () => {
    for (const status of FINAL) {
      const { state, dropped } = observe(withCall(status), ask);
      expect(state.approvals.size, status).to.equal(0);
      expect(dropped, status).to.have.length(1);
    }
  });

  it('without a call is a gate of its own', () => {
    const state = after(start, { type: 'approval.request', approvalId: 'gate' });
    expect(state.calls.size).to.equal(0);
    expect(reduce(state, [response('accepted', { approvalId: 'gate' })]).run.status).to.equal('running');
  });
});

describe('what is shown is what will run: an approval and its call (A6)', () => {
  const bare = request();

  it('a request without arguments or a tool of its own asks for those of its call', () => {
    const state = after(start, { type: 'tool.start', callId: 'c', toolKey: 'files.delete' }, { type: 'tool.input', callId: 'c', mode: 'replace', value: { path: '/' } }, bare);
    expect(state.approvals.get('a')).to.include({ toolKey: 'files.delete', status: 'pending' }).and.to.deep.include({ input: { path: '/' } });
    const later = after(start, bare, { type: 'tool.start', callId: 'c', toolKey: 'files.delete' }, { type: 'tool.input', callId: 'c', mode: 'replace', value: 0 });
    expect(later.approvals.get('a')).to.include({ toolKey: 'files.delete', input: 0 }).and.not.to.have.property('changed');
  });

  it('arguments that its call changes afterwards are those that it asks for', () => {
    const input = (value: unknown): ActivityEvent => ({ type: 'tool.input', callId: 'c', mode: 'replace', value });
    const events = [start, input(1), bare, input(2)];
    const state = after(...events);
    expect(state.approvals.get('a')).to.include({ status: 'pending', input: 2 });
    expect(reduce(state, events), 'sent again').to.deep.equal(state);
    expect(reduce(after(start, input(1), bare), [local('sending'), input(2)]).approvals.get('a')).to.include({ status: 'sending', input: 1 });
  });

  it('arguments of its own are asked for whatever its call is said to have, and both show the same', () => {
    const events: ActivityEvent[] = [start, { type: 'tool.start', callId: 'c', toolKey: 'k' }, request({ toolKey: 'k2', input: 1 })];
    const state = after(...events, { type: 'tool.input', callId: 'c', mode: 'replace', value: 2 }, { type: 'tool.progress', callId: 'c', toolKey: 'k' });
    expect(state.approvals.get('a')).to.include({ toolKey: 'k2', input: 1 });
    expect(state.calls.get('c')).to.include({ toolKey: 'k2', input: 1, status: 'awaiting_approval' });
  });

  it('one for another tool leaves nothing of the one before', () => {
    const events = [start, request({ toolKey: 'k', input: 1, prompt: 'Read a file', risk: 'low', options: [{ id: 'y' }], editable: true }), request({ toolKey: 'k2' })];
    const state = after(...events);
    expect(state.approvals.get('a')).to.deep.equal({ approvalId: 'a', callId: 'c', status: 'pending', toolKey: 'k2', changed: true });
    expect(state.calls.get('c')).not.to.have.property('input');
    const answered = reduce(state, [response('accepted')]);
    expect(reduce(answered, events), 'sent again').to.deep.equal(answered);
  });

  it('another one while an answer is on its way is asked when that fails, and forgotten when it counts', () => {
    const error = { code: 'network', message: 'No connection' };
    const during = reduce(after(start, request({ input: 1 })), [local('sending', { decision: 'approve' }), request({ input: 2 })]);
    const failed = reduce(during, [local('failed', { error })]);
    expect(failed.approvals.get('a')).to.deep.equal({ approvalId: 'a', callId: 'c', status: 'pending', input: 2, changed: true });
    expect(failed.calls.get('c')!.input).to.equal(2);
    expect(reduce(during, [request({ input: 1 }), local('failed', { error })]).approvals.get('a'), 'taken back').to.include({ input: 1, error });
    expect(reduce(during, [response('accepted')]).approvals.get('a')).to.include({ status: 'accepted', input: 1 }).and.not.to.have.property('newer');
  });

  it('another one while the answer still waits here for others takes that answer back', () => {
    const kept = reduce(after(start, request({ input: 1 })), [local('sending', { decision: 'approve' }), local('collected')]);
    expect(reduce(kept, [request({ input: 1 })])).to.equal(kept);
    const asked = reduce(kept, [request({ input: 2 })]);
    expect(asked.approvals.get('a')).to.deep.equal({ approvalId: 'a', callId: 'c', status: 'pending', input: 2, changed: true });
  });
});

describe('an answer', () => {
  it('keeps why it was asked apart from why it was answered', () => {
    const asked = request({ reason: 'Writes to the calendar' });
    const said = response('rejected', { reason: 'Wrong day', by: 'ada', at: 5 });
    expect(approval(asked, said)).to.deep.include({ reason: 'Wrong day', requestReason: 'Writes to the calendar', decidedBy: 'ada', decidedAt: 5 });
    expect(approval(asked, response('accepted')).reason).to.equal(undefined);
    expect(approval(said, asked), 'the answer first').to.deep.include({ status: 'rejected', reason: 'Wrong day', requestReason: 'Writes to the calendar' });
    const silent = approval(response('accepted'), asked);
    expect([silent.reason, silent.requestReason], 'an answer without a reason first').to.deep.equal([undefined, 'Writes to the calendar']);
  });

  it('before its request is known: the card never shows controls (behaviour A1)', () => {
    for (const decision of DECISIONS) {
      const state = after(start, response(decision), request());
      expect(state.approvals.get('a')!.status, decision).to.equal(decision);
      expect(state.run.status, decision).to.equal('running');
    }
  });

  it('finds its approval by id, else the open one of its call (behaviour A2)', () => {
    const two = after(start, request({ approvalId: 'a1', callId: 'c1' }), request({ approvalId: 'a2', callId: 'c2' }));
    const one = reduce(two, [{ type: 'approval.response', callId: 'c2', decision: 'rejected' }]);
    expect(one.approvals.get('a1')).to.equal(two.approvals.get('a1'));
    expect(one.approvals.get('a2')!.status).to.equal('rejected');
    const ofOne = after(start, request({ approvalId: 'a1' }), request({ approvalId: 'a2' }));
    const other = reduce(ofOne, [response('accepted', { approvalId: 'a3', callId: 'c' })]);
    for (const id of ['a1', 'a2']) expect(other.approvals.get(id), `${id} is not what was answered`).to.equal(ofOne.approvals.get(id));
    expect(reduce(other, [response('accepted', { approvalId: 'a3', callId: 'c' })]), 'again').to.equal(other);
    expect(one.run.waitingFor).to.equal('approval');
  });

  it('for a call that nobody has announced makes its card', () => {
    for (const decision of DECISIONS) {
      const state = after(start, response(decision, { callId: 'c', at: 7 }), { type: 'tool.start', callId: 'c', toolKey: 'book' });
      expect(state.calls.get('c')).to.include({ status: CALL_AFTER[decision], toolKey: 'book', approvalId: 'a' });
    }
  });

  it('never counts for an approval that only reads like its call', () => {
    const state = after(start, request({ approvalId: 'd', callId: 'c' }));
    const next = observe(state, { type: 'approval.response', callId: 'd', decision: 'accepted' });
    expect(next.state).to.equal(state);
    expect(next.dropped).to.have.length(1);
    const gate = after(start, { type: 'approval.request', approvalId: 'd' }, { type: 'approval.response', callId: 'd', decision: 'accepted' });
    expect(gate.approvals.get('d')!.status).to.equal('accepted');
  });

  it('for an unknown approval of a call that is over is dropped', () => {
    const { state, dropped } = observe(withCall('completed'), response('accepted', { callId: 'c' }));
    expect(state.approvals.size).to.equal(0);
    expect(dropped).to.have.length(1);
  });

  it('that names nothing is dropped', () => {
    const { dropped } = observe(after(start), { type: 'approval.response', decision: 'accepted' });
    expect(dropped).to.have.length(1);
  });

  it('leaves the others alone (behaviour A8)', () => {
    const state = after(start, request(), request({ approvalId: 'b', callId: 'd' }));
    const next = reduce(state, [response('rejected')]);
    expect(next.approvals.get('b')).to.equal(state.approvals.get('b'));
    expect(next.calls.get('d')).to.equal(state.calls.get('d'));
  });
});

describe('waiting is derived from open approvals', () => {
  it('begins with the first and ends with the last', () => {
    const events: readonly (readonly [ActivityEvent, string])[] = [
      [start, 'running'],
      [request(), 'waiting approval'],
      [request({ approvalId: 'b', callId: 'd' }), 'waiting approval'],
      [response('accepted'), 'waiting approval'],
      [local('sending', { approvalId: 'b' }), 'waiting approval'],
      [local('failed', { approvalId: 'b' }), 'waiting approval'],
      [response('rejected', { approvalId: 'b' }), 'running'],
      [request({ approvalId: 'e', callId: 'f' }), 'waiting approval'],
      [{ type: 'tool.end', callId: 'f', result: 'completed' }, 'running'],
    ];
    let state = after();
    for (const [event, expected] of events) {
      state = reduce(state, [event]);
      expect([state.run.status, state.run.waitingFor].filter(Boolean).join(' '), event.type).to.equal(expected);
    }
  });

  it('goes on with other calls meanwhile, and still waits', () => {
    for (const event of [
      { type: 'tool.start', callId: 'd' },
      { type: 'tool.progress', callId: 'd' },
      { type: 'message.delta', mode: 'append', text: 'x' },
      { type: 'think.heading', heading: 'x' },
      { type: 'run.start', runId: 'r' },
      { type: 'run.ended', outcome: 'completed' },
    ] as ActivityEvent[]) {
      expect(reduce(withApproval({}), [event]).run, event.type).to.include({ status: 'waiting', waitingFor: 'approval' });
    }
  });

  it('ends with a discard that takes the approval away', () => {
    const state = reduce(withApproval({}), [{ type: 'discard', scope: 'step' }]);
    expect(state.approvals.size).to.equal(0);
    expect(state.run).to.deep.equal({ id: 'r', status: 'running' });
  });

  it('a late event ends a wait that nothing holds, so that a replay ends where the stream did', () => {
    const ended: ActivityEvent[] = [start, request(), response('accepted'), { type: 'tool.end', callId: 'c', result: 'completed' }, { type: 'message.done', status: 'completed', text: 'x' }];
    const late: ActivityEvent[] = [request(), response('accepted'), { type: 'tool.progress', callId: 'c' }, { type: 'message.delta', mode: 'append', text: 'x' }];
    for (const event of late) {
      expect(after(...ended, { type: 'run.waiting', reason: 'auth' }, event).run.status, event.type).to.equal('running');
    }
  });

  it('a call that ends takes its open approval with it', () => {
    for (const status of OPEN) {
      const state = reduce(withApproval({}, status), [{ type: 'tool.end', callId: 'c', result: 'failed' }]);
      expect(state.approvals.get('a')!.status, status).to.equal('cancelled');
    }
  });

  it('the end of the run cancels it (T1)', () => {
    const state = reduce(withApproval({ status: 'sending' }), [settled]);
    expect(state.approvals.get('a')).to.include({ status: 'cancelled', settledBy: 'server' });
    expect(state.run.waitingFor).to.equal(undefined);
  });
});
