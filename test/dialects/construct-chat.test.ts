import { expect } from '@open-wc/testing';
import type { ActivityEvent } from '../../src/activity/event.js';
import { reduce } from '../../src/activity/reduce.js';
import { type ActivityState, emptyState } from '../../src/activity/state.js';
import { constructChatDialect } from '../../src/dialects/construct-chat/index.js';
import type { WireFrame } from '../../src/wire/frame.js';
import { plain, play } from './frames.js';

const session: WireFrame = { data: { type: 'session', id: 'conv' } };
const frame = (type: string, more: object = {}): WireFrame => ({ data: { type, ...more } });
const call = (id: string, title = 'Edit file', input: unknown = { path: 'a' }): WireFrame => frame('tool_call', { id, title, input });
const update = (id: string, status?: string): WireFrame => frame('tool_update', { id, status });
const permission = (requestId: string, title = 'Edit file', input: unknown = { path: 'a' }): WireFrame =>
  frame('permission', { id: 'conv', requestId, toolCall: { title, input }, options: ['allow', 'allow_always', 'reject'] });

const starts: readonly ActivityEvent[] = [{ type: 'run.start' }, { type: 'run.start', runId: 'conv' }];
const options = [
  { id: 'allow', kind: 'allow_once' },
  { id: 'allow_always', kind: 'allow_always' },
  { id: 'reject', kind: 'reject_once' },
];
/** The clock of `play` stands still. */
const expiresAt = 1_700_000_120_000;
const begun: readonly ActivityEvent[] = [
  { type: 'tool.start', callId: 'c', title: 'Edit file' },
  { type: 'tool.input', callId: 'c', mode: 'replace', value: { path: 'a' }, complete: true },
];
const asked: ActivityEvent = { type: 'approval.request', approvalId: 'p', options, expiresAt, activity: { label: 'Edit file' }, input: { path: 'a' } };

describe('construct-chat: one event of each type', () => {
  const rows: readonly (readonly [string, readonly WireFrame[], readonly ActivityEvent[]])[] = [
    ['session', [], []],
    ['thinking', [frame('thinking', { id: 'conv', text: 'Hm' })], [{ type: 'think.delta', partId: 'thinking', kind: 'raw', mode: 'append', text: 'Hm' }]],
    ['text', [frame('text', { id: 'conv', text: 'Hi' })], [{ type: 'message.delta', mode: 'append', text: 'Hi' }]],
    ['tool_call', [call('c')], begun],
    ['tool_call without an input', [frame('tool_call', { id: 'c', title: 'Look' })], [{ type: 'tool.start', callId: 'c', title: 'Look' }]],
    ['tool_call with null as its input', [call('c', 'Look', null)], [
      { type: 'tool.start', callId: 'c', title: 'Look' },
      { type: 'tool.input', callId: 'c', mode: 'replace', value: null, complete: true },
    ]],
    ['tool_update, completed', [update('c', 'completed')], [{ type: 'tool.end', callId: 'c', result: 'completed' }]],
    ['tool_update, failed', [update('c', 'failed')], [{ type: 'tool.end', callId: 'c', result: 'failed' }]],
    ['tool_update, in progress', [update('c', 'in_progress')], [{ type: 'tool.progress', callId: 'c' }]],
    ['tool_update, any other word', [update('c', 'compiling')], [{ type: 'tool.progress', callId: 'c', detail: 'compiling' }]],
    ['permission without a call', [permission('p')], [asked]],
    ['permission of a call', [call('c'), permission('p')], [...begun, { ...asked, callId: 'c' }]],
    ['permission of another input', [call('c'), permission('p', 'Edit file', { path: 'b' })], [...begun, { ...asked, input: { path: 'b' } }]],
    ['permission ahead of its call', [permission('p'), call('c')], [asked, ...begun, { ...asked, callId: 'c' }]],
    ['permission with options that nobody knows', [frame('permission', { requestId: 'p', options: ['later'] })], [
      { type: 'approval.request', approvalId: 'p', options: [{ id: 'later' }], expiresAt },
    ]],
    ['error', [frame('error', { id: 'conv', message: 'No model' })], [{ type: 'run.failed', error: { code: 'error', message: 'No model' } }]],
    ['error without words', [frame('error')], [{ type: 'run.failed', error: { code: 'error' } }]],
    ...(
      [
        ['end_turn', { outcome: 'completed' }],
        ['cancelled', { outcome: 'cancelled' }],
        ['max_tokens', { outcome: 'truncated' }],
        ['max_turn_requests', { outcome: 'truncated' }],
        ['refusal', { outcome: 'refused' }],
        ['bored', { outcome: 'partial', reason: 'bored' }],
        [undefined, { outcome: 'completed' }],
      ] as const
    ).map(([stopReason, end]): readonly [string, readonly WireFrame[], readonly ActivityEvent[]] => [
      `done, ${stopReason ?? 'without a reason'}`,
      [frame('done', { id: 'conv', stopReason })],
      [{ type: 'run.settled', ...end }],
    ]),
  ];
  for (const [what, frames, events] of rows) {
    it(what, () => {
      const { decoded, diagnostics } = play(constructChatDialect, [session, ...frames]);
      expect(decoded).to.deep.equal([...starts, ...events]);
      expect(diagnostics).to.deep.equal([]);
    });
  }

  it('what is for the host is passed over, and counted', () => {
    const ignored = [frame('session_meta', { model: 'm' }), frame('overlay'), frame('usage'), frame('session', { id: 'conv', model: 'm' })];
    const { decoded, diagnostics } = play(constructChatDialect, [session, ...ignored]);
    expect(decoded).to.deep.equal(starts);
    expect(diagnostics.map(({ code }) => code)).to.deep.equal(['ignored', 'ignored', 'ignored', 'ignored']);
  });

  it('counts what it cannot use, and goes on', () => {
    const { decoded, diagnostics } = play(constructChatDialect, [
      { data: '{"type":"text","text":' },
      { data: 'null' },
      frame('unheard.of'),
      frame('text', { text: 5 }),
      frame('thinking'),
      frame('tool_call', { title: 'No id' }),
      frame('tool_update', { id: '' }),
      frame('permission', { toolCall: {} }),
      frame('permission', { requestId: 'p', options: [5] }),
      frame('text', { text: 'Hi' }),
    ]);
    expect(diagnostics.map(({ code }) => code)).to.deep.equal([
      ...['malformed', 'malformed', 'unknown'],
      ...['malformed', 'malformed', 'malformed', 'malformed', 'malformed', 'malformed'],
    ]);
    expect(decoded.at(-1)).to.deep.equal({ type: 'message.delta', mode: 'append', text: 'Hi' });
  });
});

describe('construct-chat: turns', () => {
  it('any frame may be the first', () => {
    for (const first of [call('c'), update('c', 'completed'), frame('text', { id: 'conv', text: 'Hi' }), permission('p'), frame('done', { id: 'conv' })]) {
      const { decoded } = play(constructChatDialect, [first]);
      expect(decoded[0]).to.deep.equal({ type: 'run.start' });
    }
    expect(play(constructChatDialect, [call('c'), frame('text', { id: 'conv', text: 'Hi' })]).state.run.id).to.equal('conv');
  });

  it('a conversation has one id, and each turn of it is a run', () => {
    const first = [session, call('c'), update('c', 'completed'), frame('text', { text: 'One' }), frame('done', { stopReason: 'end_turn' })];
    const second = [session, frame('text', { text: 'Two' }), frame('done', { stopReason: 'end_turn' })];
    // On the wire a turn has a decoder of its own; pushed, they share one.
    const alone = play(constructChatDialect, second).decoded;
    for (const state of [reduce(play(constructChatDialect, first).state, alone), play(constructChatDialect, [...first, ...second]).state]) {
      expect(state.run).to.deep.include({ id: 'conv', status: 'settled', outcome: 'completed' });
      expect(state.message.text).to.equal('Two');
      expect([...state.calls.keys()]).to.deep.equal(['c']);
    }
  });

  it('a turn that was broken off ends where the next one begins', () => {
    const { decoded, state } = play(constructChatDialect, [session, frame('text', { text: 'One' }), session, frame('text', { text: 'Two' })]);
    expect(decoded.filter(({ type }) => type === 'run.settled')).to.deep.equal([{ type: 'run.settled', outcome: 'partial' }]);
    expect([state.message.text, state.run.status]).to.deep.equal(['Two', 'running']);
  });

  it('after its end a turn is over', () => {
    const { state, diagnostics } = play(constructChatDialect, [session, frame('done'), frame('text', { text: 'late' }), frame('error')]);
    expect([state.run.outcome, state.message.text]).to.deep.equal(['completed', '']);
    expect(diagnostics.map(({ code }) => code)).to.deep.equal(['duplicate', 'duplicate']);
  });
});

describe('construct-chat: permissions', () => {
  const approvals = (frames: readonly WireFrame[]): string[] =>
    [...play(constructChatDialect, [session, ...frames]).state.approvals.values()].map(({ approvalId, callId, status }) => `${approvalId} ${callId ?? '-'} ${status}`);

  it('two alike are for two calls, the newest first', () => {
    expect(approvals([call('c'), call('d'), permission('p'), permission('q')])).to.deep.equal(['p d pending', 'q c pending']);
  });

  it('not for a call that has ended, whatever its input', () => {
    expect(approvals([call('c'), update('c', 'completed'), permission('p')])).to.deep.equal(['p - pending']);
  });

  it('what becomes of the call is the answer', () => {
    for (const [word, status, ends] of [['in_progress', 'accepted', 'active'], ['completed', 'accepted', 'completed'], ['failed', 'cancelled', 'failed']] as const) {
      const frames = [call('c'), permission('p'), update('c', word)];
      expect(approvals(frames)).to.deep.equal([`p c ${status}`]);
      expect(play(constructChatDialect, [session, ...frames]).state.calls.get('c')?.status, word).to.equal(ends);
    }
  });

  it('asked again, the deadline stays what it was', () => {
    let now = 0;
    const decoder = constructChatDialect.createDecoder({ now: () => (now += 1000) });
    const state = reduce(emptyState, [...decoder.decode(session), ...decoder.decode(permission('p'))]);
    expect(reduce(state, decoder.decode(permission('p')))).to.equal(state);
  });

  it('ids are only text', () => {
    for (const id of ['__proto__', 'constructor']) {
      const { state } = play(constructChatDialect, [session, { data: JSON.stringify({ type: 'tool_call', id, title: id, input: 1 }) }, permission(id, id, 1)]);
      expect(state.approvals.get(id)).to.include({ status: 'pending', callId: id });
    }
  });

  it('answers with the option that was pressed, else with its own words', () => {
    const approval = { approvalId: 'p', status: 'sending' } as const;
    const answer = (decision: 'approve' | 'reject', optionId?: string): unknown =>
      constructChatDialect.answer(approval, { decision, ...(optionId !== undefined && { optionId }) }, 'conv');
    expect(answer('approve')).to.deep.equal({ requestId: 'p', decision: 'allow' });
    expect(answer('approve', 'allow_always')).to.deep.equal({ requestId: 'p', decision: 'allow_always' });
    expect(answer('reject')).to.deep.equal({ requestId: 'p', decision: 'reject' });
  });
});

describe('construct-chat: histories', () => {
  const turns = [
    { id: 't1', userText: 'Q', assistant: 'One', thinking: 'CANARY', tools: [{ id: 'c', title: 'Look', status: 'completed', input: { a: 1 } }] },
    { id: 't2', userText: 'Q', assistant: 'Two', thinking: 'CANARY', tools: [{ id: 'd', title: 'Edit', status: 'failed' }, { id: 'e', title: 'Run', status: 'in_progress' }, { id: 'f', status: 'odd' }] },
  ];
  const hydrate = (persisted: unknown): ActivityState => reduce(emptyState, constructChatDialect.hydrate(persisted, { live: true }));

  for (const [form, persisted] of [['a list', turns], ['wrapped', { data: { turns } }], ['as text', JSON.stringify(turns)]] as const) {
    it(`turns, ${form}: all cards, the newest answer, nothing of what was thought`, () => {
      const state = hydrate(persisted);
      expect([...state.calls.values()].map(({ callId, status, rawStatus }) => [callId, status, rawStatus].join(' ').trim())).to.deep.equal([
        'c completed',
        'd failed',
        'e interrupted',
        'f interrupted odd',
      ]);
      expect(state.message).to.deep.equal({ id: 't2', text: 'Two', status: 'completed' });
      expect(state.run.status).to.equal('idle');
      expect(JSON.stringify(plain(state))).not.to.include('CANARY');
    });
  }

  it('open requests still ask, without a deadline that nobody knows', () => {
    const state = hydrate({ pending: [{ requestId: 'p', toolCall: { title: 'Edit', input: 1 }, options: ['allow', 'reject'] }] });
    expect(state.run.status).to.equal('waiting');
    expect(plain(state)['approvals']).to.deep.equal([
      { approvalId: 'p', status: 'pending', options: [options[0], options[2]], activity: { label: 'Edit' }, input: 1 },
    ]);
  });

  for (const value of [null, 5, '', 'x', {}, [null], [{ tools: [{}] }]]) {
    it(`makes nothing of ${JSON.stringify(value)}, and says so`, () => {
      const told: string[] = [];
      expect(reduce(emptyState, constructChatDialect.hydrate(value, { live: false, report: ({ reason }) => told.push(reason) }))).to.equal(emptyState);
      expect(told).to.have.length(1);
    });
  }
});
