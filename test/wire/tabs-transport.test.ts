import { expect } from '@open-wc/testing';
import { createTabsTransport } from '../../src/wire/tabs-transport.js';
import { TransportError } from '../../src/wire/transport.js';
import { FakeClock, settled } from '../support/fake-clock.js';
import { FakeOrigin } from '../support/fake-tabs.js';
import { range, Server, world } from '../support/tabs-world.js';

describe('tabs: one connection for several', () => {
  it('F28 two tabs get the same calls from one connection', async () => {
    const { server, open, publish } = world();
    const [a, b] = [open('a'), open('b')];
    await settled();
    await publish();
    server.last.sink.retry(700);
    server.last.sink.cursor('9');
    server.last.sink.lost(new TransportError('event-too-large', 'too large'));
    await settled();
    expect(server.connections).to.have.length(1);
    const told = (calls: readonly string[]): readonly string[] => calls.filter((call) => call !== 'alive' && !call.startsWith('open'));
    expect(told(a.calls)).to.deep.equal(['frames 1', 'retry 700', 'cursor 9', 'lost event-too-large too large']);
    expect(told(b.calls)).to.deep.equal(told(a.calls));
  });

  it('a tab that joins in mid-run gets what it lacks, in one batch', async () => {
    const { server, open, publish } = world();
    open('a');
    await settled();
    await publish();
    await publish();
    await publish();
    const [fresh, knowing] = [open('b'), open('c', '2')];
    await settled();
    expect(fresh.calls).to.include('frames 1 2 3');
    expect(knowing.calls).to.include('frames 3');
    await publish();
    expect([fresh.ids, knowing.ids]).to.deep.equal([[1, 2, 3, 4], [3, 4]]);
    expect(server.connections).to.have.length(1);
  });

  it('F14 passes on the server time of the moment, and no other header (A15)', async () => {
    const { origin, clock, open } = world();
    const a = open('a');
    await clock.tick(60_000);
    const b = open('b');
    await settled();
    expect(a.calls).to.include('open Thu, 01 Jan 2026 00:00:00 GMT secret');
    expect(b.calls).to.include('open Thu, 01 Jan 2026 00:01:00 GMT -');
    expect(JSON.stringify(origin.said)).not.to.contain('secret');
  });

  it('F13 bytes without events keep followers alive, told once a second at most (F12)', async () => {
    const { origin, server, clock, open } = world();
    open('a');
    const b = open('b');
    await settled();
    const before = b.calls.length;
    for (let i = 0; i < 1_000; i += 1) server.last.sink.alive();
    await clock.tick(1_000);
    server.last.sink.alive();
    await settled();
    expect(origin.said.filter(({ type }) => type === 'alive')).to.have.length(2);
    expect(b.calls.slice(before)).to.deep.equal(['alive', 'alive']);
  });

  it('tells nothing where nobody follows', async () => {
    const { origin, open, publish } = world();
    open('a');
    await settled();
    const b = open('b');
    await settled();
    b.abort();
    await settled();
    const said = origin.said.length;
    await publish();
    expect(origin.said).to.have.length(said);
  });
});

describe('tabs: the end of a stream', () => {
  it('is one for all, by itself or with a fault', async () => {
    for (const error of [undefined, new TransportError('http', 'busy', { status: 503, retryAfter: 4_000 })]) {
      const { origin, server, clock, open } = world();
      const [a, b, c] = [open('a'), open('b'), open('c')];
      await settled();
      if (error) server.last.fail(error);
      else server.last.end();
      await settled();
      for (const { outcome } of [a, b, c]) {
        if (error) expect(outcome).to.be.instanceOf(TransportError).and.to.include({ code: 'http', message: 'busy', status: 503, retryAfter: 4_000 });
        else expect(outcome).to.equal('ended');
      }
      expect(server.connections).to.have.length(1);
      expect([origin.channels.size, origin.locks, clock.pending]).to.deep.equal([0, [], 0]);
    }
  });

  it('F3 followers that close at the terminal event do not open another connection', async () => {
    const { origin, server, open } = world();
    const [a, b] = [open('a'), open('b')];
    await settled();
    // As a session does: the last frame closes, in the same call.
    for (const viewer of [a, b]) viewer.calls.push = (call) => (call === 'frames 1' ? viewer.abort() : undefined, 0);
    server.publish(origin);
    await settled();
    expect(server.connections).to.have.length(1);
    expect([origin.channels.size, origin.locks]).to.deep.equal([0, []]);
  });

  it('after a failed connection the next attempts share again', async () => {
    const { server, open, publish } = world();
    const [a, b] = [open('a'), open('b')];
    await settled();
    await publish();
    server.last.fail(new TransportError('network', 'cut'));
    await settled();
    const [again, too] = [open('b', b.cursor), open('a', a.cursor)];
    await settled();
    await publish();
    expect(server.connections.map(({ tab, request }) => [tab, request.lastEventId])).to.deep.equal([['a', undefined], ['b', '1']]);
    expect([again.ids, too.ids]).to.deep.equal([[2], [2]]);
    const late = open('c');
    await settled();
    expect(late.ids, 'the log reaches over the reconnect').to.deep.equal([1, 2]);
  });
});

describe('tabs: hand-over', () => {
  for (const way of ['closes', 'crashes'] as const) {
    it(`F1 the leader ${way}: another goes on from its own cursor, nothing is lost or doubled`, async () => {
      const { origin, server, clock, open, publish } = world();
      const [a, b, c] = [open('a'), open('b'), open('c')];
      await settled();
      await publish();
      await publish();
      if (way === 'closes') a.abort();
      else origin.kill('a');
      await settled();
      await publish();
      await clock.tick(250);
      await publish();
      expect([b.ids, c.ids]).to.deep.equal([range(4), range(4)]);
      expect(server.connections.map(({ tab, request }) => [tab, request.lastEventId])).to.deep.equal([['a', undefined], ['b', '2']]);
    });
  }

  it('last frames of a leader that crashed are not asked for again', async () => {
    const { origin, server, clock, open } = world();
    const [, b] = [open('a'), open('b')];
    await settled();
    origin.freeze('b');
    server.publish(origin);
    await settled();
    origin.kill('a');
    origin.thaw('b');
    await clock.tick(250);
    expect(b.ids).to.deep.equal([1]);
    expect(server.last.request.lastEventId).to.equal('1');
  });

  it('F13 a leader that is frozen does not hold up a tab that comes', async () => {
    const { origin, server, clock, open, publish } = world();
    open('a');
    await settled();
    await publish();
    origin.freeze('a');
    const b = open('b');
    await clock.tick(2_999);
    expect(server.connections).to.have.length(1);
    await clock.tick(1);
    expect(server.connections).to.have.length(2);
    expect(b.ids).to.deep.equal([1]);
    origin.thaw('a');
    await publish();
    expect(b.ids).to.deep.equal([1, 2]);
    b.abort();
    await settled();
    expect(clock.pending).to.equal(0);
  });

  it('F13 a leader that answers and brings nothing is not followed a second time', async () => {
    const { server, open, publish } = world();
    open('a');
    const b = open('b');
    await settled();
    b.abort();
    await settled();
    const again = open('b');
    await settled();
    await publish();
    expect(server.connections.map(({ tab }) => tab)).to.deep.equal(['a', 'b']);
    expect(again.ids).to.deep.equal([1]);
  });

  it('F13 whoever takes silence for death sooner gives it up sooner', async () => {
    const { origin, server, clock, open } = world(500);
    open('a');
    await settled();
    origin.freeze('a');
    open('b');
    await clock.tick(500);
    expect(server.connections).to.have.length(2);
  });

  it('a heir that is frozen does not hold up the others', async () => {
    const { origin, server, clock, open, publish } = world();
    const [a, , c] = [open('a'), open('b'), open('c')];
    await settled();
    origin.freeze('b');
    a.abort();
    await clock.tick(3_000);
    await publish();
    expect(server.last.tab).to.equal('c');
    expect(c.ids).to.deep.equal([1]);
  });
});

describe('tabs: what is left', () => {
  it('F27 nothing after a thousand that came and went', async () => {
    const { origin, server, clock, open } = world();
    for (let i = 0; i < 500; i += 1) {
      const tabs = [open('a'), open('b')];
      if (i % 3 > 0) await settled();
      for (const { abort } of i % 2 === 0 ? tabs : tabs.reverse()) abort();
    }
    await settled();
    expect([origin.channels.size, origin.locks, clock.pending, server.live(origin).length]).to.deep.equal([0, [], 0, 0]);
  });
});

describe('tabs: a connection of its own', () => {
  it('where the leader does not know what came after the cursor', async () => {
    const { server, open, publish } = world();
    open('a', '5');
    await settled();
    const b = open('b', '3');
    await settled();
    expect(server.connections.map(({ tab, request }) => [tab, request.lastEventId])).to.deep.equal([['a', '5'], ['b', '3']]);
    await publish();
    expect(b.outcome).to.equal(undefined);
  });

  const refusing = (locks: LockManager['request']) => ({ locks: { request: locks }, channel: new FakeOrigin().place('x').channel });
  const rows = {
    'no locks and no channels': undefined,
    'channels that throw': {
      locks: new FakeOrigin().place('x').locks,
      channel: () => {
        throw new DOMException('opaque', 'SecurityError');
      },
    },
    'locks that reject': refusing(() => Promise.reject(new DOMException('no', 'SecurityError'))),
    'locks that throw': refusing(() => {
      throw new DOMException('no', 'InvalidStateError');
    }),
  };
  for (const [name, place] of Object.entries(rows)) {
    it(`where the platform has ${name}`, async () => {
      const origin = new FakeOrigin();
      const server = new Server();
      const clock = new FakeClock();
      const ids: unknown[] = [];
      const transport = createTabsTransport({
        key: 'key',
        transport: server.transport('a', origin),
        clock,
        patience: Infinity,
        errorOf: ({ code, message }) => new TransportError(code, message),
        place,
      });
      const { signal } = new AbortController();
      const nothing = (): void => undefined;
      const sink = { open: nothing, alive: nothing, retry: nothing, cursor: nothing, lost: nothing };
      const request = { url: '/', method: 'GET', headers: {}, credentials: 'same-origin' as const, signal };
      const ended = transport(request, { ...sink, frames: (frames) => ids.push(...frames.map(({ id }) => id)) });
      await settled();
      server.publish(origin);
      server.last.end();
      await ended;
      expect(ids).to.deep.equal(['1']);
      expect(clock.pending).to.equal(0);
    });
  }
});
