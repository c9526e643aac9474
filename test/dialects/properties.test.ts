import { expect } from '@open-wc/testing';
import fc from 'fast-check';
import { reduce } from '../../src/activity/reduce.js';
import { emptyState } from '../../src/activity/state.js';
import { chainabitDialect } from '../../src/dialects/chainabit/index.js';
import type { Dialect } from '../../src/dialects/dialect.js';
import { openaiResponsesDialect } from '../../src/dialects/openai-responses/index.js';
import type { WireFrame } from '../../src/wire/frame.js';
import { SseDecoder } from '../../src/wire/sse-decoder.js';
import { anyFrame, chainabitFrame, openaiStream } from './arbitrary.js';
import { play } from './frames.js';
import { runs } from '../support/runs.js';

const dialects: readonly Dialect[] = [chainabitDialect, openaiResponsesDialect];

function same(dialect: Dialect, frames: readonly WireFrame[], others: readonly WireFrame[]): void {
  expect(play(dialect, others).state).to.deep.equal(play(dialect, frames).state);
}

/** Numbers of each kind put on frames that have none. */
function withIds(frames: readonly WireFrame[]): WireFrame[] {
  return frames.map((frame, at) => ({ ...frame, id: String(at) }));
}

function withSequences(frames: readonly WireFrame[]): WireFrame[] {
  return frames.map((frame, at) => ({ ...frame, data: { ...(frame.data as object), runId: 'run', sequence: at } }));
}

describe('laws of the dialects', () => {
  for (const dialect of dialects) {
    it(`${dialect.name}: no frame makes it throw, and each loss is told`, () => {
      fc.assert(
        fc.property(fc.array(fc.oneof(anyFrame, chainabitFrame), { maxLength: 12 }), (frames) => {
          let told = 0;
          const decoder = dialect.createDecoder({ report: ({ reason }) => (told += reason === '' ? 0 : 1) });
          let state = emptyState;
          for (const frame of frames) {
            const before = told;
            const events = decoder.decode(frame);
            const empty = events.length === 0 && told === before;
            // Only a known event may say nothing in silence.
            if (empty) expect(dialect.name).to.equal('openai-responses');
            state = reduce(state, events);
          }
        }),
        { numRuns: runs(300) },
      );
    });

    it(`${dialect.name}: no history makes it throw`, () => {
      const value = fc.anything({ withBigInt: true, withNullPrototype: true, maxDepth: 4 });
      const call = fc.record({ callId: value, status: value, approval: value, error: value }, { requiredKeys: [] });
      const message = fc.record({ role: value, toolCalls: fc.oneof(value, fc.array(call)), content: value, status: value, runId: value }, { requiredKeys: [] });
      fc.assert(
        fc.property(fc.oneof(value, message, fc.array(message), fc.array(call)), fc.boolean(), (persisted, live) => {
          reduce(emptyState, dialect.hydrate(persisted, { live, now: () => 0 }));
        }),
        { numRuns: runs(200) },
      );
    });
  }

  for (const [kind, number] of [['ids', withIds], ['sequence numbers', withSequences]] as const) {
    it(`chainabit: with ${kind}, a replay of any prefix changes nothing, wherever it comes`, () => {
      fc.assert(
        fc.property(fc.array(chainabitFrame, { maxLength: 20 }), fc.nat(20), fc.nat(20), (plainFrames, a, b) => {
          const frames = number(plainFrames);
          same(chainabitDialect, frames, [...frames.slice(0, a), ...frames]);
          same(chainabitDialect, frames, [...frames, ...frames.slice(0, b)]);
          same(chainabitDialect, frames, [...frames.slice(0, a), ...frames.slice(0, b), ...frames]);
        }),
        { numRuns: runs(150) },
      );
    });
  }

  it('openai-responses: numbered, a replay of any prefix changes nothing, wherever it comes', () => {
    fc.assert(
      fc.property(openaiStream(true), fc.nat(30), fc.nat(30), (frames, a, b) => {
        same(openaiResponsesDialect, frames, [...frames.slice(0, a), ...frames]);
        same(openaiResponsesDialect, frames, [...frames, ...frames.slice(0, b)]);
      }),
      { numRuns: runs(150) },
    );
  });

  it('openai-responses: without numbers, the same stream again changes nothing', () => {
    fc.assert(
      fc.property(openaiStream(false), fc.nat(30), (frames, a) => {
        same(openaiResponsesDialect, frames, [...frames, ...frames]);
        same(openaiResponsesDialect, frames, [...frames, ...frames.slice(0, a)]);
      }),
      { numRuns: runs(100) },
    );
  });
});

/** A stream as bytes. Only what JSON can say, as on a wire. */
function bytesOf(frames: readonly WireFrame[]): Uint8Array {
  const line = ({ event, id, data }: WireFrame): string => `${id === undefined ? '' : `id: ${id}\n`}event: ${String(event)}\ndata: ${JSON.stringify(data)}\n\n`;
  return new TextEncoder().encode(frames.map(line).join(''));
}

/** The value as a wire can carry it. */
function asJson(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (_, each: unknown) => (typeof each === 'bigint' ? String(each) : each)));
}

/** What a connection that reads these bytes in pieces gives, and the cursor that it leaves. */
function read(bytes: Uint8Array, sizes: readonly number[]): { readonly frames: readonly WireFrame[]; readonly cursor: string | undefined } {
  const decoder = new SseDecoder();
  const frames: WireFrame[] = [];
  for (let at = 0, i = 0; at < bytes.length; i += 1) {
    const size = (sizes[i % sizes.length] ?? 0) + 1;
    frames.push(...decoder.push(bytes.subarray(at, at + size)));
    at += size;
  }
  return { frames, cursor: decoder.lastEventId };
}

describe('laws of a stream as bytes', () => {
  const jsonFrames = fc.array(chainabitFrame, { maxLength: 12 }).map((frames) =>
    withIds(frames.map(({ event, data }) => ({ ...(event !== undefined && { event }), data: asJson(data) }))),
  );

  it('any split of the bytes gives the same state (C1)', () => {
    fc.assert(
      fc.property(jsonFrames, fc.array(fc.nat(200), { minLength: 1, maxLength: 5 }), (frames, sizes) => {
        same(chainabitDialect, frames, read(bytesOf(frames), sizes).frames);
      }),
      { numRuns: runs(80) },
    );
  });

  it('cut at any byte, any number of times, and resumed, it is the uncut stream (C3)', () => {
    fc.assert(
      fc.property(jsonFrames, fc.array(fc.nat(4000), { maxLength: 6 }), (frames, cuts) => {
        const seen: WireFrame[] = [];
        let cursor: string | undefined;
        for (const cut of [...cuts, undefined]) {
          // A server goes on after the cursor, which each whole frame has moved to its own place.
          const rest = bytesOf(cursor === undefined ? frames : frames.slice(Number(cursor) + 1));
          const connection = read(rest.subarray(0, cut === undefined ? rest.length : cut % (rest.length + 1)), [63]);
          seen.push(...connection.frames);
          cursor = connection.cursor ?? cursor;
        }
        expect(seen.map(({ id }) => id)).to.deep.equal(frames.map(({ id }) => id));
        same(chainabitDialect, frames, seen);
      }),
      { numRuns: runs(80) },
    );
  });
});
