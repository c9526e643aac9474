import { SseDecoder } from '../../src/wire/sse-decoder.js';
import type { ParsingCase } from './conformance-cases.js';

interface Outcome {
  readonly events: readonly (readonly [data: string, type: string, id: string])[];
  readonly lastId: string;
  readonly retries: readonly number[];
}

function decode(pieces: readonly Uint8Array[]): Outcome {
  const retries: number[] = [];
  const decoder = new SseDecoder({ onRetry: (milliseconds) => retries.push(milliseconds) });
  const events: [string, string, string][] = [];
  let id = '';
  for (const piece of pieces) {
    const frames = decoder.push(piece);
    for (const frame of frames) {
      id = frame.id ?? id;
      events.push([String(frame.data), frame.event ?? 'message', id]);
    }
    if (frames.length === 0) id = decoder.lastEventId ?? id;
  }
  decoder.end();
  return { events, lastId: decoder.lastEventId ?? '', retries };
}

/** Without the id in force, which a push that holds a frame and a block of an id alone does not tell apart. */
function bare({ events, ...rest }: Outcome): unknown {
  return { events: events.map(([data, type]) => [data, type]), ...rest };
}

const inPieces = (bytes: Uint8Array, size: number): Uint8Array[] =>
  Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) => bytes.subarray(i * size, (i + 1) * size));

/**
 * Runs a case whole, in pieces of 1, 2, 3 and 7 bytes, and split at every byte; a line for each that comes out otherwise.
 * Needs no test framework, so that browsers and Node run the same.
 */
export function problemsOf({ input, events, lastId, retries }: ParsingCase): readonly string[] {
  const bytes = new TextEncoder().encode(input);
  const expected: Outcome = {
    events: events.map(([data, id, type]) => [data, type ?? 'message', id]),
    lastId: lastId ?? events.at(-1)?.[1] ?? '',
    retries: retries ?? [],
  };
  const problems: string[] = [];
  const compare = (what: string, actual: unknown, wanted: unknown): void => {
    const [found, wish] = [JSON.stringify(actual), JSON.stringify(wanted)];
    if (found !== wish) problems.push(`${what}: ${found} instead of ${wish}`);
  };
  compare('pieces of 1', decode(inPieces(bytes, 1)), expected);
  for (const size of [2, 3, 7, bytes.length || 1]) {
    compare(`pieces of ${String(size)}`, bare(decode(inPieces(bytes, size))), bare(expected));
  }
  for (let at = 0; at <= bytes.length; at += 1) {
    compare(`split at ${String(at)}`, bare(decode([bytes.subarray(0, at), bytes.subarray(at)])), bare(expected));
  }
  return problems;
}
