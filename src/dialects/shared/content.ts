import { isRecord } from './values.js';

/**
 * The text of a message's `content`: a string, or a list of strings and of parts with `text`. Parts of other kinds
 * (images, references) are left out. `undefined` when there is no text at all.
 */
export function contentText(content: unknown): string | undefined {
  if (typeof content === 'string') return content;
  if (isRecord(content)) return typeof content['text'] === 'string' ? content['text'] : undefined;
  if (!Array.isArray(content)) return undefined;
  const texts = content.map((part: unknown) => (Array.isArray(part) ? undefined : contentText(part)));
  const found = texts.filter((text) => text !== undefined);
  return found.length > 0 ? found.join('') : undefined;
}
