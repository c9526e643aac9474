import { segmentsOf } from '../internal/verb.js';

/** How a tool is reached, and no part of what it does. */
const TRANSPORTS: ReadonlySet<string> = new Set(['mcp', 'functions']);

/**
 * What a tool does, as it stands on a button after the interface's own word: `calendar.create_event` → "create event
 * (calendar)". The act comes first and no word of the key is left out, for whoever names a tool could hide there what it
 * does.
 */
export function act(toolKey: string): string {
  const segments = segmentsOf(toolKey);
  const path = segments.slice(0, -1).filter((words, at) => at > 0 || !TRANSPORTS.has(words));
  const last = segments.at(-1) ?? '';
  return path.length === 0 ? last : `${last} (${path.join(' ')})`;
}
