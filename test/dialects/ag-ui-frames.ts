/** AG-UI's events by short names. */
import type { ActivityState } from '../../src/activity/state.js';
import { agUiDialect } from '../../src/dialects/ag-ui/index.js';
import type { WireFrame } from '../../src/wire/frame.js';
import { play } from './frames.js';

export const framesOf = (bodies: readonly object[]): WireFrame[] => bodies.map((data) => ({ data: JSON.stringify(data) }));
export const played = (...bodies: readonly object[]): ReturnType<typeof play> => play(agUiDialect, framesOf(bodies));
export const stateOf = (...bodies: readonly object[]): ActivityState => played(...bodies).state;

export const begin = { type: 'RUN_STARTED', threadId: 't', runId: 'r' };
export const next = (runId: string, input?: object): object => ({ type: 'RUN_STARTED', threadId: 't', runId, ...(input && { input }) });
export const ends = (outcome?: object, runId = 'r'): object => ({ type: 'RUN_FINISHED', threadId: 't', runId, ...(outcome && { outcome }) });
export const asks = (...interrupts: readonly object[]): object => ends({ type: 'interrupt', interrupts });
export const text = (delta: unknown, messageId = 'm'): object => ({ type: 'TEXT_MESSAGE_CONTENT', messageId, delta });
export const textStart = (messageId = 'm', role = 'assistant'): object => ({ type: 'TEXT_MESSAGE_START', messageId, role });
export const textEnd = (messageId = 'm'): object => ({ type: 'TEXT_MESSAGE_END', messageId });
export const call = (toolCallId = 'c', toolCallName = 'look'): object => ({ type: 'TOOL_CALL_START', toolCallId, toolCallName });
export const args = (delta: unknown, toolCallId = 'c'): object => ({ type: 'TOOL_CALL_ARGS', toolCallId, delta });
export const written = (toolCallId = 'c'): object => ({ type: 'TOOL_CALL_END', toolCallId });
export const result = (content: unknown, toolCallId = 'c', more: object = {}): object => ({ type: 'TOOL_CALL_RESULT', messageId: 'x', toolCallId, content, ...more });
export const chunk = (more: object): object => ({ type: 'TOOL_CALL_CHUNK', ...more });
export const thought = (kind: string, more: object = {}): object => ({ type: `REASONING_${kind}`, messageId: 'th', ...more });
export const legacy = (value: unknown): object => ({ type: 'CUSTOM', name: 'on_interrupt', value });
export const tool = (id: string, name: string, input: string): object => ({ id, type: 'function', function: { name, arguments: input } });
export const snapshot = (...messages: readonly object[]): object => ({ type: 'MESSAGES_SNAPSHOT', messages });
