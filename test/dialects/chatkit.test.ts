import { expect } from '@open-wc/testing';
import fc from 'fast-check';
import type { ActivityEvent } from '../../src/activity/event.js';
import { reduce } from '../../src/activity/reduce.js';
import { type ActivityState, emptyState } from '../../src/activity/state.js';
import { chatkitDialect } from '../../src/dialects/chatkit/index.js';
import type { DecisionRequest } from '../../src/dialects/dialect.js';
import type { WireFrame } from '../../src/wire/frame.js';
import { fixture, type Fixture, jsonReply, ScriptedFetch } from '../session/fixture.js';
import { plain, play } from './frames.js';

const framesOf = (bodies: readonly object[]): WireFrame[] => bodies.map((data) => ({ data: JSON.stringify(data) }));
const played = (...bodies: readonly object[]): ReturnType<typeof play> => play(chatkitDialect, framesOf(bodies));
const stateOf = (...bodies: readonly object[]): ActivityState => played(...bodies).state;

const options = { type: 'stream_options', stream_options: { allow_cancel: true } };
const item = (type: string, more: object = {}): object => ({ id: 'i', thread_id: 't', created_at: '2026-01-01T00:00:00', type, ...more });
const added = (type: string, more: object = {}): object => ({ type: 'thread.item.added', item: item(type, more) });
const done = (type: string, more: object = {}): object => ({ type: 'thread.item.done', item: item(type, more) });
const updated = (type: string, more: object = {}, id = 'i'): object => ({ type: 'thread.item.updated', item_id: id, update: { type, ...more } });
const say = (text: string): object => ({ type: 'output_text', text, annotations: [] });
const piece = (delta: string, index = 0, id = 'i'): object => updated('assistant_message.content_part.text_delta', { content_index: index, delta }, id);
const search = (status: string, more: object = {}): object => ({ type: 'web_search', status_indicator: status, title: 'Hours', ...more });
const task = (value: object, index = 0, verb = 'added'): object => updated(`workflow.task.${verb}`, { task_index: index, task: value });
const button = (approved: unknown, more: object = {}): object => ({
  type: 'Button',
  onClickAction: { type: 'approval', handler: 'server', payload: { tool_name: 'pay', tool_args: { sum: 4 }, approved, call_id: 'c', request_id: 'r', ...more } },
});
const widget = (...children: readonly object[]): object => ({ widget: { type: 'Card', children: [{ type: 'Col', children: [{ type: 'Text', value: 'Pay?' }] }, { type: 'Row', children }] } });
const questions = [
  { id: 'seat', type: 'multiple_choice', question: 'Which seat?', options: [{ value: 'window' }, { value: 'aisle' }] },
  { id: 'meals', type: 'multiple_choice', question: 'Meals?', options: [{ value: 'a' }], multiple: true },
  { id: 'note', type: 'freeform', question: 'Anything else?', description: 'Optional' },
];
const endOfTurn = added('end_of_turn', { id: 'e' });

const start: ActivityEvent = { type: 'run.start' };
const named: ActivityEvent = { type: 'run.start', runId: 't' };
const opened = [start, named];
const delta = (text: string, mode: 'append' | 'replace' = 'append'): ActivityEvent => ({ type: 'message.delta', mode, text, messageId: 'i' });
const ends: readonly ActivityEvent[] = [{ type: 'think.end' }, { type: 'run.ended', outcome: 'completed' }];
const callOf = (callId: string, toolKey: string, more: object = {}): ActivityEvent => ({ type: 'tool.start', callId, toolKey, status: 'active', ...more });

describe('chatkit: each event', () => {
  const rows: readonly (readonly [name: string, frames: readonly object[], events: readonly ActivityEvent[]])[] = [
    ['stream_options', [options], [start]],
    ['thread.created', [{ type: 'thread.created', thread: { id: 't' } }], opened],
    ['thread.updated', [{ type: 'thread.updated', thread: { id: 't', title: 'x' } }], opened],
    ['progress_update, which replaces the one before', [{ type: 'progress_update', icon: 'atom', text: 'a' }, { type: 'progress_update', text: 'b' }], [
      start,
      { type: 'note', id: 'progress', level: 'info', text: 'a' },
      { type: 'note', id: 'progress', level: 'info', text: 'b' },
    ]],
    ['notice', [{ type: 'notice', level: 'danger', title: 'T', message: 'M' }, { type: 'notice', level: 'warning', message: 'W' }, { type: 'notice', level: 'info', message: 'I' }], [
      start,
      { type: 'note', id: 'notice T: M', level: 'error', text: 'T: M' },
      { type: 'note', id: 'notice W', level: 'warning', text: 'W' },
      { type: 'note', id: 'notice I', level: 'info', text: 'I' },
    ]],
    ['error', [{ type: 'error', code: 'stream.error', message: 'no', allow_retry: true }], [start, { type: 'think.end' }, { type: 'run.failed', error: { code: 'stream.error', message: 'no' } }]],
    ['user_message', [added('user_message'), done('user_message')], opened],
    ['assistant_message', [added('assistant_message', { content: [] }), piece('a'), piece('b'), done('assistant_message', { content: [say('ab')] })], [...opened, delta('a'), delta('b')]],
    ['assistant_message, whole at its end', [done('assistant_message', { content: [say('a'), say('b')] })], [...opened, delta('a'), delta('b')]],
    ['assistant_message, whose end outweighs its pieces', [added('assistant_message', { content: [] }), piece('a'), done('assistant_message', { content: [say('c')] })], [...opened, delta('a'), delta('c', 'replace')]],
    ['content_part', [
      added('assistant_message', { content: [] }),
      updated('assistant_message.content_part.added', { content_index: 0, content: say('') }),
      piece('a'),
      updated('assistant_message.content_part.annotation_added', { content_index: 0, annotation_index: 0, annotation: {} }),
      updated('assistant_message.content_part.done', { content_index: 0, content: say('ab') }),
    ], [...opened, delta('a'), delta('b')]],
    ['client_tool_call, pending', [done('client_tool_call', { status: 'pending', call_id: 'c', name: 'pick', arguments: { a: 0 } })], [
      ...opened,
      callOf('c', 'pick', { executor: 'client' }),
      { type: 'tool.input', callId: 'c', mode: 'replace', value: { a: 0 }, complete: true },
    ]],
    ['client_tool_call, completed', [done('client_tool_call', { status: 'completed', call_id: 'c', name: 'pick', output: 0 })], [
      ...opened,
      callOf('c', 'pick', { executor: 'client' }),
      { type: 'tool.end', callId: 'c', result: 'completed', output: 0 },
    ]],
    ['workflow, reasoning', [added('workflow', { workflow: { type: 'reasoning', tasks: [] } })], [...opened, { type: 'think.start', partId: 'i', kind: 'summary' }]],
    ['a thought, which is cumulative', [task({ type: 'thought', content: 'a' }), task({ type: 'thought', content: 'ab' }, 0, 'updated')], [
      start,
      { type: 'think.start', partId: 'i:0', kind: 'summary' },
      { type: 'think.delta', partId: 'i:0', kind: 'summary', mode: 'replace', text: 'a' },
      { type: 'think.delta', partId: 'i:0', kind: 'summary', mode: 'replace', text: 'ab' },
    ]],
    ['a search', [task(search('loading', { queries: ['q'] })), task(search('complete', { queries: ['q'], sources: [] }), 0, 'updated')], [
      start,
      callOf('i:0', 'web_search', { title: 'Hours' }),
      { type: 'tool.input', callId: 'i:0', mode: 'replace', value: { queries: ['q'] }, complete: true },
      callOf('i:0', 'web_search', { title: 'Hours' }),
      { type: 'tool.input', callId: 'i:0', mode: 'replace', value: { queries: ['q'] }, complete: true },
      { type: 'tool.end', callId: 'i:0', result: 'completed', output: [] },
    ]],
    ['tasks without a state end with their workflow', [task({ type: 'file', title: 'F', status_indicator: 'none' }), done('workflow', { workflow: { type: 'custom', tasks: [] } })], [
      start,
      callOf('i:0', 'file', { title: 'F' }),
      named,
      { type: 'tool.end', callId: 'i:0', result: 'completed' },
      { type: 'think.end', partId: 'i' },
    ]],
    ['task, an item of its own', [added('task', { task: { type: 'custom', title: 'C', status_indicator: 'loading' } }), done('task', { task: { type: 'custom', title: 'C', content: 'x' } })], [
      ...opened,
      callOf('i', 'custom', { title: 'C' }),
      callOf('i', 'custom', { title: 'C' }),
      { type: 'tool.end', callId: 'i', result: 'completed', output: 'x' },
    ]],
    ['generated_image', [added('generated_image'), updated('generated_image.updated', { image: {}, progress: 0.5 }), done('generated_image', { image: { id: 'g', url: 'u' } })], [
      ...opened,
      callOf('i', 'generated_image'),
      { type: 'tool.progress', callId: 'i', toolKey: 'generated_image', progress: { ratio: 0.5 } },
      { type: 'tool.end', callId: 'i', toolKey: 'generated_image', result: 'completed', output: { id: 'g', url: 'u' } },
    ]],
    ['widget with an approval', [done('widget', widget(button(true), button(false)))], [
      ...opened,
      {
        type: 'approval.request',
        approvalId: 'r',
        callId: 'c',
        toolKey: 'pay',
        prompt: 'Pay?',
        input: { sum: 4 },
        editable: false,
        echo: { item_id: 'i', thread_id: 't', approve: (button(true) as { onClickAction: object }).onClickAction, reject: (button(false) as { onClickAction: object }).onClickAction },
      },
    ]],
    ['any other widget', [done('widget', widget(button(true))), done('widget', widget(button('yes'), button(false))), done('widget', { widget: { type: 'Card' } })], opened],
    ['parts of a widget', [updated('widget.component.updated', { component_id: 'x', component: {} }), updated('widget.streaming_text.value_delta', { component_id: 'x', delta: 'a', done: false })], [start]],
    ['structured_input', [done('structured_input', { status: 'pending', inputs: questions })], [
      ...opened,
      {
        type: 'approval.request',
        approvalId: 'i',
        input: {},
        editable: {
          schema: {
            type: 'object',
            properties: {
              seat: { type: 'string', enum: ['window', 'aisle'], title: 'Which seat?' },
              meals: { type: 'array', items: { type: 'string', enum: ['a'] }, title: 'Meals?' },
              note: { type: 'string', title: 'Anything else?', description: 'Optional' },
            },
          },
        },
        echo: { item_id: 'i', thread_id: 't' },
      },
      { type: 'run.waiting', reason: 'input' },
    ]],
    ['thread.item.removed', [added('generated_image'), { type: 'thread.item.removed', item_id: 'i' }], [...opened, callOf('i', 'generated_image'), { type: 'tool.end', callId: 'i', result: 'cancelled' }]],
    ['end_of_turn', [endOfTurn], [...opened, ...ends]],
  ];
  for (const [name, frames, events] of rows) {
    it(name, () => {
      const { decoded, diagnostics } = played(...frames);
      expect(decoded).to.deep.equal(events);
      expect(diagnostics).to.deep.equal([]);
    });
  }

  const lost: readonly (readonly [data: unknown, code: string])[] = [
    ['{"type":"thread.', 'malformed'],
    ['', 'malformed'],
    ['[]', 'malformed'],
    [{ item: {} }, 'malformed'],
    [{ type: 'thread.item.added' }, 'malformed'],
    [{ type: 'thread.item.done', item: { type: 'workflow' } }, 'malformed'],
    [done('workflow', { id: 'w' }), 'malformed'],
    [{ type: 'thread.item.removed' }, 'malformed'],
    [{ type: 'progress_update' }, 'malformed'],
    [{ type: 'notice', level: 'info' }, 'malformed'],
    [piece(5 as unknown as string), 'malformed'],
    [updated('workflow.task.added', { task: {} }), 'malformed'],
    [updated('workflow.task.added', { task_index: -1, task: {} }), 'malformed'],
    [task(5 as unknown as object), 'malformed'],
    [done('structured_input', { id: 'q', inputs: [{}] }), 'malformed'],
    [{ type: 'unheard.of' }, 'unknown'],
    [updated('unheard.of'), 'unknown'],
    [added('unheard_of'), 'unknown'],
    [{ type: '__proto__' }, 'unknown'],
    [{ type: 'client_effect', name: 'x', data: {} }, 'ignored'],
  ];
  for (const [data, code] of lost) {
    it(`counts ${JSON.stringify(data)} as ${code}, and goes on`, () => {
      const { state, diagnostics } = play(chatkitDialect, [{ data: options }, { data }, { data: added('assistant_message', { id: 'm', content: [] }) }, { data: piece('b', 0, 'm') }]);
      expect(diagnostics.map((one) => one.code)).to.include(code);
      expect(state.message.text).to.equal('b');
    });
  }
});

describe('chatkit: messages', () => {
  it('take pieces that have ids and indexes of their own', () => {
    const pieces = [piece(' b', 1, 'x1'), piece(' c', 2, 'x2')];
    const state = stateOf(added('assistant_message', { content: [say('a')] }), ...pieces);
    expect(state.message.text).to.equal('a b c');
    expect(stateOf(added('assistant_message', { content: [say('a')] }), ...pieces, done('assistant_message', { content: [say('a b c.')] })).message.text).to.equal('a b c.');
    expect(stateOf(...pieces, done('assistant_message', { content: [say('a b c.')] })).message.text, 'whose message comes last').to.equal('a b c.');
    expect(stateOf(...pieces, added('assistant_message', { content: [] }), piece('z')).message.text).to.equal('z');
  });

  it('whose index rises with each piece have one text at their end', () => {
    const state = stateOf(added('assistant_message', { content: [] }), piece('a', 0), piece('b', 1), piece('c', 2), done('assistant_message', { content: [say('abc')] }));
    expect(state.message.text).to.equal('abc');
  });

  it('are paragraphs of one answer, and go when they are removed', () => {
    const two = [done('assistant_message', { id: 'a', content: [say('One.')] }), done('assistant_message', { id: 'b', content: [say('Two.')] })];
    expect(stateOf(...two).message.text).to.equal('One.\n\nTwo.');
    expect(stateOf(...two, { type: 'thread.item.removed', item_id: 'a' }).message.text).to.equal('Two.');
    expect(stateOf(...two, { type: 'thread.item.replaced', item: item('assistant_message', { id: 'a', content: [say('1.')] }) }).message.text).to.equal('1.\n\nTwo.');
  });
});

describe('chatkit: workflows', () => {
  it('give headings by the title of a thought, or by its bold line', () => {
    const { headings, state, events } = played(
      task({ type: 'thought', content: '**Look' }),
      task({ type: 'thought', content: '**Looking up**\n\nPRIVATE' }, 0, 'updated'),
      task({ type: 'thought', title: 'Second look', content: 'PRIVATE' }, 1),
      task({ type: 'thought', title: 'Second look', content: 'PRIVATE more' }, 1, 'updated'),
    );
    expect(headings).to.deep.equal(['Looking up', 'Second look']);
    expect(JSON.stringify([events, plain(state)])).to.not.contain('PRIVATE');
  });

  it('keep one card a task, whatever comes first and how often', () => {
    const frames = [task(search('complete'), 1, 'updated'), task(search('loading'), 1), task(search('complete'), 1, 'updated'), done('workflow', { workflow: { type: 'custom', tasks: [{ type: 'thought', content: 'x' }, search('none')] } })];
    expect([...stateOf(...frames).calls.values()].map(({ callId, status }) => [callId, status])).to.deep.equal([['i:1', 'completed']]);
  });

  it('that end with fewer tasks than were told mix none of them up', () => {
    const { calls } = stateOf(task(search('loading'), 0), task({ type: 'file', title: 'F', status_indicator: 'loading' }, 1), done('workflow', { workflow: { type: 'custom', tasks: [{ type: 'file', title: 'F' }] } }));
    expect([...calls.values()].map(({ callId, toolKey, status }) => [callId, toolKey, status])).to.deep.equal([['i:0', 'web_search', 'completed'], ['i:1', 'file', 'completed']]);
  });
});

describe('chatkit: turns', () => {
  it('end with their item, with their body, or with an error, and once', () => {
    expect(stateOf(options, endOfTurn, { type: 'error', code: 'x' }).run).to.include({ status: 'settled', outcome: 'completed' });
    const decoder = chatkitDialect.createDecoder();
    const events = framesOf([options, done('assistant_message', { content: [say('a')] })]).flatMap((frame) => decoder.decode(frame));
    expect(reduce(emptyState, events).run.status).to.equal('running');
    expect(reduce(emptyState, [...events, ...(decoder.end?.() ?? [])]).run).to.deep.equal({ status: 'settled', outcome: 'completed', id: 't' });
    expect(decoder.end?.()).to.deep.equal([]);
    expect(chatkitDialect.createDecoder().end?.()).to.deep.equal([]);
  });

  it('of one thread are runs of their own', () => {
    const { run, message } = stateOf(options, done('assistant_message', { content: [say('one')] }), endOfTurn, options, done('assistant_message', { id: 'j', content: [say('two')] }));
    expect([run.id, run.status, message.text]).to.deep.equal(['t', 'running', 'two']);
  });

  it('what follows an end is counted', () => {
    const { state, diagnostics } = played(options, endOfTurn, { type: 'thread.updated', thread: { id: 't' } }, { type: 'progress_update', text: 'x' });
    expect([state.run.status, state.notes.size, diagnostics.map(({ code }) => code)]).to.deep.equal(['settled', 0, ['duplicate']]);
  });
});

async function turn(made: Fixture, ...bodies: readonly object[]): Promise<void> {
  made.session.connect();
  await made.clock.tick(0);
  made.transport.last.sink.open({});
  made.transport.last.sink.frames(framesOf(bodies));
  made.transport.last.end();
  await made.clock.tick(0);
}

describe('chatkit: questions', () => {
  const answer = (frame: object, decision: DecisionRequest): unknown => {
    const [approval] = stateOf(frame).approvals.values();
    return approval && chatkitDialect.answer(approval, decision, 't');
  };
  const pressed = (approved: boolean): object => ({
    type: 'threads.custom_action',
    params: { thread_id: 't', item_id: 'i', action: { type: 'approval', payload: { tool_name: 'pay', tool_args: { sum: 4 }, approved, call_id: 'c', request_id: 'r' } } },
    metadata: {},
  });
  const asks = done('widget', widget(button(true), button(false)));

  it('of a widget are answered by its own button', () => {
    expect(answer(asks, { decision: 'approve' })).to.deep.equal(pressed(true));
    expect(answer(asks, { decision: 'reject', reason: 'no' })).to.deep.equal(pressed(false));
  });

  it('of a form are answered together', () => {
    const form = done('structured_input', { inputs: questions });
    const input = (status: string, answers: object): object => ({ type: 'threads.add_structured_input', params: { thread_id: 't', item_id: 'i', input: { status, answers } }, metadata: {} });
    expect(answer(form, { decision: 'approve', input: { seat: 'aisle', meals: ['a'] } })).to.deep.equal(input('answered', { seat: { values: ['aisle'] }, meals: { values: ['a'] } }));
    expect(answer(form, { decision: 'reject' })).to.deep.equal(input('skipped', {}));
  });

  it('are asked once, and the server may say what became of them', () => {
    expect(stateOf(asks, asks).approvals.size).to.equal(1);
    const form = (status: string): object => done('structured_input', { status, inputs: questions });
    for (const [status, word] of [['answered', 'accepted'], ['skipped', 'cancelled']] as const) {
      expect(stateOf(form('pending'), form(status)).approvals.get('i')?.status).to.equal(word);
    }
    expect(stateOf(form('answered')).approvals.size).to.equal(0);
  });

  it('hold the run although the body ended; a decision counts when it was handed over, and the next body goes on', async () => {
    const net = new ScriptedFetch(jsonReply(200, {}));
    const made = fixture({ net, config: { dialect: chatkitDialect, method: 'POST', approvalUrl: '/chatkit' } });
    await turn(made, options, asks);
    expect([made.state.connection.status, made.state.run.status, made.state.calls.get('c')?.status]).to.deep.equal(['closed', 'waiting', 'awaiting_approval']);
    await made.session.decide('r', { decision: 'approve' });
    expect(net.sent.map(({ body }) => body)).to.deep.equal([pressed(true)]);
    expect(made.approval('r')?.status).to.equal('accepted');
    await turn(made, { type: 'progress_update', text: 'x' }, done('assistant_message', { id: 'm', content: [say('Paid.')] }));
    expect([made.state.run.status, made.state.message.text, made.approval('r')?.status, made.faults]).to.deep.equal(['settled', 'Paid.', 'accepted', []]);
    made.session.dispose();
  });

  it('that nobody answered here are over when the thread goes on', async () => {
    const made = fixture({ config: { dialect: chatkitDialect, method: 'POST' } });
    await turn(made, options, asks);
    await turn(made, { type: 'progress_update', text: 'x' }, done('assistant_message', { id: 'm', content: [say('Never mind.')] }));
    expect([made.approval('r')?.status, made.state.run.status]).to.deep.equal(['cancelled', 'settled']);
    made.session.dispose();
  });

  it('a client’s tool holds the run until the next body has its output', async () => {
    const call = { status: 'pending', call_id: 'c', name: 'pick', arguments: {} };
    const made = fixture({ config: { dialect: chatkitDialect, method: 'POST' } });
    await turn(made, options, done('client_tool_call', call));
    expect([made.state.run.status, made.state.run.waitingFor]).to.deep.equal(['waiting', 'client-tool']);
    await turn(made, { ...options, stream_options: { allow_cancel: false } }, { type: 'thread.item.replaced', item: item('client_tool_call', { ...call, status: 'completed', output: 1 }) }, done('assistant_message', { id: 'm', content: [say('ok')] }));
    expect([made.state.run.status, made.state.calls.get('c')?.output]).to.deep.equal(['settled', 1]);
    made.session.dispose();
  });
});

describe('chatkit: history', () => {
  const hydrate = (persisted: unknown, live = false): ActivityState => reduce(emptyState, chatkitDialect.hydrate(persisted, { live }));
  const items = [
    item('user_message', { id: 'u1', created_at: '2026-01-01T00:00:00' }),
    item('assistant_message', { id: 'a1', content: [say('Earlier.')] }),
    item('user_message', { id: 'u2' }),
    item('workflow', { id: 'w', workflow: { type: 'reasoning', tasks: [{ type: 'thought', content: 'PRIVATE' }, search('complete')] } }),
    item('client_tool_call', { id: 'k', status: 'pending', call_id: 'c', name: 'pick', arguments: { a: 1 } }),
    item('assistant_message', { id: 'a2', content: [say('Newest.')], created_at: '2026-01-01T00:01:00' }),
  ];

  it('takes a thread, its items and their answers, in both orders', () => {
    for (const form of [items, { data: items }, { items: { data: items } }, { id: 't', items: { data: items } }, [...items].reverse(), JSON.stringify({ data: items })]) {
      const state = hydrate(form);
      expect([...state.calls.values()].map(({ callId, status }) => [callId, status])).to.deep.equal([['w:1', 'completed'], ['c', 'interrupted']]);
      expect([state.message.text, state.message.status, state.run.status]).to.deep.equal(['Newest.', 'completed', 'idle']);
      expect(JSON.stringify(plain(state))).to.not.contain('PRIVATE');
    }
  });

  it('a client’s tool of the newest turn goes on while a stream follows', () => {
    expect(hydrate(items, true).calls.get('c')?.status).to.equal('active');
  });

  it('an open question is asked again, one of an earlier turn is not', () => {
    const asked = item('widget', widget(button(true), button(false)));
    expect(hydrate([...items, asked]).approvals.get('r')?.status).to.equal('pending');
    expect(hydrate([asked, ...items]).approvals.size).to.equal(0);
  });

  it('survives anything', () => {
    fc.assert(
      fc.property(fc.anything({ withBigInt: true, withNullPrototype: true, maxDepth: 4 }), fc.boolean(), (persisted, live) => {
        hydrate(persisted, live);
        hydrate([{ id: 'i', type: 'workflow', workflow: persisted }, { id: 'w', type: 'widget', widget: persisted }], live);
      }),
      { numRuns: 200 },
    );
  });
});
