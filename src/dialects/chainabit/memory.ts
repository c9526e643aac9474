import { copy, trim } from '../shared/bounded.js';
import type { Envelope } from './envelope.js';

/** Ids kept. A replay longer than this is caught by `sequence` alone; 32,768 ids of 16 characters are about 2 MB. */
const ID_LIMIT = 32_768;
/** Runs kept: far more than follow each other in one element. */
const RUN_LIMIT = 256;
/** Deadlines and planned steps kept. */
const ENTRY_LIMIT = 4096;

/** Where frames stand that come before any run id. Ids of runs are not empty, so the two cannot meet. */
const NO_RUN = '';

/**
 * What one decoder remembers, bounded. An id is the stream's cursor and counts for the whole stream; sequences count per
 * run (ours, B2). A frame without a run id belongs to the run named last, as it did when it first came.
 */
export class Memory {
  readonly #ids = new Set<string>();
  readonly #sequences = new Map<string, number>();
  readonly #runs = new Set<string>();
  readonly #deadlines = new Map<string, number>();
  readonly #steps = new Map<string, string | undefined>();
  /** The run of the newest frame that named one, replayed frames included. */
  #scope = NO_RUN;
  #current: string | undefined;
  #entered = false;
  #announced = false;
  #unannounced = false;
  /** The current run was seen from its first sequence number on, and no answer text of it has come yet. */
  #fresh = false;

  /** Why a frame is a repetition, or nothing. Call once for each frame, in order. */
  repetition(envelope: Envelope, id: string | undefined): string | undefined {
    if (envelope.runId !== undefined) this.#scope = envelope.runId;
    if (id !== undefined && this.#ids.has(copy(id))) return `the id "${id}" was seen before`;
    const last = this.#sequences.get(this.#scope);
    const { sequence } = envelope;
    if (sequence === undefined || last === undefined || sequence > last) return undefined;
    return `sequence ${String(sequence)} is not above ${String(last)}`;
  }

  /** A frame that was used: from now on its id and sequence are known. */
  keep(envelope: Envelope, id: string | undefined): void {
    if (id !== undefined) {
      this.#ids.add(copy(id));
      trim(this.#ids, ID_LIMIT);
    }
    if (envelope.sequence === undefined) return;
    this.#sequences.set(this.#scope, envelope.sequence);
    trim(this.#sequences, RUN_LIMIT);
  }

  /** Whether a frame names a run that another one has followed. */
  isPast({ runId }: Envelope): boolean {
    return runId !== undefined && runId !== this.#current && this.#runs.has(runId);
  }

  /**
   * Takes note of the frame's run, before its handler sees it. A frame without a run id belongs to the current one.
   */
  enter({ runId, sequence }: Envelope): void {
    const same = runId === undefined ? this.#entered : this.#entered && runId === this.#current;
    if (same) return;
    this.#entered = true;
    this.#current = runId;
    this.#unannounced = true;
    this.#fresh = sequence !== undefined && sequence <= 1;
    if (runId === undefined) return;
    this.#runs.add(runId);
    trim(this.#runs, RUN_LIMIT);
  }

  /** Whether the current run is still to be opened with a `run.start`, and whether it is the first. Once a run. */
  takeStart(): { readonly first?: true } | undefined {
    if (!this.#unannounced) return undefined;
    this.#unannounced = false;
    const first = !this.#announced;
    this.#announced = true;
    return first ? { first } : {};
  }

  /** Whether this is the first answer text of a run that was seen from its beginning. True once a run. */
  takeFirstText(): boolean {
    const first = this.#fresh;
    this.#fresh = false;
    return first;
  }

  /** A planned step: the call that carries it out may name it later. */
  planned(stepId: string, callId: string | undefined): void {
    this.#steps.set(this.#key(this.#scope, stepId), callId);
    trim(this.#steps, ENTRY_LIMIT);
  }

  /** Whether a call is news for the step that it names. True once a call. */
  takeLink(stepId: string, callId: string): boolean {
    const key = this.#key(this.#scope, stepId);
    if (!this.#steps.has(key) || this.#steps.get(key) === callId) return false;
    this.#steps.set(key, callId);
    return true;
  }

  /** A deadline that was worked out from the clock stays what it was the first time, however often the request comes. */
  deadline(approvalId: string, computed: number): number {
    const key = this.#key(this.#scope, approvalId);
    const known = this.#deadlines.get(key);
    if (known !== undefined) return known;
    this.#deadlines.set(key, computed);
    trim(this.#deadlines, ENTRY_LIMIT);
    return computed;
  }

  #key(scope: string, id: string): string {
    return JSON.stringify([scope, id]);
  }
}
