import type { ToolCall } from '../../activity/state.js';
import type { FeedMessages } from '../../locales/messages.js';
import { wellFormed } from '../../viewers/reveal.js';

/** Prefixes that name a transport and not an act: `mcp__server__tool`, `server/tool`, `functions:tool`. */
const NAMESPACE = /^.*(?:__|\/|:)(?=.*\p{L})/su;

/**
 * A tool key as words: `calendar.create` → "Calendar create", `search_calendar` → "Search calendar", `getURL` →
 * "Get URL". The casing is that of no locale: a key is an identifier, and Turkish rules would make `İ` of its `i`.
 */
export function humanise(toolKey: string): string {
  const words = wordsOf(toolKey);
  const first = String.fromCodePoint(words.codePointAt(0) ?? 0x20);
  return (first.toUpperCase() + words.slice(first.length)).trim();
}

/** The words of a tool key, as they stand inside a sentence: "calendar create". */
export function wordsOf(toolKey: string): string {
  const name = wellFormed(toolKey).replace(NAMESPACE, '');
  const shouting = name === name.toUpperCase();
  return name
    .replace(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}(?!s(?!\p{Ll}))\p{Ll})/gu, ' ')
    .split(/[\s._-]+/u)
    .filter((word) => word !== '')
    .map((word) => (!shouting && isAcronym(word) ? word : word.toLowerCase()))
    .join(' ');
}

/** What a card is called: the server's label, else the protocol's title, else the tool key in words. Untrusted text. */
export function callTitle(call: Pick<ToolCall, 'activity' | 'title' | 'toolKey'>, messages: FeedMessages): string {
  for (const text of [call.activity?.label, call.title]) {
    if (text !== undefined && text.trim() !== '') return wellFormed(text);
  }
  return (call.toolKey !== undefined && humanise(call.toolKey)) || messages.untitledCall;
}

function isAcronym(word: string): boolean {
  return /^\p{Lu}[\p{Lu}\p{N}]+s?$/u.test(word);
}
