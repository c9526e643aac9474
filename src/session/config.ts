import type { Dialect } from '../dialects/dialect.js';
import type { Transport } from '../wire/transport.js';
import type { LoadApproval } from './approval-details.js';

// What an element needs of the layers below.
export type { Transport } from '../wire/transport.js';
export type { WireFrame } from '../wire/frame.js';
export type { LoadApproval } from './approval-details.js';

export type HeaderRecord = Readonly<Record<string, string>>;

/** Request headers, or a function that gives them; called afresh for each attempt and each request. */
export type HeadersInput = HeaderRecord | (() => HeaderRecord | undefined | Promise<HeaderRecord | undefined>);

/** What a session is about. All of it is optional: with nothing set, `push()` and `hydrate()` work. */
export interface SessionConfig {
  /** URL of the event stream. */
  readonly src?: string | undefined;
  /** A dialect by name, `auto`, or the object itself. Default `chainabit`. */
  readonly dialect?: string | Dialect | undefined;
  /** Default `GET`. */
  readonly method?: string | undefined;
  readonly headers?: HeadersInput | undefined;
  /** Body of the stream's request where its method has one. */
  readonly body?: unknown;
  /** Default `same-origin`, for the stream and all requests. */
  readonly credentials?: RequestCredentials | undefined;
  /** `off`: an interrupted stream is opened again by hand only. */
  readonly reconnect?: 'auto' | 'off' | undefined;
  /** `origin`: tabs of one origin share one connection (`tabs.ts`). `page` and `none` are for whoever makes sessions. */
  readonly share?: 'page' | 'origin' | 'none' | undefined;
  /** Milliseconds without a byte after which a connection counts as dead; default 45,000, 0 = never. */
  readonly idleTimeout?: number | undefined;
  /** URL of persisted messages, loaded before the stream is opened. */
  readonly historySrc?: string | undefined;
  /** URL template of the decision's POST. */
  readonly approvalUrl?: string | undefined;
  /** Gives what an approval is about, for a dialect whose approvals come by id alone. */
  readonly loadApproval?: LoadApproval | undefined;
  /** URL template of the stop request. */
  readonly stopUrl?: string | undefined;
  /** Replaces the fetch transport. */
  readonly transport?: Transport | undefined;
  /** Replaces the global `fetch` for the stream and all requests. */
  readonly fetch?: typeof globalThis.fetch | undefined;
}

export const DEFAULT_DIALECT = 'chainabit';
/** Whichever the stream turns out to be. */
export const AUTO_DIALECT = 'auto';
export const DEFAULT_CREDENTIALS: RequestCredentials = 'same-origin';
export const DEFAULT_IDLE_TIMEOUT = 45_000;

/** Whether two configurations are about different streams, so that cursor, decoder and history start anew. */
export function isOtherStream(a: SessionConfig, b: SessionConfig): boolean {
  return (
    a.src !== b.src ||
    a.historySrc !== b.historySrc ||
    a.transport !== b.transport ||
    (a.dialect ?? DEFAULT_DIALECT) !== (b.dialect ?? DEFAULT_DIALECT)
  );
}
