import { MessageText } from '../shared/message-text.js';

/** A call of the turn, by the id of its block. */
export interface Call {
  readonly callId: string;
  readonly executor: 'client' | 'provider';
  /** Which message it is part of. */
  readonly message: MessageMemory | undefined;
  state: 'writing' | 'open' | 'ended';
}

/** A block that is being written. */
export interface OpenBlock {
  readonly kind: 'text' | 'thought' | 'call' | 'other';
  /** Of a text or of a thought; the id of a call. */
  readonly key: string;
  /** The arguments of the start, for a call whose arguments are never streamed. */
  readonly input: unknown;
  json: string;
}

/** One message of the model; its blocks are counted from 0. */
export interface MessageMemory {
  readonly key: string;
  readonly blocks: Map<number, OpenBlock>;
  /** Texts that stand directly after each other are one paragraph: a citation cuts them in the middle of a sentence. */
  paragraph: number;
  stopReason: string | undefined;
  explanation: string | undefined;
  over: boolean;
}

/** One turn: the messages that follow each other until the model has said all, or the client does not go on. */
export class Turn {
  readonly text = new MessageText();
  readonly calls = new Map<string, Call>();
  /** Calls that somebody is asked about, in sessions. */
  readonly asked = new Set<string>();
  runId: string | undefined;
  phase: 'new' | 'open' | 'waiting' | 'over' = 'new';
  notes = 0;
  #message: MessageMemory | undefined;
  #count = 0;

  /** The message under way, or the last one. */
  get message(): MessageMemory | undefined {
    return this.#message;
  }

  begin(id: string | undefined): MessageMemory {
    this.#count += 1;
    this.phase = 'open';
    this.text.name(id);
    const key = `${String(this.#count)}:${id ?? ''}`;
    return (this.#message = { key, blocks: new Map(), paragraph: 0, stopReason: undefined, explanation: undefined, over: false });
  }
}
