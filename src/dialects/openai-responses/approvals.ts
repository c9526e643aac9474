import type { ActivityEvent } from '../../activity/event.js';
import { compact, idOf, type JsonRecord, textOf } from '../shared/values.js';
import type { Context, Handled } from './context.js';
import { kindOf } from './items.js';
import type { Entry } from './response-memory.js';

function parsed(text: unknown): unknown {
  if (typeof text !== 'string') return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

/** `mcp_approval_request`: a card of its own id, which the call it allows will go on with. */
export function approvalRequested(entry: Entry, { turn, response }: Context): readonly ActivityEvent[] {
  const { item, card } = entry;
  if (!turn.ask(card, card, response)) return [];
  const toolKey = textOf(item['name']);
  const input = item['arguments'] === undefined || item['arguments'] === null ? {} : { input: parsed(item['arguments']) };
  const title = kindOf('mcp_call')?.title?.(item);
  return [
    { type: 'tool.start', callId: card, status: 'pending', executor: 'provider', ...compact({ toolKey, title }) },
    { type: 'approval.request', approvalId: card, callId: card, ...compact({ toolKey }), ...input },
  ];
}

/** `mcp_call` with `approval_request_id`: somebody has allowed it. */
export function approvalUsed(entry: Entry, { turn }: Context): readonly ActivityEvent[] {
  const approvalId = idOf(entry.item['approval_request_id']);
  if (approvalId === undefined || !turn.answered(approvalId)) return [];
  return [{ type: 'approval.response', approvalId, callId: entry.card, decision: 'accepted' }];
}

/** `mcp_approval_response`, in histories. */
export function approvalAnswered(item: JsonRecord, { turn }: Context): Handled {
  const approvalId = idOf(item['approval_request_id']);
  if (approvalId === undefined || typeof item['approve'] !== 'boolean') {
    return '"item" must have "approval_request_id" and a boolean "approve"';
  }
  if (!turn.answered(approvalId)) return [];
  const decision = item['approve'] ? 'accepted' : 'rejected';
  return [{ type: 'approval.response', approvalId, decision, ...compact({ reason: textOf(item['reason']) }) }];
}
