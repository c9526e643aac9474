/** Through the session, since the end of a turn is the end of its body. */
import { expect } from '@open-wc/testing';
import { chatkitDialect } from '../../src/dialects/chatkit/index.js';
import type { WireFrame } from '../../src/wire/frame.js';
import { fixture, type Fixture } from '../session/fixture.js';
import { settled } from '../support/fake-clock.js';
import { expectedRecordings } from './chatkit-recordings.expected.js';
import { play } from './frames.js';
import { expectState, framesInPieces, recordingsMissing, recordingsOf, recordingText } from './recordings.js';
import { told } from './session-laws.js';

async function open(made: Fixture): Promise<void> {
  made.session.connect();
  await settled();
  made.transport.last.sink.open({});
}

/** A session after these bodies, each a request of its own. */
async function after(bodies: readonly (readonly WireFrame[])[]): Promise<Fixture> {
  const made = fixture({ config: { dialect: chatkitDialect, method: 'POST' } });
  for (const frames of bodies) {
    await open(made);
    made.transport.last.sink.frames(frames);
    made.transport.last.end();
    await settled();
  }
  made.session.dispose();
  return made;
}

describe('chatkit: recordings', () => {
  const files = recordingsOf('chatkit');
  if (files === undefined) {
    recordingsMissing('chatkit');
    return;
  }
  it('each file has a row of its own', () => {
    expect(expectedRecordings.filter((one) => one.files.length === 1).map((one) => one.files[0])).to.have.members([...files]);
  });
  for (const expected of expectedRecordings) {
    const name = expected.files.join(' → ');
    const load = (): Promise<string[]> => Promise.all(expected.files.map((file) => recordingText('chatkit', file)));

    it(`${name}: ends as read, in any pieces, with CRLF and comments`, async () => {
      for (const change of [(text: string) => text, (text: string) => text.replaceAll('\n\n', '\n: keep-alive\n\n').replaceAll('\n', '\r\n')]) {
        for (const sizes of [[], [1], [7, 1, 1000]]) {
          const made = await after((await load()).map((text) => framesInPieces(change(text), sizes)));
          expectState(expected, made.state);
          expect([made.diagnostics, made.faults]).to.deep.equal([[], []]);
        }
      }
    });

    it(`${name}: cut anywhere and sent again, the same`, async () => {
      const bodies = (await load()).map((text) => framesInPieces(text, []));
      const last = bodies.at(-1) ?? [];
      for (let cut = 0; cut <= last.length; cut += 1) {
        const made = await after([...bodies.slice(0, -1), [...last.slice(0, cut), ...last]]);
        expectState(expected, made.state);
      }
    });

    it(`${name}: its headings, and no thought behind the gate`, async () => {
      const { headings, decoded, events, state } = play(chatkitDialect, (await load()).flatMap((text) => framesInPieces(text, [])));
      expect(headings).to.deep.equal(expected.headings);
      if (expected.thought === undefined) return;
      expect(JSON.stringify(decoded)).to.contain(expected.thought);
      expect(JSON.stringify([events, decoded.filter(({ type }) => type !== 'think.delta'), [...state.calls.values()], state])).not.to.contain(expected.thought);
    });

    if (expected.files.length > 1) continue;
    it(`${name}: broken off anywhere and begun anew, the same`, async () => {
      const frames = framesInPieces((await load())[0] ?? '', []);
      const whole = told(await after([frames]));
      for (let cut = 1; cut < frames.length; cut += 1) {
        const made = fixture({ config: { dialect: chatkitDialect, method: 'POST' } });
        await open(made);
        made.transport.last.sink.frames(frames.slice(0, cut));
        made.transport.last.fail(new TypeError('cut'));
        await settled();
        made.session.retry();
        await settled();
        made.transport.last.sink.open({});
        made.transport.last.sink.frames(frames);
        made.transport.last.end();
        await settled();
        made.session.dispose();
        expect(told(made), `cut at ${String(cut)}`).to.deep.equal(whole);
      }
    });
  }
});
