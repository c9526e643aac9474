/** What is left behind by a thousand connects and disconnects: F27. */
import { expect } from '@open-wc/testing';
import { ActivitySession } from '../../src/session/activity-session.js';
import { createActivityStore } from '../../src/store/store.js';
import { type FaultProcess, type Laid, startFaultProcess, type Step } from '../support/fault-process.js';
import { countLeftovers, type Leftovers, NOTHING_LEFT } from '../support/leftovers.js';
import { body, frame, show, until } from './kit.js';

let server: FaultProcess;

before(async () => {
  server = await startFaultProcess();
});
after(async () => {
  await server.order('end');
});

const ROUNDS = 1_000;

const asks = frame('tool.approval_required', { approvalId: 'a', callId: 'c', toolKey: 'k', expiresAt: '2099-01-01T00:00:00Z' });
const runs: Step = { body: [':\n\n', body(frame('tool.started', { callId: 'b', toolKey: 'k' }), asks)], end: 'hold' };
const busy: Step = { status: 503, headers: { 'retry-after': '30' } };

async function openSockets(...laid: readonly Laid[]): Promise<number> {
  const seen = await Promise.all(laid.map((each) => each.seen()));
  return seen.flat().filter(({ open }) => open).length;
}

async function locks(): Promise<readonly unknown[]> {
  const { held = [], pending = [] } = (await (navigator as Partial<Navigator>).locks?.query()) ?? {};
  return [...held, ...pending];
}

/** What is left once all that was on its way when the last one left has ended. */
async function nothingLeft(left: () => Leftovers, ...laid: readonly Laid[]): Promise<void> {
  const isNothing = (): boolean => JSON.stringify(left()) === JSON.stringify(NOTHING_LEFT);
  await until(async () => isNothing() && (await openSockets(...laid)) === 0 && (await locks()).length === 0, () => `left: ${JSON.stringify(left())}`);
  expect(await openSockets(...laid)).to.equal(0);
  expect(left()).to.deep.equal(NOTHING_LEFT);
  expect(await locks()).to.deep.equal([]);
}

describe('faults: what is left', function () {
  this.timeout(120_000);

  it('F27 a thousand elements that came and went: no timer, listener, observer, socket or lock', async () => {
    const [live, away] = [await server.lay(runs), await server.lay(busy)];
    // What is loaded once for the page, and stays, has been.
    const first = show(live);
    await until(() => first.element.state.approvals.size === 1, 'an approval');
    first.element.remove();
    const counted = countLeftovers();
    try {
      for (let round = 0; round < ROUNDS; round += 1) {
        const { element } = show(round % 3 === 0 ? away : live);
        // Taken away in the same task, a moment later, and with everything there that counts down or waits.
        if (round % 4 === 1) await element.updateComplete;
        if (round % 4 > 1) await until(() => element.state.approvals.size === 1 || element.state.connection.status === 'reconnecting', 'state');
        element.remove();
      }
      await nothingLeft(counted.left, live, away);
      expect((await live.seen()).length, 'many of them were connected').to.be.above(ROUNDS / 4);
    } finally {
      counted.restore();
    }
  });

  it('F27 two hundred that shared with other tabs: no channel and no lock either', async () => {
    const live = await server.lay(runs);
    const first = show(live, { share: 'origin' });
    await until(() => first.element.state.approvals.size === 1, 'an approval');
    first.element.remove();
    await until(async () => (await locks()).length === 0, 'no lock');
    const counted = countLeftovers();
    try {
      for (let round = 0; round < 200; round += 1) {
        const { element } = show(live, { share: 'origin' });
        if (round % 4 === 1) await element.updateComplete;
        if (round % 4 > 1) await until(() => element.state.approvals.size === 1, 'state');
        element.remove();
      }
      await nothingLeft(counted.left, live);
    } finally {
      counted.restore();
    }
  });

  it('F27 a thousand sessions opened and closed: no timer, listener, socket or lock', async () => {
    const [live, away] = [await server.lay(runs), await server.lay(busy)];
    const counted = countLeftovers();
    try {
      for (let round = 0; round < ROUNDS; round += 1) {
        const store = createActivityStore();
        const session = new ActivitySession({ store, onError: () => undefined });
        session.configure({ src: round % 3 === 0 ? away.url : live.url, headers: () => Promise.resolve({}) });
        session.connect();
        if (round % 2 === 1) await Promise.resolve();
        if (round % 4 > 1) await until(() => store.getState().connection.status !== 'connecting', 'an answer');
        session.close();
        if (round % 5 === 0) session.connect();
        if (round % 7 === 0) session.reset();
        session.dispose();
      }
      await nothingLeft(counted.left, live, away);
      expect((await live.seen()).length, 'many of them were connected').to.be.above(ROUNDS / 4);
    } finally {
      counted.restore();
    }
  });
});
