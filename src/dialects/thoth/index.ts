import type { Dialect } from '../dialect.js';
import { answer } from './answer.js';
import { FAILURE, ThothDecoder, type ThothOptions } from './decode.js';
import { hydrateSession } from './hydrate.js';

export type { ThothOptions };
export { type OpenStream, StreamGeneration } from './generation.js';

/** The dialect with a host's own names, fields and words. */
export function createThothDialect(options: ThothOptions = {}): Dialect {
  return {
    name: 'thoth',
    oneShot: false,
    endsAt: 'terminal',
    createDecoder: (decoding) => new ThothDecoder(decoding, options),
    hydrate: (persisted, hydrating) => hydrateSession(persisted, options.failure ?? FAILURE, hydrating),
    answer,
  };
}

/** The event stream of a ThothII session. */
export const thothDialect: Dialect = createThothDialect();
