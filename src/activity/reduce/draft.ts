import type { ActivityEvent } from '../event.js';
import type { ActivityState, Approval, Note, TimelineRef, ToolCall } from '../state.js';
import { isOpenApproval } from '../transitions.js';
import { inStep } from './asked.js';
import { sameOr } from './patch.js';

/** Told of an event that changed nothing because it came too late or for nothing. It cannot influence the state. */
export type Report = (event: ActivityEvent, reason: string) => void;

type Scalar = Exclude<keyof ActivityState, 'calls' | 'approvals' | 'notes' | 'order'>;

/**
 * A state in the making, for one batch of events. A collection is copied at its first write in the batch and not again,
 * so that a batch of n events costs one copy, not n.
 */
export class Draft {
  readonly #base: ActivityState;
  readonly #report: Report | undefined;
  #state: ActivityState;
  #calls: Map<string, ToolCall> | undefined;
  #approvals: Map<string, Approval> | undefined;
  #notes: Map<string, Note> | undefined;
  #order: TimelineRef[] | undefined;

  constructor(base: ActivityState, report?: Report) {
    this.#base = base;
    this.#state = base;
    this.#report = report;
  }

  /** Everything but the collections, as of now. */
  get now(): Pick<ActivityState, Scalar> {
    return this.#state;
  }

  get calls(): ReadonlyMap<string, ToolCall> {
    return this.#calls ?? this.#base.calls;
  }

  get approvals(): ReadonlyMap<string, Approval> {
    return this.#approvals ?? this.#base.approvals;
  }

  get notes(): ReadonlyMap<string, Note> {
    return this.#notes ?? this.#base.notes;
  }

  get order(): readonly TimelineRef[] {
    return this.#order ?? this.#base.order;
  }

  /** Replaces one field. `undefined` removes it; the same value changes nothing. */
  set<K extends Scalar>(key: K, value: ActivityState[K] | undefined): void {
    if (this.#state[key] === value) return;
    const next: Record<string, unknown> = { ...this.#state };
    if (value === undefined) Reflect.deleteProperty(next, key);
    else next[key] = value;
    this.#state = next as unknown as ActivityState;
  }

  /** Adds or replaces a call; the first sight of it takes its place in the timeline. */
  setCall(said: ToolCall): void {
    const known = this.calls.get(said.callId);
    if (known === said) return;
    const pair = said.approvalId === undefined ? undefined : inStep(said, this.approvals.get(said.approvalId));
    if (pair) this.setApproval(pair.approval);
    const call = pair === undefined ? said : known === undefined ? pair.call : sameOr(known, pair.call);
    if (known === call) return;
    this.#calls ??= new Map(this.#base.calls);
    this.#calls.set(call.callId, call);
    if (known === undefined) this.#append({ kind: 'call', id: call.callId });
  }

  setApproval(approval: Approval): void {
    const known = this.approvals.get(approval.approvalId);
    if (known === approval) return;
    this.#approvals ??= new Map(this.#base.approvals);
    this.#approvals.set(approval.approvalId, approval);
    if (known === undefined) this.#append({ kind: 'approval', id: approval.approvalId });
  }

  setNote(note: Note): void {
    const known = this.notes.get(note.id);
    if (known === note) return;
    this.#notes ??= new Map(this.#base.notes);
    this.#notes.set(note.id, note);
    if (known === undefined) this.#append({ kind: 'status', id: note.id });
  }

  /** The same call under another id, in its place. */
  renameCall(from: string, call: ToolCall): void {
    this.#calls ??= new Map(this.#base.calls);
    this.#calls.delete(from);
    this.#calls.set(call.callId, call);
    this.#order = this.order.map((ref) => (ref.kind === 'call' && ref.id === from ? { kind: 'call', id: call.callId } : ref));
  }

  renameApproval(from: string, approval: Approval): void {
    this.#approvals ??= new Map(this.#base.approvals);
    this.#approvals.delete(from);
    this.#approvals.set(approval.approvalId, approval);
    this.#order = this.order.map((ref) => (ref.kind === 'approval' && ref.id === from ? { kind: 'approval', id: approval.approvalId } : ref));
  }

  removeCall(callId: string): void {
    if (!this.calls.has(callId)) return;
    this.#calls ??= new Map(this.#base.calls);
    this.#calls.delete(callId);
    this.#order = this.order.filter((ref) => ref.kind !== 'call' || ref.id !== callId);
  }

  removeApproval(approvalId: string): void {
    if (!this.approvals.has(approvalId)) return;
    this.#approvals ??= new Map(this.#base.approvals);
    this.#approvals.delete(approvalId);
    this.#order = this.order.filter((ref) => ref.kind !== 'approval' || ref.id !== approvalId);
  }

  /** An approval still holds the run. */
  get hasOpenApproval(): boolean {
    for (const approval of this.approvals.values()) if (isOpenApproval(approval.status)) return true;
    return false;
  }

  drop(event: ActivityEvent, reason: string): void {
    this.#report?.(event, reason);
  }

  /** The new state, or the very state it began with when nothing changed. */
  finish(): ActivityState {
    const changed = {
      ...(this.#calls && { calls: this.#calls }),
      ...(this.#approvals && { approvals: this.#approvals }),
      ...(this.#notes && { notes: this.#notes }),
      ...(this.#order && { order: this.#order }),
    };
    return Object.keys(changed).length === 0 ? this.#state : { ...this.#state, ...changed };
  }

  #append(ref: TimelineRef): void {
    this.#order ??= [...this.#base.order];
    this.#order.push(ref);
  }
}
