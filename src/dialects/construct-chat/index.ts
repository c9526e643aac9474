import type { Dialect } from '../dialect.js';
import { ConstructChatDecoder } from './decode.js';
import { hydrate } from './hydrate.js';
import { answer, refused } from './permission.js';

/** The chat loop of the Construct dashboard: the answer to one message. Opened again it would send the message again. */
export const constructChatDialect: Dialect = {
  name: 'construct-chat',
  oneShot: true,
  endsAt: 'terminal',
  createDecoder: (options) => new ConstructChatDecoder(options),
  unconfirmed: true,
  hydrate,
  answer,
  refused,
};
