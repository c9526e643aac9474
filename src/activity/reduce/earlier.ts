/** Cards of earlier runs on the same stream: ids are unique within a run only, and none of these may be taken for its own. */
import type { ActivityEvent, ApprovalSnapshot, CallSnapshot } from '../event.js';
import type { Draft } from './draft.js';
import { patch } from './patch.js';

type Kind = 'call' | 'approval';

/** Stands for a run that had no id. Ids are never empty. */
const NAMELESS = '';

function key(kind: string, id: string): string {
  return `${kind} ${id}`;
}

/** The run that an entity is known to belong to; nothing for those of the run under way. */
function ownerOf({ now }: Draft, kind: Kind, id: string): string | undefined {
  const owner = now.earlier?.get(key(kind, id));
  return owner === now.run.id ? undefined : owner;
}

function own(draft: Draft, kind: Kind, id: string, runId: string): void {
  draft.set('earlier', new Map(draft.now.earlier).set(key(kind, id), runId));
}

/** Another run begins: what is there stays with the one before, without a change to any card. */
export function leaveBehind(draft: Draft): void {
  const earlier = new Map(draft.now.earlier);
  for (const { kind, id } of draft.order) if (!earlier.has(key(kind, id))) earlier.set(key(kind, id), draft.now.run.id ?? NAMELESS);
  if (earlier.size > 0) draft.set('earlier', earlier);
}

/** An event of the run under way names these ids: a card of an earlier run gives them up, and keeps its place. */
export function makeRoom(draft: Draft, event: ActivityEvent): void {
  if (draft.now.earlier === undefined) return;
  const { callId, approvalId, stepId } = event as { readonly callId?: string; readonly approvalId?: string; readonly stepId?: string };
  for (const id of [callId, approvalId, stepId]) if (id !== undefined) setAside(draft, id);
}

function setAside(draft: Draft, id: string): void {
  const call = draft.calls.get(id);
  if (call && ownerOf(draft, 'call', id) !== undefined) {
    const callId = move(draft, 'call', id);
    draft.renameCall(id, { ...call, callId });
    for (const approval of draft.approvals.values()) if (approval.callId === id) draft.setApproval(patch(approval, { callId }));
  }
  const approval = draft.approvals.get(id);
  if (approval && ownerOf(draft, 'approval', id) !== undefined) {
    const approvalId = move(draft, 'approval', id);
    draft.renameApproval(id, { ...approval, approvalId });
    const asked = approval.callId === undefined ? undefined : draft.calls.get(approval.callId);
    if (asked?.approvalId === id) draft.setCall(patch(asked, { approvalId }));
  }
}

/** Gives an earlier run's id up; returns the one in its place. */
function move(draft: Draft, kind: Kind, id: string): string {
  const owner = ownerOf(draft, kind, id) ?? NAMELESS;
  const taken = kind === 'call' ? draft.calls : draft.approvals;
  let moved = `${owner}/${id}`;
  while (taken.has(moved)) moved = `${owner}/${moved}`;
  const earlier = new Map(draft.now.earlier);
  earlier.delete(key(kind, id));
  draft.set('earlier', earlier.set(key(kind, moved), owner));
  return moved;
}

/** A persisted call or approval under the id that it has here: the history names its run, and may be read many times. */
export function placed<E extends CallSnapshot | ApprovalSnapshot>(draft: Draft, event: E): E {
  const { runId } = event;
  if (runId === undefined) return event;
  if (runId === draft.now.run.id) makeRoom(draft, event);
  const place = (kind: Kind, id: string): string => (runId === draft.now.run.id ? id : placeOf(draft, kind, id, runId));
  return {
    ...event,
    ...(event.callId !== undefined && { callId: place('call', event.callId) }),
    ...('approvalId' in event && { approvalId: place('approval', event.approvalId) }),
  };
}

function placeOf(draft: Draft, kind: Kind, id: string, runId: string): string {
  const moved = `${runId}/${id}`;
  if (ownerOf(draft, kind, moved) === runId) return moved;
  const known = kind === 'call' ? draft.calls.has(id) : draft.approvals.has(id);
  const owner = ownerOf(draft, kind, id);
  // Of a run without an id, or named later, it may be the very same.
  if (owner === runId || (known && owner === undefined && draft.now.run.id === undefined)) return id;
  if (known && owner !== undefined) setAside(draft, id);
  const place = known && owner === undefined ? moved : id;
  own(draft, kind, place, runId);
  return place;
}
