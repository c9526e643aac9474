import { normaliseDisclosure } from '../../activity/capture.js';
import type { ActivityState } from '../../activity/state.js';
import type { ActivitySettings } from '../../context/activity-context.js';
import { ActivityDiagnosticEvent } from '../../events/activity-diagnostic-event.js';
import { ActivityErrorEvent } from '../../events/activity-error-event.js';
import { ActivityReasoningEvent } from '../../events/activity-reasoning-event.js';
import type { ApprovalDecisionEvent } from '../../events/approval-decision-event.js';
import { ActivitySession } from '../../session/activity-session.js';
import type { SessionConfig } from '../../session/config.js';
import type { SessionFault } from '../../session/fault.js';
import { createActivityStore, type StoreChange } from '../../store/store.js';
import { HostHandle } from './host-handle.js';
import { LateCounter } from './late-counter.js';

export interface CoreOptions {
  readonly settings: ActivitySettings;
  /** Dispatches a public event at the element. */
  readonly emit: (event: Event) => void;
  readonly onCommit: (change: StoreChange) => void;
  readonly onFault: (fault: SessionFault) => void;
}

/** Store, session and handle of one activity, put together; all they have to tell leaves as public events. */
export class ActivityCore {
  readonly session: ActivitySession;
  readonly handle: HostHandle;
  readonly #store;

  constructor({ settings, emit, onCommit, onFault }: CoreOptions) {
    const late = new LateCounter((count, reason) => emit(new ActivityDiagnosticEvent('late', count, reason)));
    const store = (this.#store = createActivityStore({
      onReasoning: (text, kind) => emit(new ActivityReasoningEvent(text, kind)),
      onDropped: (_event, reason) => late.add(reason),
    }));
    this.session = new ActivitySession({
      store,
      onError: (fault) => {
        emit(new ActivityErrorEvent(fault));
        onFault(fault);
      },
      onDiagnostic: (counts) => {
        for (const { code, count, reason, sample } of counts) {
          emit(new ActivityDiagnosticEvent(code, count, sample === undefined ? reason : `${reason}: ${sample}`));
        }
      },
    });
    this.handle = new HostHandle(store, () => this.session.now(), settings);
    store.subscribe(onCommit);
  }

  get state(): ActivityState {
    return this.#store.getState();
  }

  /** Takes the element's properties as they are now. Before each call that depends on them, since rendering is later. */
  configure(config: SessionConfig, disclosure: string): void {
    this.#store.setDisclosure(normaliseDisclosure(disclosure));
    this.session.configure(config);
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
    if (decided.defaultPrevented) void this.session.settleByHost(approvalId, request, decided.response ?? Promise.resolve());
    else void this.session.decide(approvalId, request);
  }
}
