import type { ActivityEvent } from '../../activity/event.js';
import { trim } from '../shared/bounded.js';
import { MessageText } from '../shared/message-text.js';

/** Calls, workflows and parts of a turn that are remembered. */
const LIMIT = 4096;

/** What one turn of a thread has said so far. */
export class Turn {
  threadId: string | undefined;
  over = false;
  readonly text = new MessageText();
  /** The message that text without a home belongs to. */
  openMessage: string | undefined;
  /** `openMessage` was made up for text that came before its message. */
  isStray = false;
  readonly #asked = new Set<string>();
  #started = false;
  readonly #kinds = new Map<string, string>();
  readonly #open = new Map<string, string>();
  readonly #thoughts = new Set<string>();
  readonly #lengths = new Map<string, number>();

  /** Opens the run with the first frame, whichever that is; the thread's id follows as soon as it is known. */
  begin(threadId: string | undefined): readonly ActivityEvent[] {
    // All turns of a thread have its id, so that the start without one is what begins another run.
    const opening: ActivityEvent[] = this.#started ? [] : [{ type: 'run.start' }];
    this.#started = true;
    if (threadId === undefined || this.threadId !== undefined) return opening;
    this.threadId = threadId;
    return [...opening, { type: 'run.start', runId: threadId }];
  }

  get isStarted(): boolean {
    return this.#started;
  }

  /** The type that a task had from the first; one in its place that is another is none of it. */
  isSame(taskId: string, type: string): boolean {
    const known = this.#kinds.get(taskId);
    if (known === undefined) this.#kinds.set(taskId, type);
    trim(this.#kinds, LIMIT);
    return known === undefined || known === type;
  }

  /** A call goes on, as a part of an item. */
  opens(callId: string, itemId: string): void {
    this.#open.set(callId, itemId);
    trim(this.#open, LIMIT);
  }

  ends(callId: string): void {
    this.#open.delete(callId);
  }

  /** The calls of an item that have not ended. */
  openOf(itemId: string): readonly string[] {
    return [...this.#open].filter(([, owner]) => owner === itemId).map(([callId]) => callId);
  }

  /** Whether a thought is heard of for the first time. */
  isNewThought(partId: string): boolean {
    if (this.#thoughts.has(partId)) return false;
    this.#thoughts.add(partId);
    trim(this.#thoughts, LIMIT);
    return true;
  }

  /** Something is asked; whether it was not before. */
  ask(approvalId: string): boolean {
    if (this.#asked.has(approvalId)) return false;
    this.#asked.add(approvalId);
    trim(this.#asked, LIMIT);
    return true;
  }

  /** The thread goes on in another request: what was asked is answered, or nobody waits for it any more. */
  release(): readonly ActivityEvent[] {
    return [...this.#asked].map((approvalId) => ({ type: 'approval.response', approvalId, decision: 'cancelled', assumed: true }));
  }

  hasAsked(approvalId: string): boolean {
    return this.#asked.has(approvalId);
  }

  /** How many parts of a message were streamed. */
  parts(messageId: string, index: number): number {
    const count = Math.max(this.#lengths.get(messageId) ?? 0, index + 1);
    this.#lengths.set(messageId, count);
    trim(this.#lengths, LIMIT);
    return count;
  }
}
