import type { ActivityEvent } from '../../activity/event.js';
import { trim } from '../shared/bounded.js';
import { Fragments } from '../shared/fragments.js';
import { MessageText } from '../shared/message-text.js';
import type { ThoughtOpening } from '../shared/thought-opening.js';

/** A message of the stream. */
export interface Spoken {
  readonly id: string;
  /** Of the run's answer: by the assistant itself, and by none of its subagents. */
  readonly isAnswer: boolean;
  /** Announced, and not ended. */
  open: boolean;
  /** Texts of an id that was used again, counted. */
  part: number;
  text: string;
  /** How much of `text` a repetition has said again; absent where none is under way. */
  repeated?: number;
}

export interface Call {
  readonly callId: string;
  readonly lane: string;
  /** The part of the turn, between two waits, in which it was first heard of. */
  readonly leg: number;
  readonly fragments: Fragments;
  name?: string;
  /** Arguments so far, and the last piece of them. */
  text: string;
  last: string;
  complete: boolean;
  /** `assumed`: a result came, which does not say whether it is one of a failure. */
  ended?: 'assumed' | 'said';
}

export interface Subagent {
  /** The card that it works for. */
  readonly parent?: string | undefined;
  over: boolean;
  /** Present by key, from its end. */
  result?: unknown;
}

/** What the turn waits for a person with. */
export interface Question {
  readonly interruptId: string;
  /** The call that it is about. */
  readonly callId: string | undefined;
}

/** What a CHUNK without an id goes on with, in its lane. */
export interface OpenChunk {
  readonly kind: 'text' | 'tool' | 'reasoning';
  readonly id: string;
}

/** Runs that are remembered. */
const RUN_LIMIT = 512;

/**
 * One turn: a run, and the runs that answer what it waits for. To the model all of it is one run, under the id of the first.
 * What is kept lives as long as the turn and grows with its messages and calls.
 */
export class Turn {
  status: 'idle' | 'running' | 'waiting' | 'over' = 'idle';
  /** Wire id of the run under way. */
  wireId: string | undefined;
  /** Id of the turn. */
  runId: string | undefined;
  leg = 0;
  text = new MessageText();
  readonly messages = new Map<string, Spoken>();
  readonly calls = new Map<string, Call>();
  readonly subagents = new Map<string, Subagent>();
  /** Contents by the id of their card. */
  readonly activities = new Map<string, unknown>();
  readonly thoughts = new Map<string, ThoughtOpening>();
  readonly chunks = new Map<string, OpenChunk>();
  /** Values of `on_interrupt`, held until the run ends: one that ends with interrupts of its own asks the same there. */
  readonly held = new Map<string, unknown>();
  /** Open questions by the id of their approval. */
  readonly open = new Map<string, Question>();
  readonly #asked = new Map<string, number>();
  readonly #ended = new Set<string>();
  #thoughts = 0;
  #isReplay = false;

  /** Another turn begins. */
  begin(runId: string | undefined): void {
    this.status = 'running';
    this.runId = runId;
    this.wireId = runId;
    this.leg += 1;
    this.text = new MessageText();
    for (const kept of [this.messages, this.calls, this.subagents, this.activities, this.thoughts, this.chunks, this.held, this.open]) kept.clear();
  }

  /** The run ended, and with it the turn, unless that waits for something. */
  finish(status: 'waiting' | 'over'): void {
    this.status = status;
    for (const message of this.messages.values()) message.open = false;
    if (this.wireId !== undefined) this.#ended.add(this.wireId);
    trim(this.#ended, RUN_LIMIT);
  }

  /** Whether a frame belongs to a run that another has followed, and that comes again, from its start to its end. */
  isRepetition(type: string, runId: string | undefined): boolean {
    const was = this.#isReplay;
    if (type === 'RUN_STARTED') this.#isReplay = this.status === 'over' && runId !== undefined && runId !== this.wireId && this.#ended.has(runId);
    else if (type === 'RUN_FINISHED' || type === 'RUN_ERROR') this.#isReplay = false;
    return type === 'RUN_STARTED' ? this.#isReplay : was;
  }

  /** A call by its id; one that nobody announced begins here. */
  call(callId: string, lane: string): Call {
    const known = this.calls.get(callId);
    if (known !== undefined) return known;
    const call: Call = { callId, lane, leg: this.leg, fragments: new Fragments(), text: '', last: '', complete: false };
    this.calls.set(callId, call);
    return call;
  }

  nextThought(): string {
    this.#thoughts += 1;
    return `thought-${String(this.#thoughts)}`;
  }

  /** How often an interrupt was asked, this time included: an id may come again after its answer. */
  ask(interruptId: string): number {
    const count = (this.#asked.get(interruptId) ?? 0) + 1;
    this.#asked.set(interruptId, count);
    return count;
  }

  /** All thoughts of a run that ends. */
  endThoughts(): readonly ActivityEvent[] {
    const events = [...this.thoughts.values()].flatMap((thought) => thought.end());
    this.thoughts.clear();
    return [...events, { type: 'think.end' }];
  }
}
