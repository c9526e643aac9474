import type { Approval } from '../../activity/state.js';
import type { DecisionRequest, JointAnswer } from '../dialect.js';
import { actionAnswer, isActionQuestion } from '../shared/action-requests.js';
import { compact, type JsonRecord, textOf } from '../shared/values.js';

/** What an approval keeps for its answer: the id of its interrupt, what answers it, the number of its `on_interrupt`. */
export const INTERRUPT = 'interruptId';
export const ANSWER = 'answer';
export const COMMAND = 'command';

/** The option under which words are the answer, where no property of a schema gives it a name. */
export const WORDS = 'text';

/** What answers a question, other than a decision: all of the words, words as a property, or the values of a form. */
const said: ReadonlyMap<unknown, (approval: Approval, request: DecisionRequest) => unknown> = new Map<unknown, (approval: Approval, request: DecisionRequest) => unknown>([
  ['words', (_, { reason }) => reason ?? ''],
  ['property', ({ options }, { reason }) => ({ [options?.find(({ takesText }) => takesText === true)?.id ?? WORDS]: reason ?? '' })],
  ['form', ({ input }, request) => ('input' in request ? request.input : input)],
]);

function decisionOf({ decision, reason, ...rest }: DecisionRequest): JsonRecord {
  const approved = decision === 'approve';
  return { approved, ...compact({ reason }), ...(approved && 'input' in rest && { editedArgs: rest.input }) };
}

/** One entry of `resume`. A denial is an answer too; only a question that got none is cancelled. */
function entryOf({ approval, request }: JointAnswer): JsonRecord {
  const interruptId = textOf(approval.echo?.[INTERRUPT]) ?? approval.approvalId;
  const read = said.get(approval.echo?.[ANSWER]);
  if (read === undefined) return { interruptId, status: 'resolved', payload: decisionOf(request) };
  return request.decision === 'reject' ? { interruptId, status: 'cancelled' } : { interruptId, status: 'resolved', payload: read(approval, request) };
}

/** What an `on_interrupt` is resumed with: its actions' decisions, or what was said. */
function resumed(answers: readonly JointAnswer[]): unknown {
  const [first] = answers;
  if (first === undefined || (!isActionQuestion(first.approval) && first.request.decision === 'reject')) return null;
  return isActionQuestion(first.approval) ? actionAnswer(answers) : said.get('words')?.(first.approval, first.request);
}

function commandOf({ approval }: JointAnswer): unknown {
  return approval.echo?.[COMMAND];
}

/** Older interrupts are resumed by a command; several of them, in order. */
function commandFor(answers: readonly JointAnswer[]): JsonRecord {
  const numbers = [...new Set(answers.map(commandOf))];
  const values = numbers.map((number) => resumed(answers.filter((answer) => commandOf(answer) === number)));
  return { forwardedProps: { command: { resume: values.length === 1 ? values[0] : values } } };
}

/** What the input of the next run has to hold: the answers to all interrupts, at once. */
export function answerAll(answers: readonly JointAnswer[]): unknown {
  const older = answers.filter((answer) => commandOf(answer) !== undefined);
  const entries = answers.filter((answer) => commandOf(answer) === undefined).map(entryOf);
  return { ...(entries.length > 0 && { resume: entries }), ...(older.length > 0 && commandFor(older)) };
}

export function answer(approval: Approval, request: DecisionRequest): unknown {
  return answerAll([{ approval, request }]);
}
