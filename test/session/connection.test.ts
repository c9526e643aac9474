import { expect } from '@open-wc/testing';
import { chainabitDialect } from '../../src/dialects/chainabit/index.js';
import type { Dialect } from '../../src/dialects/dialect.js';
import { TransportError } from '../../src/wire/transport.js';
import { settled } from '../support/fake-clock.js';
import { fixture, frame, type Fixture } from './fixture.js';

const TERMINAL = ['message.completed', 'message.partially_completed', 'run.failed', 'run.error', 'run.settlement.completed'];

async function opened(options: Parameters<typeof fixture>[0] = {}): Promise<Fixture> {
  const made = fixture(options);
  made.session.connect();
  await settled();
  made.transport.last.sink.open({});
  return made;
}

const statuses = ({ connections }: Fixture): string[] => connections.map(({ status }) => status);

describe('session: connection', () => {
  it('sends nothing before connect()', async () => {
    const { transport, net, connections } = fixture({ config: { historySrc: '/history' } });
    await settled();
    expect([transport.links.length, net.sent.length, connections.length]).to.deep.equal([0, 0, 0]);
  });

  it('opens, and hands a chunk over as one batch', async () => {
    const made = await opened({ config: { method: 'POST', body: { a: 1 }, headers: { 'X-A': '1' }, credentials: 'include' } });
    let dispatches = 0;
    made.store.subscribe(() => (dispatches += 1));
    made.transport.last.sink.frames([frame('run.started'), frame('tool.started', { callId: 'c' }), frame('message.delta', { delta: 'x' })]);
    made.store.flush();
    expect(statuses(made)).to.deep.equal(['connecting', 'open']);
    expect(made.transport.last.request).to.include({ url: '/events', method: 'POST', credentials: 'include' });
    expect(made.transport.last.request.headers).to.deep.equal({ 'x-a': '1' });
    expect(made.state.calls.has('c')).to.equal(true);
    expect(dispatches).to.be.at.most(1);
  });

  for (const name of TERMINAL) {
    it(`F3 closes at ${name}, for good`, async () => {
      const made = await opened();
      const { sink, request } = made.transport.last;
      sink.frames([frame('tool.started', { callId: 'c' }, '1'), frame(name, {}, '2'), frame('tool.started', { callId: 'late' }, '3')]);
      expect(request.signal.aborted).to.equal(true);
      sink.frames([frame('tool.started', { callId: 'later' }, '4')]);
      await made.clock.tick(600_000);
      expect(statuses(made)).to.deep.equal(['connecting', 'open', 'closed']);
      expect(made.transport.links).to.have.length(1);
      expect(made.state.run.status).to.be.oneOf(['settled', 'failed']);
      expect([...made.state.calls.keys()]).to.deep.equal(['c']);
      expect(made.clock.pending).to.equal(0);
      expect(made.faults).to.deep.equal([]);
    });
  }

  it('F3 stays open at tool.failed', async () => {
    const made = await opened();
    made.transport.last.sink.frames([frame('tool.started', { callId: 'c' }), frame('tool.failed', { callId: 'c', error: 'no' })]);
    expect(made.transport.last.request.signal.aborted).to.equal(false);
    expect(made.state.calls.get('c')?.status).to.equal('failed');
  });

  it('closes again when a run that has ended is replayed', async () => {
    const made = await opened();
    const log = [frame('tool.started', { callId: 'c' }, '1'), frame('message.completed', {}, '2')];
    made.transport.last.sink.frames(log);
    made.session.connect();
    await settled();
    made.session.connect();
    made.transport.last.sink.open({});
    made.transport.last.sink.frames(log);
    await made.clock.tick(600_000);
    expect(made.transport.links).to.have.length(2);
    expect(made.connections.at(-1)?.status).to.equal('closed');
  });

  it('F1 reconnects with the id of the last whole event, keeps the cards, and takes a replay once', async () => {
    const made = await opened();
    const first = [frame('message.delta', { delta: 'a' }, '1'), frame('tool.started', { callId: 'c' }, '2'), frame('tool.progress', { callId: 'c' })];
    made.transport.last.sink.frames(first);
    made.transport.last.fail(new TransportError('network', 'The connection was cut'));
    await settled();
    expect(made.state.calls.size).to.equal(1);
    const waiting = made.connections.at(-1);
    expect(waiting).to.deep.include({ status: 'reconnecting', attempt: 1, lastEventId: '2', retryAt: made.clock.now() + 500 });
    expect(waiting?.error).to.deep.equal({ code: 'network', message: 'The server cannot be reached.', retryable: true });
    await made.clock.tick(500);
    expect(made.transport.last.request.lastEventId).to.equal('2');
    made.transport.last.sink.open({});
    const before = made.state;
    made.transport.last.sink.frames(first.slice(0, 2));
    expect(made.state).to.equal(before);
    expect(made.diagnostics.at(-1)).to.have.length(1);
    expect(made.diagnostics.at(-1)?.[0]).to.include({ code: 'duplicate', count: 2 });
    expect(made.state.message.text).to.equal('a');
    expect(statuses(made)).to.deep.equal(['connecting', 'open', 'reconnecting', 'reconnecting', 'open']);
    expect(made.faults.map(({ code }) => code)).to.deep.equal(['network']);
  });

  it('an empty id empties the cursor; a block with only an id moves it', async () => {
    const made = await opened();
    made.transport.last.sink.frames([frame('a', {}, '1')]);
    made.transport.last.sink.cursor('7');
    expect(made.session.lastEventId).to.equal('7');
    made.transport.last.sink.frames([frame('b', {}, '')]);
    expect(made.session.lastEventId).to.equal(undefined);
    made.transport.last.sink.cursor('');
    made.transport.last.end();
    await made.clock.tick(10_000);
    expect(made.transport.last.request).to.not.have.property('lastEventId');
  });

  it('C6 backs off, tells a failure once, and starts afresh after a healthy while', async () => {
    const made = await opened();
    const cut = async (): Promise<number | undefined> => {
      made.transport.last.fail(new TransportError('network', 'cut'));
      await settled();
      const delay = made.clock.next;
      await made.clock.tick(delay ?? 0);
      return delay;
    };
    expect([await cut(), await cut(), await cut()]).to.deep.equal([500, 1_000, 2_000]);
    expect(made.faults).to.have.length(1);
    made.transport.last.sink.open({});
    await made.clock.tick(9_000);
    expect(await cut()).to.equal(4_000);
    made.transport.last.sink.open({});
    await made.clock.tick(10_000);
    expect(await cut()).to.equal(500);
    expect(made.faults).to.have.length(3);
  });

  it('F6 waits as the server asks', async () => {
    const made = await opened();
    made.transport.last.sink.retry(3_000);
    made.transport.last.end();
    await settled();
    expect(made.clock.next).to.equal(3_000);
    await made.clock.tick(3_000);
    made.transport.last.fail(new TransportError('http', 'Busy', { status: 503, retryAfter: 60_000 }));
    await settled();
    expect(made.clock.next).to.be.within(60_000, 70_000);
    expect(made.connections.at(-1)?.error).to.deep.equal({ code: 'http', message: 'Busy', retryable: true });
  });

  it('C6 retry() goes at once, with a fresh budget', async () => {
    const made = await opened();
    made.transport.last.end();
    await settled();
    made.session.retry();
    made.session.retry();
    await settled();
    expect(made.transport.links).to.have.length(2);
    made.transport.last.end();
    await settled();
    expect(made.clock.next).to.equal(500);
  });

  it('retry() does nothing while a connection is there or being made', async () => {
    const made = fixture();
    made.session.connect();
    made.session.retry();
    await settled();
    made.session.retry();
    made.transport.last.sink.open({});
    made.session.retry();
    await settled();
    expect(made.transport.links).to.have.length(1);
  });

  it('F13 finds a silent connection by check(), and opens the next one at once (C5); by its timer too', async () => {
    const made = await opened({ config: { idleTimeout: 20_000 } });
    await made.clock.tick(19_000);
    made.transport.last.sink.alive();
    await made.clock.tick(19_000);
    expect(made.state.connection.status).to.equal('open');
    made.clock.sleep(2_000);
    made.session.check();
    await settled();
    expect(made.transport.links.map(({ request }) => request.signal.aborted)).to.deep.equal([true, false]);
    expect(made.state.connection).to.deep.include({ status: 'reconnecting', attempt: 1 });
    expect(made.faults.map(({ code }) => code)).to.deep.equal(['idle']);
    await made.clock.tick(20_500);
    expect(made.state.connection).to.deep.include({ status: 'reconnecting', attempt: 2 });
  });

  it('C13 close() ends it quietly, and connect() goes on from the cursor', async () => {
    const made = await opened();
    made.transport.last.sink.frames([frame('tool.started', { callId: 'c' }, '5')]);
    const { signal } = made.transport.last.request;
    made.session.close();
    made.session.close();
    expect(signal.aborted).to.equal(true);
    await settled();
    expect(made.connections.at(-1)).to.deep.equal({ status: 'closed', attempt: 0, lastEventId: '5' });
    expect(made.clock.pending).to.equal(0);
    made.session.connect();
    await settled();
    expect(made.transport.last.request.lastEventId).to.equal('5');
    expect(made.faults).to.deep.equal([]);
  });

  it('C13 a connect() and a close() in one task send nothing', async () => {
    const made = fixture();
    made.session.connect();
    made.session.close();
    await made.clock.tick(60_000);
    expect(made.transport.links).to.have.length(0);
    expect(made.connections.at(-1)?.status).to.equal('closed');
  });

  it('another src closes the old stream, and starts without a cursor', async () => {
    const made = await opened();
    made.transport.last.sink.frames([frame('tool.started', { callId: 'c' }, '5')]);
    const { signal } = made.transport.last.request;
    made.session.configure({ src: '/other', transport: made.transport.open });
    expect(signal.aborted).to.equal(true);
    made.session.connect();
    await settled();
    expect(made.transport.last.request.url).to.equal('/other');
    expect(made.transport.last.request).to.not.have.property('lastEventId');
    made.transport.last.sink.frames([frame('tool.started', { callId: 'd' }, '5')]);
    expect([...made.state.calls.keys()]).to.deep.equal(['c', 'd']);
  });

  it('reset() forgets state, cursor and decoder', async () => {
    const made = await opened();
    made.transport.last.sink.frames([frame('tool.started', { callId: 'c' }, '5')]);
    made.session.reset();
    expect(made.transport.last.request.signal.aborted).to.equal(true);
    expect(made.state.connection.status).to.equal('idle');
    expect(made.state.calls.size).to.equal(0);
    made.session.connect();
    await settled();
    expect(made.transport.last.request).to.not.have.property('lastEventId');
    made.transport.last.sink.frames([frame('tool.started', { callId: 'c' }, '5')]);
    expect(made.state.calls.size).to.equal(1);
  });

  it('dispose() leaves no timer, and nothing is said afterwards', async () => {
    const made = await opened();
    made.transport.last.sink.frames([frame('tool.approval_required', { approvalId: 'a', expiresAt: made.clock.now() + 5_000 })]);
    expect(made.clock.pending).to.be.greaterThan(0);
    made.session.dispose();
    const before = made.state;
    expect(made.clock.pending).to.equal(0);
    made.transport.last.sink.frames([frame('tool.started', { callId: 'd' })]);
    made.session.push(frame('tool.started', { callId: 'd' }));
    made.session.connect();
    await made.clock.tick(100_000);
    expect(made.state).to.equal(before);
    expect(made.transport.links).to.have.length(1);
    expect(made.faults).to.deep.equal([]);
  });

  it('F26 a callback that throws ends nothing', async () => {
    const uncaught: unknown[] = [];
    const onError = globalThis.onerror;
    globalThis.onerror = (_message, _source, _line, _column, error) => {
      uncaught.push(error);
      return true;
    };
    const made = await opened();
    made.faults.push = () => {
      throw new Error('from the host');
    };
    made.transport.last.end();
    await made.clock.tick(500);
    globalThis.onerror = onError;
    expect(made.transport.links).to.have.length(2);
    expect(uncaught).to.have.length(1);
  });
});

describe('session: one-shot and reconnect="off"', () => {
  const turn: Dialect = {
    ...chainabitDialect,
    name: 'turn',
    oneShot: true,
    endsAt: 'body',
    createDecoder: (options) => {
      const decoder = chainabitDialect.createDecoder(options);
      return { decode: (frame) => decoder.decode(frame), end: () => [{ type: 'run.ended', outcome: 'completed' }] };
    },
  };

  it('the end of the body is the end of a body dialect, and what came before a terminal event is no end', async () => {
    const made = await opened({ config: { dialect: turn } });
    made.transport.last.sink.frames([frame('message.delta', { delta: 'x' }), frame('run.settlement.completed')]);
    expect(made.transport.last.request.signal.aborted).to.equal(false);
    made.transport.last.end();
    await made.clock.tick(600_000);
    expect(made.connections.at(-1)).to.deep.equal({ status: 'closed', attempt: 0 });
    expect(made.state.run.status).to.equal('settled');
    expect(made.transport.links).to.have.length(1);
  });

  it('a second turn that comes to nothing is told, though the first one ended well', async () => {
    const made = await opened({ config: { dialect: turn } });
    made.transport.last.sink.frames([frame('message.completed', { text: 'x' })]);
    made.transport.last.fail(new TransportError('network', 'cut'));
    await settled();
    expect(made.connections.at(-1)).to.deep.equal({ status: 'closed', attempt: 0 });
    made.session.connect();
    await settled();
    made.transport.last.sink.open({});
    made.transport.last.fail(new TransportError('network', 'cut'));
    await settled();
    expect(made.faults.map(({ code }) => code)).to.deep.equal(['stream-interrupted']);
    made.session.connect();
    await settled();
    made.transport.last.fail(new TransportError('network', 'down'));
    await settled();
    expect(made.state.connection).to.deep.include({ status: 'failed' });
    expect(made.state.connection.error).to.deep.include({ code: 'network', retryable: true });
  });

  it('a broken turn is not sent again but by hand, and then begins anew', async () => {
    const made = await opened({ config: { dialect: turn } });
    made.transport.last.sink.frames([frame('message.delta', { delta: 'hal' }, '1')]);
    made.transport.last.fail(new TransportError('network', 'cut'));
    await made.clock.tick(600_000);
    expect(made.state.connection.error?.code).to.equal('stream-interrupted');
    expect(made.transport.links).to.have.length(1);
    made.session.resume();
    await settled();
    expect(made.transport.links).to.have.length(1);
    made.session.retry();
    await settled();
    expect(made.transport.last.request).to.not.have.property('lastEventId');
    made.transport.last.sink.frames([frame('message.delta', { delta: 'half' }, '1')]);
    expect(made.state.message.text).to.equal('half');
  });

  it('resume() opens again what was interrupted, but not what the host said is opened by hand', async () => {
    for (const [reconnect, connections] of [['auto', 2], ['off', 1]] as const) {
      const made = await opened({ config: { reconnect } });
      made.transport.last.sink.frames([frame('tool.started', { callId: 'c' }, '1')]);
      made.session.close();
      made.session.resume();
      await settled();
      expect(made.transport.links, reconnect).to.have.length(connections);
    }
  });

  it('a one-shot turn whose body ends before it is over for good, and may be sent again (T1)', async () => {
    const bare: Dialect = { ...turn, createDecoder: (options) => chainabitDialect.createDecoder(options) };
    const made = await opened({ config: { dialect: bare } });
    made.transport.last.sink.frames([frame('tool.started', { callId: 'c' }), frame('message.delta', { delta: 'hal' })]);
    made.transport.last.end();
    await settled();
    expect(made.state.run).to.deep.equal({ id: 'run_1', status: 'failed', outcome: 'failed', error: { code: 'stream-interrupted' } });
    expect(made.state.calls.get('c')?.status).to.equal('interrupted');
    expect(made.state.message).to.deep.equal({ text: 'hal', status: 'partial' });
    expect(made.state.connection.error).to.deep.include({ code: 'stream-interrupted', retryable: true });
    made.session.retry();
    await settled();
    made.transport.last.sink.frames([frame('tool.started', { callId: 'c' }), frame('message.delta', { delta: 'whole' })]);
    expect(made.state.run).to.deep.equal({ id: 'run_1', status: 'running' });
    expect([made.state.calls.get('c')?.status, made.state.message.text]).to.deep.equal(['active', 'whole']);
  });

  it('an early end closes, with an error that a person may undo', async () => {
    const made = await opened({ config: { reconnect: 'off' } });
    made.transport.last.sink.frames([frame('message.delta', { delta: 'x' }, '1')]);
    made.transport.last.end();
    await made.clock.tick(600_000);
    expect(made.transport.links).to.have.length(1);
    expect(made.connections.at(-1)).to.deep.include({ status: 'closed', attempt: 0 });
    expect(made.state.connection.error).to.deep.include({ code: 'stream-interrupted', retryable: true });
    expect(made.faults.map(({ code }) => code)).to.deep.equal(['stream-interrupted']);
    made.session.retry();
    await settled();
    expect(made.transport.last.request.lastEventId).to.equal('1');
  });
});

describe('session: refusals', () => {
  const rows: readonly (readonly [string, TransportError, string, string | undefined, boolean])[] = [
    ['F4 204', new TransportError('no-stream', '-', { status: 204 }), 'closed', undefined, false],
    ['F5 403', new TransportError('http', 'Not yours', { status: 403 }), 'failed', 'forbidden', false],
    ['F7 404', new TransportError('http', 'Gone', { status: 404 }), 'failed', 'not-found', false],
    ['F8 HTML', new TransportError('content-type', 'html', { status: 200 }), 'failed', 'content-type', false],
  ];
  for (const [name, error, status, code, retryable] of rows) {
    it(`${name} ends it, without a retry`, async () => {
      const made = fixture();
      made.session.connect();
      await settled();
      made.transport.last.fail(error);
      await made.clock.tick(600_000);
      expect(made.transport.links).to.have.length(1);
      expect(made.state.connection.status).to.equal(status);
      expect(made.state.connection.error?.code).to.equal(code);
      expect(made.faults.map((fault) => [fault.code, fault.retryable])).to.deep.equal(code === undefined ? [] : [[code, retryable]]);
      expect(made.clock.pending).to.equal(0);
    });
  }

  it('C11 a snapshot is taken as history', async () => {
    const made = fixture();
    made.session.connect();
    await settled();
    const snapshot = { data: [{ role: 'assistant', toolCalls: [{ callId: 'c', toolKey: 'a.b', status: 'completed' }] }] };
    made.transport.last.fail(new TransportError('snapshot', '-', { status: 200, snapshot }));
    await settled();
    expect(made.state.calls.get('c')?.status).to.equal('completed');
    expect(made.connections.at(-1)).to.deep.equal({ status: 'closed', attempt: 0 });
  });

  it('an unknown dialect opens nothing, and says so', async () => {
    const made = fixture({ config: { dialect: 'nonsense' } });
    made.session.connect();
    await made.clock.tick(60_000);
    expect(made.transport.links).to.have.length(0);
    expect(made.state.connection).to.deep.include({ status: 'failed' });
    expect(made.faults.map(({ code }) => code)).to.deep.equal(['unknown-dialect']);
    expect(made.faults[0]?.message).to.include('nonsense');
  });

  it('an error of a host transport is a network error, with its cause', async () => {
    const made = await opened();
    const cause = new Error('from the host');
    made.transport.last.fail(cause);
    await settled();
    expect(made.faults).to.deep.equal([{ code: 'network', message: 'The server cannot be reached.', retryable: true, cause }]);
  });
});
