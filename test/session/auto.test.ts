import { expect, waitUntil } from '@open-wc/testing';
import { MAX_FRAMES } from '../../src/dialects/auto/index.js';
import { dialectNames, loadDialect } from '../../src/dialects/index.js';
import type { WireFrame } from '../../src/wire/frame.js';
import { settled } from '../support/fake-clock.js';
import { fixture, type Fixture, frame, jsonReply, ScriptedFetch } from './fixture.js';

const data = (...bodies: readonly object[]): WireFrame[] => bodies.map((body) => ({ data: JSON.stringify(body) }));
const nothing: WireFrame = { data: '{"type":"ping"}' };

/** A whole stream of a one-shot dialect. */
const openai = data(
  { type: 'response.created', response: { id: 'r' } },
  { type: 'response.output_text.delta', item_id: 'm', output_index: 0, content_index: 0, delta: 'a' },
  { type: 'response.output_text.delta', item_id: 'm', output_index: 0, content_index: 0, delta: 'b' },
  { type: 'response.completed', response: { id: 'r', status: 'completed' } },
);

const auto = { config: { dialect: 'auto' } } as const;
const alone = { config: { dialect: 'auto', src: undefined, transport: undefined } } as const;
const codes = ({ faults }: Fixture): readonly string[] => faults.map(({ code }) => code);

async function opened(made: Fixture): Promise<Fixture> {
  const { length } = made.transport.links;
  made.session.connect();
  await waitUntil(() => made.transport.links.length > length);
  made.transport.last.sink.open({ headers: new Headers() });
  return made;
}

// The files are there: what is told here is not how long a server takes for them.
before(async function () {
  this.timeout(60_000);
  await Promise.all(dialectNames().map(loadDialect));
});

describe('dialect="auto": a stream', () => {
  it('is kept until it is known, and then read in order, although it has ended', async () => {
    const made = await opened(fixture(auto));
    made.transport.last.sink.frames([nothing]);
    made.transport.last.sink.frames(openai.slice(0, 2));
    made.transport.last.sink.frames(openai.slice(2));
    expect(made.state.run.status).to.equal('idle');
    made.transport.last.end();
    await waitUntil(() => made.state.connection.status === 'closed');
    expect(made.state.message.text).to.equal('ab');
    expect(made.state.run).to.include({ id: 'r', status: 'settled', outcome: 'completed' });
    expect(codes(made)).to.deep.equal([]);
    expect(made.state.connection.error).to.equal(undefined);
  });

  it('is the default dialect where it is one, and goes on from its cursor after a cut', async () => {
    const made = await opened(fixture(auto));
    made.transport.last.sink.frames([frame('tool.started', { callId: 'c' }, '7')]);
    await waitUntil(() => made.state.calls.has('c'));
    made.transport.last.fail(new TypeError('cut'));
    await settled();
    expect(made.state.connection.status).to.equal('reconnecting');
    await made.clock.tick(10_000);
    expect(made.transport.links).to.have.length(2);
    expect(made.transport.last.request.lastEventId).to.equal('7');
    made.transport.last.sink.open({});
    made.transport.last.sink.frames([frame('tool.completed', { callId: 'c' }, '8'), frame('message.completed', { text: 'x' }, '9')]);
    expect(made.state.calls.get('c')?.status).to.equal('completed');
    expect(made.state.connection.status).to.equal('closed');
  });

  it('that is cut while the file of its dialect loads loses nothing that came', async () => {
    const made = await opened(fixture(auto));
    made.transport.last.sink.frames(openai.slice(0, 2));
    made.transport.last.fail(new TypeError('cut'));
    await waitUntil(() => made.state.connection.status === 'closed');
    expect(made.state.message.text).to.equal('a');
    expect(made.state.run).to.deep.include({ status: 'failed', error: { code: 'stream-interrupted' } });
  });

  it('that nobody knows is not opened again by itself: it may be a one-shot turn', async () => {
    const made = await opened(fixture(auto));
    made.transport.last.sink.frames([nothing]);
    made.transport.last.fail(new TypeError('cut'));
    await waitUntil(() => made.state.connection.status === 'closed');
    expect(made.clock.pending).to.equal(0);
    made.session.freeze(true);
    made.session.freeze(false);
    made.session.resume();
    await settled();
    expect(made.transport.links).to.have.length(1);
    await opened(made);
    made.transport.last.sink.frames(openai);
    made.transport.last.end();
    await waitUntil(() => made.state.run.status === 'settled');
    expect(made.state.message.text).to.equal('ab');
  });

  it('that ends without telling says so, and shows nothing', async () => {
    const made = await opened(fixture(auto));
    made.transport.last.sink.frames(data({ object: 'chat.completion.chunk', choices: [] }));
    made.transport.last.end();
    await waitUntil(() => made.state.connection.status === 'failed');
    expect(codes(made)).to.deep.equal(['unrecognised-dialect']);
    expect(made.state.connection.error).to.deep.include({ code: 'unrecognised-dialect', retryable: false });
    expect(made.state.run.status).to.equal('idle');
  });

  it('that goes on without telling is given up at the limit, and closed', async () => {
    const made = await opened(fixture(auto));
    for (let count = 0; count <= MAX_FRAMES; count += 1) made.transport.last.sink.frames([nothing]);
    await waitUntil(() => made.state.connection.status === 'failed');
    expect(codes(made)).to.deep.equal(['unrecognised-dialect']);
    expect(made.transport.last.request.signal.aborted).to.equal(true);
    expect(made.clock.pending).to.equal(0);
  });

  it('that was not recognised can be opened by hand, and is looked at anew', async () => {
    const made = await opened(fixture(auto));
    made.transport.last.sink.frames([nothing]);
    made.transport.last.end();
    await waitUntil(() => made.state.connection.status === 'failed');
    await opened(made);
    made.transport.last.sink.frames(openai);
    made.transport.last.end();
    await waitUntil(() => made.state.run.status === 'settled');
    expect(made.state.message.text).to.equal('ab');
  });

  it('without a frame ends as it does', async () => {
    const made = await opened(fixture(auto));
    made.transport.last.end();
    await waitUntil(() => made.state.connection.status === 'closed');
    expect(codes(made)).to.deep.equal(['stream-interrupted']);
  });

  it('of another address may be another dialect\'s', async () => {
    const made = await opened(fixture(auto));
    made.transport.last.sink.frames(openai);
    made.transport.last.end();
    await waitUntil(() => made.state.run.status === 'settled');
    made.session.configure({ transport: made.transport.open, src: '/other', dialect: 'auto' });
    made.session.reset();
    await opened(made);
    made.transport.last.sink.frames(data({ type: 'session', id: 'conv' }, { type: 'text', id: 'conv', text: 'Hi' }, { type: 'done', stopReason: 'end_turn' }));
    await waitUntil(() => made.state.run.status === 'settled');
    expect(made.state.message.text).to.equal('Hi');
    expect(codes(made)).to.deep.equal([]);
  });

  it('that is left before it is known leaves nothing behind', async () => {
    const made = await opened(fixture(auto));
    made.transport.last.sink.frames([nothing]);
    made.session.push(openai.slice(0, 1));
    made.session.configure({ transport: made.transport.open, src: '/other', dialect: 'auto' });
    made.session.push(data({ type: 'agent_start' }));
    await waitUntil(() => made.state.run.status === 'running');
    expect(made.state.run.id).to.equal(undefined);
    made.session.dispose();
    expect(made.clock.pending).to.equal(0);
    expect(codes(made)).to.deep.equal([]);
  });
});

describe('dialect="auto": push() and hydrate()', () => {
  it('frames are kept until they tell, and then read in order', async () => {
    const made = fixture(alone);
    made.session.push(nothing);
    for (const one of openai) made.session.push(one);
    await waitUntil(() => made.state.run.status === 'settled');
    expect(made.state.message.text).to.equal('ab');
    // From here on at once, as in a dialect that was named.
    made.session.push(data({ type: 'response.created', response: { id: 'r2' } }));
    expect(made.state.run.status).to.equal('running');
    expect(codes(made)).to.deep.equal([]);
  });

  it('frames that never tell are told once, and dropped', async () => {
    const made = fixture(alone);
    for (let count = 0; count <= MAX_FRAMES + 5; count += 1) made.session.push(nothing);
    await waitUntil(() => made.faults.length > 0);
    await settled();
    made.session.push(openai);
    await settled();
    expect(codes(made)).to.deep.equal(['unrecognised-dialect']);
    expect(made.state.run.status).to.equal('idle');
  });

  it('a history tells its dialect by its form', async () => {
    const made = fixture(alone);
    made.session.hydrate([{ role: 'assistant', toolCalls: [{ callId: 'c', toolKey: 'a.b', status: 'completed' }] }]);
    await waitUntil(() => made.state.calls.has('c'));
    expect(codes(made)).to.deep.equal([]);
  });

  it('one that does not is told where no stream is to come, and read when frames tell', async () => {
    const made = fixture(alone);
    made.session.hydrate({ output: [], data: [{ role: 'user', content: 'q' }] });
    await waitUntil(() => made.faults.length > 0);
    expect(codes(made)).to.deep.equal(['unrecognised-dialect']);
    made.session.push(openai);
    await waitUntil(() => made.state.run.status === 'settled');
    expect(made.state.message.text).to.equal('ab');
  });

  it('a history before a stream is read first, and waits for the stream to tell', async () => {
    const stored = { id: 'r0', output: [{ type: 'message', id: 'm0', role: 'assistant', content: [] }] };
    const net = new ScriptedFetch(jsonReply(200, stored));
    const made = await opened(fixture({ net, config: { dialect: 'auto', historySrc: '/history' } }));
    expect(codes(made)).to.deep.equal([]);
    made.transport.last.sink.frames(openai);
    made.transport.last.end();
    await waitUntil(() => made.state.run.status === 'settled');
    expect(made.state.message.text).to.equal('ab');
  });

  it('a history that tells gives the dialect and the cursor before the stream opens', async () => {
    const entry = { id: 'm', role: 'assistant', runId: 'run_1', lastEventId: '41', toolCalls: [{ callId: 'c', toolKey: 'a.b', status: 'executing' }] };
    const net = new ScriptedFetch(jsonReply(200, { data: [entry] }));
    const made = await opened(fixture({ net, config: { dialect: 'auto', historySrc: '/history' } }));
    expect(made.state.calls.get('c')?.status).to.equal('active');
    expect(made.transport.last.request.lastEventId).to.equal('41');
    made.transport.last.sink.frames([frame('tool.completed', { callId: 'c' }, '42')]);
    expect(made.state.calls.get('c')?.status).to.equal('completed');
  });

  it('JSON in the place of a stream is a history', async () => {
    const body = { object: 'response', id: 'r', status: 'completed', output: [{ type: 'mcp_call', id: 'mcp', name: 'n', status: 'completed', output: 'x' }] };
    const made = fixture({ scripted: false, net: new ScriptedFetch(jsonReply(200, body)), config: { dialect: 'auto' } });
    made.session.connect();
    await waitUntil(() => made.state.calls.size === 1);
    expect(made.state.connection.status).to.equal('closed');
    expect(codes(made)).to.deep.equal([]);
  });

  it('headers alone tell, over the real transport', async () => {
    const headers = { 'content-type': 'text/event-stream', 'x-vercel-ai-ui-message-stream': 'v1' };
    const body = 'data: {"type":"start"}\n\ndata: {"type":"error","errorText":"no"}\n\ndata: [DONE]\n\n';
    const made = fixture({ scripted: false, net: new ScriptedFetch(() => new Response(body, { headers })), config: { dialect: 'auto', method: 'POST' } });
    made.session.connect();
    await waitUntil(() => made.state.run.status === 'failed');
    expect(made.net.sent).to.have.length(1);
  });
});
