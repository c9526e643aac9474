import type { Dialect } from '../dialect.js';
import { answer } from './answer.js';
import { ChatkitDecoder } from './decode.js';
import { hydrate } from './hydrate.js';

/** A ChatKit server: the answer to one request of a thread, whose end is the end of the body. */
export const chatkitDialect: Dialect = {
  name: 'chatkit',
  oneShot: true,
  endsAt: 'body',
  unconfirmed: true,
  createDecoder: (options) => new ChatkitDecoder(options),
  hydrate,
  answer,
};
