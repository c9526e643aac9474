import type { Dialect } from '../dialect.js';
import { answer } from './answer.js';
import { A2aDecoder } from './decode.js';
import { hydrate } from './hydrate.js';

/** A2A, of 1.0 and 0.3: the answer to a message that was sent to an agent, or a subscription to its task. */
export const a2aDialect: Dialect = {
  name: 'a2a',
  oneShot: true,
  endsAt: 'body',
  unconfirmed: true,
  createDecoder: (options) => new A2aDecoder(options),
  hydrate,
  answer,
};
