import { expect } from '@open-wc/testing';
import type { ActivityEvent } from '../../src/activity/event.js';
import { reduce } from '../../src/activity/reduce.js';
import { type ActivityState, emptyState } from '../../src/activity/state.js';
import type { Diagnostic } from '../../src/dialects/dialect.js';
import { openaiResponsesDialect } from '../../src/dialects/openai-responses/index.js';
import { plain, play } from './frames.js';

function decode(...bodies: readonly object[]): { events: readonly ActivityEvent[]; diagnostics: readonly Diagnostic[] } {
  const { decoded, diagnostics } = play(openaiResponsesDialect, bodies.map((data) => ({ data })));
  return { events: decoded.filter(({ type }) => type !== 'run.start'), diagnostics };
}

const added = (item: object, index = 0): object => ({ type: 'response.output_item.added', output_index: index, item });
const done = (item: object, index = 0): object => ({ type: 'response.output_item.done', output_index: index, item });
const end = (id = 'r'): object => ({ type: 'response.completed', response: { id, status: 'completed' } });

describe('openai-responses: items', () => {
  it('a function call waits for its arguments, then for its client', () => {
    const call = { type: 'function_call', id: 'i', call_id: 'c', name: 'f', status: 'in_progress' };
    const { events } = decode(
      added({ ...call, arguments: '' }),
      { type: 'response.function_call_arguments.delta', output_index: 0, delta: '{}' },
      { type: 'response.function_call_arguments.done', output_index: 0, arguments: '{}' },
      done({ ...call, arguments: '{}', status: 'completed' }),
      end(),
    );
    expect(events).to.deep.equal([
      { type: 'tool.start', callId: 'c', status: 'pending', toolKey: 'f', executor: 'client' },
      { type: 'tool.input', callId: 'c', mode: 'append', text: '{}' },
      { type: 'tool.input', callId: 'c', mode: 'replace', text: '{}', complete: true },
      { type: 'tool.start', callId: 'c', status: 'active' },
      { type: 'think.end' },
      { type: 'run.ended', outcome: 'completed' },
    ]);
  });

  it('a verb shows while it lasts; partial images are progress', () => {
    const image = { type: 'image_generation_call', id: 'i', status: 'in_progress' };
    const { events } = decode(
      added(image),
      { type: 'response.image_generation_call.in_progress', output_index: 0 },
      { type: 'response.image_generation_call.generating', output_index: 0 },
      { type: 'response.image_generation_call.partial_image', output_index: 0, partial_image_b64: 'AAAA', output_format: 'webp' },
      { type: 'response.image_generation_call.completed', output_index: 0 },
      done({ ...image, status: 'completed', result: 'AAAABBBB', output_format: 'webp', size: '8x8', revised_prompt: 'p' }),
    );
    expect(events.slice(1)).to.deep.equal([
      { type: 'tool.progress', callId: 'i', detail: 'generating' },
      { type: 'tool.progress', callId: 'i', partialOutput: { mediaType: 'image/webp', bytes: 3, base64: 'AAAA' } },
      {
        type: 'tool.end',
        callId: 'i',
        result: 'completed',
        detail: '8x8 · webp · 1 kB',
        output: { mediaType: 'image/webp', bytes: 6, size: '8x8', revisedPrompt: 'p', base64: 'AAAABBBB' },
      },
    ]);
  });

  it('an error makes an end a failure, whatever the status says', () => {
    const { events } = decode(done({ type: 'mcp_call', id: 'i', name: 'n', server_label: 's', status: 'completed', error: 'no' }));
    expect(events.at(-1)).to.deep.equal({ type: 'tool.end', callId: 'i', result: 'failed', error: { message: 'no' } });
  });

  it('a provider call that is done, but says that it is not, and has no result, is not known to have succeeded', () => {
    const { events } = decode(done({ type: 'web_search_call', id: 'i', status: 'searching' }));
    expect(events.at(-1)).to.deep.equal({ type: 'tool.end', callId: 'i', result: 'unknown', rawStatus: 'searching' });
  });

  it('a sub-event of an item that was never announced opens its card', () => {
    const { events } = decode({ type: 'response.web_search_call.searching', output_index: 3, item_id: 'ws' });
    expect(events.map((event) => ('callId' in event ? `${event.type} ${event.callId ?? ''}` : event.type))).to.deep.equal(['tool.start ws', 'tool.progress ws']);
  });

  it('a hosted shell streams its output and ends with an item of its own, or with the response', () => {
    const shell = { type: 'shell_call', id: 'i', call_id: 'c', environment: { type: 'container_auto' }, action: { commands: ['ls'] }, status: 'completed' };
    const delta = { type: 'response.shell_call_output_content.delta', output_index: 0, delta: { stdout: 'a' } };
    const { events } = decode(done(shell), delta, delta, end());
    expect(events.filter(({ type }) => type === 'tool.progress' || type === 'tool.end')).to.deep.equal([
      { type: 'tool.progress', callId: 'c', partialOutput: 'a' },
      { type: 'tool.progress', callId: 'c', partialOutput: 'aa' },
      { type: 'tool.end', callId: 'c', result: 'completed' },
    ]);
  });

  it('drops what it cannot use, with a reason, and goes on', () => {
    const { events, diagnostics } = decode(
      { type: 'response.output_item.added', item: 'x' },
      { type: 'response.output_text.delta', delta: 5 },
      { type: 'response.web_search_call.searching' },
      { type: 'response.unheard_of' },
      { type: 'keepalive' },
      { type: 'response.output_text.delta', output_index: 'first', delta: 'Hi' },
    );
    expect(events).to.deep.equal([{ type: 'message.delta', mode: 'append', text: 'Hi' }]);
    expect(diagnostics.map(({ code }) => code)).to.deep.equal(['malformed', 'malformed', 'malformed', 'unknown', 'ignored', 'malformed']);
    expect(diagnostics[5]?.reason).to.equal('response.output_text.delta: "output_index" must be number, got string; the field was left out');
  });

  it('takes the three forms of an error, and each once', () => {
    const said = (frame: object, event?: string): unknown => {
      const { decoded } = play(openaiResponsesDialect, [{ data: frame, ...(event !== undefined && { event }) }]);
      return decoded.flatMap((one) => (one.type === 'run.failed' ? [one.error] : []));
    };
    expect(said({ type: 'error', code: null, message: 'm' })).to.deep.equal([{ code: 'error', message: 'm' }]);
    expect(said({ type: 'error', error: { type: 't', code: 'c', message: 'm' } })).to.deep.equal([{ code: 'c', message: 'm' }]);
    expect(said({ error: { type: 't', message: 'm' } }, 'error')).to.deep.equal([{ code: 't', message: 'm' }]);
    const failed = { type: 'response.failed', response: { id: 'r', error: { code: 'c', message: 'm' } } };
    expect(decode({ type: 'error', message: 'm' }, failed, failed).events.filter(({ type }) => type === 'run.failed')).to.have.lengthOf(1);
  });

  it('an incomplete response is cut short, or refused', () => {
    const outcome = (reason: string): unknown => {
      const { events } = decode({ type: 'response.incomplete', response: { id: 'r', incomplete_details: { reason } } });
      return events.at(-1);
    };
    expect(outcome('max_output_tokens')).to.deep.equal({ type: 'run.settled', outcome: 'truncated' });
    expect(outcome('content_filter')).to.deep.equal({ type: 'run.settled', outcome: 'refused' });
  });
});

describe('openai-responses: answers and history', () => {
  it('answers with an item of the next request', () => {
    const approval = { approvalId: 'mcpr', status: 'sending' } as const;
    expect(openaiResponsesDialect.answer(approval, { decision: 'approve' }, 'r')).to.deep.equal({ type: 'mcp_approval_response', approval_request_id: 'mcpr', approve: true });
    expect(openaiResponsesDialect.answer(approval, { decision: 'reject', reason: 'no' }, 'r')).to.include({ approve: false, reason: 'no' });
  });

  const request = { type: 'mcp_approval_request', id: 'q', name: 'buy', server_label: 's', arguments: '{"n":1}' };
  const output = [
    { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Hello' }] },
    { type: 'function_call', id: 'i', call_id: 'c', name: 'f', arguments: '{}', status: 'completed' },
    { type: 'function_call_output', call_id: 'c', output: '' },
    { type: 'message', id: 'm', role: 'assistant', content: [{ type: 'output_text', text: 'Hi' }] },
  ];
  const hydrate = (persisted: unknown, live = false): ActivityState =>
    reduce(emptyState, openaiResponsesDialect.hydrate(persisted, { live }));

  it('rebuilds a stored response', () => {
    const state = hydrate({ id: 'r', object: 'response', status: 'completed', created_at: 1, completed_at: 2, output });
    expect(state.run).to.deep.equal({ id: 'r', status: 'settled', outcome: 'completed', startedAt: 1000, endedAt: 2000 });
    expect(plain(state)['calls']).to.deep.equal([{ callId: 'c', status: 'completed', toolKey: 'f', executor: 'client', input: {}, output: '' }]);
    expect(state.message).to.deep.equal({ id: 'm', text: 'Hi', status: 'completed' });
  });

  it('rebuilds items without a run, and assumes the end of what nobody answered', () => {
    const call = { type: 'function_call', id: 'j', call_id: 'd', name: 'g', arguments: '{}', status: 'completed' };
    const idle = hydrate({ data: [...output, call] });
    expect([idle.run.status, idle.thinking.active]).to.deep.equal(['idle', false]);
    expect([...idle.calls.values()].map(({ callId, status }) => `${callId} ${status}`)).to.deep.equal(['c completed', 'd interrupted']);
    expect(hydrate([call], true).calls.get('d')?.status).to.equal('active');
  });

  it('still asks what was asked', () => {
    for (const persisted of [[request], { id: 'r', status: 'completed', output: [request] }]) {
      const state = hydrate(persisted);
      expect([state.run.status, state.calls.get('q')?.status]).to.deep.equal(['waiting', 'awaiting_approval']);
      expect(plain(state)['approvals']).to.deep.equal([{ approvalId: 'q', status: 'pending', callId: 'q', toolKey: 'buy', input: { n: 1 } }]);
    }
    const answered = { type: 'mcp_approval_response', approval_request_id: 'q', approve: false, reason: 'no' };
    expect(hydrate([request, answered]).calls.get('q')?.status).to.equal('rejected');
  });

  for (const value of [null, 5, '', 'x', {}, [], [null, 5], { output: 5 }, { data: [{}] }]) {
    it(`makes nothing of ${JSON.stringify(value)}`, () => {
      expect(hydrate(value)).to.equal(emptyState);
    });
  }
});
