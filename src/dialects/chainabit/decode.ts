import type { ActivityEvent } from '../../activity/event.js';
import type { WireFrame } from '../../wire/frame.js';
import { readData } from '../shared/frame-data.js';
import { SafeDecoder } from '../shared/safe-decoder.js';
import { compact, idOf, isRecord } from '../shared/values.js';
import { approvalRequired, approvalResponse, approvalTimeout } from './approval.js';
import { type Handler, stamp } from './context.js';
import { type Envelope, eventName, namesOf, readEnvelope } from './envelope.js';
import { Memory } from './memory.js';
import { linkedStep, planStepAdded } from './plan.js';
import * as run from './run.js';
import * as tool from './tool.js';

/** Every event of the protocol. A Map, since the names come from a server. */
const handlers: ReadonlyMap<string, Handler> = new Map<string, Handler>([
  ['capability.resolved', run.capabilityResolved],
  ['plan.step_added', planStepAdded],
  ['tool.started', tool.started],
  ['tool.progress', tool.progressed],
  ['tool.approval_required', approvalRequired],
  ['tool.approval_response', approvalResponse],
  ['tool.approval_timeout', approvalTimeout],
  ['tool.completed', tool.completed],
  ['tool.failed', tool.failed],
  ['tool.degraded', tool.degraded],
  ['message.delta', run.messageDelta],
  ['message.completed', run.messageCompleted],
  ['message.partially_completed', run.messagePartial],
  ['run.failed', run.runFailed],
  ['run.error', run.runError],
  ['run.settlement.completed', run.settled],
]);

/** Private diagnostics of the server: never decoded, never quoted. In any case, since that errs on the private side. */
const PRIVATE_EVENT = /^\s*cot\b/i;

/** The end mark of other systems, which proxies add. */
const END_MARK = '[DONE]';

/** One Chainabit stream. Bounded memory; survives reconnects; never throws. */
export class ChainabitDecoder extends SafeDecoder {
  readonly #memory = new Memory();

  protected override read(frame: WireFrame): readonly ActivityEvent[] {
    if (PRIVATE_EVENT.test(frame.event ?? '')) return this.#ignorePrivate();
    const data = readData(frame.data);
    if (!data.ok) return this.#unreadable(frame, data.why);
    const event = eventName(frame.event, data.value);
    if (namesOf(data.value).some((name) => PRIVATE_EVENT.test(name))) return this.#ignorePrivate();
    if (event === undefined) return this.drop('malformed', 'the frame has no event name', frame.data);
    const handler = handlers.get(event);
    if (handler === undefined) return this.drop('unknown', `${event}: not an event of this protocol`, frame.data);
    if (!isRecord(data.value)) return this.drop('malformed', `${event}: the data must be an object`, frame.data);
    const faults: string[] = [];
    const envelope = readEnvelope(event, data.value, (reason) => faults.push(reason));
    return this.#apply(frame, envelope, handler, faults);
  }

  #apply(frame: WireFrame, envelope: Envelope, handler: Handler, faults: string[]): readonly ActivityEvent[] {
    const memory = this.#memory;
    const { event } = envelope;
    const id = idOf(frame.id);
    const repetition = memory.repetition(envelope, id);
    if (repetition !== undefined) return this.drop('duplicate', `${event}: ${repetition}`);
    if (memory.isPast(envelope)) return this.drop('ignored', `${event}: its run is over, another one has followed`);
    memory.enter(envelope);
    const now = this.options.now ?? Date.now;
    const handled = handler({ envelope, memory, now, fault: (reason) => faults.push(reason) });
    // A frame of no use stays unknown: the next try of a server that sends it again, whole, shall count.
    if (typeof handled === 'string') return this.drop('malformed', `${event}: ${handled}`, frame.data);
    for (const reason of new Set(faults)) this.drop('malformed', `${event}: ${reason}; the field was left out`);
    memory.keep(envelope, id);
    const events = [...handled, ...linkedStep(envelope, memory, handled)];
    const start = memory.takeStart();
    if (start === undefined) return events;
    return [{ type: 'run.start', ...start, ...compact({ runId: envelope.runId }), ...stamp(envelope) }, ...events];
  }

  #unreadable(frame: WireFrame, why: string): readonly ActivityEvent[] {
    const marked = typeof frame.data === 'string' && frame.data.trim() === END_MARK;
    if (marked) return this.drop('ignored', 'the end mark of another protocol');
    return this.drop('malformed', `${idOf(frame.event) ?? 'frame'}: ${why}`, frame.data);
  }

  #ignorePrivate(): readonly ActivityEvent[] {
    return this.drop('ignored', 'cot.*: diagnostics are not part of the interface');
  }
}
