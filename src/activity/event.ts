/**
 * The normalised events: the only thing a dialect may emit and the only thing `reduce` understands.
 *
 * All ids are non-empty strings (an empty id counts as missing and never gets this far). `at` is the server's own time
 * in epoch milliseconds; where the server sent none there is none, so that a replay gives the same state.
 */
import type {
  Activity, ActivityFault,
  ApprovalOption, RunFault,
  Capability,
  Connection,
  Decision,
  DecisionDetails,
  Editable,
  Progress,
  RunOutcome,
  ToolStatus,
  WaitReason,
} from './state.js';

interface Stamped {
  readonly at?: number;
}

/** Opens a run. The same id again changes nothing, unless `reopen` says that an ended run goes on (a retry). */
export interface RunStart extends Stamped {
  readonly type: 'run.start';
  readonly runId?: string;
  readonly reopen?: boolean;
  /** The stream's very first: a run without an id that has ended by then was a reload's, and another one. */
  readonly first?: boolean;
}

/** The stream paused or ended, the turn did not. */
export interface RunWaiting extends Stamped {
  readonly type: 'run.waiting';
  readonly reason: WaitReason;
}

/**
 * The byte stream of a response ended well, which is not the end of a turn: with an approval or a client-executed call
 * still open the run waits, else it settles with `outcome`.
 */
export interface RunEnded extends Stamped {
  readonly type: 'run.ended';
  readonly outcome: RunOutcome;
}

/** Terminal: open calls become `interrupted`, open approvals `cancelled`. */
export interface RunFailed extends Stamped {
  readonly type: 'run.failed';
  readonly error: RunFault;
  /** Concluded here and not said by the server: a later event may correct what became of the calls. */
  readonly assumed?: boolean;
}

/** Terminal. Open calls become `interrupted`, or `cancelled` in a cancelled run. */
export interface RunSettled extends Stamped {
  readonly type: 'run.settled';
  readonly outcome: RunOutcome;
  readonly reason?: string;
}

/** The person asked the server to stop, or that request failed. Told by the session; the run's end clears it. */
export interface RunStopping {
  readonly type: 'run.stopping';
  readonly value: boolean;
}

export type ThinkingKind = 'summary' | 'raw' | 'hidden';

/**
 * What happens to reasoning text. `hidden`: nothing keeps or shows it. `surface`: it becomes `thinking.text`.
 * `telemetry_only`: it goes to `onReasoning` and nowhere else.
 */
export type Disclosure = 'hidden' | 'surface' | 'telemetry_only';

export interface ThinkStart extends Stamped {
  readonly type: 'think.start';
  readonly partId: string;
  readonly kind: ThinkingKind;
}

/** Thought text. It passes the capture gate (`capture.ts`) before the reducer and is never state by default. */
export interface ThinkDelta extends Stamped {
  readonly type: 'think.delta';
  readonly partId: string;
  readonly kind: ThinkingKind;
  readonly mode: 'append' | 'replace';
  readonly text: string;
  /** The run's own mode. It narrows what the host allows and never widens it; an unknown one is `hidden`. */
  readonly limit?: Disclosure;
  /** Set by the capture gate alone, under `disclosure="surface"`: the host asked to see this text. Always `append`. */
  readonly disclosed?: boolean;
}

/** Ends one part; without `partId` the whole model response, which also clears the heading. */
export interface ThinkEnd extends Stamped {
  readonly type: 'think.end';
  readonly partId?: string;
}

/** What the capture gate makes of summary text: a new heading, without markup. */
export interface ThinkHeading extends Stamped {
  readonly type: 'think.heading';
  readonly heading: string;
}

/** Opens or updates a card; may never come. */
export interface ToolStart extends Stamped {
  readonly type: 'tool.start';
  readonly callId: string;
  /** `pending` while its arguments still stream or it is only announced. Default `active`. */
  readonly status?: 'pending' | 'active';
  readonly toolKey?: string;
  readonly title?: string;
  readonly parent?: string;
  readonly executor?: 'server' | 'provider' | 'client';
  readonly attempt?: number;
  readonly activity?: Activity;
}

/** Arguments. `append` adds streaming text; `replace` sets the value (`text` is parsed once when `complete`). */
export interface ToolInput extends Stamped {
  readonly type: 'tool.input';
  readonly callId: string;
  readonly mode: 'append' | 'replace';
  readonly text?: string;
  readonly value?: unknown;
  readonly complete?: boolean;
}

export interface ToolProgress extends Stamped {
  readonly type: 'tool.progress';
  readonly callId: string;
  readonly toolKey?: string;
  readonly detail?: string;
  readonly progress?: Progress;
  readonly activity?: Activity;
  /** Replaces the output shown so far; the call goes on. */
  readonly partialOutput?: unknown;
}

/** How a call ended. `unknown`: the outcome is not known; shown as `interrupted` with `rawStatus`. */
export type ToolResult =
  | 'completed'
  | 'failed'
  | 'degraded'
  | 'rejected'
  | 'expired'
  | 'cancelled'
  | 'skipped'
  | 'interrupted'
  | 'unknown';

export interface ToolEnd extends Stamped {
  readonly type: 'tool.end';
  readonly callId: string;
  readonly result: ToolResult;
  /** The end before was only assumed by the dialect, and this one says otherwise. */
  readonly corrects?: boolean;
  readonly toolKey?: string;
  /** Present by key. */
  readonly output?: unknown;
  readonly error?: { readonly code?: string; readonly message: string };
  readonly detail?: string;
  readonly activity?: Activity;
  readonly reason?: string;
  readonly fallback?: string;
  readonly rawStatus?: string;
}

export interface ApprovalRequest extends Stamped {
  readonly type: 'approval.request';
  readonly approvalId: string;
  readonly callId?: string;
  readonly toolKey?: string;
  /** Present by key. */
  readonly input?: unknown;
  readonly prompt?: string;
  readonly reason?: string;
  readonly risk?: string;
  readonly expiresAt?: number;
  readonly options?: readonly ApprovalOption[];
  readonly editable?: Editable;
  readonly activity?: Activity;
  /** As in `Approval`. */
  readonly echo?: Readonly<Record<string, unknown>>;
}

/** The server's word on an approval. Found by `approvalId`, else by the open approval of `callId`. */
export interface ApprovalResponse extends Stamped {
  readonly type: 'approval.response';
  readonly approvalId?: string;
  readonly callId?: string;
  readonly decision: 'accepted' | 'rejected' | 'expired' | 'cancelled';
  /**
   * Concluded from what followed, and not said: what was decided here counts before `decision`, and a later word of the
   * server corrects it. Only for an approval that is open.
   */
  readonly assumed?: boolean;
  readonly by?: string;
  readonly reason?: string;
  readonly toolKey?: string;
  /** Present by key: the arguments as they were edited, which are the ones that run. */
  readonly input?: unknown;
  /** Present by key. */
  readonly output?: unknown;
  readonly activity?: Activity;
}

/**
 * What happened here to the person's decision, told by the session: `sending` (the synchronous lock), `handed_over`
 * (2xx, or the host took it), `failed` (retryable, unlocks), `elsewhere` (409), `expired` (410 or deadline). Where all
 * answers go together, `collected` while it waits for the others and `released` when it is sent with them.
 */
export interface ApprovalLocal {
  readonly type: 'approval.local';
  readonly approvalId: string;
  readonly phase: 'sending' | 'collected' | 'released' | 'handed_over' | 'failed' | 'elsewhere' | 'expired';
  readonly decision?: Decision;
  readonly details?: DecisionDetails;
  readonly reason?: string;
  readonly error?: ActivityFault;
}

export interface PlanStepAdded extends Stamped {
  readonly type: 'plan.step';
  readonly stepId: string;
  readonly label?: string;
  readonly toolKey?: string;
  readonly callId?: string;
  readonly detail?: string;
  readonly input?: unknown;
}

export interface CapabilityResolved extends Stamped {
  readonly type: 'capability';
  readonly capability: Capability;
}

/** Answer text. `append` adds to the part, `replace` sets the whole text. */
export interface MessageDelta extends Stamped {
  readonly type: 'message.delta';
  readonly messageId?: string;
  readonly mode: 'append' | 'replace';
  readonly text: string;
}

/** The message is whole. `text`, when present, replaces what was streamed. Not terminal by itself. */
export interface MessageDone extends Stamped {
  readonly type: 'message.done';
  readonly messageId?: string;
  readonly text?: string;
  readonly status: 'completed' | 'partial';
}

/** One persisted call, as a snapshot holds it. Merges: it never takes a card backwards. */
export interface CallSnapshot extends Stamped {
  readonly type: 'snapshot.call';
  readonly callId: string;
  /** The run it is known to belong to: the same id in another run is another call. */
  readonly runId?: string;
  readonly status: ToolStatus;
  readonly toolKey?: string;
  /** Present by key. */
  readonly input?: unknown;
  /** Present by key. */
  readonly output?: unknown;
  readonly error?: { readonly code?: string; readonly message: string };
  readonly detail?: string;
  readonly activity?: Activity;
  readonly startedAt?: number;
  readonly endedAt?: number;
  readonly reason?: string;
  readonly fallback?: string;
  readonly rawStatus?: string;
  /** The status was not said by the server but assumed; a later event may correct it. */
  readonly assumed?: boolean;
}

/** One persisted approval that is over. Unlike an answer it opens no run, and says what was asked as well. */
export interface ApprovalSnapshot extends Omit<ApprovalRequest, 'type'> {
  readonly type: 'snapshot.approval';
  /** As in `CallSnapshot`. */
  readonly runId?: string;
  readonly status: ApprovalResponse['decision'];
  readonly requestReason?: string;
  readonly decidedBy?: string;
  readonly decidedAt?: number;
}

/** Removes what a retry or replay will send again: unfinished calls and, for `message`, the streamed text. */
export interface Discard extends Stamped {
  readonly type: 'discard';
  readonly scope: 'step' | 'message' | 'run';
}

/** A notice without a call. The same id again replaces the text in place. */
export interface NoteAdded extends Stamped {
  readonly type: 'note';
  readonly id: string;
  readonly level: 'info' | 'warning' | 'error';
  readonly text: string;
}

/** The connection's own news, told by the session. Fields that are absent are cleared. */
export interface ConnectionChange {
  readonly type: 'connection';
  readonly connection: Connection;
}

export type ActivityEvent =
  | RunStart
  | RunWaiting
  | RunEnded
  | RunFailed
  | RunSettled
  | RunStopping
  | ThinkStart
  | ThinkDelta
  | ThinkEnd
  | ThinkHeading
  | ToolStart
  | ToolInput
  | ToolProgress
  | ToolEnd
  | ApprovalRequest
  | ApprovalResponse
  | ApprovalLocal
  | PlanStepAdded
  | CapabilityResolved
  | MessageDelta
  | MessageDone
  | CallSnapshot
  | ApprovalSnapshot
  | Discard
  | NoteAdded
  | ConnectionChange;

export type ActivityEventType = ActivityEvent['type'];
