import type { ActivityEvent, ThinkingKind } from '../../activity/event.js';
import { contentText } from '../shared/content.js';
import { isPrivate } from '../shared/frame-data.js';
import { idOf, isRecord, textOf } from '../shared/values.js';
import { callProposed } from './calls.js';
import { type Context, type Handled, type Handler, read } from './context.js';
import type { Attempt } from './gateway-run.js';
import { responseSchema, runSchema } from './schema.js';

const NO_TEXT = '"text" must be a string';

/** Nothing where a frame does not say where it belongs: then it belongs to what is going on. */
function attemptOf({ fields }: Context): Attempt | undefined {
  const step = fields.step_number ?? undefined;
  const key = idOf(fields.attempt_id) ?? (step === undefined ? undefined : `step ${String(step)}`);
  return key === undefined ? undefined : { key, step };
}

/** What an attempt leaves behind when its step is begun anew. */
function voided({ run }: Context): readonly ActivityEvent[] {
  run.parts.clear();
  const { message } = run;
  const unfinished = message?.streamed === true && !message.done;
  return [{ type: 'think.end' }, ...(unfinished ? [{ type: 'message.delta', messageId: message.id, mode: 'replace', text: '' } as const] : [])];
}

/** The frame's events in their attempt. Nothing for one that is over. */
function inAttempt(context: Context, events: (place: string) => readonly ActivityEvent[]): Handled {
  const attempt = attemptOf(context);
  const place = attempt === undefined ? 'goes-on' : context.run.enter(attempt);
  if (place === 'late') {
    context.late('its response is over');
    return [];
  }
  const own = events(JSON.stringify([attempt?.step ?? 0, attempt?.key ?? '']));
  return place === 'again' ? [...voided(context), ...own] : own;
}

/** `message.delta`. */
export const messageDelta: Handler = (context) => {
  const { text } = context.fields;
  if (typeof text !== 'string') return NO_TEXT;
  return inAttempt(context, () => {
    const message = context.run.writing();
    message.streamed = true;
    return [{ type: 'message.delta', messageId: message.id, mode: 'append', text }];
  });
};

/** Deltas of reasoning. The provider's parts are not told apart, so the text of one item is scanned as one. */
function reasoning(summary: (context: Context) => boolean): Handler {
  return (context) => {
    const { text, item_index: item } = context.fields;
    if (typeof text !== 'string') return NO_TEXT;
    const kind: ThinkingKind = summary(context) ? 'summary' : 'raw';
    return inAttempt(context, (place) => {
      const partId = `${place}:${String(item ?? 0)}:${kind}`;
      context.run.parts.add(partId);
      return [{ type: 'think.delta', partId, kind, mode: 'append', text }];
    });
  };
}

/** `reasoning.delta`. What does not say that it is a summary is none. */
export const reasoningDelta = reasoning(({ fields }) => fields.is_summary === true);

/** `reasoning.summary.delta`. */
export const summaryDelta = reasoning(() => true);

/** `model.response.completed`: the end of one response, with the calls that it proposes. */
export const responseCompleted: Handler = (context) => {
  const { run } = context;
  const attempt = attemptOf(context);
  const anew = attempt !== undefined && run.enter(attempt) === 'again' ? voided(context) : [];
  run.leave(attempt?.key);
  run.parts.clear();
  const items = read(responseSchema, context).conversation_items ?? [];
  return [...anew, { type: 'think.end' }, ...items.flatMap((item, index) => callProposed(item, index, context))];
};

/** A message's text: its content's, or its own where it is text already. One of reasoning is none. */
export function messageText(message: unknown): string | undefined {
  if (!isRecord(message)) return textOf(message);
  if (typeof message['kind'] === 'string' && isPrivate(message['kind'])) return undefined;
  return contentText(message['content']) ?? contentText(message);
}

/** `assistant.message.completed`: the whole text, in the place of what was streamed of it. */
export const messageCompleted: Handler = (context) => {
  const { run } = context;
  const text = messageText(read(runSchema, context).message);
  if (text === undefined) return '"message" must have text';
  const message = run.writing();
  message.done = true;
  run.leave();
  return [{ type: 'message.done', messageId: message.id, text, status: 'completed' }];
};

/** Deltas were lost: no title may be read across the gap. */
export function closeParts({ run }: Pick<Context, 'run'>): readonly ActivityEvent[] {
  const ended = [...run.parts].map((partId): ActivityEvent => ({ type: 'think.end', partId }));
  run.parts.clear();
  return ended;
}
