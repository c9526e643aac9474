import { expect } from '@open-wc/testing';
import { HeaderSource } from '../../src/session/headers.js';
import { TransportError } from '../../src/wire/transport.js';
import { FakeClock, settled } from '../support/fake-clock.js';
import { fixture } from './fixture.js';

const refused = (): TransportError => new TransportError('auth', 'Sign in', { status: 401 });

describe('session: headers (F5, C9)', () => {
  it('are asked for afresh for each attempt', async () => {
    let calls = 0;
    const made = fixture({ config: { headers: () => ({ Authorization: `Bearer ${String((calls += 1))}` }) } });
    made.session.connect();
    await settled();
    made.transport.last.end();
    await made.clock.tick(10_000);
    expect(made.transport.links.map(({ request }) => request.headers)).to.deep.equal([{ authorization: 'Bearer 1' }, { authorization: 'Bearer 2' }]);
  });

  it('401, then 200: one retry at once, and nothing is told', async () => {
    let calls = 0;
    const made = fixture({ config: { headers: async () => Promise.resolve({ A: String((calls += 1)) }) } });
    made.session.connect();
    await settled();
    made.transport.last.fail(refused());
    await settled();
    expect(calls).to.equal(2);
    made.transport.last.sink.open({});
    expect(made.faults).to.deep.equal([]);
    expect(made.connections.map(({ status }) => status)).to.deep.equal(['connecting', 'open']);
  });

  it('401 twice: failed, and no loop; by hand, once more', async () => {
    const made = fixture();
    made.session.connect();
    await settled();
    for (let i = 0; i < 2; i += 1) {
      made.transport.last.fail(refused());
      await settled();
    }
    await made.clock.tick(600_000);
    expect(made.transport.links).to.have.length(2);
    expect(made.state.connection).to.deep.include({ status: 'failed', error: { code: 'auth-required', message: 'Sign in', retryable: true } });
    expect(made.faults.map(({ code }) => code)).to.deep.equal(['auth-required']);
    made.session.retry();
    await settled();
    expect(made.transport.links).to.have.length(3);
  });

  it('a function that fails is tried again, and its words stay private', async () => {
    let calls = 0;
    const made = fixture({
      config: {
        headers: () => {
          calls += 1;
          if (calls === 1) throw new Error('token secret');
          return calls === 2 ? { Authorization: 'secret\nbad' } : {};
        },
      },
    });
    made.session.connect();
    await made.clock.tick(30_000);
    expect(made.transport.links).to.have.length(1);
    expect(made.faults.map(({ code }) => code)).to.deep.equal(['headers-failed']);
    expect(JSON.stringify([made.faults, made.connections]) + String(made.faults[0]?.cause)).to.not.include('secret');
  });

  it('F5 a function that hangs is given up', async () => {
    const made = fixture({ config: { headers: () => new Promise(() => undefined), idleTimeout: 0 } });
    made.session.connect();
    await made.clock.tick(30_000);
    expect(made.faults.map(({ code }) => code)).to.deep.equal(['headers-failed']);
    made.session.dispose();
    expect(made.clock.pending).to.equal(0);
  });

  it('one call is in flight', async () => {
    let calls = 0;
    let release = (): void => undefined;
    const clock = new FakeClock();
    const source = new HeaderSource(clock);
    source.set(() => {
      calls += 1;
      return new Promise((resolve) => {
        release = () => {
          resolve({ a: '1' });
        };
      });
    });
    const both = Promise.all([source.get(), source.get()]);
    await settled();
    release();
    expect(await both).to.deep.equal([{ a: '1' }, { a: '1' }]);
    expect(calls).to.equal(1);
    const third = source.get();
    await settled();
    release();
    await third;
    expect(calls).to.equal(2);
    expect(clock.pending).to.equal(0);
  });
});
