import { entries, field, isArray, isRecord, keysOf, type Entry } from '../data.js';

/** An image, a file or a text among them, as its sender describes it. */
export interface MediaItem {
  readonly kind: 'image' | 'file' | 'text';
  /** An address, or for a text the text. */
  readonly url: string;
  readonly name?: string;
  readonly alt?: string;
  readonly type?: string;
  readonly bytes?: number;
  readonly width?: number;
  readonly height?: number;
}

export interface MediaParts {
  readonly items: readonly MediaItem[];
  readonly rest: readonly Entry[];
}

const IMAGE_NAME = /\.(?:png|jpe?g|gif|webp|avif|svg|bmp)(?:[?#].*)?$/iu;
const FILE_NAME = /\.(?:pdf|csv|xlsx?|docx?|pptx?|zip|txt|md|json|ics|mp[34]|wav|webm|mov)(?:[?#].*)?$/iu;
const REMOTE = /^https?:\/\//iu;
const DATA = /^data:image\/[\w.+-]+;base64,/iu;
const LONGEST = 4096;
const MOST_ITEMS = 200;
const ADDRESSES = ['url', 'uri', 'src', 'href', 'image_url', 'imageUrl', 'download_url', 'downloadUrl'];
const DATA_FIELDS = ['data', 'b64_json'];
const TYPES = ['mimeType', 'mime_type', 'contentType', 'content_type', 'mediaType', 'media_type'];
const KINDS = ['type', 'kind'];
const NAMES = ['name', 'filename', 'fileName', 'file_name', 'title'];
const ALTS = ['alt', 'altText', 'alt_text', 'description', 'caption'];
const SIZES = ['size', 'bytes', 'byteSize', 'fileSize'];
/** What is shown of an item. One with more to it is something else that has a picture, such as a search result. */
const KNOWN = new Set([...ADDRESSES, ...DATA_FIELDS, ...TYPES, ...KINDS, ...NAMES, ...ALTS, ...SIZES, 'width', 'height', 'id']);

/** Images and files of a value: one, a list, or the parts of a message with at least one among them. */
export function mediaOf(value: unknown, hinted = false): MediaParts | undefined {
  if (isArray(value)) return ofList(value, hinted, []);
  const content = field(value, 'content');
  if (isArray(content)) {
    const parts = ofList(content, hinted, [...entries(value as object)].filter(([key]) => key !== 'content'));
    if (parts !== undefined) return parts;
  }
  const item = itemOf(value, hinted);
  return item === undefined ? undefined : { items: [item], rest: [] };
}

function ofList(list: readonly unknown[], hinted: boolean, rest: readonly Entry[]): MediaParts | undefined {
  if (list.length === 0 || list.length > MOST_ITEMS) return undefined;
  const items: MediaItem[] = [];
  for (const each of list) {
    const item = itemOf(each, hinted) ?? textItem(each);
    if (item === undefined) return undefined;
    items.push(item);
  }
  return items.some(({ kind }) => kind !== 'text') ? { items, rest } : undefined;
}

function textItem(value: unknown): MediaItem | undefined {
  const text = field(value, 'text');
  return field(value, 'type') === 'text' && typeof text === 'string' ? { kind: 'text', url: text } : undefined;
}

function itemOf(value: unknown, hinted: boolean): MediaItem | undefined {
  if (typeof value === 'string') {
    const kind = kindOf(value, undefined, hinted);
    return kind === undefined ? undefined : { kind, url: value };
  }
  if (!isRecord(value) || !(hinted || keysOf(value).every((key) => KNOWN.has(key)))) return undefined;
  const inner = field(value, 'image_url');
  const source = isRecord(inner) ? inner : value;
  const type = text(value, TYPES);
  const url = dataUrl(value, type) ?? text(source, ADDRESSES);
  if (url === undefined) return undefined;
  const kind = kindOf(url, type ?? text(value, KINDS), hinted);
  if (kind === undefined) return undefined;
  return { kind, url, ...described(value, type) };
}

function described(value: object, type: string | undefined): Partial<MediaItem> {
  const all = {
    type,
    name: text(value, NAMES),
    alt: text(value, ALTS),
    bytes: size(value, SIZES),
    width: size(value, ['width']),
    height: size(value, ['height']),
  };
  return Object.fromEntries(Object.entries(all).filter(([, each]) => each !== undefined));
}

/** `{ type: 'image', data: 'iVBOR…', mimeType: 'image/png' }`, as tools of the Model Context Protocol answer. */
function dataUrl(value: object, type: string | undefined): string | undefined {
  const data = text(value, DATA_FIELDS);
  if (data === undefined || !/^[\w+/=\s-]{16}/u.test(data)) return undefined;
  const image = type ?? (field(value, 'b64_json') === data ? 'image/png' : '');
  return image.startsWith('image/') ? `data:${image};base64,${data}` : undefined;
}

/** A remote image by its type or its name; without either, only if the sender says so. */
function kindOf(url: string, type: string | undefined, hinted: boolean): 'image' | 'file' | undefined {
  if (DATA.test(url.slice(0, 64))) return 'image';
  if (url.length > LONGEST || !REMOTE.test(url) || /\s/u.test(url)) return undefined;
  if (type !== undefined && /^(?:image(?:\/|_url$|$)|photo$)/iu.test(type)) return 'image';
  if (IMAGE_NAME.test(url)) return 'image';
  if (FILE_NAME.test(url) || (type !== undefined && /^(?:\w+\/|file$|document$|resource_link$)/iu.test(type))) return 'file';
  return hinted ? 'image' : undefined;
}

function text(value: object, keys: readonly string[]): string | undefined {
  for (const key of keys) {
    const found = field(value, key);
    if (typeof found === 'string' && found !== '') return found;
  }
  return undefined;
}

function size(value: object, keys: readonly string[]): number | undefined {
  for (const key of keys) {
    const found = field(value, key);
    if (typeof found === 'number' && Number.isFinite(found) && found > 0) return found;
  }
  return undefined;
}
