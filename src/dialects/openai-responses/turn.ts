import type { ActivityEvent } from '../../activity/event.js';
import { compact } from '../shared/values.js';
import { MessageText } from '../shared/message-text.js';
import { type Entry, ResponseMemory } from './response-memory.js';

/** Responses kept: a turn of more than this many model calls would count a very old one as new. */
const RESPONSE_LIMIT = 512;

interface OpenApproval {
  readonly approvalId: string;
  readonly card: string;
  readonly response: ResponseMemory;
}

/**
 * One turn: the responses that follow each other in a stream, or in streams that are pushed one after the other. To the
 * model all of it is one run, under the id of the first response.
 */
export class Turn {
  readonly text = new MessageText();
  /** Calls that the client has to answer, by card. */
  readonly clientCalls = new Map<string, ResponseMemory>();
  /** Calls of the provider whose result is an item of its own, by card. */
  readonly awaitingOutput = new Map<string, Entry>();
  readonly #responses = new Map<string, ResponseMemory>();
  readonly #approvals = new Map<string, OpenApproval>();
  readonly #askedFor = new Set<string>();
  #current: ResponseMemory | undefined;
  #runId: string | undefined;
  #started = false;
  #count = 0;

  /**
   * The response that a frame belongs to: named by a lifecycle event, else the one that is open. `opens`: without an id, the
   * frame begins another one if the current one is over, and is not just coming a second time.
   */
  locate(id: string | undefined, opens: boolean): ResponseMemory {
    const known = id === undefined ? undefined : this.#responses.get(id);
    if (known !== undefined) {
      if (known.finished) known.revisited = true;
      return (this.#current = known);
    }
    const current = this.#current;
    const goesOn = current !== undefined && (id === undefined ? staysWith(current, opens) : takesName(current, opens));
    return goesOn ? this.#adopt(current, id) : this.#open(id);
  }

  #adopt(response: ResponseMemory, id: string | undefined): ResponseMemory {
    if (id !== undefined) {
      response.id = id;
      this.#responses.set(id, response);
    }
    return response;
  }

  #open(id: string | undefined): ResponseMemory {
    this.#count += 1;
    const response = new ResponseMemory(id ?? `response-${String(this.#count)}`, id);
    if (id !== undefined) this.#responses.set(id, response);
    const oldest = this.#responses.keys().next();
    if (this.#responses.size > RESPONSE_LIMIT && oldest.done !== true) this.#responses.delete(oldest.value);
    return (this.#current = response);
  }

  /** Opens the run for a response, once each. A later response is the same run, gone on. */
  announce(response: ResponseMemory, at: number | undefined): readonly ActivityEvent[] {
    if (response.announced) return [];
    response.announced = true;
    const reopen = this.#started;
    this.#started = true;
    this.#runId ??= response.id;
    const start: ActivityEvent = {
      type: 'run.start',
      ...compact({ runId: this.#runId, reopen: reopen ? true : undefined, at }),
    };
    return [start, ...this.#answeredElsewhere(response)];
  }

  /** A run id that became known after the run was opened without one. */
  nameRun(response: ResponseMemory): readonly ActivityEvent[] {
    if (this.#runId !== undefined || response.id === undefined || !response.announced) return [];
    this.#runId = response.id;
    return [{ type: 'run.start', runId: response.id }];
  }

  /** A new response means that the client has answered the calls of the ones before, on another way than this stream. */
  #answeredElsewhere(response: ResponseMemory): readonly ActivityEvent[] {
    const events: ActivityEvent[] = [];
    for (const [callId, owner] of this.clientCalls) {
      if (owner === response) continue;
      this.clientCalls.delete(callId);
      events.push({ type: 'tool.end', callId, result: 'unknown', rawStatus: 'result_not_in_stream' });
    }
    return events;
  }

  /** Whether an approval is asked for the first time; its item comes as added and as done. */
  ask(approvalId: string, card: string, response: ResponseMemory): boolean {
    if (this.#askedFor.has(approvalId)) return false;
    this.#askedFor.add(approvalId);
    this.#approvals.set(approvalId, { approvalId, card, response });
    return true;
  }

  /** The approval is answered. True the first time. */
  answered(approvalId: string): boolean {
    this.#approvals.delete(approvalId);
    const key = `answered ${approvalId}`;
    const first = !this.#askedFor.has(key);
    this.#askedFor.add(key);
    return first;
  }

  /**
   * Approvals of earlier responses that this one, now complete, did not carry out: a denied call leaves no item behind, so
   * its absence is the only word there is.
   */
  takeDenied(response: ResponseMemory): readonly OpenApproval[] {
    const denied = [...this.#approvals.values()].filter((approval) => approval.response !== response);
    for (const { approvalId } of denied) this.#approvals.delete(approvalId);
    return denied;
  }

  /** Something of this turn still waits for a person or for the client. */
  get isOpen(): boolean {
    return this.clientCalls.size > 0 || this.#approvals.size > 0;
  }
}

/** A frame without a response id belongs to the current response, unless that is over and the frame begins another. */
function staysWith({ finished, revisited }: ResponseMemory, opens: boolean): boolean {
  return !opens || !finished || revisited;
}

/** A response without an id takes the first that comes; `response.failed` after an `error` is the same failure. */
function takesName({ id, finished, failed }: ResponseMemory, opens: boolean): boolean {
  return id === undefined && (!finished || (failed && !opens));
}
