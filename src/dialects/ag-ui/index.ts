import type { Dialect } from '../dialect.js';
import { answer, answerAll } from './answer.js';
import { AgUiDecoder } from './decode.js';
import { hydrate } from './hydrate.js';

/** AG-UI, the protocol between agents and their users' pages: 1.0, and the forms before it that are still sent. */
export const agUiDialect: Dialect = {
  name: 'ag-ui',
  oneShot: true,
  endsAt: 'body',
  createDecoder: (options) => new AgUiDecoder(options),
  hydrate,
  answer,
  answerAll,
};
