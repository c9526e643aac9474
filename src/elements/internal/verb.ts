import { wordsOf } from './title.js';

export type Verb = 'create' | 'move' | 'change' | 'delete' | 'other';

const verbs: readonly (readonly [Verb, RegExp])[] = [
  // First, wherever it stands in the key: what takes something away must never look harmless.
  ['delete', /^(?:delete|remove|cancel|clear|drop|erase|destroy|purge|trash|revoke|unlink)$/],
  ['create', /^(?:create|add|book|insert|new|append|schedule|upload|copy|duplicate)$/],
  ['move', /^(?:move|reschedule|transfer|shift)$/],
  ['change', /^(?:change|update|edit|modify|set|patch|rename|replace|put|upsert|write)$/],
];

/** What a write does, by the words of its tool key. `other` where they do not tell. */
export function verbOf(toolKey: string | undefined): Verb {
  const words = toolKey === undefined ? [] : wordsOf(toolKey).toLowerCase().split(' ');
  return verbs.find(([, pattern]) => words.some((word) => pattern.test(word)))?.[0] ?? 'other';
}
