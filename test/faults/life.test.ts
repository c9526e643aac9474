/** What happens to the page, its clock and its code: F14, F16, F18, F26. */
import { expect } from '@open-wc/testing';
import { RUN_LOG } from '../session/run-log.js';
import { type FaultProcess, startFaultProcess } from '../support/fault-process.js';
import { PageClock } from '../support/page-clock.js';
import { body, came, clear, END, find, frame, has, luck, roots, show, shown, stands, told, uncut, until, watch } from './kit.js';

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

const DAY = 86_400_000;
const MINUTE = 60_000;

/** The page is out of sight, as its browser would say it: no frame comes any more. */
function hide(): () => void {
  const { requestAnimationFrame } = window;
  const say = (state: 'hidden' | 'visible'): void => {
    Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
    Object.defineProperty(document, 'hidden', { value: state === 'hidden', configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  };
  window.requestAnimationFrame = () => 0;
  say('hidden');
  return () => {
    window.requestAnimationFrame = requestAnimationFrame;
    say('visible');
    Reflect.deleteProperty(document, 'visibilityState');
    Reflect.deleteProperty(document, 'hidden');
  };
}

describe('faults: the life of a page', function () {
  this.timeout(60_000);

  it('F14 the wall clock jumps by a day, either way: nothing expires early, nothing late, no countdown is negative', async () => {
    for (const jump of [DAY, -2 * DAY]) {
      const clock = new PageClock();
      try {
        const asks = frame('tool.approval_required', { approvalId: 'a', callId: 'c', toolKey: 'k', input: { a: 1 }, expiresAt: new Date(Date.now() + 10 * MINUTE).toISOString() });
        const beats = [{ gate: 'one' }, ':\n\n', { gate: 'two' }];
        const laid = await server.lay({ body: [body(asks), ...beats], end: 'hold' });
        const view = show(laid, { idleTimeout: 0 });
        await until(() => find(view.element, '[part~="controls"]') !== undefined, 'controls');
        const approval = (): string | undefined => view.element.state.approvals.get('a')?.status;
        clock.jump(jump);
        document.dispatchEvent(new Event('visibilitychange'));
        clock.advance(9 * MINUTE);
        expect(approval(), 'a minute is left').to.equal('pending');
        await view.element.updateComplete;
        expect(shown(view.element)).not.to.match(/[-−]\d+ ?(?:s|m|h)/u);
        clock.advance(MINUTE + 2_000);
        expect(approval()).to.equal('expired');
        expect(await laid.seen(), 'the stream does not care').to.have.length(1);
      } finally {
        clear();
        clock.restore();
      }
    }
  });

  it('F14 a machine that slept: the deadline counts at the first look, and the server has the last word', async () => {
    const clock = new PageClock();
    try {
      const asks = frame('tool.approval_required', { approvalId: 'a', callId: 'c', toolKey: 'k', expiresAt: new Date(Date.now() + MINUTE).toISOString() });
      const answered = frame('tool.approval_response', { approvalId: 'a', callId: 'c', approved: true });
      const laid = await server.lay({ body: [body(asks), { gate: 'woken' }, body(answered)], end: 'hold' });
      const view = show(laid, { idleTimeout: 0 });
      const approval = (): string | undefined => view.element.state.approvals.get('a')?.status;
      await until(() => approval() === 'pending', 'asked');
      clock.sleep(10 * MINUTE);
      expect(approval()).to.equal('pending');
      document.dispatchEvent(new Event('visibilitychange'));
      expect(approval()).to.equal('expired');
      await laid.open('woken');
      await until(() => approval() === 'accepted', 'the server’s word');
    } finally {
      clear();
      clock.restore();
    }
  });

  it('F16 hidden for ten minutes: the stream stays, ten thousand events become state without a frame, and one look catches up', async () => {
    const clock = new PageClock();
    const begun = frame('tool.started', { callId: 'c', toolKey: 'k' });
    const steps = Array.from({ length: 10_000 }, (_, index) => frame('tool.progress', { callId: 'c', message: `step ${String(index + 1)}` }));
    const laid = await server.lay({ body: [body(begun), { gate: 'hidden' }, body(...steps)], end: 'hold' });
    const view = show(laid);
    let reveal = (): void => undefined;
    try {
      await until(() => find(view.element, 'tool-card') !== undefined, 'a card');
      reveal = hide();
      clock.advance(40_000);
      await laid.open('hidden');
      await until(() => JSON.stringify(view.element.state.calls.get('c')).includes('step 10000'), 'all of it is state');
      for (let minute = 0; minute < 10; minute += 1) clock.sleep(4_000);
      expect(view.element.state.connection.status).to.equal('open');
    } finally {
      reveal();
      clock.restore();
    }
    await until(() => shown(view.element).includes('step 10000'), 'caught up');
    const requests = await laid.seen();
    expect(requests.map(({ open }) => open)).to.deep.equal([true]);
    expect([view.errors, view.statuses.filter((status) => status === 'reconnecting')]).to.deep.equal([[], []]);
  });

  it('F18 the whole log again after each reconnect: ignored, and no node is touched', async () => {
    const unlucky = luck(0);
    const laid = await server.layLog(
      RUN_LOG,
      { log: true, upTo: 17, end: 'cut' },
      { log: true, replay: true, upTo: 17, body: [{ gate: 'cut' }], end: 'cut' },
      { log: true, replay: true, upTo: 17, body: [{ gate: 'on' }], end: 'cut' },
      { log: true, replay: true },
    );
    const view = show(laid);
    await came(laid, 2);
    await has(view, RUN_LOG, 17);
    await until(() => find(view.element, 'tool-card[call-id="c5"]') !== undefined, 'cards');
    // What was asked for by the first reading is drawn.
    for (const root of roots(view.element)) await (root.host as HTMLElement & { updateComplete?: Promise<boolean> }).updateComplete;
    const list = find(view.element, '[part~="timeline"]')!;
    const { calls, approvals, order } = view.element.state;
    const cards = [list, ...list.querySelectorAll('tool-card, approval-card')].map((each) => watch(each));
    await laid.open('cut');
    await came(laid, 3);
    await stands(view, 'open');
    await until(() => view.statuses.at(-1) === 'open', 'told');
    expect(cards.flatMap((card) => card.take())).to.deep.equal([]);
    const now = view.element.state;
    expect([now.calls === calls, now.approvals === approvals, now.order === order]).to.deep.equal([true, true, true]);
    await laid.open('on');
    await stands(view, 'closed');
    unlucky();
    expect(told(view.element.state)).to.equal(expected);
  });

  it('F26 listeners and functions of the host that throw: the next event is applied all the same', async () => {
    const thrown: string[] = [];
    const over = new AbortController();
    const onError = (event: ErrorEvent): void => {
      thrown.push((event.error as Error).message);
    };
    // The test runner's own would take them for failures, and print them.
    const { onerror } = window;
    const { error } = console;
    window.onerror = null;
    console.error = () => undefined;
    window.addEventListener('error', onError);
    try {
      const view = show(await server.layLog(RUN_LOG, { log: true, upTo: 3, end: 'cut' }, { log: true }), {
        redact: () => {
          throw new Error('redact');
        },
      });
      for (const name of ['activity-change', 'activity-connection-change', 'activity-message', 'activity-settled', 'activity-error', 'activity-diagnostic']) {
        const fail = (): never => {
          throw new Error(name);
        };
        view.element.addEventListener(name, fail, { signal: over.signal });
      }
      await stands(view, 'closed');
      await until(() => thrown.includes('activity-settled'), 'the last event');
      expect(told(view.element.state)).to.equal(expected);
      expect(thrown).to.include.members(['activity-change', 'activity-connection-change', 'activity-message', 'activity-error']);
      await until(() => find(view.element, 'tool-card[call-id="c5"]') !== undefined, 'all is drawn');
    } finally {
      over.abort();
      window.removeEventListener('error', onError);
      window.onerror = onerror;
      console.error = error;
    }
  });

  it('F25 one event with broken JSON costs itself alone, and is told', async () => {
    const broken = 'event: tool.started\ndata: {"payload": {"callId": "b", ';
    const view = show(await server.lay({ body: [body(frame('tool.started', { callId: 'a', toolKey: 'k' }), broken, frame('tool.started', { callId: 'c', toolKey: 'k' }), END)], end: 'hold' }));
    await stands(view, 'closed');
    await until(() => view.diagnostics.length > 0, 'told');
    expect([...view.element.state.calls.keys()]).to.deep.equal(['a', 'c']);
    expect(view.diagnostics.map(({ code, count }) => [code, count])).to.deep.equal([['malformed', 1]]);
    expect(view.errors).to.deep.equal([]);
  });
});
