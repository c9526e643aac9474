import type { ActivityEvent } from '../../activity/event.js';
import { ThoughtOpening } from '../shared/thought-opening.js';
import { isRecord } from '../shared/values.js';

/** A part of a thought, from its start to its end. */
export interface Thought {
  start(): readonly ActivityEvent[];
  add(text: string): readonly ActivityEvent[];
  end(): readonly ActivityEvent[];
}

/** A part of which it is known that it is a summary. */
function summary(partId: string): Thought {
  return {
    start: () => [{ type: 'think.start', partId, kind: 'summary' }],
    add: (text) => (text === '' ? [] : [{ type: 'think.delta', partId, kind: 'summary', mode: 'append', text }]),
    end: () => [{ type: 'think.end', partId }],
  };
}

/** The protocol does not say what a thought is. OpenAI's are summaries; of others those that open with a title. */
export function thoughtOf(partId: string, providerMetadata: unknown): Thought {
  return isRecord(providerMetadata) && isRecord(providerMetadata['openai']) ? summary(partId) : new ThoughtOpening(partId);
}
