/** Reading and replaying streams in tests, without a server and without the session. */
import { createParser } from 'eventsource-parser';
import { capture, createCapture, type Disclosure } from '../../src/activity/capture.js';
import type { ActivityEvent } from '../../src/activity/event.js';
import { reduce } from '../../src/activity/reduce.js';
import { type ActivityState, emptyState } from '../../src/activity/state.js';
import type { Diagnostic, Dialect } from '../../src/dialects/dialect.js';
import type { WireFrame } from '../../src/wire/frame.js';

/** SSE text as frames. */
export function parseSse(text: string): WireFrame[] {
  const frames: WireFrame[] = [];
  const parser = createParser({
    onEvent: ({ event, data, id }) => {
      frames.push({ data, ...(event !== undefined && { event }), ...(id !== undefined && { id }) });
    },
  });
  parser.feed(text);
  // The last frame may lack its empty line.
  parser.feed('\n\n');
  return frames;
}

/** A recording as frames, by its file form: SSE text, or one payload a line. */
export function parseRecording(name: string, text: string): WireFrame[] {
  if (!name.endsWith('.chunks.txt')) return parseSse(text);
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((data) => ({ event: (JSON.parse(data) as { type: string }).type, data }));
}

export interface Played {
  readonly state: ActivityState;
  readonly headings: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
  /** As the dialect emitted them, before the capture gate. */
  readonly decoded: readonly ActivityEvent[];
  /** After it. */
  readonly events: readonly ActivityEvent[];
}

/** Feeds frames through one decoder, the capture gate and the reducer. */
export function play(dialect: Dialect, frames: readonly WireFrame[], disclosure: Disclosure = 'hidden'): Played {
  const diagnostics: Diagnostic[] = [];
  const decoder = dialect.createDecoder({ report: (one) => diagnostics.push(one), now: () => 1_700_000_000_000 });
  const memory = createCapture();
  const decoded: ActivityEvent[] = [];
  const events: ActivityEvent[] = [];
  let state = emptyState;
  for (const frame of frames) {
    const emitted = decoder.decode(frame);
    decoded.push(...emitted);
    const passed = capture(memory, emitted, disclosure);
    events.push(...passed);
    state = reduce(state, passed);
  }
  const headings = events.flatMap((event) => (event.type === 'think.heading' ? [event.heading] : []));
  return { state, headings, diagnostics, decoded, events };
}

/** A state as plain JSON, maps as arrays of their values in order. */
export function plain(state: ActivityState): Record<string, unknown> {
  const { calls, approvals, notes, ...rest } = state;
  const maps = { calls: [...calls.values()], approvals: [...approvals.values()], notes: [...notes.values()] };
  return JSON.parse(JSON.stringify({ ...rest, earlier: undefined, ...maps })) as Record<string, unknown>;
}

/** A file of the test server as text. */
export async function fetchText(url: string): Promise<string> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${String(response.status)}`);
  return response.text();
}
