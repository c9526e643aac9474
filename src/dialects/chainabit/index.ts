import type { Dialect } from '../dialect.js';
import { answer } from './answer.js';
import { ChainabitDecoder, eventNames } from './decode.js';
import { hydrate } from './hydrate.js';

/** The default wire protocol. */
export const chainabitDialect: Dialect = {
  name: 'chainabit',
  oneShot: false,
  endsAt: 'terminal',
  eventNames,
  createDecoder: (options) => new ChainabitDecoder(options),
  hydrate,
  answer,
};
