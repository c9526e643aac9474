/**
 * The seam between a wire protocol and the model. Adding a protocol is a folder beside this file that exports one
 * `Dialect`, plus one line in `loaders.ts`.
 */
import type { ActivityEvent } from '../activity/event.js';
import type { Approval, Decision } from '../activity/state.js';
import type { WireFrame } from '../wire/frame.js';

/** Something in the stream that was not used, or is not there. It never ends the stream; it is counted and told once per commit. */
export interface Diagnostic {
  /**
   * `malformed` (not JSON, or not of its event's shape), `unknown` (event type), `duplicate` (id or sequence seen
   * before), `ignored` (known, and not part of the interface). With the two of `Break` the frame itself is used.
   */
  readonly code: 'malformed' | 'unknown' | 'duplicate' | 'ignored' | Break;
  /** A sentence for a developer: which event, which field, what was expected. Never a value from a `cot.*` event. */
  readonly reason: string;
  /** The start of the frame, at most 200 characters. Absent where the content is private. */
  readonly sample?: string;
}

/**
 * Where a stream does not go on from what came before. `gap`: events are missing before this frame. `restart`: it is the
 * first of another numbering, or the server says that it cannot tell. Reported while the frame is decoded; the session
 * then loads the history again before it uses the frame's events, or tells that something may be missing.
 */
export type Break = 'gap' | 'restart';

/** What a decoder is given. All of it is injected, so that decoding is a function of frames and memory alone. */
export interface DecodeOptions {
  readonly report?: (diagnostic: Diagnostic) => void;
  /** Epoch ms, for a deadline that the server gives as a duration without a time. Default `Date.now`. */
  readonly now?: () => number;
}

/**
 * One stream's decoder: it may remember (ids seen, aliases, open parts), lives as long as the run, and survives
 * reconnects, which is what makes a replay harmless. It never throws.
 */
export interface Decoder {
  decode(frame: WireFrame): readonly ActivityEvent[];
  /** The body ended. Only for protocols that have no terminal event of their own. */
  end?(): readonly ActivityEvent[];
  /** A connection was opened, the first or another: what comes next may be any part of the stream. */
  opened?(): void;
  /** For protocols without ids and cursor: the decoder tells a replay by itself, also that of an end. */
  readonly tellsReplay?: boolean;
}

/** The person's decision as it goes to an endpoint. */
export interface DecisionRequest {
  readonly decision: Decision;
  readonly reason?: string;
  /** Present by key: the edited arguments. */
  readonly input?: unknown;
  /** The server's own option, where the request had `options`. */
  readonly optionId?: string;
  /**
   * Of the request that was shown (`digest.ts` in `session`), so that a server can tell whether it is the one that would
   * run. Absent where the page has no `crypto.subtle`, because it was not served securely.
   */
  readonly digest?: string;
}

/** One of several decisions that go together. */
export interface JointAnswer {
  readonly approval: Approval;
  readonly request: DecisionRequest;
}

/** An endpoint's answer to a decision that it did not take. */
export interface Refusal {
  /** HTTP status, 400 and above. */
  readonly status: number;
  /** Its JSON object, where there was one. */
  readonly body: Readonly<Record<string, unknown>> | undefined;
}

export interface HydrateOptions {
  /** A live stream will follow, so that a call in execution is `active`, not `interrupted`. */
  readonly live: boolean;
  readonly report?: (diagnostic: Diagnostic) => void;
  /** As in `DecodeOptions`. */
  readonly now?: () => number;
}

export interface Dialect {
  readonly name: string;
  /** The stream is the answer to a POST: opening it again would start a second turn. Never reconnected. */
  readonly oneShot: boolean;
  /** `terminal`: close at the terminal event. `body`: several runs may follow each other until the body ends. */
  readonly endsAt: 'terminal' | 'body';
  /** The SSE `event:` names of its frames, for transports that hear only what they ask for (`EventSource`). */
  readonly eventNames?: readonly string[];
  createDecoder(options?: DecodeOptions): Decoder;
  /** Persisted messages or calls → events that rebuild their cards. Never throws. */
  hydrate(persisted: unknown, options: HydrateOptions): readonly ActivityEvent[];
  /** The JSON body that tells the server what the person decided. */
  answer(approval: Approval, decision: DecisionRequest, runId: string | undefined): unknown;
  /**
   * Only for protocols that take the answers to all open questions at once: the JSON body for all of them, in the order
   * in which they were asked. With it a decision waits until no other approval is pending; then all are sent, once.
   */
  answerAll?(answers: readonly JointAnswer[], runId: string | undefined): unknown;
  /** Nothing in the stream confirms an answer: it counts as soon as it was handed over. */
  readonly unconfirmed?: boolean;
  /** What a refusal of an answer says of its approval, where 409 and 410 do not say it all. Nothing: as usual. */
  refused?(approvalId: string, refusal: Refusal): ActivityEvent | undefined;
  /**
   * Only for protocols whose approvals come by id alone: the event name under which the decoder takes what the host's
   * `loadApproval` gave for one.
   */
  readonly detailsEvent?: string;
  /** The server says that it dropped frames for this connection: the cursor from which it is to be opened again. */
  reopenAt?(frame: WireFrame): string | undefined;
}
