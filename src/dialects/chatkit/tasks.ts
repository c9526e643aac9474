import type * as z from 'zod/mini';
import type { ActivityEvent } from '../../activity/event.js';
import { readFields } from '../shared/fields.js';
import { compact, isRecord, textOf } from '../shared/values.js';
import type { Context, Handled, Item, Update } from './context.js';
import { taskSchema, workflowSchema } from './schema.js';

type Task = z.output<typeof taskSchema>;

/** A thought is cumulative, and a summary: its heading is its title, or the bold line that it begins with. */
function thought(partId: string, title: string | undefined, content: string, { turn }: Context): readonly ActivityEvent[] {
  const part = { partId, kind: 'summary' } as const;
  const opening: readonly ActivityEvent[] = turn.isNewThought(partId) ? [{ type: 'think.start', ...part }] : [];
  const text = title === undefined ? content : `**${title}**\n\n${content}`;
  return text === '' ? opening : [...opening, { type: 'think.delta', ...part, mode: 'replace', text }];
}

/** A task of a workflow, or one that is an item of its own. `over`: nothing more will be said of it. */
function taskEvents(callId: string, itemId: string, value: unknown, over: boolean, context: Context): readonly ActivityEvent[] {
  const { turn, fault } = context;
  if (!isRecord(value)) {
    fault('a task must be an object');
    return [];
  }
  const task = readFields(taskSchema, value, fault);
  const type = textOf(task.type) ?? 'custom';
  if (!turn.isSame(callId, type)) return [];
  if (type !== 'thought') {
    const isEnd = over || task.status_indicator === 'complete';
    if (isEnd) turn.ends(callId);
    else turn.opens(callId, itemId);
    return callEvents(callId, type, task, isEnd);
  }
  const said = thought(callId, textOf(task.title), task.content ?? '', context);
  return over ? [...said, { type: 'think.end', partId: callId }] : said;
}

function callEvents(callId: string, type: string, task: Task, isEnd: boolean): readonly ActivityEvent[] {
  const title = textOf(task.title) ?? textOf(task.title_query);
  const start: ActivityEvent = { type: 'tool.start', callId, toolKey: type, status: 'active', ...compact({ title }) };
  const input: readonly ActivityEvent[] = task.queries === undefined || task.queries === null ? [] : [{ type: 'tool.input', callId, mode: 'replace', value: { queries: task.queries }, complete: true }];
  const output = task.sources ?? textOf(task.content);
  return [start, ...input, ...(isEnd ? [{ type: 'tool.end' as const, callId, result: 'completed' as const, ...(output !== undefined && { output }) }] : [])];
}

const taskId = (itemId: string, index: number): string => `${itemId}:${String(index)}`;

/** `workflow.task.added` and `.updated`, each with the whole task. */
export function workflowTask(itemId: string, { task, task_index: index }: Update, context: Context): Handled {
  if (index === undefined || index === null) return '"task_index" must be a number from 0';
  return taskEvents(taskId(itemId, index), itemId, task, false, context);
}

function workflow(item: Item, over: boolean, context: Context): Handled {
  if (!item.workflow) return '"item.workflow" must be an object';
  const { type, tasks } = readFields(workflowSchema, item.workflow, context.fault);
  const events = (tasks ?? []).flatMap((task, index) => taskEvents(taskId(item.id, index), item.id, task, over, context));
  const thinks = type === 'reasoning' && context.turn.isNewThought(item.id);
  return [...(thinks ? [{ type: 'think.start' as const, partId: item.id, kind: 'summary' as const }] : []), ...events];
}

export const workflowAdded = (item: Item, context: Context): Handled => workflow(item, false, context);

/** Tasks that have no state of their own have ended with their workflow. */
export function workflowDone(item: Item, context: Context): Handled {
  const events = workflow(item, true, context);
  if (typeof events === 'string') return events;
  const ended = context.turn.openOf(item.id).map((callId): ActivityEvent => {
    context.turn.ends(callId);
    return { type: 'tool.end', callId, result: 'completed' };
  });
  return [...events, ...ended, { type: 'think.end', partId: item.id }];
}

export const taskAdded = (item: Item, context: Context): Handled => taskEvents(item.id, item.id, item.task, false, context);
export const taskDone = (item: Item, context: Context): Handled => taskEvents(item.id, item.id, item.task, true, context);

export function imageAdded({ id, image }: Item, { turn }: Context): Handled {
  turn.opens(id, id);
  return [{ type: 'tool.start', callId: id, toolKey: 'generated_image', status: 'active' }, ...(isRecord(image) ? [{ type: 'tool.progress' as const, callId: id, partialOutput: image }] : [])];
}

export function imageDone({ id, image }: Item, { turn }: Context): Handled {
  turn.ends(id);
  return [{ type: 'tool.end', callId: id, toolKey: 'generated_image', result: 'completed', ...(isRecord(image) && { output: image }) }];
}

/** `generated_image.updated`. */
export function imageUpdated(callId: string, { progress }: Update): Handled {
  const ratio = typeof progress === 'number' && progress >= 0 && progress <= 1 ? progress : undefined;
  return [{ type: 'tool.progress', callId, toolKey: 'generated_image', ...compact({ progress: ratio === undefined ? undefined : { ratio } }) }];
}

/** `client_tool_call`: the client runs it, and the turn goes on with its output in another request. */
export function clientTool(item: Item): Handled {
  const callId = textOf(item.call_id) ?? item.id;
  const toolKey = textOf(item.name);
  const start: ActivityEvent = { type: 'tool.start', callId, status: 'active', executor: 'client', ...compact({ toolKey }) };
  const input: readonly ActivityEvent[] = item.arguments === undefined ? [] : [{ type: 'tool.input', callId, mode: 'replace', value: item.arguments, complete: true }];
  if (item.status !== 'completed') return [start, ...input];
  return [start, ...input, { type: 'tool.end', callId, result: 'completed', ...(item.output !== undefined && { output: item.output }) }];
}
