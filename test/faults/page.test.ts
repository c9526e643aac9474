/** What happens to the page as a whole: F15 and F17. The events are the test's own; real ones are in test/node/bfcache.test.mjs. */
import { expect } from '@open-wc/testing';
import { RUN_LOG } from '../session/run-log.js';
import { type FaultProcess, startFaultProcess, type Step } from '../support/fault-process.js';
import { PageClock } from '../support/page-clock.js';
import { came, clear, has, luck, says, show, stands, told, uncut, until } from './kit.js';

let server: FaultProcess;
let expected: string;

before(async () => {
  server = await startFaultProcess();
  expected = await uncut(await server.layLog(RUN_LOG, { log: true }));
});
after(async () => {
  await server.order('end');
});
afterEach(() => {
  clear();
});

const turn = (name: 'pagehide' | 'pageshow', persisted: boolean): boolean => window.dispatchEvent(new PageTransitionEvent(name, { persisted }));
const until6: Step = { log: true, upTo: 6, end: 'hold' };

describe('faults: the page', function () {
  this.timeout(60_000);

  it('F15 into the back/forward cache: the connection is closed; out of it: opened again with the last id', async () => {
    const laid = await server.layLog(RUN_LOG, until6, { log: true, upTo: 9, end: 'hold' }, { log: true });
    const view = show(laid);
    await has(view, RUN_LOG, 6);
    turn('pagehide', true);
    await until(async () => (await laid.seen())[0]?.open === false, 'the server sees it close');
    expect(view.element.state.calls.size, 'the cards stay').to.be.above(0);
    turn('pageshow', true);
    await has(view, RUN_LOG, 9);
    turn('pagehide', true);
    turn('pageshow', true);
    await stands(view, 'closed');
    expect(told(view.element.state)).to.equal(expected);
    expect((await laid.seen()).map(({ headers }) => headers['last-event-id'])).to.deep.equal([undefined, '6', '9']);
    expect(view.errors).to.deep.equal([]);
  });

  it('F15 while it waits for the next attempt: no attempt from inside the cache, and one when it is over', async () => {
    const clock = new PageClock();
    try {
      const laid = await server.layLog(RUN_LOG, { status: 503, headers: { 'retry-after': '5' } }, { log: true });
      const view = show(laid);
      await until(() => view.element.state.connection.retryAt !== undefined, 'it waits');
      turn('pagehide', true);
      clock.advance(60_000);
      expect([(await laid.seen()).length, clock.pending]).to.deep.equal([1, 0]);
      turn('pageshow', true);
      await stands(view, 'closed');
      expect(told(view.element.state)).to.equal(expected);
    } finally {
      clock.restore();
    }
  });

  it('F15 what was closed by hand, and what is over, stays so', async () => {
    const [held, whole] = [await server.layLog(RUN_LOG, until6), await server.layLog(RUN_LOG, { log: true })];
    const [closed, over] = [show(held), show(whole)];
    await has(closed, RUN_LOG, 6);
    await stands(over, 'closed');
    closed.element.close();
    turn('pagehide', true);
    turn('pageshow', true);
    // One that is opened now is answered after any that these would have opened.
    await stands(show(await server.layLog(RUN_LOG, { log: true })), 'closed');
    expect([(await held.seen()).length, (await whole.seen()).length]).to.deep.equal([1, 1]);
  });

  it('F17 offline is only a hint: a stream that works goes on', async () => {
    const laid = await server.layLog(RUN_LOG, { ...until6, body: [{ gate: 'rest' }, ...RUN_LOG.slice(6).map((each, index) => `id: ${String(index + 7)}\n${each}\n\n`)] });
    const view = show(laid);
    await has(view, RUN_LOG, 6);
    window.dispatchEvent(new Event('offline'));
    expect(view.element.state.connection.status).to.equal('open');
    await laid.open('rest');
    await stands(view, 'closed');
    expect(told(view.element.state)).to.equal(expected);
    expect((await laid.seen()).length).to.equal(1);
  });

  it('F17 R4 without a network nothing is tried, which is said; with it at once', async () => {
    const unlucky = luck(0.9);
    const clock = new PageClock();
    const own = await startFaultProcess();
    try {
      const laid = await own.layLog(RUN_LOG, until6, { log: true });
      const view = show(laid);
      await has(view, RUN_LOG, 6);
      window.dispatchEvent(new Event('offline'));
      await own.order('kill');
      await stands(view, 'reconnecting');
      await until(() => view.element.state.connection.offline === true, 'it knows');
      expect(await says(view)).to.match(/offline/iu);
      await own.order('start');
      clock.advance(600_000);
      expect([(await laid.seen()).length, view.element.state.connection.retryAt]).to.deep.equal([1, undefined]);
      window.dispatchEvent(new Event('online'));
      // A timer of a second or more would wait for the test.
      await stands(view, 'closed');
      expect(told(view.element.state)).to.equal(expected);
      expect(await came(laid, 2)).to.have.length(2);
    } finally {
      clear();
      unlucky();
      clock.restore();
      await own.order('end');
    }
  });
});
