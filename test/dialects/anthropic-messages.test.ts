import { expect } from '@open-wc/testing';
import type { ActivityEvent } from '../../src/activity/event.js';
import { reduce } from '../../src/activity/reduce.js';
import { type ActivityState, emptyState } from '../../src/activity/state.js';
import { anthropicMessagesDialect } from '../../src/dialects/anthropic-messages/index.js';
import { plain, play, type Played } from './frames.js';

const run = (...bodies: readonly (object | string)[]): Played => play(anthropicMessagesDialect, bodies.map((data) => ({ data })));

const start = (id = 'm'): object => ({ type: 'message_start', message: { id, type: 'message', role: 'assistant', content: [] } });
const block = (content: object, index = 0): object => ({ type: 'content_block_start', index, content_block: content });
const delta = (more: object, index = 0): object => ({ type: 'content_block_delta', index, delta: more });
const text = (value: string, index = 0): object => delta({ type: 'text_delta', text: value }, index);
const json = (value: string, index = 0): object => delta({ type: 'input_json_delta', partial_json: value }, index);
const close = (index = 0): object => ({ type: 'content_block_stop', index });
const stopped = (stop_reason?: string, more: object = {}): object => ({ type: 'message_delta', delta: { stop_reason, ...more }, usage: {} });
const stop = { type: 'message_stop' };
const tool = (id: string, more: object = {}): object => ({ type: 'tool_use', id, name: 'search', input: {}, ...more });
const server = (id: string, name = 'web_search'): object => ({ type: 'server_tool_use', id, name, input: {} });
const result = (tool_use_id: string, content: unknown, type = 'web_search_tool_result', more: object = {}): object => ({ type, tool_use_id, content, ...more });
const statuses = ({ calls }: ActivityState): string[] => [...calls.values()].map(({ callId, status }) => `${callId} ${status}`);

const starts: readonly ActivityEvent[] = [{ type: 'run.start' }, { type: 'run.start', runId: 'm' }];
const responseEnd: ActivityEvent = { type: 'think.end' };
const part = '1:m:0';
const opened = (executor: 'client' | 'provider', more: object = {}): ActivityEvent => ({ type: 'tool.start', callId: 'c', status: 'pending', toolKey: 'search', executor, ...more });
const whole = (value: unknown): ActivityEvent => ({ type: 'tool.input', callId: 'c', mode: 'replace', value, complete: true });

describe('anthropic-messages: one event of each type', () => {
  const rows: readonly (readonly [string, readonly object[], readonly ActivityEvent[]])[] = [
    ['message_start', [], []],
    ['text', [block({ type: 'text', text: '' }), text('Hi'), close()], [{ type: 'message.delta', messageId: 'm', mode: 'append', text: 'Hi' }]],
    ['text in its start', [block({ type: 'text', text: 'Hi' })], [{ type: 'message.delta', messageId: 'm', mode: 'append', text: 'Hi' }]],
    ['text that nobody began', [text('Hi')], [{ type: 'message.delta', messageId: 'm', mode: 'append', text: 'Hi' }]],
    ['thinking', [block({ type: 'thinking', thinking: '', signature: '' }), delta({ type: 'thinking_delta', thinking: 'Hm' }), delta({ type: 'signature_delta', signature: 's' }), close()], [
      { type: 'think.start', partId: part, kind: 'raw' },
      { type: 'think.delta', partId: part, kind: 'raw', mode: 'append', text: 'Hm' },
      { type: 'think.end', partId: part },
    ]],
    ['thinking with nothing but a signature', [block({ type: 'thinking', thinking: '' }), delta({ type: 'thinking_delta', thinking: '' }), delta({ type: 'signature_delta', signature: 's' }), close()], [
      { type: 'think.start', partId: part, kind: 'raw' },
      { type: 'think.end', partId: part },
    ]],
    ['redacted_thinking', [block({ type: 'redacted_thinking', data: 'x' }), close()], [
      { type: 'think.start', partId: part, kind: 'hidden' },
      { type: 'think.end', partId: part },
    ]],
    ['tool_use', [block(tool('c')), json(''), json('{"q"'), json(':1}'), close()], [
      opened('client'),
      { type: 'tool.input', callId: 'c', mode: 'append', text: '{"q"' },
      { type: 'tool.input', callId: 'c', mode: 'append', text: ':1}' },
      whole({ q: 1 }),
    ]],
    ['tool_use whose arguments are in its start', [block(tool('c', { input: { q: 1 } })), close()], [opened('client'), whole({ q: 1 })]],
    ['tool_use of a program', [block(tool('c', { caller: { type: 'code_execution_20250825', tool_id: 's' } })), close()], [opened('client', { parent: 's' }), whole({})]],
    ['server_tool_use', [block(server('c', 'search')), close()], [opened('provider'), whole({})]],
    ['mcp_tool_use', [block({ type: 'mcp_tool_use', id: 'c', name: 'search', server_name: 'docs', input: {} }), close()], [opened('provider', { title: 'search · docs' }), whole({})]],
    ['a result', [block(server('c', 'search')), block(result('c', [{ url: 'u' }]), 1)], [opened('provider'), { type: 'tool.end', callId: 'c', result: 'completed', output: [{ url: 'u' }] }]],
    ['a result of a call that nobody saw', [block(result('c', []))], [{ type: 'tool.end', callId: 'c', toolKey: 'web_search', result: 'completed', output: [] }]],
    ['a result that is an error', [block(result('c', { type: 'web_search_tool_result_error', error_code: 'max_uses_exceeded' }))], [
      { type: 'tool.end', callId: 'c', toolKey: 'web_search', result: 'failed', error: { code: 'max_uses_exceeded', message: 'max_uses_exceeded' } },
    ]],
    ['a program that failed', [block(result('c', { type: 'bash_code_execution_result', return_code: 1 }, 'bash_code_execution_tool_result'))], [
      { type: 'tool.end', callId: 'c', toolKey: 'bash_code_execution', result: 'degraded', output: { type: 'bash_code_execution_result', return_code: 1 } },
    ]],
    ['mcp_tool_result', [block(result('c', [{ type: 'text', text: 'No' }], 'mcp_tool_result', { is_error: true }))], [
      { type: 'tool.end', callId: 'c', result: 'failed', error: { message: 'No' }, output: [{ type: 'text', text: 'No' }] },
    ]],
    ['fallback', [block({ type: 'fallback', from: { model: 'a' }, to: { model: 'b' } })], [{ type: 'note', id: `${part}:fallback`, level: 'info', text: 'a → b' }]],
    ['compaction and container_upload', [block({ type: 'compaction' }), delta({ type: 'compaction_delta', content: 'x' }), close(), block({ type: 'container_upload', file_id: 'f' }, 1)], []],
    ['citations_delta', [block({ type: 'text', text: '' }), delta({ type: 'citations_delta', citation: {} })], []],
    ...([
      ['end_turn', { type: 'run.ended', outcome: 'completed' }],
      ['stop_sequence', { type: 'run.ended', outcome: 'completed' }],
      [undefined, { type: 'run.ended', outcome: 'completed' }],
      ['tool_use', { type: 'run.waiting', reason: 'client-tool' }],
      ['pause_turn', { type: 'run.waiting', reason: 'client-tool' }],
      ['compaction', { type: 'run.waiting', reason: 'client-tool' }],
      ['max_tokens', { type: 'run.settled', outcome: 'truncated' }],
      ['model_context_window_exceeded', { type: 'run.settled', outcome: 'truncated' }],
      ['refusal', { type: 'run.settled', outcome: 'refused' }],
      ['bored', { type: 'run.settled', outcome: 'partial', reason: 'bored' }],
    ] as const).map(([reason, end]): readonly [string, readonly object[], readonly ActivityEvent[]] => [`stop, ${reason ?? 'without a reason'}`, [stopped(reason), stop], [responseEnd, end]]),
    ['refusal, explained', [stopped('refusal', { stop_details: { explanation: 'Policy' } }), stop], [responseEnd, { type: 'run.settled', outcome: 'refused', reason: 'Policy' }]],
    ['error', [{ type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }], [responseEnd, { type: 'run.failed', error: { code: 'overloaded_error', message: 'Overloaded' } }]],
  ];
  for (const [what, bodies, events] of rows) {
    it(what, () => {
      const { decoded, diagnostics } = run(start(), ...bodies);
      expect(decoded).to.deep.equal([...starts, ...events]);
      expect(diagnostics).to.deep.equal([]);
    });
  }

  it('counts what it cannot use, and goes on', () => {
    const { decoded, diagnostics } = run(
      start(),
      { type: 'ping' },
      '{"type":"content_block_delta","delta":',
      'null',
      {},
      { type: 'unheard_of' },
      block({ type: 'later_block', thinking: 'x' }),
      delta({ type: 'later_delta' }),
      block(tool('')),
      json('{}', 7),
      { type: 'content_block_start', index: 0 },
      delta({ type: 'text_delta', text: 5 }),
      text('Hi', 3),
    );
    expect(diagnostics.map(({ code }) => code)).to.deep.equal(['ignored', 'malformed', 'malformed', 'malformed', 'unknown', 'unknown', 'unknown', ...Array<string>(4).fill('malformed')]);
    expect(decoded).to.deep.equal([...starts, { type: 'message.delta', messageId: 'm', mode: 'append', text: 'Hi' }]);
  });
});

describe('anthropic-messages: messages and turns', () => {
  it('texts that stand together are one; a call between them makes paragraphs', () => {
    const { state } = run(start(), block({ type: 'text', text: 'It is ' }), block({ type: 'text', text: 'snowing.' }, 1), block(server('s'), 2), block({ type: 'text', text: 'So.' }, 3));
    expect(state.message.text).to.equal('It is snowing.\n\nSo.');
  });

  it('indexes begin anew with each message of a turn, which is one run', () => {
    const { state } = run(start(), block(tool('c')), close(), stopped('tool_use'), stop, start('n'), text('So.'), close(), stopped('end_turn'), stop);
    expect([state.run.id, state.run.outcome, state.message.text]).to.deep.equal(['m', 'completed', 'So.']);
    expect([state.calls.get('c')?.status, state.calls.get('c')?.rawStatus]).to.deep.equal(['interrupted', 'result_not_in_stream']);
  });

  it('a call of a program of the provider\'s stays open over the end of a message', () => {
    const before = [start(), block(server('s', 'code_execution')), close(), block(tool('c', { caller: { tool_id: 's' } }), 1), close(1), stopped('tool_use'), stop];
    expect(statuses(run(...before).state)).to.deep.equal(['s active', 'c active']);
    const { state } = run(...before, start('n'), block(result('s', { type: 'code_execution_result', return_code: 0 }, 'code_execution_tool_result')), stopped('end_turn'), stop);
    expect(statuses(state)).to.deep.equal(['s completed', 'c interrupted']);
  });

  it('a pause goes on; what follows a completed turn is another run', () => {
    const paused = run(start(), text('One'), stopped('pause_turn'), stop, start('n'), text('Two'), stopped('end_turn'), stop).state;
    expect([paused.run.id, paused.run.outcome, paused.message.text]).to.deep.equal(['m', 'completed', 'One\n\nTwo']);
    const next = run(start(), text('One'), stopped('end_turn'), stop, start('n'), text('Two'), stopped('end_turn'), stop).state;
    expect([next.run.id, next.message.text]).to.deep.equal(['n', 'Two']);
  });

  it('arguments that broke off end their call, and stay to be seen', () => {
    const { state } = run(start(), block(tool('c')), json('{"q":"snow'), close(), stopped('max_tokens'), stop);
    const { status, inputText, rawStatus } = state.calls.get('c') ?? {};
    expect([state.run.outcome, status, inputText, rawStatus]).to.deep.equal(['truncated', 'degraded', '{"q":"snow', 'input_incomplete']);
  });

  it('a message that another one takes the place of is taken back', () => {
    const { state } = run(start(), text('Wro'), block(tool('c'), 1), start('n'), text('Right'), stopped('end_turn'), stop);
    expect([state.message.text, statuses(state), state.run.outcome]).to.deep.equal(['Right', [], 'completed']);
    const kept = run(start(), block(server('s', 'code_execution')), close(), stopped('pause_turn'), stop, start('n'), text('Wro'), block(server('t'), 1), start('o'), text('Right'), stopped('end_turn'), stop);
    expect([kept.state.message.text, statuses(kept.state)]).to.deep.equal(['Right', ['s interrupted', 't cancelled']]);
  });

  it('a message that begins twice has begun once', () => {
    const { state, diagnostics } = run(start(), start(), { ...start(), usage: {} }, text('Hi'), stopped('end_turn'), stop);
    expect([state.message.text, state.run.outcome]).to.deep.equal(['Hi', 'completed']);
    expect(diagnostics.map(({ code }) => code)).to.deep.equal(['duplicate', 'duplicate']);
  });

  it('an error in the middle ends the turn, and the next message is another run', () => {
    const failed = [start(), text('Wro'), block(server('s'), 1), { type: 'error', error: { type: 'api_error', message: 'Down' } }];
    const { state } = run(...failed);
    expect([state.run.error, state.message.status, statuses(state)]).to.deep.equal([{ code: 'api_error', message: 'Down' }, 'partial', ['s interrupted']]);
    const again = run(...failed, start('n'), text('Right'), stopped('end_turn'), stop).state;
    expect([again.run.id, again.message.text, again.run.outcome]).to.deep.equal(['n', 'Right', 'completed']);
  });

  it('any event may be the first', () => {
    for (const first of [text('Hi'), block(tool('c')), block(result('c', 1)), stopped('end_turn'), stop, { type: 'error', error: { type: 'api_error' } }]) {
      expect(run(first).decoded[0]).to.deep.equal({ type: 'run.start' });
    }
    const hostile = run(start(), block(tool('__proto__')), close(), block(tool('constructor'), 1), close(1), stopped('tool_use'), stop).state;
    expect(statuses(hostile)).to.deep.equal(['__proto__ active', 'constructor active']);
  });

  it('a body that ends without the last event has ended if the message said why', () => {
    const decoder = anthropicMessagesDialect.createDecoder();
    decoder.decode({ data: start() });
    expect(decoder.end?.()).to.deep.equal([]);
    decoder.decode({ data: stopped('max_tokens') });
    expect(decoder.end?.().at(-1)).to.deep.equal({ type: 'run.settled', outcome: 'truncated' });
  });

  it('what is whole and comes again changes nothing, word for word or not', () => {
    const turn = [start(), text('One'), block(tool('c'), 1), close(1), stopped('tool_use'), stop];
    const state = plain(run(...turn).state);
    for (const again of [turn, turn.slice(0, 3), [...turn.slice(0, 2), ...turn], [{ ...start(), usage: {} }, ...turn.slice(1)]]) {
      expect(plain(run(...turn, ...again).state)).to.deep.equal(state);
    }
    for (let cut = 1; cut < turn.length; cut += 1) expect(plain(run(...turn.slice(0, cut), ...turn).state), String(cut)).to.deep.equal(state);
  });
});

describe('anthropic-messages: sessions', () => {
  const use = (evaluated_permission: string, type = 'agent.tool_use'): object => ({ type, id: 'c', name: 'search', input: { q: 1 }, evaluated_permission });
  const idle = (type: string): object => ({ type: 'session.status_idle', stop_reason: { type } });
  const running = { type: 'session.status_running' };

  it('ask, wait, and go on', () => {
    const before = [running, { type: 'agent.thinking' }, use('ask'), idle('requires_action')];
    const { state } = run(...before);
    expect([state.run.status, state.run.waitingFor, ...statuses(state)]).to.deep.equal(['waiting', 'approval', 'c awaiting_approval']);
    const after = run(...before, { type: 'user.tool_confirmation', tool_use_id: 'c', result: 'allow' }, running, { type: 'agent.tool_result', tool_use_id: 'c', content: 'r' }, { type: 'agent.message', content: [{ type: 'text', text: 'So.' }] }, idle('end_turn')).state;
    expect([after.run.outcome, after.message.text, ...statuses(after), after.approvals.get('c')?.status]).to.deep.equal(['completed', 'So.', 'c completed', 'accepted']);
    const denied = run(...before, { type: 'user.tool_confirmation', tool_use_id: 'c', result: 'deny', deny_message: 'No' }, running, idle('end_turn')).state;
    expect([...statuses(denied), denied.approvals.get('c')?.reason]).to.deep.equal(['c rejected', 'No']);
  });

  it('without an echo, what becomes of the call tells the answer', () => {
    const { state } = run(running, use('ask', 'agent.mcp_tool_use'), idle('requires_action'), running, { type: 'agent.mcp_tool_result', tool_use_id: 'c', content: 'r' }, idle('end_turn'));
    expect([...statuses(state), state.approvals.get('c')?.status]).to.deep.equal(['c completed', 'accepted']);
  });

  it('a tool of the client\'s is waited for; other ends', () => {
    const custom = run(running, use('allow', 'agent.custom_tool_use'), idle('requires_action')).state;
    expect([custom.run.waitingFor, custom.calls.get('c')?.executor]).to.deep.equal(['client-tool', 'client']);
    const failed = run(running, { type: 'session.error', error: { type: 'model_error', message: 'Down' } }, idle('retries_exhausted')).state;
    expect([failed.run.error?.code, [...failed.notes.values()].map(({ text: words }) => words)]).to.deep.equal(['retries_exhausted', ['Down']]);
    expect(run(running, { type: 'session.status_terminated' }).state.run.outcome).to.equal('partial');
    expect(run({ type: 'user.message' }).diagnostics.map(({ code }) => code)).to.deep.equal(['ignored']);
  });

  it('events that come again are known by their ids', () => {
    const said = { type: 'agent.message', id: 'sevt_1', content: 'Hi' };
    const { state, diagnostics } = run(running, said, said, idle('end_turn'));
    expect([state.message.text, diagnostics.map(({ code }) => code)]).to.deep.equal(['Hi', ['duplicate']]);
  });

  it('take an answer as an event', () => {
    const approval = { approvalId: 'c', callId: 'c', status: 'sending' } as const;
    expect(anthropicMessagesDialect.answer(approval, { decision: 'approve' }, 'r')).to.deep.equal({ type: 'user.tool_confirmation', tool_use_id: 'c', result: 'allow' });
    expect(anthropicMessagesDialect.answer(approval, { decision: 'reject', reason: 'No' }, 'r')).to.deep.equal({ type: 'user.tool_confirmation', tool_use_id: 'c', result: 'deny', deny_message: 'No' });
  });
});

describe('anthropic-messages: history', () => {
  const hydrate = (persisted: unknown, live = false): ActivityState => reduce(emptyState, anthropicMessagesDialect.hydrate(persisted, { live }));
  const user = { role: 'user', content: 'Please' };
  const uses = { role: 'assistant', content: [{ type: 'thinking', thinking: 'Hm' }, tool('c', { input: { q: 1 } }), tool('d'), server('s'), result('s', [1])] };
  const answered = { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c', content: 'r' }, { type: 'tool_result', tool_use_id: 'd', content: 'No', is_error: true }] };
  const said = { id: 'm', role: 'assistant', content: [{ type: 'text', text: 'So.' }] };

  it('rebuilds a conversation', () => {
    const state = hydrate({ messages: [user, uses, answered, said] });
    expect(plain(state)['calls']).to.deep.equal([
      { callId: 'c', status: 'completed', toolKey: 'search', input: { q: 1 }, output: 'r' },
      { callId: 'd', status: 'failed', toolKey: 'search', input: {}, error: { message: 'No' }, output: 'No' },
      { callId: 's', status: 'completed', toolKey: 'web_search', input: {}, output: [1] },
    ]);
    expect([state.message, state.run.status]).to.deep.equal([{ id: 'm', text: 'So.', status: 'completed' }, 'idle']);
  });

  it('assumes the end of what nobody answered, unless a stream follows', () => {
    expect(statuses(hydrate([user, uses]))).to.deep.equal(['c interrupted', 'd interrupted', 's completed']);
    expect(statuses(hydrate([user, uses], true))).to.deep.equal(['c active', 'd active', 's completed']);
  });

  for (const value of [null, 5, '', 'x', {}, [], [null, 5], { messages: 5 }, [{}], [user]]) {
    it(`makes nothing of ${JSON.stringify(value)}`, () => {
      expect(hydrate(value)).to.equal(emptyState);
    });
  }
});
