import type { Clock } from '../wire/clock.js';
import { type Transport, TransportError } from '../wire/transport.js';

/** Raised when tabs of two versions could not understand each other. */
const PROTOCOL = 'chainabit-activity tabs/1';

/** The part of a plan that decides about sharing. */
export interface Shareable {
  readonly url: string;
  readonly method: string;
  readonly credentials: RequestCredentials;
  readonly transport: Transport;
  readonly idleTimeout: number;
  readonly reopenable: boolean;
}

/**
 * A plan whose connection is shared with other tabs of the origin, where all that decides about the stream can be compared
 * with theirs; otherwise the plan as it is. The file for it is loaded on use; without it the connection is the tab's own.
 */
export function shareWithTabs<P extends Shareable>(plan: P, dialect: string, clock: Clock): P {
  const key = tabsKey(plan, dialect);
  if (key === undefined) return plan;
  let shared: Promise<Transport> | undefined;
  const load = async (): Promise<Transport> => {
    try {
      const { createTabsTransport, tabsPlace } = await import('../wire/tabs-transport.js');
      return createTabsTransport({
        key,
        transport: plan.transport,
        clock,
        // Before the attempt itself counts as dead, which would begin with the same leader again.
        patience: plan.idleTimeout > 0 ? plan.idleTimeout / 2 : Infinity,
        errorOf: ({ code, message, ...details }) => new TransportError(code, message, details),
        place: tabsPlace(),
      });
    } catch {
      // Tried again with the next attempt.
      shared = undefined;
      return plan.transport;
    }
  };
  const transport: Transport = async (request, sink) => {
    shared ??= load();
    const open = await shared;
    request.signal.throwIfAborted();
    await open(request, sink);
  };
  return { ...plan, transport };
}

/**
 * What must be the same for two tabs to share. `undefined` for a request that is no GET, or that is not opened again by
 * itself: such a stream is one tab's own turn.
 */
export function tabsKey({ url, method, credentials, idleTimeout, reopenable }: Shareable, dialect: string): string | undefined {
  const address = addressOf(url);
  if (!reopenable || method.toUpperCase() !== 'GET' || address === undefined) return undefined;
  return `${PROTOCOL} ${JSON.stringify([address, credentials, dialect, idleTimeout])}`;
}

/** The whole address as it is requested. None with a user or a password in it, which fetch refuses anyway. */
function addressOf(src: string): string | undefined {
  try {
    const url = new URL(src, (globalThis.document as Document | undefined)?.baseURI);
    url.hash = '';
    return url.username === '' && url.password === '' ? url.href : undefined;
  } catch {
    return undefined;
  }
}
