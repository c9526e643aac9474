import { expect } from '@open-wc/testing';
import type { ActivityEvent } from '../../src/activity/event.js';
import { chainabitDialect } from '../../src/dialects/chainabit/index.js';
import type { Diagnostic } from '../../src/dialects/dialect.js';
import type { WireFrame } from '../../src/wire/frame.js';

const NOW = 1_700_000_000_000;

interface Decoded {
  /** Without the `run.start` that opens the run. */
  readonly events: readonly ActivityEvent[];
  readonly diagnostics: readonly Diagnostic[];
}

function decode(...frames: readonly WireFrame[]): Decoded {
  const diagnostics: Diagnostic[] = [];
  const decoder = chainabitDialect.createDecoder({ report: (one) => diagnostics.push(one), now: () => NOW });
  const events = frames.flatMap((frame) => decoder.decode(frame));
  return { events: events.filter(({ type }) => type !== 'run.start'), diagnostics };
}

function payload(event: string, fields: unknown, envelope: object = {}): WireFrame {
  return { event, data: JSON.stringify({ ...envelope, payload: fields }) };
}

function first(event: string, fields: unknown, envelope: object = {}): ActivityEvent | undefined {
  return decode(payload(event, fields, envelope)).events[0];
}

/** The events that are about one call, each with what else it needs. */
const CALL_EVENTS: readonly (readonly [event: string, extra: object])[] = [
  ['tool.started', {}],
  ['tool.progress', {}],
  ['tool.completed', {}],
  ['tool.failed', {}],
  ['tool.degraded', {}],
  ['tool.approval_required', {}],
  ['tool.approval_response', { approved: true }],
  ['tool.approval_timeout', {}],
];

function callIdOf(event: ActivityEvent | undefined): unknown {
  return event !== undefined && 'callId' in event ? event.callId : undefined;
}

describe('chainabit: look-ups (T5, T6)', () => {
  for (const [event, extra] of CALL_EVENTS) {
    it(`${event}: callId ?? toolCallId ?? envelope.stepId, "" counts as missing`, () => {
      const ids = (fields: object, envelope: object = {}): unknown => callIdOf(first(event, { ...fields, ...extra }, envelope));
      expect(ids({ callId: 'a', toolCallId: 'b' }, { stepId: 'c' })).to.equal('a');
      expect(ids({ toolCallId: 'b' }, { stepId: 'c' })).to.equal('b');
      expect(ids({}, { stepId: 'c' })).to.equal('c');
      expect(ids({ callId: null, toolCallId: '' }, { stepId: 'c' })).to.equal('c');
      expect(ids({ callId: '__proto__' })).to.equal('__proto__');
      expect(ids({ callId: '\ud800' })).to.equal('\ud800');
    });

    it(`${event}: without a usable id the frame is dropped with a reason`, () => {
      for (const fields of [{}, { callId: '' }, { callId: 7 }, { callId: {} }, { callId: 7, toolCallId: 'b' }]) {
        const { events, diagnostics } = decode(payload(event, { ...fields, ...extra }));
        expect(events).to.deep.equal([]);
        expect(diagnostics).to.have.lengthOf(1);
        expect(diagnostics[0]?.code).to.equal('malformed');
        expect(diagnostics[0]?.reason).to.match(new RegExp(`^${event}: .*call ?id`, 'i'));
      }
    });
  }

  for (const event of ['tool.started', 'tool.progress', 'tool.completed', 'tool.failed', 'tool.degraded', 'tool.approval_required']) {
    it(`${event}: toolKey ?? key, and input ?? args`, () => {
      const field = (name: string, fields: object): unknown =>
        decode(payload(event, { callId: 'c', ...fields })).events
          .map((one) => (one as unknown as Record<string, unknown>)[name])
          .find((value) => value !== undefined);
      expect(field('toolKey', { toolKey: 'a', key: 'b' })).to.equal('a');
      expect(field('toolKey', { key: 'b' })).to.equal('b');
      expect(field('toolKey', { toolKey: null, key: 'b' })).to.equal('b');
      expect(field('toolKey', { toolKey: '', key: 'b' })).to.equal('');
      const name = event === 'tool.approval_required' ? 'input' : 'value';
      expect(field(name, { input: 0, args: 1 })).to.equal(0);
      expect(field(name, { input: null, args: 1 })).to.equal(1);
      expect(field(name, { args: false })).to.equal(false);
      expect(field(name, { input: null })).to.equal(null);
      expect(field(name, {})).to.equal(undefined);
    });
  }

  for (const [event, name] of [['tool.completed', 'output'], ['tool.failed', 'output'], ['tool.degraded', 'output'], ['tool.progress', 'partialOutput']] as const) {
    it(`${event}: data ?? output, by key and not by truth (T7)`, () => {
      for (const value of [0, false, '', null, [], {}]) {
        expect(first(event, { callId: 'c', data: value })).to.have.property(name).that.deep.equals(value);
        expect(first(event, { callId: 'c', output: value })).to.have.property(name).that.deep.equals(value);
      }
      expect(first(event, { callId: 'c', data: 0, output: 1 })).to.have.property(name, 0);
      expect(first(event, { callId: 'c', data: null, output: 1 })).to.have.property(name, 1);
      expect(first(event, { callId: 'c' })).not.to.have.property(name);
    });
  }

  it('takes the activity of every tool event, cleaned of what is not text', () => {
    const activity = { activityType: 'tool_read', label: 'Ara', detail: null, status: 3, subjectId: 's', extra: 'x' };
    for (const [event, extra] of CALL_EVENTS) {
      const { events, diagnostics } = decode(payload(event, { callId: 'c', activity, ...extra }));
      expect(events[0], event).to.have.property('activity').that.deep.equals({ activityType: 'tool_read', label: 'Ara', subjectId: 's' });
      expect(diagnostics.map(({ reason }) => reason), event).to.deep.equal([
        `${event}: "activity.status" must be string, got number; the field was left out`,
      ]);
    }
  });
});

/** Frames by event and payload, and exactly what becomes of them. */
const TABLE: readonly (readonly [name: string, frame: WireFrame, events: readonly object[]])[] = [
  ['started', payload('tool.started', { callId: 'c', toolKey: 't' }), [{ type: 'tool.start', callId: 'c', status: 'active', toolKey: 't' }]],
  [
    'started, only announced',
    payload('tool.started', { callId: 'c', detail: 'later', activity: { status: 'pending' } }),
    [{ type: 'tool.start', callId: 'c', status: 'pending', activity: { status: 'pending' } }],
  ],
  [
    'started, a second attempt with input and detail',
    payload('tool.started', { callId: 'c', attempt: 2, input: 1, detail: 'Again' }, { at: 5 }),
    [
      { type: 'tool.start', callId: 'c', status: 'active', attempt: 2, at: 5 },
      { type: 'tool.input', callId: 'c', mode: 'replace', value: 1, complete: true, at: 5 },
      { type: 'tool.progress', callId: 'c', detail: 'Again', at: 5 },
    ],
  ],
  [
    'progress',
    payload('tool.progress', { callId: 'c', message: 'm', detail: 'd', progress: 0.25 }),
    [{ type: 'tool.progress', callId: 'c', detail: 'm', progress: { ratio: 0.25 } }],
  ],
  [
    'progress in steps',
    payload('tool.progress', { callId: 'c', detail: 'd', progress: { done: 2, total: 8 } }),
    [{ type: 'tool.progress', callId: 'c', detail: 'd', progress: { done: 2, total: 8, ratio: 0.25 } }],
  ],
  [
    'progress of nothing',
    payload('tool.progress', { callId: 'c', progress: { done: 0, total: 0 } }),
    [{ type: 'tool.progress', callId: 'c', progress: { done: 0, total: 0 } }],
  ],
  ['completed', payload('tool.completed', { callId: 'c', data: 1, message: 'ok' }), [{ type: 'tool.end', callId: 'c', result: 'completed', output: 1, detail: 'ok' }]],
  ['failed, as text', payload('tool.failed', { callId: 'c', error: 'no' }), [{ type: 'tool.end', callId: 'c', result: 'failed', error: { message: 'no' } }]],
  [
    'failed, with a code',
    payload('tool.failed', { callId: 'c', error: { code: 404, message: 'gone' }, detail: 'd' }),
    [{ type: 'tool.end', callId: 'c', result: 'failed', error: { code: '404', message: 'gone' }, detail: 'd' }],
  ],
  ['failed, in its detail', payload('tool.failed', { callId: 'c', detail: 'why' }), [{ type: 'tool.end', callId: 'c', result: 'failed', error: { message: 'why' } }]],
  [
    'failed, in its activity',
    payload('tool.failed', { callId: 'c', activity: { detail: 'why' } }),
    [{ type: 'tool.end', callId: 'c', result: 'failed', error: { message: 'why' }, activity: { detail: 'why' } }],
  ],
  [
    'degraded',
    payload('tool.degraded', { callId: 'c', reason: 'busy', fallback: 'small model', output: [] }),
    [{ type: 'tool.end', callId: 'c', result: 'degraded', reason: 'busy', fallback: 'small model', output: [] }],
  ],
  [
    'approval, by call id, until a time',
    payload('tool.approval_required', { callId: 'c', expiresAt: '1970-01-01T00:00:01Z', risk: 'high', reason: 'writes' }),
    [{ type: 'approval.request', approvalId: 'c', callId: 'c', expiresAt: 1000, risk: 'high', reason: 'writes' }],
  ],
  [
    'approval, by its own id, for a while after its time',
    payload('tool.approval_required', { approvalId: 'a', expiresInMs: 500, editable: false }, { timestamp: '1970-01-01T00:00:01' }),
    [{ type: 'approval.request', approvalId: 'a', expiresAt: 1500, editable: false, at: 1000 }],
  ],
  [
    'approval, for a while from now',
    payload('tool.approval_required', { callId: 'c', expiresInMs: 500 }),
    [{ type: 'approval.request', approvalId: 'c', callId: 'c', expiresAt: NOW + 500 }],
  ],
  [
    'timeout',
    payload('tool.approval_timeout', { approvalId: 'a', reason: 'late' }),
    [{ type: 'approval.response', decision: 'expired', approvalId: 'a', reason: 'late' }],
  ],
  ['delta', payload('message.delta', { delta: 'a', text: 'b' }, { messageId: 'm' }), [{ type: 'message.delta', mode: 'append', text: 'a', messageId: 'm' }]],
  ['delta in text', payload('message.delta', { text: 'b', content: 'c' }), [{ type: 'message.delta', mode: 'append', text: 'b' }]],
  ['delta in content', payload('message.delta', { content: [{ type: 'text', text: 'c' }, 'd'] }), [{ type: 'message.delta', mode: 'append', text: 'cd' }]],
  [
    'completed message',
    payload('message.completed', { text: '' }),
    [
      { type: 'message.done', status: 'completed', text: '' },
      { type: 'run.settled', outcome: 'completed' },
    ],
  ],
  [
    'partial message',
    payload('message.partially_completed', { reason: 'limit' }),
    [
      { type: 'message.done', status: 'partial' },
      { type: 'run.settled', outcome: 'partial', reason: 'limit' },
    ],
  ],
  ['failed run', payload('run.failed', { error: { message: 'm' } }), [{ type: 'run.failed', error: { code: 'run-failed', message: 'm' } }]],
  ['erring run', payload('run.error', { message: 'm', code: 7 }), [{ type: 'run.failed', error: { code: '7', message: 'm' } }]],
  ['run in error, without a word', payload('run.error', {}), [{ type: 'run.failed', error: { code: 'run-error' } }]],
  ['settlement', payload('run.settlement.completed', {}), [{ type: 'run.settled', outcome: 'completed' }]],
  ['settlement, cancelled', payload('run.settlement.completed', { status: 'cancelled' }), [{ type: 'run.settled', outcome: 'cancelled' }]],
  ['settlement, partial', payload('run.settlement.completed', { outcome: 'partial' }), [{ type: 'run.settled', outcome: 'partial' }]],
  ['settlement, failed', payload('run.settlement.completed', { outcome: 'failed', reason: 'r' }), [{ type: 'run.failed', error: { code: 'run-failed', message: 'r' } }]],
  ['settlement, in an unknown word', payload('run.settlement.completed', { outcome: 'splendid' }), [{ type: 'run.settled', outcome: 'completed' }]],
  ['capability as text', payload('capability.resolved', { capability: 'k', label: 'l' }), [{ type: 'capability', capability: { key: 'k', label: 'l' } }]],
  [
    'capability as object',
    payload('capability.resolved', { capability: { key: 'k', detail: 'd' }, key: 'x', activity: { label: 'l', detail: 'x' } }),
    [{ type: 'capability', capability: { key: 'k', label: 'l', detail: 'd' } }],
  ],
  ['capability by capabilityKey', payload('capability.resolved', { key: '', capabilityKey: 'k' }), [{ type: 'capability', capability: { key: 'k' } }]],
  ['capability by toolKey', payload('capability.resolved', { toolKey: 'k' }), [{ type: 'capability', capability: { key: 'k' } }]],
  [
    'step',
    payload('plan.step_added', { id: 's', title: 'Do it', toolKey: 't', toolCallId: 'c', args: 0, activity: { label: 'x', detail: 'd' } }),
    [{ type: 'plan.step', stepId: 's', label: 'Do it', toolKey: 't', callId: 'c', detail: 'd', input: 0 }],
  ],
  [
    'step by the envelope',
    payload('plan.step_added', { activity: { label: 'l' } }, { stepId: 's' }),
    [{ type: 'plan.step', stepId: 's', label: 'l', callId: 's' }],
  ],
  ['step, nested', payload('plan.step_added', { step: { stepId: 's', label: 'l' } }), [{ type: 'plan.step', stepId: 's', label: 'l' }]],
];

describe('chainabit: events', () => {
  for (const [name, frame, expected] of TABLE) {
    it(`${frame.event ?? ''}: ${name}`, () => {
      const { events, diagnostics } = decode(frame);
      expect(events).to.deep.equal(expected);
      expect(diagnostics).to.deep.equal([]);
    });
  }

  it('tool.approval_response: the words for a decision', () => {
    const words = { accepted: ['approved', 'accepted', 'approve', ' Approved '], rejected: ['rejected', 'reject', 'denied'] };
    for (const [decision, list] of Object.entries(words)) {
      for (const word of list) {
        expect(first('tool.approval_response', { callId: 'c', decision: word, by: 'B' })).to.deep.equal({ type: 'approval.response', decision, callId: 'c', by: 'B' });
      }
    }
    expect(first('tool.approval_response', { approvalId: 'a', approved: false })).to.include({ approvalId: 'a', decision: 'rejected' });
    expect(decode(payload('tool.approval_response', { callId: 'c', decision: 'maybe' })).diagnostics[0]?.code).to.equal('malformed');
    expect(decode(payload('tool.approval_response', { callId: 'c' })).events).to.deep.equal([]);
  });

  it('tool.approval_required: options as text and as objects; bad ones are left out', () => {
    const options = ['yes', { optionId: 'no', name: 'No', kind: 'reject_once' }, { value: 'v', label: 'V' }, {}, 5, 'yes', ''];
    const { events, diagnostics } = decode(payload('tool.approval_required', { callId: 'c', options }));
    expect(events[0]).to.have.property('options').that.deep.equals([{ id: 'yes' }, { id: 'no', label: 'No', kind: 'reject_once' }, { id: 'v', label: 'V' }]);
    expect(diagnostics).to.have.lengthOf(3);
  });

  it('clamps progress and drops what is none', () => {
    const ratio = (progress: unknown): unknown => (first('tool.progress', { callId: 'c', progress }) as { progress?: unknown }).progress;
    expect(ratio(7)).to.deep.equal({ ratio: 1 });
    expect(ratio(-1)).to.deep.equal({ ratio: 0 });
    expect(ratio({ done: 9, total: 3 })).to.deep.equal({ done: 9, total: 3, ratio: 1 });
    for (const bad of ['lots', true, [], { total: 3 }, { done: '1' }, { done: -1 }]) expect(ratio(bad), JSON.stringify(bad)).to.equal(undefined);
    const pushed = decode({ event: 'tool.progress', data: { payload: { callId: 'c', progress: Number.NaN } } });
    expect(pushed.events).to.deep.equal([{ type: 'tool.progress', callId: 'c' }]);
    expect(pushed.diagnostics[0]?.reason).to.contain('NaN');
  });

  it('links a planned step with the call that carries it out', () => {
    const { events } = decode(
      payload('plan.step_added', { stepId: 'p', label: 'l' }),
      payload('tool.started', { callId: 'c' }, { stepId: 'p' }),
      payload('tool.completed', { callId: 'c' }, { stepId: 'p' }),
    );
    expect(events.filter(({ type }) => type === 'plan.step')).to.deep.equal([
      { type: 'plan.step', stepId: 'p', label: 'l' },
      { type: 'plan.step', stepId: 'p', callId: 'c' },
    ]);
  });
});
