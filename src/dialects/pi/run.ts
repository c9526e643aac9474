import type { ActivityEvent } from '../../activity/event.js';
import { trim } from '../shared/bounded.js';
import { Fragments } from '../shared/fragments.js';
import { MessageText } from '../shared/message-text.js';

/** One block of an assistant's message. */
export interface OpenBlock {
  /** Unique in the run. */
  readonly key: string;
  readonly group: string;
  readonly fragments: Fragments;
  kind?: 'text' | 'raw' | 'hidden' | 'tool';
  /** Of a tool call, as soon as it is known. */
  callId?: string;
  ended: boolean;
}

/** How an assistant's message stopped. */
export interface Stop {
  readonly reason: string;
  readonly message?: string | undefined;
}

/** Calls and dialogs that are remembered. */
const LIMIT = 4096;

/** What one run has said so far, and what of it outlives the run: the generation, aliases of calls, dialogs. */
export class PiRun {
  text = new MessageText();
  stop: Stop | undefined;
  /** No event of a run has come yet. */
  fresh = true;
  over = false;
  /** A retry or a compaction said that what ended goes on. */
  goesOn = false;
  /** The agent ended, and a second-generation one has not settled yet. */
  ended = false;
  second = false;
  /** An assistant's message has come in events of its own. */
  hasMessages = false;
  readonly dialogs = new Set<string>();
  readonly running = new Set<string>();
  /** Calls of the proxy's, which the client carries out. */
  readonly clientCalls = new Set<string>();
  readonly #known = new Set<string>();
  readonly #cards = new Map<string, string>();
  #blocks = new Map<number, OpenBlock>();
  #message = 0;
  #isOpen = false;

  /** Another run begins. */
  begin(): void {
    this.text = new MessageText();
    this.stop = undefined;
    this.over = false;
    this.goesOn = false;
    this.ended = false;
    this.hasMessages = false;
    this.running.clear();
    this.clientCalls.clear();
    this.closeMessage();
  }

  get group(): string {
    return String(this.#message);
  }

  /** The message that events are about; one that nobody announced begins here. */
  openMessage(): string {
    if (!this.#isOpen) {
      this.#isOpen = true;
      this.#message += 1;
      this.#blocks = new Map();
      this.hasMessages = true;
      this.ended = false;
    }
    return this.group;
  }

  /** Text to this message is another one's. */
  closeMessage(): void {
    this.#isOpen = false;
  }

  /** A block by its index. One that starts where one has ended is another message's, whose own start was lost. */
  block(index: number, starts = false): OpenBlock {
    if (starts && this.#isOpen && this.#blocks.get(index)?.ended === true) this.closeMessage();
    const group = this.openMessage();
    const known = this.#blocks.get(index);
    if (known !== undefined) return known;
    const block: OpenBlock = { key: `${group}:${String(index)}`, group, fragments: new Fragments(), ended: false };
    this.#blocks.set(index, block);
    return block;
  }

  /** The blocks of the open message that were streamed. */
  get streamed(): ReadonlyMap<number, OpenBlock> {
    return this.#isOpen ? this.#blocks : new Map<number, OpenBlock>();
  }

  /** The card of a call, which stays under the first id that the call had. */
  card(callId: string): string {
    return this.#cards.get(callId) ?? callId;
  }

  /** Another id of a call that has a card. */
  alias(callId: string, card: string): void {
    if (callId === card) return;
    this.#cards.set(callId, card);
    trim(this.#cards, LIMIT);
  }

  /** Whether something is heard of for the first time. */
  isNew(id: string): boolean {
    if (this.#known.has(id)) return false;
    this.#known.add(id);
    trim(this.#known, LIMIT);
    return true;
  }

  /** Dialogs hold the agent: when it goes on, they are answered, or nobody waits for them any more. */
  closeDialogs(): readonly ActivityEvent[] {
    const open = [...this.dialogs];
    this.dialogs.clear();
    return open.map((approvalId) => ({ type: 'approval.response', approvalId, decision: 'cancelled', assumed: true }));
  }
}
