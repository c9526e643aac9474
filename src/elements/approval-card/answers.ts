import type { Approval, ApprovalOption, Decision } from '../../activity/state.js';
import type { Messages } from '../../locales/messages.js';
import { reveal } from '../../viewers/reveal.js';
import { act } from './act.js';

/** A control. Its name begins with a word of the interface; what the server or the agent calls it comes after. */
export interface Answer {
  readonly decision: Decision;
  readonly word: string;
  /** Revealed text of the server, for an isolated place after the word. */
  readonly label?: string;
  readonly optionId?: string;
  /** It opens a field first, and goes with what is written there. */
  readonly takesText?: boolean;
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

/** The rejection that a reason may go with; one that takes words asks for them by itself. */
export function plainRejection(offered: readonly Choice[]): Answer | undefined {
  return offered.filter(isRejection).find(({ takesText }) => takesText !== true);
}

/** What "approve all" may stand for: once, and without words. `undefined` for a question that must be answered by itself. */
export function plainAnswers(approval: Approval, messages: Messages): Readonly<Record<Decision, Answer>> | undefined {
  const offered = choices(approval, messages);
  const reject = plainRejection(offered);
  const kinds = new Map((approval.options ?? []).map(({ id, kind }) => [id, kind]));
  const approve = offered.find((choice): choice is Answer => !('unknown' in choice) && choice.primary && choice.takesText !== true);
  const always = approve?.optionId !== undefined && kinds.get(approve.optionId) !== 'allow_once';
  return approve === undefined || reject === undefined || always ? undefined : { approve, reject };
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
  if (option.takesText === true && decision !== 'approve') return reply(option, messages);
  if (decision === undefined) return { unknown: reveal(own === '' ? option.id : own) };
  const word = messages.optionKind[option.kind ?? ''] ?? messages[decision];
  const label = labelOf(own, word, decision, approval);
  const takesText = option.takesText === true ? { takesText: true } : {};
  return { decision, word, optionId: option.id, primary, ...takesText, ...(label === '' ? {} : { label: reveal(label) }) };
}

/** Never a bare "approve": what says no more than the interface's own word gets the act. */
function labelOf(own: string, word: string, decision: Decision, { toolKey }: Approval): string {
  if (own !== '' && own.toLowerCase() !== word.toLowerCase()) return own;
  return decision === 'approve' ? act(toolKey ?? '') : '';
}

/** Words instead of a yes: whatever its kind, nothing is approved by it. */
function reply({ id, label = '' }: ApprovalOption, { reply: word }: Messages): Answer {
  return { decision: 'reject', word, optionId: id, primary: false, takesText: true, ...(label.trim() === '' ? {} : { label: reveal(label.trim()) }) };
}
