import type { Approval, ApprovalOption, Decision } from '../../activity/state.js';
import type { Messages } from '../../locales/messages.js';
import { reveal } from '../../viewers/reveal.js';
import { act } from '../internal/title.js';

/** A control. Its name begins with a word of the interface; what the server or the agent calls it comes after. */
export interface Answer {
  readonly decision: Decision;
  readonly word: string;
  /** Revealed text of the server, for an isolated place after the word. */
  readonly label?: string;
  readonly optionId?: string;
  /** The one control that stands out. */
  readonly primary: boolean;
}

/** An option of a kind that decides nothing here. */
export interface UnknownAnswer {
  readonly unknown: string;
}

export type Choice = Answer | UnknownAnswer;

const KINDS: ReadonlyMap<string, Decision> = new Map([
  ['allow_once', 'approve'],
  ['allow_always', 'approve'],
  ['reject_once', 'reject'],
  ['reject_always', 'reject'],
]);

/**
 * The server's options in its order, else reject and approve. Kinds that are not known are never taken for a decision. A
 * plain "reject" is always among the answers: a list that only lets a person agree is not a question.
 */
export function choices(approval: Approval, messages: Messages): readonly Choice[] {
  const reject: Answer = { decision: 'reject', word: messages.reject, primary: false };
  const options = approval.options ?? [];
  if (options.length === 0) return [reject, plainApprove(approval, messages)];
  const approvals = options.filter((option) => decisionOf(option) === 'approve');
  // What holds for ever never stands out where once would do.
  const primary = approvals.find(({ kind }) => kind === 'allow_once') ?? approvals[0];
  const offered = options.map((option) => fromOption(option, option === primary, approval, messages));
  return offered.some(isRejection) ? offered : [reject, ...offered];
}

export function isRejection(choice: Choice): choice is Answer {
  return !('unknown' in choice) && choice.decision === 'reject';
}

function decisionOf({ kind }: ApprovalOption): Decision | undefined {
  return kind === undefined ? undefined : KINDS.get(kind);
}

function plainApprove(approval: Approval, messages: Messages): Answer {
  return { decision: 'approve', word: actOf(approval, messages) ?? messages.approve, primary: true };
}

function actOf({ toolKey }: Approval, messages: Messages): string | undefined {
  const words = toolKey === undefined ? '' : reveal(act(toolKey));
  return words === '' ? undefined : messages.approveAct(words);
}

function fromOption(option: ApprovalOption, primary: boolean, approval: Approval, messages: Messages): Choice {
  const decision = decisionOf(option);
  const own = option.label?.trim() ?? '';
  if (decision === undefined) return { unknown: reveal(own === '' ? option.id : own) };
  const word = messages.optionKind[option.kind ?? ''] ?? messages[decision];
  const says = own !== '' && own.toLowerCase() !== word.toLowerCase();
  // Never a bare "approve": what says no more than the interface's own word gets the act.
  const label = says ? own : decision === 'approve' ? act(approval.toolKey ?? '') : '';
  return { decision, word, optionId: option.id, primary, ...(label === '' ? {} : { label: reveal(label) }) };
}
