/** What happens to the bytes on their way, and to the server: F1, F2, F10 to F13. */
import { expect } from '@open-wc/testing';
import { RUN_LOG } from '../session/run-log.js';
import { type FaultProcess, startFaultProcess, type Step } from '../support/fault-process.js';
import { PageClock } from '../support/page-clock.js';
import { countWork } from '../support/work.js';
import { body, came, clear, END, find, frame, has, luck, says, show, stands, told, uncut, until, watch } from './kit.js';

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

const bytes = new TextEncoder().encode(RUN_LOG.map((each, index) => `id: ${String(index + 1)}\n${each}\n\n`).join('')).length;

/** A fetch whose answers come in pieces of a size, and that counts them. */
function pieces(size: number): { fetch: typeof globalThis.fetch; count: () => number } {
  let count = 0;
  const cut = async (source: ReadableStreamDefaultReader<Uint8Array>, controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> => {
    const { done, value } = await source.read();
    if (done) {
      controller.close();
      return;
    }
    for (let at = 0; at < value.length; at += size) {
      count += 1;
      controller.enqueue(value.slice(at, at + size));
    }
  };
  return {
    count: () => count,
    fetch: async (input, init) => {
      const answer = await fetch(input, init);
      const source = answer.body!.getReader();
      const body = new ReadableStream<Uint8Array>({ pull: (controller) => cut(source, controller), cancel: (reason) => source.cancel(reason) });
      return new Response(body, { status: answer.status, headers: answer.headers });
    },
  };
}

describe('faults: the wire', function () {
  this.timeout(60_000);

  it('F1 the server is killed in mid-run and started again on its port, again and again: the state is that of the uncut run', async () => {
    const own = await startFaultProcess();
    // Small: the window doubles while nobody answers.
    const unlucky = luck(0.02);
    const clock = new PageClock();
    const stops = [1, 4, 5, 9, 10, 13, 18];
    const laid = await own.layLog(RUN_LOG, ...stops.map((upTo): Step => ({ log: true, upTo, end: 'hold' })), { log: true });
    const view = show(laid, { idleTimeout: 0 });
    for (const stop of stops) {
      await has(view, RUN_LOG, stop);
      const calls = [...view.element.state.calls.keys()];
      // Long enough to count as healthy, so that each kill is a first failure.
      clock.advance(15_000);
      await own.order('kill');
      await stands(view, 'reconnecting');
      expect([...view.element.state.calls.keys()], 'the cards stay').to.deep.equal(calls);
      await own.order('start');
      // A machine that took long for it is at the slow attempts.
      clock.advance(90_000);
    }
    await stands(view, 'closed');
    unlucky();
    clock.restore();
    expect(told(view.element.state)).to.equal(expected);
    const cursors = (await laid.seen()).map(({ headers }) => headers['last-event-id']);
    expect(cursors).to.deep.equal([undefined, ...stops.map(String)]);
    await own.order('end');
  });

  const cuts: readonly (readonly [how: string, step: Step])[] = [
    ['without the end of the body', { end: 'cut' }],
    ['with a reset', { end: 'reset' }],
    ['with an end in order', { end: 'end' }],
    ['where the body ends with the connection', { end: 'cut', framing: 'close' }],
    ['compressed', { end: 'cut', gzip: true }],
  ];
  for (const [how, step] of cuts) {
    it(`F2 R3 cut ${how}, in a character, a line, an event and between two: nothing unfinished is shown, all is there once`, async () => {
      const unlucky = luck(0);
      // A stride that meets each kind of place; every byte of the run is cut in the tests of the session.
      for (let at = 1; at < bytes; at += 173) {
        const laid = await server.layLog(RUN_LOG, { log: true, cut: at, ...step }, { log: true });
        const view = show(laid);
        await stands(view, 'closed');
        expect(told(view.element.state), `after ${String(at)} bytes`).to.equal(expected);
        clear();
      }
      unlucky();
    });
  }

  it('F2 R3 an approval whose event is cut raises no card', async () => {
    const asks = `id: 1\n${frame('tool.approval_required', { approvalId: 'a', callId: 'c', toolKey: 'k', input: { a: 1 } })}\n`;
    const laid = await server.lay({ body: [asks], framing: 'close' }, { body: [':\n\n'], end: 'hold' });
    const view = show(laid);
    await came(laid, 2);
    await stands(view, 'open');
    expect(find(view.element, 'approval-card')).to.equal(undefined);
    expect(view.element.state.approvals.size).to.equal(0);
    expect((await laid.seen())[1]?.headers['last-event-id'], 'its id is not taken either').to.equal(undefined);
  });

  it('F2 slowly, compressed, and through a proxy that holds back: the same run', async () => {
    for (const how of [{ drip: { bytes: 40, pause: 1 } }, { gzip: true }, { gzip: true, drip: { bytes: 9, pause: 0 } }, { buffer: 1_000 }]) {
      const view = show(await server.layLog(RUN_LOG, { log: true, ...how }));
      await stands(view, 'closed');
      expect(told(view.element.state), JSON.stringify(how)).to.equal(expected);
      expect(view.errors).to.deep.equal([]);
    }
  });

  it('F10 a byte order mark, NUL in an id, and every kind of line end', async () => {
    const ends = ['\n', '\r\n', '\r'];
    const text = RUN_LOG.map((each, index) => {
      const end = ends[index % 3] ?? '\n';
      return `id: ${String(index + 1)}\nid: x\0y\n${each}\n\n`.replaceAll('\n', end);
    }).join('');
    for (const size of [1, 2, 3, 4096]) {
      const { fetch } = pieces(size);
      const laid = await server.lay({ body: [`\uFEFF${text}`], end: 'hold' });
      const view = show(laid, { fetch });
      await stands(view, 'closed');
      expect(told(view.element.state), `pieces of ${String(size)}`).to.equal(expected);
      expect(view.element.state.connection.lastEventId).to.equal(String(RUN_LOG.length));
    }
  });

  it('F11 an event of 20 MB in pieces of 1 KiB is dropped, told, and the stream goes on', async () => {
    const { fetch, count } = pieces(1024);
    const huge: Step = { body: ['id: 7\nevent: tool.started\ndata: {"payload":{"callId":"huge","toolKey":"', { repeat: 'y'.repeat(1024), times: 20 * 1024 }, '"}}\n\n', body(END)] };
    const view = show(await server.lay(huge), { fetch });
    await stands(view, 'closed');
    expect(view.errors).to.deep.equal(['event-too-large']);
    expect(count()).to.be.at.least(20 * 1024);
    const { calls, message, connection } = view.element.state;
    expect([calls.size, message.text, connection.lastEventId]).to.deep.equal([0, 'Done.', undefined]);
  });

  it('F11 twice the line is twice the work, not four times', async () => {
    const work = async (mebibytes: number): Promise<number> => {
      const { fetch } = pieces(1024);
      const line: Step = { body: ['event: nothing.known\ndata: "', { repeat: 'y'.repeat(1024), times: mebibytes * 1024 }, '"\n\n', body(END)] };
      const counted = countWork();
      try {
        await stands(show(await server.lay(line), { fetch }), 'closed');
      } finally {
        counted.restore();
      }
      return counted.characters();
    };
    const [one, two] = [await work(1), await work(2)];
    expect(one, 'all of it was counted').to.be.above(1024 * 1024);
    expect(two / one).to.be.within(1.8, 2.2);
  });

  it('F12 two hundred thousand comments: no change, no event, no commit', async () => {
    const comments: Step = { body: [body(frame('tool.started', { callId: 'c', toolKey: 'k' })), { gate: 'comments' }, { repeat: ':\n\n: keep-alive\n'.repeat(100), times: 1_000 }, { gate: 'rest' }, body(END)] };
    const { fetch, count } = pieces(65_536);
    // So that what was said is not taken away while the test looks.
    const clock = new PageClock();
    const laid = await server.lay(comments);
    const view = show(laid, { fetch });
    await until(() => find(view.element, 'tool-card') !== undefined, 'a card');
    await until(() => find(view.element, '.says[role="status"]')?.textContent !== '', 'what is said of it');
    await view.element.updateComplete;
    const { state } = view.element;
    const before = count();
    const dom = watch(view.element);
    await laid.open('comments');
    await until(() => count() > before + 20, 'comments');
    expect([dom.take().length, view.element.state === state]).to.deep.equal([0, true]);
    await laid.open('rest');
    await stands(view, 'closed');
    clock.restore();
    expect([view.errors, view.diagnostics.length]).to.deep.equal([[], 0]);
  });

  it('F12 R5 comments alone keep a connection alive for an hour', async () => {
    const clock = new PageClock();
    try {
      const { fetch, count } = pieces(65_536);
      const beats = Array.from({ length: 90 }, (_, index) => [{ gate: `beat-${String(index)}` }, ':\n\n']).flat();
      const laid = await server.lay({ body: [':\n\n', ...beats], end: 'hold' });
      const view = show(laid, { fetch });
      await until(() => count() === 1, 'a first sign of life');
      for (let beat = 0; beat < 90; beat += 1) {
        clock.advance(40_000);
        expect(view.element.state.connection.status).to.equal('open');
        await laid.open(`beat-${String(beat)}`);
        await until(() => count() === beat + 2, `beat ${String(beat)}`);
      }
      expect(await laid.seen()).to.have.length(1);
    } finally {
      clock.restore();
    }
  });

  it('F13 R5 a silent half-open socket is found by its timer after 45 s, and no sooner', async () => {
    const clock = new PageClock();
    try {
      const laid = await server.layLog(RUN_LOG, { log: true, upTo: 3, end: 'hold' }, { log: true });
      const view = show(laid);
      await has(view, RUN_LOG, 3);
      clock.advance(44_000);
      expect(view.element.state.connection.status).to.equal('open');
      clock.advance(1_500);
      await until(() => view.errors.includes('idle'), 'found');
      clock.advance(1_000);
      await stands(view, 'closed');
      expect(told(view.element.state)).to.equal(expected);
    } finally {
      clock.restore();
    }
  });

  it('F13 R5 after a sleep without timers it is found at the first look', async () => {
    for (const [target, name] of [[document, 'visibilitychange'], [window, 'pageshow'], [window, 'online']] as const) {
      const clock = new PageClock();
      try {
        const laid = await server.layLog(RUN_LOG, { log: true, upTo: 3, end: 'hold' }, { log: true });
        const view = show(laid);
        await has(view, RUN_LOG, 3);
        clock.sleep(50_000);
        target.dispatchEvent(new Event(name));
        await until(() => view.errors.includes('idle'), name);
        clock.advance(1_000);
        await stands(view, 'closed');
        expect(told(view.element.state)).to.equal(expected);
      } finally {
        clear();
        clock.restore();
      }
    }
  });

  it('F13 a server whose process is stopped, in mid-stream and then before it answers', async () => {
    const own = await startFaultProcess();
    const unlucky = luck(0.02);
    const clock = new PageClock();
    const laid = await own.layLog(RUN_LOG, { log: true, upTo: 6, end: 'hold' }, { log: true });
    const view = show(laid);
    const connection = (): Partial<typeof view.element.state.connection> => view.element.state.connection;
    await has(view, RUN_LOG, 6);
    await own.order('stop');
    // Open and silent; then a socket that the machine accepts, and nobody answers.
    for (const attempt of [1, 2]) {
      clock.advance(46_000);
      await until(() => connection().attempt === attempt && connection().retryAt === undefined, `attempt ${String(attempt)} is on its way`);
    }
    expect(view.errors).to.deep.equal(['idle']);
    expect(await says(view)).to.match(/Reconnecting/u);
    await own.order('continue');
    await stands(view, 'closed');
    unlucky();
    clock.restore();
    expect(told(view.element.state)).to.equal(expected);
    await own.order('end');
  });
});
