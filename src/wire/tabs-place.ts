import type { TabsMessage } from './tabs-message.js';

/** The part of a `BroadcastChannel` that is used. */
export interface TabsChannel {
  onmessage: ((event: MessageEvent) => void) | null;
  postMessage(message: TabsMessage): void;
  close(): void;
}

/** Where tabs of one origin meet. */
export interface TabsPlace {
  readonly locks: Pick<LockManager, 'request'>;
  /** May throw: where the origin is opaque. */
  readonly channel: (name: string) => TabsChannel;
}

/** The platform's own, where it has both. Web Locks are there on pages that were served securely only. */
export function tabsPlace(): TabsPlace | undefined {
  const { navigator, BroadcastChannel: Channel } = globalThis as Partial<typeof globalThis>;
  const locks = (navigator as Partial<Navigator> | undefined)?.locks;
  return locks && Channel ? { locks, channel: (name) => new Channel(name) } : undefined;
}
