import type { Dialect } from '../dialects/dialect.js';
import type { Clock } from '../wire/clock.js';
import { createFetchTransport } from '../wire/fetch-transport.js';
import type { Transport } from '../wire/transport.js';
import { AUTO_DIALECT, DEFAULT_CREDENTIALS, DEFAULT_IDLE_TIMEOUT, type SessionConfig } from './config.js';
import { shareWithTabs } from './tabs.js';

/** What one connection is to do; fixed from `start()` on, so that a change of configuration meets the next one only. */
export interface ConnectionPlan {
  readonly url: string;
  readonly method: string;
  readonly body: unknown;
  readonly credentials: RequestCredentials;
  readonly transport: Transport;
  readonly idleTimeout: number;
  readonly reopenable: boolean;
  readonly eventNames: readonly string[] | undefined;
}

/** What a plan depends on besides the configuration. */
export interface PlanFacts {
  /** As it is known now: with `auto` a stream tells it. */
  readonly dialect: () => Dialect | undefined;
  /** Around the transport of a stream whose dialect is not known. */
  readonly through: (transport: Transport) => Transport;
  /** A replacement of the global fetch, whoever gave it. */
  readonly fetch: typeof globalThis.fetch | undefined;
  readonly clock: Clock;
}

/** A configuration with its defaults, and what its dialect says. */
export function planOf(config: SessionConfig, { dialect, through, fetch, clock }: PlanFacts): ConnectionPlan {
  const known = dialect();
  const plan: ConnectionPlan = {
    url: config.src ?? '',
    method: config.method ?? 'GET',
    body: config.body,
    credentials: config.credentials ?? DEFAULT_CREDENTIALS,
    transport: through(config.transport ?? createFetchTransport({ fetch })),
    idleTimeout: config.idleTimeout ?? DEFAULT_IDLE_TIMEOUT,
    // A stream that nobody knows may be a one-shot turn.
    get reopenable() {
      return dialect()?.oneShot === false && config.reconnect !== 'off';
    },
    eventNames: known?.eventNames,
  };
  return config.share === 'origin' && known && isComparable(config, fetch) ? shareWithTabs(plan, known.name, clock) : plan;
}

/** Whether another tab can have the same: not what is an object of this page alone, nor headers, which say who asks. */
function isComparable({ transport, dialect, headers }: SessionConfig, fetch: typeof globalThis.fetch | undefined): boolean {
  if (transport !== undefined || fetch !== undefined || typeof dialect === 'object' || dialect === AUTO_DIALECT) return false;
  return typeof headers !== 'function' && Object.keys(headers ?? {}).length === 0;
}
