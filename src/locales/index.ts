import { en } from './en.js';
import type { Messages } from './messages.js';
import { tr } from './tr.js';

/** A language of the bundle is one line here, and its file. */
const bundled: readonly Messages[] = [en, tr];

const registered = new Map(bundled.map((messages) => [messages.locale, messages]));

/** Makes a language available to every element of the page. Its `locale` is the key; the primary subtag matches too. */
export function registerLocale(messages: Messages): void {
  registered.set(messages.locale.toLowerCase(), messages);
}

/** The words for a BCP 47 tag: the exact tag, else its primary subtag, else English. Never throws. */
export function resolveMessages(tag: string | null | undefined): Messages {
  const wanted = (tag ?? '').trim().toLowerCase();
  return registered.get(wanted) ?? registered.get(wanted.split('-')[0] ?? '') ?? en;
}

/** Words of a host over those of a language, one level deep, so that one status or fault can be replaced alone. */
export function overrideMessages(base: Messages, override: MessageOverrides | undefined): Messages {
  if (override === undefined) return base;
  const merged: Record<string, unknown> = { ...base };
  for (const [key, value] of Object.entries(override)) {
    const own: unknown = merged[key];
    merged[key] = isTable(own) && isTable(value) ? { ...own, ...value } : value;
  }
  return merged as unknown as Messages;
}

/** Any member of `Messages`; tables (`status`, `fault`, …) may be given in part. */
export type MessageOverrides = {
  readonly [K in keyof Messages]?: Messages[K] extends string | ((...args: never[]) => string)
    ? Messages[K]
    : Partial<Messages[K]>;
};

function isTable(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
