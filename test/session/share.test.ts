import { expect, waitUntil } from '@open-wc/testing';
import type { SessionConfig } from '../../src/session/config.js';
import { Engine } from '../../src/session/engine.js';
import type { SessionFault } from '../../src/session/fault.js';
import type { StoreChange } from '../../src/store/store.js';
import { settled } from '../support/fake-clock.js';
import { asked, frame, ScriptedFetch, ScriptedTransport } from './fixture.js';

interface Activity {
  readonly engine: Engine;
  readonly transport: ScriptedTransport;
  readonly changes: StoreChange[];
  readonly faults: SessionFault[];
  readonly told: string[];
  readonly calls: readonly string[];
}

let number = 0;
/** A configuration that no other test has. */
function about(transport: ScriptedTransport, more: SessionConfig = {}): SessionConfig {
  return { src: `/runs/${String(number)}`, dialect: 'chainabit', share: 'page', transport: transport.open, ...more };
}

function activity(transport: ScriptedTransport): Activity {
  const changes: StoreChange[] = [];
  const faults: SessionFault[] = [];
  const told: string[] = [];
  const engine = new Engine({
    onError: (fault) => faults.push(fault),
    onDiagnostic: (counts) => told.push(...counts.map(({ code }) => code)),
    onReasoning: (text) => told.push(text),
    onDropped: ({ type }) => told.push(type),
  });
  engine.subscribe((change) => changes.push(change));
  return {
    engine,
    transport,
    changes,
    faults,
    told,
    get calls() {
      return [...engine.state.calls.keys()];
    },
  };
}

/** An activity in the page, open. */
function shown(transport: ScriptedTransport, more: SessionConfig = {}, disclosure?: string): Activity {
  const made = activity(transport);
  made.engine.attach();
  made.engine.open(about(transport, more), disclosure, false);
  return made;
}

async function two(more: SessionConfig = {}, disclosure?: string): Promise<{ a: Activity; b: Activity; transport: ScriptedTransport }> {
  const transport = new ScriptedTransport();
  const [a, b] = [shown(transport, more, disclosure), shown(transport, more, disclosure)];
  await waitUntil(() => transport.links.length > 0, 'the dialect is loaded');
  transport.last.sink.open({});
  return { a, b, transport };
}

const live = ({ links }: ScriptedTransport): number => links.filter(({ request }) => !request.signal.aborted).length;
const responding = { data: { type: 'response.created', response: { id: 'resp_1' } } };
const thought = (text: string) => ({ data: { type: 'response.reasoning_text.delta', item_id: 'i', output_index: 0, content_index: 0, delta: text } });
const call = (id: string) => frame('tool.started', { callId: id, toolKey: 'files.read' }, id);

describe('session: activities of a page that are about the same (C8, F27)', () => {
  beforeEach(() => {
    number += 1;
  });

  it('have one connection and one state', async () => {
    const { a, b, transport } = await two();
    transport.last.sink.frames([call('1')]);
    expect(transport.links).to.have.length(1);
    expect(a.engine.state).to.equal(b.engine.state);
    expect(b.calls).to.deep.equal(['1']);
  });

  it('one that comes later has the state at once, as one change from its own', async () => {
    const { a, transport } = await two();
    transport.last.sink.frames([call('1')]);
    const late = shown(transport);
    expect(late.calls).to.deep.equal(['1']);
    expect(late.changes).to.have.length(1);
    expect(late.changes[0]).to.include({ state: a.engine.state });
    expect(late.changes[0]?.previous.calls.size).to.equal(0);
    transport.last.sink.frames([frame('message.completed', {}, '2')]);
    expect(late.changes.at(-1)?.previous, 'each change starts where the last one ended').to.equal(late.changes.at(-2)?.state);
    expect(live(transport)).to.equal(0);
    const after = shown(transport);
    await settled();
    expect(transport.links, 'a run that is over is not asked for again').to.have.length(1);
    expect(after.engine.state).to.equal(a.engine.state);
  });

  it('the connection is released with the last one in the page, and goes on with the first one that is back', async () => {
    const { a, b, transport } = await two();
    transport.last.sink.frames([call('1')]);
    a.engine.detach();
    expect(live(transport)).to.equal(1);
    b.engine.detach();
    expect(live(transport)).to.equal(0);
    expect(b.engine.state.connection.status).to.equal('closed');
    a.engine.attach();
    await settled();
    expect(transport.links).to.have.length(2);
    expect(transport.last.request.lastEventId).to.equal('1');
    expect(a.calls).to.deep.equal(['1']);
    const heard = b.changes.length;
    transport.last.sink.open({});
    expect([b.changes.length, a.changes.at(-1)?.state.connection.status]).to.deep.equal([heard, 'open']);
    b.engine.attach();
    await settled();
    expect(transport.links).to.have.length(2);
    expect(a.engine.state).to.equal(b.engine.state);
  });

  it('one that is out of the page hears nothing, closes nothing, and has it all when it is back', async () => {
    const { a, b, transport } = await two();
    a.engine.detach();
    expect(a.changes.at(-1)?.state).to.equal(b.engine.state);
    const heard = a.changes.length;
    a.engine.close();
    transport.last.sink.frames([call('1'), frame('tool.started', 'no object' as never)]);
    expect(live(transport)).to.equal(1);
    expect([a.changes.length, a.told]).to.deep.equal([heard, []]);
    a.engine.attach();
    expect(a.changes).to.have.length(heard + 1);
    expect(a.calls).to.deep.equal(['1']);
    expect(b.told).to.have.length(1);
  });

  const fetch = new ScriptedFetch(new Response(null, { status: 204 })).fetch;
  const OTHERS: readonly SessionConfig[] = [
    { src: '/another' },
    { dialect: 'openai-responses' },
    { method: 'POST' },
    { credentials: 'include' },
    { reconnect: 'off' },
    { idleTimeout: 1 },
    { historySrc: '/history' },
    { approvalUrl: '/a' },
    { stopUrl: '/s' },
    { headers: {} },
    { headers: () => ({}) },
    { body: {} },
    { fetch },
    { transport: new ScriptedTransport().open },
    { share: 'none' },
    { share: 'origin' },
  ];
  for (const other of OTHERS) {
    it(`another ${Object.keys(other).join()} is another run: ${JSON.stringify(other)}`, async () => {
      const transport = new ScriptedTransport();
      const [a, b] = [shown(transport), shown(transport, other)];
      await settled();
      a.engine.session.push(call('1'));
      expect([a.calls, b.calls]).to.deep.equal([['1'], []]);
    });
  }

  it('another disclosure is another run', async () => {
    const transport = new ScriptedTransport();
    const [a, b] = [shown(transport, {}, 'surface'), shown(transport, {}, 'hidden')];
    await settled();
    a.engine.session.push(call('1'));
    expect(b.calls).to.deep.equal([]);
  });

  it('the same objects are the same run', async () => {
    const { transport } = await two({ headers: () => ({ 'x-a': '1' }), body: { q: 1 }, method: 'POST', fetch });
    expect(transport.links).to.have.length(1);
  });

  for (const [name, more] of Object.entries({ 'without an address': { src: undefined }, 'with share="none"': { share: 'none' } } as const)) {
    it(`nothing is shared ${name}`, async () => {
      const transport = new ScriptedTransport();
      const [a, b] = [shown(transport, more), shown(transport, more)];
      await settled();
      a.engine.session.push(call('1'));
      expect([a.calls, b.calls]).to.deep.equal([['1'], []]);
    });
  }

  it('nothing is shared before it is in the page; then it joins', async () => {
    const { a, transport } = await two();
    transport.last.sink.frames([call('1')]);
    const early = activity(transport);
    early.engine.configure(about(transport), undefined);
    early.engine.session.push(call('own'));
    expect([early.calls, a.calls]).to.deep.equal([['own'], ['1']]);
    early.engine.attach();
    expect(early.engine.state).to.equal(a.engine.state);
  });
});

describe('session: what one of them does, it does for all', () => {
  beforeEach(() => {
    number += 1;
  });

  it('push() and reset()', async () => {
    const { a, b, transport } = await two();
    a.engine.session.push(call('1'));
    expect(b.calls).to.deep.equal(['1']);
    b.engine.session.reset();
    expect([a.calls, live(transport)]).to.deep.equal([[], 0]);
  });

  it('close(), and connect() again', async () => {
    const { a, b, transport } = await two();
    a.engine.close();
    expect([b.engine.state.connection.status, live(transport)]).to.deep.equal(['closed', 0]);
    b.engine.session.connect();
    await settled();
    expect([a.engine.state.connection.status, transport.links.length]).to.deep.equal(['connecting', 2]);
  });

  it('A1 a decision is sent once, whoever decides how often', async () => {
    const net = new ScriptedFetch(new Response('{}', { status: 202 }));
    const { a, b, transport } = await two({ approvalUrl: '/approvals/{approvalId}', fetch: net.fetch });
    transport.last.sink.frames([asked('a1')]);
    await Promise.all([a, b, a, b].map(({ engine }) => engine.session.decide('a1', { decision: 'approve' })));
    expect(net.sent.map(({ url }) => url)).to.deep.equal(['/approvals/a1']);
    expect(a.engine.state.approvals.get('a1')).to.equal(b.engine.state.approvals.get('a1'));
  });

  it('failures, diagnostics and reasoning are told to each', async () => {
    const { a, b, transport } = await two({ dialect: 'openai-responses' }, 'surface');
    transport.last.sink.frames([responding, thought('Hm.'), { data: 'not JSON' }]);
    expect(a.told).to.deep.equal(['Hm.', 'malformed']);
    expect(b.told).to.deep.equal(a.told);
    await a.engine.session.decide('unknown', { decision: 'approve' });
    expect(a.faults.map(({ code }) => code)).to.deep.equal(['approval-unknown']);
    expect(b.faults).to.deep.equal(a.faults);
  });

  it('F26 a listener that throws stops neither the others nor the run', async () => {
    const { a, b, transport } = await two();
    const { reportError } = globalThis;
    const reported: unknown[] = [];
    globalThis.reportError = (error) => reported.push(error);
    a.engine.subscribe(() => {
      throw new Error('the host');
    });
    const heard = b.changes.length;
    transport.last.sink.frames([frame('message.completed', {}, '1')]);
    globalThis.reportError = reportError;
    expect(b.changes.length).to.be.greaterThan(heard);
    expect(reported.length).to.be.greaterThan(0);
  });
});

describe('session: properties that change', () => {
  beforeEach(() => {
    number += 1;
  });

  it('of one: it leaves, and opens its own', async () => {
    const { a, b, transport } = await two();
    transport.last.sink.frames([call('1')]);
    a.engine.configure(about(transport, { approvalUrl: '/a' }), undefined);
    await settled();
    expect(live(transport)).to.equal(2);
    expect([a.calls, b.calls]).to.deep.equal([[], ['1']]);
    expect(transport.last.request.lastEventId).to.equal(undefined);
  });

  it('of all, one after the other: the connection stays', async () => {
    const { a, b, transport } = await two({ headers: { 'x-a': '1' } });
    transport.last.sink.frames([call('1')]);
    const headers = { 'x-a': '2' };
    for (const each of [a, b]) each.engine.configure(about(transport, { headers }), undefined);
    await settled();
    expect(transport.links).to.have.length(1);
    expect(a.engine.state).to.equal(b.engine.state);
    expect(a.calls).to.deep.equal(['1']);
    const late = shown(transport, { headers });
    expect(late.engine.state).to.equal(a.engine.state);
  });

  it('of one, and back at once: the connection stays', async () => {
    const { a, b, transport } = await two();
    a.engine.configure(about(transport, { stopUrl: '/s' }), undefined);
    a.engine.configure(about(transport), undefined);
    await settled();
    expect(transport.links).to.have.length(1);
    expect(a.engine.state).to.equal(b.engine.state);
  });

  it('count for what is asked in the same task', async () => {
    const net = new ScriptedFetch(new Response('{}', { status: 202 }));
    const { a, b, transport } = await two({ approvalUrl: '/old/{approvalId}', fetch: net.fetch });
    transport.last.sink.frames([asked('a1')]);
    a.engine.configure(about(transport, { approvalUrl: '/new/{approvalId}', fetch: net.fetch }), undefined);
    await a.engine.session.decide('a1', { decision: 'approve' });
    expect(net.sent.map(({ url }) => url)).to.deep.equal(['/new/a1']);
    expect(b.engine.state.approvals.get('a1')?.status).not.to.equal('pending');
  });

  it('of one to what another run is about: it joins that one', async () => {
    const { a, b, transport } = await two();
    const other = shown(transport, { stopUrl: '/s' });
    await settled();
    other.engine.session.push(call('other'));
    b.engine.configure(about(transport, { stopUrl: '/s' }), undefined);
    await settled();
    expect([a.calls, b.calls]).to.deep.equal([[], ['other']]);
    a.engine.configure(about(transport, { stopUrl: '/s' }), undefined);
    expect(a.calls).to.deep.equal(['other']);
    expect(live(transport), 'nobody has the first one any more').to.equal(1);
  });

  it('another source of one leaves the other one alone', async () => {
    const { a, b, transport } = await two();
    transport.last.sink.frames([call('1')]);
    a.engine.open(about(transport, { src: '/other' }), undefined, true);
    await settled();
    expect(transport.links.map(({ request }) => [request.url, request.signal.aborted])).to.deep.equal([
      [about(transport).src, false],
      ['/other', false],
    ]);
    expect([a.calls, b.calls]).to.deep.equal([[], ['1']]);
    a.engine.open(about(transport), undefined, true);
    await settled();
    expect(a.engine.state).to.equal(b.engine.state);
    expect(live(transport)).to.equal(1);
  });

  it('a source that is removed closes for nobody else', async () => {
    const { a, b, transport } = await two();
    a.engine.open(about(transport, { src: undefined, transport: undefined }), undefined, true);
    expect(live(transport)).to.equal(1);
    b.engine.open(about(transport, { src: undefined, transport: undefined }), undefined, true);
    expect(live(transport)).to.equal(0);
  });

  it('reasoning that one may show is not shown where another must not', async () => {
    const { a, b, transport } = await two({ dialect: 'openai-responses' }, 'surface');
    transport.last.sink.frames([responding, thought('Two ')]);
    const seen = a.engine.state;
    expect(seen.thinking.text).to.equal('Two ');
    b.engine.configure(about(transport, { dialect: 'openai-responses' }), 'hidden');
    transport.last.sink.frames([thought('dates.')]);
    expect(a.told).to.deep.equal(['Two ', 'dates.']);
    expect(b.told).to.deep.equal(['Two ']);
    expect(a.engine.state.thinking.text).to.equal('Two dates.');
    expect(JSON.stringify(b.engine.state)).not.to.contain('Two');
  });

  it('a turn is not asked for again by a change alone', async () => {
    const { a, transport } = await two({ method: 'POST', body: 'x', reconnect: 'off' });
    a.engine.configure(about(transport, { method: 'POST', body: 'y', reconnect: 'off' }), undefined);
    await settled();
    expect(transport.links).to.have.length(1);
    a.engine.session.connect();
    await settled();
    expect(transport.links.map(({ request }) => request.body)).to.deep.equal(['x', 'y']);
  });
});

describe('session: what is left', () => {
  it('F27 a thousand that come and go leave no connection', async () => {
    number += 1;
    const transport = new ScriptedTransport();
    for (let i = 0; i < 1_000; i += 1) {
      const made = [shown(transport), shown(transport)];
      for (const { engine } of made) engine.detach();
    }
    await settled();
    expect(live(transport)).to.equal(0);
    const last = shown(transport);
    await settled();
    expect([live(transport), last.calls]).to.deep.equal([1, []]);
  });

  it('one whose run went on without it, to nowhere, begins a new one', async () => {
    number += 1;
    const { a, b, transport } = await two();
    transport.last.sink.frames([call('1')]);
    a.engine.detach();
    b.engine.open(about(transport, { src: '/elsewhere' }), undefined, true);
    await settled();
    expect(a.calls, 'what it was when it left').to.deep.equal(['1']);
    a.engine.session.push(call('2'));
    expect(a.calls).to.deep.equal(['2']);
    a.engine.attach();
    expect(a.calls).to.deep.equal(['2']);
    expect(b.calls).to.deep.equal([]);
  });
});
