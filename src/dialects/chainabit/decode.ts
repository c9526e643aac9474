import type { ActivityEvent } from '../../activity/event.js';
import type { WireFrame } from '../../wire/frame.js';
import { type FrameData, readData } from '../shared/frame-data.js';
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

/** Ours: the server says that it does not know the cursor, or has dropped what came after it. */
const GAP_NOTICE = 'stream.gap';

/** What an `EventSource` has to listen for. */
export const eventNames: readonly string[] = [...handlers.keys(), GAP_NOTICE];

function isPrivate({ event = '' }: WireFrame, data: FrameData): boolean {
  return [event, ...(data.ok ? namesOf(data.value) : [])].some((name) => PRIVATE_EVENT.test(name));
}

/** The end mark of other systems, which proxies add. */
const END_MARK = '[DONE]';

/** One Chainabit stream. Bounded memory; survives reconnects; never throws. */
export class ChainabitDecoder extends SafeDecoder {
  readonly #memory = new Memory();

  /** After it a replay may begin, or another numbering. */
  opened(): void {
    this.#memory.numbering.opened();
  }

  protected override read(frame: WireFrame): readonly ActivityEvent[] {
    const data = readData(frame.data);
    if (isPrivate(frame, data)) return this.#ignorePrivate(data);
    const event = eventName(frame.event, data.ok ? data.value : undefined);
    if (event === GAP_NOTICE) return this.#warned(frame);
    if (!data.ok) return this.#unreadable(frame, event, data.why);
    const handler = event === undefined ? undefined : handlers.get(event);
    if (handler === undefined) this.#pass(data.value);
    if (event === undefined) return this.drop('malformed', 'the frame has no event name', frame.data);
    if (handler === undefined) return this.drop('unknown', `${event}: not an event of this protocol`, frame.data);
    if (!isRecord(data.value)) return this.#unreadable(frame, event, 'the data must be an object');
    const faults: string[] = [];
    const envelope = readEnvelope(event, data.value, (reason) => faults.push(reason));
    return this.#apply(frame, envelope, handler, faults);
  }

  #apply(frame: WireFrame, envelope: Envelope, handler: Handler, faults: string[]): readonly ActivityEvent[] {
    const memory = this.#memory;
    const { event } = envelope;
    const id = idOf(frame.id);
    const standing = memory.place(envelope, id);
    if (standing?.code === 'duplicate') return this.drop('duplicate', `${event}: ${standing.reason}`);
    if (memory.isPast(envelope)) return this.drop('ignored', `${event}: its run is over, another one has followed`);
    // The frame itself is used.
    if (standing !== undefined) this.drop(standing.code, `${event}: ${standing.reason}`);
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

  #unreadable(frame: WireFrame, event: string | undefined, why: string): readonly ActivityEvent[] {
    if (event === undefined || handlers.has(event)) this.#memory.numbering.miss();
    const marked = typeof frame.data === 'string' && frame.data.trim() === END_MARK;
    if (marked) return this.drop('ignored', 'the end mark of another protocol');
    return this.drop('malformed', `${idOf(frame.event) ?? 'frame'}: ${why}`, frame.data);
  }

  /** Of a private frame its place in the run is read, and nothing else: a number that came is not missing. */
  #ignorePrivate(data: FrameData): readonly ActivityEvent[] {
    if (data.ok) this.#pass(data.value);
    else this.#memory.numbering.miss();
    return this.drop('ignored', 'cot.*: diagnostics are not part of the interface');
  }

  #pass(value: unknown): void {
    if (!isRecord(value)) return;
    const standing = this.#memory.pass(readEnvelope('', value, () => undefined));
    if (standing !== undefined) this.drop(standing.code, standing.reason);
  }

  #warned(frame: WireFrame): readonly ActivityEvent[] {
    this.#memory.numbering.warn();
    return this.drop('restart', `${GAP_NOTICE}: the server cannot go on from where it was`, frame.data);
  }
}
