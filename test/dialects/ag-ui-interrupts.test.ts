import { expect, waitUntil } from '@open-wc/testing';
import type { ActivityState } from '../../src/activity/state.js';
import { agUiDialect } from '../../src/dialects/ag-ui/index.js';
import type { DecisionRequest } from '../../src/dialects/dialect.js';
import { fixture, jsonReply, ScriptedFetch } from '../session/fixture.js';
import { settled } from '../support/fake-clock.js';
import { args, asks, begin, call, ends, framesOf, legacy, next, result, stateOf, text, written } from './ag-ui-frames.js';
import { openSession } from './session-laws.js';

const decided = { type: 'object', properties: { approved: { type: 'boolean' }, editedArgs: { type: 'object', properties: { path: { type: 'string' } } } } };

/** The body for the approvals of a state, in their order. */
function bodyFor(state: ActivityState, ...requests: readonly DecisionRequest[]): unknown {
  const answers = [...state.approvals.values()].map((approval, at) => ({ approval, request: requests[at] ?? { decision: 'approve' as const } }));
  return agUiDialect.answerAll?.(answers, undefined);
}

describe('ag-ui: interrupts', () => {
  const about = (interrupt: object): ActivityState => stateOf(begin, call(), args('{"path":"a"}'), written(), asks({ id: 'i', reason: 'tool_call', ...interrupt }));

  it('one about a call shows what would run, and lets it be changed where the server takes that', () => {
    const approval = about({ toolCallId: 'c', responseSchema: decided }).approvals.get('i');
    expect(approval).to.deep.equal({ approvalId: 'i', status: 'pending', callId: 'c', toolKey: 'look', input: { path: 'a' }, editable: { schema: decided.properties.editedArgs }, echo: { interruptId: 'i' } });
    expect(about({ toolCallId: 'c' }).approvals.get('i')?.editable).to.equal(false);
  });

  const rows: readonly (readonly [name: string, interrupt: object, request: DecisionRequest, entry: object])[] = [
    ['approved', { toolCallId: 'c' }, { decision: 'approve' }, { status: 'resolved', payload: { approved: true } }],
    ['approved as edited', { toolCallId: 'c', responseSchema: decided }, { decision: 'approve', input: { path: 'b' } }, { status: 'resolved', payload: { approved: true, editedArgs: { path: 'b' } } }],
    ['denied', { toolCallId: 'c' }, { decision: 'reject', reason: 'No' }, { status: 'resolved', payload: { approved: false, reason: 'No' } }],
    ['a text', { reason: 'input_required', responseSchema: { type: 'object', properties: { name: { type: 'string' } } } }, { decision: 'approve', optionId: 'name', reason: 'Ada' }, { status: 'resolved', payload: { name: 'Ada' } }],
    ['a form', { reason: 'input_required', responseSchema: { type: 'object', properties: { a: { type: 'number' }, b: { enum: ['x'] } } } }, { decision: 'approve', input: { a: 1 } }, { status: 'resolved', payload: { a: 1 } }],
    ['no text', { reason: 'input_required', responseSchema: { type: 'object', properties: { name: { type: 'string' } } } }, { decision: 'reject', optionId: 'cancel' }, { status: 'cancelled' }],
    ['words without a schema', { reason: 'input_required' }, { decision: 'approve', optionId: 'text', reason: 'Words' }, { status: 'resolved', payload: 'Words' }],
  ];
  for (const [name, interrupt, request, entry] of rows) {
    it(`answered: ${name}`, () => {
      expect(bodyFor(about(interrupt), request)).to.deep.equal({ resume: [{ interruptId: 'i', ...entry }] });
      const [approval] = about(interrupt).approvals.values();
      if (approval !== undefined) expect(agUiDialect.answer(approval, request, 'r')).to.deep.equal({ resume: [{ interruptId: 'i', ...entry }] });
    });
  }

  it('a question stands beside the call that it comes from, whose arguments it is not about', () => {
    const state = about({ toolCallId: 'c', responseSchema: { type: 'object', properties: { name: { type: 'string' } } } });
    expect([state.approvals.get('i')?.callId, state.calls.get('c')?.input]).to.deep.equal([undefined, { path: 'a' }]);
  });

  it('the run that goes on answers all of them, also on another thread', () => {
    const asked = [begin, call(), written(), asks({ id: 'i', toolCallId: 'c' }, { id: 'j', reason: 'confirmation' })];
    const waiting = stateOf(...asked);
    expect([waiting.run.status, waiting.run.waitingFor, waiting.run.id]).to.deep.equal(['waiting', 'approval', 'r']);
    const after = (input?: object): unknown => {
      const { approvals, calls, run } = stateOf(...asked, { ...next('r2', input), threadId: 'other' });
      return [run.status, run.id, calls.get('c')?.status, ...[...approvals.values()].map(({ status }) => status)];
    };
    expect(after()).to.deep.equal(['running', 'r', 'active', 'accepted', 'accepted']);
    const resume = [{ interruptId: 'j', status: 'cancelled' }, { interruptId: 'i', status: 'resolved', payload: { approved: false } }];
    expect(after({ resume })).to.deep.equal(['running', 'r', 'rejected', 'rejected', 'cancelled']);
  });

  it('an id that is asked again after its answer is another question, and is answered under its own id', () => {
    const again = stateOf(begin, asks({ id: 'i', reason: 'confirmation' }), next('r2'), { ...asks({ id: 'i', reason: 'confirmation' }), runId: 'r2' });
    expect([...again.approvals.values()].map(({ approvalId, status }) => [approvalId, status])).to.deep.equal([['i', 'accepted'], ['i (2)', 'pending']]);
    expect(again.run.status).to.equal('waiting');
    const twice = [...again.approvals.values()].map((approval) => agUiDialect.answer(approval, { decision: 'approve' }, undefined));
    for (const body of twice) expect(body).to.deep.equal({ resume: [{ interruptId: 'i', status: 'resolved', payload: { approved: true } }] });
  });

  it('the run that asked, sent again with its own id, answers nothing', () => {
    const { approvals, run } = stateOf(begin, asks({ id: 'i' }), { ...begin, timestamp: 1 }, { ...asks({ id: 'i' }), timestamp: 2 });
    expect([approvals.get('i')?.status, run.status]).to.deep.equal(['pending', 'waiting']);
  });
});

describe('ag-ui: the older forms of interrupts', () => {
  const actions = { action_requests: [{ name: 'book', args: { day: 1 } }, { name: 'tell', args: {}, description: 'Tell her?' }], review_configs: [{ action_name: 'book', allowed_decisions: ['approve', 'edit'] }, { action_name: 'tell', allowed_decisions: ['approve', 'reject'] }] };

  it('actions are asked one by one, find their calls, and are answered in their order by one command', () => {
    const state = stateOf(begin, call('c', 'book'), args('{"day":1}'), written(), legacy(JSON.stringify(actions)), ends());
    expect([...state.approvals.values()].map(({ callId, toolKey, prompt, editable }) => [callId, toolKey, prompt, editable])).to.deep.equal([['c', 'book', undefined, true], [undefined, 'tell', 'Tell her?', false]]);
    expect([state.run.status, state.calls.get('c')?.status]).to.deep.equal(['waiting', 'awaiting_approval']);
    expect(bodyFor(state, { decision: 'approve', input: { day: 2 } }, { decision: 'reject', reason: 'no' })).to.deep.equal({
      forwardedProps: { command: { resume: { decisions: [{ type: 'edit', edited_action: { name: 'book', args: { day: 2 } } }, { type: 'reject', message: 'no' }] } } },
    });
  });

  it('JavaScript’s spelling is answered in JavaScript’s', () => {
    const state = stateOf(begin, legacy({ actionRequests: [{ name: 'book', args: {} }] }), ends());
    expect(bodyFor(state, { decision: 'approve', input: 1 })).to.deep.equal({ forwardedProps: { command: { resume: { decisions: [{ type: 'edit', editedAction: { name: 'book', args: 1 } }] } } } });
  });

  it('the form before both has its own answers', () => {
    const state = stateOf(begin, legacy({ action_request: { action: 'book', args: {} }, config: { allow_accept: true, allow_respond: true, allow_edit: true }, description: 'D' }), ends());
    const resumed = (request: DecisionRequest): unknown => (bodyFor(state, request) as { forwardedProps: { command: { resume: unknown } } }).forwardedProps.command.resume;
    expect(resumed({ decision: 'approve', optionId: 'accept' })).to.deep.equal([{ type: 'accept', args: null }]);
    expect(resumed({ decision: 'approve', input: { a: 1 } })).to.deep.equal([{ type: 'edit', args: { action: 'book', args: { a: 1 } } }]);
    expect(resumed({ decision: 'reject', optionId: 'respond', reason: 'Later' })).to.deep.equal([{ type: 'response', args: 'Later' }]);
    expect(resumed({ decision: 'reject' })).to.deep.equal([{ type: 'ignore', args: null }]);
  });

  it('a question is answered in words', () => {
    const state = stateOf(begin, legacy('{"question":"Which room?"}'), ends());
    expect([...state.approvals.values()].map(({ prompt }) => prompt)).to.deep.equal(['Which room?']);
    expect(bodyFor(state, { decision: 'approve', optionId: 'text', reason: 'Seven' })).to.deep.equal({ forwardedProps: { command: { resume: 'Seven' } } });
  });

  it('several questions, and new ones beside them, are answered in one body', () => {
    const mixed = [
      { type: 'CUSTOM', name: 'approval-requested', value: { toolCallId: 'c', toolName: 'look', approval: { id: 'a' } } },
      legacy('One?'),
      legacy('Two?'),
    ];
    const state = stateOf(begin, ...mixed, ends());
    expect(bodyFor(state, { decision: 'approve' }, { decision: 'approve', reason: '1' }, { decision: 'reject' })).to.deep.equal({
      resume: [{ interruptId: 'a', status: 'resolved', payload: { approved: true } }],
      forwardedProps: { command: { resume: ['1', null] } },
    });
  });

  it('is not asked a second time where the end of the run asks', () => {
    const state = stateOf(begin, legacy('Sure?'), asks({ id: 'i', message: 'Sure?' }));
    expect([...state.approvals.keys()]).to.deep.equal(['i']);
    expect([...stateOf(begin, legacy('Sure?'), legacy('Sure?'), ends()).approvals.keys()]).to.have.length(1);
  });
});

describe('ag-ui: connections and answers', () => {
  const asked = framesOf([begin, call('c'), written('c'), call('d'), written('d'), asks({ id: 'i', toolCallId: 'c' }, { id: 'j', toolCallId: 'd' })]);

  it('waits although the connection has closed, sends all answers at once, and the next stream goes on with the same run', async () => {
    const net = new ScriptedFetch(jsonReply(200, {}));
    const made = fixture({ net, config: { dialect: agUiDialect, method: 'POST', approvalUrl: '/agent/{runId}/resume' } });
    made.session.connect();
    await settled();
    made.transport.last.sink.open({});
    made.transport.last.sink.frames(asked);
    made.transport.last.end();
    await settled();
    expect([made.state.run.status, made.state.connection.status, made.transport.links.length]).to.deep.equal(['waiting', 'closed', 1]);
    await made.session.decide('j', { decision: 'reject', reason: 'No' });
    expect(net.sent).to.have.length(0);
    await made.session.decide('i', { decision: 'approve' });
    await waitUntil(() => made.approval('i')?.handedOver === true, 'all are handed over');
    expect(net.sent.map(({ url, body }) => [url, body])).to.deep.equal([
      ['/agent/r/resume', { resume: [{ interruptId: 'i', status: 'resolved', payload: { approved: true } }, { interruptId: 'j', status: 'resolved', payload: { approved: false, reason: 'No' } }] }],
    ]);
    expect([made.state.run.status, made.approval('j')?.handedOver]).to.deep.equal(['waiting', true]);
    made.session.connect();
    await settled();
    made.transport.last.sink.open({});
    made.transport.last.sink.frames(framesOf([next('r2'), call('c'), result('x', 'c'), text('Done.'), ends(undefined, 'r2')]));
    made.transport.last.end();
    await settled();
    const { run, calls, message } = made.state;
    expect([run.id, run.outcome, message.text, made.transport.links.length]).to.deep.equal(['r', 'completed', 'Done.', 2]);
    expect([...calls.values()].map(({ status }) => status)).to.deep.equal(['completed', 'rejected']);
    expect([made.approval('i')?.status, made.approval('j')?.status]).to.deep.equal(['accepted', 'rejected']);
    made.session.dispose();
  });

  it('sends nothing that the host did not configure', async () => {
    const net = new ScriptedFetch(jsonReply(200, {}));
    const made = fixture({ net, config: { dialect: agUiDialect } });
    made.session.push(asked);
    await made.session.decide('i', { decision: 'approve' });
    await made.session.decide('j', { decision: 'approve' });
    await settled();
    expect([net.sent.length, made.transport.links.length, made.approval('i')?.handedOver]).to.deep.equal([0, 0, true]);
    made.session.dispose();
  });

  it('a stream that is cut is not opened again: the agent would run twice', async () => {
    const made = await openSession(agUiDialect);
    made.transport.last.sink.frames(framesOf([begin, call()]));
    made.transport.last.fail(new TypeError('cut'));
    await made.clock.tick(600_000);
    expect([made.transport.links.length, made.state.run.status, made.state.calls.get('c')?.status]).to.deep.equal([1, 'failed', 'interrupted']);
  });

  it('an older question counts, though the end of its run was lost', async () => {
    const made = await openSession(agUiDialect);
    made.transport.last.sink.frames(framesOf([begin, legacy('Which?')]));
    made.transport.last.end();
    await settled();
    expect([made.state.run.status, [...made.state.approvals.keys()]]).to.deep.equal(['waiting', ['on_interrupt 1']]);
  });
});
