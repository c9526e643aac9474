import { expect } from '@open-wc/testing';
import fc from 'fast-check';
import { reduce } from '../../src/activity/reduce.js';
import { emptyState } from '../../src/activity/state.js';
import { chainabitDialect } from '../../src/dialects/chainabit/index.js';
import type { Dialect } from '../../src/dialects/dialect.js';
import { openaiResponsesDialect } from '../../src/dialects/openai-responses/index.js';
import type { WireFrame } from '../../src/wire/frame.js';
import { anyFrame, chainabitFrame, openaiStream } from './arbitrary.js';
import { play } from './frames.js';

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
        { numRuns: 300 },
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
        { numRuns: 200 },
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
        { numRuns: 150 },
      );
    });
  }

  it('openai-responses: numbered, a replay of any prefix changes nothing, wherever it comes', () => {
    fc.assert(
      fc.property(openaiStream(true), fc.nat(30), fc.nat(30), (frames, a, b) => {
        same(openaiResponsesDialect, frames, [...frames.slice(0, a), ...frames]);
        same(openaiResponsesDialect, frames, [...frames, ...frames.slice(0, b)]);
      }),
      { numRuns: 150 },
    );
  });

  it('openai-responses: without numbers, the same stream again changes nothing', () => {
    fc.assert(
      fc.property(openaiStream(false), fc.nat(30), (frames, a) => {
        same(openaiResponsesDialect, frames, [...frames, ...frames]);
        same(openaiResponsesDialect, frames, [...frames, ...frames.slice(0, a)]);
      }),
      { numRuns: 100 },
    );
  });
});
