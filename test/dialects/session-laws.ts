/** Streams through the real session: whole, in any batches, and cut and sent again from the beginning. */
import { expect } from '@open-wc/testing';
import fc from 'fast-check';
import type { Dialect } from '../../src/dialects/dialect.js';
import type { WireFrame } from '../../src/wire/frame.js';
import { type Fixture, fixture } from '../session/fixture.js';
import { settled } from '../support/fake-clock.js';
import { plain } from './frames.js';

/** A session of a dialect whose first connection is open. */
export async function openSession(dialect: Dialect): Promise<Fixture> {
  const made = fixture({ config: { dialect } });
  made.session.connect();
  await settled();
  made.transport.last.sink.open({});
  return made;
}

/** What the server decides of a session's state. */
export function told({ state }: Fixture): Record<string, unknown> {
  return Object.fromEntries(Object.entries(plain(state)).filter(([key]) => key !== 'connection'));
}

/** Cuts the frames at the given places. */
function batches(frames: readonly WireFrame[], cuts: readonly number[]): WireFrame[][] {
  const at = [...new Set([0, ...cuts.map((cut) => cut % (frames.length + 1)), frames.length])].sort((a, b) => a - b);
  return at.slice(1).map((end, index) => frames.slice(at[index], end));
}

/** The state after frames that arrive in these batches. */
export async function stateAfter(dialect: Dialect, frames: readonly WireFrame[], cuts: readonly number[] = []): Promise<unknown> {
  const made = await openSession(dialect);
  for (const batch of batches(frames, cuts)) made.transport.last.sink.frames(batch);
  const state = told(made);
  made.session.dispose();
  return state;
}

/** The state after frames that were cut off, once or twice, and came again from the first one on another connection. */
export async function stateAfterReplay(dialect: Dialect, frames: readonly WireFrame[], cuts: readonly number[]): Promise<unknown> {
  const made = await openSession(dialect);
  for (const cut of cuts) {
    const { sink, request, fail } = made.transport.last;
    sink.frames(frames.slice(0, cut % (frames.length + 1)));
    if (request.signal.aborted) break;
    fail(new TypeError('cut'));
    await settled();
    const { length } = made.transport.links;
    while (made.transport.links.length === length) await made.clock.tick(made.clock.next ?? 0);
    made.transport.last.sink.open({});
  }
  if (!made.transport.last.request.signal.aborted) made.transport.last.sink.frames(frames);
  const state = told(made);
  made.session.dispose();
  return state;
}

/** The state after parts that a host pushed. */
async function stateAfterPushing(dialect: Dialect, ...parts: readonly (readonly WireFrame[])[]): Promise<unknown> {
  const made = await openSession(dialect);
  for (const part of parts) made.session.push(part);
  const state = told(made);
  made.session.dispose();
  return state;
}

/** The tests of splitting and of replay for a dialect without a cursor. `longest`: about how many frames a stream has. */
export function testsOfLaws(dialect: Dialect, stream: fc.Arbitrary<WireFrame[]>, { numRuns, longest }: { readonly numRuns: number; readonly longest: number }): void {
  it('batches of any size end in the same state', async () => {
    await fc.assert(
      fc.asyncProperty(stream, fc.array(fc.nat(30), { maxLength: 5 }), async (frames, cuts) => {
        expect(await stateAfter(dialect, frames, cuts)).to.deep.equal(await stateAfter(dialect, frames));
      }),
      { numRuns },
    );
  });

  it('a replay of any prefix changes nothing, wherever it comes', async () => {
    await fc.assert(
      fc.asyncProperty(stream, fc.nat(longest), fc.nat(longest), async (frames, a, b) => {
        const whole = await stateAfterPushing(dialect, frames);
        expect(await stateAfterPushing(dialect, frames.slice(0, a), frames)).to.deep.equal(whole);
        expect(await stateAfterPushing(dialect, frames, frames.slice(0, b))).to.deep.equal(whole);
        expect(await stateAfterPushing(dialect, frames, frames)).to.deep.equal(whole);
      }),
      { numRuns },
    );
  });
}
