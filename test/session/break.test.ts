/** C4, F19: the stream does not go on from what came before, because events were lost or the server began anew. */
import { expect, waitUntil } from '@open-wc/testing';
import fc from 'fast-check';
import type { ActivityState } from '../../src/activity/state.js';
import type { WireFrame } from '../../src/wire/frame.js';
import { TransportError } from '../../src/wire/transport.js';
import { settled } from '../support/fake-clock.js';
import { fixture, type Fixture, jsonReply, ScriptedFetch, silence } from './fixture.js';
import { RUN_LOG } from './run-log.js';

/** A numbered frame of one run. The id is the number, unless another is given, or none (`null`). */
function numbered(sequence: number, event: string, payload: Readonly<Record<string, unknown>> = {}, id: string | null = String(sequence)): WireFrame {
  return { event, data: JSON.stringify({ runId: 'run_1', sequence, payload }), ...(id !== null && { id }) };
}

const started = (sequence: number, callId: string, id?: string | null): WireFrame => numbered(sequence, 'tool.started', { callId, toolKey: 'a.b' }, id);
const said = (sequence: number, delta: string): WireFrame => numbered(sequence, 'message.delta', { delta });

/** A history of the run, as far as an event. */
function history(lastEventId: string | undefined, text: string, calls: Readonly<Record<string, string>> = {}): Response {
  const toolCalls = Object.entries(calls).map(([callId, status]) => ({ callId, toolKey: 'a.b', status }));
  return jsonReply(200, { data: [{ id: 'm', role: 'assistant', runId: 'run_1', status: 'streaming', text, toolCalls }], meta: { lastEventId } });
}

const codes = ({ faults }: Fixture): string[] => faults.map(({ code }) => code);
const diagnosed = ({ diagnostics }: Fixture): string[] => diagnostics.flat().map(({ code }) => code);

interface Options {
  readonly replies?: ConstructorParameters<typeof ScriptedFetch>;
  readonly hasHistory?: boolean;
}

/** Open, and with a history that answers in this order; the first answer is for the load before the stream. */
async function opened({ replies = [], hasHistory = true }: Options = {}): Promise<Fixture> {
  const config = hasHistory ? { historySrc: '/history' } : {};
  const made = fixture({ net: new ScriptedFetch(jsonReply(200, { data: [] }), ...replies), config });
  made.session.connect();
  await waitUntil(() => made.transport.links.length === 1);
  made.transport.last.sink.open({});
  return made;
}

const asked = ({ net }: Fixture, count: number): Promise<void> => waitUntil(() => net.sent.length === count, 'the history was not asked for');
const told = (made: Fixture, code: string): Promise<void> => waitUntil(() => codes(made).includes(code), `no ${code}`);

async function reopened(made: Fixture): Promise<void> {
  made.transport.last.fail(new TransportError('network', 'cut'));
  await made.clock.tick(1_000);
  made.transport.last.sink.open({});
}

describe('session: a break in the stream, with a history (C4, F19)', () => {
  it('a gap holds what comes, loads the history, drops what it covers, and goes on live', async () => {
    let answer: (response: Response) => void = () => undefined;
    const reply = (): Promise<Response> => new Promise((resolve) => (answer = resolve));
    const made = await opened({ replies: [reply] });
    const { sink } = made.transport.last;
    sink.frames([started(1, 'c1'), said(2, 'a')]);
    sink.frames([said(4, 'c'), said(5, 'd')]);
    await asked(made, 2);
    sink.frames([said(6, 'e')]);
    expect(made.state.message.text, 'held').to.equal('a');
    answer(history('4', 'abc', { c1: 'completed', c2: 'executing' }));
    await told(made, 'resynced');
    expect(made.state.message.text).to.equal('abcde');
    expect([...made.state.calls].map(([id, { status }]) => [id, status])).to.deep.equal([['c1', 'completed'], ['c2', 'active']]);
    sink.frames([said(7, 'f')]);
    expect(made.state.message.text).to.equal('abcdef');
    expect(made.transport.links, 'the same connection').to.have.length(1);
    expect(codes(made)).to.deep.equal(['resynced']);
    expect(diagnosed(made)).to.deep.equal(['gap']);
    expect(made.session.lastEventId).to.equal('7');
  });

  it('a history that is ahead of the stream covers what is still to come', async () => {
    const made = await opened({ replies: [history('6', 'abcdef')] });
    const { sink } = made.transport.last;
    sink.frames([said(1, 'a'), said(4, 'd')]);
    await told(made, 'resynced');
    sink.frames([said(5, 'e'), said(6, 'f'), said(7, 'g')]);
    expect(made.state.message.text).to.equal('abcdefg');
  });

  it('a second gap, after what the history covers, is filled as well', async () => {
    const made = await opened({ replies: [history('3', 'abc'), history('7', 'abcdefg')] });
    const { sink } = made.transport.last;
    sink.frames([said(1, 'a')]);
    sink.frames([said(3, 'c'), said(4, 'd'), said(7, 'g'), said(8, 'h')]);
    await waitUntil(() => codes(made).length === 2);
    expect(made.state.message.text).to.equal('abcdefgh');
    expect(codes(made)).to.deep.equal(['resynced', 'resynced']);
  });

  it('after a reconnect, an event that was missed shows by its sequence', async () => {
    const made = await opened({ replies: [history('3', 'abc')] });
    made.transport.last.sink.frames([said(1, 'a')]);
    await reopened(made);
    made.transport.last.sink.frames([said(3, 'c'), said(4, 'd')]);
    await told(made, 'resynced');
    expect(made.state.message.text).to.equal('abcd');
  });

  it('a server that began anew with another numbering is told from one that sends everything again', async () => {
    const made = await opened({ replies: [history('2', 'x')] });
    const log = [started(1, 'c1'), started(2, 'c2'), said(3, 'a')];
    made.transport.last.sink.frames(log);
    await reopened(made);
    const before = made.state;
    made.transport.last.sink.frames(log);
    expect(made.state, 'F18 a replay').to.equal(before);
    expect(codes(made)).to.deep.equal(['network']);
    await reopened(made);
    made.transport.last.sink.frames([started(1, 'd1'), said(2, 'x'), said(3, 'y')]);
    await told(made, 'resynced');
    expect(made.state.message.text).to.equal('xy');
    expect(diagnosed(made)).to.include('restart');
    made.transport.last.sink.frames([said(4, 'z')]);
    expect(made.state.message.text).to.equal('xyz');
  });

  it('ids alone tell that the numbers began anew', async () => {
    const made = await opened({ replies: [history('1', '', { d1: 'executing' })] });
    const bare = (id: string, callId: string): WireFrame => ({ event: 'tool.started', id, data: JSON.stringify({ runId: 'run_1', callId }) });
    made.transport.last.sink.frames([bare('8', 'c1'), bare('9', 'c2')]);
    await reopened(made);
    made.transport.last.sink.frames([bare('1', 'd1'), bare('2', 'd2')]);
    await told(made, 'resynced');
    expect([...made.state.calls.keys()]).to.deep.equal(['c1', 'c2', 'd1', 'd2']);
  });

  it('a notice of the server is enough', async () => {
    const made = await opened({ replies: [history('40', 'forty')] });
    const { sink } = made.transport.last;
    sink.frames([said(1, 'a'), { event: 'stream.gap', data: '{}' }, said(41, '!')]);
    await told(made, 'resynced');
    expect(made.state.message.text).to.equal('forty!');
    expect(codes(made)).to.deep.equal(['resynced']);
  });

  it('a replay while the history loads covers nothing that was held before it', async () => {
    let answer: (response: Response) => void = () => undefined;
    const made = await opened({ replies: [() => new Promise((resolve) => (answer = resolve))] });
    made.transport.last.sink.frames([said(1, 'a'), said(4, 'd')]);
    await asked(made, 2);
    await reopened(made);
    expect(made.transport.last.request.lastEventId).to.equal('4');
    made.transport.last.sink.frames([said(1, 'a'), said(2, 'b'), said(3, 'c'), said(4, 'd'), said(5, 'e')]);
    answer(history('3', 'abc'));
    await told(made, 'resynced');
    expect(made.state.message.text).to.equal('abcde');
  });

  it('ids that nobody can compare: what the history may cover is asked for again, after its cursor', async () => {
    const opaque = (sequence: number, delta: string): WireFrame => numbered(sequence, 'message.delta', { delta }, `id-${delta}`);
    const made = await opened({ replies: [history('id-d', 'abcd'), history('id-i', 'abcdefghi')] });
    made.transport.last.sink.frames([opaque(1, 'a'), opaque(3, 'c'), opaque(4, 'd'), opaque(5, 'e')]);
    await told(made, 'resynced');
    expect([made.state.message.text, made.transport.links.length], 'the cursor is one of those that came').to.deep.equal(['abcde', 1]);
    made.transport.last.sink.frames([opaque(7, 'g')]);
    await waitUntil(() => made.state.message.text === 'abcdefghi');
    made.transport.last.sink.frames([opaque(8, 'h'), opaque(9, 'i')]);
    await made.clock.tick(1_000);
    expect(made.transport.links).to.have.length(2);
    expect(made.transport.last.request.lastEventId).to.equal('id-i');
    made.transport.last.sink.open({});
    made.transport.last.sink.frames([opaque(10, 'j')]);
    expect(made.state.message.text).to.equal('abcdefghij');
    expect(made.session.lastEventId).to.equal('id-j');
  });

  it('an end that was held still ends the run, and the connection', async () => {
    const made = await opened({ replies: [history('2', 'ab')] });
    made.transport.last.sink.frames([said(1, 'a'), said(3, 'c'), numbered(4, 'message.completed')]);
    expect(made.state.connection.status).to.equal('closed');
    expect(made.state.run.status).to.equal('running');
    await told(made, 'resynced');
    expect([made.state.run.status, made.state.message.text]).to.deep.equal(['settled', 'abc']);
    await made.clock.tick(600_000);
    expect(made.transport.links).to.have.length(1);
  });

  it('an approval that was answered in the gap asks no longer', async () => {
    const call = { callId: 'c1', toolKey: 'a.b', status: 'executing', approval: { approvalId: 'a1', approved: true } };
    const reply = jsonReply(200, { data: [{ id: 'm', role: 'assistant', runId: 'run_1', status: 'streaming', toolCalls: [call] }], meta: { lastEventId: '2' } });
    const made = await opened({ replies: [reply] });
    made.transport.last.sink.frames([numbered(1, 'tool.approval_required', { callId: 'c1', approvalId: 'a1' })]);
    expect(made.state.run.status).to.equal('waiting');
    made.transport.last.sink.frames([said(3, 'on')]);
    await told(made, 'resynced');
    expect(made.approval('a1')?.status).to.equal('accepted');
    expect(made.state.calls.get('c1')?.status).to.equal('active');
    expect(made.state.run.status).to.equal('running');
  });

  it('what is not used of a run still has its number: private, unknown and broken frames are no gap', async () => {
    const made = await opened();
    const broken = (data: string): WireFrame => ({ event: 'tool.started', data });
    made.transport.last.sink.frames([said(1, 'a'), numbered(2, 'cot.delta', { text: 'x' }), numbered(3, 'own.event'), numbered(4, 'tool.started'), broken('{'), said(6, 'b')]);
    expect(made.state.message.text).to.equal('ab');
    expect(diagnosed(made)).not.to.include('gap');
    expect(made.net.sent).to.have.length(1);
  });

  it('push() has the same care', async () => {
    const made = fixture({ net: new ScriptedFetch(history('2', 'ab')), config: { historySrc: '/history', src: undefined, transport: undefined } });
    made.session.push([said(1, 'a'), said(3, 'c')]);
    await told(made, 'resynced');
    expect(made.state.message.text).to.equal('abc');
  });
});

describe('session: a break that nothing fills (F19, R3)', () => {
  it('without a history it is told once, and the stream goes on', async () => {
    const made = await opened({ hasHistory: false });
    made.transport.last.sink.frames([said(1, 'a'), said(3, 'c'), said(6, 'f')]);
    expect(made.state.message.text).to.equal('acf');
    expect(made.faults).to.deep.equal([{ code: 'events-lost', message: 'Some activity may be missing.', retryable: false }]);
    expect(diagnosed(made)).to.deep.equal(['gap']);
    expect(made.diagnostics.flat()[0]).to.include({ count: 2 });
  });

  it('without a history another numbering is taken from its beginning', async () => {
    const made = await opened({ hasHistory: false });
    made.transport.last.sink.frames([started(1, 'c1'), said(2, 'old')]);
    await reopened(made);
    made.transport.last.sink.frames([started(1, 'd1'), said(2, 'new'), said(3, '!')]);
    expect(codes(made)).to.deep.equal(['network', 'events-lost']);
    expect(made.state.message.text).to.equal('new!');
  });

  it('a history that fails is told with its cause; the events that were held count', async () => {
    const made = await opened({ replies: [jsonReply(503, {}), history('4', 'abcd')] });
    const { sink } = made.transport.last;
    sink.frames([said(1, 'a'), said(4, 'd')]);
    await told(made, 'events-lost');
    expect(codes(made)).to.deep.equal(['history-failed', 'events-lost']);
    expect(made.faults[0]?.cause).to.be.instanceOf(TransportError).and.include({ code: 'http', status: 503 });
    expect(made.faults[1]?.retryable).to.equal(true);
    expect(made.state.message.text).to.equal('ad');
    made.session.retry();
    sink.frames([said(5, 'e')]);
    await told(made, 'resynced');
    expect(made.state.message.text, 'retry() asks again').to.equal('abcde');
    expect(made.transport.links).to.have.length(1);
  });

  it('a history that ends before the gap takes nothing back', async () => {
    const made = await opened({ replies: [history('1', 'a')] });
    made.transport.last.sink.frames([said(1, 'a'), said(2, 'b'), said(4, 'd')]);
    await told(made, 'events-lost');
    expect(made.state.message.text).to.equal('abd');
  });

  it('a stream that breaks at every event asks five times, then says so', async () => {
    const made = await opened({ replies: [() => history(undefined, '')] });
    for (let sequence = 1; sequence < 40; sequence += 2) {
      made.transport.last.sink.frames([started(sequence, `c${String(sequence)}`)]);
      await settled();
      await waitUntil(() => made.state.calls.size === (sequence + 1) / 2);
    }
    expect(made.net.sent).to.have.length(1 + 5);
    expect(codes(made)).to.deep.equal([...Array.from({ length: 5 }, () => 'resynced'), 'events-lost']);
  });

  it('close() in the middle of it lets the held events count, and the next connection begins with the history', async () => {
    const made = await opened({ replies: [silence(), history('4', 'abcd')] });
    made.transport.last.sink.frames([said(1, 'a'), said(4, 'd')]);
    await asked(made, 2);
    made.session.close();
    expect(made.state.message.text).to.equal('ad');
    expect(codes(made)).to.deep.equal(['events-lost']);
    made.session.connect();
    await waitUntil(() => made.transport.links.length === 2);
    expect(made.state.message.text).to.equal('abcd');
    expect(made.transport.last.request.lastEventId).to.equal('4');
    expect(codes(made)).to.deep.equal(['events-lost', 'resynced']);
    made.session.dispose();
    expect(made.clock.pending).to.equal(0);
  });
});

describe('session: a cursor that the server refuses (C4, F19)', () => {
  const refusal = (status: number): TransportError => new TransportError('http', 'Unknown cursor', { status });

  async function refused(status: number, options: Options = {}): Promise<Fixture> {
    const made = await opened(options);
    made.transport.last.sink.frames([said(1, 'a'), said(2, 'b')]);
    made.transport.last.end();
    await made.clock.tick(1_000);
    expect(made.transport.last.request.lastEventId).to.equal('2');
    made.transport.last.fail(refusal(status));
    await waitUntil(() => made.transport.links.length === 3);
    return made;
  }

  for (const status of [409, 410, 412, 416]) {
    it(`${String(status)}: the history again, and on from its cursor, at once`, async () => {
      const made = await refused(status, { replies: [history('60', 'sixty')] });
      expect(made.transport.last.request.lastEventId).to.equal('60');
      made.transport.last.sink.open({});
      made.transport.last.sink.frames([said(61, '!')]);
      expect(made.state.message.text).to.equal('sixty!');
      expect(codes(made)).to.deep.equal(['stream-interrupted', 'resynced']);
    });
  }

  it('without a history it takes what the server has, and says that something may be missing', async () => {
    const made = await refused(412, { hasHistory: false });
    expect(made.transport.last.request).not.to.have.property('lastEventId');
    made.transport.last.sink.open({});
    made.transport.last.sink.frames([said(2, 'b'), said(3, 'c')]);
    expect(made.state.message.text).to.equal('abc');
    expect(codes(made)).to.deep.equal(['stream-interrupted', 'events-lost']);
  });

  it('the cursor of the history refused as well: without one, and then it is final', async () => {
    const made = await refused(410, { replies: [history('60', 'sixty')] });
    made.transport.last.fail(refusal(410));
    await waitUntil(() => made.transport.links.length === 4);
    expect(made.transport.last.request).not.to.have.property('lastEventId');
    made.transport.last.fail(refusal(410));
    await made.clock.tick(600_000);
    expect(made.transport.links).to.have.length(4);
    expect(made.state.connection).to.deep.include({ status: 'failed' });
    expect(made.state.connection.error?.code).to.equal('not-found');
  });

  it('close() meanwhile sends nothing more', async () => {
    const made = await opened({ replies: [silence()] });
    made.transport.last.sink.frames([said(1, 'a')]);
    made.transport.last.end();
    await made.clock.tick(1_000);
    made.transport.last.fail(refusal(409));
    await asked(made, 2);
    made.session.close();
    await made.clock.tick(60_000);
    expect(made.transport.links).to.have.length(2);
  });
});

/** All of a state that the server decides. A history that came late adds its steps to the end, so their order is not compared. */
function shown({ run, calls, approvals, plan, message, capability }: ActivityState): string {
  return JSON.stringify({ status: run.status, outcome: run.outcome, calls: [...calls.values()].map(({ callId, status }) => [callId, status]).sort(), approvals: [...approvals.values()].map(({ approvalId, status }) => [approvalId, status]), plan: plan.map(({ stepId }) => stepId).sort(), message: message.text, capability: capability?.key });
}

const FRAMES: readonly WireFrame[] = RUN_LOG.map((text, index) => {
  const [event = '', data = ''] = text.split('\n').map((line) => line.replace(/^\w+: /, ''));
  return { event, data, id: String(index + 1) };
});

/** What a server has persisted after so many events, by the same rules as the events themselves. */
function persistedAfter(count: number): Response {
  const { state } = played(FRAMES.slice(0, count));
  const approvals = [...state.approvals.values()];
  const toolCalls = [...state.calls.values()].map(({ callId, toolKey, status, input, output, error }) => {
    const approval = approvals.find((each) => each.callId === callId);
    const word = status === 'active' ? 'executing' : status;
    const decided = approval?.status === 'accepted' ? { approved: true } : {};
    return { callId, toolKey, status: word, input, output, error, ...(approval && { approval: { approvalId: approval.approvalId, ...decided } }) };
  });
  const planSteps = state.plan.map(({ stepId, label, callId }) => ({ stepId, label, callId }));
  const status = state.run.outcome ?? 'streaming';
  const message = { id: 'm', role: 'assistant', runId: 'run_1', status, text: state.message.text, capability: state.capability, planSteps, toolCalls };
  return jsonReply(200, { data: [message], meta: { lastEventId: String(count) } });
}

function played(frames: readonly WireFrame[]): Fixture {
  const made = fixture({ config: { src: undefined, transport: undefined } });
  made.session.push(frames);
  return made;
}

describe('session: events lost at random (F19, R3)', () => {
  it('the state is that of the whole run, or it was told that something is missing', async () => {
    const whole = shown(played(FRAMES).state);
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(fc.nat(FRAMES.length - 2)), fc.integer({ min: 1, max: 7 }), fc.boolean(), async (dropped, chunk, hasHistory) => {
        const sent = FRAMES.filter((_, index) => !dropped.includes(index));
        let count = 0;
        const net = new ScriptedFetch(() => (count === 0 ? jsonReply(200, { data: [] }) : persistedAfter(count)));
        const made = fixture({ net, config: hasHistory ? { historySrc: '/history' } : {} });
        made.session.connect();
        await waitUntil(() => made.transport.links.length === 1);
        made.transport.last.sink.open({});
        for (let at = 0; at < sent.length; at += chunk) {
          const piece = sent.slice(at, at + chunk);
          count = Number(piece.at(-1)?.id ?? 0);
          made.transport.last.sink.frames(piece);
          if (at % 2 === 0) await settled();
        }
        await waitUntil(() => made.state.run.status === 'settled');
        const isSame = shown(made.state) === whole;
        // The first frame of a stream cannot be missed by its number.
        const first = dropped.includes(0) && sent[0]?.id !== '1';
        const told = codes(made).includes('events-lost') || (first && codes(made).length === 0);
        made.session.dispose();
        if (!isSame && !told) throw new Error(`${shown(made.state)} is not ${whole}; told ${codes(made).join(', ')}`);
        if (hasHistory && dropped.length > 0 && !first && !codes(made).includes('resynced')) throw new Error('not told');
      }),
      { numRuns: 60 },
    );
  });
});
