/** What a page goes through: offline and online, hidden and visible, asleep, closed in the middle of a turn. */
import { expect } from '@open-wc/testing';
import { chainabitDialect } from '../../src/dialects/chainabit/index.js';
import type { Dialect } from '../../src/dialects/dialect.js';
import { TransportError } from '../../src/wire/transport.js';
import { settled } from '../support/fake-clock.js';
import { asked, fixture, type Fixture, frame } from './fixture.js';

async function opened(options: Parameters<typeof fixture>[0] = {}): Promise<Fixture> {
  const made = fixture(options);
  made.session.connect();
  await settled();
  made.transport.last.sink.open({});
  return made;
}

async function cut(made: Fixture, error: unknown = new TransportError('network', 'cut')): Promise<void> {
  made.transport.last.fail(error);
  await settled();
}

const count = ({ transport }: Fixture): number => transport.links.length;

describe('session: offline and online (F17)', () => {
  it('offline stops the timer and says so; online tries at once, with a small jitter', async () => {
    const made = await opened();
    await cut(made);
    expect(made.state.connection).to.deep.include({ status: 'reconnecting', retryAt: made.clock.now() + 500 });
    made.session.offline();
    expect(made.state.connection).to.deep.include({ status: 'reconnecting', attempt: 1, offline: true });
    expect(made.state.connection).not.to.have.property('retryAt');
    expect(made.clock.pending).to.equal(0);
    await made.clock.tick(3_600_000);
    expect(count(made)).to.equal(1);
    made.session.check('online');
    expect(made.state.connection).to.deep.include({ status: 'reconnecting', retryAt: made.clock.now() + 125 });
    expect(made.state.connection).not.to.have.property('offline');
    await made.clock.tick(125);
    expect(count(made)).to.equal(2);
  });

  it('a failure while offline waits without a timer', async () => {
    const made = await opened();
    made.session.offline();
    await cut(made);
    expect(made.state.connection).to.deep.include({ status: 'reconnecting', offline: true });
    expect(made.clock.pending).to.equal(0);
    expect(made.faults.map(({ code }) => code)).to.deep.equal(['network']);
    made.session.check('online');
    await made.clock.tick(250);
    expect(count(made)).to.equal(2);
  });

  it('an offline that is a lie kills no live stream, and is forgotten when a connection opens', async () => {
    const made = await opened();
    made.session.offline();
    await settled();
    made.transport.last.sink.frames([frame('tool.started', { callId: 'c' }, '1')]);
    expect(made.state.connection.status).to.equal('open');
    expect(made.state.calls.has('c')).to.equal(true);
    await cut(made);
    made.session.retry();
    await settled();
    expect(count(made), 'retry() goes all the same').to.equal(2);
    made.transport.last.sink.open({});
    await cut(made);
    expect(made.state.connection).not.to.have.property('offline');
    expect(made.state.connection.retryAt).to.be.a('number');
  });

  it('an offline that the stream itself disproves does not hold the next attempt', async () => {
    const made = await opened();
    made.session.offline();
    made.transport.last.sink.alive();
    await cut(made);
    expect(made.state.connection).not.to.have.property('offline');
    await made.clock.tick(1_000);
    expect(count(made)).to.equal(2);
  });

  it('a look at the page tries all the same, and then waits again', async () => {
    const made = await opened();
    made.session.offline();
    await cut(made);
    made.session.check();
    await settled();
    expect(count(made)).to.equal(2);
    expect(made.state.connection).not.to.have.property('offline');
    await cut(made);
    expect(made.state.connection).to.deep.include({ attempt: 1, offline: true });
  });

  it('close() while offline leaves nothing', async () => {
    const made = await opened();
    await cut(made);
    made.session.offline();
    made.session.close();
    made.session.check('online');
    await made.clock.tick(60_000);
    expect(count(made)).to.equal(1);
    expect(made.state.connection).to.deep.equal({ status: 'closed', attempt: 0 });
  });
});

describe('session: the budget of attempts (C6)', () => {
  it('is spent after ten attempts: slow, for ever, and visible', async () => {
    const made = await opened();
    for (let attempt = 1; attempt <= 30; attempt += 1) {
      await cut(made);
      expect(made.state.connection).to.deep.include({ status: 'reconnecting', attempt });
      if (attempt > 10) expect(made.clock.next).to.equal(60_000);
      else expect(made.clock.next).to.be.at.most(15_000);
      await made.clock.tick(made.clock.next ?? 0);
    }
    expect(count(made)).to.equal(31);
    expect(made.faults).to.have.length(1);
  });

  for (const [name, act] of [
    ['visible', (made: Fixture) => { made.session.check(); }],
    ['online', (made: Fixture) => { made.session.check('online'); }],
    ['retry()', (made: Fixture) => { made.session.retry(); }],
  ] as const) {
    it(`${name} tries at once, and the budget is a new one`, async () => {
      const made = await opened();
      for (let attempt = 1; attempt <= 11; attempt += 1) {
        await cut(made);
        if (attempt <= 10) await made.clock.tick(made.clock.next ?? 0);
      }
      expect(made.clock.next).to.equal(60_000);
      act(made);
      await made.clock.tick(250);
      expect(count(made)).to.equal(12);
      await cut(made);
      expect(made.clock.next).to.equal(500);
    });
  }

  it('F6 a look never puts an attempt off, however long the server asks for', async () => {
    for (const retryAfter of [86_400_000, Infinity]) {
      const made = await opened();
      await cut(made, new TransportError('http', 'Busy', { status: 503, retryAfter }));
      const { next = 0 } = made.clock;
      expect(next).to.be.within(300_000, 302_000);
      made.session.check();
      made.session.check('online');
      expect(made.clock.next).to.be.at.most(next);
      await made.clock.tick(next);
      expect(count(made)).to.equal(2);
    }
  });

  it('F6 only a person comes sooner than Retry-After', async () => {
    const busy = new TransportError('http', 'Busy', { status: 503, retryAfter: 60_000 });
    const made = await opened();
    await cut(made, busy);
    await made.clock.tick(10_000);
    made.session.check();
    made.session.check('online');
    expect(made.clock.next).to.equal(50_000);
    expect(count(made)).to.equal(1);
    made.session.retry();
    await settled();
    expect(count(made)).to.equal(2);
  });
});

describe('session: asleep and awake (F14, F16, C7)', () => {
  it('a suspended machine: what is dead is found at the first look, and opened again at once (R4)', async () => {
    const made = await opened();
    made.clock.sleep(8 * 3_600_000);
    made.session.check();
    await settled();
    expect(made.faults.map(({ code }) => code)).to.deep.equal(['idle']);
    expect(made.transport.links.map(({ request }) => request.signal.aborted)).to.deep.equal([true, false]);
  });

  it('a suspended machine in the middle of a pause: the attempt comes at the first look', async () => {
    const made = await opened();
    await cut(made);
    made.clock.sleep(8 * 3_600_000);
    made.session.check();
    await settled();
    expect(count(made)).to.equal(2);
  });

  for (const [name, jump] of [['forward', 86_400_000], ['back', -86_400_000]] as const) {
    it(`the wall clock jumps a day ${name}: no connection is lost, no pause is longer, no approval expires`, async () => {
      const made = await opened();
      made.transport.last.sink.frames([asked('a', { expiresAt: made.clock.now() + 60_000 })]);
      made.clock.jump(jump);
      made.session.check();
      await made.clock.tick(40_000);
      expect(made.state.connection.status).to.equal('open');
      expect(made.approval('a')?.status).to.equal('pending');
      await cut(made);
      expect(made.clock.next).to.be.at.most(500);
      made.clock.jump(jump);
      await made.clock.tick(500);
      expect(count(made)).to.equal(2);
      await made.clock.tick(19_500);
      expect(made.approval('a')?.status).to.equal('expired');
    });
  }

  it('nothing is asked of a healthy stream by looking at it', async () => {
    const made = await opened();
    for (let look = 0; look < 20; look += 1) made.session.check(look % 2 === 0 ? 'visible' : 'online');
    await settled();
    expect(count(made)).to.equal(1);
    expect(made.connections.map(({ status }) => status)).to.deep.equal(['connecting', 'open']);
    expect(made.clock.pending).to.equal(1);
  });
});

describe('session: a stream that is opened after its run', () => {
  for (const reconnect of ['auto', 'off'] as const) {
    it(`ends empty: closed for good, without a word (reconnect="${reconnect}")`, async () => {
      const made = fixture({ config: { reconnect } });
      made.session.hydrate({ role: 'assistant', runId: 'run_1', status: 'completed', text: 'Done.', toolCalls: [] });
      made.session.connect();
      await settled();
      made.transport.last.sink.open({});
      made.transport.last.end();
      await made.clock.tick(600_000);
      expect(count(made)).to.equal(1);
      expect(made.state.connection).to.deep.equal({ status: 'closed', attempt: 0 });
      expect(made.faults).to.deep.equal([]);
      expect(made.state.run.status).to.equal('settled');
    });
  }

  it('F3 one that ends while the run goes on is opened again', async () => {
    const made = await opened();
    made.transport.last.sink.frames([frame('tool.started', { callId: 'c' }, '1')]);
    made.transport.last.end();
    await made.clock.tick(1_000);
    expect(count(made)).to.equal(2);
  });
});

describe('session: a one-shot turn that is closed', () => {
  const turn: Dialect = { ...chainabitDialect, name: 'turn', oneShot: true, endsAt: 'body' };

  it('is interrupted, says so, and may be begun anew', async () => {
    const made = await opened({ config: { dialect: turn } });
    made.transport.last.sink.frames([frame('tool.started', { callId: 'c' }), frame('message.delta', { delta: 'hal' })]);
    made.session.close();
    expect(made.state.run).to.deep.equal({ id: 'run_1', status: 'failed', outcome: 'failed', error: { code: 'stream-interrupted' } });
    expect(made.state.calls.get('c')?.status).to.equal('interrupted');
    expect(made.state.message).to.deep.equal({ text: 'hal', status: 'partial' });
    expect(made.state.connection).to.deep.include({ status: 'closed' });
    expect(made.state.connection.error).to.deep.include({ code: 'stream-interrupted', retryable: true });
    expect(made.faults, 'the host did it').to.deep.equal([]);
    made.session.retry();
    await settled();
    made.transport.last.sink.frames([frame('message.delta', { delta: 'whole' })]);
    expect([made.state.message.text, made.state.run.status]).to.deep.equal(['whole', 'running']);
  });

  it('is not, when it waits for an answer or has ended, or nothing of it has come', async () => {
    const cases = [[asked('a'), 'waiting'], [frame('message.completed', { text: 'x' }), 'settled'], [undefined, 'idle']] as const;
    for (const [what, status] of cases) {
      const made = await opened({ config: { dialect: turn } });
      if (what) made.transport.last.sink.frames([what]);
      made.session.close();
      expect(made.state.run.status).to.equal(status);
      expect(made.state.connection).to.deep.equal({ status: 'closed', attempt: 0 });
    }
  });

  it('a stream that can be opened again goes on: its run is still under way', async () => {
    const made = await opened();
    made.transport.last.sink.frames([frame('tool.started', { callId: 'c' }, '1')]);
    made.session.close();
    expect(made.state.run.status).to.equal('running');
    expect(made.state.connection).to.deep.equal({ status: 'closed', attempt: 0, lastEventId: '1' });
  });
});
