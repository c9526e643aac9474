import { expect } from '@open-wc/testing';
import { aiSdkDialect } from '../../src/dialects/ai-sdk/index.js';
import type { SessionConfig } from '../../src/session/config.js';
import type { WireFrame } from '../../src/wire/frame.js';
import { openSession } from '../dialects/session-laws.js';
import { settled } from '../support/fake-clock.js';
import { type Fixture, fixture, jsonReply, ScriptedFetch } from './fixture.js';

const frames = (...chunks: readonly object[]): WireFrame[] => chunks.map((data) => ({ data: JSON.stringify(data) }));
const asks = (id: string): object[] => [
  { type: 'tool-input-available', toolCallId: `call_${id}`, toolName: 'move', input: { id } },
  { type: 'tool-approval-request', approvalId: id, toolCallId: `call_${id}`, ...(id === 'a' && { signature: 'sig' }) },
];
const first = frames({ type: 'start', messageId: 'm' }, ...asks('a'), ...asks('b'), { type: 'finish', finishReason: 'tool-calls' });
const second = frames(
  { type: 'start', messageId: 'm' },
  { type: 'tool-output-available', toolCallId: 'call_a', output: 1 },
  { type: 'tool-output-denied', toolCallId: 'call_b' },
  { type: 'text-delta', id: '0', delta: 'Done.' },
  { type: 'finish', finishReason: 'stop' },
);

/** A session whose first stream has ended with two questions. */
async function asked(config: SessionConfig): Promise<Fixture> {
  const made = fixture({ config: { dialect: aiSdkDialect, ...config }, net: new ScriptedFetch(jsonReply(202, {})) });
  made.session.connect();
  await settled();
  made.transport.last.sink.open({});
  made.transport.last.sink.frames(first);
  made.transport.last.end();
  await settled();
  return made;
}

const answers = ({ state }: Fixture): string[] => [...state.approvals.values()].map(({ approvalId, status }) => `${approvalId} ${status}`);

describe('session: approvals of the AI SDK', () => {
  it('the run waits although the connection has closed, and nothing opens it again', async () => {
    const made = await asked({});
    expect([made.state.run.status, made.state.run.waitingFor, made.state.connection.status]).to.deep.equal(['waiting', 'approval', 'closed']);
    expect([made.faults, made.clock.next, made.transport.links.length]).to.deep.equal([[], undefined, 1]);
  });

  it('without an address a decision is the host\'s to send, and nothing else is sent', async () => {
    const made = await asked({});
    await made.session.decide('a', { decision: 'approve' });
    await made.session.decide('b', { decision: 'reject' });
    expect([made.net.sent.length, made.transport.links.length, made.approval('a')?.handedOver]).to.deep.equal([0, 1, true]);
  });

  it('with one, all answers go together, and the next stream goes on with the run', async () => {
    const made = await asked({ approvalUrl: '/decisions' });
    await made.session.decide('b', { decision: 'reject', reason: 'No' });
    expect(made.net.sent).to.have.length(0);
    await made.session.decide('a', { decision: 'approve' });
    for (let n = 0; n < 200 && made.net.sent.length === 0; n += 1) await settled();
    expect(made.net.sent.map(({ url, body }) => [url, body])).to.deep.equal([
      [
        '/decisions',
        {
          trigger: 'submit-message',
          messageId: 'm',
          parts: [
            { type: 'tool-move', toolCallId: 'call_a', state: 'approval-responded', input: { id: 'a' }, approval: { id: 'a', approved: true, signature: 'sig' } },
            { type: 'tool-move', toolCallId: 'call_b', state: 'approval-responded', input: { id: 'b' }, approval: { id: 'b', approved: false, reason: 'No' } },
          ],
        },
      ],
    ]);
    await settled();
    made.session.connect();
    await settled();
    made.transport.last.sink.open({});
    made.transport.last.sink.frames(second);
    made.transport.last.end();
    await settled();
    expect(answers(made)).to.deep.equal(['a accepted', 'b rejected']);
    expect([...made.state.calls.values()].map(({ status }) => status)).to.deep.equal(['completed', 'rejected']);
    expect([made.state.run.outcome, made.state.message.text, made.faults]).to.deep.equal(['completed', 'Done.', []]);
  });

  it('a turn is never opened again by itself', async () => {
    const made = await openSession(aiSdkDialect);
    made.transport.last.sink.frames(first.slice(0, 2));
    made.transport.last.fail(new TypeError('cut'));
    await settled();
    expect([made.state.run.status, made.clock.next, made.transport.links.length]).to.deep.equal(['failed', undefined, 1]);
  });
});
