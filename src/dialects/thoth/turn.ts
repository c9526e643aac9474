import type { ActivityEvent, ApprovalRequest, ApprovalResponse } from '../../activity/event.js';
import type { ApprovalOption } from '../../activity/state.js';
import { trim } from '../shared/bounded.js';
import { MessageText } from '../shared/message-text.js';
import { compact } from '../shared/values.js';

export type TurnState = 'idle' | 'running' | 'waiting' | 'failed';

/** Where a delta belongs. */
export interface Place {
  readonly messageId: string | undefined;
  readonly contentIndex: number;
}

export interface TurnMark {
  readonly state: TurnState | undefined;
  readonly gates: readonly ApprovalRequest[];
}

/** Gates whose options are remembered, for answers that name one. */
const GATE_LIMIT = 512;

/** What one session's stream has said so far: the state of the turn, its open parts, its gates. */
export class Turn {
  readonly #failure: string;
  #state: TurnState | undefined;
  #text = new MessageText();
  /** Thinking parts under way, by place. */
  readonly #thoughts = new Map<string, string>();
  #thoughtCount = 0;
  readonly #options = new Map<string, readonly ApprovalOption[]>();
  readonly #openGates = new Map<string, ApprovalRequest>();

  constructor(failure: string) {
    this.#failure = failure;
  }

  get state(): TurnState | undefined {
    return this.#state;
  }

  optionsOf(gate: string): readonly ApprovalOption[] | undefined {
    return this.#options.get(gate);
  }

  /** Where the turn stands, for `restore`. */
  get mark(): TurnMark {
    return { state: this.#state, gates: [...this.#openGates.values()] };
  }

  /** What began another turn, or went on with a waiting one, was the beginning of a replay: back to where it stood. */
  restore({ state, gates }: TurnMark): readonly ActivityEvent[] {
    this.#state = state;
    for (const gate of gates) this.#options.delete(gate.approvalId);
    const asked = gates.flatMap((gate) => this.ask(gate));
    return state === 'waiting' ? [...asked, ...this.move('waiting')] : asked;
  }

  /** Model activity. A part that was ended by text is another one when activity goes on in its place. */
  think({ messageId, contentIndex }: Place, text: string): readonly ActivityEvent[] {
    const place = `${messageId ?? ''}:${String(contentIndex)}`;
    const known = this.#thoughts.get(place);
    const partId = known ?? `${place}:${String((this.#thoughtCount += 1))}`;
    this.#thoughts.set(place, partId);
    const opening: readonly ActivityEvent[] = known === undefined ? [{ type: 'think.start', partId, kind: 'raw' }] : [];
    return [...opening, { type: 'think.delta', partId, kind: 'raw', mode: 'append', text }];
  }

  /** Final text, which ends what was thought before it. */
  say({ messageId, contentIndex }: Place, text: string): readonly ActivityEvent[] {
    this.#text.name(messageId);
    const group = messageId ?? '';
    return [...this.#endThoughts(), ...this.#text.append(`${group}:${String(contentIndex)}`, group, text, false)];
  }

  #endThoughts(): readonly ActivityEvent[] {
    const ended = [...this.#thoughts.values()].map((partId): ActivityEvent => ({ type: 'think.end', partId }));
    this.#thoughts.clear();
    return ended;
  }

  /** A gate puts the turn into `waiting`, whether or not a frame of its own says so. */
  ask(request: ApprovalRequest): readonly ActivityEvent[] {
    if (this.#isOver) return [];
    const { approvalId } = request;
    const answered = this.#options.has(approvalId) && !this.#openGates.has(approvalId);
    this.#options.set(approvalId, request.options ?? []);
    trim(this.#options, GATE_LIMIT);
    if (!answered) {
      this.#openGates.set(approvalId, request);
      this.#state = 'waiting';
    }
    return [request];
  }

  /** The answer puts it back to `running`. */
  answer(response: ApprovalResponse & { readonly approvalId: string }): readonly ActivityEvent[] {
    this.#openGates.delete(response.approvalId);
    if (this.#state === 'waiting' && this.#openGates.size === 0) this.#state = 'running';
    return [response];
  }

  /** A state of the turn, as the server says it. */
  move(next: TurnState): readonly ActivityEvent[] {
    const before = this.#state;
    const events = this.#step(before, next);
    // What has failed stays so until a turn begins; the end of the agent follows each failure.
    if (before !== 'failed' || next === 'running') this.#state = next;
    return events;
  }

  #step(before: TurnState | undefined, next: TurnState): readonly ActivityEvent[] {
    switch (next) {
      case 'running':
        return before === 'waiting' ? [...this.#closeGates(), { type: 'run.start' }] : before === 'running' ? [] : this.#begin();
      case 'waiting':
        return this.#isOver ? [] : [{ type: 'run.waiting', reason: this.#openGates.size > 0 ? 'approval' : 'input' }];
      case 'idle':
        return before === 'running' || before === 'waiting' ? this.#end({ type: 'run.settled', outcome: 'completed' }) : [];
      case 'failed':
        return before === 'failed' ? [] : this.#end({ type: 'run.failed', error: { code: 'turn-failed', message: this.#failure } });
    }
  }

  get #isOver(): boolean {
    return this.#state === 'failed';
  }

  #begin(): readonly ActivityEvent[] {
    this.#text = new MessageText();
    this.#thoughts.clear();
    this.#options.clear();
    return [{ type: 'run.start' }];
  }

  #end(ending: ActivityEvent): readonly ActivityEvent[] {
    this.#openGates.clear();
    return [...this.#endThoughts(), ending];
  }

  /** The turn goes on without a word on its gate: it was answered, or steered past. What was decided here counts. */
  #closeGates(): readonly ActivityEvent[] {
    const open = [...this.#openGates.keys()];
    this.#openGates.clear();
    // Asked again, such a gate is open again: it may have been a replay that said "running".
    for (const gate of open) this.#options.delete(gate);
    return open.map((approvalId) => ({ type: 'approval.response', approvalId, decision: 'cancelled', assumed: true }));
  }
}

/** The place that a delta names. */
export function placeOf(fields: { readonly messageId?: string | null | undefined; readonly contentIndex?: number | null | undefined }): Place {
  const { messageId, contentIndex } = compact(fields);
  return { messageId: messageId === null || messageId === '' ? undefined : messageId, contentIndex: contentIndex ?? 0 };
}
