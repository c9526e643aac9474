import { expect } from '@open-wc/testing';
import type { ActivityEvent } from '../../src/activity/event.js';
import { reduce } from '../../src/activity/reduce.js';
import { emptyState, type Message } from '../../src/activity/state.js';
import { after, observe, settled, start } from './states.js';

describe('the plan', () => {
  const step: ActivityEvent = { type: 'plan.step', stepId: 's', label: 'Book', toolKey: 'book', input: 0 };

  it('keeps the order in which steps were added', () => {
    const state = after(step, { type: 'plan.step', stepId: 't' }, { ...step, label: 'Book it' });
    expect(state.plan.map(({ stepId, label }) => `${stepId} ${label}`)).to.deep.equal(['s Book it', 't t']);
  });

  it('is updated by step id: what an event leaves out stays', () => {
    const state = after(step, { type: 'plan.step', stepId: 's', callId: 'c', detail: 'Tomorrow' });
    expect(state.plan).to.deep.equal([{ stepId: 's', label: 'Book', toolKey: 'book', input: 0, callId: 'c', detail: 'Tomorrow' }]);
  });

  it('has a label for a step that brings none', () => {
    expect(after({ type: 'plan.step', stepId: 's', toolKey: 'book' }).plan[0]!.label).to.equal('book');
    expect(after({ type: 'plan.step', stepId: '__proto__' }).plan[0]!.label).to.equal('__proto__');
  });

  it('the same step again changes nothing, another one leaves it alone', () => {
    const state = after(start, step);
    expect(reduce(state, [step])).to.equal(state);
    expect(reduce(state, [{ type: 'plan.step', stepId: 't' }]).plan[0]).to.equal(state.plan[0]);
  });

  it('input counts by key (T7)', () => {
    for (const input of [0, false, '', null]) expect(after({ type: 'plan.step', stepId: 's', input }).plan[0]).to.deep.include({ input });
  });
});

describe('capability and notes', () => {
  it('a capability replaces the one before; the same changes nothing', () => {
    const state = after(start, { type: 'capability', capability: { key: 'calendar', label: 'Calendar' } });
    expect(reduce(state, [{ type: 'capability', capability: { key: 'calendar', label: 'Calendar' } }])).to.equal(state);
    expect(reduce(state, [{ type: 'capability', capability: { key: 'mail' } }]).capability).to.deep.equal({ key: 'mail' });
  });

  it('a note takes its place in the timeline, and is replaced there', () => {
    const note: ActivityEvent = { type: 'note', id: 'n', level: 'info', text: 'One' };
    const state = after(note, { type: 'tool.start', callId: 'n' }, { ...note, text: 'Two', level: 'warning' });
    expect(state.order).to.deep.equal([
      { kind: 'status', id: 'n' },
      { kind: 'call', id: 'n' },
    ]);
    expect(state.notes.get('n')).to.deep.equal({ id: 'n', level: 'warning', text: 'Two' });
    expect(reduce(state, [{ ...note, text: 'Two', level: 'warning' }])).to.equal(state);
  });

  it('the connection is what the session says, as a whole', () => {
    const lost = after({ type: 'connection', connection: { status: 'reconnecting', attempt: 2, retryAt: 5 } });
    expect(lost.run).to.equal(emptyState.run);
    const open = reduce(lost, [{ type: 'connection', connection: { status: 'open', attempt: 0 } }]);
    expect(open.connection).to.deep.equal({ status: 'open', attempt: 0 });
    expect(reduce(open, [{ type: 'connection', connection: { status: 'open', attempt: 0 } }])).to.equal(open);
  });
});

describe('the message', () => {
  const delta = (text: string, mode: 'append' | 'replace' = 'append', messageId?: string): ActivityEvent => ({
    type: 'message.delta',
    mode,
    text,
    ...(messageId !== undefined && { messageId }),
  });
  const rows: readonly (readonly [name: string, events: ActivityEvent[], message: Message])[] = [
    ['streams', [delta('Hel'), delta('lo')], { text: 'Hello', status: 'streaming' }],
    ['may be replaced', [delta('Hel'), delta('Bye', 'replace')], { text: 'Bye', status: 'streaming' }],
    ['gets its id from whoever says it', [delta('a'), delta('b', 'append', 'm'), delta('c')], { id: 'm', text: 'abc', status: 'streaming' }],
    ['another id begins another one', [delta('a', 'append', 'm'), delta('b', 'append', 'n')], { id: 'n', text: 'b', status: 'streaming' }],
    ['is completed with what was streamed', [delta('a'), { type: 'message.done', status: 'completed' }], { text: 'a', status: 'completed' }],
    ['is completed with the text of the end', [delta('a'), { type: 'message.done', status: 'completed', text: 'ab' }], { text: 'ab', status: 'completed' }],
    ['may be empty at its end', [{ type: 'message.done', status: 'partial', text: '' }], { text: '', status: 'partial' }],
    ['takes nothing after its end', [{ type: 'message.done', status: 'completed', text: 'a' }, delta('b')], { text: 'a', status: 'completed' }],
    ['another one may follow', [{ type: 'message.done', messageId: 'm', status: 'completed', text: 'a' }, delta('b', 'append', 'n')], { id: 'n', text: 'b', status: 'streaming' }],
    ['ends with a run that completes', [delta('a'), settled], { text: 'a', status: 'completed' }],
    ['is partial in a run that did not', [delta('a'), { type: 'run.settled', outcome: 'cancelled' }], { text: 'a', status: 'partial' }],
    ['stays empty in a run without one', [settled], { text: '', status: 'empty' }],
    ['is taken back by a discard', [delta('a', 'append', 'm'), { type: 'discard', scope: 'message' }], { text: '', status: 'empty' }],
    ['is not taken back by a discarded step', [delta('a'), { type: 'discard', scope: 'step' }], { text: 'a', status: 'streaming' }],
    ['is nothing before its first text', [delta('')], { text: '', status: 'empty' }],
  ];
  for (const [name, events, message] of rows) {
    it(name, () => {
      expect(after(start, ...events).message).to.deep.equal(message);
    });
  }

  it('the same text again changes nothing', () => {
    const state = after(start, delta('a', 'replace', 'm'));
    expect(reduce(state, [delta('a', 'replace', 'm')])).to.equal(state);
    expect(reduce(state, [delta('')])).to.equal(state);
  });

  it('late text is dropped', () => {
    const done = after(start, { type: 'message.done', status: 'completed', text: 'a' });
    const { state, dropped } = observe(done, delta('b'));
    expect(state).to.equal(done);
    expect(dropped).to.have.length(1);
  });
});
