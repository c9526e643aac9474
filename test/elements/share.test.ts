import { expect, nextFrame, waitUntil } from '@open-wc/testing';
import '../../src/define.js';
import type { ChainabitActivity } from '../../src/elements/chainabit-activity/chainabit-activity.js';
import type { ToolCard } from '../../src/elements/tool-card/tool-card.js';
import type { WireFrame } from '../../src/index.js';
import { faultPlan, type FaultPlan, type Step } from '../support/fault-server.js';

const sse = (frames: readonly (readonly [event: string, payload: object])[]): string =>
  frames.map(([event, payload], index) => `id: ${String(index + 1)}\nevent: ${event}\ndata: ${JSON.stringify({ runId: 'r', payload })}\n\n`).join('');
const begun = sse([
  ['tool.started', { callId: 'c', toolKey: 'calendar.search' }],
  ['tool.started', { callId: 'd', toolKey: 'calendar.read' }],
]);
const asking = sse([['tool.approval_required', { approvalId: 'a1', callId: 'c', toolKey: 'calendar.create', input: { title: 'Dentist' } }]]);
const hold = (body: string): Step => ({ body: [body], end: 'hold' });
const pushed = (event: string, payload: object): WireFrame => ({ event, data: { runId: 'r', payload } });

let host: HTMLElement;

function within(markup: string): readonly ChainabitActivity[] {
  host.innerHTML = markup;
  return [...host.querySelectorAll('chainabit-activity')];
}

const tag = (src: string, more = ''): string => `<chainabit-activity src="${src}" ${more}></chainabit-activity>`;
const has = (element: ChainabitActivity, id: string): Promise<void> =>
  waitUntil(() => element.state.calls.has(id) || element.state.approvals.has(id), `${id} arrives`, { timeout: 20_000 });
const cards = (element: ChainabitActivity): readonly ToolCard[] => [...(element.shadowRoot?.querySelectorAll<ToolCard>('tool-card') ?? [])];
const draws = (element: ChainabitActivity, count: number): Promise<void> =>
  waitUntil(() => cards(element).length === count && cards(element).every(({ isUpdatePending }) => !isUpdatePending), `${String(count)} cards`, { timeout: 20_000 });
const open = async (plan: FaultPlan): Promise<number> => (await plan.requests()).filter(({ method, closed }) => method === 'GET' && !closed).length;
const opens = (plan: FaultPlan, count: number): Promise<void> =>
  waitUntil(async () => (await open(plan)) === count, `${String(count)} open`, { timeout: 20_000 });
const words = (element: ChainabitActivity): string => cards(element).map((card) => card.shadowRoot?.textContent ?? '').join(' ');

async function pair(more = ''): Promise<{ a: ChainabitActivity; b: ChainabitActivity; plan: FaultPlan }> {
  const plan = await faultPlan({ steps: [hold(begun)] });
  const [a, b] = within(tag(plan.url(), more).repeat(2));
  await Promise.all([draws(a!, 2), draws(b!, 2)]);
  return { a: a!, b: b!, plan };
}

beforeEach(() => {
  host = document.createElement('div');
  document.body.append(host);
});

afterEach(() => {
  host.remove();
});

describe('elements that share a run', function () {
  this.timeout(60_000);

  it('F27 two on one address are one connection and one state', async () => {
    const { a, b, plan } = await pair();
    expect(await plan.requests()).to.have.length(1);
    expect(a.state).to.equal(b.state);
    expect(cards(a).map(({ callId }) => callId)).to.deep.equal(cards(b).map(({ callId }) => callId));
  });

  it('F27 a move keeps the connection, the last one to go releases it, and coming back goes on', async () => {
    const { a, b, plan } = await pair();
    host.prepend(b);
    document.createElement('div').append(a);
    host.append(a);
    await nextFrame();
    expect(await plan.requests()).to.have.length(1);
    a.remove();
    await nextFrame();
    expect(await open(plan)).to.equal(1);
    b.remove();
    await opens(plan, 0);
    expect(b.state.calls.size).to.equal(2);
    host.append(a);
    await opens(plan, 1);
    expect((await plan.requests()).map(({ headers }) => headers['last-event-id'])).to.deep.equal([undefined, '2']);
    expect(a.state.calls.size).to.equal(2);
  });

  it('F27 one that is removed while it connects leaves the others their connection', async () => {
    const plan = await faultPlan({ steps: [{ body: [{ wait: 50 }, begun], end: 'hold' }] });
    const [a, b] = within(tag(plan.url()).repeat(2));
    await a!.updateComplete;
    a!.remove();
    await has(b!, 'd');
    expect(await plan.requests()).to.have.length(1);
  });

  it('F27 a thousand that come and go are one connection, and none after them', async () => {
    const { a, b, plan } = await pair();
    for (let i = 0; i < 1000; i += 1) {
      const other = document.createElement('chainabit-activity');
      other.src = plan.url();
      host.append(other);
      if (i % 10 === 0) await other.updateComplete;
      other.remove();
    }
    await nextFrame();
    expect(await plan.requests()).to.have.length(1);
    a.remove();
    b.remove();
    await opens(plan, 0);
    expect(await plan.requests()).to.have.length(1);
  }).timeout(120_000);

  it('one that comes later draws at once what is there', async () => {
    const { a, plan } = await pair();
    const late = document.createElement('chainabit-activity');
    const changes: Event[] = [];
    late.addEventListener('activity-change', (event) => changes.push(event));
    late.src = plan.url();
    host.append(late);
    await late.updateComplete;
    expect(late.state).to.equal(a.state);
    await draws(late, 2);
    expect(changes).to.have.length(1);
    expect(await plan.requests()).to.have.length(1);
  });

  it('every event is dispatched at each of them', async () => {
    const { a, b } = await pair();
    const names = ['change', 'message', 'settled', 'connection-change', 'error', 'diagnostic'] as const;
    const seen = new Map<ChainabitActivity, string[]>([[a, []], [b, []]]);
    for (const [element, list] of seen) for (const name of names) element.addEventListener(`activity-${name}`, () => list.push(name));
    a.push([{ event: 'tool.started', data: 'not JSON' }, pushed('message.completed', { text: 'Done.' })]);
    a.decide('unknown', 'approve');
    await nextFrame();
    await nextFrame();
    expect([...new Set(seen.get(a))].sort()).to.deep.equal([...names].sort());
    expect(seen.get(b)).to.deep.equal(seen.get(a));
  });

  it('words, redaction and language stay with each', async () => {
    const { a, b } = await pair();
    a.messages = { status: { active: 'At work' } };
    b.lang = 'tr';
    await waitUntil(() => words(a).includes('At work') && words(b).includes('Çalışıyor'), 'both words', { timeout: 20_000 });
    expect([words(a).includes('At work'), words(b).includes('At work')]).to.deep.equal([true, false]);
    expect([words(a).includes('Çalışıyor'), words(b).includes('Çalışıyor')]).to.deep.equal([false, true]);
  });

  it('reset() of one empties both, and takes the fault lines along', async () => {
    const { a, b, plan } = await pair('stop-url="/nowhere/{runId}/{decision}"');
    a.stop();
    await waitUntil(() => b.shadowRoot?.querySelector('[part~="fault"]') !== null, 'the fault is said in both');
    b.reset();
    await Promise.all([a.updateComplete, b.updateComplete]);
    expect([a.state.calls.size, b.state.calls.size]).to.deep.equal([0, 0]);
    expect(a.shadowRoot?.querySelector('[part~="fault"]')).to.equal(null);
    await opens(plan, 0);
  });

  it('one event renders its card once in each, and nothing else', async () => {
    const { a, b } = await pair();
    const renders = new Map<string, number>();
    const count = (name: string, element: ChainabitActivity | ToolCard): void =>
      element.addController({ hostUpdated: () => renders.set(name, (renders.get(name) ?? 0) + 1) });
    for (const [name, element] of [['a', a], ['b', b]] as const) {
      count(name, element);
      for (const card of cards(element)) count(`${name} ${card.callId}`, card);
    }
    a.push(pushed('tool.progress', { callId: 'c', message: 'half way' }));
    await waitUntil(() => renders.size > 0, 'something renders');
    await nextFrame();
    expect([...renders]).to.deep.equal([['a c', 1], ['b c', 1]]);
  });
});

describe('elements that do not share', function () {
  this.timeout(60_000);

  it('share="none"', async () => {
    const plan = await faultPlan({ steps: [hold(begun)] });
    const [a, b] = within(tag(plan.url(), 'share="none"').repeat(2));
    await Promise.all([has(a!, 'd'), has(b!, 'd')]);
    expect(await plan.requests()).to.have.length(2);
    expect(a!.state).not.to.equal(b!.state);
  });

  it('without an address', async () => {
    const [a, b] = within('<chainabit-activity></chainabit-activity>'.repeat(2));
    a!.push(pushed('tool.started', { callId: 'c', toolKey: 'a.b' }));
    expect([a!.state.calls.size, b!.state.calls.size]).to.deep.equal([1, 0]);
    await nextFrame();
  });

  it('share has a default, and takes what it does not know for that', async () => {
    const [a] = within('<chainabit-activity share="everybody"></chainabit-activity>');
    a!.removeAttribute('share');
    expect(a!.share).to.equal('page');
    const plan = await faultPlan({ steps: [hold(begun)] });
    const [b, c] = within(tag(plan.url(), 'share="everybody"') + tag(plan.url()));
    await Promise.all([has(b!, 'd'), has(c!, 'd')]);
    expect(await plan.requests()).to.have.length(1);
  });

  for (const [name, change] of [
    ['approvalUrl', (element: ChainabitActivity) => (element.approvalUrl = '/a/{approvalId}')],
    ['headers', (element: ChainabitActivity) => (element.headers = { 'x-a': '1' })],
    ['share', (element: ChainabitActivity) => (element.share = 'none')],
    ['disclosure', (element: ChainabitActivity) => (element.disclosure = 'surface')],
  ] as const) {
    it(`${name} of one changes: it has a connection of its own from then on`, async () => {
      const { a, b, plan } = await pair();
      a.push(pushed('tool.started', { callId: 'pushed', toolKey: 'a.b' }));
      change(a);
      await opens(plan, 2);
      await has(a, 'd');
      expect([a.state.calls.size, b.state.calls.size]).to.deep.equal([2, 3]);
      a.remove();
      await opens(plan, 1);
    });
  }

  it('headers of both change, one after the other: nothing is opened again', async () => {
    const { a, b, plan } = await pair();
    const headers = { 'x-a': '1' };
    for (const each of [a, b]) each.headers = headers;
    await Promise.all([a.updateComplete, b.updateComplete]);
    await nextFrame();
    expect(await plan.requests()).to.have.length(1);
    expect(a.state).to.equal(b.state);
  });

  it('another src of one leaves the other alone', async () => {
    const { a, b, plan } = await pair();
    const other = await faultPlan({ steps: [hold(asking)] });
    a.src = other.url();
    await has(a, 'a1');
    expect([...a.state.calls.keys()]).not.to.contain('d');
    expect(b.state.calls.size).to.equal(2);
    expect(await open(plan)).to.equal(1);
    b.src = other.url();
    await has(b, 'a1');
    await opens(plan, 0);
    expect(await open(other)).to.equal(1);
  });
});

describe('six connections', function () {
  this.timeout(60_000);

  it('F28 seven on one address over HTTP/1.1 leave an answer its way', async () => {
    const plan = await faultPlan({ steps: [hold(asking), { status: 202, headers: { 'content-type': 'application/json' }, body: ['{}'] }] });
    const all = within(tag(plan.url(), `approval-url="${plan.url()}"`).repeat(7));
    await Promise.all(all.map((each) => has(each, 'a1')));
    all[6]!.decide('a1', 'approve');
    await waitUntil(() => all.every(({ state }) => state.approvals.get('a1')?.handedOver === true), 'handed over', { timeout: 10_000 });
    expect((await plan.requests()).map(({ method }) => method)).to.deep.equal(['GET', 'POST']);
  });
});
