import { expect } from '@open-wc/testing';
import type { ApprovalStatus, ToolStatus } from '../../src/activity/state.js';
import type { WireFrame } from '../../src/wire/frame.js';
import { plain } from '../dialects/frames.js';
import { frame, NUMBERINGS, settledState } from './replay.js';

const started = (more: object = {}): WireFrame => frame('tool.started', { callId: 'c', toolKey: 'k', input: { a: 1 }, ...more });
const asked = (more: object = {}): WireFrame => frame('tool.approval_required', { callId: 'c', toolKey: 'k', input: { a: 1 }, ...more });
const answered = (more: object = {}): WireFrame => frame('tool.approval_response', { callId: 'c', ...more });
const timedOut = frame('tool.approval_timeout', { callId: 'c', reason: 'too late' });
const completed = frame('tool.completed', { callId: 'c', output: 0 });
const yes = { approved: true };
const no = { approved: false };

type Row = readonly [name: string, frames: readonly WireFrame[], call: ToolStatus, approval: ApprovalStatus, run: string];
const ROWS: readonly Row[] = [
  ['a request alone', [asked()], 'awaiting_approval', 'pending', 'waiting'],
  ['accepted', [started(), asked(), answered(yes)], 'active', 'accepted', 'running'],
  ['rejected', [started(), asked(), answered(no)], 'rejected', 'rejected', 'running'],
  ['expired', [started(), asked(), timedOut], 'expired', 'expired', 'running'],
  ['accepted before it was asked', [answered(yes), asked()], 'active', 'accepted', 'running'],
  ['rejected before it was asked', [answered(no), asked(), started()], 'rejected', 'rejected', 'running'],
  ['expired before it was asked', [timedOut, asked()], 'expired', 'expired', 'running'],
  ['a timeout after the answer', [asked(), answered(yes), timedOut], 'active', 'accepted', 'running'],
  ['an answer after the timeout', [asked(), timedOut, answered(yes)], 'expired', 'expired', 'running'],
  ['two answers', [asked(), answered(no), answered(yes)], 'rejected', 'rejected', 'running'],
  ['asked again after the answer', [asked(), answered(yes), asked()], 'active', 'accepted', 'running'],
  ['asked for something else after the answer', [asked(), answered(yes), asked({ input: { a: 2 } })], 'active', 'accepted', 'running'],
  ['progress while it waits', [asked(), frame('tool.progress', { callId: 'c', message: 'm' })], 'awaiting_approval', 'pending', 'waiting'],
  ['a result without an answer', [asked(), completed], 'completed', 'cancelled', 'running'],
  ['an answer after the result', [asked(), completed, answered(yes)], 'completed', 'accepted', 'running'],
];

describe('contract: approvals in any order (A, B4, B9)', () => {
  for (const [numbering, number] of Object.entries(NUMBERINGS)) {
    for (const [name, frames, call, approval, run] of ROWS) {
      it(`${name}, ${numbering}`, () => {
        const state = settledState(frames.map(number));
        expect([state.calls.get('c')?.status, state.approvals.get('c')?.status, state.run.status]).to.deep.equal([call, approval, run]);
        const isAsked = frames.some(({ event }) => event === 'tool.approval_required');
        if (isAsked) expect(state.calls.get('c'), 'what it is stays known').to.deep.include({ toolKey: 'k', input: { a: 1 }, approvalId: 'c' });
      });
    }

    it(`one at a time, ${numbering}`, () => {
      const ask = (n: string): WireFrame => asked({ callId: `c${n}`, approvalId: `a${n}` });
      const frames = [ask('1'), ask('2'), answered({ callId: 'c1', approvalId: 'a1', ...no })];
      const { calls, approvals, run } = settledState(frames.map(number));
      expect([...calls.values()].map(({ status }) => status)).to.deep.equal(['rejected', 'awaiting_approval']);
      expect([...approvals.values()].map(({ status }) => status)).to.deep.equal(['rejected', 'pending']);
      expect(run.status).to.equal('waiting');
    });

    it(`another request in its place is marked, ${numbering}`, () => {
      const { calls, approvals } = settledState([asked(), asked({ input: { a: 2 } })].map(number));
      expect(approvals.get('c')).to.deep.include({ status: 'pending', changed: true, input: { a: 2 } });
      expect(calls.get('c')?.input).to.deep.equal({ a: 2 });
    });
  }
});

const OPEN: readonly WireFrame[] = [
  frame('tool.started', { callId: 'pending', activity: { label: 'x', status: 'pending' } }),
  frame('tool.started', { callId: 'active' }),
  asked({ callId: 'waits', approvalId: 'w' }),
  asked({ callId: 'goes', approvalId: 'g' }),
  answered({ callId: 'goes', approvalId: 'g', ...yes }),
  frame('tool.completed', { callId: 'done' }),
  frame('tool.failed', { callId: 'failed', error: { code: 'X', message: 'boom' } }),
  frame('tool.degraded', { callId: 'less', reason: 'r', fallback: 'f', output: false }),
];

const ENDS: readonly (readonly [end: WireFrame, run: object, left: ToolStatus, reason: string | undefined])[] = [
  [frame('message.completed', { text: 'x' }), { status: 'settled', outcome: 'completed' }, 'interrupted', undefined],
  [frame('message.partially_completed', { reason: 'limit' }), { status: 'settled', outcome: 'partial', reason: 'limit' }, 'interrupted', 'limit'],
  [frame('run.failed', { error: { code: 'E', message: 'bad' } }), { status: 'failed', outcome: 'failed', error: { code: 'E', message: 'bad' } }, 'interrupted', 'bad'],
  [frame('run.failed'), { status: 'failed', outcome: 'failed', error: { code: 'run-failed' } }, 'interrupted', undefined],
  [frame('run.error', { message: 'bad' }), { status: 'failed', outcome: 'failed', error: { code: 'run-error', message: 'bad' } }, 'interrupted', 'bad'],
  [frame('run.settlement.completed'), { status: 'settled', outcome: 'completed' }, 'interrupted', undefined],
  [frame('run.settlement.completed', { outcome: 'cancelled', reason: 'Stopped' }), { status: 'settled', outcome: 'cancelled', reason: 'Stopped' }, 'cancelled', 'Stopped'],
];

const LATE: readonly WireFrame[] = [
  frame('tool.started', { callId: 'new' }),
  frame('tool.started', { callId: 'active', attempt: 2 }),
  asked({ callId: 'new' }),
  answered({ callId: 'waits', approvalId: 'w', ...yes }),
  frame('tool.completed', { callId: 'active', output: 1 }),
  frame('tool.progress', { callId: 'active', message: 'late' }),
  frame('plan.step_added', { stepId: 'q', label: 'q' }),
  frame('capability.resolved', { key: 'late' }),
  frame('message.delta', { delta: 'late' }),
  frame('message.completed', { text: 'late' }),
  frame('run.failed', { error: 'late' }),
  frame('run.settlement.completed', { outcome: 'cancelled' }),
];

describe('contract: the end of a run (B10, T1)', () => {
  for (const [end, run, left, reason] of ENDS) {
    it(`${String(end.event)} ${String(end.data)}: nothing stays open, nothing becomes a success, nothing comes after it`, () => {
      for (const number of Object.values(NUMBERINGS)) {
        const state = settledState([...OPEN, end].map(number));
        expect(state.run).to.deep.equal({ id: 'r', ...run });
        expect(state.thinking).to.deep.equal({ active: false, kind: 'working' });
        const statuses = Object.fromEntries([...state.calls.values()].map((call) => [call.callId, call.status]));
        expect(statuses).to.deep.equal({ pending: left, active: left, waits: left, goes: left, done: 'completed', failed: 'failed', less: 'degraded' });
        for (const entity of [state.calls.get('active'), state.calls.get('waits'), state.approvals.get('w')]) expect(entity?.reason).to.equal(reason);
        expect([...state.approvals.values()].map(({ status }) => status)).to.deep.equal(['cancelled', 'accepted']);
        expect(state.calls.get('less')).to.include({ reason: 'r', fallback: 'f', output: false });
        expect(state.calls.get('failed')?.error).to.deep.equal({ code: 'X', message: 'boom' });
        for (const late of LATE) expect(plain(settledState([...OPEN, end, late].map(number))), String(late.event)).to.deep.equal(plain(state));
      }
    });
  }

  it('tool.failed ends its card and not the run', () => {
    const { run, calls } = settledState([started(), frame('tool.failed', { callId: 'c', error: 'e' }), started(), frame('tool.completed', { callId: 'd' })]);
    expect([run.status, calls.get('c')?.status, calls.get('d')?.status]).to.deep.equal(['running', 'failed', 'completed']);
    const again = settledState([started(), frame('tool.failed', { callId: 'c', error: 'e' }), started({ attempt: 2 })].map(NUMBERINGS['with ids']!));
    expect(again.calls.get('c')).to.deep.include({ status: 'active', attempt: 2 }).and.not.to.have.property('error');
  });

  it('the next run of the stream begins anew, beside the cards of the last one', () => {
    const next = [frame('tool.started', { callId: 'n' }, { runId: 's' }), frame('message.delta', { delta: 'two' }, { runId: 's' })];
    const first = [started(), frame('message.delta', { delta: 'one' }), frame('message.completed')];
    const state = settledState([...first, ...next].map(NUMBERINGS['with ids']!));
    expect(state.run).to.deep.equal({ id: 's', status: 'running' });
    expect(state.message).to.deep.equal({ text: 'two', status: 'streaming' });
    expect([...state.calls.values()].map(({ status }) => status)).to.deep.equal(['interrupted', 'active']);
  });
});
