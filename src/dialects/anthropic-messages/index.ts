import type { Dialect } from '../dialect.js';
import { answer } from './answer.js';
import { AnthropicMessagesDecoder } from './decode.js';
import { hydrate } from './hydrate.js';

/** The streaming Messages API of Anthropic: the answer to one request. */
export const anthropicMessagesDialect: Dialect = {
  name: 'anthropic-messages',
  oneShot: true,
  endsAt: 'body',
  createDecoder: (options) => new AnthropicMessagesDecoder(options),
  hydrate,
  answer,
};
