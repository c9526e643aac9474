import { expect, waitUntil } from '@open-wc/testing';
import type { TransportError } from '../../src/wire/transport.js';
import { settled } from '../support/fake-clock.js';
import { fixture, type Fixture, frame, jsonReply, ScriptedFetch, silence } from './fixture.js';

const call = (callId: string, status = 'completed') => ({ callId, toolKey: 'a.b', status });
const message = (id: string, more: Readonly<Record<string, unknown>>) => ({ id, role: 'assistant', ...more });

describe('session: push() and hydrate()', () => {
  it('work at once, without a network', () => {
    const made = fixture({ config: { src: undefined, transport: undefined } });
    made.session.push({ event: 'tool.started', data: { payload: { callId: 'c' } } });
    expect(made.state.calls.get('c')?.status).to.equal('active');
    made.session.push([frame('tool.completed', { callId: 'c', output: 0 }), frame('message.completed', { text: 'done' })]);
    expect(made.state.calls.get('c')).to.deep.include({ status: 'completed', output: 0 });
    expect(made.state.run.status).to.equal('settled');
    expect(made.connections).to.deep.equal([]);
    made.session.connect();
    expect(made.connections).to.deep.equal([]);
  });

  it('tell what was not used, once per batch and code', () => {
    const made = fixture();
    made.session.push([frame('what.is.this'), { data: '{' }, { data: 'x' }, frame('cot.delta', { text: 'secret' })]);
    const [counts] = made.diagnostics;
    expect(made.diagnostics).to.have.length(1);
    expect(Object.fromEntries((counts ?? []).map(({ code, count }) => [code, count]))).to.include({ malformed: 2 });
    expect(JSON.stringify(made.diagnostics)).to.not.include('secret');
  });

  it('share one decoder with the wire', async () => {
    const made = fixture();
    made.session.connect();
    await settled();
    made.transport.last.sink.frames([frame('message.delta', { delta: 'a' }, '1')]);
    made.session.push([frame('message.delta', { delta: 'a' }, '1'), frame('message.delta', { delta: 'b' }, '2')]);
    made.transport.last.sink.frames([frame('message.delta', { delta: 'b' }, '2')]);
    expect(made.state.message.text).to.equal('ab');
  });

  it('a terminal event by push() closes the connection', async () => {
    const made = fixture();
    made.session.connect();
    await settled();
    made.transport.last.sink.open({});
    made.session.push(frame('run.failed', { error: 'x' }));
    expect(made.transport.last.request.signal.aborted).to.equal(true);
    expect(made.state.connection.status).to.equal('closed');
  });

  it('T2 persisted executing is interrupted without a stream, active with one', () => {
    const without = fixture({ config: { src: undefined, transport: undefined } });
    without.session.hydrate([call('c', 'executing')]);
    expect(without.state.calls.get('c')?.status).to.equal('interrupted');
    const live = fixture();
    live.session.hydrate([call('c', 'executing')]);
    expect(live.state.calls.get('c')?.status).to.equal('active');
  });

  it('wait in order for a dialect that is still loading', async () => {
    const made = fixture({ config: { dialect: 'openai-responses' } });
    const data = (type: string, more: object) => ({ data: JSON.stringify({ type, ...more }) });
    made.session.push(data('response.created', { response: { id: 'r' } }));
    made.session.push([
      data('response.output_text.delta', { item_id: 'm', output_index: 0, content_index: 0, delta: 'a' }),
      data('response.output_text.delta', { item_id: 'm', output_index: 0, content_index: 0, delta: 'b' }),
    ]);
    expect(made.state.message.text).to.equal('');
    await waitUntil(() => made.state.message.text !== '');
    expect(made.state.message.text).to.equal('ab');
    expect(made.faults).to.deep.equal([]);
  });

  it('an unknown dialect is told once', async () => {
    const made = fixture({ config: { dialect: 'constructor' } });
    made.session.push(frame('tool.started', { callId: 'c' }));
    await settled();
    made.session.push(frame('tool.started', { callId: 'c' }));
    await settled();
    expect(made.faults.map(({ code }) => code)).to.deep.equal(['unknown-dialect']);
    expect(made.state.calls.size).to.equal(0);
  });

  it('a dialect that throws costs its frame only', () => {
    const made = fixture({
      config: {
        dialect: {
          name: 'own',
          oneShot: false,
          endsAt: 'terminal',
          createDecoder: () => ({
            decode: ({ data }) => {
              if (data === 'bad') throw new Error('bug');
              return [{ type: 'tool.start', callId: String(data) }];
            },
          }),
          hydrate: () => {
            throw new Error('bug');
          },
          answer: () => ({}),
        },
      },
    });
    made.session.hydrate([]);
    made.session.push([{ data: 'a' }, { data: 'bad' }, { data: 'b' }]);
    expect([...made.state.calls.keys()]).to.deep.equal(['a', 'b']);
    expect(made.diagnostics.flat().map(({ code, count }) => [code, count])).to.deep.equal([['malformed', 1], ['malformed', 1]]);
  });
});

/** The body of an answer takes its own time. */
const opens = ({ transport }: Fixture, count = 1): Promise<void> => waitUntil(() => transport.links.length === count);

describe('session: history (C12)', () => {
  it('is loaded before the stream opens, all pages, with headers, and gives the cursor', async () => {
    const net = new ScriptedFetch(
      jsonReply(200, { data: [message('m1', { toolCalls: [call('c1')] })], meta: { next: '/history?page=2' } }),
      jsonReply(200, { data: [message('m2', { toolCalls: [call('c2')] })] }, { link: '</history?page=3>; rel="next"' }),
      jsonReply(200, { data: [message('m3', { runId: 'run_1', toolCalls: [call('c3', 'executing')], lastEventId: '41' })] }),
    );
    const made = fixture({ net, config: { historySrc: '/history', headers: () => ({ 'x-a': '1' }) } });
    made.session.connect();
    made.session.push(frame('tool.completed', { callId: 'c3', output: 1 }, '42'));
    expect(made.state.calls.size).to.equal(0);
    await opens(made);
    expect(net.sent.map(({ url }) => new URL(url).pathname + new URL(url).search)).to.deep.equal(['/history', '/history?page=2', '/history?page=3']);
    expect(net.sent.every(({ headers }) => headers.get('x-a') === '1' && headers.get('accept') === 'application/json')).to.equal(true);
    expect([...made.state.calls.values()].map(({ callId, status }) => [callId, status])).to.deep.equal([['c1', 'completed'], ['c2', 'completed'], ['c3', 'completed']]);
    expect(made.transport.links).to.have.length(1);
    expect(made.transport.last.request.lastEventId).to.equal('41');
    expect(made.faults).to.deep.equal([]);
    made.transport.last.end();
    await made.clock.tick(10_000);
    expect(made.transport.links).to.have.length(2);
    expect(net.sent).to.have.length(3);
  });

  it('a failure is told, and the stream opens all the same; retry() asks again', async () => {
    const net = new ScriptedFetch(jsonReply(500, {}), jsonReply(200, { data: [message('m', { toolCalls: [call('c')] })] }));
    const made = fixture({ net, config: { historySrc: '/history' } });
    made.session.connect();
    await opens(made);
    expect(made.faults.map(({ code, retryable }) => [code, retryable])).to.deep.equal([['history-failed', true]]);
    expect(made.transport.links).to.have.length(1);
    made.session.close();
    made.session.retry();
    await opens(made, 2);
    expect(made.state.calls.get('c')?.status).to.equal('completed');
  });

  it('keeps the pages before the one that failed', async () => {
    const net = new ScriptedFetch(jsonReply(200, { data: [message('m', { toolCalls: [call('c')] })], meta: { next: '?p=2' } }), new TypeError('down'));
    const made = fixture({ net, config: { historySrc: '/history' } });
    made.session.connect();
    await opens(made);
    expect(made.state.calls.has('c')).to.equal(true);
    expect(made.faults.map(({ code }) => code)).to.deep.equal(['history-failed']);
  });

  for (const [name, next] of [
    ['leads out of the origin', 'https://elsewhere.example/x'],
    ['leads in a circle', '/history'],
  ] as const) {
    it(`stops at a page that ${name}`, async () => {
      const net = new ScriptedFetch(jsonReply(200, { data: [], meta: { next } }));
      const made = fixture({ net, config: { historySrc: '/history' } });
      made.session.connect();
      await opens(made);
      expect(net.sent).to.have.length(1);
      expect(made.faults.map(({ code }) => code)).to.deep.equal(['history-failed']);
      expect(made.transport.links).to.have.length(1);
    });
  }

  const CAUSES: readonly (readonly [string, Response | Error | (() => Promise<Response>), string, number?])[] = [
    ['a refusal', jsonReply(500, {}), 'http', 500],
    ['a lost session', jsonReply(401, {}), 'auth', 401],
    ['broken JSON', new Response('{"data":[', { headers: { 'content-type': 'application/json' } }), 'content-type', 200],
    ['a page of HTML', new Response('<p>Sign in</p>', { headers: { 'content-type': 'text/html' } }), 'content-type', 200],
    ['no network', new TypeError('http://user:hush@localhost'), 'network'],
    ['no answer', silence(), 'network'],
    ['a page elsewhere', jsonReply(200, { data: [], meta: { next: 'https://elsewhere.example/x' } }), 'address'],
  ];
  for (const [name, reply, code, status] of CAUSES) {
    it(`${name} is told with its cause, and without an address`, async () => {
      const made = fixture({ net: new ScriptedFetch(reply), config: { historySrc: '/history' } });
      made.session.connect();
      await waitUntil(() => made.net.sent.length > 0);
      if (name === 'no answer') await made.clock.tick(30_000);
      await opens(made);
      expect(made.faults.map(({ code }) => code)).to.deep.equal(['history-failed']);
      const cause = made.faults[0]?.cause as TransportError;
      expect([cause.code, cause.status]).to.deep.equal([code, status]);
      expect(`${cause.message} ${String(cause.cause)}`).not.to.match(/hush|localhost|elsewhere|Sign in/);
    });
  }

  it('stops after 200 pages', async () => {
    let page = 0;
    const net = new ScriptedFetch(() => jsonReply(200, { data: [], meta: { next: `/history?${String((page += 1))}` } }));
    const made = fixture({ net, config: { historySrc: '/history' } });
    made.session.connect();
    await opens(made);
    expect(net.sent).to.have.length(200);
  });

  it('alone, without a stream, ends closed', async () => {
    const net = new ScriptedFetch(jsonReply(200, [call('c', 'executing')]));
    const made = fixture({ net, config: { src: undefined, transport: undefined, historySrc: '/history' } });
    made.session.connect();
    await waitUntil(() => made.state.connection.status === 'closed');
    expect(made.state.calls.get('c')?.status).to.equal('interrupted');
    expect(made.connections.map(({ status }) => status)).to.deep.equal(['connecting', 'closed']);
  });

  it('close() in the middle of it leaves nothing', async () => {
    const net = new ScriptedFetch(silence());
    const made = fixture({ net, config: { historySrc: '/history' } });
    made.session.connect();
    await settled();
    made.session.push(frame('tool.started', { callId: 'c' }));
    made.session.close();
    await settled();
    expect(made.transport.links).to.have.length(0);
    expect(made.faults).to.deep.equal([]);
    made.session.dispose();
    expect(made.clock.pending).to.equal(0);
  });
});
