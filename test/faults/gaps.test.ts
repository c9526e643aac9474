/** Events that are missing, and elements that are several: F19, F27, F28. */
import { expect } from '@open-wc/testing';
import { type FaultProcess, startFaultProcess, type Step } from '../support/fault-process.js';
import { body, came, clear, frame, luck, show, stands, until, type View } from './kit.js';

let server: FaultProcess;
let unlucky: () => void;

before(async () => {
  server = await startFaultProcess();
});
after(async () => {
  await server.order('end');
});
beforeEach(() => {
  unlucky = luck(0);
});
afterEach(() => {
  clear();
  unlucky();
});

/** The run: three calls, and words. Number 1 is the first. */
const LOG = [
  frame('tool.started', { callId: 'a', toolKey: 'k' }, 1),
  frame('tool.started', { callId: 'b', toolKey: 'k' }, 2),
  frame('tool.completed', { callId: 'a', output: 1 }, 3),
  frame('tool.started', { callId: 'c', toolKey: 'k' }, 4),
  frame('tool.completed', { callId: 'b', output: 2 }, 5),
  frame('tool.completed', { callId: 'c', output: 3 }, 6),
  frame('message.completed', { text: 'Done.' }, 7),
];
const at = (...numbers: readonly number[]): string => body(...numbers.map((number) => `id: ${String(number)}\n${LOG[number - 1] ?? ''}`));

/** What the server has kept of the run after number 4. */
const KEPT = { data: [{ id: 'm', role: 'assistant', runId: 'run_f', status: 'streaming', text: '', toolCalls: [
  { callId: 'a', toolKey: 'k', status: 'completed', output: 1 },
  { callId: 'b', toolKey: 'k', status: 'executing' },
  { callId: 'c', toolKey: 'k', status: 'executing' },
] }], meta: { lastEventId: '4' } };
const json = (value: unknown): Step => ({ headers: { 'content-type': 'application/json' }, body: [JSON.stringify(value)] });

const outputs = ({ element }: View): unknown => Object.fromEntries([...element.state.calls].map(([id, { status, output }]) => [id, [status, output]]));
const WHOLE = { a: ['completed', 1], b: ['completed', 2], c: ['completed', 3] };

describe('faults: gaps', function () {
  this.timeout(60_000);

  it('F19 events that are missing: what comes waits for the history, and nothing is lost or doubled', async () => {
    const laid = await server.lay({ body: [at(1, 2), at(5), { gate: 'filled' }, at(6, 7)], end: 'hold' });
    const history = await server.lay(json({ data: [] }), json(KEPT));
    const view = show(laid, { historySrc: history.url });
    await until(() => view.errors.includes('resynced'), 'filled');
    expect(outputs(view)).to.deep.equal({ ...WHOLE, c: ['active', undefined] });
    await laid.open('filled');
    await stands(view, 'closed');
    expect(outputs(view)).to.deep.equal(WHOLE);
    expect((await history.seen()).length).to.equal(2);
    expect(view.errors).to.deep.equal(['resynced']);
  });

  it('F19 R3 without a history it is said that something is missing, once, and the stream goes on', async () => {
    const view = show(await server.lay({ body: [at(1, 2), at(5), at(7)], end: 'hold' }));
    await stands(view, 'closed');
    expect(view.errors).to.deep.equal(['events-lost']);
    expect(view.element.state.calls.get('b')?.status).to.equal('completed');
    expect(view.element.state.run.status).to.equal('settled');
  });

  for (const status of [409, 410, 412]) {
    it(`F19 a cursor that the server no longer has (${String(status)}): the history, and on from there`, async () => {
      // An end in order: what a cut connection brought last may be lost with it.
      const laid = await server.lay({ body: [at(1, 2)] }, { status }, { body: [at(5, 6, 7)], end: 'hold' });
      const history = await server.lay(json({ data: [] }), json(KEPT));
      const view = show(laid, { historySrc: history.url });
      await stands(view, 'closed');
      expect(outputs(view)).to.deep.equal(WHOLE);
      expect((await laid.seen()).map(({ headers }) => headers['last-event-id'])).to.deep.equal([undefined, '2', '4']);
      expect(view.errors.at(-1)).to.equal('resynced');
    });
  }

  it('F19 another run at the same address: its cards are its own', async () => {
    const other = `event: tool.started\ndata: {"runId":"run_g","sequence":1,"payload":{"callId":"z","toolKey":"k"}}`;
    const view = show(await server.lay({ body: [at(1, 2)] }, { body: [body(other), body('event: message.completed\ndata: {"runId":"run_g","sequence":2,"payload":{"text":"Other."}}')], end: 'hold' }));
    await stands(view, 'closed');
    const { run, message, calls } = view.element.state;
    expect([run.id, run.outcome, message.text, calls.get('z')?.status]).to.deep.equal(['run_g', 'completed', 'Other.', 'interrupted']);
  });
});

describe('faults: several elements', function () {
  this.timeout(60_000);

  it('F27 at one address they have one connection, which a move keeps, and the last one that goes closes', async () => {
    const laid = await server.lay({ body: [at(1, 2)], end: 'hold' }, { body: [':\n\n'], end: 'hold' });
    const views = [show(laid), show(laid), show(laid)];
    const [first, second, third] = views.map(({ element }) => element);
    await until(() => views.every(({ element }) => element.state.calls.size === 2), 'all of them have it');
    // Another place, in one task.
    const place = document.createElement('section');
    document.body.append(place);
    place.append(first!, second!);
    await first!.updateComplete;
    second!.remove();
    third!.remove();
    await until(() => !second!.isConnected, 'gone');
    expect((await laid.seen()).map(({ open }) => open)).to.deep.equal([true]);
    first!.remove();
    await until(async () => (await laid.seen())[0]?.open === false, 'closed with the last one');
    place.append(first!);
    const requests = await came(laid, 2);
    expect(requests[1]?.headers['last-event-id']).to.equal('2');
    place.remove();
  });

  it('F27 other credentials are another connection', async () => {
    const laid = await server.lay({ body: [at(1)], end: 'hold' });
    show(laid, { headers: { authorization: 'Bearer one' } });
    show(laid, { headers: { authorization: 'Bearer two' } });
    const requests = await came(laid, 2);
    expect(requests.map(({ headers }) => headers['authorization']).sort()).to.deep.equal(['Bearer one', 'Bearer two']);
  });

  it('F28 seven on one address over HTTP/1.1: the answer to an approval goes out all the same', async () => {
    const asks = frame('tool.approval_required', { approvalId: 'ap', callId: 'a', toolKey: 'k', input: { a: 1 } }, 1);
    const answered = frame('tool.approval_response', { approvalId: 'ap', callId: 'a', approved: true }, 2);
    const laid = await server.lay({ body: [':\n\n', body(asks), { gate: 'answered' }, body(answered)], end: 'hold' });
    const desk = await server.lay({ status: 202, headers: { 'content-type': 'application/json' }, body: ['{}'] });
    const views = Array.from({ length: 7 }, () => show(laid, { approvalUrl: desk.url }));
    await until(() => views.every(({ element }) => element.state.approvals.size === 1), 'asked');
    views[6]!.element.decide('ap', 'approve');
    const posts = await came(desk, 1);
    expect([posts.map(({ method }) => method), (await laid.seen()).length]).to.deep.equal([['POST'], 1]);
    expect(JSON.parse(posts[0]?.body ?? '{}')).to.deep.include({ decision: 'approve' });
    await laid.open('answered');
    await until(() => views.every(({ element }) => element.state.approvals.get('ap')?.status === 'accepted'), 'told to all');
  });
});
