import { expect, fixture, html, waitUntil } from '@open-wc/testing';
import '../../src/define.js';
import { reduce } from '../../src/activity/reduce.js';
import { emptyState } from '../../src/activity/state.js';
import type { ChainabitActivity } from '../../src/elements/chainabit-activity/chainabit-activity.js';
import { chainabitDialect } from '../../src/dialects/chainabit/index.js';
import type { WireFrame } from '../../src/wire/frame.js';
import { play, plain } from '../dialects/frames.js';
import { frame, NUMBERINGS, settledState, stateAfter } from './replay.js';

const numbered = NUMBERINGS['with ids']!;
const outputs = (state: ReturnType<typeof stateAfter>): unknown[] => [...state.order].map(({ kind, id }) => `${kind} ${id}: ${String(state[kind === 'call' ? 'calls' : 'approvals'].get(id)?.status)}`);

describe('contract: several runs of one stream (B2, C12, T10)', () => {
  const run = (runId: string): WireFrame[] => [
    frame('tool.started', { callId: 'c', toolKey: 'k' }, { runId }),
    frame('tool.approval_required', { callId: 'd', toolKey: 'k', input: { of: runId } }, { runId }),
    frame('tool.approval_response', { callId: 'd', approved: runId === 'one' }, { runId }),
    frame('tool.completed', { callId: 'c', data: runId }, { runId }),
    frame('message.completed', { text: runId }, { runId }),
  ];

  it('each has its own cards and approvals, although the ids come again', () => {
    const state = settledState([...run('one'), ...run('two')].map(numbered));
    expect(outputs(state)).to.deep.equal([
      'call one/c: completed',
      'call one/d: interrupted',
      'approval one/d: accepted',
      'call c: completed',
      'call d: rejected',
      'approval d: rejected',
    ]);
    expect([state.calls.get('one/c')?.output, state.calls.get('c')?.output]).to.deep.equal(['one', 'two']);
    expect(state.run).to.deep.equal({ id: 'two', status: 'settled', outcome: 'completed' });
    expect(state.message).to.deep.equal({ text: 'two', status: 'completed' });
  });

  it('an approval that comes again is asked again', () => {
    const state = settledState([...run('one'), ...run('two').slice(0, 2)].map(numbered));
    expect(state.approvals.get('d')).to.deep.include({ status: 'pending', input: { of: 'two' } });
    expect(state.run).to.deep.include({ id: 'two', status: 'waiting' });
  });

  it('a history keeps them apart, read once, twice, or after the stream', () => {
    const message = (runId: string): object => ({ id: `m ${runId}`, runId, role: 'assistant', status: 'completed', content: runId, toolCalls: [{ callId: 'c', status: 'completed', data: runId }] });
    const history = [message('one'), message('two')];
    const events = chainabitDialect.hydrate(history, { live: true });
    const once = reduce(emptyState, events);
    expect([...once.calls].map(([id, { output }]) => [id, output])).to.deep.equal([['one/c', 'one'], ['c', 'two']]);
    expect(plain(reduce(once, events))).to.deep.equal(plain(once));
    const streamed = play(chainabitDialect, [...run('one'), ...run('two')]).state;
    expect(reduce(streamed, events).calls).to.equal(streamed.calls);
  });

  it('a run that follows a history finds its own cards', () => {
    const old = { id: 'm', runId: 'one', role: 'assistant', status: 'completed', content: '', toolCalls: [{ callId: 'c', status: 'failed', error: 'why' }] };
    const state = settledState(run('two').slice(0, 1).map(numbered), old);
    expect(outputs(state)).to.deep.equal(['call one/c: failed', 'call c: active']);
  });
});

describe('contract: several runs on a page', () => {
  const ask = (runId: string): WireFrame => frame('tool.approval_required', { callId: 'd', toolKey: 'k.write', input: { of: runId } }, { runId });

  it('an approval whose id was answered before is asked, and answered for its own run', async () => {
    const sent: string[] = [];
    const element = await fixture<ChainabitActivity>(html`<chainabit-activity
      approval-url="/a/{runId}/{approvalId}"
      .fetch=${(url: RequestInfo | URL) => {
        sent.push(url instanceof Request ? url.url : String(url));
        return Promise.resolve(new Response(null, { status: 202 }));
      }}
    ></chainabit-activity>`);
    const card = (id: string): Element | null => element.renderRoot.querySelector(`approval-card[approval-id="${id}"]`);
    const words = (id: string): string => (card(id)?.shadowRoot?.textContent ?? '').replace(/\s+/gu, ' ');
    element.push([ask('one'), frame('tool.approval_response', { callId: 'd', approved: false, by: 'Ada' }, { runId: 'one' }), frame('message.completed', {}, { runId: 'one' })]);
    await waitUntil(() => words('d').includes('Rejected'));
    element.push(ask('two'));
    await waitUntil(() => words('d').includes('Needs your answer'));
    expect(words('d')).to.contain('two').and.not.to.contain('Ada');
    expect(words('one/d')).to.contain('Rejected').and.contain('Ada');
    element.decide('d', 'approve');
    await waitUntil(() => sent.length === 1);
    expect(new URL(sent[0]!, location.href).pathname).to.equal('/a/two/d');
    element.push(frame('tool.approval_response', { callId: 'd', approved: true }, { runId: 'two' }));
    await waitUntil(() => words('d').includes('Approved'));
    expect(element.state.approvals.get('one/d')?.status).to.equal('rejected');
  });
});

describe('contract: a stream that names no run', () => {
  const nameless = (event: string, payload: object): WireFrame => ({ event, data: { payload } });
  const turn = (callId: string): WireFrame[] => [nameless('tool.started', { callId }), nameless('tool.completed', { callId, data: 1 }), nameless('message.completed', { text: callId })];

  it('ends at its first terminal event: what comes then may be a replay, so it is late (C3, T8)', () => {
    const once = stateAfter(turn('c'));
    expect(plain(stateAfter([...turn('c'), ...turn('c')])), 'a replay').to.deep.equal(plain(once));
    expect(plain(stateAfter([...turn('c'), ...turn('d')])), 'another turn, which looks the same').to.deep.equal(plain(once));
  });
});
