import { expect } from '@open-wc/testing';
import { openaiResponsesDialect } from '../../src/dialects/openai-responses/index.js';
import type { WireFrame } from '../../src/wire/frame.js';
import { fetchText, parseRecording, plain, play, type Played } from './frames.js';
import { type ExpectedRecording, expectedRecordings } from './openai-recordings.expected.js';

interface Index {
  readonly available: boolean;
  readonly folders?: Readonly<Record<string, readonly string[]>>;
}

const index = JSON.parse(await fetchText('/recordings/index.json')) as Index;
const files = index.folders?.['openai-responses'] ?? [];

async function load(names: readonly string[]): Promise<WireFrame[]> {
  const texts = await Promise.all(names.map((name) => fetchText(`/recordings/openai-responses/${name}`)));
  return texts.flatMap((text, at) => parseRecording(names[at] ?? '', text));
}

function cardsOf({ state }: Played): unknown[] {
  const refs = state.order.filter(({ kind }) => kind === 'call');
  return refs.map(({ id }) => {
    const call = state.calls.get(id);
    const { callId, toolKey, title, status, rawStatus, executor } = call ?? {};
    const has = { hasInput: call !== undefined && 'input' in call, hasOutput: call !== undefined && 'output' in call };
    const entries = Object.entries({ callId, toolKey, title, status, rawStatus, executor, ...has });
    return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
  });
}

function check(expected: ExpectedRecording, played: Played): void {
  const { state, headings } = played;
  const { id, status, outcome, waitingFor, error } = state.run;
  const run = { id, status, outcome, waitingFor, errorCode: error?.code };
  expect(Object.fromEntries(Object.entries(run).filter(([, value]) => value !== undefined))).to.deep.equal(expected.run);
  const cards = expected.cards.map((card) => Object.fromEntries(Object.entries(card).filter(([key]) => key !== 'detail')));
  expect(cardsOf(played)).to.deep.equal(cards);
  for (const { callId, detail } of expected.cards) {
    if (detail !== undefined) expect(state.calls.get(callId)?.detail).to.equal(detail);
  }
  const approvals = [...state.approvals.values()].map(({ approvalId, status: word }) => ({ approvalId, status: word }));
  expect(approvals).to.deep.equal(expected.approvals);
  expect(headings).to.deep.equal(expected.headings);
  const { text } = state.message;
  expect(text).to.have.lengthOf(expected.message.length);
  expect(text.startsWith(expected.message.start), 'start of the answer').to.equal(true);
  expect(text.endsWith(expected.message.end), 'end of the answer').to.equal(true);
  expect(played.diagnostics).to.deep.equal([]);
}

if (index.available) {
  describe('openai-responses: recordings', () => {
    it('has an expectation for each file', () => {
      const single = expectedRecordings.filter((one) => one.files.length === 1).map((one) => one.files[0]);
      expect(single).to.have.members([...files]);
    });

    for (const expected of expectedRecordings) {
      const name = expected.files.join(' → ');
      it(`${name}: ends as read`, async () => {
        check(expected, play(openaiResponsesDialect, await load(expected.files)));
      });

      it(`${name}: cut anywhere and replayed, the same`, async () => {
        const frames = await load(expected.files);
        const whole = play(openaiResponsesDialect, frames);
        const step = Math.max(1, Math.floor(frames.length / 60));
        for (let cut = 0; cut <= frames.length; cut += cut < 40 ? 1 : step) {
          const again = play(openaiResponsesDialect, [...frames.slice(0, cut), ...frames]);
          expect(plain(again.state), `cut at ${String(cut)}`).to.deep.equal(plain(whole.state));
          expect(again.headings, `headings, cut at ${String(cut)}`).to.deep.equal(whole.headings);
        }
        check(expected, whole);
      });

      it(`${name}: thought text is in think.delta alone, and in nothing behind the gate`, async () => {
        const { decoded, events, state } = play(openaiResponsesDialect, await load(expected.files));
        const thoughts = decoded.flatMap((event) => (event.type === 'think.delta' ? [event.text] : [])).join('');
        if (expected.raw !== undefined) expect(thoughts).to.contain(expected.raw);
        const rest = JSON.stringify(decoded.filter((event) => event.type !== 'think.delta'));
        const after = JSON.stringify([events, plain(state)]);
        for (const probe of expected.raw === undefined ? probes(thoughts) : [expected.raw, ...probes(thoughts)]) {
          expect(rest).not.to.contain(probe);
          expect(after).not.to.contain(probe);
        }
      });
    }
  });
} else {
  describe('openai-responses: recordings', () => {
    it('NOT TESTED: ../shared/recordings is not beside the project', function () {
      console.warn('openai-responses recordings were not found; their tests did not run');
      this.skip();
    });
  });
}

/** Pieces of a thought's body, without its title, which may show. As JSON, which is what is searched. */
function probes(thoughts: string): string[] {
  const body = thoughts.replace(/\*\*[^*]+\*\*/g, '').trim();
  return body.length < 30 ? [] : [body.slice(0, 30), body.slice(-30)].map((text) => JSON.stringify(text).slice(1, -1));
}
