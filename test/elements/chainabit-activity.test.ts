import { aTimeout, expect, fixture, html, oneEvent, waitUntil } from '@open-wc/testing';
import '../../src/define.js';
import type { ActivityChangeEvent, ActivityDiagnosticEvent, ActivityErrorEvent, ApprovalDecisionEvent } from '../../src/index.js';
import type { ChainabitActivity } from '../../src/elements/chainabit-activity/chainabit-activity.js';
import type { ToolCard } from '../../src/elements/tool-card/tool-card.js';
import type { Transport, TransportSink, WireFrame } from '../../src/core.js';
import { countLeftovers, NOTHING_LEFT } from '../support/leftovers.js';

const frame = (event: string, sequence: number, payload: unknown, runId = 'run_a'): WireFrame => ({
  event,
  id: String(sequence),
  data: { runId, sequence, payload },
});

const started = (n: number, callId = `c${String(n)}`): WireFrame =>
  frame('tool.started', n, { toolKey: 'calendar.search', callId, input: { n } });
const asked = (n: number, callId: string): WireFrame =>
  frame('tool.approval_required', n, { toolKey: 'calendar.create', callId, input: { title: 'Dentist' } });

/** A transport in the test's hand: each connection is a sink to write to and an end to pull. */
function fakeTransport(): { transport: Transport; connections: { sink: TransportSink; signal: AbortSignal; end: () => void }[] } {
  const connections: { sink: TransportSink; signal: AbortSignal; end: () => void }[] = [];
  const transport: Transport = (request, sink) =>
    new Promise((resolve) => {
      connections.push({ sink, signal: request.signal, end: resolve });
      request.signal.addEventListener('abort', () => resolve());
      sink.open({});
    });
  return { transport, connections };
}

async function mount(): Promise<ChainabitActivity> {
  return fixture<ChainabitActivity>(html`<chainabit-activity></chainabit-activity>`);
}

async function settle(element: ChainabitActivity): Promise<void> {
  await oneEventOrFrame(element);
  await element.updateComplete;
}

/** Commits come with the next frame. */
function oneEventOrFrame(element: ChainabitActivity): Promise<unknown> {
  return Promise.race([oneEvent(element, 'activity-change'), aTimeout(300)]);
}

function part(element: ChainabitActivity, name: string): HTMLElement | null {
  return element.shadowRoot?.querySelector(`[part~="${name}"]`) ?? null;
}

describe('<chainabit-activity>', () => {
  it('shows nothing and passes axe before anything happened', async () => {
    const element = await mount();
    await expect(element).to.be.accessible();
    expect(element.state.run.status).to.equal('idle');
    expect(part(element, 'timeline')).to.equal(null);
  });

  it('push(): state at once, cards with the next commit, and passes axe (E8, L1, L6)', async () => {
    const element = await mount();
    element.push([started(1), frame('capability.resolved', 2, { capability: 'calendar', label: 'Calendar' }), asked(3, 'c9')]);
    expect(element.state.calls.get('c1')?.status).to.equal('active');
    expect(element.state.run.status).to.equal('waiting');
    await settle(element);
    expect(element.shadowRoot?.querySelectorAll('tool-card')).to.have.length(2);
    expect(element.shadowRoot?.querySelectorAll('approval-card')).to.have.length(1);
    expect(part(element, 'capability')?.textContent).to.contain('Calendar');
    await expect(element).to.be.accessible();
    expect(part(element, 'timeline')?.closest('[aria-live]')).to.equal(null);
  });

  it('one event, one card rendered; a no-op, none', async () => {
    const element = await mount();
    element.push(Array.from({ length: 30 }, (_, n) => started(n + 1)));
    await settle(element);
    const cards = [...(element.shadowRoot?.querySelectorAll<ToolCard>('tool-card') ?? [])];
    await Promise.all(cards.map((card) => card.updateComplete));
    const renders = new Map<string, number>();
    for (const each of [...cards, element]) {
      const name = each === element ? 'feed' : (each.getAttribute('call-id') ?? '');
      each.addController({ hostUpdated: () => renders.set(name, (renders.get(name) ?? 0) + 1) });
    }
    element.push(frame('tool.progress', 31, { callId: 'c7', message: 'half way' }));
    await settle(element);
    await aTimeout(50);
    expect([...renders]).to.deep.equal([['c7', 1]]);
    element.push(frame('tool.progress', 31, { callId: 'c7', message: 'half way' }));
    element.push(frame('tool.progress', 32, { callId: 'c7', message: 'half way' }));
    await aTimeout(60);
    expect([...renders]).to.deep.equal([['c7', 1]]);
  });

  it('removes no node for a non-terminal update (V5)', async () => {
    const element = await mount();
    element.push([started(1), started(2), asked(3, 'c3')]);
    await settle(element);
    const removed: Node[] = [];
    const observer = new MutationObserver((records) => records.forEach((record) => removed.push(...record.removedNodes)));
    observer.observe(element.renderRoot, { childList: true, subtree: true });
    element.push([frame('tool.progress', 4, { callId: 'c1', message: 'x' }), frame('tool.completed', 5, { callId: 'c2', data: 0 }), started(6)]);
    await settle(element);
    await aTimeout(50);
    expect(removed.filter((node) => node instanceof Element)).to.deep.equal([]);
    observer.disconnect();
  });

  it('activity-change carries state and previous, once per commit', async () => {
    const element = await mount();
    const changes: ActivityChangeEvent[] = [];
    element.addEventListener('activity-change', (event) => changes.push(event));
    const before = element.state;
    element.push([started(1)]);
    element.push([started(2)]);
    await settle(element);
    expect(changes).to.have.length(1);
    expect(changes[0]?.previous).to.equal(before);
    expect(changes[0]?.state).to.equal(element.state);
    expect(changes[0]?.bubbles && changes[0].composed).to.equal(true);
  });

  it('fires activity-settled once, at the first terminal event', async () => {
    const element = await mount();
    let settled = 0;
    element.addEventListener('activity-settled', () => (settled += 1));
    element.push([started(1), frame('message.completed', 2, { text: 'Done.' })]);
    await settle(element);
    element.push([frame('run.settlement.completed', 3, {})]);
    await aTimeout(50);
    expect(settled).to.equal(1);
    expect(element.state.run).to.include({ status: 'settled', outcome: 'completed' });
    expect(element.state.calls.get('c1')?.status).to.equal('interrupted');
    expect(part(element, 'answer')?.textContent).to.equal('Done.');
    expect(part(element, 'end')?.textContent).to.contain('Finished');
  });

  it('activity-message tells the added text', async () => {
    const element = await mount();
    const deltas: string[] = [];
    element.addEventListener('activity-message', (event) => deltas.push(event.delta));
    element.push(frame('message.delta', 1, { delta: 'Hello' }));
    await settle(element);
    element.push(frame('message.delta', 2, { delta: ' you' }));
    await settle(element);
    expect(deltas).to.deep.equal(['Hello', ' you']);
  });

  it('a malformed frame is told and costs nothing else (F25)', async () => {
    const element = await mount();
    const told: ActivityDiagnosticEvent[] = [];
    element.addEventListener('activity-diagnostic', (event) => told.push(event));
    element.push([started(1), { event: 'tool.started', data: '{"broken' }, started(2)]);
    await settle(element);
    expect(element.state.calls.size).to.equal(2);
    expect(told.map(({ code, count }) => [code, count])).to.deep.equal([['malformed', 1]]);
  });

  it('children replace the feed; cards below them follow by call-id; white space is no child', async () => {
    const blank = await fixture<ChainabitActivity>(html`<chainabit-activity> </chainabit-activity>`);
    expect(part(blank, 'feed')).not.to.equal(null);
    const element = await fixture<ChainabitActivity>(
      html`<chainabit-activity><section><tool-card call-id="c1"></tool-card></section></chainabit-activity>`,
    );
    element.push([started(1)]);
    await settle(element);
    expect(part(element, 'feed')).to.equal(null);
    const card = element.querySelector('tool-card');
    await card?.updateComplete;
    expect(card?.shadowRoot?.textContent).to.contain('Calendar search');
    element.replaceChildren();
    await waitUntil(() => part(element, 'feed') !== null);
  });

  describe('connection', () => {
    it('src opens, a change closes the previous one first, removing closes; a move does not reconnect (C13)', async () => {
      const { transport, connections } = fakeTransport();
      const element = await mount();
      Object.assign(element, { transport, src: '/one' });
      await waitUntil(() => connections.length === 1);
      const elsewhere = document.createElement('div');
      document.body.append(elsewhere);
      elsewhere.append(element);
      await aTimeout(20);
      expect(connections).to.have.length(1);
      expect(connections[0]?.signal.aborted).to.equal(false);
      element.src = '/two';
      await waitUntil(() => connections.length === 2);
      expect(connections[0]?.signal.aborted).to.equal(true);
      element.removeAttribute('src');
      element.src = null;
      element.transport = undefined;
      await waitUntil(() => connections[1]?.signal.aborted === true);
      elsewhere.remove();
    });

    it('leaving the page closes the stream, coming back opens it again with the state kept', async () => {
      const { transport, connections } = fakeTransport();
      const element = await mount();
      Object.assign(element, { transport, src: '/one' });
      await waitUntil(() => connections.length === 1);
      connections[0]?.sink.frames([started(1)]);
      const parent = element.parentElement!;
      element.remove();
      await waitUntil(() => connections[0]?.signal.aborted === true);
      parent.append(element);
      await waitUntil(() => connections.length === 2);
      expect(element.state.calls.size).to.equal(1);
    });

    it('is silent while all is well, and says so when the connection is lost (C6, E8)', async () => {
      const { transport, connections } = fakeTransport();
      const element = await mount();
      Object.assign(element, { transport, src: '/one' });
      await waitUntil(() => connections.length === 1);
      connections[0]?.sink.frames([started(1)]);
      await settle(element);
      expect(part(element, 'connection')).to.equal(null);
      // A minute, so that nothing but the button can open the next one while the test looks.
      connections[0]?.sink.retry(60_000);
      connections[0]?.end();
      await waitUntil(() => part(element, 'connection') !== null);
      expect(part(element, 'connection')?.textContent).to.match(/Reconnecting in/u);
      part(element, 'retry')?.click();
      await waitUntil(() => connections.length === 2);
      element.close();
    });

    it('an unknown dialect is said in words and as an event', async () => {
      const element = await mount();
      const told: Promise<ActivityErrorEvent> = oneEvent(element, 'activity-error');
      Object.assign(element, { dialect: 'klingon', src: '/one' });
      expect((await told).code).to.equal('unknown-dialect');
      await waitUntil(() => part(element, 'connection') !== null);
    });
  });

  describe('decisions', () => {
    it('decide() fires approval-decision first; without an endpoint the card says it was handed over (A10)', async () => {
      const element = await mount();
      element.push([asked(1, 'c1')]);
      setTimeout(() => element.decide('c1', 'approve'));
      const event: ApprovalDecisionEvent = await oneEvent(element, 'approval-decision');
      expect(event).to.include({ approvalId: 'c1', callId: 'c1', decision: 'approve' });
      await aTimeout(0);
      expect(element.state.approvals.get('c1')).to.include({ status: 'sending', handedOver: true });
      element.push([frame('tool.approval_response', 2, { callId: 'c1', approved: true })]);
      expect(element.state.approvals.get('c1')?.status).to.equal('accepted');
      expect(element.state.calls.get('c1')?.status).to.equal('active');
    });

    it('preventDefault and respondWith hand it to the host; a rejection unlocks', async () => {
      const element = await mount();
      element.approvalUrl = '/never';
      let refuse: (reason: Error) => void = () => undefined;
      element.addEventListener('approval-decision', (event) =>
        event.respondWith(new Promise((_, reject) => (refuse = reject))),
      );
      element.push([asked(1, 'c1')]);
      element.decide('c1', 'approve');
      expect(element.state.approvals.get('c1')?.status).to.equal('sending');
      refuse(new Error('Not now'));
      await waitUntil(() => element.state.approvals.get('c1')?.status === 'pending');
      expect(element.state.approvals.get('c1')?.error?.message).to.contain('Not now');
    });
  });

  it('a failure that no card and no connection line tells gets a line of its own (E8)', async () => {
    const element = await fixture<ChainabitActivity>(html`<chainabit-activity history-src="/no/such/history"></chainabit-activity>`);
    await waitUntil(() => part(element, 'fault') !== null, 'said in words', { timeout: 4000 });
    expect(part(element, 'fault')?.textContent).to.contain('Earlier activity could not be loaded');
    element.reset();
    await element.updateComplete;
    expect(part(element, 'fault')).to.equal(null);
  });

  it('disclosure counts from the moment it is set, not from the next render (A19)', async () => {
    const element = await mount();
    const told: string[] = [];
    element.addEventListener('activity-reasoning', ({ text }) => told.push(text));
    const thought = (text: string): WireFrame => ({ data: { type: 'response.reasoning_text.delta', item_id: 'i', output_index: 0, content_index: 0, delta: text } });
    element.dialect = 'openai-responses';
    element.push({ data: { type: 'response.created', response: { id: 'resp_1' } } });
    await waitUntil(() => element.state.run.status === 'running');
    element.disclosure = 'telemetry_only';
    element.push(thought('told'));
    element.disclosure = 'anything else';
    element.push(thought('never told'));
    expect(told).to.deep.equal(['told']);
    expect(JSON.stringify(element.state)).not.to.contain('told');
  });

  it('follows the language of the page, and a host may replace any word', async () => {
    const element = await fixture<ChainabitActivity>(html`<chainabit-activity lang="tr"></chainabit-activity>`);
    element.push([started(1), frame('message.partially_completed', 2, { text: 'Yarım' })]);
    await settle(element);
    expect(part(element, 'end')?.textContent).to.contain('Kısmen bitti');
    element.lang = 'en';
    await waitUntil(() => part(element, 'end')?.textContent.includes('Partly finished') === true);
    element.messages = { outcome: { partial: 'Half done' } };
    await element.updateComplete;
    expect(part(element, 'end')?.textContent).to.contain('Half done');
  });

  it('announces boundaries in one polite region, never progress (L2)', async () => {
    const element = await mount();
    const region = element.shadowRoot?.querySelector('[role="status"]');
    element.push([started(1)]);
    await waitUntil(() => region?.textContent === 'The agent started working');
    element.push([frame('tool.progress', 2, { callId: 'c1', message: 'secret progress' })]);
    element.push([asked(3, 'c2')]);
    await waitUntil(() => region?.textContent.includes('needs your answer') === true, 'approval announced', { timeout: 4000 });
    expect(region?.textContent).not.to.contain('secret progress');
  });

  it('raw cot.* text is nowhere: not in the DOM, the state or any event (A19, F21)', async () => {
    const element = await mount();
    const seen: unknown[] = [];
    for (const name of ['activity-change', 'activity-diagnostic', 'activity-reasoning', 'activity-message', 'activity-error']) {
      element.addEventListener(name, (event) => {
        const { code, sample } = event as ActivityDiagnosticEvent;
        seen.push({ name, code, sample, ...Object.fromEntries(Object.entries(event)) });
      });
    }
    element.push([started(1), frame('cot.delta', 2, { text: 'CANARY-7731' }), { event: 'cot.step', data: '"CANARY-7731' }]);
    await settle(element);
    const everything = JSON.stringify([seen, [...element.state.calls], element.state], (_key, value: unknown) => (value instanceof Map ? [...value] : value));
    expect(everything).not.to.contain('CANARY');
    expect(element.shadowRoot?.innerHTML).not.to.contain('CANARY');
  });

  it('200 mounts and unmounts leave no listener, timer or observer behind (F27)', async () => {
    const counted = countLeftovers();
    const holder = document.createElement('div');
    document.body.append(holder);
    try {
      for (let n = 0; n < 200; n += 1) {
        const element = document.createElement('chainabit-activity');
        holder.append(element);
        element.push([started(1), asked(2, 'c2'), frame('tool.progress', 3, { callId: 'c1', message: 'x' })]);
        await element.updateComplete;
        element.remove();
      }
      // Commits, announcements and releases that were on their way when the last one left.
      await aTimeout(600);
      expect(counted.left()).to.deep.equal(NOTHING_LEFT);
    } finally {
      counted.restore();
      holder.remove();
    }
  });
});
