import { builtIn } from './built-in.js';
import type { CardMessages, FeedMessages, Messages } from './messages.js';

const [english] = builtIn;
const A_WORD_OF_CARDS: keyof CardMessages = 'approve';
const registered = new Map(builtIn.map((messages) => [messages.locale, messages]));

/** Words that were put together before those of the cards were there, in the order in which they were. */
let unfinished: { readonly words: Messages; readonly base: Messages; readonly override: unknown }[] | undefined = isComplete(english) ? undefined : [];

/**
 * The words of the cards, for the languages that are built in; they come with the cards in the CDN build. Completes in
 * place what was handed out before: nobody has read one of these words yet.
 */
export function addWords(words: readonly (CardMessages & Pick<Messages, 'locale'>)[]): void {
  for (const each of words) {
    const known = builtIn.find(({ locale }) => locale === each.locale);
    if (known) Object.assign(known, each);
  }
  for (const { words: before, base, override } of unfinished ?? []) Object.assign(before, merge(base as unknown as Table, override));
  unfinished = undefined;
}

/**
 * Makes a language available to every element of the page. Its `locale` is the key; the primary subtag matches too. What
 * it does not say, because it was made for an older version, is English.
 */
export function registerLocale(messages: Messages): void {
  registered.set(messages.locale.toLowerCase(), overrideMessages(english, messages));
}

/** The words for a BCP 47 tag: the exact tag, else its primary subtag, else English. Never throws. */
export function resolveMessages(tag: string | null | undefined): Messages {
  const wanted = (tag ?? '').trim().toLowerCase();
  return registered.get(wanted) ?? registered.get(wanted.split('-')[0] ?? '') ?? english;
}

/**
 * Words of a host over those of a language, one level deep, so that one status or fault can be replaced alone. Only a
 * member of the same kind replaces one: a page's mistake must not take a card's words, and with them the card, away.
 */
export function overrideMessages(base: Messages, override: MessageOverrides | null | undefined): Messages {
  const words = merge(base as unknown as Table, override) as unknown as Messages;
  if (words !== base) unfinished?.push({ words, base, override });
  return words;
}

const completed = new WeakMap<FeedMessages, Messages>();

/**
 * The same words, for a card. Where some are missing they are those of this copy of the bundle: another one on the page, which
 * an activity may be of, has its words of cards when it has its cards.
 */
export function completeMessages(words: FeedMessages): Messages {
  const known = completed.get(words) ?? (isComplete(words) ? words : { ...resolveMessages(words.locale), ...words });
  completed.set(words, known);
  return known;
}

function isComplete(words: FeedMessages): words is Messages {
  return A_WORD_OF_CARDS in words && Object.keys(english).every((key) => key in words);
}

type Table = Readonly<Record<string, unknown>>;

function merge(base: Table, override: unknown): Table {
  if (!isTable(override)) return base;
  const merged: Record<string, unknown> = { ...base };
  for (const [key, value] of Object.entries(override)) {
    const own = merged[key];
    if (isTable(own)) merged[key] = merge(own, value);
    else if (typeof own === 'function') {
      if (typeof value === 'function') merged[key] = guarded(value as Words, own as Words);
    } else if (typeof value === 'string') merged[key] = value;
  }
  return merged;
}

type Words = (...args: never[]) => unknown;

/** A sentence of the host that throws, or says nothing, is said in the language's own words. */
function guarded(own: Words, base: Words): Words {
  return (...args) => {
    try {
      const text = own(...args);
      if (typeof text === 'string') return text;
    } catch {
      // The page's mistake; it must not become the card's.
    }
    return base(...args);
  };
}

/** Any member of `Messages`; tables (`status`, `fault`, …) may be given in part. */
export type MessageOverrides = {
  readonly [K in keyof Messages]?: Messages[K] extends string | ((...args: never[]) => string)
    ? Messages[K]
    : Partial<Messages[K]>;
};

function isTable(value: unknown): value is Table {
  return typeof value === 'object' && value !== null;
}
