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
 * The server's options in its order, else reject and approve. Kinds that are not known are never taken for a decision.
 * A plain "reject" is always among the answers: a list that only lets a person agree is not a question.
 */
export function choices(approval: Approval, messages: Messages): readonly Choice[] {
  const reject: Answer = { decision: 'reject', word: messages.reject, primary: false };
  const options = approval.options ?? [];
  if (options.length === 0) return [reject, plainApprove(approval, messages)];
  const first = options.find((option) => decisionOf(option) === 'approve');
  const offered = options.map((option) => fromOption(option, option === first, approval, messages));
  return offered.some((choice) => !('unknown' in choice) && choice.decision === 'reject') ? offered : [reject, ...offered];
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
  const label = own === '' && decision === 'approve' ? act(approval.toolKey ?? '') : own;
  const says = label !== '' && label.toLowerCase() !== word.toLowerCase();
  return { decision, word, optionId: option.id, primary, ...(says ? { label: reveal(label) } : {}) };
}
