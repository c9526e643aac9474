/** ThothII's streams through the real session: one URL a session, no cursor, opened again and closed on purpose. */
import { expect } from '@open-wc/testing';
import fc from 'fast-check';
import { StreamGeneration, thothDialect } from '../../src/dialects/thoth/index.js';
import type { WireFrame } from '../../src/wire/frame.js';
import { fixture, jsonReply, ScriptedFetch } from '../session/fixture.js';
import { settled } from '../support/fake-clock.js';
import { hostileId } from './arbitrary.js';
import { openSession, stateAfter, stateAfterReplay, told } from './session-laws.js';

const said = (event: string, data: unknown): WireFrame => ({ event, data: JSON.stringify(data) });
const turn = (state: string): WireFrame => said('turn_state', { state });
const text = (delta: string): WireFrame => said('text_delta', { delta });
const gate = (id: string): WireFrame => said('gate_request', { id, kind: 'join_review', joins: [{ left: 'a', right: 'b' }] });
const answered = (id: string, decision: string): WireFrame => said('gate_response', { id, decision });

describe('thoth: connections', () => {
  it('closes at the end of a turn, though the server would go on', async () => {
    for (const end of ['idle', 'failed']) {
      const made = await openSession(thothDialect);
      const { sink, request } = made.transport.last;
      sink.frames([turn('running'), text('a'), turn(end), text('late')]);
      expect(request.signal.aborted).to.equal(true);
      await made.clock.tick(600_000);
      expect([made.transport.links.length, made.state.connection.status, made.state.message.text, made.clock.pending]).to.deep.equal([1, 'closed', 'a', 0]);
    }
  });

  it('stays open before a turn and while it waits', async () => {
    const made = await openSession(thothDialect);
    const { sink, request } = made.transport.last;
    sink.frames([turn('idle'), turn('running'), gate('g'), turn('waiting')]);
    expect([request.signal.aborted, made.state.run.status]).to.deep.equal([false, 'waiting']);
  });

  it('opens the next turn where the last one is sent again, and where it is not', async () => {
    const first = [turn('running'), text('one'), gate('g'), answered('g', 'continue'), turn('idle')];
    for (const again of [first, [turn('idle')], []]) {
      const made = await openSession(thothDialect);
      made.transport.last.sink.frames(first);
      made.session.connect();
      await settled();
      made.transport.last.sink.open({});
      made.transport.last.sink.frames([...again, turn('running'), text('two')]);
      expect([made.state.run.status, made.state.message.text, [...made.state.approvals.keys()]]).to.deep.equal(['running', 'two', ['g']]);
      made.session.dispose();
    }
  });

  it('a gate is asked once, however often it is sent, and an answered one stays answered', async () => {
    const frames = [turn('running'), gate('g'), turn('waiting'), answered('g', 'other'), turn('running'), gate('h'), turn('waiting')];
    for (let cut = 0; cut <= frames.length; cut += 1) {
      expect(await stateAfterReplay(thothDialect, frames, [cut, cut])).to.deep.equal(await stateAfter(thothDialect, frames));
    }
  });

  it('a stream that is pushed again ends as it ended, also where its agent ended while a reviewer was waited for', async () => {
    const frames = [turn('running'), gate('g'), said('agent_end', {}), text('a'), turn('idle')];
    const made = await openSession(thothDialect);
    made.session.push(frames);
    const once = told(made);
    made.session.push(frames);
    expect(told(made)).to.deep.equal(once);
    made.session.dispose();
  });

  it('a resume opens the same URL again, a failed one leaves the connection alone', async () => {
    const made = await openSession(thothDialect);
    const generation = new StreamGeneration(made.session);
    const { request, sink } = made.transport.last;
    sink.frames([turn('running'), text('a')]);
    await generation.resume(() => Promise.resolve(new Response(null, { status: 500 })));
    expect([request.signal.aborted, made.transport.links.length]).to.deep.equal([false, 1]);
    sink.frames([turn('idle')]);
    await generation.resume(() => Promise.resolve(new Response(null, { status: 204 })));
    await settled();
    expect([request.signal.aborted, made.transport.links.length, made.transport.last.request.url]).to.deep.equal([true, 2, request.url]);
    // The server's buffer was cleared: what it sends now is another stream.
    made.transport.last.sink.open({});
    made.transport.last.sink.frames([turn('idle'), turn('running'), text('b'), turn('idle')]);
    expect([made.state.run.status, made.state.message.text]).to.deep.equal(['settled', 'b']);
  });

  it('sends the reviewer’s words, and none of the joins', async () => {
    const net = new ScriptedFetch(jsonReply(202, {}));
    const made = fixture({ net, config: { dialect: thothDialect, approvalUrl: '/gates/{approvalId}' } });
    made.session.connect();
    await settled();
    made.transport.last.sink.open({});
    made.transport.last.sink.frames([turn('running'), gate('g'), turn('waiting')]);
    await made.session.decide('g', { decision: 'reject', optionId: 'other', reason: 'Join by code' });
    expect(net.sent.map(({ url, body }) => [url, body])).to.deep.equal([['/gates/g', { id: 'g', decision: 'other', reason: 'Join by code' }]]);
    expect([made.approval('g')?.status, made.state.run.status]).to.deep.equal(['sending', 'waiting']);
    made.transport.last.sink.frames([turn('running')]);
    expect([made.approval('g')?.status, made.state.run.status]).to.deep.equal(['rejected', 'running']);
    made.session.dispose();
  });
});

const odd = fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constantFrom<unknown>(null, '', 5, [], {}));
const place = { messageId: fc.oneof(hostileId, odd), contentIndex: fc.oneof(fc.nat(2), odd) };
const withPlace = (delta: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> => fc.record({ delta, ...place }, { requiredKeys: ['delta'] });

/** Frames of ThothII in any order, some of them malformed or unknown. */
const thothFrame: fc.Arbitrary<WireFrame> = fc
  .oneof(
    { weight: 3, arbitrary: fc.tuple(fc.constant('activity_delta'), fc.oneof(withPlace(fc.string()), fc.string(), odd)) },
    { weight: 3, arbitrary: fc.tuple(fc.constant('text_delta'), fc.oneof(withPlace(fc.string({ minLength: 1 })), fc.string(), odd)) },
    { weight: 4, arbitrary: fc.tuple(fc.constant('turn_state'), fc.record({ state: fc.constantFrom('running', 'running', 'waiting', 'idle', 'failed', 'x'), message: odd })) },
    { weight: 2, arbitrary: fc.tuple(fc.constant('gate_request'), fc.record({ id: fc.oneof(hostileId, odd), kind: odd, title: odd, joins: odd, summary: fc.oneof(fc.record({ open_questions: odd }), odd), options: odd }, { requiredKeys: ['id'] })) },
    { weight: 2, arbitrary: fc.tuple(fc.constant('gate_response'), fc.record({ id: hostileId, decision: fc.constantFrom('continue', 'other', '__proto__', 'x') })) },
    { weight: 1, arbitrary: fc.tuple(fc.constantFrom('agent_end', 'x.y', '__proto__'), odd) },
  )
  .map(([event, data]) => said(event, data));

describe('thoth: laws', () => {
  const frames = fc.array(thothFrame, { maxLength: 16 });

  it('batches of any size end in the same state', async () => {
    await fc.assert(
      fc.asyncProperty(frames, fc.array(fc.nat(16), { maxLength: 5 }), async (all, cuts) => {
        expect(await stateAfter(thothDialect, all, cuts)).to.deep.equal(await stateAfter(thothDialect, all));
      }),
      { numRuns: 100 },
    );
  });

  it('cut anywhere, and sent again from the beginning, the same', async () => {
    await fc.assert(
      fc.asyncProperty(frames, fc.array(fc.nat(16), { minLength: 1, maxLength: 3 }), async (all, cuts) => {
        expect(await stateAfterReplay(thothDialect, all, cuts)).to.deep.equal(await stateAfter(thothDialect, all));
      }),
      { numRuns: 100 },
    );
  });

  it('a whole stream pushed again adds no gate and no text', async () => {
    await fc.assert(
      fc.asyncProperty(frames, async (all) => {
        const turnOf = [turn('running'), ...all.filter(({ event, data }) => event !== 'turn_state' && !(event === 'gate_response' && String(data).includes('"x"'))), turn('idle')];
        const made = await openSession(thothDialect);
        made.session.push(turnOf);
        const once = told(made);
        made.session.push(turnOf);
        expect(told(made)).to.deep.equal(once);
        made.session.dispose();
      }),
      { numRuns: 100 },
    );
  });
});
