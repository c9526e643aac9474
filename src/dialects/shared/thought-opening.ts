import type { ActivityEvent } from '../../activity/event.js';
import { emptyTail, endPart, scanHeading } from '../../activity/heading.js';

/** Longer than any opening with a title: 80 characters, which may be surrogate pairs, their asterisks, white space before. */
const LONGEST = 200;

/**
 * One part of a thought in a protocol that does not say whether it is a summary: it is one if it opens with a title on a
 * line of its own. Text is held back until that is known, so that none is scanned for titles that has none.
 */
export class ThoughtOpening {
  readonly partId: string;
  #held = '';
  #kind: 'summary' | 'raw' | undefined;

  constructor(partId: string) {
    this.partId = partId;
  }

  /** Reasoning shows as such from here on, whatever it turns out to be. */
  start(): readonly ActivityEvent[] {
    return [{ type: 'think.start', partId: this.partId, kind: 'raw' }];
  }

  add(text: string): readonly ActivityEvent[] {
    if (text === '') return [];
    if (this.#kind !== undefined) return [this.#delta(this.#kind, text)];
    this.#held += text;
    const kind = kindOf(this.#held);
    return kind === undefined ? [] : this.#decide(kind);
  }

  end(): readonly ActivityEvent[] {
    const isTitle = endPart(scanHeading(emptyTail, this.#held.trimStart()).tail) !== undefined;
    const rest = this.#held === '' ? [] : this.#decide(isTitle ? 'summary' : 'raw');
    return [...rest, { type: 'think.end', partId: this.partId }];
  }

  #decide(kind: 'summary' | 'raw'): readonly ActivityEvent[] {
    const held = this.#delta(kind, this.#held);
    this.#kind = kind;
    this.#held = '';
    return kind === 'raw' ? [held] : [{ type: 'think.start', partId: this.partId, kind }, held];
  }

  #delta(kind: 'summary' | 'raw', text: string): ActivityEvent {
    return { type: 'think.delta', partId: this.partId, kind, mode: 'append', text };
  }
}

/** What an opening is, or nothing while it may still be a title. */
function kindOf(opening: string): 'summary' | 'raw' | undefined {
  const text = opening.trimStart();
  if (text.length > LONGEST || !(text.startsWith('**') || '**'.startsWith(text))) return 'raw';
  const end = text.indexOf('\n');
  if (end === -1) return undefined;
  return scanHeading(emptyTail, text.slice(0, end + 1)).headings.length > 0 ? 'summary' : 'raw';
}
