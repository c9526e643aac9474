import type { ActivityEvent, ApprovalRequest, ApprovalResponse } from '../../activity/event.js';
import { isSame } from '../../activity/reduce/patch.js';
import type { ApprovalOption, JsonSchema } from '../../activity/state.js';
import { type ActionQuestion, actionQuestions } from '../shared/action-requests.js';
import { type FieldFault, readFields } from '../shared/fields.js';
import { valueOf } from '../shared/frame-data.js';
import { timeOf } from '../shared/time.js';
import { compact, idOf, isRecord, type JsonRecord, textOf } from '../shared/values.js';
import { inputOf } from './calls.js';
import type { Context, Handled } from './context.js';
import { ANSWER, COMMAND, INTERRUPT, WORDS } from './answer.js';
import { interruptSchema } from './schema.js';
import type { Turn } from './turn.js';

type Asked = Omit<ApprovalRequest, 'type' | 'approvalId'>;

/** The tool key of a question that a yes does not answer. */
const INPUT = 'input_required';

/** Begins the id of an `on_interrupt`, which has none of its own. */
const LEGACY = 'on_interrupt';

/** The approval of an interrupt: an id that is asked about again after its answer is another question. */
function placeOf(interruptId: string, times: number): string {
  return times > 1 ? `${interruptId} (${String(times)})` : interruptId;
}

function words(id: string, label: string | undefined): readonly ApprovalOption[] {
  return [
    { id, kind: 'allow_once', takesText: true, ...compact({ label }) },
    { id: 'cancel', kind: 'reject_once' },
  ];
}

function propertiesOf(schema: JsonRecord | null | undefined): JsonRecord {
  return isRecord(schema?.['properties']) ? schema['properties'] : {};
}

/** The only thing that is asked for is a text. */
function onlyText(properties: JsonRecord): readonly ApprovalOption[] | undefined {
  const [[name, property] = ['', undefined], ...others] = Object.entries(properties);
  if (others.length > 0 || name === '' || !isRecord(property) || property['type'] !== 'string') return undefined;
  return 'enum' in property || 'const' in property || 'format' in property ? undefined : words(name, textOf(property['title']));
}

/** A question that a yes does not answer: words, or a form. It stands beside a call and is not about its arguments. */
function asksForInput(schema: JsonSchema | null | undefined): Asked {
  const properties = propertiesOf(schema);
  const isOpen = Object.keys(properties).length === 0;
  const options = isOpen ? words(WORDS, undefined) : onlyText(properties);
  if (options === undefined) return { toolKey: INPUT, input: {}, editable: { schema: schema ?? {} }, echo: { [ANSWER]: 'form' } };
  return { toolKey: INPUT, editable: false, options, echo: { [ANSWER]: isOpen ? 'words' : 'property' } };
}

function asksForYes(callId: string | undefined, reason: string | undefined, schema: JsonRecord | null | undefined, turn: Turn): Asked {
  const call = callId === undefined ? undefined : turn.calls.get(callId);
  const edited = propertiesOf(schema)['editedArgs'];
  const editable = isRecord(edited) && isRecord(edited['properties']) ? { schema: edited } : edited !== undefined;
  return { ...compact({ callId, toolKey: call?.name ?? (callId === undefined ? reason : undefined) }), ...inputOf(call), editable };
}

/** Whether an answer is a decision: what takes one has a place for it, and what says nothing of itself is about a call. */
function isDecision(reason: string | undefined, callId: string | undefined, schema: JsonRecord | null | undefined): boolean {
  const properties = propertiesOf(schema);
  if (Object.keys(properties).length > 0) return 'approved' in properties || 'editedArgs' in properties;
  return callId !== undefined || reason !== 'input_required';
}

/** Asks, under an id of its own in the turn. */
function ask(id: string, asked: Asked, turn: Turn): ActivityEvent {
  const approvalId = placeOf(id, turn.ask(id));
  turn.open.set(approvalId, { interruptId: id, callId: asked.callId });
  return { type: 'approval.request', approvalId, ...asked, echo: { [INTERRUPT]: id, ...asked.echo } };
}

function isOpen(interruptId: string, turn: Turn): boolean {
  return [...turn.open.values()].some((question) => question.interruptId === interruptId);
}

/** One of the questions that a run ended with. */
export function interrupted(entry: unknown, { turn, fault }: { readonly turn: Turn; readonly fault: FieldFault }): readonly ActivityEvent[] {
  const fields = readFields(interruptSchema, isRecord(entry) ? entry : {}, (reason) => {
    fault(`interrupt: ${reason}`);
  });
  const id = idOf(fields.id);
  if (id === undefined) {
    fault('"interrupts" must hold objects with an "id"');
    return [];
  }
  if (isOpen(id, turn)) return [];
  const { responseSchema: schema } = fields;
  const callId = idOf(fields.toolCallId);
  const reason = textOf(fields.reason);
  const asked = isDecision(reason, callId, schema) ? asksForYes(callId, reason, schema, turn) : asksForInput(schema);
  return [ask(id, { ...compact({ prompt: textOf(fields.message), expiresAt: timeOf(fields.expiresAt) }), ...asked }, turn)];
}

/** An action names no call: it is about the oldest one without a result that would do just that. */
function callFor({ toolKey, input }: ActionQuestion, turn: Turn): string | undefined {
  const asked = new Set([...turn.open.values()].map((question) => question.callId));
  const open = [...turn.calls.values()].filter((call) => call.ended === undefined && call.complete && call.name === toolKey && !asked.has(call.callId));
  return open.find((call) => isSame(inputOf(call).input, input))?.callId;
}

/** `on_interrupt` of older producers: a question in any form, often as JSON text, and without an id. */
function legacyInterrupt(asked: unknown, turn: Turn): readonly ActivityEvent[] {
  const number = turn.ask(LEGACY);
  const id = `${LEGACY} ${String(number)}`;
  const command = { [COMMAND]: number };
  const actions = actionQuestions(asked);
  if (actions !== undefined) {
    return actions.map(({ echo, ...action }, index) =>
      ask(`${id}.${String(index + 1)}`, { ...compact({ callId: callFor(action, turn) }), ...action, echo: { ...echo, ...command } }, turn),
    );
  }
  const said = isRecord(asked) ? [asked['message'], asked['question'], asked['prompt']].map(textOf).find(Boolean) : textOf(asked);
  const question = asksForInput(undefined);
  return [ask(id, { prompt: said ?? JSON.stringify(asked), ...question, echo: { ...question.echo, ...command } }, turn)];
}

function holdLegacy(value: unknown, { turn }: Context): Handled {
  if (value === undefined || value === null) return '"value" must be there';
  const asked = valueOf(value);
  turn.held.set(JSON.stringify(asked), asked);
  return [];
}

/** Asks what was held, where the end of the run asks nothing itself. */
export function askHeld(turn: Turn): readonly ActivityEvent[] {
  const held = [...turn.held.values()];
  turn.held.clear();
  return held.flatMap((asked) => legacyInterrupt(asked, turn));
}

/** `approval-requested`: about a call, with what it would be called with. */
function approvalRequested(value: unknown, { turn }: Context): Handled {
  const fields = isRecord(value) ? value : {};
  const approval = isRecord(fields['approval']) ? fields['approval'] : {};
  const [id, callId] = [idOf(approval['id']), idOf(fields['toolCallId'])];
  if (id === undefined) return '"value.approval.id" must be a non-empty string';
  if (approval['needsApproval'] === false || isOpen(id, turn)) return [];
  const input = fields['input'] === undefined ? inputOf(turn.calls.get(callId ?? '')) : { input: fields['input'] };
  return [ask(id, { ...compact({ callId, toolKey: textOf(fields['toolName']) }), ...input, editable: false }, turn)];
}

const CUSTOM: ReadonlyMap<unknown, (value: unknown, context: Context) => Handled> = new Map<unknown, (value: unknown, context: Context) => Handled>([
  [LEGACY, holdLegacy],
  ['approval-requested', approvalRequested],
]);

/** `CUSTOM`: the forms of interrupts from before they were one of the protocol's own; the rest is the host's. */
export const custom = (context: Context): Handled => CUSTOM.get(context.frame.name)?.(context.frame.value, context) ?? [];

function decisionOf(answer: JsonRecord): ApprovalResponse['decision'] {
  if (answer['status'] === 'cancelled') return 'cancelled';
  return isRecord(answer['payload']) && answer['payload']['approved'] === false ? 'rejected' : 'accepted';
}

/**
 * A run that goes on has got an answer to each of its questions. Which, is in its input where the server sends that along;
 * else what was decided here counts, and without that the run that goes on.
 */
export function answered(resume: unknown, turn: Turn): readonly ActivityEvent[] {
  const answers = (Array.isArray(resume) ? resume : []).filter(isRecord);
  const byId = new Map(answers.map((answer) => [answer['interruptId'], answer]));
  const open = [...turn.open];
  turn.open.clear();
  return open.map(([approvalId, { interruptId, callId }]): ActivityEvent => {
    const answer = byId.get(interruptId);
    const about = { type: 'approval.response', approvalId, ...compact({ callId }) } as const;
    if (answer === undefined) return { ...about, decision: 'accepted', assumed: true };
    const payload = isRecord(answer['payload']) ? answer['payload'] : {};
    const edited = callId !== undefined && payload['editedArgs'] !== undefined ? { input: payload['editedArgs'] } : {};
    return { ...about, decision: decisionOf(answer), ...compact({ reason: textOf(payload['reason']) }), ...edited };
  });
}
