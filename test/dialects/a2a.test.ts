import { expect } from '@open-wc/testing';
import fc from 'fast-check';
import type { ActivityEvent } from '../../src/activity/event.js';
import { reduce } from '../../src/activity/reduce.js';
import { type ActivityState, type Approval, emptyState } from '../../src/activity/state.js';
import { a2aDialect } from '../../src/dialects/a2a/index.js';
import type { DecisionRequest } from '../../src/dialects/dialect.js';
import type { WireFrame } from '../../src/wire/frame.js';
import { fixture, jsonReply, ScriptedFetch } from '../session/fixture.js';
import { anyFrame, hostileId } from './arbitrary.js';
import { plain, play } from './frames.js';
import { openSession, testsOfLaws } from './session-laws.js';

const framesOf = (bodies: readonly object[]): WireFrame[] => bodies.map((data) => ({ data: JSON.stringify(data) }));
const played = (...bodies: readonly object[]): ReturnType<typeof play> => play(a2aDialect, framesOf(bodies));
const stateOf = (...bodies: readonly object[]): ActivityState => played(...bodies).state;

const rpc = (result: object): object => ({ jsonrpc: '2.0', id: 1, result });
const say = (text: string): object => ({ text });
const message = (text: string, more: object = {}): object => ({ messageId: 'm', role: 'ROLE_AGENT', parts: [say(text)], ...more });
const task = (state: string, more: object = {}): object => ({ task: { id: 't', contextId: 'c', status: { state: `TASK_STATE_${state}` }, ...more } });
const status = (state: string, more: object = {}): object => ({ statusUpdate: { taskId: 't', contextId: 'c', status: { state: `TASK_STATE_${state}`, ...more } } });
const artifact = (parts: readonly object[], more: object = {}, artifactId = 'a'): object => ({
  artifactUpdate: { taskId: 't', contextId: 'c', artifact: { artifactId, parts }, ...more },
});

const start: ActivityEvent = { type: 'run.start', runId: 't' };
const active: ActivityEvent = { type: 'tool.start', callId: 't', status: 'active' };
const pending: ActivityEvent = { ...active, status: 'pending' };
const delta = (text: string, mode: 'append' | 'replace' = 'append'): ActivityEvent => ({ type: 'message.delta', mode, text, messageId: 't' });

describe('a2a: each event', () => {
  const rows: readonly (readonly [name: string, frames: readonly object[], events: readonly ActivityEvent[]])[] = [
    ['task, submitted', [task('SUBMITTED')], [start, pending]],
    ['task, working', [task('WORKING')], [start, active]],
    ['task of 0.3', [{ kind: 'task', id: 't', contextId: 'c', status: { state: 'submitted' } }], [start, pending]],
    ['in JSON-RPC', [rpc(task('WORKING'))], [start, active]],
    ['task with artifacts', [task('WORKING', { artifacts: [{ artifactId: 'a', parts: [say('A')] }] })], [start, delta('A'), active]],
    ['statusUpdate, working, with words', [status('WORKING', { message: message('Looking'), timestamp: '2026-01-01T00:00:00Z' })], [
      { ...start, at: 1767225600000 },
      { ...active, at: 1767225600000 },
      { type: 'tool.progress', callId: 't', detail: 'Looking', at: 1767225600000 },
    ]],
    ['status-update of 0.3', [{ kind: 'status-update', taskId: 't', status: { state: 'completed' }, final: true }], [
      start,
      { type: 'tool.end', callId: 't', result: 'completed' },
      { type: 'run.settled', outcome: 'completed' },
    ]],
    ['completed, whose words are the answer', [status('COMPLETED', { message: message('Done.') })], [
      start,
      delta('Done.'),
      { type: 'tool.end', callId: 't', result: 'completed' },
      { type: 'run.settled', outcome: 'completed' },
    ]],
    ['completed, whose words are beside an answer', [artifact([say('A')]), status('COMPLETED', { message: message('Done.') })], [
      start,
      delta('A'),
      { type: 'tool.end', callId: 't', result: 'completed', detail: 'Done.' },
      { type: 'run.settled', outcome: 'completed' },
    ]],
    ['failed', [status('FAILED', { message: message('No seat.') })], [
      start,
      { type: 'tool.end', callId: 't', result: 'failed', error: { message: 'No seat.' } },
      { type: 'run.failed', error: { code: 'task-failed', message: 'No seat.' } },
    ]],
    ['canceled', [status('CANCELED')], [start, { type: 'tool.end', callId: 't', result: 'cancelled' }, { type: 'run.settled', outcome: 'cancelled' }]],
    ['rejected', [status('REJECTED', { message: message('Not mine.') })], [
      start,
      { type: 'tool.end', callId: 't', result: 'rejected', reason: 'Not mine.' },
      { type: 'run.settled', outcome: 'refused', reason: 'Not mine.' },
    ]],
    ['input required', [status('INPUT_REQUIRED', { message: message('Which?') })], [
      start,
      {
        type: 'approval.request',
        approvalId: 't m',
        callId: 't',
        prompt: 'Which?',
        editable: false,
        options: [{ id: 'reply', kind: 'allow_once', takesText: true }, { id: 'cancel', kind: 'reject_once' }],
        echo: { version: '1.0', rpc: false, contextId: 'c' },
      },
      { type: 'run.waiting', reason: 'input' },
    ]],
    ['auth required', [rpc({ kind: 'status-update', taskId: 't', status: { state: 'auth-required', message: { parts: [{ kind: 'data', data: { url: 'https://id.example' } }] } } })], [
      start,
      {
        type: 'approval.request',
        approvalId: 't auth',
        callId: 't',
        input: { url: 'https://id.example' },
        editable: false,
        options: [{ id: 'reply', kind: 'allow_once' }, { id: 'cancel', kind: 'reject_once' }],
        echo: { version: '0.3', rpc: true },
      },
      { type: 'run.waiting', reason: 'auth' },
    ]],
    ['artifactUpdate', [artifact([say('A')])], [start, delta('A')]],
    ['artifactUpdate, appended', [artifact([say('A')]), artifact([say('B')], { append: true })], [start, delta('A'), delta('B')]],
    ['artifactUpdate, replaced', [artifact([say('A')]), artifact([say('C')], { append: false })], [start, delta('A'), delta('C', 'replace')]],
    ['artifact-update of 0.3', [{ kind: 'artifact-update', taskId: 't', artifact: { parts: [{ kind: 'text', text: 'A' }] } }], [start, delta('A')]],
    ['artifacts that are values', [artifact([{ data: 0 }]), artifact([{ url: 'https://f.example/a', filename: 'a', mediaType: 'text/plain' }], {}, 'b')], [
      start,
      { type: 'tool.progress', callId: 't', partialOutput: 0 },
      { type: 'tool.progress', callId: 't', partialOutput: [0, { name: 'a', type: 'text/plain', url: 'https://f.example/a' }] },
    ]],
    ['thoughts in a message', [status('WORKING', { message: message('', { parts: [{ text: 'hm', metadata: { adk_thought: true } }] }) })], [
      start,
      { type: 'think.start', partId: 'm', kind: 'raw' },
      { type: 'think.delta', partId: 'm', kind: 'raw', mode: 'replace', text: 'hm' },
      { type: 'think.end', partId: 'm' },
      active,
    ]],
    ['message alone', [{ message: message('Hi') }], [
      { type: 'run.start', runId: 'm' },
      { type: 'message.delta', mode: 'append', text: 'Hi', messageId: 'm' },
      { type: 'run.settled', outcome: 'completed' },
    ]],
    ['message of 0.3', [rpc({ kind: 'message', ...message('Hi') })], [
      { type: 'run.start', runId: 'm' },
      { type: 'message.delta', mode: 'append', text: 'Hi', messageId: 'm' },
      { type: 'run.settled', outcome: 'completed' },
    ]],
    ['message within a task', [task('WORKING'), { message: message('Hi') }], [start, active, delta('Hi')]],
    ['an error of JSON-RPC', [{ jsonrpc: '2.0', id: 1, error: { code: -32001, message: 'no such task' } }], [
      { type: 'run.start' },
      { type: 'run.failed', error: { code: '-32001', message: 'no such task' } },
    ]],
  ];
  for (const [name, frames, events] of rows) {
    it(name, () => {
      const { decoded, diagnostics } = played(...frames);
      expect(decoded).to.deep.equal(events);
      expect(diagnostics).to.deep.equal([]);
    });
  }

  const lost: readonly (readonly [data: unknown, code: string])[] = [
    ['{"task":', 'malformed'],
    ['', 'malformed'],
    ['[]', 'malformed'],
    [{ task: { id: 't' } }, 'malformed'],
    [{ statusUpdate: { taskId: 't' } }, 'malformed'],
    [{ statusUpdate: { taskId: 't', status: { state: 'TASK_STATE_DREAMING' } } }, 'malformed'],
    [{ statusUpdate: { taskId: 't', status: { state: '__proto__' } } }, 'malformed'],
    [{ artifactUpdate: { taskId: 't', artifact: 4 } }, 'malformed'],
    [{ message: { role: 'ROLE_AGENT' } }, 'malformed'],
    [{ message: message('q', { role: 'user' }) }, 'ignored'],
    [{ jsonrpc: '2.0', id: 1, result: {} }, 'unknown'],
    [{ somethingElse: {} }, 'unknown'],
  ];
  for (const [data, code] of lost) {
    it(`counts ${JSON.stringify(data)} as ${code}, and goes on`, () => {
      const { state, diagnostics } = play(a2aDialect, [{ data: task('WORKING') }, { data }, { data: artifact([say('b')]) }]);
      expect(diagnostics.map((one) => one.code)).to.include(code);
      expect([state.run.status, state.message.text]).to.deep.equal(['running', 'b']);
    });
  }
});

describe('a2a: tasks', () => {
  it('are one card each, whatever comes first', () => {
    for (const first of [task('SUBMITTED'), status('WORKING'), artifact([{ data: { a: 1 } }]), status('COMPLETED'), status('INPUT_REQUIRED')]) {
      const { calls, run } = stateOf(first, artifact([{ data: { a: 1 } }]), status('COMPLETED'));
      expect([...calls.values()].map(({ callId, status: word }) => [callId, word])).to.deep.equal([['t', 'completed']]);
      expect(run).to.include({ id: 't', status: 'settled', outcome: 'completed' });
    }
  });

  it('end once; what comes later is counted', () => {
    const { state, diagnostics } = played(task('WORKING'), status('COMPLETED'), status('FAILED'), artifact([say('late')]));
    expect(state.run.outcome).to.equal('completed');
    expect(state.message.text).to.equal('');
    expect(diagnostics.map(({ code }) => code)).to.deep.equal(['duplicate', 'duplicate']);
  });

  it('of another id are another run, and the one before does not come back', () => {
    const other = { statusUpdate: { taskId: 'u', status: { state: 'TASK_STATE_WORKING' } } };
    const { run, calls } = stateOf(task('WORKING'), status('COMPLETED'), other, status('FAILED'));
    expect([run.id, run.status]).to.deep.equal(['u', 'running']);
    expect([...calls.values()].map(({ callId, status: word }) => [callId, word])).to.deep.equal([['t', 'completed'], ['u', 'active']]);
  });

  it('have their whole text once more in a task that is sent again', () => {
    const whole = { artifacts: [{ artifactId: 'a', parts: [say('AB')] }, { artifactId: 'b', parts: [say('C')] }] };
    const { message: text } = stateOf(artifact([say('A')]), artifact([say('B')], { append: true }), task('WORKING', whole));
    expect(text.text).to.equal('AB\n\nC');
  });

  it('without an artifact id have one', () => {
    const { message: text } = stateOf(artifact([say('A')], {}, ''), artifact([say('B')], { append: true }, ''));
    expect(text.text).to.equal('AB');
  });

  it('whose id is told late keep their card', () => {
    const { calls } = stateOf({ statusUpdate: { status: { state: 'TASK_STATE_WORKING' } } }, status('WORKING'), status('COMPLETED'));
    expect([...calls.values()].map(({ status: word }) => word)).to.deep.equal(['completed']);
  });

  it('never show a thought', () => {
    const secret = { parts: [{ text: 'PRIVATE', metadata: { 'x:reasoning': true } }, say('b')] };
    const { state, events } = played(task('WORKING'), status('WORKING', { message: message('', secret) }), artifact(secret.parts), { message: message('', secret) });
    expect(state.message.text).to.contain('b');
    expect(JSON.stringify([plain(state), events])).to.not.contain('PRIVATE');
  });
});

describe('a2a: questions', () => {
  const asks = status('INPUT_REQUIRED', { message: message('Which?') });
  const only = (state: ActivityState): Approval => {
    const [approval, ...more] = [...state.approvals.values()];
    if (approval === undefined || more.length > 0) throw new Error('not one approval');
    return approval;
  };
  const answer = (frames: readonly object[], decision: DecisionRequest): unknown => a2aDialect.answer(only(stateOf(...frames)), decision, 't');

  it('hold the run, also when they are said twice', () => {
    const { run, approvals, calls } = stateOf(task('WORKING'), asks, asks);
    expect([run.status, run.waitingFor, approvals.size, calls.get('t')?.status]).to.deep.equal(['waiting', 'approval', 1, 'awaiting_approval']);
  });

  it('are answered when the task goes on, and end with it', () => {
    expect(only(stateOf(asks, status('WORKING'))).status).to.equal('accepted');
    expect(only(stateOf(asks, artifact([say('A')]))).status).to.equal('accepted');
    expect(only(stateOf(asks, status('CANCELED'))).status).to.equal('cancelled');
  });

  it('asked again after an answer are others, although the message has the same id', () => {
    const { approvals, run } = stateOf(task('WORKING'), asks, status('WORKING'), asks);
    expect([...approvals.values()].map(({ approvalId, status: word }) => [approvalId, word])).to.deep.equal([['t m', 'accepted'], ['t m (2)', 'pending']]);
    expect(run.status).to.equal('waiting');
  });

  it('with a schema are a form', () => {
    const schema = { type: 'object', properties: { seat: { type: 'string' } } };
    for (const data of [schema, { schema }, { requestedSchema: schema }]) {
      const approval = only(stateOf(status('INPUT_REQUIRED', { message: message('', { parts: [say('Seat?'), { data }] }) })));
      expect(approval).to.deep.include({ prompt: 'Seat?', input: {}, editable: { schema } });
    }
  });

  it('are answered by a message on the task, in the names of their version', () => {
    const reply: DecisionRequest = { decision: 'approve', optionId: 'reply', reason: 'Option A' };
    const id = 't m answer';
    const sent = { messageId: id, taskId: 't', contextId: 'c' };
    expect(answer([asks], reply)).to.deep.equal({ message: { role: 'ROLE_USER', ...sent, parts: [{ text: 'Option A' }] }, configuration: { returnImmediately: true } });
    expect(answer([rpc(asks)], reply)).to.deep.equal({
      jsonrpc: '2.0',
      id,
      method: 'SendMessage',
      params: { message: { role: 'ROLE_USER', ...sent, parts: [{ text: 'Option A' }] }, configuration: { returnImmediately: true } },
    });
    const old = { kind: 'status-update', taskId: 't', contextId: 'c', status: { state: 'input-required', message: message('Which?') } };
    expect(answer([rpc(old)], reply)).to.deep.equal({
      jsonrpc: '2.0',
      id,
      method: 'message/send',
      params: { message: { kind: 'message', role: 'user', ...sent, parts: [{ kind: 'text', text: 'Option A' }] }, configuration: { blocking: false } },
    });
    expect(answer([old], { decision: 'approve', input: { seat: '4A' } })).to.deep.nested.include({ 'message.parts': [{ kind: 'data', data: { seat: '4A' } }] });
    expect(answer([old], { decision: 'approve', optionId: 'reply' })).to.deep.nested.include({ 'message.parts': [{ kind: 'text', text: 'OK' }] });
  });

  it('are declined by ending the task, or in words', () => {
    expect(answer([asks], { decision: 'reject', optionId: 'cancel' })).to.deep.equal({ id: 't' });
    expect(answer([rpc(asks)], { decision: 'reject' })).to.deep.equal({ jsonrpc: '2.0', id: 't m answer', method: 'CancelTask', params: { id: 't' } });
    expect(answer([asks], { decision: 'reject', reason: 'Neither' })).to.deep.nested.include({ 'message.parts': [{ text: 'Neither' }] });
  });

  it('are answered as soon as the answer was handed over, and the run waits although the body ended', async () => {
    const net = new ScriptedFetch(jsonReply(200, {}));
    const made = fixture({ net, config: { dialect: a2aDialect, method: 'POST', approvalUrl: '/a2a/{approvalId}' } });
    made.session.connect();
    await made.clock.tick(0);
    made.transport.last.sink.open({});
    made.transport.last.sink.frames(framesOf([rpc(task('WORKING')), rpc(asks)]));
    made.transport.last.end();
    await made.clock.tick(600_000);
    expect([made.state.connection.status, made.state.run.status, made.transport.links.length]).to.deep.equal(['closed', 'waiting', 1]);
    await made.session.decide('t m', { decision: 'approve', optionId: 'reply', reason: 'A' });
    expect(made.approval('t m')?.status).to.equal('accepted');
    expect(net.sent.map(({ body }) => (body as { method: string }).method)).to.deep.equal(['SendMessage']);
    made.session.connect();
    await made.clock.tick(0);
    made.transport.last.sink.open({});
    made.transport.last.sink.frames(framesOf([rpc(task('WORKING')), rpc(artifact([say('Booked.')])), rpc(status('COMPLETED'))]));
    expect([made.state.run.outcome, made.state.message.text, made.state.calls.get('t')?.status]).to.deep.equal(['completed', 'Booked.', 'completed']);
    expect(made.faults).to.deep.equal([]);
    made.session.dispose();
  });

  it('a message alone in the next body is the end', () => {
    const decoder = a2aDialect.createDecoder();
    const events = framesOf([task('WORKING'), asks]).flatMap((frame) => decoder.decode(frame));
    decoder.opened?.();
    const state = reduce(emptyState, [...events, ...framesOf([{ message: message('Never mind.') }]).flatMap((frame) => decoder.decode(frame))]);
    expect([state.run.outcome, state.message.text]).to.deep.equal(['completed', 'Never mind.']);
  });
});

describe('a2a: history', () => {
  const hydrate = (persisted: unknown, live = false): ActivityState => reduce(emptyState, a2aDialect.hydrate(persisted, { live }));
  const done = { id: 't', status: { state: 'TASK_STATE_COMPLETED' }, artifacts: [{ artifactId: 'a', parts: [say('Booked.'), { data: { seat: 4 } }] }] };
  const working = { id: 'u', status: { state: 'TASK_STATE_WORKING' } };

  it('takes a task, its answers and lists, of both versions', () => {
    for (const form of [done, { task: done }, rpc(done), { tasks: [working, done] }, [done], { kind: 'task', ...done, status: { state: 'completed' } }, JSON.stringify(done)]) {
      const state = hydrate(form);
      expect(state.calls.get('t')).to.deep.equal({ callId: 't', status: 'completed', output: { seat: 4 } });
      expect([state.message.text, state.message.status, state.run.status]).to.deep.equal(['Booked.', 'completed', 'idle']);
    }
  });

  it('one that works is interrupted without a stream, and goes on with one', () => {
    expect(hydrate(working).calls.get('u')).to.include({ status: 'interrupted', assumed: true });
    expect(hydrate(working, true).calls.get('u')?.status).to.equal('active');
    expect(hydrate([working, done], true).calls.get('u')?.status).to.equal('interrupted');
  });

  it('one that asks asks again', () => {
    const asks = { id: 't', status: { state: 'TASK_STATE_INPUT_REQUIRED', message: message('Which?') } };
    expect([...hydrate(asks).approvals.values()].map(({ status: word, prompt }) => [word, prompt])).to.deep.equal([['pending', 'Which?']]);
  });

  it('survives anything', () => {
    fc.assert(
      fc.property(fc.anything({ withBigInt: true, withNullPrototype: true, maxDepth: 4 }), fc.boolean(), (persisted, live) => {
        hydrate(persisted, live);
        hydrate({ id: 't', status: persisted, artifacts: persisted }, live);
      }),
      { numRuns: 200 },
    );
  });
});

const odd = fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constantFrom<unknown>(null, '', 5, [], {}));
const parts = fc.oneof(fc.array(fc.oneof(fc.record({ text: fc.string() }), fc.record({ data: odd }), fc.record({ file: odd }), odd.map((one) => ({ metadata: one, text: 'x' }))), { maxLength: 3 }), odd);
const words = fc.constantFrom('SUBMITTED', 'WORKING', 'WORKING', 'INPUT_REQUIRED', 'AUTH_REQUIRED', 'DREAMING');
const anyStatus = fc.record({ state: words.map((word) => `TASK_STATE_${word}`), message: fc.oneof(fc.record({ messageId: hostileId, parts }), odd) }, { requiredKeys: ['state'] });
const update = fc.oneof(
  { weight: 3, arbitrary: fc.record({ taskId: fc.constant('t'), status: anyStatus }).map((statusUpdate) => ({ statusUpdate })) },
  { weight: 3, arbitrary: fc.record({ taskId: fc.constant('t'), artifact: fc.oneof(fc.record({ artifactId: hostileId, parts }), odd), append: fc.oneof(fc.boolean(), odd) }).map((artifactUpdate) => ({ artifactUpdate })) },
  { weight: 1, arbitrary: fc.record({ messageId: hostileId, parts }).map((one) => ({ message: one })) },
);

/** A task from its first frame to its end, or to a question. */
const stream: fc.Arbitrary<WireFrame[]> = fc
  .tuple(fc.array(update, { maxLength: 10 }), fc.constantFrom('COMPLETED', 'FAILED', 'CANCELED', 'REJECTED', 'INPUT_REQUIRED'))
  .map(([updates, last]) => framesOf([task('SUBMITTED'), ...updates, status(last)].map(rpc)));

describe('a2a: laws', () => {
  it('no frame makes it throw', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(anyFrame, fc.oneof(update, odd).map((data): WireFrame => ({ data }))), { maxLength: 12 }), (frames) => {
        expect(play(a2aDialect, frames).state.run.status).to.be.a('string');
      }),
      { numRuns: 200 },
    );
  });

  testsOfLaws(a2aDialect, stream, { numRuns: 60, longest: 20 });

  it('a cut stream is not opened again: the message would be sent twice', async () => {
    const made = await openSession(a2aDialect);
    made.transport.last.sink.frames(framesOf([task('WORKING')]));
    made.transport.last.fail(new TypeError('cut'));
    await made.clock.tick(600_000);
    expect([made.transport.links.length, made.state.run.status, made.state.calls.get('t')?.status]).to.deep.equal([1, 'failed', 'interrupted']);
    made.session.dispose();
  });
});
