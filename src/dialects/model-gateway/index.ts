import type { Dialect } from '../dialect.js';
import { answer, refused } from './answer.js';
import { DETAILS, eventNames, ModelGatewayDecoder } from './decode.js';
import { hydrate } from './hydrate.js';
import { reopenAt } from './overflow.js';

/** The event stream of a gateway run. Durable events come again from a cursor; deltas do not. */
export const modelGatewayDialect: Dialect = {
  name: 'model-gateway',
  oneShot: false,
  endsAt: 'terminal',
  eventNames,
  detailsEvent: DETAILS,
  createDecoder: (options) => new ModelGatewayDecoder(options),
  hydrate,
  answer,
  refused,
  reopenAt,
};
