import { expect } from '@open-wc/testing';
import type { ActivityEvent } from '../../src/activity/event.js';
import { reduce } from '../../src/activity/reduce.js';
import { type ActivityState, emptyState } from '../../src/activity/state.js';
import { agUiDialect } from '../../src/dialects/ag-ui/index.js';
import { args, asks, begin, call, chunk, ends, framesOf, legacy, next, played, result, snapshot, stateOf, text, textEnd, textStart, thought, tool, written } from './ag-ui-frames.js';
import { plain, play } from './frames.js';

describe('ag-ui: each event', () => {
  const started: ActivityEvent = { type: 'tool.start', callId: 'c', status: 'pending', toolKey: 'look' };
  const whole: ActivityEvent = { type: 'tool.input', callId: 'c', mode: 'append', text: '', complete: true };
  const piece = (value: string): ActivityEvent => ({ type: 'tool.input', callId: 'c', mode: 'append', text: value });
  const said = (value: string): ActivityEvent => ({ type: 'message.delta', mode: 'append', text: value, messageId: 'm' });
  const thinks = (partId: string): ActivityEvent => ({ type: 'think.start', partId, kind: 'raw' });
  const raw = (value: string, partId = 'thought-1'): ActivityEvent => ({ type: 'think.delta', partId, kind: 'raw', mode: 'append', text: value });
  const thinkEnd: ActivityEvent = { type: 'think.end' };
  const runStart: ActivityEvent = { type: 'run.start', runId: 'r' };
  const rows: readonly (readonly [name: string, frames: readonly object[], events: readonly ActivityEvent[]])[] = [
    ['RUN_STARTED', [{ ...begin, timestamp: 5, parentRunId: null, input: null }], [{ type: 'run.start', runId: 'r', first: true, reopen: true, at: 5 }]],
    ['RUN_FINISHED', [{ ...ends(), timestamp: 6 }], [runStart, thinkEnd, { type: 'run.ended', outcome: 'completed', at: 6 }]],
    ['RUN_FINISHED, success', [ends({ type: 'success' })], [runStart, thinkEnd, { type: 'run.ended', outcome: 'completed' }]],
    ['RUN_FINISHED, cancelled', [ends({ type: 'cancelled' })], [runStart, thinkEnd, { type: 'run.settled', outcome: 'cancelled' }]],
    ['RUN_FINISHED, of a kind to come', [ends({ type: 'paused' })], [runStart, thinkEnd, { type: 'run.ended', outcome: 'partial' }]],
    ['RUN_FINISHED, interrupt', [asks({ id: 'i', reason: 'confirmation', message: 'Sure?', expiresAt: '2026-12-01T08:00:00Z' })], [
      runStart,
      thinkEnd,
      { type: 'approval.request', approvalId: 'i', prompt: 'Sure?', expiresAt: Date.UTC(2026, 11, 1, 8), toolKey: 'confirmation', editable: false, echo: { interruptId: 'i' } },
      { type: 'run.waiting', reason: 'approval' },
    ]],
    ['RUN_ERROR', [{ type: 'RUN_ERROR', message: 'no', code: 'X' }], [thinkEnd, { type: 'run.failed', error: { code: 'X', message: 'no' } }]],
    ['RUN_ERROR without code', [{ type: 'RUN_ERROR', message: 'no', code: null }], [thinkEnd, { type: 'run.failed', error: { code: 'run-error', message: 'no' } }]],
    ['RUN_ERROR, broken off by the client', [{ type: 'RUN_ERROR', message: 'x', code: 'abort' }], [thinkEnd, { type: 'run.settled', outcome: 'cancelled' }]],
    ['STEP_*', [{ type: 'STEP_STARTED', stepName: 's' }, { type: 'STEP_FINISHED', stepName: 's' }], []],
    ['TEXT_MESSAGE_*', [textStart(), text('a'), text(''), text('b'), textEnd()], [said('a'), said('b')]],
    ['TEXT_MESSAGE_CHUNK', [{ type: 'TEXT_MESSAGE_CHUNK', messageId: 'm', role: 'assistant', delta: 'a' }, { type: 'TEXT_MESSAGE_CHUNK', delta: 'b' }, { type: 'TEXT_MESSAGE_CHUNK' }], [said('a'), said('b')]],
    ['text of another role', [textStart('u', 'user'), text('a', 'u'), { type: 'TEXT_MESSAGE_CHUNK', messageId: 's', role: 'system', delta: 'b' }], []],
    ['TOOL_CALL_*', [{ ...call(), parentMessageId: '', timestamp: 7 }, args('{"a":'), args(''), args('1}'), written()], [{ ...started, at: 7 }, piece('{"a":'), piece('1}'), whole]],
    ['TOOL_CALL_CHUNK', [chunk({ toolCallId: 'c', toolCallName: 'look', delta: '{' }), chunk({ delta: '}' }), { type: 'STEP_STARTED', stepName: 's' }], [started, piece('{'), piece('}'), whole]],
    ['TOOL_CALL_RESULT', [result('{"a":1}', 'c', { role: 'tool', timestamp: 8 })], [{ type: 'tool.end', callId: 'c', result: 'completed', at: 8, output: { a: 1 } }]],
    ['TOOL_CALL_RESULT in parts', [result([{ type: 'text', text: 'a' }])], [{ type: 'tool.end', callId: 'c', result: 'completed', output: [{ type: 'text', text: 'a' }] }]],
    ['REASONING_*', [thought('START'), thought('MESSAGE_START'), thought('MESSAGE_CONTENT', { delta: 'a' }), thought('MESSAGE_END'), thought('END')], [
      thinks('span'),
      thinks('thought-1'),
      raw('a'),
      { type: 'think.end', partId: 'thought-1' },
      { type: 'think.end', partId: 'span' },
    ]],
    ['REASONING_MESSAGE_CHUNK', [thought('MESSAGE_CHUNK', { delta: 'a' }), { type: 'REASONING_MESSAGE_CHUNK', delta: 'b' }, { type: 'REASONING_MESSAGE_CHUNK' }, textStart()], [
      thinks('thought-1'),
      raw('a'),
      raw('b'),
      { type: 'think.end', partId: 'thought-1' },
    ]],
    ['REASONING_ENCRYPTED_VALUE', [{ type: 'REASONING_ENCRYPTED_VALUE', subtype: 'message', entityId: 'th', encryptedValue: 'x' }], []],
    ['THINKING_START', [{ type: 'THINKING_START', title: 'Looking' }, { type: 'THINKING_END' }], [thinks('span'), { type: 'think.heading', heading: 'Looking' }, { type: 'think.end', partId: 'span' }]],
    ['THINKING_TEXT_MESSAGE_*', [{ type: 'THINKING_TEXT_MESSAGE_START' }, { type: 'THINKING_TEXT_MESSAGE_CONTENT', delta: 'a' }, { type: 'THINKING_TEXT_MESSAGE_END' }], [
      thinks('thought-1'),
      raw('a'),
      { type: 'think.end', partId: 'thought-1' },
    ]],
    ['THINKING_CONTENT', [{ type: 'THINKING_CONTENT', delta: 'a' }], [thinks('thought-1'), raw('a')]],
    ['STATE_*', [{ type: 'STATE_SNAPSHOT', snapshot: null }, { type: 'STATE_DELTA', delta: [] }], []],
    ['MESSAGES_SNAPSHOT', [snapshot({ id: 'u', role: 'user', content: 'q' }, { id: 'a', role: 'assistant', toolCalls: [tool('c', 'look', '{"a":1}')] }, { id: 't', role: 'tool', toolCallId: 'c', content: 'x' }, { id: 'm', role: 'assistant', content: 'Done.' })], [
      { type: 'snapshot.call', callId: 'c', toolKey: 'look', input: { a: 1 }, output: 'x', status: 'completed' },
      said('Done.'),
    ]],
    ['MESSAGES_SNAPSHOT, nobody has answered', [snapshot({ id: 'a', role: 'assistant', toolCalls: [tool('c', 'look', '{"a":1}')] })], [started, { type: 'tool.input', callId: 'c', mode: 'replace', value: { a: 1 }, complete: true }]],
    ['ACTIVITY_*', [
      { type: 'ACTIVITY_SNAPSHOT', messageId: 'p', activityType: 'PLAN', content: { title: 'T', progress: 0.5 } },
      { type: 'ACTIVITY_SNAPSHOT', messageId: 'p', activityType: 'PLAN', content: {}, replace: false },
      { type: 'ACTIVITY_DELTA', messageId: 'p', activityType: 'PLAN', patch: [{ op: 'remove', path: '/progress' }] },
    ], [
      { type: 'tool.start', callId: 'p', toolKey: 'PLAN', title: 'T' },
      { type: 'tool.progress', callId: 'p', partialOutput: { title: 'T', progress: 0.5 }, progress: { ratio: 0.5 } },
      { type: 'tool.progress', callId: 'p', partialOutput: { title: 'T' } },
    ]],
    ['SUBAGENT_*', [
      call(),
      { type: 'SUBAGENT_STARTED', subagentRunId: 's', name: 'n', description: 'D', parentToolCallId: 'c' },
      { ...call('d', 'find'), subagentRunId: 's' },
      { type: 'SUBAGENT_FINISHED', subagentRunId: 's', outcome: { type: 'suspended', interruptIds: ['i'] } },
      { type: 'SUBAGENT_ERROR', subagentRunId: 's', message: 'no', code: 'q' },
    ], [
      started,
      { type: 'tool.progress', callId: 'c', detail: 'D' },
      { type: 'tool.start', callId: 'd', status: 'pending', toolKey: 'find', parent: 'c' },
      { type: 'tool.end', callId: 'c', result: 'failed', error: { message: 'no', code: 'q' } },
    ]],
    ['SUBAGENT_ERROR without a card', [{ type: 'SUBAGENT_ERROR', subagentRunId: 's', message: 'no' }], [{ type: 'note', id: 'subagent s', level: 'error', text: 'no' }]],
    ['RAW and CUSTOM of a host', [{ type: 'RAW', event: null }, { type: 'CUSTOM', name: 'ping', value: 1 }], []],
    ['CUSTOM approval-requested', [{ type: 'CUSTOM', name: 'approval-requested', value: { toolCallId: 'c', toolName: 'look', input: 0, approval: { id: 'a', needsApproval: true } } }], [
      { type: 'approval.request', approvalId: 'a', callId: 'c', toolKey: 'look', input: 0, editable: false, echo: { interruptId: 'a' } },
    ]],
    ['CUSTOM on_interrupt', [legacy('Which?'), ends()], [
      runStart,
      thinkEnd,
      { type: 'approval.request', approvalId: 'on_interrupt 1', prompt: 'Which?', toolKey: 'input_required', editable: false, options: [{ id: 'text', kind: 'allow_once', takesText: true }, { id: 'cancel', kind: 'reject_once' }], echo: { interruptId: 'on_interrupt 1', answer: 'words', command: 1 } },
      { type: 'run.ended', outcome: 'completed' },
    ]],
  ];
  for (const [name, frames, events] of rows) {
    it(name, () => {
      const { decoded } = played(...frames);
      expect(decoded).to.deep.equal(events);
    });
  }

  it('what is no use is counted, and ends nothing', () => {
    const bad: readonly object[] = [
      { type: 'TEXT_MESSAGE_START' },
      { type: 'TEXT_MESSAGE_CONTENT', delta: 'a' },
      text(5),
      { type: 'TEXT_MESSAGE_END', messageId: '' },
      { type: 'TEXT_MESSAGE_CHUNK', delta: 'a' },
      { type: 'TEXT_MESSAGE_CHUNK', messageId: 'm', delta: 5 },
      { type: 'TOOL_CALL_START', toolCallName: 'x' },
      args(null),
      chunk({ delta: 'x' }),
      chunk({ toolCallId: 'c', delta: [] }),
      thought('MESSAGE_CONTENT'),
      { type: 'REASONING_MESSAGE_CHUNK', delta: {} },
      { type: 'ACTIVITY_SNAPSHOT', content: {} },
      { type: 'ACTIVITY_DELTA', patch: [] },
      { type: 'SUBAGENT_STARTED', name: 'x' },
      { type: 'CUSTOM', name: 'approval-requested', value: {} },
      legacy(null),
    ];
    const { diagnostics, state } = played(begin, ...bad, { type: 'SOMETHING_NEW' }, text('a'), ends());
    expect(diagnostics.map(({ code }) => code)).to.deep.equal([...bad.map(() => 'malformed'), 'unknown']);
    expect([state.run.status, state.message.text]).to.deep.equal(['settled', 'a']);
  });

  it('no diagnostic quotes a frame', () => {
    const frames = [{ data: '{"type":"TOOL_CALL_ARGS","delta":"CANARY' }, { data: { type: 'NEW', delta: 'CANARY' } }, { data: { delta: 'CANARY' } }, { data: ['CANARY'] }];
    expect(JSON.stringify(play(agUiDialect, frames).diagnostics)).to.not.contain('CANARY');
  });
});

describe('ag-ui: text', () => {
  it('messages are paragraphs, in order of first sight, however they interleave', () => {
    expect(stateOf(begin, textStart('a'), textStart('b'), text('1', 'a'), text('2', 'b'), text('3', 'a')).message.text).to.equal('13\n\n2');
  });

  it('a start that comes again brings the text again, or another one under the same id', () => {
    const once = [textStart(), text('Hello'), textEnd()];
    expect(stateOf(begin, ...once, ...once).message.text).to.equal('Hello');
    expect(stateOf(begin, ...once, textStart(), text('Hel'), text('lo you')).message.text).to.equal('Hello you');
    expect(stateOf(begin, ...once, textStart(), text('He'), text('y')).message.text).to.equal('HelloHey');
    expect(stateOf(begin, ...once, textStart(), text(' there')).message.text).to.equal('Hello there');
  });

  it('ids that change with each piece are one message', () => {
    const { message } = stateOf(begin, textStart('a'), text('Hel', 'b'), text('lo', 'c'), textEnd('d'), textStart('e'), text('you', 'f'));
    expect(message.text).to.equal('Hello\n\nyou');
  });

  it('a subagent’s text is not the answer', () => {
    expect(stateOf(begin, { ...text('x'), subagentRunId: 's' }, text('y', 'n')).message.text).to.equal('y');
  });
});

describe('ag-ui: thoughts', () => {
  const delta = (value: string): object => thought('MESSAGE_CONTENT', { delta: value });

  it('a thought that opens with a title is a summary, in fragments of any size', () => {
    const opening = '**Reading the map**\n\nbody\n\n**Planning**\n\nmore';
    for (let size = 1; size < opening.length; size += 1) {
      const pieces = opening.match(new RegExp(`[^]{1,${String(size)}}`, 'gu')) ?? [];
      expect(played(begin, thought('MESSAGE_START'), ...pieces.map(delta)).headings).to.deep.equal(['Reading the map', 'Planning']);
    }
    expect(played(begin, delta('**Whole**'), thought('MESSAGE_END')).headings).to.deep.equal(['Whole']);
  });

  it('ids that change with each piece are one thought', () => {
    const pieces = ['**Read', 'ing**\n', 'more'].map((one, at) => ({ type: 'REASONING_MESSAGE_CONTENT', messageId: String(at), delta: one }));
    expect(played(begin, thought('MESSAGE_START'), ...pieces).headings).to.deep.equal(['Reading']);
  });

  it('any other is raw, and is not read for titles', () => {
    for (const opening of ['I think\n**Title**\n', '**Bold** in a line\n**Title**\n', `**${'x'.repeat(300)}**\n`, '*one*\n**Title**\n']) {
      const { headings, state } = played(begin, ...Array.from(opening, delta));
      expect([headings, state.thinking.kind]).to.deep.equal([[], 'reasoning']);
    }
  });

  it('an id that is used again is another part', () => {
    const { state } = play(agUiDialect, framesOf([begin, thought('MESSAGE_START'), delta('one'), thought('MESSAGE_END'), thought('MESSAGE_START'), delta('two')]), 'surface');
    expect(state.thinking.text).to.equal('one\n\ntwo');
  });
});

describe('ag-ui: calls', () => {
  const statusOf = (...frames: readonly object[]): unknown[] => {
    const { calls, run } = stateOf(begin, ...frames);
    return [calls.get('c')?.status, run.status, run.waitingFor];
  };

  it('calls without a result are the client’s when the run ends, unless it names others', () => {
    expect(statusOf(call(), written(), ends())).to.deep.equal(['active', 'waiting', 'client-tool']);
    expect(statusOf(call(), written(), ends({ type: 'success', pendingToolCallIds: ['c'] }))).to.deep.equal(['active', 'waiting', 'client-tool']);
    expect(statusOf(call(), written(), ends({ type: 'success', pendingToolCallIds: [] }))).to.deep.equal(['interrupted', 'settled', undefined]);
    expect(statusOf(call(), written(), ends({ type: 'cancelled' }))).to.deep.equal(['cancelled', 'settled', undefined]);
    expect(statusOf(call(), { type: 'RUN_ERROR', message: 'x' })).to.deep.equal(['interrupted', 'failed', undefined]);
  });

  it('the next run is the same turn; what the client found out is in its input, or not in the stream', () => {
    const waits = [begin, call(), written(), ends()];
    const unknown = stateOf(...waits, next('r2'), text('a'), ends(undefined, 'r2'));
    expect([unknown.run.id, unknown.run.outcome, unknown.calls.get('c')?.rawStatus]).to.deep.equal(['r', 'completed', 'result_not_in_stream']);
    const told = stateOf(...waits, next('r2', { messages: [{ role: 'tool', toolCallId: 'c', content: '7' }] }), ends(undefined, 'r2'));
    expect([told.run.status, told.calls.get('c')?.status, told.calls.get('c')?.output]).to.deep.equal(['settled', 'completed', 7]);
  });

  it('a start that comes again for a call in the middle or at the end changes nothing', () => {
    const frames = [call(), args('{"a":'), args('1}'), written(), result('x')];
    for (let at = 1; at <= frames.length; at += 1) expect(plain(stateOf(begin, ...frames.slice(0, at), ...frames))).to.deep.equal(plain(stateOf(begin, ...frames)));
  });

  it('a success that was only assumed is corrected by a snapshot, a failure by nothing', () => {
    const broken = snapshot({ role: 'assistant', toolCalls: [tool('c', 'look', '{}')] }, { role: 'tool', toolCallId: 'c', content: 'half', error: 'cut' });
    const state = stateOf(begin, call(), written(), result('x'), broken, snapshot({ role: 'tool', toolCallId: 'c', content: 'fine' }));
    expect(plain(state)['calls']).to.deep.equal([{ callId: 'c', status: 'failed', toolKey: 'look', input: {}, output: 'half', error: { message: 'cut' } }]);
  });

  it('chunks of two speakers do not mix, and another id begins another call', () => {
    const { calls } = stateOf(
      begin,
      chunk({ toolCallId: 'a', toolCallName: 'x', delta: '{"n":' }),
      chunk({ toolCallId: 'b', toolCallName: 'y', delta: '{"m":', subagentRunId: 's' }),
      chunk({ delta: '1}' }),
      chunk({ delta: '2}', subagentRunId: 's' }),
      chunk({ toolCallId: 'd', toolCallName: 'z', delta: '{}' }),
      { ...textStart(), subagentRunId: 's' },
    );
    expect([...calls.values()].map(({ callId, status, input }) => [callId, status, input])).to.deep.equal([['a', 'active', { n: 1 }], ['b', 'active', { m: 2 }], ['d', 'pending', undefined]]);
  });

  it('arguments that come whole each time are the last of them', () => {
    const { calls } = stateOf(begin, call(), args('{"a":1}'), args('{"a":1,"b":2}'), written(), asks({ id: 'i', toolCallId: 'c' }));
    expect(calls.get('c')?.input).to.deep.equal({ a: 1, b: 2 });
    expect(stateOf(begin, call(), args('no '), args('json'), written()).calls.get('c')?.input).to.equal('no json');
  });

  it('repeated ids and names in each chunk are one call', () => {
    const { calls } = stateOf(begin, ...['{"a"', ':1', '}'].map((delta) => chunk({ toolCallId: 'c', toolCallName: 'x', delta })), textStart());
    expect(calls.get('c')?.input).to.deep.equal({ a: 1 });
  });

  it('ids that hurt plain objects are only strings', () => {
    for (const id of ['__proto__', 'constructor']) {
      const { calls, approvals } = stateOf(begin, call(id), written(id), asks({ id, toolCallId: id }));
      expect([calls.get(id)?.status, approvals.get(id)?.callId]).to.deep.equal(['awaiting_approval', id]);
    }
  });

  it('an activity may have the id of a call', () => {
    const { calls } = stateOf(begin, call('same'), { type: 'ACTIVITY_SNAPSHOT', messageId: 'same', activityType: 'A', content: 1 }, result('x', 'same'), ends());
    expect([...calls.values()].map(({ callId, output }) => [callId, output])).to.deep.equal([['same', 'x'], ['activity same', 1]]);
  });
});

describe('ag-ui: runs', () => {
  it('run after run, each with its own ids', () => {
    const state = stateOf(begin, text('one'), call(), result('x'), ends(), next('r2'), text('two'), call(), written(), result('y'), ends(undefined, 'r2'));
    expect([state.run.id, state.message.text, [...state.calls.values()].map(({ output }) => output).sort()]).to.deep.equal(['r2', 'two', ['x', 'y']]);
  });

  it('a run that is over and comes again with other stamps shows nothing twice', () => {
    const stamped = (at: number): object[] => [begin, textStart(), text('one'), textEnd(), call(), written(), result('x'), ends()].map((frame) => ({ ...frame, timestamp: at }));
    const state = stateOf(...stamped(1), ...stamped(2));
    expect([state.run.status, state.message.text, [...state.calls.values()].map(({ status }) => status)]).to.deep.equal(['settled', 'one', ['completed']]);
  });

  it('one id for all runs is one run that goes on', () => {
    const state = stateOf(begin, text('one', 'a'), ends(), begin, text('two', 'b'), ends());
    expect([state.run.status, state.message.text]).to.deep.equal(['settled', 'one\n\ntwo']);
    const fresh = reduce(stateOf(begin, text('one', 'a'), ends()), played(begin, text('two', 'b'), ends()).decoded);
    expect([fresh.run.status, fresh.message.text]).to.deep.equal(['settled', 'two']);
  });

  it('a run that another has followed does not come back', () => {
    const { state, diagnostics } = played(begin, text('one'), ends(), next('r2'), text('two', 'b'), ends(undefined, 'r2'), { ...begin, timestamp: 1 }, text('one'), ends());
    expect([state.run.id, state.message.text, diagnostics.map(({ code }) => code)]).to.deep.equal(['r2', 'two', ['duplicate', 'duplicate', 'duplicate']]);
  });

  it('a run whose end is missing is cut off by the next', () => {
    const state = stateOf(begin, call(), written(), next('r2'), ends(undefined, 'r2'));
    expect([state.run.id, state.run.outcome, state.calls.get('c')?.status]).to.deep.equal(['r2', 'completed', 'interrupted']);
  });

  it('an end after the end changes nothing', () => {
    const { state } = played(begin, { type: 'RUN_ERROR', message: 'no' }, ends());
    expect([state.run.status, state.run.error?.message]).to.deep.equal(['failed', 'no']);
  });
});

describe('ag-ui: history', () => {
  const hydrate = (persisted: unknown, live = false): ActivityState => reduce(emptyState, agUiDialect.hydrate(persisted, { live }));
  const messages = [
    { id: 'u', role: 'user', content: 'q' },
    { id: 'th', role: 'reasoning', content: 'PRIVATE' },
    { id: 'a', role: 'assistant', content: null, toolCalls: [tool('c', 'look', '{"a":0}'), tool('d', 'save', ''), tool('e', 'send', '{}')] },
    { id: 't', role: 'tool', toolCallId: 'c', content: '{"n":0}' },
    { id: 'f', role: 'tool', toolCallId: 'd', content: 'half', error: 'disk full' },
    { id: 'p', role: 'activity', activityType: 'PLAN', content: { steps: 2 } },
    { id: 'm', role: 'assistant', content: [{ type: 'text', text: 'Done.' }] },
  ];

  it('takes messages in each form, and none of their thoughts', () => {
    for (const form of [messages, { messages }, JSON.stringify(messages)]) {
      const state = hydrate(form);
      expect(plain(state)['calls']).to.deep.equal([
        { callId: 'c', status: 'completed', toolKey: 'look', input: { a: 0 }, output: { n: 0 } },
        { callId: 'd', status: 'failed', toolKey: 'save', input: '', output: 'half', error: { message: 'disk full' } },
        { callId: 'e', status: 'interrupted', toolKey: 'send', input: {}, assumed: true },
        { callId: 'p', status: 'completed', toolKey: 'PLAN', output: { steps: 2 } },
      ]);
      expect([state.message.text, state.run.status, JSON.stringify(plain(state)).includes('PRIVATE')]).to.deep.equal(['Done.', 'idle', false]);
    }
  });

  it('a call that nobody has answered goes on while a stream follows', () => {
    const open = messages.slice(0, 3);
    expect(hydrate(open, true).calls.get('e')?.status).to.equal('active');
    expect(hydrate([...open, { role: 'user', content: 'never mind' }], true).calls.get('e')?.status).to.equal('interrupted');
  });

  it('goes together with the stream that repeats it', () => {
    const events = agUiDialect.hydrate(messages, { live: true });
    const { decoded } = played(begin, snapshot(...messages), text('More.', 'n'), ends());
    const state = reduce(reduce(emptyState, events), decoded);
    expect([[...state.calls.keys()], state.run.outcome]).to.deep.equal([['c', 'd', 'e', 'p'], 'completed']);
  });
});
