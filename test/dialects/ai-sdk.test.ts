import { expect } from '@open-wc/testing';
import type { ActivityEvent } from '../../src/activity/event.js';
import { reduce } from '../../src/activity/reduce.js';
import { type ActivityState, type Approval, emptyState } from '../../src/activity/state.js';
import { aiSdkDialect } from '../../src/dialects/ai-sdk/index.js';
import type { WireFrame } from '../../src/wire/frame.js';
import { plain, play, type Played } from './frames.js';

type Chunk = object | string;
const frames = (chunks: readonly Chunk[]): WireFrame[] => chunks.map((data) => ({ data }));
const run = (...chunks: readonly Chunk[]): Played => play(aiSdkDialect, frames(chunks));

const start = { type: 'start' };
const step = { type: 'start-step' };
const stepEnd = { type: 'finish-step' };
const DONE = '[DONE]';
const finish = (finishReason?: string): object => ({ type: 'finish', ...(finishReason !== undefined && { finishReason }) });
const text = (delta: string, id = '0'): object => ({ type: 'text-delta', id, delta });
const inputStart = (toolCallId: string, more: object = {}): object => ({ type: 'tool-input-start', toolCallId, toolName: 'search', ...more });
const input = (toolCallId: string, value: unknown = { q: 1 }, more: object = {}): object => ({ type: 'tool-input-available', toolCallId, toolName: 'search', input: value, ...more });
const output = (toolCallId: string, value: unknown = 'r', more: object = {}): object => ({ type: 'tool-output-available', toolCallId, output: value, ...more });
const ask = (toolCallId: string, more: object = {}): object => ({ type: 'tool-approval-request', approvalId: `ap-${toolCallId}`, toolCallId, ...more });
const statuses = ({ calls }: ActivityState): string[] => [...calls.values()].map(({ callId, status }) => `${callId} ${status}`);
const answers = ({ approvals }: ActivityState): string[] => [...approvals.values()].map(({ approvalId, status }) => `${approvalId} ${status}`);

const call: readonly ActivityEvent[] = [
  { type: 'tool.start', callId: 'c', status: 'active', toolKey: 'search' },
  { type: 'tool.input', callId: 'c', mode: 'replace', value: { q: 1 }, complete: true },
];
const asked: ActivityEvent = { type: 'approval.request', approvalId: 'ap-c', callId: 'c', toolKey: 'search', input: { q: 1 } };
const responseEnd: ActivityEvent = { type: 'think.end' };

describe('ai-sdk: one chunk of each type', () => {
  const rows: readonly (readonly [string, readonly Chunk[], readonly ActivityEvent[]])[] = [
    ['start', [], []],
    ['start-step', [step], []],
    ['finish-step', [stepEnd], [responseEnd]],
    ['text-start and text-end', [{ type: 'text-start', id: '0' }, { type: 'text-end', id: '0' }], []],
    ['text-delta', [text('Hi')], [{ type: 'message.delta', mode: 'append', text: 'Hi' }]],
    ['reasoning-start and -end', [{ type: 'reasoning-start', id: 'r' }, { type: 'reasoning-end', id: 'r' }], [
      { type: 'think.start', partId: '1:r', kind: 'raw' },
      { type: 'think.end', partId: '1:r' },
    ]],
    ['reasoning-delta', [{ type: 'reasoning-delta', id: 'r', delta: 'Hm' }], [
      { type: 'think.start', partId: '1:r', kind: 'raw' },
      { type: 'think.delta', partId: '1:r', kind: 'raw', mode: 'append', text: 'Hm' },
    ]],
    ['reasoning-delta of OpenAI', [{ type: 'reasoning-delta', id: 'r', delta: 'Hm', providerMetadata: { openai: { itemId: 'i' } } }], [
      { type: 'think.start', partId: '1:r', kind: 'summary' },
      { type: 'think.delta', partId: '1:r', kind: 'summary', mode: 'append', text: 'Hm' },
    ]],
    ['tool-input-start', [inputStart('c', { title: 'Search', dynamic: true })], [
      { type: 'tool.start', callId: 'c', status: 'pending', toolKey: 'search', title: 'Search' },
    ]],
    ['tool-input-start of a provider', [inputStart('c', { providerExecuted: true })], [
      { type: 'tool.start', callId: 'c', status: 'pending', toolKey: 'search', executor: 'provider' },
    ]],
    ['tool-input-delta', [{ type: 'tool-input-delta', toolCallId: 'c', inputTextDelta: '{"q"' }], [{ type: 'tool.input', callId: 'c', mode: 'append', text: '{"q"' }]],
    ['tool-input-available', [input('c')], call],
    ['tool-input-available with null', [input('c', null)], [call[0]!, { type: 'tool.input', callId: 'c', mode: 'replace', value: null, complete: true }]],
    ['tool-input-error', [{ ...input('c'), type: 'tool-input-error', errorText: 'Bad q' }], [
      ...call,
      { type: 'tool.end', callId: 'c', result: 'failed', error: { message: 'Bad q' } },
    ]],
    ['tool-approval-request', [input('c'), ask('c', { reason: 'It writes', signature: 's' })], [...call, { ...asked, reason: 'It writes', echo: { signature: 's' } }]],
    ['tool-approval-request of the policy', [input('c'), ask('c', { isAutomatic: true })], call],
    ['tool-approval-response', [input('c'), ask('c'), { type: 'tool-approval-response', approvalId: 'ap-c', approved: false, reason: 'No' }], [
      ...call,
      asked,
      { type: 'approval.response', approvalId: 'ap-c', callId: 'c', decision: 'rejected', reason: 'No' },
    ]],
    ['tool-approval-response of the policy', [input('c'), ask('c', { isAutomatic: true, reason: 'Rule 1' }), { type: 'tool-approval-response', approvalId: 'ap-c', approved: true }], [
      ...call,
      { type: 'snapshot.approval', approvalId: 'ap-c', callId: 'c', toolKey: 'search', input: { q: 1 }, status: 'accepted', decidedBy: 'policy', requestReason: 'Rule 1' },
    ]],
    ['tool-output-available', [input('c'), output('c', 0)], [...call, { type: 'tool.end', callId: 'c', result: 'completed', output: 0 }]],
    ['tool-output-available, preliminary', [input('c'), output('c', 'half', { preliminary: true })], [...call, { type: 'tool.progress', callId: 'c', partialOutput: 'half' }]],
    ['tool-output-error', [input('c'), { type: 'tool-output-error', toolCallId: 'c', errorText: 'Gone' }], [
      ...call,
      { type: 'tool.end', callId: 'c', result: 'failed', error: { message: 'Gone' } },
    ]],
    ['tool-output-denied', [input('c'), ask('c'), { type: 'tool-output-denied', toolCallId: 'c' }], [
      ...call,
      asked,
      { type: 'approval.response', approvalId: 'ap-c', callId: 'c', decision: 'rejected' },
    ]],
    ['tool-output-denied that nobody asked about', [{ type: 'tool-output-denied', toolCallId: 'c' }], [{ type: 'tool.end', callId: 'c', result: 'rejected' }]],
    ['data-tool-call-approval', [{ type: 'data-tool-call-approval', data: { runId: 'r', toolCallId: 'c', toolName: 'search', args: { q: 1 } } }], [{ ...asked, approvalId: 'c' }]],
    ['data-tool-call-suspended', [{ type: 'data-tool-call-suspended', data: { toolCallId: 'c', toolName: 'search' } }], [{ type: 'approval.request', approvalId: 'c', callId: 'c', toolKey: 'search' }]],
    ['error, and the end', [{ type: 'error', errorText: 'Quota' }, DONE], [responseEnd, { type: 'run.failed', error: { code: 'error', message: 'Quota' } }]],
    ['error without words', [{ type: 'error' }, DONE], [responseEnd, { type: 'run.failed', error: { code: 'error' } }]],
    ['error that the response survives', [{ type: 'error', errorText: 'Slow' }, finish('stop')], [
      responseEnd,
      { type: 'note', id: 'run:error-1', level: 'error', text: 'Slow' },
      { type: 'run.ended', outcome: 'completed' },
    ]],
    ['abort', [{ type: 'abort', reason: 'Stopped' }], [responseEnd, { type: 'run.settled', outcome: 'cancelled', reason: 'Stopped' }]],
    ['finish, error', [{ type: 'error', errorText: 'Quota' }, finish('error')], [responseEnd, { type: 'run.failed', error: { code: 'error', message: 'Quota' } }]],
    ['finish, interrupted', [finish('interrupted')], [responseEnd, { type: 'run.settled', outcome: 'cancelled' }]],
    ...([['stop', 'completed'], ['length', 'truncated'], ['content-filter', 'refused'], ['other', 'completed'], [undefined, 'completed']] as const).map(
      ([reason, outcome]): readonly [string, readonly Chunk[], readonly ActivityEvent[]] => [`finish, ${reason ?? 'without a reason'}`, [finish(reason)], [responseEnd, { type: 'run.ended', outcome }]],
    ),
    ['[DONE] alone', [DONE], [responseEnd, { type: 'run.ended', outcome: 'completed' }]],
    ['[DONE] after finish', [finish('stop'), DONE], [responseEnd, { type: 'run.ended', outcome: 'completed' }]],
  ];
  for (const [what, chunks, events] of rows) {
    it(what, () => {
      const { decoded, diagnostics } = run(start, ...chunks);
      expect(decoded).to.deep.equal([{ type: 'run.start' }, ...events]);
      expect(diagnostics).to.deep.equal([]);
    });
  }

  it('reset-step takes back what the step has brought', () => {
    const { state, diagnostics } = run(start, step, text('One. ', 'a'), input('a'), output('a'), stepEnd, step, text('Wrong', 'b'), input('b'), { type: 'reset-step' }, text('Right', 'b'), finish('stop'));
    expect([state.message.text, statuses(state), state.run.outcome]).to.deep.equal(['One. \n\nRight', ['a completed'], 'completed']);
    expect(diagnostics).to.deep.equal([]);
  });

  it('what is for the host is passed over, and counted', () => {
    const types = ['source-url', 'source-document', 'file', 'reasoning-file', 'custom', 'steering-message', 'message-metadata', 'data-weather'];
    const { decoded, diagnostics } = run(start, ...types.map((type) => ({ type, data: 1 })));
    expect(decoded).to.deep.equal([{ type: 'run.start' }]);
    expect(diagnostics.map(({ code, sample }) => [code, sample])).to.deep.equal(types.map(() => ['ignored', undefined]));
  });

  it('counts what it cannot use, and goes on', () => {
    const { decoded, diagnostics } = run(
      '{"type":"text-delta","delta":',
      '',
      'null',
      {},
      { type: 'unheard-of' },
      { type: 'text-delta', id: '0' },
      { type: 'tool-input-available', input: {} },
      { type: 'tool-approval-request', toolCallId: 'c' },
      { type: 'tool-approval-response', approvalId: 'a' },
      { type: 'data-tool-call-approval', data: 5 },
      { type: 'text-delta', id: 5, delta: 'Hi' },
    );
    expect(diagnostics.map(({ code }) => code)).to.deep.equal([...Array<string>(4).fill('malformed'), 'unknown', ...Array<string>(6).fill('malformed')]);
    expect(diagnostics.at(-1)?.reason).to.equal('text-delta: "id" must be string, got number; the field was left out');
    expect(decoded).to.deep.equal([{ type: 'run.start' }, { type: 'message.delta', mode: 'append', text: 'Hi' }]);
  });
});

describe('ai-sdk: text and thoughts', () => {
  it('a start with an id that is in use, or was, begins another part', () => {
    const part = (delta: string): object[] => [{ type: 'text-start', id: '0' }, text(delta), { type: 'text-end', id: '0' }];
    expect(run(start, ...part('One'), ...part('Two')).state.message.text).to.equal('One\n\nTwo');
    const thought = (delta: string): object[] => [{ type: 'reasoning-start', id: '0' }, { type: 'reasoning-delta', id: '0', delta }];
    const { decoded } = run(start, ...thought('One'), ...thought('Two'), stepEnd);
    expect(decoded.map(({ type }) => type).filter((type) => type.startsWith('think'))).to.deep.equal(['start', 'delta', 'end', 'start', 'delta', 'end', 'end'].map((one) => `think.${one}`));
  });

  it('a title that opens a thought is a heading, however it is cut; one that comes later is not', () => {
    const thought = (...deltas: string[]): object[] => [{ type: 'reasoning-start', id: 'r' }, ...deltas.map((delta) => ({ type: 'reasoning-delta', id: 'r', delta })), { type: 'reasoning-end', id: 'r' }];
    expect(run(start, ...thought('**Look', 'ing up', '**\n\nI need')).headings).to.deep.equal(['Looking up']);
    expect(run(start, ...thought(...'**Looking up**\n\nI need'.split(''))).headings).to.deep.equal(['Looking up']);
    expect(run(start, ...thought('**Looking up**')).headings).to.deep.equal(['Looking up']);
    expect(run(start, ...thought('I need\n**Looking up**\n')).headings).to.deep.equal([]);
    expect(run(start, ...thought('**Bold** words\n')).headings).to.deep.equal([]);
    const openai = thought('I need. ', '\n**Looking up**\n').map((one) => ({ ...one, providerMetadata: { openai: {} } }));
    expect(run(start, ...openai).headings).to.deep.equal(['Looking up']);
  });
});

describe('ai-sdk: the end of a response and of a turn', () => {
  it('a call that nobody ran is the client\'s, and the run waits for it', () => {
    const { state } = run(start, step, input('c'), inputStart('p', { providerExecuted: true }), stepEnd, finish('tool-calls'), DONE);
    expect([state.run.status, state.run.waitingFor, state.calls.get('c')?.executor]).to.deep.equal(['waiting', 'client-tool', 'client']);
  });

  it('arguments that are whole, but of which nobody said so, count; half of them do not', () => {
    const delta = (inputTextDelta: string): object => ({ type: 'tool-input-delta', toolCallId: 'c', inputTextDelta });
    const whole = run(start, inputStart('c'), delta('{"q":'), delta('1}'), finish()).state;
    expect([whole.run.status, whole.calls.get('c')?.input]).to.deep.equal(['waiting', { q: 1 }]);
    const half = run(start, inputStart('c'), delta('{"q":'), finish('length')).state;
    expect([half.run.outcome, half.calls.get('c')?.status]).to.deep.equal(['truncated', 'interrupted']);
  });

  it('a result that went another way than the stream is not known', () => {
    const { state } = run(start, input('c'), finish('tool-calls'), DONE, start, step, text('So.'), finish('stop'), DONE);
    expect([state.run.outcome, state.calls.get('c')?.status, state.calls.get('c')?.rawStatus]).to.deep.equal(['completed', 'interrupted', 'result_not_in_stream']);
  });

  const waiting = [start, step, text('Wait.'), input('c'), ask('c'), input('d'), ask('d'), stepEnd, finish('tool-calls'), DONE];

  it('a continuation says what became of what was asked', () => {
    const before = run(...waiting).state;
    expect([before.run.status, before.run.waitingFor, ...statuses(before)]).to.deep.equal(['waiting', 'approval', 'c awaiting_approval', 'd awaiting_approval']);
    const { state } = run(...waiting, { type: 'start', messageId: 'm' }, output('c'), { type: 'tool-output-denied', toolCallId: 'd' }, step, text('Done.'), stepEnd, finish('stop'), DONE);
    expect([statuses(state), answers(state)]).to.deep.equal([['c completed', 'd rejected'], ['ap-c accepted', 'ap-d rejected']]);
    expect([state.run.id, state.run.outcome, state.message.text]).to.deep.equal(['m', 'completed', 'Wait.\n\nDone.']);
  });

  it('what it says nothing of was not allowed', () => {
    const { state } = run(...waiting, start, output('c'), step, text('Done.'), finish('stop'));
    expect([statuses(state), answers(state)]).to.deep.equal([['c completed', 'd rejected'], ['ap-c accepted', 'ap-d rejected']]);
  });

  it('an execution under an id of the provider\'s is of the call that was asked about', () => {
    const provider = { providerExecuted: true };
    const { state } = run(start, input('made-up', { a: 1 }, provider), ask('made-up'), finish('stop'), start, input('mcp_1', { a: 1 }, provider), output('mcp_1'), finish('stop'));
    expect([statuses(state), answers(state)]).to.deep.equal([['made-up completed'], ['ap-made-up accepted']]);
  });

  it('the policy\'s decisions ask nobody', () => {
    for (const [approved, last, status] of [[true, output('c'), 'completed'], [false, { type: 'tool-output-denied', toolCallId: 'c' }, 'rejected']] as const) {
      const { state } = run(start, input('c'), ask('c', { isAutomatic: true }), { type: 'tool-approval-response', approvalId: 'ap-c', approved }, last, finish('stop'));
      expect([statuses(state), answers(state), state.approvals.get('ap-c')?.decidedBy]).to.deep.equal([[`c ${status}`], [`ap-c ${approved ? 'accepted' : 'rejected'}`], 'policy']);
    }
    const silent = run(start, input('c'), ask('c', { isAutomatic: true }), output('c'), finish('stop')).state;
    expect(answers(silent)).to.deep.equal(['ap-c accepted']);
  });

  it('the next message is another run', () => {
    const first = [start, input('c'), output('c'), text('One'), finish('stop'), DONE];
    for (const next of [start, { type: 'start', messageId: 'n' }]) {
      const { state } = run(...first, next, input('c', 2), output('c', 3), text('Two'), finish('stop'), DONE);
      expect([state.message.text, state.calls.get('c')?.output, state.calls.size]).to.deep.equal(['Two', 3, 2]);
    }
    const named = run({ type: 'start', messageId: 'm' }, ...waiting.slice(1), { type: 'start', messageId: 'n' }, text('Never mind'), finish('stop')).state;
    expect([named.run.id, named.message.text, answers(named)]).to.deep.equal(['n', 'Never mind', ['ap-c cancelled', 'ap-d cancelled']]);
  });

  it('any chunk may be the first', () => {
    for (const first of [text('Hi'), output('c'), ask('c'), { type: 'tool-output-error', toolCallId: 'c' }, { type: 'reasoning-delta', id: 'r', delta: 'x' }, finish('stop'), stepEnd]) {
      expect(run(first).decoded[0]).to.deep.equal({ type: 'run.start' });
    }
    expect(run(DONE).decoded).to.deep.equal([]);
    expect(statuses(run(output('__proto__'), output('constructor')).state)).to.deep.equal(['__proto__ completed', 'constructor completed']);
  });

  it('a body that ends after an error has failed; without one it is only lost', () => {
    const decoder = aiSdkDialect.createDecoder();
    for (const data of [start, { type: 'error', errorText: 'Quota' }]) decoder.decode({ data });
    expect(decoder.end?.().at(-1)).to.deep.equal({ type: 'run.failed', error: { code: 'error', message: 'Quota' } });
    const lost = aiSdkDialect.createDecoder();
    lost.decode({ data: start });
    expect(lost.end?.()).to.deep.equal([]);
  });
});

describe('ai-sdk: streams that are sent again', () => {
  const first = [start, step, text('Wait.'), input('c'), ask('c'), stepEnd, finish('tool-calls'), DONE];
  const second = [start, output('c'), step, text('Done.'), stepEnd, finish('stop'), DONE];
  const whole = run(...first, ...second);

  it('word for word they change nothing: all, the newest response, or a part of either that was cut', () => {
    for (const again of [[...first, ...second], second, [...first.slice(0, 3), ...first, ...second], [...second.slice(0, 2), ...second]]) {
      const { state, diagnostics } = run(...first, ...second, ...again);
      expect(plain(state)).to.deep.equal(plain(whole.state));
      expect(diagnostics.map(({ code }) => code)).to.deep.equal(again.map(() => 'duplicate'));
    }
    for (let cut = 1; cut < second.length; cut += 1) {
      expect(plain(run(...first, ...second.slice(0, cut), ...second).state), String(cut)).to.deep.equal(plain(whole.state));
    }
  });

  it('in other words, an unfinished response takes the place of what came of it', () => {
    const { state } = run(...first, start, output('c'), step, text('Do'), input('d'), start, output('c'), step, text('Done.'), finish('stop'));
    expect([state.message.text, statuses(state)]).to.deep.equal(['Wait.\n\nDone.', ['c completed']]);
  });

  it('what waits since an earlier response stays when a later one is begun anew', () => {
    const { state } = run(...first, start, step, text('Do'), input('d'), start, output('c'), step, text('Done.'), finish('stop'));
    expect([statuses(state), state.message.text]).to.deep.equal([['c completed', 'd cancelled'], 'Wait.\n\nDone.']);
  });
});

describe('ai-sdk: forms of the stream', () => {
  it('several chunks in one frame, one a line', () => {
    const data = [start, text('Hi'), finish('stop')].map((chunk) => JSON.stringify(chunk)).join('\n');
    expect(play(aiSdkDialect, [{ data: `${data}\n[DONE]` }]).state).to.deep.equal(run(start, text('Hi'), finish('stop')).state);
    expect(play(aiSdkDialect, [{ data: JSON.stringify(text('Hi'), null, 2) }]).state.message.text).to.equal('Hi');
  });

  it('chunks of a web socket', () => {
    const chunks = [start, text('Hi'), finish('stop')].map((chunk, sequence) => ({ type: 'chunk', requestId: 'r', sequence, chunk }));
    expect(run(...chunks, { type: 'end', requestId: 'r' }).state).to.deep.equal(run(start, text('Hi'), finish('stop')).state);
  });
});

describe('ai-sdk: answers', () => {
  const approval = (more: Partial<Approval> = {}): Approval => ({ approvalId: 'a', callId: 'c', status: 'sending', toolKey: 'search', input: { q: 1 }, ...more });

  it('are the parts of the message as they stand then, with what the server wants back', () => {
    expect(aiSdkDialect.answer(approval({ echo: { signature: 's' } }), { decision: 'approve' }, 'm')).to.deep.equal({
      trigger: 'submit-message',
      messageId: 'm',
      parts: [{ type: 'tool-search', toolCallId: 'c', state: 'approval-responded', input: { q: 1 }, approval: { id: 'a', approved: true, signature: 's' } }],
    });
    const dynamic = approval({ echo: { dynamic: true, providerExecuted: true } });
    expect(aiSdkDialect.answer(dynamic, { decision: 'reject', reason: 'No' }, undefined)).to.deep.equal({
      trigger: 'submit-message',
      parts: [
        { type: 'dynamic-tool', toolName: 'search', toolCallId: 'c', state: 'approval-responded', input: { q: 1 }, providerExecuted: true, approval: { id: 'a', approved: false, reason: 'No' } },
      ],
    });
  });

  it('of one step go together', () => {
    const one = { approval: approval(), request: { decision: 'approve' } as const };
    const two = { approval: approval({ approvalId: 'b', callId: 'd' }), request: { decision: 'reject' } as const };
    const { parts } = aiSdkDialect.answerAll?.([one, two], 'm') as { parts: { toolCallId: string }[] };
    expect(parts.map(({ toolCallId }) => toolCallId)).to.deep.equal(['c', 'd']);
  });
});

describe('ai-sdk: history', () => {
  const hydrate = (persisted: unknown, live = false): ActivityState => reduce(emptyState, aiSdkDialect.hydrate(persisted, { live }));
  const tool = (state: string, more: object = {}): object => ({ type: 'tool-search', toolCallId: 'c', state, input: { q: 1 }, ...more });
  const message = (...parts: object[]): object => ({ id: 'm', role: 'assistant', parts });
  const user = { id: 'u', role: 'user', parts: [{ type: 'text', text: 'Please' }] };
  const about = { callId: 'c', toolKey: 'search', input: { q: 1 } };

  const rows: readonly (readonly [string, object, object])[] = [
    ['input-streaming', tool('input-streaming'), { ...about, status: 'interrupted', assumed: true }],
    ['input-available', tool('input-available'), { ...about, status: 'interrupted', assumed: true }],
    ['output-available', tool('output-available', { output: 0, title: 'Search' }), { ...about, status: 'completed', output: 0, activity: { label: 'Search' } }],
    ['output-available, preliminary', tool('output-available', { output: 0, preliminary: true }), { ...about, status: 'interrupted', assumed: true, output: 0 }],
    ['output-error', tool('output-error', { errorText: 'Gone' }), { ...about, status: 'failed', error: { message: 'Gone' } }],
    ['output-denied', tool('output-denied'), { ...about, status: 'rejected' }],
    ['dynamic-tool', { ...tool('output-available', { output: 1, toolName: 'other' }), type: 'dynamic-tool' }, { ...about, toolKey: 'other', status: 'completed', output: 1 }],
  ];
  for (const [what, part, expected] of rows) {
    it(what, () => {
      const state = hydrate([user, message({ type: 'step-start' }, { type: 'reasoning', text: 'Hm' }, part, { type: 'text', text: 'So.' })]);
      expect(plain(state)['calls']).to.deep.equal([expected]);
      expect([state.message, state.run.status]).to.deep.equal([{ id: 'm', text: 'So.', status: 'completed' }, 'idle']);
    });
  }

  it('still asks what was asked, in the newest message only', () => {
    const open = message(tool('approval-requested', { approval: { id: 'a', requestReason: 'It writes', signature: 's' } }));
    const state = hydrate({ messages: [user, open] });
    expect([state.run.status, state.calls.get('c')?.status]).to.deep.equal(['waiting', 'awaiting_approval']);
    expect(plain(state)['approvals']).to.deep.equal([{ approvalId: 'a', status: 'pending', ...about, reason: 'It writes', echo: { signature: 's' } }]);
    const older = hydrate([open, user]);
    expect([older.run.status, statuses(older), answers(older)]).to.deep.equal(['idle', ['c interrupted'], ['a cancelled']]);
  });

  it('tells what was answered, and by whom', () => {
    const answered = (state: string, approval: object): ActivityState => hydrate([message(tool(state, { approval: { id: 'a', ...approval } }))]);
    const said = (state: ActivityState): unknown[] => [...statuses(state), ...answers(state), state.approvals.get('a')?.decidedBy];
    expect(said(answered('output-available', { approved: true, isAutomatic: true }))).to.deep.equal(['c completed', 'a accepted', 'policy']);
    expect(said(answered('output-denied', {}))).to.deep.equal(['c rejected', 'a rejected', undefined]);
    expect(said(answered('approval-responded', { approved: false, reason: 'No' }))).to.deep.equal(['c rejected', 'a rejected', undefined]);
    expect(said(answered('approval-responded', { approved: true }))).to.deep.equal(['c interrupted', 'a accepted', undefined]);
  });

  it('with the stream that follows, it is the whole', () => {
    const chunks = [{ type: 'start', messageId: 'm' }, step, input('c'), output('c'), stepEnd, step, { type: 'text-start', id: '1' }, text('So.', '1'), stepEnd, finish('stop'), DONE];
    const stored = [user, message(tool('output-available', { output: 'r' }), { type: 'text', text: 'So', state: 'streaming' })];
    const { decoded } = run(...chunks);
    expect(plain(reduce(hydrate(stored, true), decoded))).to.deep.equal(plain(run(...chunks).state));
  });

  for (const value of [null, 5, '', 'x', {}, [], [null, 5], { messages: 5 }, [{}], [user]]) {
    it(`makes nothing of ${JSON.stringify(value)}`, () => {
      expect(hydrate(value)).to.equal(emptyState);
    });
  }
});
