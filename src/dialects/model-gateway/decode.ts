import type { ActivityEvent } from '../../activity/event.js';
import type { WireFrame } from '../../wire/frame.js';
import { type FieldFault, readFields } from '../shared/fields.js';
import { namedFrame } from '../shared/named-frame.js';
import { RunBook } from '../shared/run-book.js';
import { SafeDecoder } from '../shared/safe-decoder.js';
import { compact, idOf, type JsonRecord } from '../shared/values.js';
import * as approvals from './approvals.js';
import * as calls from './calls.js';
import type { Handler } from './context.js';
import { GatewayRun } from './gateway-run.js';
import * as runs from './run.js';
import { OVERFLOW, overflowCursor } from './overflow.js';
import { frameSchema } from './schema.js';
import { Sequence } from './sequence.js';
import * as text from './text.js';

/** Every event that is shown. A Map, since the names come from a server. */
const handlers: ReadonlyMap<string, Handler> = new Map<string, Handler>([
  ['message.delta', text.messageDelta],
  ['reasoning.delta', text.reasoningDelta],
  ['reasoning.summary.delta', text.summaryDelta],
  ['model.response.completed', text.responseCompleted],
  ['assistant.message.completed', text.messageCompleted],

  ['run.queued', runs.begun],
  ['run.claimed', runs.begun],
  ['run.started', runs.begun],
  ['run.resumed', runs.begun],
  ['run.completed', runs.completed],
  ['run.failed', runs.failed],
  ['run.cancelled', runs.cancelled],
  ['context.working_state.updated', runs.workingState],

  ['tool.call.proposed', calls.proposed],
  ['tool.call.authorized', calls.authorized],
  ['tool.call.started', calls.started],
  ['tool.call.completed', calls.completed],
  ['tool.call.failed', calls.failed],
  ['tool.call.denied', calls.denied],
  ['tool.call.uncertain', calls.uncertain],

  ['approval.requested', approvals.requested],
  ['approval.resolved', approvals.resolved],
  ['approval.details', approvals.detailed],
  ['run.waiting_for_approval', approvals.waitingForApproval],
  ['run.waiting_for_user', approvals.waitingForUser],
]);

const IGNORED: ReadonlySet<string> = new Set(['usage.provisional', 'user.message.created']);

/** Pushed by a host at any time, so it has no place in the sequence. */
export const DETAILS = 'approval.details';

/** All names under which the server sends something. */
export const eventNames: readonly string[] = [...[...handlers.keys()].filter((name) => name !== DETAILS), ...IGNORED, OVERFLOW];

/** The runs of one session, one after the other. */
export class ModelGatewayDecoder extends SafeDecoder {
  readonly #runs = new RunBook(() => new GatewayRun());
  readonly #sequence = new Sequence();

  protected override read(wire: WireFrame): readonly ActivityEvent[] {
    const frame = namedFrame(wire, false);
    if ('problem' in frame) return this.drop('malformed', frame.problem, frame.quotable ? wire.data : undefined);
    const { type, body, quotable } = frame;
    if (type === OVERFLOW) {
      return overflowCursor(body) === undefined ? this.drop('malformed', `${OVERFLOW}: "last_sequence" must be a whole number`) : this.#overflow();
    }
    const handler = handlers.get(type);
    const repetition = type === DETAILS ? undefined : this.#sequence.repetition(wire.id);
    if (repetition !== undefined) return this.drop('duplicate', `${type}: ${repetition}`);
    if (IGNORED.has(type)) return this.drop('ignored', `${type}: not part of the interface`);
    if (handler === undefined) return this.drop('unknown', `${type}: not an event of this protocol`, quotable ? wire.data : undefined);
    return this.#apply(type, body, handler);
  }

  #apply(type: string, body: JsonRecord, handler: Handler): readonly ActivityEvent[] {
    const faults = new Set<string>();
    const fault: FieldFault = (reason) => void faults.add(reason);
    const fields = readFields(frameSchema, body, fault);
    // What a host loaded opens no run.
    const id = idOf(fields.run_id);
    const run = type === DETAILS ? this.#runs.find(id) : this.#runs.locate(id);
    if (run === undefined) return this.drop('duplicate', `${type}: its run is not the current one`);
    if (run.phase === 'over') return this.drop('duplicate', `${type}: its run is over`);
    const isFirst = run.phase === 'new';
    const late: FieldFault = (reason) => void this.drop('ignored', `${type}: ${reason}`);
    const handled = handler({ body, fields, run, fault, late });
    if (typeof handled === 'string') return this.drop('malformed', `${type}: ${handled}`);
    for (const reason of faults) this.drop('malformed', `${type}: ${reason}; the field was left out`);
    if (run.phase === 'new') run.phase = 'open';
    const opening: readonly ActivityEvent[] = isFirst && handled[0]?.type !== 'run.start' ? [{ type: 'run.start', ...compact({ runId: run.id }) }] : [];
    return [...opening, ...handled];
  }

  /** What was lost comes back as whole messages. */
  #overflow(): readonly ActivityEvent[] {
    const run = this.#runs.locate(undefined);
    return run === undefined ? [] : text.closeParts({ run });
  }
}
