import { expect } from '@open-wc/testing';
import fc from 'fast-check';
import { chatkitDialect } from '../../src/dialects/chatkit/index.js';
import type { WireFrame } from '../../src/wire/frame.js';
import { anyFrame, hostileId } from './arbitrary.js';
import { play } from './frames.js';
import { openSession, testsOfLaws } from './session-laws.js';

const framesOf = (bodies: readonly object[]): WireFrame[] => bodies.map((data) => ({ data: JSON.stringify(data) }));
const options = { type: 'stream_options', stream_options: { allow_cancel: true } };
const endOfTurn = { type: 'thread.item.added', item: { id: 'e', thread_id: 't', type: 'end_of_turn' } };
const button = (approved: boolean): object => ({ onClickAction: { type: 'approval', payload: { tool_name: 'pay', approved, call_id: 'c', request_id: 'r' } } });
const approvalWidget = { type: 'Card', children: [button(true), button(false)] };
const search = { type: 'thread.item.updated', item_id: 'i', update: { type: 'workflow.task.added', task_index: 0, task: { type: 'web_search', status_indicator: 'loading' } } };

const odd = fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constantFrom<unknown>(null, '', 5, [], {}));
const anyTask = fc.oneof(fc.record({ type: fc.constantFrom('thought', 'web_search', 'custom', 'x'), status_indicator: fc.constantFrom('none', 'loading', 'complete'), title: odd, content: fc.oneof(fc.string(), odd), queries: odd, sources: odd }, { requiredKeys: ['type'] }), odd);
const anyItem = fc.oneof(
  fc.record({ id: hostileId, type: fc.constant('assistant_message'), content: fc.oneof(fc.array(fc.record({ text: fc.string() }), { maxLength: 2 }), odd) }),
  fc.record({ id: hostileId, type: fc.constantFrom('workflow', 'task'), workflow: fc.oneof(fc.record({ type: fc.constantFrom('custom', 'reasoning'), tasks: fc.array(anyTask, { maxLength: 2 }) }), odd), task: anyTask }),
  fc.record({ id: hostileId, type: fc.constant('client_tool_call'), call_id: hostileId, status: fc.constantFrom('pending', 'completed'), arguments: odd, output: odd }),
  fc.record({ id: hostileId, type: fc.constantFrom('widget', 'structured_input', 'generated_image', 'x'), widget: fc.oneof(fc.constant(approvalWidget), odd), inputs: odd, status: odd }),
);
const anyUpdate = fc.oneof(
  fc.record({ type: fc.constant('assistant_message.content_part.text_delta'), content_index: fc.oneof(fc.nat(2), odd), delta: fc.oneof(fc.string(), odd) }),
  fc.record({ type: fc.constantFrom('workflow.task.added', 'workflow.task.updated'), task_index: fc.oneof(fc.nat(2), odd), task: anyTask }),
  fc.record({ type: fc.constantFrom('assistant_message.content_part.done', 'generated_image.updated', 'widget.root.updated'), content: odd, progress: odd, widget: odd }),
);
const body = fc.oneof(
  { weight: 4, arbitrary: fc.record({ type: fc.constantFrom('thread.item.added', 'thread.item.done', 'thread.item.replaced'), item: anyItem }) },
  { weight: 4, arbitrary: fc.record({ type: fc.constant('thread.item.updated'), item_id: hostileId, update: anyUpdate }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constantFrom('thread.item.removed', 'progress_update', 'notice', 'client_effect'), item_id: hostileId, text: odd, message: odd }) },
);

/** A turn from its options to its end. */
const stream: fc.Arbitrary<WireFrame[]> = fc.array(body, { maxLength: 12 }).map((bodies) => framesOf([options, ...bodies, endOfTurn]));

describe('chatkit: laws', () => {
  it('no frame makes it throw', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(anyFrame, fc.oneof(body, odd).map((data): WireFrame => ({ data }))), { maxLength: 12 }), (frames) => {
        expect(play(chatkitDialect, frames).state.run.status).to.be.a('string');
      }),
      { numRuns: 200 },
    );
  });

  testsOfLaws(chatkitDialect, stream, { numRuns: 60, longest: 20 });

  it('a cut stream is not opened again: the message would be sent twice', async () => {
    const made = await openSession(chatkitDialect);
    made.transport.last.sink.frames(framesOf([options, search]));
    made.transport.last.fail(new TypeError('cut'));
    await made.clock.tick(600_000);
    expect([made.transport.links.length, made.state.run.status, made.state.calls.get('i:0')?.status]).to.deep.equal([1, 'failed', 'interrupted']);
    made.session.dispose();
  });
});
