import { expect } from '@open-wc/testing';
import fc from 'fast-check';
import { capture, createCapture, withoutReasoning, type Disclosure } from '../../src/activity/capture.js';
import { normaliseDisclosure } from '../../src/activity/disclosure.js';
import type { ActivityEvent, ThinkDelta, ThinkingKind } from '../../src/activity/event.js';
import { reduce } from '../../src/activity/reduce.js';
import { emptyState } from '../../src/activity/state.js';

const MODES: readonly Disclosure[] = ['hidden', 'surface', 'telemetry_only'];

function delta(text: string, kind: ThinkingKind = 'summary', partId = 'p', mode: ThinkDelta['mode'] = 'append'): ThinkDelta {
  return { type: 'think.delta', partId, kind, mode, text };
}

function run(events: readonly ActivityEvent[], disclosure: Disclosure = 'hidden'): { out: ActivityEvent[]; heard: string[] } {
  const heard: string[] = [];
  const out = capture(createCapture(), events, disclosure, (text, kind) => heard.push(`${kind}: ${text}`));
  return { out, heard };
}

function headings(events: readonly ActivityEvent[]): string[] {
  return events.flatMap((event) => (event.type === 'think.heading' ? [event.heading] : []));
}

describe('the capture gate (V1)', () => {
  it('makes 4 events of 383 summary fragments with 4 headings', () => {
    const body = 'I will look at that now, and then at the rest. '.repeat(40);
    const text = ['One', 'Two', 'Three', 'Four'].map((title) => `**${title}**\n\n${body}`).join('\n\n');
    const size = Math.ceil(text.length / 383);
    const fragments = Array.from({ length: 383 }, (_, index) => text.slice(index * size, (index + 1) * size));
    const { out, heard } = run(fragments.map((fragment) => delta(fragment)));
    expect(out).to.deep.equal(['One', 'Two', 'Three', 'Four'].map((heading) => ({ type: 'think.heading', heading })));
    expect(heard).to.deep.equal([]);
  });

  it('says a heading once while it stays the same, and again after it was cleared', () => {
    const title = (partId: string): ThinkDelta => delta('**Same**\n', 'summary', partId);
    expect(headings(run([title('1'), title('2')]).out)).to.deep.equal(['Same']);
    const clearing: ActivityEvent[] = [
      { type: 'message.delta', mode: 'append', text: 'x' },
      { type: 'think.end' },
      { type: 'run.settled', outcome: 'completed' },
      { type: 'run.start' },
    ];
    for (const event of clearing) expect(headings(run([title('1'), event, title('2')]).out), event.type).to.deep.equal(['Same', 'Same']);
  });

  it('scans each part for itself', () => {
    const events = [delta('**On', 'summary', 'a'), delta('**Tw', 'summary', 'b'), delta('e**\n', 'summary', 'a'), delta('o**\n', 'summary', 'b')];
    expect(headings(run(events).out)).to.deep.equal(['One', 'Two']);
  });

  it('takes the end of a part, or its id beginning anew, for the end of a line', () => {
    const end: ActivityEvent = { type: 'think.end', partId: 'p' };
    const start: ActivityEvent = { type: 'think.start', partId: 'p', kind: 'summary' };
    expect(run([delta('**One**'), end]).out).to.deep.equal([{ type: 'think.heading', heading: 'One' }, end]);
    expect(run([delta('**One**'), start, delta('**Two**'), end]).out.map(({ type }) => type)).to.deep.equal([
      'think.heading',
      'think.start',
      'think.heading',
      'think.end',
    ]);
  });

  it('does not join a cut part with what a retry sends', () => {
    expect(headings(run([delta('**Half a '), { type: 'discard', scope: 'message' }, delta('title**\n')]).out)).to.deep.equal([]);
  });

  it('keeps the server time of the fragment that completed a heading', () => {
    expect(run([delta('**One**'), { ...delta('\n'), at: 5 }]).out).to.deep.equal([{ type: 'think.heading', heading: 'One', at: 5 }]);
  });

  it('never scans raw reasoning; tells once a part that there is some', () => {
    const start = { type: 'think.start', partId: 'p', kind: 'raw' } as const;
    expect(run([delta('**Title**\n', 'raw'), delta('secret', 'raw')]).out).to.deep.equal([start]);
    expect(run([start, delta('**Title**\n', 'raw'), delta('secret', 'raw')]).out).to.deep.equal([start]);
  });

  it('tells it again when something came between', () => {
    const message: ActivityEvent = { type: 'message.delta', mode: 'append', text: 'x' };
    const { out } = run([delta('a', 'raw'), message, delta('b', 'raw'), delta('c', 'raw')]);
    expect(out.map(({ type }) => type)).to.deep.equal(['think.start', 'message.delta', 'think.start']);
    expect(reduce(emptyState, out).thinking.kind).to.equal('reasoning');
  });

  it('reads only what is new in a cumulative text', () => {
    const texts = ['**On', '**One**\n', '**One**\n', '**One**\nbody', '**One**\nbody\n**Two**\n'];
    const { out, heard } = run(texts.map((text) => delta(text, 'summary', 'p', 'replace')), 'telemetry_only');
    expect(headings(out)).to.deep.equal(['One', 'Two']);
    expect(heard.map((line) => line.slice('summary: '.length)).join('')).to.equal(texts.at(-1));
  });

  it('reads a cumulative text that began by fragments', () => {
    const { heard } = run([delta('Hel'), delta('Hello', 'summary', 'p', 'replace'), delta('!')], 'surface');
    expect(heard).to.deep.equal(['summary: Hel', 'summary: lo', 'summary: !']);
  });

  it('reads another text under the same id from its beginning', () => {
    const { out, heard } = run([delta('**One', 'summary', 'p', 'replace'), delta('**Another**\n', 'summary', 'p', 'replace')], 'surface');
    expect(headings(out)).to.deep.equal(['Another']);
    expect(heard).to.deep.equal(['summary: **One', 'summary: **Another**\n']);
  });

  it('remembers a bounded number of parts, and no text but the end of a title', () => {
    const memory = createCapture();
    const events = Array.from({ length: 5000 }, (_, index) => delta('a long secret '.repeat(20), 'summary', `p${index}`));
    capture(memory, events, 'surface');
    expect(memory.parts.size).to.be.at.most(256);
    expect(JSON.stringify([...memory.parts])).not.to.contain('secret');
  });

  it('passes every other event as it is', () => {
    const events = [
      { type: 'tool.start', callId: '__proto__' },
      { type: 'never.heard.of' },
      { type: 'think.start', partId: 'p', kind: 'summary' },
    ] as ActivityEvent[];
    const { out } = run(events);
    expect(out).to.have.length(3);
    for (const [index, event] of events.entries()) expect(out[index]).to.equal(event);
  });
});

describe('disclosure', () => {
  it('is one of three modes; whatever else is hidden', () => {
    for (const mode of MODES) expect(normaliseDisclosure(mode)).to.equal(mode);
    expect(normaliseDisclosure('telemetry-only')).to.equal('telemetry_only');
    for (const value of ['Surface', 'surface ', '', 'all', undefined, null, 1, true, {}, ['surface'], '__proto__', 'constructor']) {
      expect(normaliseDisclosure(value), JSON.stringify(value)).to.equal('hidden');
    }
  });

  const forged = { ...delta('secret', 'raw'), disclosed: true };
  const events = [delta('**Title**\nsecret'), delta('secret', 'raw', 'q'), forged, delta('secret', 'hidden', 'r')];

  it('hidden: no text in any event, nobody is told', () => {
    const { out, heard } = run(events, 'hidden');
    expect(JSON.stringify(out)).not.to.contain('secret');
    expect(heard).to.deep.equal([]);
    expect(headings(out)).to.deep.equal(['Title']);
  });

  it('telemetry_only: told, and in no event', () => {
    const { out, heard } = run(events, 'telemetry_only');
    expect(JSON.stringify(out)).not.to.contain('secret');
    expect(heard).to.deep.equal(['summary: **Title**\nsecret', 'raw: secret', 'raw: secret']);
    expect(headings(out)).to.deep.equal(['Title']);
  });

  it('surface: told, and in the state; a redacted thought in neither', () => {
    const { out, heard } = run(events, 'surface');
    const state = reduce(emptyState, out);
    expect(state.thinking.text).to.equal('**Title**\nsecret\n\nsecret\n\nsecret');
    expect(state.thinking.heading).to.equal('Title');
    expect(heard).to.have.length(3);
  });

  it('surface keeps the last 32 KiB', () => {
    const { out } = run([delta('a'.repeat(40_000), 'raw'), delta('end', 'raw')], 'surface');
    const { text } = reduce(emptyState, out).thinking;
    expect(text).to.have.length(32_768);
    expect(text!.endsWith('end')).to.be.true;
  });

  it('can be taken back', () => {
    const { out } = run([delta('secret', 'raw')], 'surface');
    const state = reduce(emptyState, out);
    const cleaned = withoutReasoning(state);
    expect(cleaned.thinking).to.deep.equal({ active: true, kind: 'reasoning' });
    expect(withoutReasoning(cleaned)).to.equal(cleaned);
  });

  it('gives the same state and tells the same text, wherever batches are cut', () => {
    const piece = fc.constantFrom('**', 'Title', '\n', ' text', '.');
    const step: fc.Arbitrary<ActivityEvent> = fc.oneof(
      { weight: 6, arbitrary: fc.tuple(piece, fc.constantFrom<ThinkingKind>('summary', 'raw'), fc.constantFrom('a', 'b')).map(([text, kind, id]) => delta(text, kind, id)) },
      fc.constantFrom<ActivityEvent>({ type: 'think.end', partId: 'a' }, { type: 'think.end' }, { type: 'message.delta', mode: 'append', text: 'x' }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), fc.nat(20), fc.constantFrom(...MODES), (steps, cut, mode) => {
        const whole = run(steps, mode);
        const heard: string[] = [];
        const memory = createCapture();
        const out = [steps.slice(0, cut), steps.slice(cut)].flatMap((batch) =>
          capture(memory, batch, mode, (text, kind) => heard.push(`${kind}: ${text}`)),
        );
        expect(out).to.deep.equal(whole.out);
        expect(heard).to.deep.equal(whole.heard);
      }),
    );
  });
});
