import { expect } from '@open-wc/testing';
import type { ActivityEvent } from '../../src/activity/event.js';
import { exportRecord } from '../../src/activity/record.js';
import { reduce } from '../../src/activity/reduce.js';
import { emptyState } from '../../src/activity/state.js';

const T0 = Date.UTC(2026, 11, 1, 8);

const events: readonly ActivityEvent[] = [
  { type: 'run.start', runId: 'r', at: T0 },
  { type: 'capability', capability: { key: 'calendar', label: 'Calendar' } },
  { type: 'plan.step', stepId: 's', label: 'Create', toolKey: 'calendar.create', input: { password: 'abc123' } },
  { type: 'think.start', partId: 'p', kind: 'raw' },
  { type: 'think.heading', heading: 'Private thought' },
  { type: 'tool.start', callId: 'c1', toolKey: 'calendar.search', at: T0 + 1000 },
  { type: 'tool.end', callId: 'c1', result: 'completed', output: { found: 0, password: 'hunter2' }, at: T0 + 2000 },
  { type: 'approval.request', approvalId: 'a', callId: 'c2', toolKey: 'calendar.create', input: { title: 'Dentist', password: 'abc123' }, reason: 'It writes', expiresAt: T0 + 60_000, options: [{ id: 'once', kind: 'allow_once' }], editable: true },
  { type: 'approval.local', approvalId: 'a', phase: 'sending', decision: 'approve', details: { optionId: 'once', input: { title: 'Checkup', password: 'abc123' } } },
  { type: 'approval.response', approvalId: 'a', decision: 'accepted', by: 'Ada', reason: 'Fine', at: T0 + 5000 },
  { type: 'note', id: 'n', level: 'warning', text: 'Slow' },
  { type: 'message.delta', mode: 'append', text: 'Done.' },
  { type: 'run.settled', outcome: 'completed', at: T0 + 9000 },
];
const state = reduce(emptyState, events);

describe('the record of a run', () => {
  it('holds the receipt of an approval: who, what, when, with which reason', () => {
    const approval = exportRecord(state).timeline.find(({ kind }) => kind === 'approval');
    expect(approval).to.deep.equal({
      kind: 'approval',
      approvalId: 'a',
      callId: 'c2',
      status: 'accepted',
      settledBy: 'server',
      toolKey: 'calendar.create',
      decision: 'approve',
      decidedBy: 'Ada',
      decidedAt: '2026-12-01T08:00:05.000Z',
      reason: 'Fine',
      requestReason: 'It writes',
      expiresAt: '2026-12-01T08:01:00.000Z',
      optionId: 'once',
      input: { title: 'Dentist', password: '•••' },
      editedInput: { title: 'Checkup', password: '•••' },
    });
  });

  it('holds the run, the plan and the timeline in its order, as plain data', () => {
    const record = exportRecord(state);
    expect(JSON.parse(JSON.stringify(record))).to.deep.equal(record);
    expect(record.run).to.deep.equal({ id: 'r', status: 'settled', outcome: 'completed', startedAt: '2026-12-01T08:00:00.000Z', endedAt: '2026-12-01T08:00:09.000Z' });
    expect(record.timeline.map((entry) => entry.kind)).to.deep.equal(['call', 'call', 'approval', 'note']);
    expect(record.answer).to.equal('Done.');
    expect(record.capability).to.deep.equal({ key: 'calendar', label: 'Calendar' });
    expect(record.plan).to.deep.equal([{ stepId: 's', label: 'Create', toolKey: 'calendar.create', input: { password: '•••' } }]);
    expect(record.timeline[0]).to.deep.include({ callId: 'c1', status: 'completed', output: { found: 0, password: '•••' }, endedAt: '2026-12-01T08:00:02.000Z' });
    expect(exportRecord(emptyState)).to.deep.equal({ version: 1, run: { status: 'idle' }, plan: [], timeline: [] });
  });

  it('A19 has no reasoning in it', () => {
    expect(JSON.stringify(exportRecord({ ...state, thinking: { active: true, kind: 'heading', heading: 'Private thought', text: 'raw' } }))).to.not.match(/Private|raw/u);
  });

  it('E13 is redacted by the page’s own function, with the place of each value; a failing one leaves nothing', () => {
    const places: unknown[] = [];
    exportRecord(state, { redact: (value, place) => (places.push(place), value) });
    expect(places).to.deep.include({ kind: 'output', toolKey: 'calendar.search', callId: 'c1' });
    expect(places).to.deep.include({ kind: 'input', toolKey: 'calendar.create', callId: 'c2' });
    const late = exportRecord(state, { redact: () => Promise.resolve('later') });
    const failing = exportRecord(state, { redact: () => { throw new Error('no'); } });
    for (const record of [late, failing]) {
      expect(JSON.stringify(record)).to.not.match(/Dentist|Checkup|hunter2|abc123/u);
      expect(record.timeline[0]).to.deep.include({ output: '•••' });
    }
  });

  it('does not change the state, and leaves out a time that is none', () => {
    const before = JSON.stringify(state.run);
    const odd = { ...state, run: { ...state.run, endedAt: NaN } };
    expect(exportRecord(odd).run).to.not.have.property('endedAt');
    expect(JSON.stringify(state.run)).to.equal(before);
  });
});
