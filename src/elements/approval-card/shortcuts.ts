import type { Answer, Choice } from './answers.js';

/** The answer that stands out, and the plain rejection. Letters, since they are on every keyboard that types Latin. */
export function keysOf(offered: readonly Choice[], rejection: Answer | undefined): ReadonlyMap<Answer, string> {
  const approval = offered.find((choice): choice is Answer => !('unknown' in choice) && choice.primary && choice.decision === 'approve');
  return new Map<Answer, string>([...(approval === undefined ? [] : [[approval, 'A'] as const]), ...(rejection === undefined ? [] : [[rejection, 'R'] as const])]);
}

/**
 * The answer that a key stands for. Only a plain, fresh press of a person counts: not while something is typed or composed,
 * not with a modifier, not held down (behaviour A7).
 */
export function answerFor(event: KeyboardEvent, keys: ReadonlyMap<Answer, string>): Answer | undefined {
  if (!event.isTrusted || event.defaultPrevented || event.repeat || event.isComposing) return undefined;
  if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey || isTyping(event)) return undefined;
  return [...keys].find(([, key]) => key === event.key.toUpperCase())?.[0];
}

/** Where the key really went: the page's own words in the card's slot may hold a field too. */
function isTyping(event: KeyboardEvent): boolean {
  const [target] = event.composedPath();
  return target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select, [role="textbox"]'));
}
