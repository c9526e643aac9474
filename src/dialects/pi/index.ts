import type { Dialect } from '../dialect.js';
import { answer } from './answer.js';
import { PiDecoder } from './decode.js';
import { hydrate } from './hydrate.js';

/** The events of the Pi agent, of both generations, and of its proxy's stream. */
export const piDialect: Dialect = {
  name: 'pi',
  oneShot: true,
  endsAt: 'body',
  unconfirmed: true,
  createDecoder: (options) => new PiDecoder(options),
  hydrate,
  answer,
};
