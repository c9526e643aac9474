import type { Approval } from '../../activity/state.js';
import type { DecisionRequest, JointAnswer } from '../dialect.js';
import { actionAnswer, isActionQuestion } from '../shared/action-requests.js';
import { compact, type JsonRecord } from '../shared/values.js';
import { INPUT, interruptOf, legacyOf, PLAIN_WORDS } from './questions.js';

/** What the person said to a question that wants more than a yes; `undefined`: nothing. */
function saidTo({ options, input }: Approval, request: DecisionRequest): { readonly value: unknown } | undefined {
  if (request.decision === 'reject') return undefined;
  if (options === undefined) return { value: 'input' in request ? request.input : input };
  const words = options.find(({ takesText }) => takesText === true)?.id ?? PLAIN_WORDS;
  const text = request.reason ?? '';
  return { value: words === PLAIN_WORDS ? text : { [words]: text } };
}

function isInput({ callId, toolKey }: Approval): boolean {
  return callId === undefined && toolKey === INPUT;
}

function decisionOf({ decision, reason, ...rest }: DecisionRequest): JsonRecord {
  const approved = decision === 'approve';
  return { approved, ...compact({ reason }), ...(approved && 'input' in rest && { editedArgs: rest.input }) };
}

/** One entry of `resume`. A denial is an answer too; only a question that got none is cancelled. */
function entryOf({ approval, request }: JointAnswer): JsonRecord {
  const interruptId = interruptOf(approval.approvalId);
  if (!isInput(approval)) return { interruptId, status: 'resolved', payload: decisionOf(request) };
  const said = saidTo(approval, request);
  return said === undefined ? { interruptId, status: 'cancelled' } : { interruptId, status: 'resolved', payload: said.value };
}

/** What an `on_interrupt` is resumed with: its actions' decisions, or what was said. */
function legacyAnswer(answers: readonly JointAnswer[]): unknown {
  const [first] = answers;
  if (first === undefined) return undefined;
  return isActionQuestion(first.approval) ? actionAnswer(answers) : (saidTo(first.approval, first.request)?.value ?? null);
}

/** Older interrupts are resumed by a command; several of them, in order. */
function legacyPart(answers: readonly JointAnswer[]): JsonRecord {
  const groups = new Map<string, JointAnswer[]>();
  for (const answer of answers) {
    const id = legacyOf(answer.approval.approvalId) ?? '';
    groups.set(id, [...(groups.get(id) ?? []), answer]);
  }
  const values = [...groups.values()].map(legacyAnswer);
  return { forwardedProps: { command: { resume: values.length === 1 ? values[0] : values } } };
}

/** What the input of the next run has to hold: the answers to all interrupts, at once. */
export function answerAll(answers: readonly JointAnswer[]): unknown {
  const legacy = answers.filter(({ approval }) => legacyOf(approval.approvalId) !== undefined);
  const entries = answers.filter(({ approval }) => legacyOf(approval.approvalId) === undefined).map(entryOf);
  return { ...(entries.length > 0 && { resume: entries }), ...(legacy.length > 0 && legacyPart(legacy)) };
}

export function answer(approval: Approval, request: DecisionRequest): unknown {
  return answerAll([{ approval, request }]);
}
