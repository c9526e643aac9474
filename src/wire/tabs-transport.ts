import type { Clock } from './clock.js';
import { Tab, type TabMemory } from './tab.js';
import { TabsLog } from './tabs-log.js';
import type { TabsFault } from './tabs-message.js';
import type { TabsChannel, TabsPlace } from './tabs-place.js';
import type { Transport, TransportError } from './transport.js';

export { tabsPlace } from './tabs-place.js';

export interface TabsOptions {
  /** The same in each tab that may share, and only there. It names the lock and the channel. */
  readonly key: string;
  /** The connection of whoever leads. */
  readonly transport: Transport;
  readonly clock: Clock;
  /** Milliseconds after which a leader that does not answer is given up, where that is less than `PATIENCE` says. */
  readonly patience: number;
  /** Builds the error of a fault that another tab had. Given, since this file may be loaded on its own. */
  readonly errorOf: (fault: TabsFault) => TransportError;
  /** `undefined`: the platform has none. */
  readonly place: TabsPlace | undefined;
}

/**
 * One connection for the tabs of an origin. Who has the lock leads: it has the connection and passes on what that brings;
 * the others follow, with the same calls of their sinks. When a leader leaves or its tab dies, the lock goes to the next
 * one, which goes on from its own cursor. Whoever cannot follow (the leader does not answer, was silent, or no longer
 * knows what came after the cursor) has a connection of its own, and so has everyone where the platform has no locks or channels.
 *
 * Headers are never passed on, but for the server's time.
 */
export function createTabsTransport(options: TabsOptions): Transport {
  const memory: TabMemory = { log: new TabsLog() };
  return (request, sink) => {
    const channel = openChannel(options);
    if (!channel || !options.place) return options.transport(request, sink);
    return new Tab({ ...options, channel, locks: options.place.locks, memory, request, sink }).ended;
  };
}

function openChannel({ place, key }: TabsOptions): TabsChannel | undefined {
  try {
    return place?.channel(key);
  } catch {
    return undefined;
  }
}
