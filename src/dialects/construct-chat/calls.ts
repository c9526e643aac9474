import type * as z from 'zod/mini';
import type { ActivityEvent, ApprovalRequest, ToolResult } from '../../activity/event.js';
import { isSame } from '../../activity/reduce/patch.js';
import type { ToolStatus } from '../../activity/state.js';
import { trim } from '../shared/bounded.js';
import { compact, idOf, textOf } from '../shared/values.js';
import type { callSchema } from './schema.js';

export type CallFields = z.output<typeof callSchema>;

/** Calls and requests of one turn that are remembered. */
const LIMIT = 4096;
/** Nodes of an input that are compared, to find the call that a request is about. */
const COMPARE_BUDGET = 100_000;

interface Call {
  readonly callId: string;
  title?: string;
  input?: unknown;
  open: boolean;
  /** The request that holds it. */
  requestId?: string;
}

interface Permission {
  readonly request: ApprovalRequest;
  readonly title: string | undefined;
  callId?: string;
}

/** The words for a call's end; anything else is progress. */
const RESULTS: ReadonlyMap<string, ToolResult> = new Map<string, ToolResult>([
  ['completed', 'completed'],
  ['failed', 'failed'],
]);

/** Words for a call that goes on, which say nothing that its card does not. */
const PLAIN: ReadonlySet<string | undefined> = new Set(['pending', 'in_progress', 'running', undefined]);

/** The status of a stored call; what was still going on then is not known to have ended. */
export function storedStatus(word: string | undefined): { readonly status: ToolStatus; readonly assumed?: true; readonly rawStatus?: string } {
  if (word === 'completed' || word === 'failed') return { status: word };
  return { status: 'interrupted', assumed: true, ...(PLAIN.has(word) ? {} : compact({ rawStatus: word })) };
}

/** The calls of a turn and the requests for permission, which name no call: they are matched by title and input. */
export class Calls {
  readonly #calls = new Map<string, Call>();
  readonly #permissions = new Map<string, Permission>();

  /** `tool_call`. */
  started(callId: string, fields: CallFields): readonly ActivityEvent[] {
    const call = this.#call(callId);
    const title = textOf(fields.title);
    Object.assign(call, compact({ title }), 'input' in fields ? { input: fields.input } : {});
    const input: ActivityEvent[] = 'input' in fields ? [{ type: 'tool.input', callId, mode: 'replace', value: fields.input, complete: true }] : [];
    return [{ type: 'tool.start', callId, ...compact({ title }) }, ...input, ...this.#bindWaiting(call)];
  }

  /** `tool_update`. A call that runs, or has run, was permitted; of one that failed nobody knows. */
  updated(callId: string, word: string | undefined): readonly ActivityEvent[] {
    const call = this.#call(callId);
    const result = RESULTS.get(word ?? '');
    const answered = word === 'failed' ? [] : this.#permitted(call);
    if (result === undefined) return [...answered, { type: 'tool.progress', callId, ...(PLAIN.has(word) ? {} : compact({ detail: word })) }];
    call.open = false;
    return [...answered, { type: 'tool.end', callId, result }];
  }

  /** `permission`. Nothing for a request that is known: its deadline counts from its first coming. */
  asked(request: ApprovalRequest, title: string | undefined): readonly ActivityEvent[] {
    if (this.#permissions.has(request.approvalId)) return [];
    const permission: Permission = { request, title };
    this.#permissions.set(request.approvalId, permission);
    trim(this.#permissions, LIMIT);
    const call = [...this.#calls.values()].findLast((one) => one.open && one.requestId === undefined && isAbout(permission, one));
    return [call === undefined ? request : bind(permission, call)];
  }

  #call(callId: string): Call {
    const known = this.#calls.get(callId);
    if (known !== undefined) return known;
    const call: Call = { callId, open: true };
    this.#calls.set(callId, call);
    trim(this.#calls, LIMIT);
    return call;
  }

  /** A request that came ahead of its call. */
  #bindWaiting(call: Call): readonly ActivityEvent[] {
    if (!call.open || call.requestId !== undefined) return [];
    const waiting = [...this.#permissions.values()].find((one) => one.callId === undefined && isAbout(one, call));
    return waiting === undefined ? [] : [bind(waiting, call)];
  }

  /** Nothing confirms an answer; what becomes of the call does. A decision that was made here counts first. */
  #permitted(call: Call): readonly ActivityEvent[] {
    const { requestId, callId } = call;
    if (requestId === undefined) return [];
    delete call.requestId;
    return [{ type: 'approval.response', approvalId: requestId, callId, decision: 'accepted', assumed: true }];
  }
}

function isAbout({ title, request }: Permission, call: Call): boolean {
  return title === call.title && isSame(request.input, call.input, COMPARE_BUDGET);
}

function bind(permission: Permission, call: Call): ApprovalRequest {
  permission.callId = call.callId;
  call.requestId = permission.request.approvalId;
  return { ...permission.request, callId: call.callId };
}

/** The id of a call, in a frame of its own. */
export function callIdOf({ id }: CallFields): string | undefined {
  return idOf(id);
}
