import { expect } from '@open-wc/testing';
import type { ActivityEvent } from '../../src/activity/event.js';
import { reduce } from '../../src/activity/reduce.js';
import { type ActivityState, emptyState } from '../../src/activity/state.js';
import type { Diagnostic } from '../../src/dialects/dialect.js';
import { createThothDialect, StreamGeneration, thothDialect } from '../../src/dialects/thoth/index.js';
import type { WireFrame } from '../../src/wire/frame.js';
import { plain, play } from './frames.js';

const said = (event: string, data: unknown): WireFrame => ({ event, data });
const turn = (state: string, more: object = {}): WireFrame => said('turn_state', { state, ...more });
const think = (delta: string, more: object = {}): WireFrame => said('activity_delta', { delta, ...more });
const text = (delta: string, more: object = {}): WireFrame => said('text_delta', { delta, ...more });
const gate = (id: string, more: object = {}): WireFrame => said('gate_request', { id, kind: 'phase_summary', ...more });
const answered = (id: string, decision: string, more: object = {}): WireFrame => said('gate_response', { id, decision, ...more });
const joins = [{ left: 'orders.customer_id', right: 'customers.id' }, { left: 'orders.shop', right: 'shops.code' }];

function stateOf(...frames: readonly WireFrame[]): ActivityState {
  return play(thothDialect, frames).state;
}

describe('thoth: each event', () => {
  const options = [
    { id: 'continue', label: 'Continue', kind: 'allow_once' },
    { id: 'other', label: 'Other — specify', kind: 'reject_once', takesText: true },
  ];
  const thought: ActivityEvent[] = [
    { type: 'think.start', partId: ':0:1', kind: 'raw' },
    { type: 'think.delta', partId: ':0:1', kind: 'raw', mode: 'append', text: 'a' },
  ];
  const rows: readonly (readonly [name: string, frames: readonly WireFrame[], events: readonly ActivityEvent[]])[] = [
    ['activity_delta', [think('a')], thought],
    ['activity_delta as bare text', [said('activity_delta', 'a')], thought],
    ['activity_delta as a JSON string', [said('activity_delta', '"a"')], thought],
    ['activity_delta, a part of a message', [think('a', { messageId: 'm', contentIndex: 2 })], [
      { type: 'think.start', partId: 'm:2:1', kind: 'raw' },
      { type: 'think.delta', partId: 'm:2:1', kind: 'raw', mode: 'append', text: 'a' },
    ]],
    ['activity_delta without text', [think('')], []],
    ['text_delta', [text('a')], [{ type: 'message.delta', mode: 'append', text: 'a' }]],
    ['text_delta as bare text', [said('text_delta', 'a {b}')], [{ type: 'message.delta', mode: 'append', text: 'a {b}' }]],
    ['text_delta as text that reads as a number', [said('text_delta', '42')], [{ type: 'message.delta', mode: 'append', text: '42' }]],
    ['text_delta of white space alone', [said('text_delta', ' ')], [{ type: 'message.delta', mode: 'append', text: ' ' }]],
    ['text_delta of a message', [text('a', { messageId: 'm' })], [{ type: 'message.delta', mode: 'append', text: 'a', messageId: 'm' }]],
    ['text_delta ends a thought, and another one begins after it', [think('a'), text('b'), think('c')], [
      ...thought,
      { type: 'think.end', partId: ':0:1' },
      { type: 'message.delta', mode: 'append', text: 'b' },
      { type: 'think.start', partId: ':0:2', kind: 'raw' },
      { type: 'think.delta', partId: ':0:2', kind: 'raw', mode: 'append', text: 'c' },
    ]],
    ['turn_state running', [turn('running')], [{ type: 'run.start' }]],
    ['turn_state as a bare word', [said('turn_state', 'running')], [{ type: 'run.start' }]],
    ['turn_state running twice', [turn('running'), turn('running', { at: 2 })], [{ type: 'run.start' }]],
    ['turn_state waiting', [turn('waiting')], [{ type: 'run.waiting', reason: 'input' }]],
    ['turn_state idle, of no turn', [turn('idle')], []],
    ['turn_state idle', [turn('running'), turn('idle')], [{ type: 'run.start' }, { type: 'run.settled', outcome: 'completed' }]],
    ['agent_end', [turn('running'), said('agent_end', {})], [{ type: 'run.start' }, { type: 'run.settled', outcome: 'completed' }]],
    ['gate_request', [gate('g', { title: 'T', prompt: 'P' })], [
      {
        type: 'approval.request',
        approvalId: 'g',
        toolKey: 'phase_summary',
        prompt: 'T',
        activity: { activityType: 'approval', label: 'T', detail: 'P' },
        options,
        editable: false,
      },
    ]],
    ['gate_request under a number', [said('gate_request', { id: 7 })], [
      { type: 'approval.request', approvalId: '7', toolKey: 'reviewer_decide', options, editable: false },
    ]],
    ['gate_response', [answered('g', 'other', { reason: 'r', by: 'Ada' })], [
      { type: 'approval.response', approvalId: 'g', decision: 'rejected', reason: 'r', by: 'Ada' },
    ]],
  ];
  for (const [name, frames, events] of rows) {
    it(name, () => {
      const { decoded, diagnostics } = play(thothDialect, frames);
      expect(decoded).to.deep.equal(events);
      expect(diagnostics).to.deep.equal([]);
    });
  }

  const lost: readonly (readonly [WireFrame, Diagnostic['code']])[] = [
    [said('text_delta', '{"delta": "a'), 'malformed'],
    [said('text_delta', ''), 'malformed'],
    [said('text_delta', 'null'), 'malformed'],
    [said('text_delta', { delta: 5 }), 'malformed'],
    [said('text_delta', ['a']), 'malformed'],
    [turn('asleep'), 'malformed'],
    [said('gate_request', { id: '' }), 'malformed'],
    [said('gate_request', 'g'), 'malformed'],
    [said('gate_response', { id: 'g' }), 'malformed'],
    [said('gate_response', 'g'), 'malformed'],
    [said('unheard_of', {}), 'unknown'],
    [{ data: { delta: 'a' } }, 'malformed'],
  ];
  for (const [frame, code] of lost) {
    it(`counts ${JSON.stringify(frame)} as ${code}, and goes on`, () => {
      const { state, diagnostics } = play(thothDialect, [turn('running'), frame, text('b')]);
      expect(diagnostics.map((one) => one.code)).to.include(code);
      expect([state.run.status, state.message.text]).to.deep.equal(['running', 'b']);
    });
  }

  it('takes the name from the data where it stands nowhere else', () => {
    expect(stateOf({ data: '{"type":"text_delta","delta":"a"}' }).message.text).to.equal('a');
  });
});

describe('thoth: the turn', () => {
  const rows: readonly (readonly [name: string, frames: readonly WireFrame[], status: string])[] = [
    ['idle to running', [turn('idle'), turn('running')], 'running'],
    ['a gate, running to waiting', [turn('running'), gate('g')], 'waiting'],
    ['a gate and its state', [turn('running'), gate('g'), turn('waiting')], 'waiting'],
    ['the state before its gate', [turn('running'), turn('waiting'), gate('g')], 'waiting'],
    ['an answer, waiting to running', [turn('running'), gate('g'), turn('waiting'), answered('g', 'continue')], 'running'],
    ['an answer and its state', [turn('running'), gate('g'), turn('waiting'), answered('g', 'other'), turn('running')], 'running'],
    ['one of two gates', [turn('running'), gate('g'), gate('h'), answered('g', 'continue')], 'waiting'],
    ['steering, without an answer', [turn('running'), gate('g'), turn('waiting'), turn('running')], 'running'],
    ['the end of the agent', [turn('running'), turn('idle')], 'settled'],
    ['the end of an agent that waits for its reviewer', [turn('running'), gate('g'), said('agent_end', {})], 'waiting'],
    ['the end of a turn that waits', [turn('running'), turn('waiting'), turn('idle')], 'settled'],
    ['a failure', [turn('running'), turn('failed')], 'failed'],
    ['a failure, then agent_end', [turn('running'), turn('failed'), said('agent_end', {})], 'failed'],
    ['a failure, then idle', [turn('running'), turn('failed'), turn('idle')], 'failed'],
    ['a failure, then waiting and a gate', [turn('running'), turn('failed'), turn('waiting'), gate('g')], 'failed'],
    ['a failure, then late text', [turn('running'), turn('failed'), text('a'), think('b')], 'failed'],
    ['a failure at once', [turn('failed')], 'failed'],
    ['a prompt after a failure', [turn('running'), turn('failed'), turn('idle'), turn('running')], 'running'],
    ['a prompt after an end', [turn('running'), turn('idle'), turn('running')], 'running'],
  ];
  for (const [name, frames, status] of rows) {
    it(`${name}: ${status}`, () => {
      expect(stateOf(...frames).run.status).to.equal(status);
    });
  }

  it('a failure says one sentence, whatever the provider said', () => {
    const failed = (message: unknown): unknown => stateOf(turn('running'), turn('failed', { message, error: message })).run.error;
    const words = failed('provider: 401, key sk-123');
    expect(failed(undefined)).to.deep.equal(words);
    expect(failed({ a: 1 })).to.deep.equal(words);
    expect(words).to.include({ code: 'turn-failed' });
    expect(JSON.stringify(words)).to.not.contain('sk-123');
    const own = play(createThothDialect({ failure: 'Bir daha deneyin.' }), [turn('failed', { message: 'sk-123' })]).state;
    expect(own.run.error).to.deep.equal({ code: 'turn-failed', message: 'Bir daha deneyin.' });
  });

  it('the next turn has a text of its own', () => {
    expect(stateOf(turn('running'), text('one'), turn('idle'), turn('running'), text('two')).message.text).to.equal('two');
  });

  it('parts go by message and index, and messages are paragraphs', () => {
    const a = { messageId: 'a' };
    const { message } = stateOf(text('1', { ...a, contentIndex: 1 }), text('0', { ...a, contentIndex: 0 }), text('2', { ...a, contentIndex: 1 }), text('b', { messageId: 'b' }));
    expect(message.text).to.equal('120\n\nb');
  });

  it('a host translates its own names', () => {
    const dialect = createThothDialect({ translate: ({ event, data }) => ({ event: event === 'state' ? 'turn_state' : 'text_delta', data }) });
    expect(play(dialect, [said('state', 'running'), said('words', 'a')]).state).to.deep.include({ message: { text: 'a', status: 'streaming' } });
  });
});

describe('thoth: gates', () => {
  const asked = (more: object): ReturnType<typeof stateOf> => stateOf(turn('running'), gate('g', more));

  it('a join review is one set: its two answers, its joins to be read', () => {
    const approval = asked({ kind: 'join_review', joins, options: ['continue', { id: 'some', label: 'Only the first' }] }).approvals.get('g');
    expect(approval?.options?.map(({ id, kind, takesText }) => [id, kind, takesText])).to.deep.equal([
      ['continue', 'allow_once', undefined],
      ['other', 'reject_once', true],
    ]);
    expect(approval).to.deep.include({ status: 'pending', editable: false, input: { joins } });
  });

  it('the words of its own two answers are the server’s', () => {
    const approval = asked({ joins, options: [{ id: 'other', label: 'Başka' }] }).approvals.get('g');
    expect(approval?.options?.map(({ label }) => label)).to.deep.equal(['Continue', 'Başka']);
  });

  it('Continue sends no joins, so that all of them are meant; Other sends the words', () => {
    const approval = asked({ kind: 'join_review', joins }).approvals.get('g');
    if (approval === undefined) throw new Error('no gate');
    expect(thothDialect.answer(approval, { decision: 'approve', optionId: 'continue', input: { joins: [joins[0]] } }, undefined)).to.deep.equal({ id: 'g', decision: 'continue' });
    expect(thothDialect.answer(approval, { decision: 'reject', optionId: 'other', reason: 'Join by code' }, undefined)).to.deep.equal({ id: 'g', decision: 'other', reason: 'Join by code' });
    expect(thothDialect.answer(approval, { decision: 'approve' }, undefined)).to.deep.equal({ id: 'g', decision: 'continue' });
    expect(thothDialect.answer(approval, { decision: 'reject' }, undefined)).to.deep.equal({ id: 'g', decision: 'other' });
  });

  const LISTS: readonly (readonly [name: string, value: unknown, read: readonly string[]])[] = [
    ['strings', ['a', 'b'], ['a', 'b']],
    ['objects with text or question', [{ text: 'a' }, { question: 'b' }, { text: '', question: 'c' }], ['a', 'b', 'c']],
    ['objects, numbers, null, nothing, lists', ['a', {}, { text: 5 }, 7, null, undefined, true, ['b'], ''], ['a']],
    ['one string', 'a', []],
    ['one object with a text', { text: 'a' }, []],
    ['an object', { 0: 'a' }, []],
    ['a number', 7, []],
    ['null', null, []],
  ];
  for (const [name, value, read] of LISTS) {
    for (const field of ['open_questions', 'openQuestions']) {
      it(`${field}: ${name}`, () => {
        const { state, diagnostics } = play(thothDialect, [gate('g', { summary: { findings: ['f'], [field]: value } })]);
        expect(state.approvals.get('g')?.input).to.deep.equal({ summary: { findings: ['f'], [field]: read } });
        expect(diagnostics.length).to.equal(name === 'strings' ? 0 : 1);
      });
    }
  }

  it('a summary without questions, or that is text, stays as it is', () => {
    expect(asked({ summary: { a: 1 } }).approvals.get('g')?.input).to.deep.equal({ summary: { a: 1 } });
    expect(asked({ summary: 'words' }).approvals.get('g')?.input).to.deep.equal({ summary: 'words' });
    expect(asked({ joins: [], summary: null }).approvals.get('g')?.input).to.deep.equal({ joins: [] });
  });

  it('malformed joins are shown as they are', () => {
    const odd = [null, 5, 'a = b', [], { left: {} }];
    expect(asked({ joins: odd }).approvals.get('g')?.input).to.deep.equal({ joins: odd });
  });

  it('options keep their order; what is no option is told, and a second one of an id is none', () => {
    const { state, diagnostics } = play(thothDialect, [gate('g', { options: ['Use A', { id: 'no', label: 'Neither' }, { value: 'x', kind: 'later' }, 5, {}, 'Use A'] })]);
    expect(state.approvals.get('g')?.options).to.deep.equal([
      { id: 'Use A', label: 'Use A', kind: 'allow_once' },
      { id: 'no', label: 'Neither', kind: 'reject_once' },
      { id: 'x', kind: 'later' },
    ]);
    expect(diagnostics.map(({ code }) => code)).to.deep.equal(['malformed']);
  });

  it('no word that declines is offered as a yes', () => {
    for (const id of ['abort', 'Stop', 'dismiss', 'denied']) {
      expect(asked({ options: ['Use A', id] }).approvals.get('g')?.options?.map(({ kind }) => kind), id).to.deep.equal(['allow_once', 'reject_once']);
    }
  });

  it('an answer is read by the option that it names, else by its word, and no strange word is a yes', () => {
    const status = (word: string, options?: readonly unknown[]): unknown =>
      stateOf(turn('running'), gate('g', options ? { options } : {}), answered('g', word)).approvals.get('g')?.status;
    expect(status('continue')).to.equal('accepted');
    expect(status('Other')).to.equal('rejected');
    expect(status('Use A', ['Use A', 'no'])).to.equal('accepted');
    expect(status('no', ['Use A', 'no'])).to.equal('rejected');
    expect(status('perhaps')).to.equal('cancelled');
  });

  it('an answer may come first, and never brings its controls back', () => {
    const { approvals, run } = stateOf(answered('g', 'continue'), gate('g', { joins }));
    expect(approvals.get('g')).to.deep.include({ status: 'accepted', input: { joins } });
    expect(run.status).to.equal('running');
  });

  it('a turn that goes on without a word on its gate settles it by what was decided here, until the server says', () => {
    const decided = (decision: 'approve' | 'reject' | undefined, ...after: readonly WireFrame[]): unknown => {
      const decoder = thothDialect.createDecoder();
      let state = reduce(emptyState, [turn('running'), gate('g'), turn('waiting')].flatMap((one) => decoder.decode(one)));
      if (decision) state = reduce(state, [{ type: 'approval.local', approvalId: 'g', phase: 'sending', decision }]);
      state = reduce(state, [turn('running'), ...after].flatMap((one) => decoder.decode(one)));
      return [state.approvals.get('g')?.status, state.run.status];
    };
    expect(decided('approve')).to.deep.equal(['accepted', 'running']);
    expect(decided('reject')).to.deep.equal(['rejected', 'running']);
    expect(decided(undefined)).to.deep.equal(['cancelled', 'running']);
    expect(decided('approve', answered('g', 'other'))).to.deep.equal(['rejected', 'running']);
    expect(decided(undefined, gate('g'))).to.deep.equal(['pending', 'waiting']);
  });

  it('ids that hurt plain objects are only strings', () => {
    for (const id of ['__proto__', 'constructor', 'toString']) {
      const { approvals, message } = stateOf(turn('running'), gate(id, { joins }), text('a', { messageId: id }), answered(id, 'continue'));
      expect([approvals.get(id)?.status, message.text]).to.deep.equal(['accepted', 'a']);
      expect(stateOf(answered(id, 'toString')).approvals.get(id)?.status).to.equal('cancelled');
    }
  });
});

describe('thoth: history', () => {
  const hydrate = (persisted: unknown, live = false): ActivityState => reduce(emptyState, thothDialect.hydrate(persisted, { live }));

  it('brings back an open gate, and an answered one without controls', () => {
    const gates = [{ id: 'a', kind: 'join_review', joins, decision: 'other', reason: 'r' }, { id: 'b', summary: { open_questions: [{}] } }];
    const { approvals, run } = hydrate({ turn_state: 'waiting', gates }, true);
    expect([approvals.get('a')?.status, approvals.get('a')?.reason]).to.deep.equal(['rejected', 'r']);
    expect(approvals.get('b')).to.deep.include({ status: 'pending', input: { summary: { open_questions: [] } } });
    expect(run.status).to.equal('waiting');
  });

  it('closes gates of a session that does not wait any more', () => {
    expect(hydrate({ state: 'idle', gates: [{ id: 'a' }] }).approvals.get('a')?.status).to.equal('cancelled');
  });

  it('says a failure in its one sentence', () => {
    const { run } = hydrate({ turn_state: { state: 'failed', message: 'sk-123' } });
    expect(run.status).to.equal('failed');
    expect(JSON.stringify(run)).to.not.contain('sk-123');
  });

  it('reads the newest answer, and nothing that was thought', () => {
    const messages = [
      { role: 'assistant', content: 'old' },
      { role: 'user', content: 'q' },
      { role: 'assistant', content: [{ type: 'thinking', thinking: 'PRIVATE', text: 'PRIVATE' }, { type: 'text', text: 'new' }] },
    ];
    expect(hydrate({ messages }).message).to.deep.equal({ text: 'new', status: 'completed' });
    expect(hydrate(messages).message.text).to.equal('new');
    expect(hydrate({ messages }, true).message.text).to.equal('');
  });

  it('survives anything', () => {
    for (const value of [null, 5, 'x', [], [null], { gates: 5 }, { gates: [null, { id: {} }, 5] }, { messages: [5] }, { turn_state: [] }]) {
      expect(plain(hydrate(value))['run']).to.deep.equal({ status: 'idle' });
    }
  });
});

describe('thoth: generations of a stream', () => {
  function stream(): { calls: string[]; generation: StreamGeneration } {
    const calls: string[] = [];
    return { calls, generation: new StreamGeneration({ close: () => calls.push('close'), connect: () => calls.push('connect') }) };
  }

  it('a resume that succeeded opens the same URL again', async () => {
    const { calls, generation } = stream();
    expect(await generation.resume(() => Promise.resolve(new Response(null, { status: 204 })))).to.equal(true);
    expect([generation.value, calls]).to.deep.equal([1, ['close', 'connect']]);
  });

  it('one that failed opens nothing', async () => {
    const { calls, generation } = stream();
    const failures = [() => Promise.resolve(new Response(null, { status: 409 })), () => Promise.resolve(false), () => Promise.reject(new TypeError('network'))];
    for (const request of failures) expect(await generation.resume(request)).to.equal(false);
    expect([generation.value, calls]).to.deep.equal([0, []]);
  });

  it('of two, the newer one counts', async () => {
    const { calls, generation } = stream();
    let first: (value: boolean) => void = () => undefined;
    const slow = generation.resume(() => new Promise((resolve) => (first = resolve)));
    expect(await generation.resume(() => Promise.resolve(undefined))).to.equal(true);
    first(true);
    expect(await slow).to.equal(false);
    expect([generation.value, calls]).to.deep.equal([1, ['close', 'connect']]);
  });
});
