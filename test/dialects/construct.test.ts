import { expect } from '@open-wc/testing';
import type { Disclosure } from '../../src/activity/capture.js';
import type { ActivityEvent } from '../../src/activity/event.js';
import { reduce } from '../../src/activity/reduce.js';
import { type ActivityState, emptyState } from '../../src/activity/state.js';
import { constructDialect } from '../../src/dialects/construct/index.js';
import type { Diagnostic } from '../../src/dialects/dialect.js';
import { plain, play, type Played } from './frames.js';

const RUN = 'run-0123456789ab';

const frame = (type: string, more: object = {}) => ({ data: { type, runId: RUN, ...more } });
const task = (taskId: string, status: string, more: object = {}) => frame('task', { taskId, status, role: 'architect', ...more });
const snapshot = (status: string, tasks: readonly object[] = [], more: object = {}) => frame('snapshot', { status, chainOfThought: null, tasks, ...more });

type Frame = ReturnType<typeof frame>;

function decode(...frames: readonly Frame[]): { events: readonly ActivityEvent[]; diagnostics: readonly Diagnostic[] } {
  const { decoded, diagnostics } = play(constructDialect, frames);
  return { events: decoded, diagnostics };
}

const start: ActivityEvent = { type: 'run.start', runId: RUN };
const callId = `${RUN}:t1`;
const card: ActivityEvent = { type: 'tool.start', callId, status: 'active', title: 'architect' };
const at = Date.parse('2026-01-01T00:00:00.000Z');

describe('construct: one event of each type', () => {
  const rows: readonly (readonly [string, readonly Frame[], readonly ActivityEvent[]])[] = [
    ['planned', [frame('planned', { at: '2026-01-01T00:00:00.000Z', status: 'planned', taskCount: 2 })], [{ ...start, at }]],
    ['running', [frame('running', { status: 'running', workerBackend: 'inline' })], [start]],
    ['planned, running: the run is opened once', [frame('planned'), frame('running')], [start]],
    ['task begins', [task('t1', 'running')], [start, card]],
    ['task is queued', [task('t1', 'queued')], [start, { ...card, status: 'pending' }]],
    ['task ends', [task('t1', 'done', { executor: 'host' })], [start, card, { type: 'tool.end', callId, result: 'completed' }]],
    [
      'task fails: with its remedy',
      [task('t1', 'running'), task('t1', 'failed', { error: { code: 'timeout', message: 'Too slow', remediation: 'Try a smaller task', retryCount: 2 } })],
      [start, card, { type: 'tool.end', callId, result: 'failed', error: { code: 'timeout', message: 'Too slow' }, detail: 'Try a smaller task' }],
    ],
    ['task is prepared: not executed', [task('t1', 'prepared')], [start, card, { type: 'tool.end', callId, result: 'skipped' }]],
    ['task waits for its host', [task('t1', 'awaiting-host')], [start, card, { type: 'tool.progress', callId, detail: 'waiting for host' }]],
    [
      'task goes on after its host',
      [task('t1', 'awaiting-host'), task('t1', 'running')],
      [start, card, { type: 'tool.progress', callId, detail: 'waiting for host' }, { type: 'tool.progress', callId, detail: '' }],
    ],
    ['task of an unknown status: as it is', [task('t1', 'pondering')], [start, card, { type: 'tool.progress', callId, detail: 'pondering' }]],
    ['awaiting-host', [frame('running'), frame('awaiting-host', { status: 'awaiting-host', taskCount: 1 })], [start, { type: 'run.waiting', reason: 'client-tool' }]],
    ['completed', [frame('completed', { status: 'completed', degraded: false })], [start, { type: 'run.settled', outcome: 'completed' }]],
    ['completed without a status', [frame('completed')], [start, { type: 'run.settled', outcome: 'completed' }]],
    ['completed, cancelled', [frame('completed', { status: 'cancelled' })], [start, { type: 'run.settled', outcome: 'cancelled' }]],
    ['completed, error', [frame('completed', { status: 'error', error: { message: 'No' } })], [start, { type: 'run.failed', error: { code: 'error', message: 'No' } }]],
    ['completed, unknown', [frame('completed', { status: 'odd' })], [start, { type: 'run.settled', outcome: 'partial', reason: 'odd' }]],
    ...(
      [
        ['completed-with-failures', {}, 'Some tasks failed.'],
        ['completed-prepare-only', {}, 'The run was prepared and not executed.'],
        ['degraded', {}, 'The run was degraded.'],
        ['completed', { degraded: true }, 'The run was degraded.'],
      ] as const
    ).map(([status, more, text]): readonly [string, readonly Frame[], readonly ActivityEvent[]] => [
      `completed, ${status} ${JSON.stringify(more)}: partial, with a note`,
      [frame('completed', { status, ...more })],
      [start, { type: 'note', id: `${RUN}:outcome`, level: 'warning', text }, { type: 'run.settled', outcome: 'partial' }],
    ]),
    ['error', [frame('error', { status: 'error', error: { code: 'boom', message: 'It broke' } })], [start, { type: 'run.failed', error: { code: 'boom', message: 'It broke' } }]],
    ['error without words', [frame('error')], [start, { type: 'run.failed', error: { code: 'error' } }]],
    ['snapshot of a run without tasks', [snapshot('planned')], [start]],
    [
      'snapshot: a card for each task',
      [snapshot('running', [{ id: 't1', role: 'architect', status: 'running' }, { id: 't2', role: 'critic', status: 'queued' }])],
      [start, card, { type: 'tool.start', callId: `${RUN}:t2`, status: 'pending', title: 'critic' }],
    ],
    ['snapshot of a run that waits', [snapshot('awaiting-host')], [start, { type: 'run.waiting', reason: 'client-tool' }]],
    ['snapshot of a run that is over', [snapshot('cancelled')], [start, { type: 'run.settled', outcome: 'cancelled' }]],
  ];
  for (const [what, frames, events] of rows) {
    it(what, () => {
      const played = decode(...frames);
      expect(played.events).to.deep.equal(events);
      expect(played.diagnostics).to.deep.equal([]);
    });
  }
});

describe('construct: what a stream leaves behind', () => {
  it('counts what it cannot use, and goes on', () => {
    const { events, diagnostics } = play(constructDialect, [
      { data: '{' },
      { data: '' },
      { data: '[]' },
      { data: { runId: RUN } },
      frame('unheard.of'),
      frame('task'),
      frame('task', { taskId: '', status: 'running' }),
      task('t1', 'running', { role: 5, reasoning: {} }),
      snapshot('running', [{}, 'x' as unknown as object]),
    ]);
    expect(diagnostics.map(({ code }) => code)).to.deep.equal([
      ...['malformed', 'malformed', 'malformed', 'malformed', 'unknown', 'malformed', 'malformed'],
      ...['malformed', 'malformed', 'malformed', 'malformed'],
    ]);
    expect(events.filter(({ type }) => type === 'tool.start')).to.have.length(1);
  });

  it('an event name of a proxy is none of the protocol', () => {
    const { state } = play(constructDialect, [{ ...frame('planned'), event: 'message' }]);
    expect(state.run.id).to.equal(RUN);
  });

  it('a snapshot that says what is known leaves the very same state', () => {
    const tasks = [{ id: 't1', role: 'architect', status: 'done' }, { id: 't2', role: 'critic', status: 'awaiting-host' }];
    const decoder = constructDialect.createDecoder();
    const first = reduce(emptyState, decoder.decode(snapshot('awaiting-host', tasks)));
    expect(first.run.status).to.equal('waiting');
    expect(reduce(first, decoder.decode(snapshot('awaiting-host', tasks)))).to.equal(first);
  });

  it('a snapshot never takes a card back; what it brings that is new wakes a run that waits', () => {
    const { state } = play(constructDialect, [
      task('t1', 'done'),
      frame('awaiting-host'),
      snapshot('running', [{ id: 't1', role: 'architect', status: 'running' }]),
    ]);
    expect([state.calls.get(callId)?.status, state.run.status]).to.deep.equal(['completed', 'running']);
  });

  it('the same task id in another run is another card; the run before does not come back', () => {
    const other = { data: { type: 'task', runId: 'run-b', taskId: 't1', status: 'done', role: 'critic' } };
    const { state, diagnostics } = play(constructDialect, [task('t1', 'running'), other, task('t1', 'done')]);
    expect([...state.calls.values()].map(({ callId: id, status }) => `${id} ${status}`)).to.deep.equal([`${callId} interrupted`, 'run-b:t1 completed']);
    expect(diagnostics.map(({ code }) => code)).to.deep.equal(['duplicate']);
  });

  it('ids are only text', () => {
    for (const id of ['__proto__', 'constructor', 'toString']) {
      const { state } = play(constructDialect, [{ data: JSON.stringify({ type: 'task', runId: id, taskId: id, status: id, role: id }) }]);
      expect(state.calls.get(`${id}:${id}`)).to.include({ status: 'active', title: id, detail: id });
    }
  });

  it('the first end counts, and what was open then is interrupted', () => {
    const { state, diagnostics } = play(constructDialect, [task('t1', 'running'), frame('completed', { status: 'completed' }), frame('error')]);
    expect([state.run.outcome, state.calls.get(callId)?.status]).to.deep.equal(['completed', 'interrupted']);
    expect(diagnostics.map(({ code }) => code)).to.deep.equal(['duplicate']);
  });
});

describe('construct: disclosure', () => {
  const text = 'CANARY thought of it';
  const ended = task('t1', 'done', { reasoning: text });

  /** What was told and what was kept under a host's mode, with what the run recorded for itself. */
  function disclosed(host: Disclosure, mode: unknown, ...frames: readonly Frame[]): { played: Played; kept: boolean } {
    const played = play(constructDialect, [snapshot('running', [], { chainOfThought: mode }), ...frames], host);
    return { played, kept: JSON.stringify(plain(played.state)).includes('CANARY') };
  }

  for (const [host, mode, kept] of [
    ['hidden', 'surface', false],
    ['hidden', null, false],
    ['surface', 'surface', true],
    ['surface', null, true],
    ['surface', undefined, true],
    ['surface', 'hidden', false],
    ['surface', 'telemetry_only', false],
    ['surface', 'full', false],
    ['surface', 5, false],
    ['telemetry_only', 'surface', false],
  ] as const) {
    it(`${host} with a run's ${mode === undefined ? 'silence' : JSON.stringify(mode)}: ${kept ? 'kept' : 'not kept'}`, () => {
      const { played, kept: was } = disclosed(host, mode, ended);
      expect(was).to.equal(kept);
      expect(played.state.thinking.kind).to.equal('working');
      expect(played.state.calls.get(callId)?.status).to.equal('completed');
    });
  }

  it('a run that is hidden lets nothing out of the decoder', () => {
    const { decoded, diagnostics } = disclosed('surface', 'hidden', ended, { data: '{"type":"task","reasoning":"CANARY' } as never).played;
    expect(JSON.stringify([decoded, diagnostics])).not.to.include('CANARY');
  });

  it('the same reasoning is told once, another one anew', () => {
    const { decoded } = play(constructDialect, [ended, ended, snapshot('running', [{ id: 't1', role: 'architect', status: 'done', reasoning: text }]), task('t1', 'done', { reasoning: 'more' })]);
    expect(decoded.filter(({ type }) => type === 'think.delta')).to.have.length(2);
  });

  it('the reasoning of two tasks is two paragraphs', () => {
    const { thinking } = play(constructDialect, [ended, task('t2', 'done', { reasoning: 'another' })], 'surface').state;
    expect(thinking.text).to.equal(`${text}\n\nanother`);
  });

  it('what came before the run said that it is narrower is taken back', () => {
    const before = play(constructDialect, [ended], 'surface');
    expect(before.state.thinking.text).to.equal(text);
    const after = play(constructDialect, [ended, snapshot('running', [], { chainOfThought: 'telemetry_only' })], 'surface');
    expect(after.state.thinking).not.to.have.property('text');
  });
});

describe('construct: history and answers', () => {
  const record = { runId: RUN, status: 'running', chainOfThought: 'surface', tasks: [{ id: 't1', role: 'architect', status: 'running', reasoning: 'CANARY' }, { id: 't2', role: 'critic', status: 'done', output: 'Fine', reasoning: 'CANARY' }] };
  const hydrate = (persisted: unknown, live = false): ActivityState => reduce(emptyState, constructDialect.hydrate(persisted, { live }));
  const statuses = (state: ActivityState): string[] => [...state.calls.values()].map(({ callId: id, status }) => `${id} ${status}`);

  for (const [form, persisted] of [['alone', record], ['wrapped', { contractVersion: '1', data: record }], ['as text', JSON.stringify(record)], ['in a list', { data: { runs: [record] } }]] as const) {
    it(`a stored run ${form}: without a stream what was open is only assumed to be over`, () => {
      const state = hydrate(persisted);
      expect(statuses(state)).to.deep.equal([`${callId} interrupted`, `${RUN}:t2 completed`]);
      expect(state.run.status).to.equal('idle');
      expect(state.calls.get(`${RUN}:t2`)).to.deep.include({ output: 'Fine', activity: { label: 'critic' } });
      expect(JSON.stringify(plain(state))).not.to.include('CANARY');
    });
  }

  it('with a stream that follows it goes on, and the snapshot adds nothing', () => {
    const state = hydrate(record, true);
    expect([statuses(state)[0], state.run.status, state.run.id]).to.deep.equal([`${callId} active`, 'running', RUN]);
    expect(JSON.stringify(constructDialect.hydrate(record, { live: true }))).not.to.include('CANARY');
    const played = play(constructDialect, [snapshot('running', record.tasks)]);
    expect(statuses(reduce(state, played.events))).to.deep.equal([`${callId} active`, `${RUN}:t2 completed`]);
  });

  it('one that has ended ends so', () => {
    expect(hydrate({ ...record, status: 'completed-with-failures' }).run).to.include({ status: 'settled', outcome: 'partial' });
    expect(hydrate({ ...record, status: 'error', error: 'No' }).run.error).to.deep.equal({ code: 'error', message: 'No' });
  });

  for (const value of [null, 5, '', 'x', {}, [], [null, 5], { error: 'not found' }, { data: { runs: [] } }]) {
    it(`makes nothing of ${JSON.stringify(value)}, and says so`, () => {
      const told: string[] = [];
      expect(reduce(emptyState, constructDialect.hydrate(value, { live: false, report: ({ reason }) => told.push(reason) }))).to.equal(emptyState);
      expect(told).to.have.length(1);
    });
  }

  it("answers in the form of the approval queue, whose approvals are the host's", () => {
    const approval = { approvalId: 'a', status: 'sending' } as const;
    expect(constructDialect.answer(approval, { decision: 'approve' }, RUN)).to.deep.equal({ action: 'approve', id: 'a' });
    expect(constructDialect.answer(approval, { decision: 'reject', reason: 'no' }, RUN)).to.deep.equal({ action: 'reject', id: 'a', note: 'no' });
  });
});
