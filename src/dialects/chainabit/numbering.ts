import type { Break } from '../dialect.js';
import { copy, trim } from '../shared/bounded.js';
import { compareIds } from '../shared/event-id.js';

/** Ids kept. A replay longer than this is caught by `sequence` alone; 32,768 ids of 16 characters are about 2 MB. */
const ID_LIMIT = 32_768;
/** Runs kept: far more than follow each other in one element. */
const RUN_LIMIT = 256;

/** What numbering knows of a frame. */
export interface Numbered {
  /** Its run, or where frames without one stand. */
  readonly scope: string;
  readonly id: string | undefined;
  readonly sequence: number | undefined;
  /** What it is about: a replay may word or stamp an event anew, but not make another one of it. */
  readonly about: string;
  /** Of a run that another one has followed: its numbers no longer matter. */
  readonly isPast: boolean;
}

/** How a frame stands to what came before it, where it does not simply go on. */
export interface Standing {
  readonly code: 'duplicate' | Break;
  readonly reason: string;
}

/**
 * The ids and sequences of one stream. An id is the stream's cursor and counts for the whole stream; sequences count per
 * run (ours, B2), without gaps: that is how a lost event shows.
 */
export class Numbering {
  /** Ids, and sequences of frames without one, each with the hash of what it was about. */
  readonly #seen = new Map<string, number>();
  #hasForgotten = false;
  #lastId: string | undefined;
  readonly #sequences = new Map<string, number>();
  /** The highest sequence that came, used or not: what was heard and not used is not missing. */
  readonly #heard = new Map<string, number>();
  /** Frames whose number could not be read, since the last one that could: they may be what seems to be missing. */
  #unread = 0;
  #opened = false;
  #warned = false;

  /** A connection was opened. */
  opened(): void {
    this.#opened = true;
  }

  /** The server said itself that it does not go on from where it was: what comes next does not surprise. */
  warn(): void {
    this.#warned = true;
  }

  /** Nothing where a frame simply goes on. Call once for each frame, in order. */
  place(frame: Numbered): Standing | undefined {
    const standing = this.#restart(frame) ?? this.#repetition(frame) ?? this.#gap(frame);
    if (standing?.code === 'restart') this.#beginAnew(frame.scope);
    this.#hear(frame);
    if (frame.sequence === undefined && frame.id === undefined) return standing;
    const isExpected = this.#warned && standing?.code !== 'duplicate';
    this.#opened = false;
    this.#warned = false;
    return isExpected ? undefined : standing;
  }

  /** A frame that is not used: its number alone counts, where it has one. */
  pass(frame: Pick<Numbered, 'scope' | 'sequence' | 'isPast'>): Standing | undefined {
    const standing = this.#gap(frame);
    this.#hear(frame);
    return standing;
  }

  /** A frame of this protocol came whose number cannot be read. */
  miss(): void {
    this.#unread += 1;
  }

  /** A frame that was used: from now on its id and sequence are known. */
  keep(frame: Numbered): void {
    const key = keyOf(frame);
    if (key !== undefined) {
      this.#seen.set(key, hashOf(frame.about));
      this.#hasForgotten ||= this.#seen.size > ID_LIMIT;
      trim(this.#seen, ID_LIMIT);
    }
    if (frame.id !== undefined) this.#lastId = frame.id;
    if (frame.sequence === undefined) return;
    this.#sequences.set(frame.scope, frame.sequence);
    trim(this.#sequences, RUN_LIMIT);
  }

  #repetition({ scope, id, sequence }: Numbered): Standing | undefined {
    if (id !== undefined && this.#seen.has(copy(id))) return { code: 'duplicate', reason: `the id "${id}" was seen before` };
    const last = this.#sequences.get(scope);
    if (sequence === undefined || last === undefined || sequence > last) return undefined;
    return { code: 'duplicate', reason: `sequence ${String(sequence)} is not above ${String(last)}` };
  }

  /**
   * Where a replay may begin, a number that was passed already and is not that frame again: the server numbers anew (C4).
   * Anywhere else a known number is a repetition, whatever it carries (B2).
   */
  #restart(frame: Numbered): Standing | undefined {
    const key = keyOf(frame);
    if (key === undefined || frame.isPast || !this.#isBack(frame)) return undefined;
    const mayBegin = (this.#opened || this.#warned) && !this.#hasForgotten;
    if (!mayBegin || this.#seen.get(key) === hashOf(frame.about)) return undefined;
    return { code: 'restart', reason: 'its number is a former one, and it is another frame' };
  }

  #isBack({ scope, sequence, id }: Numbered): boolean {
    const last = this.#sequences.get(scope);
    if (sequence !== undefined && last !== undefined) return sequence < last;
    if (id === undefined || this.#lastId === undefined) return false;
    return (compareIds(id, this.#lastId) ?? 0) < 0;
  }

  #hear({ scope, sequence }: Pick<Numbered, 'scope' | 'sequence'>): void {
    if (sequence === undefined) return;
    this.#unread = 0;
    this.#heard.set(scope, Math.max(sequence, this.#heard.get(scope) ?? sequence));
    trim(this.#heard, RUN_LIMIT);
  }

  #gap({ scope, sequence, isPast }: Pick<Numbered, 'scope' | 'sequence' | 'isPast'>): Standing | undefined {
    const heard = this.#heard.get(scope);
    if (sequence === undefined || heard === undefined || isPast) return undefined;
    if (sequence <= heard + 1 + this.#unread) return undefined;
    return { code: 'gap', reason: `sequence ${String(sequence)} comes after ${String(heard)}` };
  }

  #beginAnew(scope: string): void {
    this.#seen.clear();
    this.#lastId = undefined;
    this.#sequences.delete(scope);
    this.#heard.delete(scope);
  }
}

/** Where a frame is kept: its id, which counts for the whole stream, else its number in its run. */
function keyOf({ scope, id, sequence }: Numbered): string | undefined {
  if (id !== undefined) return copy(id);
  return sequence === undefined ? undefined : JSON.stringify([scope, sequence]);
}

/** FNV-1a. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return hash;
}
