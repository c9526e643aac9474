/**
 * The capture gate: what may become of thought text, decided before the reducer sees it (protocols.md 0.4 and 3.3), so
 * that no view ever has to know the mode. Summary text becomes headings; raw text becomes the fact that there is some.
 */
import { normaliseDisclosure } from './disclosure.js';
import type { ActivityEvent, ActivityEventType, Disclosure, ThinkDelta, ThinkEnd, ThinkingKind, ThinkStart } from './event.js';
import { endPart, scanHeading } from './heading.js';
import type { ActivityState } from './state.js';
import { openPart, readNew, type ThoughtPart } from './thought-part.js';

export type { Disclosure };

/** Reasoning text on its way past the gate. */
export type OnReasoning = (text: string, kind: ThinkingKind) => void;

/** From the one that keeps least to the one that shows most. */
const WIDTH: Readonly<Record<Disclosure, number>> = { hidden: 0, telemetry_only: 1, surface: 2 };

/** After these the reducer holds no heading, so that the next one is news even when it reads the same. */
const CLEARS_HEADING: ReadonlySet<ActivityEventType> = new Set<ActivityEventType>([
  'run.start',
  'run.ended',
  'run.failed',
  'run.settled',
  'message.delta',
  'message.done',
]);

/** After these no part goes on: what comes next, comes from its beginning. */
const ENDS_PARTS: ReadonlySet<ActivityEventType> = new Set<ActivityEventType>([
  'run.ended',
  'run.failed',
  'run.settled',
  'discard',
]);

/** What the gate remembers between batches; it belongs to one stream and is changed in place. */
export interface CaptureMemory {
  readonly parts: Map<string, ThoughtPart>;
  /** The part whose text was surfaced last, as long as that text is in the state. Empty: that part has ended. */
  shown: string | undefined;
  /** The heading that the reducer has; a repetition is no event. */
  heading: string | undefined;
  /** Counts the events that may have changed the kind of thinking in the state. */
  phase: number;
}

interface Gate {
  readonly memory: CaptureMemory;
  readonly disclosure: Disclosure;
  readonly onReasoning: OnReasoning | undefined;
  readonly out: ActivityEvent[];
}

/** A gate that has seen nothing. */
export function createCapture(): CaptureMemory {
  return { parts: new Map(), shown: undefined, heading: undefined, phase: 0 };
}

/** The host's mode, narrowed by what a run says of itself. */
function narrowed(host: Disclosure, { limit }: ThinkDelta): Disclosure {
  if (limit === undefined) return host;
  const own = normaliseDisclosure(limit);
  return WIDTH[own] < WIDTH[host] ? own : host;
}

/**
 * Passes a batch through the gate.
 *
 * @param memory Changed in place.
 * @param onReasoning Called with new text, in order; never under `hidden`, never for the kind `hidden`.
 * @returns The events for the reducer: thought text in none of them but under `surface`.
 */
export function capture(
  memory: CaptureMemory,
  events: readonly ActivityEvent[],
  disclosure: Disclosure,
  onReasoning?: OnReasoning,
): ActivityEvent[] {
  const gate: Gate = { memory, disclosure, onReasoning, out: [] };
  for (const event of events) pass(gate, event);
  return gate.out;
}

/** The state without the text that an earlier mode let in. */
export function withoutReasoning(state: ActivityState): ActivityState {
  if (state.thinking.text === undefined) return state;
  const thinking = { ...state.thinking };
  Reflect.deleteProperty(thinking, 'text');
  return { ...state, thinking };
}

function pass(gate: Gate, event: ActivityEvent): void {
  if (event.type === 'think.delta') return readDelta(gate, event);
  gate.memory.phase += 1;
  if (event.type === 'think.start') return readStart(gate, event);
  if (event.type === 'think.end') return readEnd(gate, event);
  if (event.type === 'think.heading') return emitHeading(gate, event.heading, event);
  if (ENDS_PARTS.has(event.type)) gate.memory.parts.clear();
  if (CLEARS_HEADING.has(event.type)) forgetShown(gate.memory);
  gate.out.push(event);
}

/** A start always opens a new part: part ids are used again (protocols.md 0.3). The part before it has ended. */
function readStart(gate: Gate, event: ThinkStart): void {
  closePart(gate, event.partId, event);
  openPart(gate.memory.parts, event.partId).announced = gate.memory.phase;
  gate.out.push(event);
}

function readEnd(gate: Gate, event: ThinkEnd): void {
  if (event.partId === undefined) {
    gate.memory.parts.clear();
    forgetShown(gate.memory);
  } else {
    closePart(gate, event.partId, event);
  }
  gate.out.push(event);
}

function readDelta(gate: Gate, event: ThinkDelta): void {
  const { memory, onReasoning, out } = gate;
  const { partId, kind } = event;
  const disclosure = narrowed(gate.disclosure, event);
  const part = memory.parts.get(partId) ?? openPart(memory.parts, partId);
  if (kind !== 'summary') announce(gate, part, event);
  if (!isWanted(kind, disclosure)) return;
  const text = readNew(part, event);
  if (text === '') return;
  if (disclosure === 'surface') {
    // Between two parts an empty line, as between paragraphs: neither may end with one.
    const gap = memory.shown === undefined || memory.shown === partId ? '' : '\n\n';
    memory.shown = partId;
    out.push({ type: 'think.delta', partId, kind, mode: 'append', text: gap + text, disclosed: true, ...stamp(event) });
  }
  if (disclosure !== 'hidden') onReasoning?.(text, kind);
  if (kind !== 'summary') return;
  const { tail, headings } = scanHeading(part.tail, text);
  part.tail = tail;
  for (const heading of headings) emitHeading(gate, heading, event);
}

/** A redacted thought has no text to show, whatever its carrier holds; a raw one is read only where a host asked. */
function isWanted(kind: ThinkingKind, disclosure: Disclosure): boolean {
  return kind === 'summary' || (kind === 'raw' && disclosure !== 'hidden');
}

/** Tells the reducer that there is reasoning: once, and again after anything that may have ended that in the state. */
function announce({ memory, out }: Gate, part: ThoughtPart, event: ThinkDelta): void {
  if (part.announced === memory.phase) return;
  part.announced = memory.phase;
  out.push({ type: 'think.start', partId: event.partId, kind: event.kind, ...stamp(event) });
}

/** The reducer drops heading and surfaced text together. */
function forgetShown(memory: CaptureMemory): void {
  memory.heading = undefined;
  memory.shown = undefined;
}

/** The end of a part ends its line. */
function closePart(gate: Gate, partId: string, event: ThinkStart | ThinkEnd): void {
  const part = gate.memory.parts.get(partId);
  if (part === undefined) return;
  gate.memory.parts.delete(partId);
  if (gate.memory.shown === partId) gate.memory.shown = '';
  const heading = endPart(part.tail);
  if (heading !== undefined) emitHeading(gate, heading, event);
}

function emitHeading({ memory, out }: Gate, heading: string, event: ActivityEvent): void {
  if (heading === memory.heading) return;
  memory.heading = heading;
  out.push({ type: 'think.heading', heading, ...stamp(event) });
}

function stamp(event: ActivityEvent): { at?: number } {
  return 'at' in event ? { at: event.at } : {};
}
