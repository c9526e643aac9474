/** AG-UI's streams through the real session: any events in any order, in any batches, and sent again. */
import { expect } from '@open-wc/testing';
import fc from 'fast-check';
import { agUiDialect } from '../../src/dialects/ag-ui/index.js';
import type { WireFrame } from '../../src/wire/frame.js';
import { anyFrame, hostileId } from './arbitrary.js';
import { framesOf } from './ag-ui-frames.js';
import { plain, play } from './frames.js';
import { openSession, stateAfter, told } from './session-laws.js';

const CANARY = 'CANARY-8f3a';

const odd = fc.constantFrom<unknown>(null, '', 5, true, [], {}, ['x'], { type: 'x' });
const often = (value: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> => fc.oneof({ weight: 8, arbitrary: value }, { weight: 1, arbitrary: odd });

function body(types: readonly string[], fields: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<object> {
  return fc.tuple(fc.constantFrom(...types), fc.record(fields, { requiredKeys: [] })).map(([type, rest]) => ({ ...rest, type }));
}

const lane = fc.constantFrom<unknown>(undefined, undefined, null, 's');
const input = fc.constantFrom('{}', '{"a":', '1}', '{"a":1}', '');
const thought = fc.constantFrom(CANARY, `**${CANARY.toLowerCase()}`, `** ${CANARY}`, `\n${CANARY}`);
const schema = fc.constantFrom<unknown>(undefined, { type: 'object', properties: { approved: { type: 'boolean' } } }, { properties: { name: { type: 'string' } } }, { properties: { a: {}, b: {} } });
const interrupt = fc.record({ id: often(hostileId), reason: fc.constantFrom('tool_call', 'input_required', 'acme:limit'), toolCallId: hostileId, message: odd, responseSchema: schema, expiresAt: odd }, { requiredKeys: ['id'] });
const message = fc.oneof(
  fc.record({ id: hostileId, role: fc.constantFrom('assistant', 'user', 'activity'), content: often(fc.string()), toolCalls: fc.array(fc.record({ id: hostileId, function: fc.record({ name: fc.string(), arguments: input }) }), { maxLength: 2 }) }, { requiredKeys: ['role'] }),
  fc.record({ role: fc.constant('tool'), toolCallId: hostileId, content: often(fc.string()), error: fc.constantFrom(null, 'cut') }, { requiredKeys: ['role', 'toolCallId'] }),
  fc.record({ id: hostileId, role: fc.constant('reasoning'), content: thought, encryptedValue: fc.constant(CANARY) }),
);

/** Everything but the start and the end of a run. */
const within = fc.oneof(
  { weight: 3, arbitrary: body(['TEXT_MESSAGE_START', 'TEXT_MESSAGE_CONTENT', 'TEXT_MESSAGE_END', 'TEXT_MESSAGE_CHUNK'], { messageId: often(hostileId), role: fc.constantFrom('assistant', 'assistant', 'user'), delta: often(fc.string()), subagentRunId: lane }) },
  { weight: 4, arbitrary: body(['TOOL_CALL_START', 'TOOL_CALL_ARGS', 'TOOL_CALL_END', 'TOOL_CALL_CHUNK', 'TOOL_CALL_RESULT'], { toolCallId: often(hostileId), toolCallName: often(fc.constantFrom('look', 'save')), delta: often(input), content: often(fc.string()), subagentRunId: lane }) },
  { weight: 2, arbitrary: body(['REASONING_START', 'REASONING_MESSAGE_START', 'REASONING_MESSAGE_CONTENT', 'REASONING_MESSAGE_END', 'REASONING_MESSAGE_CHUNK', 'REASONING_END', 'THINKING_CONTENT', 'THINKING_TEXT_MESSAGE_CONTENT', 'REASONING_LATER'], { messageId: hostileId, delta: often(thought), encryptedValue: fc.constant(CANARY), subagentRunId: lane }) },
  { weight: 1, arbitrary: body(['SUBAGENT_STARTED', 'SUBAGENT_FINISHED', 'SUBAGENT_ERROR'], { subagentRunId: often(hostileId), parentToolCallId: hostileId, message: fc.string(), result: odd, outcome: odd }) },
  { weight: 1, arbitrary: body(['ACTIVITY_SNAPSHOT', 'ACTIVITY_DELTA'], { messageId: often(hostileId), activityType: fc.constant('PLAN'), content: odd, patch: fc.constantFrom([{ op: 'add', path: '/__proto__', value: 1 }], [{ op: 'remove', path: '/x' }], []), replace: fc.boolean() }) },
  { weight: 1, arbitrary: fc.array(message, { maxLength: 4 }).map((messages) => ({ type: 'MESSAGES_SNAPSHOT', messages })) },
  { weight: 1, arbitrary: body(['CUSTOM', 'RAW', 'STATE_DELTA', 'STEP_STARTED', '__proto__'], { name: fc.constantFrom('on_interrupt', 'approval-requested', 'x'), value: fc.oneof(odd, fc.record({ toolCallId: hostileId, approval: fc.record({ id: hostileId }) })) }) },
);
const end = fc.oneof(
  body(['RUN_FINISHED'], { outcome: fc.oneof(odd, fc.constantFrom<unknown>({ type: 'success' }, { type: 'cancelled' }), fc.array(interrupt, { maxLength: 3 }).map((interrupts) => ({ type: 'interrupt', interrupts }))) }),
  body(['RUN_ERROR'], { message: fc.string(), code: odd }),
);

/** Up to three runs, each with an id of its own, as a server sends them. */
const stream: fc.Arbitrary<WireFrame[]> = fc
  .array(fc.tuple(fc.array(within, { maxLength: 10 }), end), { minLength: 1, maxLength: 3 })
  .map((runs) => framesOf(runs.flatMap(([bodies, last], at) => [{ type: 'RUN_STARTED', threadId: 't', runId: `r${String(at)}` }, ...bodies, last])));

describe('ag-ui: laws', () => {
  it('no frame makes it throw, whichever is the first', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(anyFrame, within.map((data): WireFrame => ({ data })), end.map((data): WireFrame => ({ data }))), { maxLength: 14 }), (frames) => {
        expect(play(agUiDialect, frames).state.run.status).to.be.a('string');
      }),
      { numRuns: 200 },
    );
  });

  it('no history makes it throw', () => {
    fc.assert(
      fc.property(fc.oneof(fc.anything({ withBigInt: true, withNullPrototype: true, maxDepth: 4 }), fc.array(message)), fc.boolean(), (persisted, live) => {
        expect(agUiDialect.hydrate(persisted, { live })).to.be.an('array');
      }),
      { numRuns: 150 },
    );
  });

  it('batches of any size end in the same state', async () => {
    await fc.assert(
      fc.asyncProperty(stream, fc.array(fc.nat(40), { maxLength: 5 }), async (frames, cuts) => {
        expect(await stateAfter(agUiDialect, frames, cuts)).to.deep.equal(await stateAfter(agUiDialect, frames));
      }),
      { numRuns: 40 },
    );
  });

  it('a replay of any prefix changes nothing, wherever it comes', async () => {
    const pushed = async (...parts: readonly (readonly WireFrame[])[]): Promise<unknown> => {
      const made = await openSession(agUiDialect);
      for (const part of parts) made.session.push(part);
      const state = told(made);
      made.session.dispose();
      return state;
    };
    await fc.assert(
      fc.asyncProperty(stream, fc.nat(40), fc.nat(40), async (frames, a, b) => {
        const whole = await pushed(frames);
        expect(await pushed(frames.slice(0, a), frames)).to.deep.equal(whole);
        expect(await pushed(frames, frames.slice(0, b))).to.deep.equal(whole);
        expect(await pushed(frames, frames)).to.deep.equal(whole);
      }),
      { numRuns: 40 },
    );
  });

  it('thought text is in think.delta alone, and in nothing behind the gate', () => {
    fc.assert(
      fc.property(stream, (frames) => {
        const { decoded, events, diagnostics, state } = play(agUiDialect, frames);
        const rest = decoded.filter(({ type }) => type !== 'think.delta');
        expect(JSON.stringify([rest, events, diagnostics, plain(state)])).to.not.contain(CANARY);
      }),
      { numRuns: 100 },
    );
  });
});
