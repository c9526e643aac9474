import type { ActivityState, Approval, Connection } from '../../src/activity/state.js';
import { ActivitySession } from '../../src/session/activity-session.js';
import type { SessionConfig } from '../../src/session/config.js';
import type { DiagnosticCount } from '../../src/session/diagnostics.js';
import type { SessionFault } from '../../src/session/fault.js';
import { type ActivityStore, createActivityStore } from '../../src/store/store.js';
import type { WireFrame } from '../../src/wire/frame.js';
import type { Transport, TransportRequest, TransportSink } from '../../src/wire/transport.js';
import { FakeClock } from '../support/fake-clock.js';

/** One connection of the scripted transport, played by the test. */
export interface Link {
  readonly request: TransportRequest;
  readonly sink: TransportSink;
  end(): void;
  fail(error: unknown): void;
}

/** A transport that does what the test says. */
export class ScriptedTransport {
  readonly links: Link[] = [];

  readonly open: Transport = (request, sink) =>
    new Promise((resolve, reject) => {
      this.links.push({ request, sink, end: resolve, fail: reject });
    });

  get last(): Link {
    const link = this.links.at(-1);
    if (!link) throw new Error('nothing was opened');
    return link;
  }
}

export interface Sent {
  readonly url: string;
  readonly init: RequestInit;
  readonly headers: Headers;
  readonly body: unknown;
}

type Reply = Response | (() => Response | Promise<Response>);

/** A fetch that answers from a list, the last answer again and again; an Error is a network failure. */
export class ScriptedFetch {
  readonly sent: Sent[] = [];
  replies: (Reply | Error)[];

  constructor(...replies: (Reply | Error)[]) {
    this.replies = replies;
  }

  readonly fetch: typeof globalThis.fetch = async (input, init = {}) => {
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : init.body;
    this.sent.push({ url: input instanceof Request ? input.url : input.toString(), init, headers: new Headers(init.headers), body });
    const reply = this.replies.length > 1 ? this.replies.shift() : this.replies[0];
    if (reply instanceof Error || reply === undefined) throw reply ?? new TypeError('no reply');
    return typeof reply === 'function' ? reply() : reply.clone();
  };
}

export function jsonReply(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } });
}

/** A fetch that never answers, but minds its signal. */
export function silence(): () => Promise<Response> {
  return () => new Promise(() => undefined);
}

export interface Fixture {
  readonly session: ActivitySession;
  readonly store: ActivityStore;
  readonly clock: FakeClock;
  readonly transport: ScriptedTransport;
  readonly net: ScriptedFetch;
  readonly faults: SessionFault[];
  readonly diagnostics: (readonly DiagnosticCount[])[];
  /** Each connection of the state, in order. */
  readonly connections: Connection[];
  readonly state: ActivityState;
  approval(id: string): Approval | undefined;
}

export interface FixtureOptions {
  readonly config?: SessionConfig;
  readonly net?: ScriptedFetch;
  /** `false`: the session's own fetch transport, over `net`. */
  readonly scripted?: boolean;
}

/** A session with everything scripted: transport, fetch, clock, no jitter. */
export function fixture({ config, net = new ScriptedFetch(new Response(null, { status: 204 })), scripted = true }: FixtureOptions = {}): Fixture {
  const store = createActivityStore({ scheduler: { schedule: () => () => undefined } });
  const clock = new FakeClock();
  const transport = new ScriptedTransport();
  const faults: SessionFault[] = [];
  const diagnostics: (readonly DiagnosticCount[])[] = [];
  const connections: Connection[] = [];
  const recording: ActivityStore = {
    ...bound(store),
    dispatch: (events) => {
      for (const event of events) if (event.type === 'connection') connections.push(event.connection);
      store.dispatch(events);
    },
  };
  const session = new ActivitySession({
    store: recording,
    onError: (fault) => faults.push(fault),
    onDiagnostic: (counts) => diagnostics.push(counts),
    fetch: net.fetch,
    clock,
    random: () => 0.5,
  });
  session.configure({ ...(scripted && { transport: transport.open }), src: '/events', ...config });
  return {
    session,
    store,
    clock,
    transport,
    net,
    faults,
    diagnostics,
    connections,
    get state() {
      return store.getState();
    },
    approval: (id) => store.getState().approvals.get(id),
  };
}

function bound(store: ActivityStore): ActivityStore {
  return {
    getState: () => store.getState(),
    dispatch: (events) => {
      store.dispatch(events);
    },
    subscribe: (listener) => store.subscribe(listener),
    flush: () => {
      store.flush();
    },
    reset: () => {
      store.reset();
    },
    setDisclosure: (disclosure) => {
      store.setDisclosure(disclosure);
    },
  };
}

/** A Chainabit frame. */
export function frame(event: string, payload: Readonly<Record<string, unknown>> = {}, id?: string): WireFrame {
  return { event, data: JSON.stringify({ runId: 'run_1', payload }), ...(id !== undefined && { id }) };
}

/** An approval that waits. */
export function asked(approvalId: string, more: Readonly<Record<string, unknown>> = {}): WireFrame {
  return frame('tool.approval_required', { approvalId, callId: `call_${approvalId}`, toolKey: 'calendar.create', input: { a: 1 }, ...more });
}
