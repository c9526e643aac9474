import { trim } from '../shared/bounded.js';
import { idOf } from '../shared/values.js';
import type { Envelope } from './envelope.js';
import { type Numbered, Numbering, type Standing } from './numbering.js';

/** Runs kept: far more than follow each other in one element. */
const RUN_LIMIT = 256;
/** Deadlines and planned steps kept. */
const ENTRY_LIMIT = 4096;

/** Where frames stand that come before any run id. Ids of runs are not empty, so the two cannot meet. */
const NO_RUN = '';

const isFirst = (sequence: number | undefined): boolean => sequence !== undefined && sequence <= 1;

/**
 * What one decoder remembers, bounded. A frame without a run id belongs to the run named last, as it did when it first
 * came.
 */
export class Memory {
  /** Ids and sequences. */
  readonly numbering = new Numbering();
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

  /** How a frame stands to what came before it; nothing where it simply goes on. Call once for each frame, in order. */
  place(envelope: Envelope, id: string | undefined): Standing | undefined {
    if (envelope.runId !== undefined) this.#scope = envelope.runId;
    const standing = this.numbering.place(this.#numbered(envelope, id));
    if (standing?.code === 'restart') this.#fresh = isFirst(envelope.sequence);
    return this.#noted(standing);
  }

  /** As `place`, of a frame that is not used. */
  pass({ runId = this.#scope, sequence }: Pick<Envelope, 'runId' | 'sequence'>): Standing | undefined {
    return this.#noted(this.numbering.pass({ scope: runId, sequence, isPast: this.isPast({ runId }) }));
  }

  /** A frame that was used: from now on its id and sequence are known. */
  keep(envelope: Envelope, id: string | undefined): void {
    this.numbering.keep(this.#numbered(envelope, id));
  }

  /** Whether a frame names a run that another one has followed. */
  isPast({ runId }: Pick<Envelope, 'runId'>): boolean {
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
    this.#fresh = isFirst(sequence);
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

  #noted(standing: Standing | undefined): Standing | undefined {
    // The text that was missed is the history's, and what comes next follows it.
    if (standing?.code === 'gap') this.#fresh = false;
    return standing;
  }

  #numbered(envelope: Envelope, id: string | undefined): Numbered {
    const { event, payload, stepId, sequence } = envelope;
    const about = ['callId', 'toolCallId', 'approvalId'].map((key) => idOf(payload[key])).find((each) => each !== undefined);
    return { scope: this.#scope, id, sequence, about: `${event} ${about ?? stepId ?? ''}`, isPast: this.isPast(envelope) };
  }

  #key(scope: string, id: string): string {
    return JSON.stringify([scope, id]);
  }
}
