/** The laws of replay and of splitting, and of disclosure, for Construct and the gateway, through the whole session. */
import { expect } from '@open-wc/testing';
import fc from 'fast-check';
import type { ActivityEvent } from '../../src/activity/event.js';
import { aiSdkDialect } from '../../src/dialects/ai-sdk/index.js';
import { anthropicMessagesDialect } from '../../src/dialects/anthropic-messages/index.js';
import { constructDialect } from '../../src/dialects/construct/index.js';
import { constructChatDialect } from '../../src/dialects/construct-chat/index.js';
import type { Dialect } from '../../src/dialects/dialect.js';
import { modelGatewayDialect } from '../../src/dialects/model-gateway/index.js';
import { ActivitySession } from '../../src/session/activity-session.js';
import { createActivityStore, type Disclosure } from '../../src/store/store.js';
import type { WireFrame } from '../../src/wire/frame.js';
import { anyFrame } from '../dialects/arbitrary.js';
import { plain } from '../dialects/frames.js';
import { CANARY, chatStream, constructStream, gatewayStream } from '../dialects/own-arbitrary.js';
import { aiSdkStream, anthropicStream } from '../dialects/provider-arbitrary.js';
import { FakeClock } from '../support/fake-clock.js';
import { runs } from '../support/runs.js';

const STREAMS: readonly (readonly [Dialect, fc.Arbitrary<WireFrame[]>])[] = [
  [aiSdkDialect, aiSdkStream],
  [anthropicMessagesDialect, anthropicStream],
  [constructDialect, constructStream],
  [constructChatDialect, chatStream],
  [modelGatewayDialect, gatewayStream],
];

interface Outcome {
  readonly state: Record<string, unknown>;
  /** All that left the session: commits, diagnostics, faults, reasoning. */
  readonly told: unknown[];
  readonly reasoning: string;
}

/** Pushes batches through a session of its own. */
function outcome(dialect: Dialect, batches: readonly (readonly WireFrame[])[], disclosure?: Disclosure): Outcome {
  const told: unknown[] = [];
  let reasoning = '';
  const store = createActivityStore({
    disclosure,
    scheduler: { schedule: () => () => undefined },
    onReasoning: (text) => (reasoning += text),
    onDropped: (event: ActivityEvent, reason) => told.push([event, reason]),
  });
  store.subscribe(({ state }) => told.push(plain(state)));
  const session = new ActivitySession({ store, clock: new FakeClock(), onError: (fault) => told.push(fault), onDiagnostic: (counts) => told.push(counts) });
  session.configure({ dialect });
  for (const batch of batches) {
    session.push(batch);
    store.flush();
  }
  const state = plain(store.getState());
  session.dispose();
  return { state, told, reasoning };
}

const stateOf = (dialect: Dialect, ...batches: readonly (readonly WireFrame[])[]): Record<string, unknown> => outcome(dialect, batches).state;

for (const [dialect, stream] of STREAMS) {
  describe(`laws of ${dialect.name}, through the session`, () => {
    it('cut anywhere and sent again, a stream ends where it ended', () => {
      fc.assert(
        fc.property(stream, fc.nat(20), fc.nat(20), (frames, a, b) => {
          const whole = stateOf(dialect, frames);
          expect(stateOf(dialect, frames.slice(0, a), frames)).to.deep.equal(whole);
          expect(stateOf(dialect, frames, frames.slice(0, b))).to.deep.equal(whole);
        }),
        { numRuns: runs(150) },
      );
    });

    it('split anywhere into batches, or frame by frame, the same', () => {
      fc.assert(
        fc.property(stream, fc.nat(20), (frames, at) => {
          const whole = stateOf(dialect, frames);
          expect(stateOf(dialect, frames.slice(0, at), frames.slice(at))).to.deep.equal(whole);
          expect(stateOf(dialect, ...frames.map((frame) => [frame]))).to.deep.equal(whole);
        }),
        { numRuns: runs(100) },
      );
    });

    it('frames that are none change nothing, wherever they come', () => {
      const junk = fc.constantFrom<WireFrame>({ data: '{' }, { data: '' }, { data: 'null' }, { data: '{"type":"unheard.of"}' }, { event: 'unheard.of', data: '{"run_id":"r"}' }, { event: 'message.delta', data: '[' });
      fc.assert(
        fc.property(stream, junk, fc.nat(20), (frames, one, at) => {
          expect(stateOf(dialect, frames.slice(0, at), [one], frames.slice(at))).to.deep.equal(stateOf(dialect, frames));
        }),
        { numRuns: runs(100) },
      );
    });

    it('no frame makes it throw, and none ends a stream that its server has not ended', () => {
      fc.assert(
        fc.property(fc.array(fc.oneof(anyFrame, stream.map((frames) => frames[0] ?? { data: '' })), { maxLength: 10 }), (frames) => {
          let told = 0;
          const decoder = dialect.createDecoder({ report: ({ reason }) => (told += reason === '' ? 0 : 1) });
          for (const frame of frames) {
            dialect.reopenAt?.(frame);
            decoder.decode(frame);
          }
          // The first also ends what looked like a repetition, whose frames are then told of; after it, one frame is one report.
          decoder.decode({ data: '{' });
          const before = told;
          decoder.decode({ data: '{' });
          expect(told).to.equal(before + 1);
        }),
        { numRuns: runs(200) },
      );
    });

    it('under hidden nothing of a reasoning field is anywhere', () => {
      fc.assert(
        fc.property(stream, (frames) => {
          const { state, told, reasoning } = outcome(dialect, [frames, frames.slice(0, 3)], 'hidden');
          expect(JSON.stringify([state, told])).not.to.include(CANARY);
          expect(reasoning).to.equal('');
        }),
        { numRuns: runs(200) },
      );
    });

    it('under telemetry_only it is told and not kept', () => {
      fc.assert(
        fc.property(stream, (frames) => {
          expect(JSON.stringify(outcome(dialect, [frames], 'telemetry_only').state)).not.to.include(CANARY);
        }),
        { numRuns: runs(100) },
      );
    });
  });
}

describe('the canary itself', () => {
  const raw: readonly (readonly [Dialect, readonly WireFrame[]])[] = [
    [constructDialect, [{ data: { type: 'task', runId: 'r', taskId: 't1', status: 'running', reasoning: CANARY } }]],
    [constructChatDialect, [{ data: { type: 'thinking', id: 'c', text: CANARY } }]],
    [modelGatewayDialect, [{ event: 'reasoning.delta', data: { run_id: 'r', step_number: 1, attempt_id: 'a', is_summary: false, text: CANARY } }]],
  ];
  for (const [dialect, frames] of raw) {
    it(`${dialect.name}: surfaced it is told and kept, telemetry only told`, () => {
      const surface = outcome(dialect, [frames], 'surface');
      expect([surface.reasoning, JSON.stringify(surface.state).includes(CANARY)]).to.deep.equal([CANARY, true]);
      const telemetry = outcome(dialect, [frames], 'telemetry_only');
      expect([telemetry.reasoning, JSON.stringify(telemetry.state).includes(CANARY)]).to.deep.equal([CANARY, false]);
    });
  }
});

it('construct: a run that began without a time does not get that of its going on', () => {
  const frame = (type: string, more: object = {}): WireFrame => ({ data: JSON.stringify({ type, runId: 'run-a', ...more }) });
  const frames = [frame('awaiting-host'), frame('task', { id: 'a' }), frame('planned', { at: 0 }), frame('completed')];
  expect(stateOf(constructDialect, frames.slice(0, 2), frames)).to.deep.equal(stateOf(constructDialect, frames));
});
