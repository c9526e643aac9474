/**
 * The normalised state of one agent run: what every element renders and what `reduce` returns.
 *
 * All fields are readonly, all collections immutable. An entity that an event did not touch keeps its identity, and a
 * batch of events that changes nothing returns the very same state. Times are epoch milliseconds from server stamps.
 */

/** Where the connection stands. `closed` is an end on purpose, `failed` one that needs a person or a host. */
export type ConnectionStatus = 'idle' | 'connecting' | 'open' | 'reconnecting' | 'closed' | 'failed';

/** `waiting`: a pending approval, gate or client tool holds the run, whether or not the connection is open. */
export type RunStatus = 'idle' | 'running' | 'waiting' | 'failed' | 'settled';

export type RunOutcome = 'completed' | 'partial' | 'failed' | 'cancelled' | 'refused' | 'truncated';

export type ToolStatus =
  | 'pending'
  | 'active'
  | 'awaiting_approval'
  | 'completed'
  | 'degraded'
  | 'failed'
  | 'rejected'
  | 'expired'
  | 'skipped'
  | 'cancelled'
  | 'interrupted';

export type ApprovalStatus = 'pending' | 'sending' | 'accepted' | 'rejected' | 'expired' | 'cancelled';

export type Decision = 'approve' | 'reject';

/** An error in words a person can read; `code` is stable and machine-readable. */
export interface ActivityFault {
  readonly code: string;
  readonly message: string;
}

/** Why a run failed. Without a message the server gave none: words for that are the view's, in its language. */
export interface RunFault {
  readonly code: string;
  readonly message?: string;
}

export interface Connection {
  readonly status: ConnectionStatus;
  /** Connection attempts since the last healthy one; 0 while all is well. */
  readonly attempt: number;
  /** Epoch ms at which the next attempt starts, while `reconnecting`. */
  readonly retryAt?: number;
  /** While `reconnecting`: the browser says that there is no network, and the next attempt waits for it, or for `retry()`. */
  readonly offline?: boolean;
  /** The cursor that the next attempt would send as `Last-Event-ID`. */
  readonly lastEventId?: string;
  readonly error?: ActivityFault & { readonly retryable: boolean };
}

/** Why a run is `waiting`. */
export type WaitReason = 'approval' | 'input' | 'auth' | 'client-tool';

export interface Run {
  readonly id?: string;
  readonly status: RunStatus;
  readonly outcome?: RunOutcome;
  readonly error?: RunFault;
  /** Only while `waiting`. */
  readonly waitingFor?: WaitReason;
  /** The server's words for an end that was not a plain completion ("Stopped by you"). */
  readonly reason?: string;
  /** A stop was asked for and the server has not ended the run yet. */
  readonly stopping?: true;
  readonly startedAt?: number;
  readonly endedAt?: number;
}

export interface Thinking {
  /** Something is going on that deserves a line: the run is open. */
  readonly active: boolean;
  readonly kind: 'working' | 'reasoning' | 'heading';
  /** The newest summary heading, without markup, at most 80 characters. */
  readonly heading?: string;
  /** Reasoning text, only under `disclosure="surface"`. */
  readonly text?: string;
}

export interface Capability {
  readonly key: string;
  readonly label?: string;
  readonly detail?: string;
}

export interface PlanStep {
  readonly stepId: string;
  readonly label: string;
  readonly toolKey?: string;
  readonly callId?: string;
  readonly detail?: string;
  readonly input?: unknown;
}

/** One line of the timeline, in order of first sight. */
export interface TimelineRef {
  readonly kind: 'call' | 'approval' | 'status';
  readonly id: string;
}

/** The activity object that a server may send to have its card drawn from. The sets are open: unknown values pass. */
export interface Activity {
  readonly activityType?: string;
  readonly origin?: string;
  readonly label?: string;
  readonly detail?: string;
  readonly renderHint?: string;
  readonly status?: string;
  readonly subjectType?: string;
  readonly subjectId?: string;
}

export interface Progress {
  /** 0..1. Absent when the total is unknown. */
  readonly ratio?: number;
  readonly done?: number;
  readonly total?: number;
}

export interface ToolCall {
  readonly callId: string;
  readonly status: ToolStatus;
  readonly toolKey?: string;
  /** A title from the protocol, for a call without `activity.label`. */
  readonly title?: string;
  /** Present by key, not by truthiness: `0`, `false`, `""` and `null` are values. */
  readonly input?: unknown;
  /** Argument text that is still streaming; gone once `input` is there. */
  readonly inputText?: string;
  /** Present by key, not by truthiness. */
  readonly output?: unknown;
  readonly error?: { readonly code?: string; readonly message: string };
  /** What the call is doing now, or what the server said at its end. */
  readonly detail?: string;
  readonly progress?: Progress;
  readonly startedAt?: number;
  readonly endedAt?: number;
  readonly activity?: Activity;
  readonly approvalId?: string;
  /** 1 for the first attempt. A higher one is the only thing that reopens a finished call. */
  readonly attempt?: number;
  /** Who runs the tool. A `client` call without a result keeps the run waiting. */
  readonly executor?: 'server' | 'provider' | 'client';
  readonly parent?: string;
  /** `tool.degraded`: why, and what was done instead. */
  readonly reason?: string;
  readonly fallback?: string;
  /** The server's own word for the status where it has no equivalent here. */
  readonly rawStatus?: string;
  /** `interrupted` was only assumed on reload (executing, no live stream): a later live event may correct it. */
  readonly assumed?: boolean;
}

/** A button that the server asks for. Only the kinds named here are ever taken for a decision. */
export interface ApprovalOption {
  readonly id: string;
  readonly label?: string;
  /** `allow_once`, `allow_always`, `reject_once`, `reject_always`; anything else is shown but decides nothing. */
  readonly kind?: string;
  /**
   * It is answered in words, which go as the decision's `reason`. With a kind that approves nothing, or an unknown one,
   * it is a reply: sent as a `reject` with this option's id.
   */
  readonly takesText?: boolean;
}

/** A JSON schema, as far as it goes (`docs/dialects/chainabit.md` names the keywords that make a form). Untrusted. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** How the arguments may be changed before they are approved: as JSON (`true`), or in a form made from a schema. */
export type Editable = boolean | { readonly schema: JsonSchema };

/** What went with a decision that was made here. `input` is present by key. */
export interface DecisionDetails {
  readonly reason?: string;
  readonly input?: unknown;
  readonly optionId?: string;
}

/** What a request asks for. */
export type AskedFields = Pick<
  Approval,
  'callId' | 'toolKey' | 'input' | 'prompt' | 'reason' | 'risk' | 'expiresAt' | 'options' | 'editable' | 'activity' | 'echo'
>;

export interface Approval {
  readonly approvalId: string;
  readonly status: ApprovalStatus;
  readonly callId?: string;
  readonly toolKey?: string;
  /** Present by key, not by truthiness. What will run if the person approves. */
  readonly input?: unknown;
  /** The request named no arguments: `input` is that of its call. */
  readonly inputOfCall?: true;
  /** The agent's own sentence for what it asks. Never trusted as a label of a control. */
  readonly prompt?: string;
  /** Why it asks; after an answer, the reason given with the answer. */
  readonly reason?: string;
  /** Why it asked, once it is answered. */
  readonly requestReason?: string;
  /** The request was replaced by another one while it was pending: it must be read again. */
  readonly changed?: boolean;
  readonly decidedBy?: string;
  /** Epoch ms of the server's event that settled it. */
  readonly decidedAt?: number;
  readonly expiresAt?: number;
  readonly options?: readonly ApprovalOption[];
  readonly editable?: Editable;
  readonly risk?: string;
  readonly activity?: Activity;
  /** What the protocol wants back with the answer, untouched and unread. Never shown. */
  readonly echo?: Readonly<Record<string, unknown>>;
  /** What the person chose here; set from `sending` on, and dropped when a retryable error unlocks the card. */
  readonly decision?: Decision;
  /** What was said with it. It lives as long as `decision`. */
  readonly details?: DecisionDetails;
  /** The decision waits here for those on the other questions, which are sent together. */
  readonly collected?: boolean;
  /** The decision reached its endpoint or the host; the server's own event is still to come. */
  readonly handedOver?: boolean;
  /** Asked under the same id, for something else, while the decision was on its way: it takes over when that fails. */
  readonly newer?: AskedFields;
  /** The last attempt to hand the decision over failed and may be tried again. */
  readonly error?: ActivityFault;
  /** `local`: settled here by deadline or by a refusal, so that the server's own event may still correct it. */
  readonly settledBy?: 'server' | 'local';
  /** Somebody else answered first (409). */
  readonly answeredElsewhere?: boolean;
}

export interface Message {
  readonly id?: string;
  readonly text: string;
  readonly status: 'empty' | 'streaming' | 'completed' | 'partial';
}

/** A notice without a call: a warning, a progress line. */
export interface Note {
  readonly id: string;
  readonly level: 'info' | 'warning' | 'error';
  readonly text: string;
}

export interface ActivityState {
  readonly connection: Connection;
  readonly run: Run;
  readonly thinking: Thinking;
  readonly capability?: Capability;
  readonly plan: readonly PlanStep[];
  readonly order: readonly TimelineRef[];
  readonly calls: ReadonlyMap<string, ToolCall>;
  readonly approvals: ReadonlyMap<string, Approval>;
  /** The entities behind timeline references of kind `status`. */
  readonly notes: ReadonlyMap<string, Note>;
  readonly message: Message;
  /**
   * The run of each call and approval that is not of the run under way; absent before a second run. Where a later run uses
   * an id again, the earlier card has `<run>/<id>` for its own from then on.
   */
  readonly earlier?: ReadonlyMap<string, string>;
}

/** The state before anything happened. Frozen; one object, so that identity tells "nothing yet". */
export const emptyState: ActivityState = Object.freeze({
  connection: Object.freeze({ status: 'idle', attempt: 0 } as const),
  run: Object.freeze({ status: 'idle' } as const),
  thinking: Object.freeze({ active: false, kind: 'working' } as const),
  plan: Object.freeze([]),
  order: Object.freeze([]),
  calls: new Map<string, ToolCall>(),
  approvals: new Map<string, Approval>(),
  notes: new Map<string, Note>(),
  message: Object.freeze({ text: '', status: 'empty' } as const),
});
