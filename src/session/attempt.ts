import type { Clock } from '../wire/clock.js';
import type { WireFrame } from '../wire/frame.js';
import { watchLiveness } from '../wire/liveness.js';
import type { AttemptOutcome } from '../wire/policy.js';
import { TransportError, type TransportSink } from '../wire/transport.js';
import { HeadersError, type HeaderSource } from './headers.js';
import type { ConnectionPlan } from './plan.js';

/** What an attempt tells while it lives. Nothing after it is over, whatever the transport does. */
export interface AttemptListener {
  readonly opened: (answer: { readonly headers?: Headers }) => void;
  readonly frames: (frames: readonly WireFrame[]) => void;
  readonly cursor: (id: string) => void;
  readonly retry: (milliseconds: number) => void;
  readonly lost: (error: TransportError) => void;
  /** Ahead of each of these, and for any byte. */
  readonly alive: () => void;
}

export interface AttemptOptions {
  readonly plan: ConnectionPlan;
  readonly clock: Clock;
  readonly headers: HeaderSource;
  readonly cursor: string | undefined;
  /** Ends the attempt; its result is then of no interest. */
  readonly signal: AbortSignal;
  /** Given the function that looks whether the connection is alive; `true` when it has just been found dead. */
  readonly watch: (check: () => boolean) => void;
  readonly on: AttemptListener;
}

export interface AttemptResult {
  readonly outcome: AttemptOutcome;
  readonly opened: boolean;
  /** Milliseconds from the opening to the end. */
  readonly lived: number;
  readonly error?: TransportError;
  /** What a host's own transport threw. */
  readonly cause?: unknown;
}

/** One attempt, watched for silence from its first moment on, so that a server which never answers is found as well. */
export async function attempt(options: AttemptOptions): Promise<AttemptResult> {
  const { plan, clock, on } = options;
  const controller = new AbortController();
  const { signal } = controller;
  let openedAt: number | undefined;
  const fate = { idle: false };
  const abort = (): void => {
    controller.abort();
  };
  if (options.signal.aborted) abort();
  options.signal.addEventListener('abort', abort, { once: true });
  const liveness = watchLiveness({
    clock,
    timeout: plan.idleTimeout,
    onIdle: () => {
      fate.idle = true;
      abort();
    },
  });
  // At once, so that no timer outlives a `close()`.
  signal.addEventListener('abort', liveness.stop, { once: true });
  if (signal.aborted) liveness.stop();
  options.watch(liveness.check);
  const opened: AttemptListener['opened'] = (answer) => {
    openedAt = clock.monotonic();
    on.opened(answer);
  };
  const alive = (): void => {
    liveness.alive();
    on.alive();
  };
  const sink = guard({ ...on, opened, alive }, signal);
  let end: Pick<AttemptResult, 'outcome' | 'error' | 'cause'>;
  try {
    // A host's transport or headers function may not care about the signal: do not wait for it.
    await Promise.race([perform(options, signal, sink), aborted(signal)]);
    end = { outcome: 'ended' };
  } catch (error) {
    end = fate.idle ? { outcome: 'idle' } : endOf(error);
  } finally {
    options.signal.removeEventListener('abort', abort);
    // Also after a failure: whatever the transport still does is of no interest.
    abort();
  }
  return { ...end, opened: openedAt !== undefined, lived: openedAt === undefined ? 0 : clock.monotonic() - openedAt };
}

/** The sink that a transport gets: every call is a sign of life, and none counts after the end. */
function guard(on: AttemptListener, signal: AbortSignal): TransportSink {
  const live =
    <A extends readonly unknown[]>(tell: (...values: A) => void) =>
    (...values: A): void => {
      if (signal.aborted) return;
      on.alive();
      tell(...values);
    };
  return {
    open: live(on.opened),
    frames: live(on.frames),
    alive: live(() => undefined),
    retry: live(on.retry),
    cursor: live(on.cursor),
    lost: live(on.lost),
  };
}

async function perform({ plan, headers, cursor }: AttemptOptions, signal: AbortSignal, sink: TransportSink): Promise<void> {
  const fresh = await headers.get();
  signal.throwIfAborted();
  await plan.transport(
    {
      url: plan.url,
      method: plan.method,
      headers: fresh,
      body: plan.body,
      credentials: plan.credentials,
      ...(cursor !== undefined && { lastEventId: cursor }),
      ...(plan.eventNames && { eventNames: plan.eventNames }),
      signal,
    },
    sink,
  );
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const fail = (): void => {
      reject(new DOMException('The attempt was given up', 'AbortError'));
    };
    if (signal.aborted) fail();
    else signal.addEventListener('abort', fail, { once: true });
  });
}

function endOf(error: unknown): Pick<AttemptResult, 'outcome' | 'error' | 'cause'> {
  if (error instanceof TransportError) return { outcome: error.code, error };
  if (error instanceof HeadersError) return { outcome: 'headers' };
  return { outcome: 'network', cause: error };
}
