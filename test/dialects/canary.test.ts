/** A marker in every reasoning field: under `hidden` it is nowhere, and under `surface` it shows, so that the search can find it. */
import { expect, fixture, html } from '@open-wc/testing';
import '../../src/define.js';
import { exportRecord } from '../../src/activity/record.js';
import type { ChainabitActivity } from '../../src/elements/chainabit-activity/chainabit-activity.js';
import { plain } from './frames.js';

const CANARY = 'c4n4ry';

const update = (event: object, more: object = {}): object => ({ type: 'message_update', assistantMessageEvent: event, ...more });
const thinking = { type: 'thinking', thinking: CANARY, text: CANARY, content: CANARY, thinkingSignature: CANARY };
const taskOf = (verb: string, index: number, task: object): object => ({ type: 'thread.item.updated', item_id: 'w', update: { type: `workflow.task.${verb}`, task_index: index, task } });
const thoughtPart = { text: CANARY, metadata: { adk_thought: true } };
const message = { role: 'assistant', content: [thinking, { type: 'text', text: 'Answer.' }], stopReason: 'stop' };
const wrapped = (content: object): object => ({ role: 'assistant', content: [content] });

/** By dialect: frames, and a history. Each thought that is streamed says the marker, and so does each broken form of one. */
const STREAMS: Readonly<Record<string, { readonly frames: readonly object[]; readonly history: unknown }>> = {
  'ai-sdk': {
    frames: [
      { type: 'start' },
      { type: 'reasoning-start', id: '0', providerMetadata: { anthropic: { signature: CANARY, redactedData: CANARY } } },
      { type: 'reasoning-delta', id: '0', delta: `I say ${CANARY}` },
      { type: 'reasoning-delta', id: '0', delta: [CANARY] },
      { type: 'reasoning-end', id: '0', text: CANARY },
      { type: 'reasoning-delta', id: '1', delta: `**Looking up**\n\n${CANARY}`, providerMetadata: { openai: { reasoningEncryptedContent: CANARY } } },
      { type: 'reasoning-delta', id: '2', delta: `**${CANARY} is not a title` },
      { type: 'reasoning-file', url: CANARY, data: CANARY },
      { type: 'reasoning-later', text: CANARY },
      { type: 'custom', kind: 'thinking', providerMetadata: { x: { thinking: CANARY } } },
      `{"type":"reasoning-delta","id":"3","delta":"${CANARY}`,
      { type: 'text-delta', id: '0', delta: 'Answer.' },
      { type: 'finish', finishReason: 'stop', messageMetadata: { reasoning: CANARY } },
    ].map((data) => ({ data })),
    history: [
      { role: 'assistant', parts: [{ type: 'reasoning', text: CANARY, state: 'done', providerMetadata: { x: CANARY } }, { type: 'text', text: 'Answer.' }] },
    ],
  },
  'ag-ui': {
    frames: [
      { type: 'RUN_STARTED', threadId: 't', runId: 'r', input: { messages: [{ id: 'th', role: 'reasoning', content: CANARY, encryptedValue: CANARY }] } },
      { type: 'REASONING_START', messageId: 'th' },
      { type: 'REASONING_MESSAGE_START', messageId: 'th', role: 'reasoning', rawEvent: { text: CANARY } },
      { type: 'REASONING_MESSAGE_CONTENT', messageId: 'th', delta: `**Looking** at ${CANARY}`, rawEvent: { text: CANARY } },
      { type: 'REASONING_MESSAGE_CHUNK', messageId: 'th', delta: `\n\n${CANARY}` },
      { type: 'REASONING_MESSAGE_CONTENT', messageId: 'th', delta: [CANARY] },
      { type: 'REASONING_MESSAGE_END', messageId: 'th' },
      { type: 'REASONING_ENCRYPTED_VALUE', subtype: 'message', entityId: 'th', encryptedValue: CANARY },
      { type: 'REASONING_END', messageId: 'th' },
      { type: 'THINKING_START', title: `${CANARY} `.repeat(20) },
      { type: 'THINKING_TEXT_MESSAGE_START' },
      { type: 'THINKING_TEXT_MESSAGE_CONTENT', delta: CANARY },
      { type: 'THINKING_TEXT_MESSAGE_END' },
      { type: 'THINKING_CONTENT', delta: CANARY },
      { type: 'THINKING_END' },
      { type: 'REASONING_LATER', delta: CANARY },
      { type: 'RAW', event: { thinking: CANARY } },
      { delta: CANARY },
      `{"type":"REASONING_MESSAGE_CONTENT","delta":"${CANARY}`,
      { type: 'MESSAGES_SNAPSHOT', messages: [{ id: 'th', role: 'reasoning', content: CANARY, encryptedValue: CANARY }, { id: 'a', role: 'assistant', content: [thinking, { type: 'text', text: 'Answer.' }], encryptedValue: CANARY }] },
      { type: 'RUN_FINISHED', threadId: 't', runId: 'r' },
    ].map((data) => ({ data })),
    history: { messages: [{ id: 'th', role: 'reasoning', content: CANARY, encryptedValue: CANARY }, { id: 'a', role: 'assistant', content: [thinking, { type: 'text', text: 'Answer.' }] }] },
  },
  'anthropic-messages': {
    frames: [
      { type: 'message_start', message: { id: 'm', content: [thinking] } },
      { type: 'content_block_start', index: 0, content_block: thinking },
      { type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: `**${CANARY}**\n\n${CANARY}` } },
      { type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: [CANARY] } },
      { type: 'content_block_delta', index: 0, delta: { type: 'signature_delta', signature: CANARY } },
      { type: 'content_block_stop', index: 0 },
      { type: 'content_block_start', index: 1, content_block: { type: 'redacted_thinking', data: CANARY } },
      { type: 'content_block_delta', index: 7, delta: { type: 'thinking_delta', thinking: CANARY } },
      { type: 'content_block_delta', index: 8, delta: { type: 'thinking_later', text: CANARY } },
      { type: 'content_block_start', index: 9, content_block: { type: 'thinking_later', text: CANARY } },
      { type: 'thinking', text: CANARY },
      { type: 'agent.thinking', content: CANARY, text: CANARY },
      `{"type":"content_block_delta","index":0,"delta":{"type":"thinking_delta","thinking":"${CANARY}`,
      { type: 'content_block_delta', index: 2, delta: { type: 'text_delta', text: 'Answer.' } },
      { type: 'message_delta', delta: { stop_reason: 'end_turn' } },
      { type: 'message_stop' },
    ].map((data) => ({ data })),
    history: { messages: [message] },
  },
  thoth: {
    frames: [
      { event: 'turn_state', data: { state: 'running' } },
      { event: 'activity_delta', data: { delta: `**${CANARY}**\n\n${CANARY}`, contentIndex: 0, messageId: 'm' } },
      { event: 'activity_delta', data: CANARY },
      { event: 'activity_delta', data: `{"delta":"${CANARY}` },
      { event: 'activity_delta', data: { delta: [CANARY], contentIndex: CANARY } },
      { data: `{"type":"activity_delta","delta":"${CANARY}` },
      { event: 'reasoning_delta', data: { text: CANARY } },
      { event: 'text_delta', data: { delta: 'Answer.' } },
      { event: 'turn_state', data: { state: 'failed', message: CANARY, error: CANARY } },
    ],
    history: { state: 'failed', message: CANARY, messages: [{ role: 'assistant', content: [thinking, { type: 'activity', text: undefined, activity: CANARY }] }] },
  },
  a2a: {
    frames: [
      { task: { id: 't', status: { state: 'TASK_STATE_WORKING', message: { messageId: 'm', parts: [thoughtPart] } } } },
      { statusUpdate: { taskId: 't', status: { state: 'TASK_STATE_WORKING', message: { messageId: 'n', parts: [{ kind: 'thought', text: CANARY }, { thought: true, text: CANARY }] } } } },
      { artifactUpdate: { taskId: 't', artifact: { artifactId: 'a', parts: [thoughtPart, { ...thoughtPart, data: CANARY }, { text: 'Answer.' }] } } },
      { statusUpdate: { taskId: 't', status: { state: 'TASK_STATE_PONDERING', message: { parts: [thoughtPart] } } } },
      { artifactUpdate: { taskId: 't', artifact: [thoughtPart] } },
      `{"statusUpdate":{"taskId":"t","status":{"message":{"parts":[{"metadata":{"adk_thought":true},"text":"${CANARY}`,
      { message: { messageId: 'o', parts: [thoughtPart] } },
      { statusUpdate: { taskId: 't', status: { state: 'TASK_STATE_COMPLETED', message: { messageId: 'p', parts: [thoughtPart] } } } },
    ].map((data) => ({ data })),
    history: { id: 't', status: { state: 'TASK_STATE_COMPLETED', message: { parts: [thoughtPart] } }, artifacts: [{ artifactId: 'a', parts: [thoughtPart, { text: 'Answer.' }] }] },
  },
  chatkit: {
    frames: [
      { type: 'thread.item.added', item: { id: 'w', thread_id: 't', type: 'workflow', workflow: { type: 'reasoning', tasks: [{ type: 'thought', content: CANARY }] } } },
      taskOf('added', 1, { type: 'thought', content: `**Looking up**\n\n${CANARY}` }),
      taskOf('updated', 1, { type: 'thought', content: `**Looking up**\n\n${CANARY} and ${CANARY}` }),
      taskOf('updated', 2, { type: 'thought', title: 'Looking again', content: CANARY }),
      taskOf('updated', 3, { type: 'thought', content: [CANARY], title: { text: CANARY } }),
      taskOf('later', 4, { type: 'thought', content: CANARY }),
      { type: 'thread.item.later', item: { workflow: { tasks: [{ type: 'thought', content: CANARY }] } } },
      { type: 'thread.item.done', item: { type: 'workflow', workflow: { tasks: [{ type: 'thought', content: CANARY }] } } },
      `{"type":"thread.item.updated","update":{"task":{"type":"thought","content":"${CANARY}`,
      { type: 'thread.item.done', item: { id: 'k', type: 'task', task: { type: 'thought', content: CANARY } } },
      { type: 'thread.item.done', item: { id: 'w', type: 'workflow', workflow: { type: 'reasoning', tasks: [{ type: 'thought', content: CANARY }], summary: { duration: 4 } } } },
      { type: 'thread.item.done', item: { id: 'm', type: 'assistant_message', content: [{ type: 'output_text', text: 'Answer.' }] } },
      { type: 'thread.item.added', item: { id: 'e', type: 'end_of_turn' } },
    ].map((data) => ({ data })),
    history: [
      { id: 'w', type: 'workflow', thread_id: 't', workflow: { type: 'reasoning', tasks: [{ type: 'thought', content: CANARY, title: CANARY }] } },
      { id: 'm', type: 'assistant_message', content: [{ type: 'output_text', text: 'Answer.' }] },
    ],
  },
  pi: {
    frames: [
      { type: 'agent_start' },
      { type: 'message_start', message },
      update({ type: 'thinking_start', contentIndex: 0, partial: wrapped(thinking) }, { message: wrapped(thinking) }),
      update({ type: 'thinking_delta', contentIndex: 0, delta: `**${CANARY}**\n\n`, partial: wrapped(thinking) }, { message: wrapped(thinking) }),
      update({ type: 'thinking_end', contentIndex: 0, content: `${CANARY} ${CANARY}`, contentSignature: CANARY }, { message: wrapped(thinking) }),
      update({ type: 'thinking_delta', contentIndex: 3, delta: [CANARY], partial: wrapped(thinking) }),
      update({ type: 'thought_delta', delta: CANARY }),
      update({ type: 'done', reason: 'stop', message }),
      { type: 'message_end', message },
      { type: 'turn_end', message, toolResults: [] },
      { type: 'thinking_delta', contentIndex: 9, delta: CANARY },
      { type: 'thought', text: CANARY },
      `{"type":"message_update","assistantMessageEvent":{"type":"thinking_delta","delta":"${CANARY}`,
      { type: 'response', command: 'get_messages', success: true, data: { messages: [message] } },
      { type: 'agent_end', messages: [message] },
      { type: 'agent_settled' },
    ].map((data) => ({ data })),
    history: { messages: [message] },
  },
};

const EVENTS = ['change', 'connection-change', 'settled', 'message', 'error', 'diagnostic', 'reasoning'].map((name) => `activity-${name}`);

/** Text and attributes of a tree, through its shadow roots. */
function domOf(node: Node): string {
  const own = node instanceof Element ? [...node.attributes].map(({ name, value }) => `${name}=${value}`).join(' ') : (node.nodeValue ?? '');
  const shadow = node instanceof Element && node.shadowRoot ? domOf(node.shadowRoot) : '';
  return [own, shadow, ...[...node.childNodes].map(domOf)].join('\n');
}

function textOf(value: unknown): string {
  return JSON.stringify(value, (_, one: unknown) => (one instanceof Map ? [...(one as Map<unknown, unknown>)] : one));
}

/** All that the element shows, says and keeps. */
async function traces(dialect: string, disclosure: string): Promise<string> {
  const { frames, history } = STREAMS[dialect] ?? { frames: [], history: undefined };
  const found: string[] = [];
  const element = await fixture<ChainabitActivity>(html`<chainabit-activity dialect=${dialect} disclosure=${disclosure}></chainabit-activity>`);
  for (const name of EVENTS) {
    element.addEventListener(name, (event) => {
      const { state, previous, message: text, delta, sample, text: thought, code } = event as unknown as Record<string, unknown>;
      found.push(textOf({ state, previous, text, delta, sample, thought, code }));
    });
  }
  const settled = new Promise((resolve) => {
    element.addEventListener('activity-settled', resolve, { once: true });
  });
  const step = async (): Promise<void> => {
    await element.updateComplete;
    found.push(domOf(element), textOf(plain(element.state)), textOf(exportRecord(element.state)));
  };
  for (const frame of frames) {
    element.push(frame as Parameters<typeof element.push>[0]);
    await step();
  }
  await settled;
  await step();
  const reloaded = await fixture<ChainabitActivity>(html`<chainabit-activity dialect=${dialect} disclosure=${disclosure}></chainabit-activity>`);
  const restored = new Promise((resolve) => {
    reloaded.addEventListener('activity-change', resolve, { once: true });
  });
  reloaded.hydrate(history);
  await restored;
  await reloaded.updateComplete;
  found.push(domOf(reloaded), textOf(plain(reloaded.state)), textOf(Object.entries(sessionStorage)), textOf(Object.entries(localStorage)));
  return found.join('\n');
}

describe('reasoning under hidden', () => {
  for (const dialect of Object.keys(STREAMS)) {
    it(`${dialect}: leaves no trace`, async () => {
      const all = await traces(dialect, 'hidden');
      expect(all).to.contain('Answer.');
      expect(all.includes(CANARY), 'the marker was found').to.equal(false);
    });

    it(`${dialect}: shows under surface, so that the search is one`, async () => {
      expect((await traces(dialect, 'surface')).includes(CANARY)).to.equal(true);
    });
  }
});
