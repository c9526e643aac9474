import type { Dialect } from '../dialects/dialect.js';
import type { Clock } from '../wire/clock.js';
import { createFetchTransport } from '../wire/fetch-transport.js';
import type { Transport } from '../wire/transport.js';
import { DEFAULT_CREDENTIALS, DEFAULT_IDLE_TIMEOUT, type SessionConfig } from './config.js';
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
  readonly endsAt: 'terminal' | 'body';
  readonly eventNames: readonly string[] | undefined;
}

/** What a plan depends on besides the configuration. */
export interface PlanFacts {
  readonly dialect: Dialect;
  /** A replacement of the global fetch, whoever gave it. */
  readonly fetch: typeof globalThis.fetch | undefined;
  readonly clock: Clock;
}

/** A configuration with its defaults, and what its dialect says. */
export function planOf(config: SessionConfig, { dialect, fetch, clock }: PlanFacts): ConnectionPlan {
  const plan: ConnectionPlan = {
    url: config.src ?? '',
    method: config.method ?? 'GET',
    body: config.body,
    credentials: config.credentials ?? DEFAULT_CREDENTIALS,
    transport: config.transport ?? createFetchTransport({ fetch }),
    idleTimeout: config.idleTimeout ?? DEFAULT_IDLE_TIMEOUT,
    reopenable: !dialect.oneShot && config.reconnect !== 'off',
    endsAt: dialect.endsAt,
    eventNames: dialect.eventNames,
  };
  return config.share === 'origin' && isComparable(config, fetch) ? shareWithTabs(plan, dialect.name, clock) : plan;
}

/** Whether another tab can have the same: not what is an object of this page alone, nor headers, which say who asks. */
function isComparable({ transport, dialect, headers }: SessionConfig, fetch: typeof globalThis.fetch | undefined): boolean {
  if (transport !== undefined || fetch !== undefined || typeof dialect === 'object') return false;
  return typeof headers !== 'function' && Object.keys(headers ?? {}).length === 0;
}
