import { wordsOf } from './title.js';

export type Verb = 'create' | 'move' | 'change' | 'delete' | 'other';

const verbs: readonly (readonly [Verb, RegExp])[] = [
  // First, wherever it stands in the key: what takes something away must never look harmless.
  ['delete', /^(?:delete|remove|cancel|clear|drop|erase|destroy|purge|trash|revoke|unlink)$/],
  ['create', /^(?:create|add|book|insert|new|append|schedule|upload|copy|duplicate)$/],
  ['move', /^(?:move|reschedule|transfer|shift)$/],
  ['change', /^(?:change|update|edit|modify|set|patch|rename|replace|put|upsert|write)$/],
];

/** The parts of a tool key, each as words, its namespaces among them. */
export function segmentsOf(toolKey: string): readonly string[] {
  return toolKey.split(/__|[./:]/u).map(wordsOf).filter((words) => words !== '');
}

/** What a write does, by the words of its tool key. `other` where they do not tell. */
export function verbOf(toolKey: string | undefined): Verb {
  const words = segmentsOf(toolKey ?? '').join(' ').toLowerCase().split(' ');
  return verbs.find(([, pattern]) => words.some((word) => pattern.test(word)))?.[0] ?? 'other';
}
