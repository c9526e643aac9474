import { expect } from '@open-wc/testing';
import type { ActivityEvent } from '../../src/activity/event.js';
import { reduce } from '../../src/activity/reduce.js';
import { emptyState, type ActivityState, type Run, type RunOutcome, type ToolStatus } from '../../src/activity/state.js';
import { after, ask, failed, FINAL, observe, OPEN, settled, start, withApproval, withCall } from './states.js';

const OUTCOMES: readonly RunOutcome[] = ['completed', 'partial', 'failed', 'cancelled', 'refused', 'truncated'];

/** A run in each status. */
const states: Readonly<Record<Run['status'], ActivityState>> = {
  idle: emptyState,
  running: after(start),
  waiting: after(start, { type: 'run.waiting', reason: 'auth' }),
  settled: after(start, settled),
  failed: after(start, failed),
};

const live: readonly ActivityEvent[] = [
  { type: 'think.start', partId: 'p', kind: 'summary' },
  { type: 'think.delta', partId: 'p', kind: 'raw', mode: 'append', text: 'x' },
  { type: 'think.heading', heading: 'x' },
  { type: 'tool.start', callId: 'c' },
  { type: 'tool.input', callId: 'c', mode: 'append', text: 'x' },
  { type: 'tool.progress', callId: 'c' },
  { type: 'tool.end', callId: 'c', result: 'completed' },
  { type: 'message.delta', mode: 'append', text: 'x' },
];

describe('the status of a run', () => {
  const rows: readonly (readonly [name: string, event: ActivityEvent, expected: Readonly<Record<Run['status'], Run['status']>>])[] = [
    ['run.start', start, { idle: 'running', running: 'running', waiting: 'running', settled: 'settled', failed: 'failed' }],
    ['run.start of another run', { type: 'run.start', runId: 's' }, { idle: 'running', running: 'running', waiting: 'running', settled: 'running', failed: 'running' }],
    ['run.start without an id', { type: 'run.start' }, { idle: 'running', running: 'running', waiting: 'running', settled: 'running', failed: 'running' }],
    ['run.start that reopens', { type: 'run.start', runId: 'r', reopen: true }, { idle: 'running', running: 'running', waiting: 'running', settled: 'running', failed: 'running' }],
    ['run.waiting', { type: 'run.waiting', reason: 'input' }, { idle: 'waiting', running: 'waiting', waiting: 'waiting', settled: 'settled', failed: 'failed' }],
    ['run.ended', { type: 'run.ended', outcome: 'completed' }, { idle: 'settled', running: 'settled', waiting: 'settled', settled: 'settled', failed: 'failed' }],
    ['run.settled', settled, { idle: 'settled', running: 'settled', waiting: 'settled', settled: 'settled', failed: 'failed' }],
    ['run.failed', failed, { idle: 'failed', running: 'failed', waiting: 'failed', settled: 'settled', failed: 'failed' }],
    ...live.map((event): [string, ActivityEvent, Record<Run['status'], Run['status']>] => [
      event.type,
      event,
      { idle: 'running', running: 'running', waiting: 'running', settled: 'settled', failed: 'failed' },
    ]),
  ];
  for (const [name, event, expected] of rows) {
    it(`${name}: from each status`, () => {
      for (const [status, state] of Object.entries(states)) {
        expect(reduce(state, [event]).run.status, status).to.equal(expected[status as Run['status']]);
      }
    });
  }

  it('thinking is active exactly while the run is open', () => {
    for (const [status, state] of Object.entries(states)) {
      expect(state.thinking.active, status).to.equal(status === 'running' || status === 'waiting');
    }
  });

  it('each outcome ends in settled, a failure in failed', () => {
    for (const outcome of OUTCOMES) {
      const { run } = after(start, { type: 'run.settled', outcome, at: 9 });
      expect(run, outcome).to.deep.equal({ id: 'r', status: outcome === 'failed' ? 'failed' : 'settled', outcome, endedAt: 9 });
    }
    expect(after(start, failed).run).to.deep.equal({ id: 'r', status: 'failed', outcome: 'failed', error: { code: 'boom', message: 'It broke' } });
  });

  it('the first end counts, later ones change nothing', () => {
    for (const end of [settled, failed]) {
      const state = after(start, end);
      for (const other of [settled, failed, { type: 'run.ended', outcome: 'partial' } as const]) expect(reduce(state, [other])).to.equal(state);
    }
  });

  it('after the end every live event is late (T8)', () => {
    const state = after(start, { type: 'tool.start', callId: 'c' }, settled);
    const late: ActivityEvent[] = [...live, ask, { type: 'approval.response', approvalId: 'a', decision: 'accepted' }, { type: 'think.end' }, { type: 'message.done', status: 'completed' }];
    for (const event of late) {
      const result = observe(state, event);
      expect(result.state, event.type).to.equal(state);
      expect(result.dropped, event.type).to.have.length(1);
    }
  });

  it('takes its times from the server (V2)', () => {
    const { run } = after({ type: 'run.start', runId: 'r', at: 1 }, { type: 'run.start', runId: 'r', at: 5 }, { ...settled, at: 9 } as ActivityEvent);
    expect([run.startedAt, run.endedAt]).to.deep.equal([1, 9]);
    expect(after({ type: 'tool.start', callId: 'c', at: 0 }).run.startedAt).to.equal(0);
  });

  it('stopping lasts until the server ends the run (T12)', () => {
    const stopping = reduce(states.running, [{ type: 'run.stopping', value: true }]);
    expect(stopping.run.stopping).to.be.true;
    expect(reduce(stopping, [{ type: 'run.stopping', value: false }]).run).to.deep.equal(states.running.run);
    expect('stopping' in reduce(stopping, [{ type: 'run.settled', outcome: 'cancelled' }]).run).to.be.false;
    expect(reduce(states.settled, [{ type: 'run.stopping', value: true }])).to.equal(states.settled);
  });
});

describe('settlement (T1)', () => {
  const ends: readonly (readonly [ActivityEvent, ToolStatus, reason?: string])[] = [
    ...OUTCOMES.map((outcome): [ActivityEvent, ToolStatus, string] => [
      { type: 'run.settled', outcome, reason: 'Why', at: 9 },
      outcome === 'cancelled' ? 'cancelled' : 'interrupted',
      'Why',
    ]),
    [{ ...failed, at: 9 } as ActivityEvent, 'interrupted', 'It broke'],
    [{ type: 'run.ended', outcome: 'completed', at: 9 }, 'interrupted'],
  ];
  for (const [event, expected, reason] of ends) {
    it(`${event.type} ${'outcome' in event ? event.outcome : ''}: open calls are ${expected}, ended ones stay`, () => {
      for (const status of OPEN) {
        const state = reduce(withCall(status, { progress: { ratio: 0.5 } }), [event]);
        expect(state.calls.get('c'), status).to.deep.equal({ callId: 'c', status: expected, endedAt: 9, ...(reason !== undefined && { reason }) });
      }
      for (const status of FINAL) {
        const before = withCall(status);
        expect(reduce(before, [event]).calls, status).to.equal(before.calls);
      }
    });
  }

  it('cancels open approvals with the reason of the run', () => {
    const state = reduce(withApproval({ reason: 'Writes' }), [{ type: 'run.settled', outcome: 'cancelled', reason: 'Stopped by you', at: 9 }]);
    expect(state.approvals.get('a')).to.deep.include({ status: 'cancelled', reason: 'Stopped by you', requestReason: 'Writes', decidedAt: 9 });
    expect(state.calls.get('c')!.status).to.equal('cancelled');
  });

  it('a finished stream is not a finished turn', () => {
    const ended: ActivityEvent = { type: 'run.ended', outcome: 'completed' };
    const waiting = after(start, { type: 'tool.start', callId: 'c', executor: 'client' }, ended);
    expect(waiting.run).to.include({ status: 'waiting', waitingFor: 'client-tool' });
    expect(waiting.calls.get('c')!.status).to.equal('active');
    expect(reduce(waiting, [{ type: 'tool.end', callId: 'c', result: 'completed' }, ended]).run.status).to.equal('settled');
    expect(reduce(withApproval({}), [ended]).run).to.include({ status: 'waiting', waitingFor: 'approval' });
    expect(reduce(withApproval({}), [settled]).run.status).to.equal('settled');
  });

  it('nothing opens afterwards, not even from history', () => {
    for (const end of [settled, failed]) {
      for (const status of OPEN) {
        const state = after(start, end, { type: 'snapshot.call', callId: 'c', status });
        expect(state.calls.get('c')).to.deep.equal({ callId: 'c', status: 'interrupted', assumed: true });
      }
    }
  });
});

describe('another run on the same stream', () => {
  const old = after(
    start,
    { type: 'tool.start', callId: 'c' },
    { type: 'plan.step', stepId: 's' },
    { type: 'capability', capability: { key: 'k' } },
    { type: 'message.delta', mode: 'append', text: 'old' },
    { type: 'think.heading', heading: 'Old' },
  );

  it('settles the one before, keeps its cards, and begins with nothing of its own', () => {
    const next = reduce(old, [{ type: 'run.start', runId: 's', at: 5 }]);
    expect(next.run).to.deep.equal({ id: 's', status: 'running', startedAt: 5 });
    expect(next.calls.get('c')!.status).to.equal('interrupted');
    expect(next.order).to.equal(old.order);
    expect(next.message).to.deep.equal({ text: '', status: 'empty' });
    expect(next.plan).to.deep.equal([]);
    expect('capability' in next).to.be.false;
    expect(next.thinking).to.deep.equal({ active: true, kind: 'working' });
  });

  it('a retry of the same run keeps everything', () => {
    const ended = reduce(old, [failed]);
    const again = reduce(ended, [{ type: 'run.start', runId: 'r', reopen: true }]);
    expect(again.run).to.deep.equal({ id: 'r', status: 'running' });
    expect(again.plan).to.equal(ended.plan);
    expect(again.message.text).to.equal('old');
    expect(reduce(again, [{ type: 'tool.start', callId: 'd' }]).calls.get('d')!.status).to.equal('active');
  });
});

describe('thinking (V1)', () => {
  const raw: ActivityEvent = { type: 'think.start', partId: 'p', kind: 'raw' };
  const heading: ActivityEvent = { type: 'think.heading', heading: 'Reading' };
  const working = { active: true, kind: 'working' };

  const rows: readonly (readonly [name: string, events: ActivityEvent[], thinking: object])[] = [
    ['raw reasoning is a kind', [raw], { active: true, kind: 'reasoning' }],
    ['a summary or a redacted thought without a heading is work', [{ type: 'think.start', partId: 'p', kind: 'summary' }, { type: 'think.start', partId: 'q', kind: 'hidden' }], working],
    ['its end is the end of the kind', [raw, { type: 'think.end', partId: 'p' }], working],
    ['a tool takes over from reasoning', [raw, { type: 'tool.start', callId: 'c' }], working],
    ['a heading wins over reasoning', [raw, heading, raw], { active: true, kind: 'heading', heading: 'Reading' }],
    ['a heading stays while tools run and its part ends', [heading, { type: 'tool.start', callId: 'c' }, { type: 'think.end', partId: 'p' }], { active: true, kind: 'heading', heading: 'Reading' }],
    ['the newest heading replaces the one before', [heading, { type: 'think.heading', heading: 'Writing' }], { active: true, kind: 'heading', heading: 'Writing' }],
    ['the first answer text clears it', [heading, { type: 'message.delta', mode: 'append', text: 'x' }], working],
    ['empty answer text does not', [heading, { type: 'message.delta', mode: 'append', text: '' }], { active: true, kind: 'heading', heading: 'Reading' }],
    ['the end of the response clears it', [heading, { type: 'think.end' }], working],
    ['the whole answer clears it', [heading, { type: 'message.done', status: 'completed', text: 'x' }], working],
    ['the end of the run clears it', [heading, settled], { active: false, kind: 'working' }],
    ['text that the gate did not disclose is dropped', [{ type: 'think.delta', partId: 'p', kind: 'raw', mode: 'append', text: 'secret' }], { active: true, kind: 'reasoning' }],
  ];
  for (const [name, events, thinking] of rows) {
    it(name, () => {
      expect(after(start, ...events).thinking).to.deep.equal(thinking);
    });
  }

  it('the same heading again renders nothing', () => {
    const state = after(start, heading);
    expect(reduce(state, [heading, raw])).to.equal(state);
  });
});
