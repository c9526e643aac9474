import type { ApprovalRequest } from '../../activity/event.js';
import type { Approval, Editable } from '../../activity/state.js';
import type { DecisionRequest, JointAnswer } from '../dialect.js';
import { compact, isRecord, type JsonRecord, textOf } from './values.js';

/** The spelling of a question decides that of its answer: Python's, JavaScript's, and the form before both. */
type Spelling = 'action_requests' | 'actionRequests' | 'action_request';

/** What is asked about one action of LangGraph's middleware for human approval. */
export type ActionQuestion = Pick<ApprovalRequest, 'toolKey' | 'input' | 'prompt' | 'editable' | 'options' | 'echo'>;

/** The option under which words are the answer; the older form lets a person respond instead of deciding. */
const RESPOND = 'respond';

function record(value: unknown): JsonRecord {
  return isRecord(value) ? value : {};
}

function argsOf(action: JsonRecord): { readonly input?: unknown } {
  const name = ['args', 'arguments'].find((key) => Object.hasOwn(action, key));
  return name === undefined ? {} : { input: action[name] };
}

function editableOf(allowed: boolean, schema: unknown): Editable {
  return allowed && isRecord(schema) && isRecord(schema['properties']) ? { schema } : allowed;
}

function question(action: JsonRecord, actions: Spelling, editable: Editable, description: unknown): ActionQuestion {
  const toolKey = textOf(action['name']) ?? textOf(action['action']);
  return { ...compact({ toolKey, prompt: textOf(description) }), ...argsOf(action), editable, echo: { actions } };
}

/** Several actions and, for each by its name, what may be decided. */
function several(value: JsonRecord, origin: 'action_requests' | 'actionRequests'): readonly ActionQuestion[] | undefined {
  const actions = value[origin];
  if (!Array.isArray(actions) || actions.length === 0 || !actions.every(isRecord)) return undefined;
  const listed = value['reviewConfigs'] ?? value['review_configs'];
  const configs = Array.isArray(listed) ? listed.filter(isRecord) : [];
  return actions.map((action) => {
    const config = record(configs.find((one) => (one['actionName'] ?? one['action_name']) === action['name']));
    const allowed = config['allowedDecisions'] ?? config['allowed_decisions'];
    const mayEdit = !Array.isArray(allowed) || allowed.includes('edit');
    return question(action, origin, editableOf(mayEdit, config['argsSchema'] ?? config['args_schema']), action['description']);
  });
}

function single(value: JsonRecord): readonly ActionQuestion[] | undefined {
  const action = value['action_request'];
  if (!isRecord(action)) return undefined;
  const config = record(value['config']);
  const asked = question(action, 'action_request', config['allow_edit'] === true, value['description']);
  const options = [
    ...(config['allow_accept'] === false ? [] : [{ id: 'accept', kind: 'allow_once' }]),
    ...(config['allow_respond'] === true ? [{ id: RESPOND, takesText: true }] : []),
    { id: 'ignore', kind: 'reject_once' },
  ];
  return [{ ...asked, options }];
}

/** The actions that an interrupt's value asks about, in order; `undefined` where it asks something else. */
export function actionQuestions(value: unknown): readonly ActionQuestion[] | undefined {
  if (!isRecord(value)) return undefined;
  return several(value, 'actionRequests') ?? several(value, 'action_requests') ?? single(value);
}

/** Whether an approval is one that `actionQuestions` gave. */
export function isActionQuestion({ echo }: Approval): boolean {
  return echo?.['actions'] !== undefined;
}

function decisionOf({ approval, request }: JointAnswer): JsonRecord {
  const { decision, reason } = request;
  if (decision === 'reject') return { type: 'reject', ...compact({ message: reason }) };
  if (!('input' in request)) return { type: 'approve' };
  const edited = { name: approval.toolKey ?? '', args: request.input };
  return { type: 'edit', [approval.echo?.['actions'] === 'action_requests' ? 'edited_action' : 'editedAction']: edited };
}

function olderDecision({ toolKey }: Approval, request: DecisionRequest): JsonRecord {
  const { decision, reason, optionId } = request;
  if (optionId === RESPOND) return { type: 'response', args: reason ?? '' };
  if (decision === 'reject') return { type: 'ignore', args: null };
  return 'input' in request ? { type: 'edit', args: { action: toolKey ?? '', args: request.input } } : { type: 'accept', args: null };
}

/** The value that one interrupt is resumed with: one decision for each of its actions, in their order. */
export function actionAnswer(answers: readonly JointAnswer[]): unknown {
  const isOlder = answers.some(({ approval }) => approval.echo?.['actions'] === 'action_request');
  return isOlder ? answers.map(({ approval, request }) => olderDecision(approval, request)) : { decisions: answers.map(decisionOf) };
}
