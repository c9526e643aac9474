import type { Approval } from '../../activity/state.js';
import type { DecisionRequest, Dialect } from '../dialect.js';
import { compact } from '../shared/values.js';
import { ConstructDecoder } from './decode.js';
import { hydrate } from './hydrate.js';

/** The run stream asks nothing; the body is that of the approval queue, for approvals that a host brings itself. */
function answer({ approvalId }: Approval, { decision, reason }: DecisionRequest): unknown {
  return { action: decision, id: approvalId, ...compact({ note: reason }) };
}

/** The run stream of the Construct daemon. It can be opened again at any time: a snapshot covers what was missed. */
export const constructDialect: Dialect = {
  name: 'construct',
  oneShot: false,
  endsAt: 'terminal',
  createDecoder: (options) => new ConstructDecoder(options),
  hydrate,
  answer,
};
