import type { WireFrame } from './frame.js';

/** What a transport needs to open one connection. */
export interface TransportRequest {
  readonly url: string;
  readonly method: string;
  /** Fresh for each attempt. Never put into a URL. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly credentials: RequestCredentials;
  /** The cursor of the last whole event; absent on a first attempt. */
  readonly lastEventId?: string;
  /** The SSE `event:` names of the dialect's frames, where it tells them. */
  readonly eventNames?: readonly string[];
  /** Aborted by `close()`, by a new connection and when the element leaves the page. */
  readonly signal: AbortSignal;
}

/** What a transport tells while its connection lives. No call after its promise has settled. */
export interface TransportSink {
  /** The server accepted the stream. `headers` is absent where the transport has none. */
  open(info: { readonly headers?: Headers }): void;
  /** Whole messages, in order; one call per chunk of bytes, so that they can be reduced as one batch. */
  frames(frames: readonly WireFrame[]): void;
  /** Any byte arrived, comments included: the connection is alive. */
  alive(): void;
  /** The server's `retry:` in milliseconds. */
  retry(milliseconds: number): void;
  /** The resume cursor moved without a frame (a block with an `id:` alone). Frames bring their own ids. */
  cursor(id: string): void;
  /** Something of the stream was lost and the stream goes on (`event-too-large`). */
  lost(error: TransportError): void;
}

/**
 * A source of frames. It resolves when the stream ended by itself, and rejects with a `TransportError` when it could not
 * be opened or broke. Hosts bring their own through the `transport` property.
 */
export type Transport = (request: TransportRequest, sink: TransportSink) => Promise<void>;

export type TransportErrorCode =
  | 'address'
  | 'network'
  | 'http'
  | 'auth'
  | 'no-stream'
  | 'content-type'
  | 'event-too-large'
  | 'idle'
  | 'snapshot'
  /** Told by the session: nothing knows the stream's format, or the file that does could not be loaded. */
  | 'unrecognised'
  | 'unloaded';

/** Why a connection could not be opened or broke. `code` is stable; `message` is for people. */
export class TransportError extends Error {
  override readonly name = 'TransportError';
  readonly code: TransportErrorCode;
  /** HTTP status, where there was an answer. */
  readonly status?: number;
  /** Milliseconds the server asked to wait (`Retry-After`). */
  readonly retryAfter?: number;
  /** The answer itself where it was JSON instead of a stream (`code: 'snapshot'`): persisted history. */
  readonly snapshot?: unknown;

  constructor(
    code: TransportErrorCode,
    message: string,
    details: { status?: number; retryAfter?: number; snapshot?: unknown; cause?: unknown } = {},
  ) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.code = code;
    if (details.status !== undefined) this.status = details.status;
    if (details.retryAfter !== undefined) this.retryAfter = details.retryAfter;
    if ('snapshot' in details) this.snapshot = details.snapshot;
  }
}
