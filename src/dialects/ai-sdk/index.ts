import type { Dialect } from '../dialect.js';
import { answer, answerAll } from './answer.js';
import { AiSdkDecoder } from './decode.js';
import { hydrate } from './hydrate.js';

/** The UI message stream of the AI SDK: the answer to a message, or to what the client decided. */
export const aiSdkDialect: Dialect = {
  name: 'ai-sdk',
  oneShot: true,
  endsAt: 'body',
  createDecoder: (options) => new AiSdkDecoder(options),
  hydrate,
  answer,
  answerAll,
};
