import { aTimeout, expect, waitUntil } from '@open-wc/testing';
import type { ChainabitActivity } from '../../src/elements/chainabit-activity/chainabit-activity.js';
import type { ToolCard, WireFrame } from '../../src/index.js';
import { faultPlan, type Step } from '../support/fault-server.js';

const sse = (frames: readonly (readonly [event: string, payload: object])[], runId = 'r'): string =>
  frames.map(([event, payload], index) => `id: ${String(index + 1)}\nevent: ${event}\ndata: ${JSON.stringify({ runId, payload })}\n\n`).join('');
const begun = sse([['tool.started', { callId: 'c', toolKey: 'a.b' }]]);
const whole = sse([
  ['tool.started', { callId: 'c', toolKey: 'a.b', input: { city: 'İzmir 🚀' } }],
  ['message.delta', { delta: 'Mer' }],
  ['message.delta', { delta: 'haba' }],
  ['tool.completed', { callId: 'c', output: 0 }],
  ['message.completed', {}],
]);
const hold = (body: string): Step => ({ body: [body], end: 'hold' });
const pushed = (event: string, payload: object, runId = 'r'): WireFrame => ({ event, data: { runId, payload } });

let host: HTMLElement;
const within = (markup: string): ChainabitActivity => {
  host.innerHTML = markup;
  return host.querySelector('chainabit-activity')!;
};
const settles = (element: ChainabitActivity, status = 'settled'): Promise<void> =>
  waitUntil(() => element.state.run.status === status, `run ${status}`, { timeout: 5000 });

// Made before any definition is loaded: this file imports the elements only below.
const early = document.createElement('div');
early.innerHTML = `<chainabit-activity id="one" idle-timeout="1234" disclosure="surface" body='{"q":[1]}'></chainabit-activity><tool-card></tool-card><approval-card></approval-card><plan-review></plan-review>`;
const preset = early.querySelector('chainabit-activity')!;
const headers = { 'x-early': 'yes' };
const redact = (value: unknown): unknown => value;
let earlyPlan: Awaited<ReturnType<typeof faultPlan>>;

before(async () => {
  earlyPlan = await faultPlan({ steps: [hold(whole)] });
  Object.assign(preset, { src: earlyPlan.url(), headers, redact, approvalUrl: '/a/{approvalId}' });
  (early.querySelector('tool-card')!).call = { callId: 'x', toolKey: 'early.bird', status: 'completed', output: 0 };
  Object.assign(early.querySelector('approval-card')!, { approval: { approvalId: 'a', status: 'pending', toolKey: 'early.approval', input: { a: 1 } } });
  Object.assign(early.querySelector('plan-review')!, { steps: [{ stepId: 's', label: 'Early step' }] });
  document.body.append(early);
  await import('../../src/define.js');
});

beforeEach(() => {
  host = document.createElement('div');
  document.body.append(host);
});

afterEach(() => {
  host.remove();
});

describe('contract: properties and attributes, in any order (2)', () => {
  it('set before the definition is loaded, they count after it', async () => {
    await settles(preset);
    expect([preset.idleTimeout, preset.disclosure, preset.body, preset.headers, preset.redact, preset.approvalUrl]).to.deep.equal([
      1234, 'surface', { q: [1] }, headers, redact, '/a/{approvalId}',
    ]);
    expect(Object.hasOwn(preset, 'src'), 'no own property shadows the accessor').to.equal(false);
    const [request] = await earlyPlan.requests();
    expect(request?.headers['x-early']).to.equal('yes');
    for (const [tag, words] of [['tool-card', 'Early bird'], ['approval-card', 'Early approval'], ['plan-review', 'Early step']] as const) {
      const card = early.querySelector(tag) as ToolCard;
      await card.updateComplete;
      expect(card.shadowRoot?.textContent.replace(/[\u2066-\u2069]/g, ''), tag).to.match(new RegExp(words, 'i'));
    }
    early.remove();
  });

  it('made by script, with properties, before it is connected', async () => {
    const plan = await faultPlan({ steps: [hold(whole)] });
    const element = document.createElement('chainabit-activity');
    element.src = plan.url();
    element.headers = { 'x-mine': 'yes' };
    await aTimeout(30);
    expect(await plan.requests(), 'nothing before it is in the page').to.have.length(0);
    host.append(element);
    await settles(element);
    expect((await plan.requests())[0]?.headers['x-mine']).to.equal('yes');
  });

  it('push() and hydrate() work before it is connected', () => {
    const element = document.createElement('chainabit-activity');
    element.push(pushed('tool.started', { callId: 'c' }));
    element.hydrate([{ callId: 'd', status: 'skipped' }]);
    expect([...element.state.calls.values()].map(({ status }) => status)).to.deep.equal(['active', 'skipped']);
  });

  it('JSON text that is none, numbers that are none, and unknown words are the default', () => {
    const element = within(`<chainabit-activity body="{" idle-timeout="soon" disclosure="everything" reconnect="maybe" headers='{"a":"b"}'></chainabit-activity>`);
    expect([element.body, element.idleTimeout]).to.deep.equal([undefined, 45_000]);
    element.push(pushed('tool.started', { callId: 'c' }));
    expect(element.state.run.status).to.equal('running');
  });

  it('an attribute that is taken away is back at its default', async () => {
    const set = 'dialect="openai-responses" method="POST" credentials="omit" reconnect="off" idle-timeout="5" disclosure="surface" theme="dark"';
    const element = within(`<chainabit-activity ${set}></chainabit-activity>`);
    await element.updateComplete;
    for (const name of element.getAttributeNames()) element.removeAttribute(name);
    await element.updateComplete;
    const { dialect, method, credentials, reconnect, idleTimeout, disclosure, theme } = element;
    const fresh = document.createElement('chainabit-activity');
    expect({ dialect, method, credentials, reconnect, idleTimeout, disclosure, theme }).to.deep.equal({
      dialect: 'chainabit', method: 'GET', credentials: 'same-origin', reconnect: 'auto', idleTimeout: 45_000, disclosure: 'hidden', theme: 'inherit',
    });
    expect(fresh).to.include({ dialect, method, credentials, reconnect, idleTimeout, disclosure, theme });
    element.push(pushed('tool.started', { callId: 'c' }));
    expect(element.state.calls.get('c')?.status).to.equal('active');
  });
});

describe('contract: the stream follows src (2)', () => {
  it('closes at the terminal event, whatever the server does after it', async () => {
    const plan = await faultPlan({ steps: [hold(whole + sse([['tool.started', { callId: 'late' }]], 'r'))] });
    const element = within(`<chainabit-activity src="${plan.url()}"></chainabit-activity>`);
    let ends = 0;
    element.addEventListener('activity-settled', () => (ends += 1));
    await settles(element);
    await waitUntil(async () => (await plan.requests())[0]?.closed === true, 'closed', { timeout: 3000 });
    await aTimeout(50);
    expect([ends, element.state.connection.status, element.state.message.text, element.state.calls.size]).to.deep.equal([1, 'closed', 'Merhaba', 1]);
    expect(await plan.requests()).to.have.length(1);
  });

  it('closes too when an end that it knows is sent again, without any id', async () => {
    const bare = whole.replaceAll(/^id: .*\n/gm, '').replaceAll('"runId":"r"', '"runId":"r","sequence":1');
    const numbered = bare.split('\n\n').map((frame, index) => frame.replace('"sequence":1', `"sequence":${String(index + 1)}`)).join('\n\n');
    const plan = await faultPlan({ steps: [hold(numbered)] });
    const element = within(`<chainabit-activity src="${plan.url()}"></chainabit-activity>`);
    await settles(element);
    element.connect();
    await waitUntil(async () => (await plan.requests()).filter(({ closed }) => closed).length === 2, 'both closed', { timeout: 3000 });
    expect([element.state.message.text, element.state.connection.status]).to.deep.equal(['Merhaba', 'closed']);
  });

  it('another src mid-run is another run; without src it closes and keeps what is there', async () => {
    const [one, two] = await Promise.all([faultPlan({ steps: [hold(begun)] }), faultPlan({ steps: [hold(begun.replaceAll('"c"', '"d"'))] })]);
    const element = within(`<chainabit-activity src="${one.url()}"></chainabit-activity>`);
    await settles(element, 'running');
    element.src = two.url();
    await waitUntil(() => element.state.calls.has('d'));
    expect([...element.state.calls.keys()]).to.deep.equal(['d']);
    expect((await one.requests())[0]?.closed).to.equal(true);
    element.removeAttribute('src');
    element.src = null;
    await waitUntil(async () => (await two.requests())[0]?.closed === true);
    expect(element.state.connection.status).to.equal('closed');
    expect([...element.state.calls.keys()]).to.deep.equal(['d']);
  });

  it('an attribute that is set, removed and set again follows', async () => {
    const plan = await faultPlan({ steps: [hold(begun)] });
    const element = within('<chainabit-activity></chainabit-activity>');
    element.setAttribute('src', plan.url());
    await settles(element, 'running');
    element.removeAttribute('src');
    await waitUntil(async () => (await plan.requests())[0]?.closed === true);
    element.setAttribute('src', plan.url());
    await waitUntil(async () => (await plan.requests()).length === 2);
    await settles(element, 'running');
    expect([...element.state.calls.keys()]).to.deep.equal(['c']);
  });

  it('a move in the page keeps connection and cards; two elements keep apart', async () => {
    const plan = await faultPlan({ steps: [hold(begun)] });
    const element = within(`<p></p><chainabit-activity src="${plan.url('?key=1')}"></chainabit-activity><chainabit-activity src="${plan.url('?key=2')}"></chainabit-activity>`);
    const other = host.querySelectorAll('chainabit-activity')[1]!;
    await settles(element, 'running');
    await settles(other, 'running');
    host.querySelector('p')!.append(element);
    await aTimeout(50);
    other.push(pushed('tool.completed', { callId: 'c' }));
    expect(await plan.requests('1')).to.have.length(1);
    expect([element.state.calls.get('c')?.status, other.state.calls.get('c')?.status]).to.deep.equal(['active', 'completed']);
    other.remove();
    await waitUntil(async () => (await plan.requests('2'))[0]?.closed === true);
  });

  it('frames that are pushed while it connects take their place ahead', async () => {
    const plan = await faultPlan({ steps: [{ body: [{ wait: 150 }, whole], end: 'hold' }] });
    const element = within(`<chainabit-activity src="${plan.url()}"></chainabit-activity>`);
    await element.updateComplete;
    element.push(pushed('tool.started', { callId: 'first' }));
    await settles(element);
    expect([...element.state.calls.values()].map(({ callId, status }) => [callId, status])).to.deep.equal([['first', 'interrupted'], ['c', 'completed']]);
  });

  it('byte by byte, the same state and each commit once', async () => {
    const bytes = new TextEncoder().encode(whole.replaceAll('\n', '\r\n'));
    const body = Array.from(bytes, (byte) => ({ base64: btoa(String.fromCharCode(byte)) }));
    const plan = await faultPlan({ steps: [{ body, end: 'hold' }] });
    const element = within(`<chainabit-activity src="${plan.url()}"></chainabit-activity>`);
    const states = [element.state];
    element.addEventListener('activity-change', (event) => {
      const { state, previous } = event;
      expect(previous).to.equal(states.at(-1));
      expect(state).not.to.equal(previous);
      states.push(state);
    });
    await settles(element);
    expect(element.state.message).to.deep.equal({ text: 'Merhaba', status: 'completed' });
    expect(element.state.calls.get('c')).to.deep.include({ status: 'completed', output: 0, input: { city: 'İzmir 🚀' } });
  });
});

describe('contract: events of a commit (2, 3)', () => {
  it('each run is settled once, however many come in one push', async () => {
    const element = within('<chainabit-activity></chainabit-activity>');
    const ended: (string | undefined)[] = [];
    element.addEventListener('activity-settled', (event) => ended.push(event.run.id));
    const run = (id: string): WireFrame[] => [pushed('tool.started', { callId: id }, id), pushed('message.completed', { text: id }, id)];
    element.push([...run('r'), ...run('s'), ...run('s'), pushed('tool.started', { callId: 't' }, 't')]);
    await aTimeout(50);
    expect(ended).to.deep.equal(['r', 's']);
    expect(element.state.run).to.deep.equal({ id: 't', status: 'running' });
  });

  it('what an event does not touch keeps its identity, and one that says nothing new changes nothing', async () => {
    const element = within('<chainabit-activity></chainabit-activity>');
    element.push([pushed('tool.started', { callId: 'a', input: { n: 1 } }), pushed('tool.started', { callId: 'b' }), pushed('tool.approval_required', { callId: 'b', input: { n: 2 } })]);
    await aTimeout(50);
    const before = element.state;
    let changes = 0;
    element.addEventListener('activity-change', () => (changes += 1));
    element.push([pushed('tool.started', { callId: 'a', input: { n: 1 } }), pushed('tool.approval_required', { callId: 'b', input: { n: 2 } }), pushed('nobody.knows', {})]);
    await aTimeout(50);
    expect(element.state).to.equal(before);
    element.push(pushed('tool.progress', { callId: 'a', message: 'm' }));
    await aTimeout(50);
    expect(changes).to.equal(1);
    const after = element.state;
    expect(after.calls.get('b')).to.equal(before.calls.get('b'));
    for (const part of ['approvals', 'plan', 'order', 'message', 'run', 'connection'] as const) expect(after[part], part).to.equal(before[part]);
  });
});

describe('contract: decide() against a server (B4)', () => {
  const rows: readonly (readonly [step: Step, status: string, handedOver: boolean, error: string | undefined])[] = [
    [{ status: 202 }, 'sending', true, undefined],
    [{ status: 409 }, 'cancelled', false, undefined],
    [{ status: 410 }, 'expired', false, undefined],
    [{ status: 422, headers: { 'content-type': 'application/json' }, body: ['{"error":{"message":"No such room"}}'] }, 'pending', false, 'No such room'],
    [{ status: 500 }, 'pending', false, 'The answer could not be sent. Nothing was decided.'],
  ];
  for (const [step, status, handedOver, error] of rows) {
    it(`${String(step.status)}, and ten clicks are one request`, async () => {
      const plan = await faultPlan({ steps: [step] });
      const element = within(`<chainabit-activity approval-url="${plan.url()}-{runId}-{approvalId}-{decision}"></chainabit-activity>`);
      element.push(pushed('tool.approval_required', { callId: 'c', approvalId: 'a/1', input: { n: 1 } }));
      for (let n = 0; n < 10; n += 1) element.decide('a/1', n % 2 === 0 ? 'approve' : 'reject', { reason: 'ok' });
      expect(element.state.approvals.get('a/1')).to.include({ status: 'sending', decision: 'approve' });
      await waitUntil(() => element.state.approvals.get('a/1')?.status !== 'sending' || element.state.approvals.get('a/1')?.handedOver === true);
      const approval = element.state.approvals.get('a/1');
      expect([approval?.status, approval?.handedOver === true, approval?.error?.message]).to.deep.equal([status, handedOver, error]);
      const requests = await plan.requests();
      expect(requests).to.have.length(1);
      const { digest, ...body } = JSON.parse(requests[0]!.body) as Record<string, unknown>;
      expect(body).to.deep.equal({ approvalId: 'a/1', callId: 'c', runId: 'r', decision: 'approve', reason: 'ok' });
      expect(digest, 'of what was shown (A6)').to.match(/^sha-256:[0-9a-f]{64}$/);
      expect(requests[0]!.path).to.match(/-r-a%2F1-approve$/);
      if (status !== 'pending') return;
      element.decide('a/1', 'approve', { reason: 'ok' });
      await waitUntil(async () => (await plan.requests()).length === 2);
      const [first, second] = await plan.requests();
      expect(second!.headers['idempotency-key'], 'the same decision, the same key').to.equal(first!.headers['idempotency-key']);
    });
  }

  it('a decision for an approval that is over, or unknown, sends nothing', async () => {
    const plan = await faultPlan({ steps: [{ status: 202 }] });
    const element = within(`<chainabit-activity approval-url="${plan.url()}"></chainabit-activity>`);
    element.push([pushed('tool.approval_required', { callId: 'c' }), pushed('tool.approval_timeout', { callId: 'c' })]);
    element.decide('c', 'approve');
    element.decide('nobody', 'approve');
    await aTimeout(50);
    expect(await plan.requests()).to.have.length(0);
    expect(element.state.approvals.get('c')?.status).to.equal('expired');
  });

  it('a host that answers by the event hears of one decision, and of none that no card could make', () => {
    const element = within('<chainabit-activity></chainabit-activity>');
    const heard: string[] = [];
    element.addEventListener('approval-decision', ({ approvalId, decision }) => heard.push(`${decision} ${approvalId}`));
    element.push([pushed('tool.approval_required', { callId: 'c' }), pushed('tool.approval_required', { callId: 'd' }), pushed('tool.approval_timeout', { callId: 'd' })]);
    element.decide('c', 'approve');
    element.decide('c', 'reject');
    element.decide('d', 'approve');
    element.decide('nobody', 'approve');
    expect(heard).to.deep.equal(['approve c']);
  });

  it('the event comes before the request, and a host may take it', async () => {
    const plan = await faultPlan({ steps: [{ status: 202 }] });
    const element = within(`<chainabit-activity approval-url="${plan.url()}"></chainabit-activity>`);
    element.push(pushed('tool.approval_required', { callId: 'c' }));
    element.addEventListener('approval-decision', (event) => {
      (event).preventDefault();
      (event).respondWith(Promise.reject(new Error('not today')));
    });
    element.decide('c', 'reject');
    await waitUntil(() => element.state.approvals.get('c')?.error !== undefined);
    expect(element.state.approvals.get('c')).to.deep.include({ status: 'pending' });
    expect(await plan.requests()).to.have.length(0);
  });
});
