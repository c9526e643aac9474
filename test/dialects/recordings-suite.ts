/** Each recording of a folder through decoder, gate and reducer, and through a session: whole, split, sent again, cut and begun anew. */
import { expect } from '@open-wc/testing';
import type { Dialect } from '../../src/dialects/dialect.js';
import type { WireFrame } from '../../src/wire/frame.js';
import { settled } from '../support/fake-clock.js';
import { plain, play } from './frames.js';
import { type ExpectedRecording, expectState, framesInPieces, recordingsMissing, recordingsOf, recordingText } from './recordings.js';
import { openSession, stateAfter, told } from './session-laws.js';

async function load(folder: string, { files }: ExpectedRecording): Promise<{ readonly text: string; readonly frames: WireFrame[] }> {
  const texts = await Promise.all(files.map((name) => recordingText(folder, name)));
  const text = texts.map((one) => `${one}\n\n`).join('');
  return { text, frames: framesInPieces(text, []) };
}

/** A stream that broke off after some frames, and was begun anew by hand. */
async function stateAfterRetry(dialect: Dialect, frames: readonly WireFrame[], cut: number): Promise<unknown> {
  const made = await openSession(dialect);
  const first = made.transport.last;
  first.sink.frames(frames.slice(0, cut));
  first.fail(new TypeError('cut'));
  await settled();
  const { run, connection } = made.state;
  // What the server itself has ended is no broken stream; a run that waits goes on with the next one.
  if (run.status === 'waiting' || (run.error !== undefined && run.error.code === connection.error?.code)) {
    made.session.retry();
    await settled();
    made.transport.last.sink.open({});
    made.transport.last.sink.frames(frames);
  }
  const state = told(made);
  made.session.dispose();
  return state;
}

/** Frames after which to cut: all of a short stream, some of a long one. */
function cuts(length: number): number[] {
  const step = Math.max(1, Math.floor(length / 25));
  return Array.from({ length: Math.floor(length / step) + 1 }, (_, n) => n * step);
}

/** Pieces of a thought's body, without its title, which may show. As JSON, which is what is searched. */
function probes(thoughts: string): string[] {
  const body = thoughts.replace(/\*\*[^*]+\*\*/g, '').trim();
  return body.length < 30 ? [] : [body.slice(0, 30), body.slice(-30)].map((text) => JSON.stringify(text).slice(1, -1));
}

export function describeRecordings(dialect: Dialect, table: readonly ExpectedRecording[]): void {
  const folder = dialect.name;
  const files = recordingsOf(folder);
  describe(`${folder}: recordings`, () => {
    if (files === undefined) {
      recordingsMissing(folder);
      return;
    }
    it('each file has a row of its own', () => {
      expect(table.filter((one) => one.files.length === 1).map((one) => one.files[0])).to.have.members([...files]);
    });
    for (const expected of table) describeOne(dialect, folder, expected);
  });
}

function describeOne(dialect: Dialect, folder: string, expected: ExpectedRecording): void {
  const name = expected.files.join(' → ');

  it(`${name}: ends as read`, async () => {
    const { state, headings, diagnostics } = play(dialect, (await load(folder, expected)).frames);
    expectState(expected, state);
    expect(headings).to.deep.equal(expected.headings);
    expect(diagnostics.map(({ code }) => code)).to.deep.equal(Array<string>(expected.ignored).fill('ignored'));
  });

  it(`${name}: in any pieces, with CRLF and comments, the same`, async () => {
    const { text } = await load(folder, expected);
    const crlf = text.replaceAll('\n\n', '\n: keep-alive\n\n').replaceAll('\n', '\r\n');
    for (const [form, sizes] of [[text, [1]], [text, [7, 1, 1000]], [crlf, [3, 64]]] as const) {
      expectState(expected, play(dialect, framesInPieces(form, sizes)).state);
    }
  });

  it(`${name}: cut anywhere and sent again, the same`, async () => {
    const { frames } = await load(folder, expected);
    const whole = play(dialect, frames);
    for (const cut of cuts(frames.length)) {
      const again = play(dialect, [...frames.slice(0, cut), ...frames]);
      expect(plain(again.state), `cut at ${String(cut)}`).to.deep.equal(plain(whole.state));
      expect(again.headings, `headings, cut at ${String(cut)}`).to.deep.equal(whole.headings);
    }
  });

  if (expected.files.length === 1) {
    it(`${name}: broken off anywhere and begun anew, the same`, async () => {
      const { frames } = await load(folder, expected);
      const whole = await stateAfter(dialect, frames);
      for (const cut of cuts(frames.length).filter((one) => one > 0)) expect(await stateAfterRetry(dialect, frames, cut), `cut at ${String(cut)}`).to.deep.equal(whole);
    });
  }

  it(`${name}: a thought is in think.delta alone, and in nothing behind the gate`, async () => {
    const { decoded, events, state } = play(dialect, (await load(folder, expected)).frames);
    const thoughts = decoded.flatMap((event) => (event.type === 'think.delta' ? [event.text] : [])).join('');
    if (expected.thought !== undefined) expect(thoughts).to.contain(expected.thought);
    const rest = JSON.stringify([decoded.filter((event) => event.type !== 'think.delta'), events, plain(state)]);
    for (const probe of [...probes(thoughts), ...(expected.thought === undefined ? [] : [expected.thought])]) expect(rest).not.to.contain(probe);
  });
}
