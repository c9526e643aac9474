import type { Approval, AskedFields, ToolCall } from '../state.js';
import { isSame, patch } from './patch.js';

/** A large request that is only sent again must not pass for another one: it would be read, and edited, a second time. */
const REQUEST_BUDGET = 100_000;

/** The request is for something else than the one that is known. Where that was an id and no more, nothing is. */
export function isOther(known: Approval, fields: Partial<Approval>): boolean {
  const isAsked = known.toolKey !== undefined || ('input' in known && known.inputOfCall !== true);
  const tool = isAsked && fields.toolKey !== undefined && fields.toolKey !== known.toolKey;
  return tool || ('input' in fields && (isAsked || 'input' in known) && !isSame(known.input, fields.input, REQUEST_BUDGET));
}

/** Another tool: nothing that was said of the one before holds for it. */
export function isOtherTool(known: Approval, { toolKey }: Partial<Approval>): boolean {
  return known.toolKey !== undefined && toolKey !== undefined && toolKey !== known.toolKey;
}

/** What is asked once this was asked under the same id. */
export function askedAgain(known: Approval, fields: AskedFields): Approval {
  const base: Approval = isOtherTool(known, fields) ? { approvalId: known.approvalId, status: 'pending' } : known;
  const again = patch(base, 'input' in fields ? { ...fields, inputOfCall: undefined } : fields);
  return isOther(known, fields) ? patch(again, { changed: true, error: undefined }) : again;
}

/** A request that names no tool, or no arguments, asks for those of its call. */
export function withCall(approval: Approval, call: ToolCall | undefined): Approval {
  if (call === undefined) return approval;
  const named = approval.toolKey === undefined && call.toolKey !== undefined ? patch(approval, { toolKey: call.toolKey }) : approval;
  if ('input' in named || !('input' in call)) return named;
  return { ...named, input: call.input, inputOfCall: true };
}

/** A call and the approval that it waits for. */
interface Pair {
  readonly call: ToolCall;
  readonly approval: Approval;
}

/**
 * Both say the same while a person is asked. What the request itself named is what will run, so that its call keeps it;
 * what it has from its call follows that. (The card that has shown something else says so.)
 */
export function inStep(call: ToolCall, before: Approval | undefined): Pair | undefined {
  if (before?.status !== 'pending' || before.callId !== call.callId || call.status !== 'awaiting_approval') return undefined;
  const asked = withCall(before, call);
  const approval = asked.inputOfCall === true && 'input' in call ? patch(asked, { input: call.input }) : asked;
  const held = patch(call, {
    ...(approval.toolKey === undefined ? {} : { toolKey: approval.toolKey }),
    ...('input' in approval && approval.inputOfCall !== true ? { input: approval.input, inputText: undefined } : {}),
  });
  return { call: held, approval };
}
