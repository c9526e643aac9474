import { isPrivate } from './frame-data.js';
import { isRecord, type JsonRecord } from './values.js';

/** A part of reasoning has its `text` too, and is no answer. */
function isThought(part: JsonRecord): boolean {
  const named = [part['type'], part['kind']].some((name) => typeof name === 'string' && isPrivate(name));
  return named || part['thought'] === true;
}

/**
 * The text of a message's `content`: a string, or a list of strings and of parts with `text`. Parts of other kinds
 * (images, references, reasoning) are left out. `undefined` when there is no text at all.
 */
export function contentText(content: unknown): string | undefined {
  if (typeof content === 'string') return content;
  if (isRecord(content)) return typeof content['text'] === 'string' && !isThought(content) ? content['text'] : undefined;
  if (!Array.isArray(content)) return undefined;
  const texts = content.map((part: unknown) => (Array.isArray(part) ? undefined : contentText(part)));
  const found = texts.filter((text) => text !== undefined);
  return found.length > 0 ? found.join('') : undefined;
}
