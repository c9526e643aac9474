import type { ActivityEvent } from '../../activity/event.js';
import type { JsonSchema } from '../../activity/state.js';
import { readFields } from '../shared/fields.js';
import { compact, isRecord, type JsonRecord, textOf } from '../shared/values.js';
import type { Context, Handled, Item, Update } from './context.js';
import { payloadSchema, questionSchema } from './schema.js';

/** How deep a widget is looked into, and how many of its nodes: it is the server's, of any size. */
const DEPTH = 32;
const NODES = 10_000;

/** All nodes of a widget, outermost first. */
function nodesOf(widget: JsonRecord): readonly JsonRecord[] {
  const nodes: JsonRecord[] = [];
  const walk = (value: unknown, depth: number): void => {
    if (depth > DEPTH || nodes.length >= NODES) return;
    if (Array.isArray(value)) for (const one of value as unknown[]) walk(one, depth);
    if (!isRecord(value)) return;
    nodes.push(value);
    walk(value['children'], depth + 1);
  };
  walk(widget, 0);
  return nodes;
}

/** What a button does, where it is one of an approval's two. */
function approvalAction(node: JsonRecord): JsonRecord | undefined {
  const action = node['onClickAction'];
  const isOne = isRecord(action) && action['type'] === 'approval' && isRecord(action['payload']) && typeof action['payload']['approved'] === 'boolean';
  return isOne ? action : undefined;
}

const isApproved = (action: JsonRecord): boolean => isRecord(action['payload']) && action['payload']['approved'] === true;

/** A widget with a button that approves and one that does not (a convention of applications). Any other widget is the host's. */
function widgetEvents(itemId: string, widget: JsonRecord, { turn, fault }: Context): readonly ActivityEvent[] {
  const nodes = nodesOf(widget);
  const actions = nodes.map(approvalAction).filter((action) => action !== undefined);
  const approve = actions.find(isApproved);
  const reject = actions.find((action) => !isApproved(action));
  if (approve === undefined || reject === undefined) return [];
  const payload = readFields(payloadSchema, approve['payload'] as JsonRecord, fault);
  const approvalId = textOf(payload.request_id) ?? textOf(payload.call_id) ?? itemId;
  if (!turn.ask(approvalId)) return [];
  const prompt = nodes.find((node) => node['type'] === 'Text' && textOf(node['value']) !== undefined)?.['value'];
  return [
    {
      type: 'approval.request',
      approvalId,
      ...compact({ callId: textOf(payload.call_id), toolKey: textOf(payload.tool_name), prompt: textOf(prompt) }),
      ...('tool_args' in payload && { input: payload.tool_args }),
      editable: false,
      echo: { item_id: itemId, ...compact({ thread_id: turn.threadId }), approve, reject },
    },
  ];
}

export function widgetItem({ id, widget }: Item, context: Context): Handled {
  return widget ? widgetEvents(id, widget, context) : '"item.widget" must be an object';
}

/** `widget.root.updated`; parts of a widget that change alone are the host's. */
export function widgetUpdated(itemId: string, { widget }: Update, context: Context): Handled {
  return widget ? widgetEvents(itemId, widget, context) : '"widget" must be an object';
}

function propertyOf(value: unknown, fault: Context['fault']): readonly (readonly [string, JsonSchema])[] {
  const question = isRecord(value) ? readFields(questionSchema, value, fault) : {};
  const id = textOf(question.id);
  if (id === undefined) {
    fault('the "id" of a question must be a non-empty string');
    return [];
  }
  const words = compact({ title: textOf(question.question), description: textOf(question.description) });
  const values = (question.options ?? []).flatMap((option) => (isRecord(option) && typeof option['value'] === 'string' ? [option['value']] : []));
  const one = { type: 'string', ...(values.length > 0 && { enum: values }) };
  return [[id, question.multiple === true ? { type: 'array', items: one, ...words } : { ...one, ...words }]];
}

/** `structured_input`: questions that are answered together, in a form. */
export function structuredInput({ id, status, inputs }: Item, { turn, fault }: Context): Handled {
  if (status === 'answered' || status === 'skipped') {
    // Without the question there is nothing to show an answer at.
    return turn.hasAsked(id) ? [{ type: 'approval.response', approvalId: id, decision: status === 'answered' ? 'accepted' : 'cancelled' }] : [];
  }
  if (!turn.ask(id)) return [];
  const properties = (inputs ?? []).flatMap((input) => propertyOf(input, fault));
  const [first] = properties;
  const prompt = properties.length === 1 ? textOf(first?.[1]['title']) : undefined;
  return [
    {
      type: 'approval.request',
      approvalId: id,
      ...compact({ prompt }),
      input: {},
      editable: { schema: { type: 'object', properties: Object.fromEntries(properties) } },
      echo: { item_id: id, ...compact({ thread_id: turn.threadId }) },
    },
    { type: 'run.waiting', reason: 'input' },
  ];
}
