import type { ActivityState } from '../../activity/state.js';
import type { ActivitySettings } from '../../context/activity-context.js';
import { ActivityDiagnosticEvent } from '../../events/activity-diagnostic-event.js';
import { ActivityErrorEvent } from '../../events/activity-error-event.js';
import { ActivityReasoningEvent } from '../../events/activity-reasoning-event.js';
import type { ApprovalDecisionEvent } from '../../events/approval-decision-event.js';
import type { ActivitySession } from '../../session/activity-session.js';
import type { SessionConfig } from '../../session/config.js';
import type { SessionFault } from '../../session/fault.js';
import type { StoreChange } from '../../store/store.js';
import { EngineDoor } from './engine-door.js';
import { HostHandle } from './host-handle.js';
import { LateCounter } from './late-counter.js';

export interface CoreOptions {
  readonly settings: ActivitySettings;
  /** Dispatches a public event at the element. */
  readonly emit: (event: Event) => void;
  readonly onCommit: (change: StoreChange) => void;
  readonly onFault: (fault: SessionFault) => void;
}

/** The engine and the handle of one activity, put together; all they have to tell leaves as public events. */
export class ActivityCore {
  readonly handle: HostHandle;
  /** Tells the host of a failure, and the element. */
  readonly report: (fault: SessionFault) => void;
  readonly #door: EngineDoor;

  constructor({ settings, emit, onCommit, onFault }: CoreOptions) {
    const late = new LateCounter((count, reason) => emit(new ActivityDiagnosticEvent('late', count, reason)));
    const report = (this.report = (fault: SessionFault) => {
      emit(new ActivityErrorEvent(fault));
      onFault(fault);
    });
    const door = (this.#door = new EngineDoor({
      onReasoning: (text, kind) => emit(new ActivityReasoningEvent(text, kind)),
      onDropped: (_event, reason) => late.add(reason),
      onError: report,
      onDiagnostic: (counts) => {
        for (const { code, count, reason, sample } of counts) {
          emit(new ActivityDiagnosticEvent(code, count, sample === undefined ? reason : `${reason}: ${sample}`));
        }
      },
    }));
    this.handle = new HostHandle(door, settings);
    door.subscribe(onCommit);
  }

  get state(): ActivityState {
    return this.#door.getState();
  }

  /** Resolves when what was asked of the session so far has been done. Only while the engine is loading. */
  get ready(): Promise<void> | undefined {
    return this.#door.ready;
  }

  /** Asks something of the session: now, or as soon as it is there, in order. */
  ask(question: (session: ActivitySession) => void): void {
    this.#door.do(({ session }) => {
      question(session);
    });
  }

  /** Takes the element's properties as they are now. Before each call that depends on them, since rendering is later. */
  configure(config: SessionConfig, disclosure: string | undefined): void {
    this.#door.do((engine) => {
      engine.configure(config, disclosure);
    });
  }

  /** The same, and opens what it is about; `anew`: it was about another source before. */
  open(config: SessionConfig, disclosure: string | undefined, anew: boolean): void {
    this.#door.do((engine) => {
      engine.open(config, disclosure, anew);
    });
  }

  close(): void {
    this.#door.do((engine) => {
      engine.close();
    });
  }

  /** The element is in the page, or has left it. */
  place(attached: boolean): void {
    this.#door.place(attached);
  }

  /** Now, not after the delay; also what could not be loaded. */
  retry(): void {
    this.ask((session) => {
      session.retry();
    });
    this.#door.retry();
  }

  /** A decision that every public listener has seen: the host's, when one of them took it, else the session's. */
  submit(decided: ApprovalDecisionEvent): void {
    const { approvalId, decision, reason, optionId } = decided;
    const request = {
      decision,
      ...(reason === undefined ? {} : { reason }),
      ...(optionId === undefined ? {} : { optionId }),
      ...('input' in decided ? { input: decided.input } : {}),
    };
    this.ask((session) => {
      if (decided.defaultPrevented) void session.settleByHost(approvalId, request, decided.response ?? Promise.resolve());
      else void session.decide(approvalId, request);
    });
  }
}
