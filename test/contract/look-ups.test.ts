import { expect } from '@open-wc/testing';
import type { ToolStatus } from '../../src/activity/state.js';
import { chainabitDialect } from '../../src/dialects/chainabit/index.js';
import type { WireFrame } from '../../src/wire/frame.js';
import { play, plain } from '../dialects/frames.js';
import { frame, NUMBERINGS, settledState } from './replay.js';

/** Each tool-like event: what it makes of a call that nobody has announced, and what it cannot do without. */
const EVENTS: readonly (readonly [event: string, status: ToolStatus, needs: object])[] = [
  ['tool.started', 'active', {}],
  ['tool.progress', 'active', {}],
  ['tool.completed', 'completed', {}],
  ['tool.failed', 'failed', {}],
  ['tool.degraded', 'degraded', {}],
  ['tool.approval_required', 'awaiting_approval', {}],
  ['tool.approval_response', 'active', { approved: true }],
  ['tool.approval_timeout', 'expired', {}],
];

const IDS: readonly (readonly [payload: object, outer: object, callId: string])[] = [
  [{ callId: 'A', toolCallId: 'B' }, { stepId: 'S' }, 'A'],
  [{ toolCallId: 'B' }, { stepId: 'S' }, 'B'],
  [{ callId: '', toolCallId: 'B' }, { stepId: 'S' }, 'B'],
  [{}, { stepId: 'S' }, 'S'],
  [{ callId: '', toolCallId: '' }, { stepId: 'S' }, 'S'],
  [{ callId: null, toolCallId: null }, { stepId: 'S' }, 'S'],
  [{ stepId: 'I' }, {}, 'I'],
  [{ callId: '__proto__' }, {}, '__proto__'],
  [{ callId: '\ud800' }, {}, '\ud800'],
];

const VALUES: readonly unknown[] = [0, false, '', null, 'text', [], { a: [1] }];

describe('contract: one payload, whichever event it came with (A, T6, T7)', () => {
  for (const [event, status, needs] of EVENTS) {
    for (const [numbering, number] of Object.entries(NUMBERINGS)) {
      const callAfter = (payload: object, outer?: object): unknown => {
        const { calls } = settledState([frame(event, { ...payload, ...needs }, outer)].map(number));
        return calls.size === 1 ? [...calls.values()][0] : calls;
      };

      it(`${event}, ${numbering}: the call's id`, () => {
        for (const [payload, outer, callId] of IDS) expect(callAfter(payload, outer), JSON.stringify([payload, outer])).to.include({ callId, status });
      });

      it(`${event}, ${numbering}: tool key and input; falsy ones win`, () => {
        expect(callAfter({ callId: 'c', toolKey: 'a.b', key: 'no' })).to.include({ toolKey: 'a.b' });
        expect(callAfter({ callId: 'c', key: 'a.b' })).to.include({ toolKey: 'a.b' });
        for (const value of VALUES) {
          expect(callAfter({ callId: 'c', input: value }), 'input').to.deep.include({ input: value });
          expect(callAfter({ callId: 'c', args: value }), 'args').to.deep.include({ input: value });
          if (value !== null) expect(callAfter({ callId: 'c', input: value, args: 'no' }), 'both').to.deep.include({ input: value });
        }
      });

      it(`${event}, ${numbering}: output; falsy ones win`, () => {
        for (const value of VALUES) {
          expect(callAfter({ callId: 'c', data: value }), 'data').to.deep.include({ output: value });
          expect(callAfter({ callId: 'c', output: value }), 'output').to.deep.include({ output: value });
          if (value !== null) expect(callAfter({ callId: 'c', data: value, output: 'no' }), 'both').to.deep.include({ output: value });
        }
        expect(callAfter({ callId: 'c', data: null, output: 5 })).to.deep.include({ output: 5 });
      });
    }

    it(`${event}: its activity draws the card`, () => {
      const activity = { activityType: 'tool_write', origin: 'chao', label: 'L', detail: 'D', renderHint: 'tool_card', status: 'active', subjectType: 'bits', subjectId: 's' };
      expect(settledState([frame(event, { callId: 'c', activity, ...needs })]).calls.get('c')?.activity).to.deep.equal(activity);
    });

    it(`${event}: every form of the envelope (B1)`, () => {
      const payload = { callId: 'c', ...needs };
      const at = '2026-01-01T00:00:00Z';
      const forms: readonly WireFrame[] = [
        { event, data: JSON.stringify({ runId: 'r', at, payload }) },
        { event, data: { runId: 'r', timestamp: Date.parse(at), payload } },
        { event, data: { payload: { runId: 'r', at, ...payload } } },
        { event, data: { runId: 'r', at, ...payload } },
        { data: { type: event, runId: 'r', at, payload } },
        { data: { event, runId: 'r', at, ...payload } },
        { event: 'message', data: { type: event, payload: { runId: 'r', timestamp: at, ...payload } } },
      ];
      for (const form of forms) {
        const { calls, run } = settledState([form]);
        expect([calls.get('c')?.status, run.id, run.startedAt], JSON.stringify(form)).to.deep.equal([status, 'r', Date.parse(at)]);
      }
    });
  }

  it('the arguments that an answer brings are the ones that run', () => {
    const begun = frame('tool.started', { callId: 'c', toolKey: 'k', input: { to: 'a' } });
    const asked = frame('tool.approval_required', { callId: 'c', approvalId: 'p', input: { to: 'a' } });
    const answered = frame('tool.approval_response', { approvalId: 'p', approved: true, toolKey: 'k', args: { to: 'b' } }, { stepId: 'the step that answered' });
    for (const frames of [[begun, asked, answered], [asked, answered], [begun, asked, answered, asked]]) {
      const { calls, approvals } = settledState(frames);
      expect([...calls.keys()], 'no card for the answer itself').to.deep.equal(['c']);
      expect(calls.get('c')).to.deep.include({ status: 'active', input: { to: 'b' } });
      expect(approvals.get('p'), 'what was approved').to.deep.include({ status: 'accepted', input: { to: 'b' } });
    }
  });

  it('a capability shows under whatever names it', () => {
    for (const payload of [{ capability: 'cal', label: 'L' }, { key: 'cal', label: 'L' }, { capability: { key: 'cal', label: 'L' } }, { capability: { id: 'cal', name: 'L' } }, { toolKey: 'cal', activity: { label: 'L' } }]) {
      expect(settledState([frame('capability.resolved', payload)]).capability, JSON.stringify(payload)).to.deep.equal({ key: 'cal', label: 'L' });
    }
    expect(settledState([frame('capability.resolved', { label: 'Calendar' })]).capability?.label).to.equal('Calendar');
  });
});

describe('contract: what is no frame of use costs nothing else (F21, F25)', () => {
  const whole = [
    frame('capability.resolved', { capability: { key: 'cal', label: 'Calendar' } }),
    frame('plan.step_added', { stepId: 'p', label: 'Create', toolKey: 'cal.create', callId: 'c' }),
    frame('tool.started', { callId: 'c', toolKey: 'cal.create', input: { a: 1 } }),
    frame('tool.approval_required', { callId: 'c', input: { a: 1 } }),
    frame('tool.approval_response', { callId: 'c', approved: true }),
    frame('tool.progress', { callId: 'c', message: 'm', progress: 0.5 }),
    frame('tool.completed', { callId: 'c', output: 0 }),
    frame('message.completed', { text: 'Hi' }),
  ].map(NUMBERINGS['with ids']!);
  const bodies = ['', 'null', '[]', '5', '"x"', '{', '{"payload":', '{"payload":5}'];
  const secrets: readonly WireFrame[] = [
    { event: 'cot.delta', data: '{"runId":"r","payload":{"text":"SECRET"}}' },
    { event: 'COT.delta', data: 'SECRET' },
    { event: 'cot', data: '{"text":"SECRET"}' },
    { event: 'tool.progress', data: '{"type":"cot.delta","callId":"c","message":"SECRET"}' },
    { event: 'message', data: '{"type":"cot.delta","text":"SECRET"}' },
    { event: 'other', data: '{"payload":{"type":"cot.delta","text":"SECRET"}}' },
    { data: '{"type":"other","event":"cot.delta","text":"SECRET"}' },
    { data: '{"type":"cot.delta","text":"SECRET"' },
    { data: { type: ' cot.delta', text: 'SECRET' } },
  ];
  const want = plain(play(chainabitDialect, whole).state);
  const odd: readonly WireFrame[] = [
    ...['tool.started', 'tool.progress', 'nobody.knows', 'message', 'cot.x'].flatMap((event) => bodies.map((data) => ({ event, data }))),
    ...bodies.map((data) => ({ data })),
    ...secrets,
  ];

  it('in any place of the stream', () => {
    for (const one of odd) {
      for (let place = 0; place <= whole.length; place += 1) {
        const played = play(chainabitDialect, [...whole.slice(0, place), one, ...whole.slice(place)]);
        expect(plain(played.state), `${JSON.stringify(one)} at ${String(place)}`).to.deep.equal(want);
        expect(JSON.stringify([played.decoded, played.diagnostics])).not.to.contain('SECRET');
      }
    }
  });
});
