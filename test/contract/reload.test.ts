import { expect } from '@open-wc/testing';
import { frame, NUMBERINGS, settledState, stateAfter } from './replay.js';

const STATUSES = ['pending', 'executing', 'completed', 'failed', 'degraded', 'rejected', 'skipped'] as const;
const asked = { approvalId: 'a', risk: 'high', options: ['x'], reason: 'because' };
const call = { callId: 'c', toolKey: 'k', input: { a: 1 }, activity: { label: 'L' } };
const message = (toolCalls: readonly object[], more: object = {}): object => ({ id: 'm', runId: 'r', role: 'assistant', status: 'completed', content: '', toolCalls, ...more });

describe('contract: a reload (A, B7, T2)', () => {
  for (const status of STATUSES) {
    for (const live of [true, false]) {
      it(`${status}, ${live ? 'with' : 'without'} a stream, in every outer form`, () => {
        const one = { ...call, status, output: null };
        const whole = { id: 'm', role: 'assistant', content: 'T', toolCalls: [one] };
        const want = status !== 'executing' ? status : live ? 'active' : 'interrupted';
        const user = { role: 'user', content: 'q', toolCalls: [{ callId: 'u', status: 'completed' }] };
        for (const form of [one, [one], { toolCalls: [one] }, whole, [user, whole], { data: [whole] }, { messages: [user, whole] }, { data: [whole], meta: { next: null } }]) {
          const { calls } = stateAfter([], form, live);
          expect([...calls.keys()], JSON.stringify(form)).to.deep.equal(['c']);
          expect(calls.get('c')).to.deep.include({ status: want, toolKey: 'k', input: { a: 1 }, output: null });
        }
      });
    }
  }

  it('a failure has its detail for an error, as when it was live (B5)', () => {
    const said = { error: { message: 'why' } };
    expect(stateAfter([], [{ callId: 'c', status: 'failed', detail: 'why' }]).calls.get('c')).to.deep.include(said).and.not.to.have.property('detail');
    expect(stateAfter([], [{ callId: 'c', status: 'failed', activity: { detail: 'why' } }]).calls.get('c')).to.deep.include(said);
  });

  for (const live of [true, false]) {
    const state = (history: object): ReturnType<typeof stateAfter> => stateAfter([], history, live);
    const place = live ? 'with a stream' : 'without one';

    it(`an approval that is over keeps what was asked, ${place}`, () => {
      const request = { callId: 'c', toolKey: 'k', input: { a: 1 }, risk: 'high', options: [{ id: 'x' }], activity: { label: 'L' } };
      for (const [status, persisted, after] of [
        ['accepted', 'completed', 'completed'],
        ['rejected', 'rejected', 'rejected'],
        ['expired', 'skipped', 'expired'],
        ['expired', 'rejected', 'expired'],
        ['expired', 'pending', 'expired'],
      ] as const) {
        const one = { ...call, status: persisted, approval: { ...asked, status, decidedBy: 'B' } };
        for (const history of [message([one]), message([one], { runId: undefined, status: undefined }), [one]]) {
          const { calls, approvals, run } = state(history);
          expect(calls.get('c')?.status, JSON.stringify(history)).to.equal(after);
          expect(approvals.get('a')).to.deep.include({ status, decidedBy: 'B', reason: 'because', ...request });
          expect(run.status).not.to.equal('waiting');
        }
      }
    });

    it(`what was asked may differ from what became of the call, ${place}`, () => {
      const approval = { ...asked, status: 'accepted', input: { a: 0 }, activity: { label: 'Asked' } };
      const { calls, approvals } = state(message([{ ...call, status: 'completed', approval }]));
      expect(calls.get('c')).to.deep.include({ input: { a: 1 }, activity: { label: 'L' } });
      expect(approvals.get('a')).to.deep.include({ input: { a: 0 }, activity: { label: 'Asked' } });
    });

    it(`what a cancelled run left open is cancelled, ${place}`, () => {
      const { run, calls, approvals } = state(
        message(
          [
            { callId: 'e', status: 'executing' },
            { callId: 'p', status: 'pending', approval: { ...asked, status: 'pending' } },
            { callId: 's', status: 'skipped', approval: { approvalId: 'b', status: 'cancelled' } },
            { callId: 'd', status: 'completed' },
          ],
          { status: 'cancelled', reason: 'Stopped' },
        ),
      );
      expect(run).to.deep.equal({ id: 'r', status: 'settled', outcome: 'cancelled', reason: 'Stopped' });
      expect([...calls.values()].map(({ status, reason }) => [status, reason])).to.deep.equal([
        ['cancelled', 'Stopped'],
        ['cancelled', 'Stopped'],
        ['cancelled', 'Stopped'],
        ['completed', undefined],
      ]);
      expect([...approvals.values()].map(({ status }) => status)).to.deep.equal(['cancelled', 'cancelled']);
    });

    it(`an answer without text is an answer, ${place}`, () => {
      expect(state(message([])).message).to.deep.equal({ id: 'm', text: '', status: 'completed' });
      expect(state(message([], { status: 'partial' })).message).to.deep.equal({ id: 'm', text: '', status: 'partial' });
      expect(state(message([], { status: 'failed', content: 'Hal' })).message).to.deep.equal({ id: 'm', text: 'Hal', status: 'partial' });
    });
  }
});

describe('contract: a reload and the rest of the stream (C12)', () => {
  const delta = (text: string, messageId: string | undefined = 'm'): ReturnType<typeof frame> => frame('message.delta', { delta: text }, { messageId });
  const number = NUMBERINGS['with ids']!;
  const cutOff = { id: 'm', runId: 'r', role: 'assistant', content: 'Hel', toolCalls: [{ callId: 'c', status: 'executing', startedAt: 5 }] };
  const rest = [delta('l'), delta('o'), frame('tool.completed', { callId: 'c', output: 1 }), frame('message.completed', {}, { messageId: 'm' })];

  for (const live of [true, false]) {
    for (const status of ['streaming', undefined]) {
      it(`goes on where it was cut off: status ${String(status)}, ${live ? 'live' : 'pushed'}`, () => {
        const state = settledState(rest.map(number), { ...cutOff, status }, live);
        expect(state.message).to.deep.equal({ id: 'm', text: 'Hello', status: 'completed' });
        expect(state.calls.get('c')).to.deep.include({ status: 'completed', output: 1, startedAt: 5 });
        expect(state.run).to.include({ status: 'settled', outcome: 'completed' });
      });
    }
  }

  it('a message that a reload found cut off goes on without an id too', () => {
    const state = settledState([frame('message.delta', { delta: 'lo' })].map(number), { role: 'assistant', status: 'streaming', content: 'Hel' }, false);
    expect(state.message).to.deep.equal({ text: 'Hello', status: 'streaming' });
  });

  for (const live of [true, false]) it(`a finished message without a run id is there, and does not shut out the next run; live: ${String(live)}`, () => {
    const old = { id: 'm', role: 'assistant', status: 'completed', content: 'Old', toolCalls: [{ callId: 'o', status: 'completed' }] };
    expect(stateAfter([], old, live).message).to.deep.equal({ id: 'm', text: 'Old', status: 'completed' });
    const state = settledState([frame('tool.started', { callId: 'n' }), frame('message.delta', { delta: 'New' })].map(number), old, live);
    expect(state.run).to.deep.equal({ id: 'r', status: 'running' });
    expect(state.message).to.deep.equal({ text: 'New', status: 'streaming' });
    expect([...state.calls.keys()]).to.deep.equal(['o', 'n']);
  });

  it('a pending approval is answered by the stream', () => {
    const history = message([{ ...call, status: 'pending', approval: { ...asked, status: 'pending' } }], { status: 'streaming' });
    const { run, calls, approvals } = settledState([frame('tool.approval_response', { approvalId: 'a', approved: true, by: 'B' })].map(number), history);
    expect([run.status, calls.get('c')?.status, approvals.get('a')?.status]).to.deep.equal(['running', 'active', 'accepted']);
  });
});
