/** The names of the public contract. What is missing here fails to compile, or is not there at run time. */
import { expect, fixture, html } from '@open-wc/testing';
import '../../src/define.js';
import type {
  Activity,
  ActivityState,
  Approval,
  ApprovalStatus,
  Capability,
  Connection,
  ConnectionStatus,
  Message,
  PlanStep,
  Run,
  RunOutcome,
  RunStatus,
  Thinking,
  TimelineRef,
  ToolCall,
  ToolStatus,
} from '../../src/index.js';
import * as root from '../../src/index.js';
import * as core from '../../src/core.js';

/** Every member of a union, and none beside it. */
type All<T extends string> = Readonly<Record<T, true>>;
/** Every field of a type; a type may have more than the contract names. */
type Fields<T, K extends keyof T> = readonly K[];

const connectionStatus: All<ConnectionStatus> = { idle: true, connecting: true, open: true, reconnecting: true, closed: true, failed: true };
const runStatus: All<RunStatus> = { idle: true, running: true, waiting: true, failed: true, settled: true };
const runOutcome: All<RunOutcome> = { completed: true, partial: true, failed: true, cancelled: true, refused: true, truncated: true };
const approvalStatus: All<ApprovalStatus> = { pending: true, sending: true, accepted: true, rejected: true, expired: true, cancelled: true };
const messageStatus: All<Message['status']> = { empty: true, streaming: true, completed: true, partial: true };
const thinkingKind: All<Thinking['kind']> = { working: true, reasoning: true, heading: true };
const refKind: All<TimelineRef['kind']> = { call: true, approval: true, status: true };
const toolStatus: All<ToolStatus> = {
  pending: true, active: true, awaiting_approval: true, completed: true, degraded: true, failed: true,
  rejected: true, expired: true, skipped: true, cancelled: true, interrupted: true,
};

const stateFields: Fields<ActivityState, 'connection' | 'run' | 'thinking' | 'capability' | 'plan' | 'order' | 'calls' | 'approvals' | 'message'> = [
  'connection', 'run', 'thinking', 'plan', 'order', 'calls', 'approvals', 'message',
];
const entityFields: {
  readonly connection: Fields<Connection, 'status' | 'attempt' | 'retryAt' | 'lastEventId' | 'error'>;
  readonly run: Fields<Run, 'id' | 'status' | 'outcome' | 'error' | 'startedAt' | 'endedAt'>;
  readonly thinking: Fields<Thinking, 'active' | 'kind' | 'heading'>;
  readonly capability: Fields<Capability, 'key' | 'label' | 'detail'>;
  readonly plan: Fields<PlanStep, 'stepId' | 'label' | 'toolKey' | 'callId' | 'detail' | 'input'>;
  readonly call: Fields<ToolCall, 'callId' | 'toolKey' | 'status' | 'input' | 'output' | 'error' | 'progress' | 'startedAt' | 'endedAt' | 'activity' | 'approvalId' | 'rawStatus'>;
  readonly activity: Fields<Activity, 'activityType' | 'origin' | 'label' | 'detail' | 'renderHint' | 'status' | 'subjectType' | 'subjectId'>;
  readonly approval: Fields<Approval, 'approvalId' | 'callId' | 'status' | 'toolKey' | 'input' | 'reason' | 'decidedBy' | 'expiresAt' | 'options' | 'editable' | 'risk'>;
  readonly message: Fields<Message, 'id' | 'text' | 'status'>;
} = {
  connection: ['status', 'attempt', 'lastEventId'],
  run: ['id', 'status', 'outcome', 'startedAt', 'endedAt'],
  thinking: ['active', 'kind', 'heading'],
  capability: ['key', 'label', 'detail'],
  plan: ['stepId', 'label', 'toolKey', 'callId', 'detail', 'input'],
  call: ['callId', 'toolKey', 'status', 'input', 'output', 'progress', 'startedAt', 'endedAt', 'activity', 'approvalId'],
  activity: ['activityType', 'origin', 'label', 'detail', 'renderHint', 'status', 'subjectType', 'subjectId'],
  approval: ['approvalId', 'callId', 'status', 'toolKey', 'input', 'reason', 'decidedBy', 'expiresAt', 'options', 'editable', 'risk'],
  message: ['id', 'text', 'status'],
};

const ATTRIBUTES = [
  'src', 'dialect', 'method', 'credentials', 'reconnect', 'idle-timeout', 'history-src', 'approval-url', 'stop-url', 'share', 'disclosure', 'theme',
] as const;
const PROPERTIES = ['headers', 'body', 'fetch', 'transport', 'renderers', 'redact', 'messages', 'state'] as const;
const METHODS = ['connect', 'close', 'retry', 'push', 'hydrate', 'reset', 'decide', 'stop'] as const;

function camel(attribute: string): string {
  return attribute.replace(/-(\w)/gu, (_, letter: string) => letter.toUpperCase());
}

describe('public contract: <chainabit-activity> (2)', () => {
  it('has each attribute, as a property too, and each property and method', () => {
    const element = document.createElement('chainabit-activity');
    const observed = root.ChainabitActivity.observedAttributes;
    for (const name of ATTRIBUTES) {
      expect(observed, name).to.include(name);
      expect(camel(name) in element, name).to.equal(true);
    }
    // `lang` is the page's own attribute; a change is followed wherever it is.
    expect('lang' in element).to.equal(true);
    for (const name of PROPERTIES) expect(name in element, name).to.equal(true);
    for (const name of METHODS) expect(typeof element[name], name).to.equal('function');
    expect(() => ((element as { state: unknown }).state = {}), 'read-only').to.throw(TypeError);
  });

  it('has its defaults', () => {
    const { src, dialect, method, credentials, reconnect, idleTimeout, historySrc, approvalUrl, stopUrl, share, disclosure, theme } = document.createElement('chainabit-activity');
    expect({ src, dialect, method, credentials, reconnect, idleTimeout, historySrc, approvalUrl, stopUrl, share, disclosure, theme }).to.deep.equal({
      src: null, dialect: 'chainabit', method: 'GET', credentials: 'same-origin', reconnect: 'auto', idleTimeout: 45_000, historySrc: null,
      approvalUrl: null, stopUrl: null, share: 'page', disclosure: 'hidden', theme: 'inherit',
    });
  });

  it('booleans are absent = false, and the text "false" counts as false', async () => {
    for (const [markup, open] of [['', false], ['open', true], ['open=""', true], ['open="true"', true], ['open="false"', false]] as const) {
      const box = await fixture<HTMLElement>(html`<div></div>`);
      box.innerHTML = `<tool-card ${markup} call='{"callId":"c","status":"completed"}'></tool-card>`;
      expect(box.querySelector('tool-card')?.open, markup).to.equal(open);
    }
  });

  it('a stop control is there while the run is open and there is a stop-url', async () => {
    const element = await fixture<root.ChainabitActivity>(html`<chainabit-activity stop-url="/stop/{runId}"></chainabit-activity>`);
    const stop = (): Element | null => element.renderRoot.querySelector('[part~="stop"]');
    const after = async (event: string, payload: object): Promise<boolean> => {
      element.push({ event, data: { runId: 'r', payload } });
      await element.updateComplete;
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      await element.updateComplete;
      return stop() !== null;
    };
    expect(stop()).to.equal(null);
    expect(await after('tool.started', { callId: 'c' })).to.equal(true);
    expect(await after('tool.approval_required', { callId: 'c' }), 'while it waits').to.equal(true);
    element.stopUrl = null;
    await element.updateComplete;
    expect(stop()).to.equal(null);
    element.stopUrl = '/stop';
    await element.updateComplete;
    expect(stop()).not.to.equal(null);
    expect(await after('message.completed', {})).to.equal(false);
  });

  it('theme decides the colour scheme, or leaves it to the page', async () => {
    for (const [theme, scheme] of [['light', 'light'], ['dark', 'dark'], ['auto', 'light dark'], ['inherit', 'dark']] as const) {
      const box = await fixture<HTMLElement>(html`<div style="color-scheme: dark"><chainabit-activity theme=${theme}></chainabit-activity></div>`);
      expect(getComputedStyle(box.firstElementChild!).colorScheme, theme).to.equal(scheme);
    }
  });
});

describe('public contract: events (2)', () => {
  const { emptyState } = core;
  const events: readonly (readonly [event: Event, name: string, fields: readonly string[]])[] = [
    [new root.ActivityChangeEvent(emptyState, emptyState), 'activity-change', ['state', 'previous']],
    [new root.ActivityConnectionChangeEvent(emptyState.connection), 'activity-connection-change', ['connection']],
    [new root.ActivitySettledEvent(emptyState.run), 'activity-settled', ['run']],
    [new root.ActivityMessageEvent(emptyState.message, ''), 'activity-message', ['message', 'delta']],
    [new root.ActivityErrorEvent({ code: 'c', message: 'm', retryable: false, cause: 0 }), 'activity-error', ['code', 'message', 'cause', 'retryable']],
    [new root.ActivityDiagnosticEvent('c', 1, 's'), 'activity-diagnostic', ['code', 'count', 'sample']],
    [new root.ActivityReasoningEvent('t', 'raw'), 'activity-reasoning', ['text', 'kind']],
    [
      new root.ApprovalDecisionEvent({ approvalId: 'a', callId: 'c', decision: 'approve', reason: 'r', input: null }),
      'approval-decision',
      ['approvalId', 'callId', 'decision', 'reason', 'input'],
    ],
  ];
  for (const [event, name, fields] of events) {
    it(`${name}: a class of its own, with typed fields and no detail bag`, () => {
      expect(event).to.be.instanceOf(Event).and.not.instanceOf(CustomEvent);
      expect([event.type, event.bubbles, event.composed]).to.deep.equal([name, true, true]);
      expect(Object.keys(event).filter((key) => key !== 'isTrusted')).to.have.members([...fields]);
      expect('detail' in event).to.equal(false);
    });
  }

  it('approval-decision is an intent: cancelable, and respondWith() takes it', () => {
    const event = events.at(-1)![0] as root.ApprovalDecisionEvent;
    expect([event.cancelable, event.defaultPrevented]).to.deep.equal([true, false]);
    event.respondWith(Promise.resolve());
    // Outside of a dispatch nothing can be prevented; the promise is kept all the same.
    expect(event.response).to.be.instanceOf(Promise);
  });
});

describe('public contract: the state (3)', () => {
  const feed = (...frames: readonly (readonly [event: string, payload: object])[]): ActivityState => {
    const decoder = core.chainabitDialect.createDecoder();
    return frames.reduce((state, [event, payload], at) => core.reduce(state, decoder.decode({ event, id: `e${String(at)}`, data: { runId: 'r', at: 1 + at, payload } })), core.emptyState);
  };
  const activity = { activityType: 'tool_write', origin: 'chao', label: 'L', detail: 'D', renderHint: 'tool_card', status: 'active', subjectType: 'bits', subjectId: 's' };
  const about = { callId: 'c', toolKey: 'k', input: { a: 1 }, activity };
  const open = feed(
    ['capability.resolved', { capability: { key: 'k', label: 'l', detail: 'd' } }],
    ['plan.step_added', { stepId: 's', label: 'l', toolKey: 'k', callId: 'c', detail: 'd', input: 0 }],
    ['tool.started', about],
    ['tool.progress', { callId: 'c', progress: { done: 1, total: 2 }, data: 'so far' }],
    ['tool.approval_required', { ...about, approvalId: 'a', risk: 'high', reason: 'r', options: ['x'], editable: true, expiresAt: 99 }],
    ['tool.approval_response', { approvalId: 'a', callId: 'c', approved: true, reason: 'ok', by: 'Ada' }],
    ['message.delta', { messageId: 'm', delta: 't' }],
  );
  const over = core.reduce(open, core.chainabitDialect.createDecoder().decode({ event: 'run.settlement.completed', data: { runId: 'r', at: 20, payload: {} } }));

  it('has the words of the contract, each and no other', () => {
    const words = [connectionStatus, runStatus, runOutcome, toolStatus, approvalStatus, messageStatus, thinkingKind, refKind].map((all) => Object.keys(all).length);
    expect(words).to.deep.equal([6, 5, 6, 11, 6, 4, 3, 3]);
  });

  it('has the fields of the contract, under their names', () => {
    expect(open).to.include.all.keys(...stateFields, 'capability');
    const call = over.calls.get('c')!;
    const known: Readonly<Record<string, object | undefined>> = {
      connection: { ...open.connection, lastEventId: '' },
      run: over.run,
      thinking: { ...open.thinking, heading: '' },
      capability: open.capability,
      plan: open.plan[0],
      call: { ...open.calls.get('c'), ...call },
      activity: call.activity,
      approval: open.approvals.get('a'),
      message: { ...open.message, id: 'm' },
    };
    for (const [name, fields] of Object.entries(entityFields)) expect(known[name], name).to.include.all.keys(...fields);
    expect(open.order).to.deep.equal([{ kind: 'call', id: 'c' }, { kind: 'approval', id: 'a' }]);
    expect([open.calls, open.approvals].every((map) => map instanceof Map)).to.equal(true);
  });

  it('each terminal event ends in its status and outcome', () => {
    for (const [event, status, outcome] of [
      ['run.failed', 'failed', 'failed'],
      ['run.error', 'failed', 'failed'],
      ['message.completed', 'settled', 'completed'],
      ['run.settlement.completed', 'settled', 'completed'],
      ['message.partially_completed', 'settled', 'partial'],
    ] as const) {
      expect(feed(['tool.started', { callId: 'c' }], [event, {}]).run, event).to.include({ status, outcome });
    }
    expect(feed(['tool.approval_required', { callId: 'c' }]).run.status, 'a pending approval').to.equal('waiting');
  });
});

describe('public contract: the core (4)', () => {
  it('exports the store, the reducer, the empty state and the dialect, and the root has all of it', () => {
    for (const name of ['createActivityStore', 'reduce', 'emptyState', 'chainabitDialect'] as const) {
      expect(core[name], name).not.to.equal(undefined);
      expect(root[name], name).to.equal(core[name]);
    }
    expect(core.reduce(core.emptyState, [])).to.equal(core.emptyState);
  });
});
