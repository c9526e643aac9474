import type { Approval } from '../../activity/state.js';
import type { DecisionRequest } from '../dialect.js';
import { compact, textOf } from '../shared/values.js';

/** The option that goes on, with words where the task asked for some, and the one that ends the task. */
export const REPLY = 'reply';
export const CANCEL = 'cancel';

/** How the two versions say the same. */
const VERSIONS = {
  '1.0': { send: 'SendMessage', cancel: 'CancelTask', role: { role: 'ROLE_USER' }, part: {}, data: {}, soon: { returnImmediately: true } },
  '0.3': { send: 'message/send', cancel: 'tasks/cancel', role: { kind: 'message', role: 'user' }, part: { kind: 'text' }, data: { kind: 'data' }, soon: { blocking: false } },
} as const;

/**
 * A new message on the task, or the request to end it. The ids are made from the question's, so that the same answer sent
 * twice is one. The server is asked not to wait for the end: what follows comes in a stream.
 */
export function answer({ approvalId, callId, echo = {} }: Approval, request: DecisionRequest): unknown {
  const version = VERSIONS[echo['version'] === '0.3' ? '0.3' : '1.0'];
  const messageId = `${approvalId} answer`;
  const rpc = (method: string, params: object): object => (echo['rpc'] === true ? { jsonrpc: '2.0', id: messageId, method, params } : params);
  const words = textOf(request.reason);
  if (request.decision === 'reject' && words === undefined) return rpc(version.cancel, compact({ id: callId }));
  const said = 'input' in request ? { ...version.data, data: request.input } : { ...version.part, text: words ?? 'OK' };
  const message = { ...version.role, messageId, ...compact({ taskId: callId, contextId: echo['contextId'] }), parts: [said] };
  return rpc(version.send, { message, configuration: version.soon });
}
