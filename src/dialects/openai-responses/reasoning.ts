import type { ActivityEvent, ThinkingKind } from '../../activity/event.js';
import { isRecord } from '../shared/values.js';
import type { Context, Handler } from './context.js';
import { type Entry, fragmentsOf } from './response-memory.js';

interface Part {
  readonly entry: Entry;
  readonly name: string;
  readonly partId: string;
  readonly kind: ThinkingKind;
  /** Its `think.start` is out. */
  readonly known: boolean;
}

function partOf(entry: Entry, kind: 'summary' | 'raw', index: number): Part {
  const name = `${kind}-${String(index)}`;
  return { entry, name, kind, partId: `${entry.key}:${name}`, known: entry.parts.has(name) };
}

/** The entry of a reasoning event; one that no item announced is entered for it. */
function located({ frame, response }: Context): Entry {
  const index = frame.output_index ?? undefined;
  const found = response.find(frame.item_id ?? undefined, index);
  if (found?.type === 'reasoning') return found;
  return response.add({ type: 'reasoning', index, item: { id: frame.item_id }, kind: undefined });
}

function summaryPart(context: Context): Part {
  return partOf(located(context), 'summary', context.frame.summary_index ?? 0);
}

function rawPart(context: Context): Part {
  return partOf(located(context), 'raw', context.frame.content_index ?? 0);
}

function started({ known, partId, kind, entry, name }: Part): readonly ActivityEvent[] {
  fragmentsOf(entry, name);
  return known ? [] : [{ type: 'think.start', partId, kind }];
}

function grown(part: Part, text: string): readonly ActivityEvent[] {
  const { partId, kind, entry, name } = part;
  const opening = started(part);
  const fresh = fragmentsOf(entry, name).add(text);
  return fresh === '' ? opening : [...opening, { type: 'think.delta', partId, kind, mode: 'append', text: fresh }];
}

/** The whole text counts only where pieces of it are missing: a repetition would only run through the scanner again. */
function settled(part: Part, text: string | null | undefined): readonly ActivityEvent[] {
  const { partId, kind, entry, name } = part;
  const opening = started(part);
  const differs = typeof text === 'string' && fragmentsOf(entry, name).settle(text);
  return differs ? [...opening, { type: 'think.delta', partId, kind, mode: 'replace', text }] : opening;
}

const NO_DELTA = '"delta" must be a string';

function delta(find: (context: Context) => Part): Handler {
  return (context) => (typeof context.frame.delta === 'string' ? grown(find(context), context.frame.delta) : NO_DELTA);
}

/** `reasoning_summary_part.added`; the title may stand in it already. */
export const summaryAdded: Handler = (context) => {
  const part = summaryPart(context);
  const text = isRecord(context.frame.part) ? context.frame.part['text'] : undefined;
  return typeof text === 'string' && text !== '' && !part.known ? grown(part, text) : started(part);
};

export const summaryDelta = delta(summaryPart);
export const summaryTextDone: Handler = (context) => settled(summaryPart(context), context.frame.text);

/** `reasoning_summary_part.done`: ends the line that a title may stand on. */
export const summaryDone: Handler = (context) => {
  const part = summaryPart(context);
  return [...started(part), { type: 'think.end', partId: part.partId }];
};

export const rawDelta = delta(rawPart);
export const rawDone: Handler = (context) => {
  const part = rawPart(context);
  return [...settled(part, context.frame.text), { type: 'think.end', partId: part.partId }];
};

/** `content_part.added` of a reasoning item. */
export const rawAdded: Handler = (context) => started(rawPart(context));

/** A whole reasoning item: summary parts that were never streamed are read out of it. Raw and encrypted content is not. */
export function reasoningDone(entry: Entry): readonly ActivityEvent[] {
  const { summary } = entry.item;
  if (!Array.isArray(summary)) return [];
  return summary.flatMap((piece: unknown, index): readonly ActivityEvent[] => {
    const part = partOf(entry, 'summary', index);
    const text = isRecord(piece) ? (piece)['text'] : undefined;
    if (part.known || typeof text !== 'string' || text === '') return [];
    return [...grown(part, text), { type: 'think.end', partId: part.partId }];
  });
}
