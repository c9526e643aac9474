import { expect } from '@open-wc/testing';
import fc from 'fast-check';
import type { ActivityEvent } from '../../src/activity/event.js';
import { reduce } from '../../src/activity/reduce.js';
import { type ActivityState, emptyState } from '../../src/activity/state.js';
import { piDialect } from '../../src/dialects/pi/index.js';
import type { WireFrame } from '../../src/wire/frame.js';
import { fixture, jsonReply, ScriptedFetch } from '../session/fixture.js';
import { anyFrame, hostileId } from './arbitrary.js';
import { plain, play } from './frames.js';
import { openSession, testsOfLaws } from './session-laws.js';

const NOW = 1_700_000_000_000;
const framesOf = (bodies: readonly object[]): WireFrame[] => bodies.map((data) => ({ data: JSON.stringify(data) }));
const played = (...bodies: readonly object[]): ReturnType<typeof play> => play(piDialect, framesOf(bodies));
const stateOf = (...bodies: readonly object[]): ActivityState => played(...bodies).state;

const begin = { type: 'agent_start' };
const update = (type: string, more: object = {}): object => ({ type: 'message_update', assistantMessageEvent: { type, contentIndex: 0, ...more } });
const assistant = (content: unknown, stopReason?: string, more: object = {}): object => ({ role: 'assistant', content, ...(stopReason && { stopReason }), ...more });
const ends = (content: unknown, stopReason: string, more: object = {}): object => ({ type: 'message_end', message: assistant(content, stopReason, more) });
const end = { type: 'agent_end', messages: [] };
const started = { type: 'tool_execution_start', toolCallId: 'c', toolName: 'bash', args: { a: 1 } };
const ended = { type: 'tool_execution_end', toolCallId: 'c', toolName: 'bash', result: { content: [] }, isError: false };
const asks = (method: string, more: object = {}): object => ({ type: 'extension_ui_request', id: 'd', method, title: 'T', ...more });
const say = (text: string): object => ({ type: 'text', text });

describe('pi: each event', () => {
  const call = { type: 'tool.start', callId: 'c', status: 'pending', executor: 'server', toolKey: 'bash' } as const;
  const rows: readonly (readonly [name: string, frames: readonly object[], events: readonly ActivityEvent[]])[] = [
    ['session', [{ type: 'session', version: 3, id: 's', cwd: '/' }], []],
    ['agent_start', [begin], [{ type: 'run.start' }]],
    ['agent_end, first generation', [end], [{ type: 'run.settled', outcome: 'completed' }]],
    ['agent_end, second generation', [{ ...end, willRetry: false }], []],
    ['agent_settled', [{ type: 'agent_settled' }], [{ type: 'run.settled', outcome: 'completed' }]],
    ['turn_start', [{ type: 'turn_start' }], []],
    ['turn_end', [{ type: 'turn_end', message: null, toolResults: [{ role: 'toolResult', toolCallId: 'c', content: 'x', isError: true, timestamp: 5 }] }], [
      { type: 'tool.end', callId: 'c', result: 'failed', at: 5, output: { content: 'x' }, error: { message: 'x' } },
    ]],
    ['message_start', [{ type: 'message_start', message: assistant([]) }, { type: 'message_start', message: { role: 'user' } }], []],
    ['message_end', [ends([say('a')], 'stop')], [{ type: 'message.delta', mode: 'append', text: 'a' }, { type: 'think.end' }]],
    ['message_end of a result', [{ type: 'message_end', message: { role: 'toolResult', toolCallId: 'c', toolName: 't', content: [], details: 0 } }], [
      { type: 'tool.end', callId: 'c', result: 'completed', toolKey: 't', output: { content: [], details: 0 } },
    ]],
    ['message_end of a person', [{ type: 'message_end', message: { role: 'user', content: 'a' } }], []],
    ['text', [update('text_start'), update('text_delta', { delta: 'a' }), update('text_end', { content: 'ab' })], [
      { type: 'message.delta', mode: 'append', text: 'a' },
      { type: 'message.delta', mode: 'append', text: 'b' },
    ]],
    ['text_end replaces', [update('text_delta', { delta: 'a' }), update('text_end', { content: 'c' })], [
      { type: 'message.delta', mode: 'append', text: 'a' },
      { type: 'message.delta', mode: 'replace', text: 'c' },
    ]],
    ['thinking', [update('thinking_start'), update('thinking_delta', { delta: 'a' }), update('thinking_end', { content: 'a' })], [
      { type: 'think.start', partId: '1:0', kind: 'raw' },
      { type: 'think.delta', partId: '1:0', kind: 'raw', mode: 'append', text: 'a' },
      { type: 'think.end', partId: '1:0' },
    ]],
    ['thinking, whole at its end', [update('thinking_end', { content: 'a' })], [
      { type: 'think.start', partId: '1:0', kind: 'raw' },
      { type: 'think.delta', partId: '1:0', kind: 'raw', mode: 'replace', text: 'a' },
      { type: 'think.end', partId: '1:0' },
    ]],
    ['redacted thinking', [update('thinking_start', { partial: assistant([{ type: 'thinking', thinking: '', redacted: true }]) })], [
      { type: 'think.start', partId: '1:0', kind: 'hidden' },
    ]],
    ['toolcall, second generation', [
      update('toolcall_start', { id: 'c', toolName: 'bash' }),
      update('toolcall_delta', { delta: '{}' }),
      update('toolcall_end', { toolCall: { id: 'c', name: 'bash', arguments: {} } }),
    ], [call, { type: 'tool.input', callId: 'c', mode: 'append', text: '{}' }, { type: 'tool.input', callId: 'c', mode: 'replace', value: {}, complete: true }]],
    ['toolcall, first generation', [update('toolcall_start', { partial: assistant([{ type: 'toolCall', id: 'c', name: 'bash', arguments: {} }]) })], [call]],
    ['toolcall without a start', [update('toolcall_end', { toolCall: { id: 'c', name: 'bash', arguments: 0 } })], [
      call,
      { type: 'tool.input', callId: 'c', mode: 'replace', value: 0, complete: true },
    ]],
    ['images, start, done and error of a message', ['image_start', 'image_end', 'start', 'done', 'error'].map((type) => update(type)), []],
    ['tool_execution_start', [started], [
      { type: 'tool.start', callId: 'c', status: 'active', executor: 'server', toolKey: 'bash' },
      { type: 'tool.input', callId: 'c', mode: 'replace', complete: true, value: { a: 1 } },
    ]],
    ['tool_execution_update', [{ type: 'tool_execution_update', toolCallId: 'c', toolName: 'bash', partialResult: 0 }], [
      { type: 'tool.progress', callId: 'c', toolKey: 'bash', partialOutput: 0 },
    ]],
    ['tool_execution_end', [ended], [{ type: 'tool.end', callId: 'c', result: 'completed', toolKey: 'bash', output: { content: [] } }]],
    ['tool_execution_end of a failure', [{ ...ended, result: { content: [say('no')] }, isError: true }], [
      { type: 'tool.end', callId: 'c', result: 'failed', toolKey: 'bash', output: { content: [say('no')] }, error: { message: 'no' } },
    ]],
    ['auto_retry_start', [{ type: 'auto_retry_start', attempt: 1, maxAttempts: 3, errorMessage: 'busy' }], [
      { type: 'discard', scope: 'step' },
      { type: 'note', id: 'auto_retry', level: 'warning', text: 'busy · 1/3' },
    ]],
    ['auto_retry_end', [{ type: 'auto_retry_end', success: true }], []],
    ['auto_retry_end of a failure', [{ type: 'auto_retry_end', success: false, finalError: 'busy' }], [{ type: 'run.failed', error: { code: 'retry-failed', message: 'busy' } }]],
    ['auto_compaction_start', [{ type: 'auto_compaction_start', reason: 'overflow' }], [{ type: 'note', id: 'compaction', level: 'info', text: 'auto_compaction · overflow' }]],
    ['auto_compaction_end', [{ type: 'auto_compaction_end', aborted: true }], [{ type: 'note', id: 'compaction', level: 'warning', text: 'auto_compaction · aborted' }]],
    ['compaction_start', [{ type: 'compaction_start', reason: 'manual' }], [{ type: 'note', id: 'compaction', level: 'info', text: 'compaction · manual' }]],
    ['compaction_end', [{ type: 'compaction_end', errorMessage: 'no' }], [{ type: 'note', id: 'compaction', level: 'error', text: 'compaction · no' }]],
    ['extension_error', [{ type: 'extension_error', extensionPath: 'x', event: 'e', error: 'no' }], [{ type: 'note', id: 'extension_error x e', level: 'error', text: 'no' }]],
    ['response', [{ type: 'response', command: 'prompt', success: true }], []],
    ['response to a prompt that failed', [{ type: 'response', command: 'prompt', success: false, error: 'no key' }], [
      { type: 'run.start' },
      { type: 'run.failed', error: { code: 'prompt-failed', message: 'no key' } },
    ]],
    ['response to another command that failed', [{ type: 'response', command: 'abort', success: false, error: 'no' }], [{ type: 'note', id: 'response abort', level: 'error', text: 'abort · no' }]],
    ['a confirm dialog', [asks('confirm', { message: 'M', timeout: 1000 })], [
      {
        type: 'approval.request',
        approvalId: 'd',
        toolKey: 'extension.confirm',
        prompt: 'T',
        activity: { activityType: 'approval', label: 'T', detail: 'M' },
        expiresAt: NOW + 1000,
        editable: false,
      },
    ]],
    ['extension_ui_response', [{ type: 'extension_ui_response', id: 'd', confirmed: false }], [{ type: 'approval.response', approvalId: 'd', decision: 'rejected', assumed: true }]],
    ['a notice', [{ type: 'extension_ui_request', id: 'n', method: 'notify', message: 'M', notifyType: 'error' }], [{ type: 'note', id: 'notify n', level: 'error', text: 'M' }]],
    ['a status', [{ type: 'extension_ui_request', id: 's', method: 'setStatus', statusKey: 'k', statusText: 'S' }], [{ type: 'note', id: 'status k', level: 'info', text: 'S' }]],
    ['things of its own screen', ['setWidget', 'setTitle', 'set_editor_text', 'setStatus'].map((method) => asks(method)), []],
  ];
  for (const [name, frames, events] of rows) {
    it(name, () => {
      const { decoded, diagnostics } = played(...frames);
      expect(decoded).to.deep.equal(events);
      expect(diagnostics).to.deep.equal([]);
    });
  }

  const lost: readonly (readonly [data: unknown, code: string])[] = [
    ['{"type":"agent_', 'malformed'],
    ['', 'malformed'],
    ['[]', 'malformed'],
    [{ type: 5 }, 'malformed'],
    [{ type: 'message_update' }, 'malformed'],
    [{ type: 'message_update', assistantMessageEvent: { type: 'text_delta', delta: 5 } }, 'malformed'],
    [{ type: 'message_update', assistantMessageEvent: { type: 'toolcall_end' } }, 'malformed'],
    [{ type: 'message_end' }, 'malformed'],
    [{ type: 'tool_execution_start', toolCallId: '' }, 'malformed'],
    [{ type: 'extension_ui_request', method: 'confirm' }, 'malformed'],
    [{ type: 'extension_ui_request', id: 'd', method: 'select', options: [] }, 'malformed'],
    [{ type: 'extension_ui_response' }, 'malformed'],
    [{ type: 'unheard_of' }, 'unknown'],
    [{ type: 'message_update', assistantMessageEvent: { type: 'unheard_of' } }, 'unknown'],
    [{ type: 'queue_update', steering: ['a'], followUp: [] }, 'ignored'],
  ];
  for (const [data, code] of lost) {
    it(`counts ${JSON.stringify(data)} as ${code}, and goes on`, () => {
      const { state, diagnostics } = play(piDialect, [{ data: begin }, { data }, { data: update('text_delta', { delta: 'b' }) }]);
      expect(diagnostics.map((one) => one.code)).to.deep.equal([code]);
      expect([state.run.status, state.message.text]).to.deep.equal(['running', 'b']);
    });
  }

  it('takes JSON lines as they come from a process', () => {
    const lines = `${JSON.stringify(begin)}\r\n${JSON.stringify(update('text_delta', { delta: 'a\u2028b' }))}\n`;
    expect(play(piDialect, [{ data: lines }]).state.message.text).to.equal('a\u2028b');
  });
});

describe('pi: runs', () => {
  const outcome = (...frames: readonly object[]): unknown => {
    const { run } = stateOf(begin, ...frames);
    return run.outcome ?? run.status;
  };

  it('end as their last message stopped, in both generations', () => {
    const settled = [{ ...end, willRetry: false }, { type: 'agent_settled' }];
    for (const ending of [[end], settled]) {
      expect(outcome(ends([], 'stop'), ...ending)).to.equal('completed');
      expect(outcome(ends([], 'length'), ...ending)).to.equal('truncated');
      expect(outcome(ends([], 'aborted'), ...ending)).to.equal('cancelled');
      expect(outcome(ends([], 'error', { errorMessage: 'no' }), ...ending)).to.equal('failed');
      expect(outcome(ends([], 'toolUse'), ended, ...ending)).to.equal('completed');
      expect(outcome(ends([], 'toolUse'), started, ...ending)).to.equal('partial');
    }
    expect(outcome(ends([], 'toolUse'))).to.equal('running');
    expect(stateOf(begin, ends([], 'error', { errorMessage: 'no' }), end).run.error).to.deep.equal({ code: 'agent-error', message: 'no' });
  });

  it('the second generation ends when it has settled, or when its stream ends', () => {
    const frames = framesOf([begin, { type: 'message_update', assistantMessageEvent: { type: 'text_delta', delta: 'a' } }, ends([say('a')], 'stop'), end]);
    expect(play(piDialect, frames).state.run.status).to.equal('running');
    const decoder = piDialect.createDecoder();
    const events = frames.flatMap((frame) => decoder.decode(frame));
    expect(reduce(emptyState, [...events, ...(decoder.end?.() ?? [])]).run).to.deep.equal({ status: 'settled', outcome: 'completed' });
  });

  it('a retry opens what had failed again, and takes its text back', () => {
    const failed = [begin, update('text_delta', { delta: 'half', partial: {} }), ends([say('half')], 'error', { errorMessage: 'busy' }), end];
    const state = stateOf(...failed, { type: 'auto_retry_start', attempt: 1 }, begin, ends([say('whole')], 'stop'), end);
    expect([state.run, state.message.text]).to.deep.equal([{ status: 'settled', outcome: 'completed' }, 'whole']);
    expect(stateOf(...failed).run.status).to.equal('failed');
  });

  it('another prompt is another run', () => {
    const { message, run } = stateOf(begin, ends([say('one')], 'stop'), end, begin, update('text_delta', { delta: 'two', partial: {} }));
    expect([message.text, run.status]).to.deep.equal(['two', 'running']);
  });

  it('fragments and execution are one call, and its partial results replace each other', () => {
    const partial = (partialResult: unknown): object => ({ type: 'tool_execution_update', toolCallId: 'c', toolName: 'bash', partialResult });
    const { calls } = stateOf(begin, update('toolcall_start', { id: 'c', toolName: 'bash' }), started, partial('a'), partial('ab'));
    expect([...calls.values()]).to.deep.equal([{ callId: 'c', status: 'active', toolKey: 'bash', executor: 'server', input: { a: 1 }, output: 'ab' }]);
  });

  it('a call whose id changes stays one card', () => {
    const { calls } = stateOf(begin, update('toolcall_start', { id: 'temporary', toolName: 'bash' }), update('toolcall_end', { toolCall: { id: 'c', name: 'bash', arguments: {} } }), started, ended);
    expect([...calls.values()].map(({ callId, status }) => [callId, status])).to.deep.equal([['temporary', 'completed']]);
  });

  it('a stream that is joined late still shows everything', () => {
    const late = update('text_delta', { delta: ' end', partial: assistant([say('Beginning and end')]) });
    expect(stateOf(late).message.text).to.equal('Beginning and end');
    const messages = [assistant([say('Look. '), { type: 'toolCall', id: 'c', name: 'ls', arguments: {} }], 'toolUse'), { role: 'toolResult', toolCallId: 'c', content: 'x' }, assistant([say('Done.')], 'stop')];
    const { message, calls } = stateOf({ type: 'agent_end', messages });
    expect([message.text, calls.get('c')?.status]).to.deep.equal(['Look. \n\nDone.', 'completed']);
  });

  it('a part id that is used again is another part', () => {
    const block = (text: string): object[] => [update('text_start'), update('text_delta', { delta: text }), update('text_end', { content: text })];
    expect(stateOf(begin, ...block('one'), ...block('two')).message.text).to.equal('one\n\ntwo');
  });

  it('the proxy’s calls are its client’s, and wait for it', () => {
    const proxied = [{ type: 'start' }, { type: 'toolcall_start', contentIndex: 0, id: 'c', toolName: 't' }, { type: 'toolcall_delta', contentIndex: 0, delta: '{"a":0}' }, { type: 'toolcall_end', contentIndex: 0 }, { type: 'done', reason: 'toolUse' }];
    const state = stateOf(...proxied);
    expect([state.run.status, state.run.waitingFor, state.calls.get('c')?.input]).to.deep.equal(['waiting', 'client-tool', { a: 0 }]);
    const next = stateOf(...proxied, { type: 'start' }, { type: 'text_delta', contentIndex: 0, delta: 'b' }, { type: 'done', reason: 'stop' });
    expect([next.run.outcome, next.message.text, next.calls.get('c')?.rawStatus]).to.deep.equal(['completed', 'b', 'result_not_in_stream']);
    expect(stateOf({ type: 'start' }, { type: 'error', reason: 'error', errorMessage: 'no' }).run.error).to.deep.equal({ code: 'agent-error', message: 'no' });
    expect(stateOf({ type: 'start' }, { type: 'error', reason: 'aborted' }).run.outcome).to.equal('cancelled');
  });
});

describe('pi: dialogs', () => {
  const answer = (request: object, decision: object): unknown => {
    const approval = stateOf(begin, request).approvals.get('d');
    if (approval === undefined) throw new Error('no dialog');
    return piDialect.answer(approval, decision as Parameters<typeof piDialect.answer>[1], undefined);
  };
  const reply = (more: object): object => ({ type: 'extension_ui_response', id: 'd', ...more });

  it('each is answered in its own way', () => {
    expect(answer(asks('confirm'), { decision: 'approve' })).to.deep.equal(reply({ confirmed: true }));
    expect(answer(asks('confirm'), { decision: 'reject', reason: 'r' })).to.deep.equal(reply({ confirmed: false }));
    const select = asks('select', { options: ['Yes', 'No', 'value', 'cancel'] });
    for (const value of ['Yes', 'No', 'value', 'cancel']) expect(answer(select, { decision: 'reject', optionId: value })).to.deep.equal(reply({ value }));
    expect(answer(select, { decision: 'reject' })).to.deep.equal(reply({ cancelled: true }));
    for (const method of ['input', 'editor']) {
      expect(answer(asks(method), { decision: 'approve', optionId: 'value', reason: 'words' })).to.deep.equal(reply({ value: 'words' }));
      expect(answer(asks(method), { decision: 'reject', optionId: 'cancel' })).to.deep.equal(reply({ cancelled: true }));
    }
  });

  it('holds the run until the agent goes on', () => {
    const after = (...frames: readonly object[]): unknown => {
      const { approvals, run } = stateOf(begin, started, asks('confirm'), ...frames);
      return [approvals.get('d')?.status, run.status];
    };
    expect(after()).to.deep.equal(['pending', 'waiting']);
    expect(after(ended)).to.deep.equal(['cancelled', 'running']);
    expect(after({ type: 'message_start', message: assistant([]) })).to.deep.equal(['cancelled', 'running']);
    expect(after({ type: 'tool_execution_start', toolCallId: 'other', args: {} })).to.deep.equal(['pending', 'waiting']);
    expect(after(end)).to.deep.equal(['cancelled', 'settled']);
  });

  it('what was decided counts as soon as it was handed over, since nothing confirms it', async () => {
    const net = new ScriptedFetch(jsonReply(200, {}));
    const made = fixture({ net, config: { dialect: piDialect, approvalUrl: '/pi/{approvalId}' } });
    made.session.push(framesOf([begin, started, asks('confirm')]));
    await made.session.decide('d', { decision: 'approve' });
    expect([made.approval('d')?.status, made.state.run.status]).to.deep.equal(['accepted', 'running']);
    expect(net.sent.map(({ body }) => body)).to.deep.equal([reply({ confirmed: true })]);
    made.session.dispose();
  });

  it('is asked once, with its first deadline', () => {
    let now = 0;
    const decoder = piDialect.createDecoder({ now: () => (now += 1000) });
    const request = { data: asks('confirm', { timeout: 5 }) };
    const events = [...decoder.decode(request), ...decoder.decode(request)];
    expect(events.map((event) => 'expiresAt' in event && event.expiresAt)).to.deep.equal([1005]);
  });
});

describe('pi: history', () => {
  const hydrate = (persisted: unknown, live = false): ActivityState => reduce(emptyState, piDialect.hydrate(persisted, { live }));
  const calls = [{ type: 'thinking', thinking: 'PRIVATE' }, { type: 'toolCall', id: 'c', name: 'ls', arguments: { a: 1 } }, { type: 'toolCall', id: 'd', name: 'rm', arguments: {} }];
  const messages = [
    { role: 'user', content: 'q', timestamp: 1 },
    assistant(calls, 'toolUse', { timestamp: 2 }),
    { role: 'toolResult', toolCallId: 'c', toolName: 'ls', content: [say('x')], isError: false, timestamp: 3 },
    assistant([say('Done.')], 'stop', { timestamp: 4 }),
  ];
  const entries = messages.map((message, at) => ({ type: 'message', id: `e${String(at)}`, parentId: at === 0 ? null : `e${String(at - 1)}`, message }));

  it('takes messages, entries, their answers and the session file', () => {
    const file = [{ type: 'session', id: 's' }, ...entries].map((line) => JSON.stringify(line)).join('\n');
    for (const form of [messages, { messages }, { type: 'response', data: { messages } }, entries, { data: { entries, leafId: 'e3' } }, file]) {
      const state = hydrate(form);
      expect(plain(state)['calls']).to.deep.equal([
        { callId: 'c', status: 'completed', toolKey: 'ls', startedAt: 2, endedAt: 3, input: { a: 1 }, output: { content: [say('x')] } },
        { callId: 'd', status: 'interrupted', toolKey: 'rm', startedAt: 2, input: {}, assumed: true },
      ]);
      expect([state.message, state.run.status]).to.deep.equal([{ text: 'Done.', status: 'completed' }, 'idle']);
      expect(JSON.stringify(plain(state))).to.not.contain('PRIVATE');
    }
  });

  it('a call of the newest turn goes on while a stream follows', () => {
    expect(hydrate(messages, true).calls.get('d')?.status).to.equal('active');
    expect(hydrate([...messages, { role: 'user', content: 'next' }], true).calls.get('d')?.status).to.equal('interrupted');
  });

  it('follows the branch of the leaf', () => {
    const other = { type: 'message', id: 'x', parentId: 'e0', message: assistant([say('Other.')], 'stop') };
    expect(hydrate({ entries: [...entries, other], leafId: 'x' }).message.text).to.equal('Other.');
    expect(hydrate({ entries: [...entries, other], leafId: 'e3' }).message.text).to.equal('Done.');
    expect(hydrate([{ id: 'a', parentId: 'b', message: messages[3] }, { id: 'b', parentId: 'a' }]).message.text, 'a circle').to.equal('Done.');
  });

  it('survives anything', () => {
    fc.assert(
      fc.property(fc.anything({ withBigInt: true, withNullPrototype: true, maxDepth: 4 }), fc.boolean(), (persisted, live) => {
        hydrate(persisted, live);
      }),
      { numRuns: 200 },
    );
  });
});

const odd = fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constantFrom<unknown>(null, '', 5, [], {}));
const block = fc.record(
  { type: fc.constantFrom('text', 'thinking', 'toolCall', 'x'), text: fc.string(), thinking: fc.string(), id: hostileId, name: odd, arguments: odd, redacted: odd },
  { requiredKeys: ['type'] },
);
const message = fc.record(
  { role: fc.constantFrom('assistant', 'toolResult', 'user', 'custom'), content: fc.oneof(fc.array(block, { maxLength: 3 }), odd), stopReason: fc.constantFrom('stop', 'length', 'toolUse', 'error', 'aborted', 'x'), toolCallId: hostileId, isError: fc.oneof(fc.boolean(), odd), details: odd },
  { requiredKeys: ['role'] },
);
const inner = fc.record(
  { type: fc.constantFrom('start', 'text_start', 'text_delta', 'text_end', 'thinking_start', 'thinking_delta', 'thinking_end', 'toolcall_start', 'toolcall_delta', 'toolcall_end', 'done', 'error', '__proto__'), contentIndex: fc.oneof(fc.nat(2), odd), delta: fc.oneof(fc.string(), odd), content: fc.oneof(fc.string(), odd), id: hostileId, toolName: odd, toolCall: fc.oneof(block, odd), partial: fc.oneof(message, odd) },
  { requiredKeys: ['type'] },
);

/** Events of Pi in any order, none of which begins a run. */
const piBody: fc.Arbitrary<object> = fc.oneof(
  { weight: 5, arbitrary: inner.map((assistantMessageEvent) => ({ type: 'message_update', assistantMessageEvent })) },
  { weight: 3, arbitrary: fc.record({ type: fc.constantFrom('message_start', 'message_end', 'turn_end'), message: fc.oneof(message, odd), toolResults: fc.oneof(fc.array(message, { maxLength: 2 }), odd) }) },
  { weight: 3, arbitrary: fc.record({ type: fc.constantFrom('tool_execution_start', 'tool_execution_update', 'tool_execution_end'), toolCallId: hostileId, toolName: odd, args: odd, partialResult: odd, result: odd, isError: odd }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('extension_ui_request'), id: hostileId, method: fc.constantFrom('confirm', 'select', 'input', 'editor', 'notify', 'x'), title: odd, message: odd, options: fc.oneof(fc.array(fc.string(), { maxLength: 3 }), odd), timeout: odd }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constantFrom('auto_retry_start', 'auto_retry_end', 'compaction_end', 'auto_compaction_end', 'extension_error', 'queue_update', 'turn_start', 'x'), success: odd, willRetry: odd, attempt: odd, errorMessage: odd, error: odd }) },
);

/** One or two runs, each with a prompt of its own time, as Pi sends it. */
const piStream: fc.Arbitrary<WireFrame[]> = fc
  .array(fc.record({ bodies: fc.array(piBody, { maxLength: 10 }), second: fc.boolean() }), { minLength: 1, maxLength: 2 })
  .map((runs) =>
    framesOf(
      runs.flatMap(({ bodies, second }, at) => {
        const ending = second ? [{ ...end, willRetry: false }, { type: 'agent_settled' }] : [end];
        return [begin, { type: 'message_start', message: { role: 'user', content: 'q', timestamp: at } }, ...bodies, ...ending];
      }),
    ),
  );

describe('pi: laws', () => {
  it('no frame makes it throw', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(anyFrame, piBody.map((data): WireFrame => ({ data }))), { maxLength: 12 }), (frames) => {
        const { state } = play(piDialect, frames);
        expect(state.run.status).to.be.a('string');
      }),
      { numRuns: 300 },
    );
  });

  testsOfLaws(piDialect, piStream, { numRuns: 100, longest: 30 });

  it('a cut stream is not opened again: the prompt would be sent twice', async () => {
    const made = await openSession(piDialect);
    made.transport.last.sink.frames(framesOf([begin, started]));
    made.transport.last.fail(new TypeError('cut'));
    await made.clock.tick(600_000);
    expect([made.transport.links.length, made.state.run.status, made.state.calls.get('c')?.status]).to.deep.equal([1, 'failed', 'interrupted']);
  });

  it('ids that hurt plain objects are only strings', () => {
    for (const id of ['__proto__', 'constructor']) {
      const { calls } = stateOf(begin, { ...started, toolCallId: id }, { ...ended, toolCallId: id });
      expect(calls.get(id)?.status).to.equal('completed');
    }
  });
});
