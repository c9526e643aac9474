import type { Dialect } from '../dialect.js';
import { answer } from './answer.js';
import { OpenaiResponsesDecoder } from './decode.js';
import { hydrate } from './hydrate.js';

/** The streaming Responses API of OpenAI and of the servers that speak it. */
export const openaiResponsesDialect: Dialect = {
  name: 'openai-responses',
  oneShot: true,
  endsAt: 'body',
  createDecoder: (options) => new OpenaiResponsesDecoder(options),
  hydrate,
  answer,
};
