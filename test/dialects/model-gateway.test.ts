import { expect } from '@open-wc/testing';
import type { ActivityEvent } from '../../src/activity/event.js';
import { reduce } from '../../src/activity/reduce.js';
import { type ActivityState, emptyState } from '../../src/activity/state.js';
import { modelGatewayDialect } from '../../src/dialects/model-gateway/index.js';
import type { WireFrame } from '../../src/wire/frame.js';
import { plain, play } from './frames.js';

let sequence = 0;
const transient = (event: string, data: object = {}): WireFrame => ({ event, data: { run_id: 'r', ...data } });
const durable = (event: string, data: object = {}): WireFrame => ({ ...transient(event, data), id: String((sequence += 1)) });
const place = { step_number: 1, attempt_id: 'a1', item_index: 0 };
const said = (text: string, more: object = {}): WireFrame => transient('message.delta', { ...place, text, ...more });
const thought = (text: string, more: object = {}): WireFrame => transient('reasoning.delta', { ...place, text, is_summary: true, ...more });
const call = (verb: string, more: object = {}): WireFrame => durable(`tool.call.${verb}`, { name: 'search', call_id: 'c', ...more });
const result = (text: string, more: object = {}): object => ({ result_item: { content: [{ type: 'text', text }], trust: 'untrusted', is_error: false, ...more } });

const start: ActivityEvent = { type: 'run.start', runId: 'r' };
const pending: ActivityEvent = { type: 'tool.start', callId: 'c', status: 'pending', executor: 'server', toolKey: 'search' };
const active: ActivityEvent = { ...pending, status: 'active' };
const request: ActivityEvent = { type: 'approval.request', approvalId: 'ap' };
const details = {
  id: 'ap',
  run_id: 'r',
  status: 'PENDING',
  tool_name: 'search',
  action_summary: 'Search the web',
  arguments: '{"q":"x"}',
  risk: 'HIGH',
  policy_reason: 'External request',
  expires_at: '2026-01-01T00:00:00Z',
};

describe('model-gateway: one event of each type', () => {
  const rows: readonly (readonly [string, readonly WireFrame[], readonly ActivityEvent[]])[] = [
    ...['run.queued', 'run.claimed', 'run.started', 'run.resumed'].map((event): readonly [string, readonly WireFrame[], readonly ActivityEvent[]] => [
      event,
      [durable(event, { attempt: 1 })],
      [start],
    ]),
    ['message.delta', [said('Hi')], [start, { type: 'message.delta', messageId: 'r:1', mode: 'append', text: 'Hi' }]],
    ['reasoning.delta, summary', [thought('**A**')], [start, { type: 'think.delta', partId: '[1,"a1"]:0:summary', kind: 'summary', mode: 'append', text: '**A**' }]],
    ['reasoning.delta, raw', [thought('x', { is_summary: false })], [start, { type: 'think.delta', partId: '[1,"a1"]:0:raw', kind: 'raw', mode: 'append', text: 'x' }]],
    ['reasoning.delta that does not say', [thought('x', { is_summary: undefined })], [start, { type: 'think.delta', partId: '[1,"a1"]:0:raw', kind: 'raw', mode: 'append', text: 'x' }]],
    [
      'reasoning.summary.delta',
      [transient('reasoning.summary.delta', { ...place, text: 'x' })],
      [start, { type: 'think.delta', partId: '[1,"a1"]:0:summary', kind: 'summary', mode: 'append', text: 'x' }],
    ],
    [
      'model.response.completed',
      [durable('model.response.completed', { ...place, stop_reason: 'tool_use', tool_names: ['search'], conversation_items: [{ kind: 'reasoning', text: 'no' }, { kind: 'tool_call', call_id: 'c', name: 'search', arguments: '{"q":1}' }] })],
      [start, { type: 'think.end' }, pending, { type: 'tool.input', callId: 'c', mode: 'replace', value: { q: 1 } }],
    ],
    ['tool.call.proposed', [call('proposed')], [start, pending]],
    ['tool.call.authorized', [call('authorized')], [start, pending]],
    [
      'tool.call.authorized by a standing grant',
      [call('authorized', { authorization_kind: 'standing_grant', authorization_ref: 'g', authorization_reason: 'Allowed for this session' })],
      [start, pending, { type: 'approval.response', approvalId: 'c', callId: 'c', decision: 'accepted', by: 'policy', reason: 'Allowed for this session' }],
    ],
    ['tool.call.started', [call('started')], [start, active]],
    ['tool.call.completed', [call('completed', result('Found'))], [start, { type: 'tool.end', callId: 'c', result: 'completed', output: 'Found', toolKey: 'search' }]],
    [
      'tool.call.completed with other content',
      [call('completed', { result_item: { content: [{ type: 'image', url: 'x' }] } })],
      [start, { type: 'tool.end', callId: 'c', result: 'completed', output: [{ type: 'image', url: 'x' }], toolKey: 'search' }],
    ],
    [
      'tool.call.completed with an error in its result',
      [call('completed', { ...result('No such page', { is_error: true }), reason_code: 'tool_error' })],
      [start, { type: 'tool.end', callId: 'c', result: 'failed', error: { code: 'tool_error', message: 'No such page' }, output: 'No such page', toolKey: 'search' }],
    ],
    ['tool.call.failed', [call('failed', { reason_code: 'timeout' })], [start, { type: 'tool.end', callId: 'c', result: 'failed', error: { code: 'timeout', message: 'timeout' }, toolKey: 'search' }]],
    ['tool.call.denied', [call('denied', { reason_code: 'policy' })], [start, { type: 'tool.end', callId: 'c', result: 'rejected', reason: 'policy', toolKey: 'search' }]],
    ['tool.call.uncertain', [call('uncertain', { reason_code: 'lost' })], [start, { type: 'tool.end', callId: 'c', result: 'unknown', reason: 'lost', rawStatus: 'uncertain', toolKey: 'search' }]],
    ['approval.requested', [durable('approval.requested', { approval_id: 'ap' })], [start, request]],
    ['approval.details', [durable('approval.requested', { approval_id: 'ap' }), { event: 'approval.details', data: details }], [
      start,
      request,
      {
        ...request,
        toolKey: 'search',
        prompt: 'Search the web',
        risk: 'high',
        reason: 'External request',
        expiresAt: Date.parse('2026-01-01T00:00:00Z'),
        input: { q: 'x' },
      },
    ]],
    ...(['APPROVED', 'approve_once', 'approved'] as const).map((resolution): readonly [string, readonly WireFrame[], readonly ActivityEvent[]] => [
      `approval.resolved, ${resolution}`,
      [durable('approval.resolved', { approval_id: 'ap', resolution })],
      [start, { type: 'approval.response', approvalId: 'ap', decision: 'accepted' }],
    ]),
    ['approval.resolved, DENIED', [durable('approval.resolved', { approval_id: 'ap', resolution: 'DENIED' })], [start, { type: 'approval.response', approvalId: 'ap', decision: 'rejected' }]],
    ['approval.resolved, expired', [durable('approval.resolved', { approval_id: 'ap', resolution: 'expired' })], [start, { type: 'approval.response', approvalId: 'ap', decision: 'expired' }]],
    ['approval.resolved, Cancelled', [durable('approval.resolved', { approval_id: 'ap', resolution: 'Cancelled' })], [start, { type: 'approval.response', approvalId: 'ap', decision: 'cancelled' }]],
    ['run.waiting_for_approval', [durable('run.waiting_for_approval', { suspension: { approval_id: 'ap' } })], [start, request, { type: 'run.waiting', reason: 'approval' }]],
    [
      'run.waiting_for_user',
      [durable('run.waiting_for_user', { suspension: { question: 'Which one?' }, question_id: 'q' })],
      [start, { type: 'note', id: 'q', level: 'info', text: 'Which one?' }, { type: 'run.waiting', reason: 'input' }],
    ],
    [
      'context.working_state.updated',
      [durable('context.working_state.updated', { working_state: { objective: 'Find it', next_action: 'Look again' } })],
      [start, { type: 'note', id: 'r:working-state', level: 'info', text: 'Look again' }],
    ],
    [
      'assistant.message.completed',
      [durable('assistant.message.completed', { message: { kind: 'message', content: [{ type: 'reasoning', text: 'no' }, { type: 'text', text: 'Whole' }] } })],
      [start, { type: 'message.done', messageId: 'r:1', text: 'Whole', status: 'completed' }],
    ],
    ['run.completed', [durable('run.completed')], [start, { type: 'run.settled', outcome: 'completed' }]],
    [
      'run.completed with the last message',
      [durable('run.completed', { final_message: { content: [{ text: 'Whole' }] } })],
      [start, { type: 'message.done', messageId: 'r:1', text: 'Whole', status: 'completed' }, { type: 'run.settled', outcome: 'completed' }],
    ],
    [
      'run.failed',
      [durable('run.failed', { failure: { reason: 'provider_error', message: 'Overloaded', occurred_at: '2026-01-01T00:00:00Z' } })],
      [start, { type: 'run.failed', error: { code: 'provider_error', message: 'Overloaded' }, at: Date.parse('2026-01-01T00:00:00Z') }],
    ],
    ['run.cancelled', [durable('run.cancelled', { reason: 'Stopped' })], [start, { type: 'run.settled', outcome: 'cancelled', reason: 'Stopped' }]],
  ];
  for (const [what, frames, events] of rows) {
    it(what, () => {
      const { decoded, diagnostics } = play(modelGatewayDialect, frames);
      expect(decoded).to.deep.equal(events);
      expect(diagnostics).to.deep.equal([]);
    });
  }

  it('a transport that hears only what it asks for, hears them all', () => {
    const names = new Set(rows.flatMap(([, frames]) => frames.map(({ event }) => event ?? '')));
    names.delete('approval.details');
    expect(modelGatewayDialect.eventNames).to.have.members([...names, 'usage.provisional', 'user.message.created', 'stream.overflow']);
  });

  it('what is not shown is counted', () => {
    const { decoded, diagnostics } = play(modelGatewayDialect, [transient('usage.provisional', { usage: {} }), durable('user.message.created', { content: [] })]);
    expect(decoded).to.deep.equal([]);
    expect(diagnostics.map(({ code }) => code)).to.deep.equal(['ignored', 'ignored']);
  });

  it('counts what it cannot use, and goes on', () => {
    const { decoded, diagnostics } = play(modelGatewayDialect, [
      { event: 'message.delta', data: '{"text":' },
      { event: 'message.delta', data: '[]' },
      { data: { run_id: 'r' } },
      durable('run.unheard_of'),
      said(5 as unknown as string),
      transient('reasoning.delta', place),
      durable('tool.call.started', { name: 'search' }),
      durable('tool.call.started', { name: 'search', call_id: '' }),
      durable('approval.requested'),
      durable('approval.resolved', { approval_id: 'ap', resolution: 'perhaps' }),
      durable('assistant.message.completed', { message: {} }),
      durable('model.response.completed', { ...place, conversation_items: [{ kind: 'tool_call' }, 5] }),
      said('Hi', { ...place, step_number: 2, attempt_id: 'a2' }),
    ]);
    expect(diagnostics.map(({ code }) => code)).to.deep.equal([
      ...['malformed', 'malformed', 'malformed', 'unknown', 'malformed', 'malformed', 'malformed', 'malformed'],
      ...['malformed', 'malformed', 'malformed', 'malformed'],
    ]);
    expect(decoded.at(-1)).to.include({ type: 'message.delta', text: 'Hi' });
  });

  it('a frame of reasoning is never quoted, however broken', () => {
    const { diagnostics } = play(modelGatewayDialect, [
      { event: 'reasoning.delta', data: '{"text":"CANARY' },
      { event: 'reasoning.delta', data: { text: ['CANARY'] } },
      { event: 'reasoning.later', data: { text: 'CANARY' } },
      { event: 'model.thinking.delta', data: { text: 'CANARY' } },
    ]);
    expect(diagnostics).to.have.length(4);
    expect(JSON.stringify(diagnostics)).not.to.include('CANARY');
  });
});

describe('model-gateway: headings', () => {
  it('383 deltas of a summary with 4 headings publish 4 times', () => {
    const parts = ['Comparing two plans', 'Reading the contract', 'Checking the dates', 'Writing the answer'].map((title) => `**${title}**\n\n${'body '.repeat(60)}ends here.`);
    const text = parts.join('');
    const size = Math.ceil(text.length / 383);
    const deltas = Array.from({ length: 383 }, (_, at) => thought(text.slice(at * size, (at + 1) * size)));
    const decoder = modelGatewayDialect.createDecoder();
    const opening = reduce(emptyState, decoder.decode(durable('run.started')));
    const { headings, states } = publish(opening, deltas, decoder.decode.bind(decoder));
    expect(states).to.equal(4);
    expect(headings).to.deep.equal(['Comparing two plans', 'Reading the contract', 'Checking the dates', 'Writing the answer']);
  });

  it('a heading stays until the answer begins, the response ends, or the run does', () => {
    for (const end of [said('Hi'), durable('model.response.completed', place), durable('run.completed')]) {
      const before = play(modelGatewayDialect, [thought('**A title**\n\nx')]);
      expect(before.state.thinking).to.deep.include({ kind: 'heading', heading: 'A title' });
      const { thinking } = play(modelGatewayDialect, [thought('**A title**\n\nx'), end]).state;
      expect(thinking.kind).to.equal('working');
      expect(thinking).not.to.have.property('heading');
    }
  });

  it('raw reasoning has a label and no headings; beside a tool it is work again', () => {
    const raw = thought('**Not a heading**\n\n', { is_summary: false });
    expect(play(modelGatewayDialect, [raw]).state.thinking).to.deep.equal({ active: true, kind: 'reasoning' });
    expect(play(modelGatewayDialect, [raw, durable('model.response.completed', place), call('started')]).state.thinking.kind).to.equal('working');
  });

  it('raw text and summary of one item are two texts', () => {
    const { headings } = play(modelGatewayDialect, [thought('**One '), thought('x** ', { is_summary: false }), thought('title**\n')]);
    expect(headings).to.deep.equal(['One title']);
  });

  it('no title is read across what was dropped', () => {
    const overflow: WireFrame = { event: 'stream.overflow', data: { last_sequence: 7 } };
    const { headings } = play(modelGatewayDialect, [thought('**Half a ti'), overflow, thought('body** \nmore **Whole**\n')]);
    expect(headings).to.deep.equal([]);
  });
});

/** How often the state changed, and its headings. */
function publish(
  opening: ActivityState,
  frames: readonly WireFrame[],
  decode: (frame: WireFrame) => readonly ActivityEvent[],
): { readonly headings: readonly string[]; readonly states: number } {
  const { events } = play({ ...modelGatewayDialect, createDecoder: () => ({ decode }) }, frames);
  const headings: string[] = [];
  let states = 0;
  let state = opening;
  for (const event of events) {
    const next = reduce(state, [event]);
    if (next !== state) {
      states += 1;
      headings.push(next.thinking.heading ?? '');
    }
    state = next;
  }
  return { headings, states };
}

describe('model-gateway: identity and repetition', () => {
  const run = (): WireFrame[] => [
    durable('run.started'),
    thought('**T**\n'),
    said('Hel'),
    said('lo'),
    durable('assistant.message.completed', { message: { content: [{ text: 'Hello' }] } }),
    durable('run.completed'),
  ];

  it('a durable id that was seen is dropped, whatever its number; a hole proves nothing', () => {
    const frames = [{ ...durable('run.started'), id: '7' }, { ...call('started'), id: '90' }, { ...call('completed'), id: '41' }, { ...call('failed'), id: '90' }];
    const { state, diagnostics } = play(modelGatewayDialect, frames);
    expect(state.calls.get('c')?.status).to.equal('completed');
    expect(diagnostics.map(({ code }) => code)).to.deep.equal(['duplicate']);
  });

  it('deltas between repeated events are not said twice', () => {
    const frames = run();
    for (let cut = 1; cut <= frames.length; cut += 1) {
      const { state } = play(modelGatewayDialect, [...frames.slice(0, cut), ...frames]);
      expect(state.message, `cut at ${String(cut)}`).to.deep.equal({ id: 'r:1', text: 'Hello', status: 'completed' });
    }
    const open = [durable('run.started'), said('Hel'), said('lo')];
    expect(play(modelGatewayDialect, [...open.slice(0, 2), ...open]).state.message.text).to.equal('Hello');
  });

  it('lost deltas come back with the whole message, and late ones change nothing', () => {
    const { state, diagnostics } = play(modelGatewayDialect, [
      durable('run.started'),
      said('Hel'),
      durable('assistant.message.completed', { message: { content: [{ text: 'Hello' }] } }),
      said('lo'),
      thought('**Late**\n'),
    ]);
    expect([state.message.text, state.message.status, state.thinking.kind]).to.deep.equal(['Hello', 'completed', 'working']);
    expect(diagnostics.map(({ code }) => code)).to.deep.equal(['ignored', 'ignored']);
  });

  it('a new attempt of a step takes back what the one before had begun', () => {
    const anew = { step_number: 1, attempt_id: 'a2', item_index: 0 };
    const frames = [thought('**Old**\n'), said('Old te'), thought('**Ne', anew), said('late'), thought('w**\n', anew)];
    const { state } = play(modelGatewayDialect, frames);
    expect([state.message.text, state.thinking.heading]).to.deep.equal(['', 'New']);
    expect(play(modelGatewayDialect, [...frames, said('New', anew)]).state.message.text).to.equal('New');
  });

  it('an attempt that its response has completed is not taken back by the next step', () => {
    const next = { step_number: 2, attempt_id: 'a2', item_index: 0 };
    const { state } = play(modelGatewayDialect, [said('One'), durable('model.response.completed', place), said(' two', next)]);
    expect(state.message.text).to.equal('One two');
  });

  it('item indexes begin anew in every step, and part ids with them', () => {
    const next = { step_number: 2, attempt_id: 'a2', item_index: 0 };
    const { headings } = play(modelGatewayDialect, [thought('**One**\nx **open'), durable('model.response.completed', place), thought('** **Two**\n', next), thought('**Two**\n', next)]);
    expect(headings).to.deep.equal(['One', 'Two']);
  });

  it('another run follows; the one before does not come back', () => {
    const { state, diagnostics } = play(modelGatewayDialect, [call('started'), transient('run.started', { run_id: 's' }), call('completed')]);
    expect([state.run.id, state.calls.get('c')?.status]).to.deep.equal(['s', 'interrupted']);
    expect(diagnostics.map(({ code }) => code)).to.deep.equal(['duplicate']);
  });

  it('ids are only text', () => {
    for (const id of ['__proto__', 'constructor']) {
      const { state } = play(modelGatewayDialect, [call('started', { call_id: id, name: id }), durable('approval.requested', { approval_id: id }), { event: 'approval.details', data: { id, run_id: 'r', tool_name: id } }]);
      expect([state.calls.get(id)?.approvalId, state.approvals.get(id)?.callId]).to.deep.equal([id, id]);
    }
  });

  it('any event may be the first', () => {
    for (const event of [...run(), call('completed'), durable('approval.resolved', { approval_id: 'ap', resolution: 'denied' })]) {
      expect(play(modelGatewayDialect, [event]).decoded[0]).to.deep.equal(start);
    }
  });
});

describe('model-gateway: approvals', () => {
  const asked = durable('approval.requested', { approval_id: 'ap' });
  const known: WireFrame = { event: 'approval.details', data: details };

  it('one whose details are loaded finds the last unresolved call of its tool', () => {
    const frames = [call('proposed', { call_id: 'a' }), call('completed', { call_id: 'a' }), call('proposed', { call_id: 'b' }), call('proposed'), call('proposed', { call_id: 'd', name: 'other' })];
    const { state } = play(modelGatewayDialect, [...frames, asked, known]);
    expect(state.approvals.get('ap')).to.deep.include({ callId: 'c', toolKey: 'search', input: { q: 'x' }, risk: 'high', status: 'pending' });
    expect(state.approvals.get('ap')).not.to.have.property('changed');
    expect(state.calls.get('c')).to.deep.include({ status: 'awaiting_approval', input: { q: 'x' }, approvalId: 'ap' });
    expect(state.calls.get('b')?.status).to.equal('pending');
  });

  it('the call may come after the details, and the details after the answer', () => {
    expect(play(modelGatewayDialect, [asked, known, call('proposed')]).state.approvals.get('ap')?.callId).to.equal('c');
    const { state } = play(modelGatewayDialect, [asked, durable('approval.resolved', { approval_id: 'ap', resolution: 'DENIED' }), known]);
    expect(state.approvals.get('ap')).to.deep.include({ status: 'rejected', toolKey: 'search', input: { q: 'x' } });
  });

  it('details of an approval that is over settle it', () => {
    const { state } = play(modelGatewayDialect, [asked, { event: 'approval.details', data: { ...details, status: 'EXPIRED' } }]);
    expect([state.approvals.get('ap')?.status, state.run.status]).to.deep.equal(['expired', 'running']);
  });

  it('details open no run and come into no other', () => {
    expect(play(modelGatewayDialect, [known]).state).to.equal(emptyState);
    const other = play(modelGatewayDialect, [transient('run.started', { run_id: 's' }), known]);
    expect([other.state.run.id, other.state.approvals.size]).to.deep.equal(['s', 0]);
  });

  it('what a call does tells what was decided', () => {
    for (const [verb, status, card] of [['started', 'accepted', 'active'], ['authorized', 'accepted', 'active'], ['denied', 'rejected', 'rejected'], ['completed', 'accepted', 'completed']] as const) {
      const { state } = play(modelGatewayDialect, [call('proposed'), asked, known, call(verb)]);
      expect([state.approvals.get('ap')?.status, state.calls.get('c')?.status], verb).to.deep.equal([status, card]);
    }
  });

  it('an authorisation names its approval, or is the answer to the only one', () => {
    const named = play(modelGatewayDialect, [asked, durable('approval.requested', { approval_id: 'bq' }), call('authorized', { authorization_ref: 'bq' })]);
    expect(['ap', 'bq'].map((id) => named.state.approvals.get(id)?.status)).to.deep.equal(['pending', 'accepted']);
    const only = play(modelGatewayDialect, [asked, call('authorized')]);
    expect(only.state.approvals.get('ap')).to.include({ status: 'accepted', callId: 'c' });
  });

  it('a wait for an approval that is answered is none', () => {
    const { state } = play(modelGatewayDialect, [asked, durable('approval.resolved', { approval_id: 'ap', resolution: 'APPROVED' }), durable('run.waiting_for_approval', { suspension: { approval_id: 'ap' } })]);
    expect(state.run.status).to.equal('running');
  });

  it('is answered in the words of the interface', () => {
    const approval = { approvalId: 'ap', status: 'sending' } as const;
    expect(modelGatewayDialect.answer(approval, { decision: 'approve' }, 'r')).to.deep.equal({ decision: 'approve_once' });
    expect(modelGatewayDialect.answer(approval, { decision: 'reject', reason: 'no' }, 'r')).to.deep.equal({ decision: 'deny', reason: 'no' });
  });

  it('a refusal says what became of it', () => {
    const refused = (status: number, error?: object): unknown => modelGatewayDialect.refused?.('ap', { status, body: error && { error } });
    expect(refused(409, { code: 'approval_already_resolved', message: 'Too late' })).to.deep.equal({ type: 'approval.local', approvalId: 'ap', phase: 'elsewhere', reason: 'Too late' });
    expect(refused(409, { code: 'approval_already_resolved', details: { resolution: 'DENIED', resolved_by: 'Ada' } })).to.deep.equal({
      type: 'approval.response',
      approvalId: 'ap',
      decision: 'rejected',
      by: 'Ada',
    });
    expect(refused(409, { code: 'approval_expired' })).to.deep.equal({ type: 'approval.local', approvalId: 'ap', phase: 'expired' });
    expect(refused(409)).to.deep.equal({ type: 'approval.local', approvalId: 'ap', phase: 'elsewhere' });
    expect(refused(403, { code: 'forbidden' })).to.equal(undefined);
  });
});

describe('model-gateway: overflow', () => {
  for (const [last, cursor] of [[41, '41'], ['41', '41'], [0, '0'], [-1, undefined], [1.5, undefined], ['4x', undefined], [null, undefined], [{}, undefined]] as const) {
    it(`last_sequence ${JSON.stringify(last)}: ${cursor === undefined ? 'no use' : 'opened again from there'}`, () => {
      const frame: WireFrame = { event: 'stream.overflow', data: JSON.stringify({ last_sequence: last }) };
      expect(modelGatewayDialect.reopenAt?.(frame)).to.equal(cursor);
      const { decoded, diagnostics } = play(modelGatewayDialect, [frame]);
      expect(decoded).to.deep.equal([]);
      expect(diagnostics.map(({ code }) => code)).to.deep.equal(cursor === undefined ? ['malformed'] : []);
    });
  }

  it('nothing else asks for it', () => {
    expect(modelGatewayDialect.reopenAt?.(said('{"last_sequence":1}'))).to.equal(undefined);
    expect(modelGatewayDialect.reopenAt?.({ event: 'stream.overflow', data: '{' })).to.equal(undefined);
  });
});

describe('model-gateway: histories', () => {
  const messages = [
    { sequence: 1, role: 'user', content: [{ type: 'text', text: 'Q' }] },
    { sequence: 2, role: 'assistant', content: [{ type: 'reasoning', text: 'CANARY' }, { type: 'text', text: 'One' }] },
    { sequence: 3, role: 'user', content: 'Q' },
  ];
  const hydrate = (persisted: unknown): ActivityState => reduce(emptyState, modelGatewayDialect.hydrate(persisted, { live: true }));

  for (const [form, persisted] of [['a list', messages], ['wrapped', { data: messages }], ['as text', JSON.stringify({ messages })]] as const) {
    it(`messages, ${form}: the newest answer, and no run`, () => {
      const state = hydrate(persisted);
      expect(plain(state)).to.deep.equal({ ...plain(emptyState), message: { id: 'message:2', text: 'One', status: 'completed' } });
    });
  }

  it('approvals: a pending one asks, one that is over only tells', () => {
    expect(hydrate(details).approvals.get('ap')).to.deep.include({ status: 'pending', toolKey: 'search', input: { q: 'x' } });
    const over = hydrate([{ ...details, status: 'DENIED', resolved_by: 'Ada', resolved_at: '2026-01-01T00:00:00Z' }]);
    expect(over.approvals.get('ap')).to.deep.include({ status: 'rejected', decidedBy: 'Ada', decidedAt: Date.parse('2026-01-01T00:00:00Z'), requestReason: 'External request' });
    expect(over.run.status).to.equal('idle');
  });

  for (const value of [null, 5, '', 'x', {}, { messages: 5 }, [{ tool_name: 'x' }]]) {
    it(`makes nothing of ${JSON.stringify(value)}, and says so`, () => {
      const told: string[] = [];
      expect(reduce(emptyState, modelGatewayDialect.hydrate(value, { live: false, report: ({ reason }) => told.push(reason) }))).to.equal(emptyState);
      expect(told).to.have.length(1);
    });
  }
});
