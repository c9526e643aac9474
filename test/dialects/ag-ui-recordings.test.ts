/** Recorded streams of AG-UI's own SDKs, in bytes of any size, through the session: whole, split, and sent again. */
import { expect } from '@open-wc/testing';
import { agUiDialect } from '../../src/dialects/ag-ui/index.js';
import type { WireFrame } from '../../src/wire/frame.js';
import { SseDecoder } from '../../src/wire/sse-decoder.js';
import { type ExpectedStream, expectedExamples, expectedStreams } from './ag-ui-recordings.expected.js';
import { fetchText, plain, play, type Played } from './frames.js';
import { stateAfter } from './session-laws.js';

interface Index {
  readonly available: boolean;
  readonly folders?: Readonly<Record<string, readonly string[]>>;
}

const index = JSON.parse(await fetchText('/recordings/index.json')) as Index;

function sse(payloads: readonly unknown[]): string {
  return payloads.map((payload) => `data: ${JSON.stringify(payload)}\n\n`).join('');
}

async function read(file: string): Promise<string> {
  return fetchText(`/recordings/ag-ui/${file}`);
}

/** The text of a stream as it came, or comes, over the wire. */
async function wireText(name: string): Promise<string> {
  const [file = '', ...rest] = name.split(' ');
  const [text, part] = [await read(file), rest.join(' ')];
  if (file === 'events.json') return sse((JSON.parse(text) as Record<string, unknown[]>)[part] ?? []);
  if (file !== 'sse_streams.txt') return text;
  const section = text.split(/^## /mu).find((one) => one.startsWith(`${part}\n`));
  return section?.slice(part.length + 1) ?? '';
}

/** The frames of a body that arrives in pieces of these sizes. A last frame may lack its empty line. */
function framesFrom(text: string, sizes: readonly number[]): WireFrame[] {
  const bytes = new TextEncoder().encode(`${text}\n\n`);
  const decoder = new SseDecoder();
  const frames: WireFrame[] = [];
  for (let at = 0, n = 0; at < bytes.length; n += 1) {
    const size = sizes[n % sizes.length] ?? 1;
    frames.push(...decoder.push(bytes.subarray(at, at + size)));
    at += size;
  }
  return frames;
}

async function load(names: readonly string[], sizes: readonly number[] = [65_536]): Promise<WireFrame[]> {
  const texts = await Promise.all(names.map(wireText));
  return texts.flatMap((text) => framesFrom(text, sizes));
}

function without(fields: Readonly<Record<string, unknown>>): unknown {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

function check(expected: ExpectedStream, { state, headings, diagnostics }: Played): void {
  const { id, status, outcome, waitingFor, error } = state.run;
  expect(without({ id, status, outcome, waitingFor, errorCode: error?.code })).to.deep.equal(expected.run);
  const cards = state.order.filter(({ kind }) => kind === 'call').map((ref) => {
    const call = state.calls.get(ref.id);
    const { callId, toolKey, title, rawStatus, executor, parent } = call ?? {};
    const has = { hasInput: call !== undefined && 'input' in call, hasOutput: call !== undefined && 'output' in call };
    return without({ callId, toolKey, title, status: call?.status, rawStatus, executor, parent, errorCode: call?.error?.code, ...has });
  });
  expect(cards).to.deep.equal(expected.cards ?? []);
  const approvals = [...state.approvals.values()].map((one) => without({ approvalId: one.approvalId, callId: one.callId, status: one.status }));
  expect(approvals).to.deep.equal(expected.approvals ?? []);
  expect(headings).to.deep.equal(expected.headings ?? []);
  const { length, start, end } = expected.message ?? { length: 0, start: '', end: '' };
  expect(state.message.text).to.have.lengthOf(length);
  expect([state.message.text.startsWith(start), state.message.text.endsWith(end)], state.message.text).to.deep.equal([true, true]);
  expect(diagnostics.map(({ code }) => code)).to.deep.equal(expected.diagnostics ?? []);
}

function withoutConnection(state: Record<string, unknown>): unknown {
  return Object.fromEntries(Object.entries(state).filter(([key]) => key !== 'connection'));
}

/** One line for an example: the run, its cards, its questions, its answer, what was no use. */
function summary({ state, diagnostics }: Played): string {
  const { run, calls, approvals, message } = state;
  return [
    [run.status, run.error?.code],
    ...[...calls.values()].map((call) => [call.callId, call.status, call.toolKey]),
    ...[...approvals.values()].map((one) => [one.approvalId, one.status]),
    ...(message.text === '' ? [] : [[JSON.stringify(message.text)]]),
    ...diagnostics.map(({ code }) => [code]),
  ]
    .map((words) => words.filter((word) => word !== undefined).join(' '))
    .join(' · ');
}

describe('ag-ui: recordings', () => {
  if (!index.available) {
    it('NOT TESTED: ../shared/recordings is not beside the project', function () {
      console.warn('ag-ui recordings were not found; their tests did not run');
      this.skip();
    });
    return;
  }

  it('has an expectation for each file', () => {
    const named = expectedStreams.flatMap(({ names }) => names.map((name) => name.split(' ')[0] ?? ''));
    expect([...new Set([...named, ...Object.keys(expectedExamples)])]).to.have.members([...(index.folders?.['ag-ui'] ?? [])]);
  });

  it('has an expectation for each stream of the files with several', async () => {
    const lists = Object.keys(JSON.parse(await read('events.json')) as object).map((name) => `events.json ${name}`);
    const sections = (await read('sse_streams.txt')).match(/^## .*$/gmu)?.map((line) => `sse_streams.txt ${line.slice(3)}`) ?? [];
    const named = expectedStreams.flatMap(({ names }) => names);
    expect(named.filter((name) => name.includes(' '))).to.have.members([...lists, ...sections]);
  });

  for (const expected of expectedStreams) {
    const name = expected.names.join(' → ');
    it(`${name}: ends as read, whole and in pieces`, async () => {
      const frames = await load(expected.names);
      const whole = play(agUiDialect, frames);
      check(expected, whole);
      const state = withoutConnection(plain(whole.state));
      for (const sizes of [[1, 7, 64], [3, 1000, 2]]) {
        const split = await load(expected.names, sizes);
        expect(split).to.deep.equal(frames);
      }
      for (const cuts of [[], [1, 2, 5], frames.length < 80 ? [...frames.keys()] : [40, 41]]) {
        expect(await stateAfter(agUiDialect, frames, cuts)).to.deep.equal(state);
      }
    });

    it(`${name}: cut anywhere and sent again from its beginning, the same`, async () => {
      const frames = await load(expected.names);
      const whole = play(agUiDialect, frames);
      const step = Math.max(1, Math.floor(frames.length / 30));
      for (let cut = 0; cut <= frames.length; cut += cut < 12 ? 1 : step) {
        const again = play(agUiDialect, [...frames.slice(0, cut), ...frames]);
        expect(plain(again.state), `cut at ${String(cut)}`).to.deep.equal(plain(whole.state));
        expect(again.headings, `headings, cut at ${String(cut)}`).to.deep.equal(whole.headings);
      }
      check(expected, whole);
    });

    if (expected.thought === undefined) continue;
    it(`${name}: what was thought is in think.delta alone`, async () => {
      const { thought = '' } = expected;
      const { decoded, events, diagnostics, state } = play(agUiDialect, await load(expected.names));
      const said = decoded.flatMap((event) => (event.type === 'think.delta' ? [event.text] : [])).join('');
      if (!expected.names[0]?.includes('snapshot')) expect(said).to.contain(thought);
      const rest = decoded.filter(({ type }) => type !== 'think.delta');
      expect(JSON.stringify([rest, events, diagnostics, plain(state)])).to.not.contain(thought);
    });
  }

  for (const [file, lines] of Object.entries(expectedExamples)) {
    it(`${file}: each example alone`, async () => {
      const value = JSON.parse(await read(file)) as unknown[] | { readonly stream: readonly Readonly<Record<'input' | 'expected', unknown>>[] };
      const forms = Array.isArray(value) ? value.map((one) => [one]) : value.stream.map(({ input, expected }) => [input, expected]);
      for (const form of [0, 1]) {
        const found = forms.map((one) => summary(play(agUiDialect, framesFrom(sse([one[form] ?? one[0]]), [17]))));
        expect(found).to.deep.equal(lines);
      }
    });
  }
});
