import type { FieldFault } from '../shared/fields.js';
import { isRecord, textOf } from '../shared/values.js';

/** The names under which a phase summary has its open questions. */
const NAMES = ['open_questions', 'openQuestions'] as const;

function questionOf(entry: unknown): string | undefined {
  if (!isRecord(entry)) return textOf(entry);
  return textOf(entry['text']) ?? textOf(entry['question']);
}

/**
 * Open questions as the list of strings that they have to be. Old summaries hold objects: one with a `text` or a `question`
 * stands for that, and anything else is left out. What is no list is an empty one, with a diagnostic.
 */
export function openQuestions(value: unknown, fault: FieldFault): readonly string[] {
  const entries: readonly unknown[] = Array.isArray(value) ? value : [];
  if (!Array.isArray(value)) fault('"open_questions" must be a list of strings');
  else if (entries.some((entry) => typeof entry !== 'string')) fault('"open_questions" must hold only strings');
  return entries.map(questionOf).filter((question) => question !== undefined);
}

/** A phase summary with its open questions in order, and the rest as it is. */
export function readSummary(summary: unknown, fault: FieldFault): unknown {
  if (!isRecord(summary)) return summary;
  const read: Record<string, unknown> = { ...summary };
  for (const name of NAMES) {
    if (read[name] !== undefined) read[name] = openQuestions(read[name], fault);
  }
  return read;
}
