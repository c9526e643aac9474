import { isSame } from '../../activity/reduce/patch.js';
import { Fragments } from '../shared/fragments.js';
import { MessageText } from '../shared/message-text.js';
import type { Thought } from './thought.js';

/** Nodes of an input that are compared, to find the call that an execution is of. */
const COMPARE_BUDGET = 100_000;

/** A call of the turn. */
export interface Call {
  /** The id of its card; an execution may come under another one. */
  readonly callId: string;
  readonly fragments: Fragments;
  /** In which it was seen first. */
  readonly step: number;
  readonly response: number;
  name?: string;
  provider?: boolean;
  dynamic?: boolean;
  /** Arguments that are not JSON but text. */
  plain?: boolean;
  text: string;
  /** The whole arguments, once they are there. */
  input?: { readonly value: unknown };
  state: 'new' | 'open' | 'client' | 'ended';
}

/** A request for approval that nobody has answered. */
export interface Asked {
  readonly approvalId: string;
  readonly callId: string;
  readonly response: number;
  /** The server's own policy decides it. */
  readonly automatic: boolean;
  readonly reason: string | undefined;
}

/**
 * One turn: a response, and those that go on with it after an approval or after a result of the client's. To the model all
 * of them are one run.
 */
export class Turn {
  readonly text = new MessageText();
  readonly calls = new Map<string, Call>();
  readonly asked = new Map<string, Asked>();
  readonly thoughts = new Map<string, Thought>();
  /** Of the stream's `start`, where it had one. */
  runId: string | undefined;
  phase: 'new' | 'open' | 'over' = 'new';
  /** What an `error` said, until it is known what becomes of the turn. */
  error: string | undefined;
  notes = 0;
  response = 0;
  step = 0;
  /** The step with which the response began. */
  firstStep = 0;
  /** Text parts by what the stream calls them, and in which step each was begun. */
  readonly open = new Map<string, string>();
  readonly #texts = new Map<string, number>();
  readonly #answered = new Set<string>();
  readonly #aliases = new Map<string, string>();

  /** Another response of the turn, or the turn's first. */
  begin(): void {
    this.phase = 'open';
    this.response += 1;
    this.step += 1;
    this.firstStep = this.step;
    this.error = undefined;
    this.open.clear();
    this.thoughts.clear();
  }

  find(id: string): Call | undefined {
    return this.calls.get(this.#aliases.get(id) ?? id);
  }

  call(id: string): Call {
    const known = this.find(id);
    if (known !== undefined) return known;
    const call: Call = { callId: id, fragments: new Fragments(), step: this.step, response: this.response, text: '', state: 'new' };
    this.calls.set(id, call);
    return call;
  }

  /** A provider may carry out what was allowed under an id of its own: the card is the one that was asked about. */
  adopt(id: string, name: string | undefined, input: unknown): void {
    if (this.find(id) !== undefined) return;
    const about = [...this.asked.values()].map(({ callId }) => this.calls.get(callId));
    const call = about.find((one) => one?.provider === true && one.name === name && one.input !== undefined && isSame(one.input.value, input, COMPARE_BUDGET));
    if (call !== undefined) this.#aliases.set(id, call.callId);
  }

  /** A text part that is begun; ids are used again, so that each is one of its own. */
  openText(id: string): string {
    const key = `${id} ${String(this.#texts.size)}`;
    this.#texts.set(key, this.step);
    this.open.set(id, key);
    return key;
  }

  /** Text that is begun in these steps is no longer part of the answer. */
  takeTexts(from: number): readonly string[] {
    const keys = [...this.#texts].filter(([, step]) => step >= from).map(([key]) => key);
    // The entry stays, so that no later part gets its key.
    for (const key of keys) this.#texts.set(key, -1);
    this.open.clear();
    return keys;
  }

  /** Whether the request is one that nobody has answered. */
  ask(asked: Asked): boolean {
    if (this.#answered.has(asked.approvalId)) return false;
    this.asked.set(asked.approvalId, asked);
    return true;
  }

  answered(approvalId: string): Asked | undefined {
    const asked = this.asked.get(approvalId);
    this.asked.delete(approvalId);
    this.#answered.add(approvalId);
    return asked;
  }

  /** The requests about one call. */
  askedAbout(callId: string): readonly Asked[] {
    return [...this.asked.values()].filter((one) => one.callId === callId);
  }

  /** Something of this turn still waits for a person or for the client. */
  get isWaiting(): boolean {
    return [...this.asked.values()].some(({ automatic }) => !automatic) || [...this.calls.values()].some(({ state }) => state === 'client');
  }
}
