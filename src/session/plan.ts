import type { Dialect } from '../dialects/dialect.js';
import { createFetchTransport } from '../wire/fetch-transport.js';
import type { Transport } from '../wire/transport.js';
import { DEFAULT_CREDENTIALS, DEFAULT_IDLE_TIMEOUT, type SessionConfig } from './config.js';

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
}

/** A configuration with its defaults, and what its dialect says. */
export function planOf(config: SessionConfig, dialect: Dialect, fetch: typeof globalThis.fetch | undefined): ConnectionPlan {
  return {
    url: config.src ?? '',
    method: config.method ?? 'GET',
    body: config.body,
    credentials: config.credentials ?? DEFAULT_CREDENTIALS,
    transport: config.transport ?? createFetchTransport({ fetch }),
    idleTimeout: config.idleTimeout ?? DEFAULT_IDLE_TIMEOUT,
    reopenable: !dialect.oneShot && config.reconnect !== 'off',
    endsAt: dialect.endsAt,
  };
}
