import { isPrivate } from '../shared/frame-data.js';
import { isRecord, type JsonRecord, textOf } from '../shared/values.js';

/** Agents mark thoughts in a part's metadata, each kit by a key of its own (`adk_thought`). */
function isThought(part: JsonRecord): boolean {
  const { metadata } = part;
  const marked = isRecord(metadata) && Object.entries(metadata).some(([key, value]) => isPrivate(key) && value === true);
  return marked || part['thought'] === true || [part['kind'], part['type']].some((name) => typeof name === 'string' && isPrivate(name));
}

function joined(parts: readonly unknown[] | null | undefined, thoughts: boolean): string | undefined {
  const texts = (parts ?? []).flatMap((part) => (isRecord(part) && isThought(part) === thoughts && typeof part['text'] === 'string' ? [part['text']] : []));
  return textOf(texts.join(''));
}

/** What the parts say. */
export const textIn = (parts: readonly unknown[] | null | undefined): string | undefined => joined(parts, false);

/** What the parts think. */
export const thoughtIn = (parts: readonly unknown[] | null | undefined): string | undefined => joined(parts, true);

/** Values in the parts: data as it is, a file by its name, type and address. Bytes are left out: they are not shown. */
export function valuesIn(parts: readonly unknown[] | null | undefined): readonly unknown[] {
  return (parts ?? []).flatMap((part): readonly unknown[] => {
    if (!isRecord(part) || isThought(part)) return [];
    if ('data' in part) return [part['data']];
    const file = isRecord(part['file']) ? part['file'] : part;
    const { name, filename, mimeType, mediaType, uri, url } = file;
    const about = { name: textOf(name) ?? textOf(filename), type: textOf(mimeType) ?? textOf(mediaType), url: textOf(uri) ?? textOf(url) };
    const known = Object.entries(about).filter(([, value]) => value !== undefined);
    return typeof part['text'] === 'string' || known.length === 0 ? [] : [Object.fromEntries(known)];
  });
}
