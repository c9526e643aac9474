/** What an element does when its page is hidden, frozen, offline, and when the stream lacks events. */
import { expect, waitUntil } from '@open-wc/testing';
import '../../src/define.js';
import type { Connection } from '../../src/activity/state.js';
import type { ChainabitActivity } from '../../src/elements/chainabit-activity/chainabit-activity.js';
import { connectionWords } from '../../src/elements/chainabit-activity/connection-line.js';
import { resolveMessages } from '../../src/locales/index.js';
import type { Transport, TransportRequest, TransportSink } from '../../src/wire/transport.js';

interface Link {
  readonly request: TransportRequest;
  readonly sink: TransportSink;
  readonly end: () => void;
}

const elements = new Set<ChainabitActivity>();

afterEach(() => {
  for (const element of elements) element.remove();
  elements.clear();
});

async function open(properties: Partial<ChainabitActivity> = {}): Promise<{ element: ChainabitActivity; links: Link[] }> {
  const links: Link[] = [];
  const transport: Transport = (request, sink) =>
    new Promise((resolve, reject) => {
      links.push({ request, sink, end: resolve });
      request.signal.addEventListener('abort', () => {
        reject(new DOMException('closed', 'AbortError'));
      });
    });
  const element = document.createElement('chainabit-activity');
  Object.assign(element, { transport, src: '/events', ...properties });
  elements.add(element);
  document.body.append(element);
  await waitUntil(() => links.length === 1);
  links[0]?.sink.open({});
  return { element, links };
}

function frame(sequence: number, event: string, payload: Readonly<Record<string, unknown>>): { event: string; data: string; id: string } {
  return { event, id: String(sequence), data: JSON.stringify({ runId: 'r', sequence, payload }) };
}

const page = (name: 'pagehide' | 'pageshow', persisted: boolean): void => {
  window.dispatchEvent(new PageTransitionEvent(name, { persisted }));
};
const part = (element: ChainabitActivity, name: string): HTMLElement | null => element.shadowRoot?.querySelector(`[part="${name}"]`) ?? null;

describe('the back/forward cache (F15)', () => {
  it('entering it closes the connection, coming back opens it after the last event', async () => {
    const { element, links } = await open();
    links[0]?.sink.frames([frame(1, 'tool.started', { callId: 'c' })]);
    page('pagehide', true);
    expect(links[0]?.request.signal.aborted, 'closed while the page still runs').to.equal(true);
    expect(element.state.connection.status).to.equal('closed');
    page('pageshow', true);
    await waitUntil(() => links.length === 2);
    expect(links[1]?.request.lastEventId).to.equal('1');
    expect(element.state.calls.size).to.equal(1);
  });

  it('a page that is left for good closes nothing, and one that had no connection opens none', async () => {
    const { element, links } = await open();
    page('pagehide', false);
    expect(links[0]?.request.signal.aborted).to.equal(false);
    element.close();
    page('pagehide', true);
    page('pageshow', true);
    await element.updateComplete;
    expect(links).to.have.length(1);
  });

  it('elements that share a connection close and open it once', async () => {
    const first = await open();
    const second = document.createElement('chainabit-activity');
    elements.add(second);
    Object.assign(second, { transport: first.element.transport, src: '/events' });
    document.body.append(second);
    await second.updateComplete;
    const before = first.links.length;
    page('pagehide', true);
    page('pageshow', true);
    await waitUntil(() => first.links.length === before * 2);
    await second.updateComplete;
    expect(first.links).to.have.length(before * 2);
  });
});

describe('hidden and offline (F16, F17, C7)', () => {
  it('a hidden tab keeps its stream and its state', async () => {
    const { element, links } = await open();
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => true });
    try {
      document.dispatchEvent(new Event('visibilitychange'));
      links[0]?.sink.frames([frame(1, 'tool.started', { callId: 'c' })]);
      expect(element.state.calls.get('c')?.status).to.equal('active');
      expect(links[0]?.request.signal.aborted).to.equal(false);
    } finally {
      Reflect.deleteProperty(document, 'hidden');
    }
    document.dispatchEvent(new Event('visibilitychange'));
    expect(links).to.have.length(1);
  });

  it('offline is said in words, with a button; online goes on', async () => {
    const { element, links } = await open({ lang: 'en' });
    window.dispatchEvent(new Event('offline'));
    await element.updateComplete;
    expect(part(element, 'connection'), 'a live stream is none of its business').to.equal(null);
    links[0]?.end();
    await waitUntil(() => part(element, 'connection-text')?.textContent.includes('offline') === true);
    expect(part(element, 'retry')).not.to.equal(null);
    expect(element.state.connection).to.include({ status: 'reconnecting', offline: true });
    window.dispatchEvent(new Event('online'));
    await waitUntil(() => links.length === 2);
    links[1]?.sink.open({});
    await waitUntil(() => part(element, 'connection') === null);
  });

  it('an element that is out of the page hears nothing of it', async () => {
    const { element, links } = await open();
    element.remove();
    await waitUntil(() => links[0]?.request.signal.aborted === true);
    page('pageshow', true);
    window.dispatchEvent(new Event('online'));
    document.dispatchEvent(new Event('visibilitychange'));
    await new Promise((resolve) => requestAnimationFrame(resolve));
    expect(links).to.have.length(1);
  });
});

describe('the connection line', () => {
  const now = 1_700_000_000_000;
  const words = resolveMessages('en');
  const rows: readonly (readonly [string, Connection, string | undefined])[] = [
    ['C6 a pause', { status: 'reconnecting', attempt: 1, retryAt: now + 3_200 }, words.reconnectingIn('4 sec')],
    ['an attempt', { status: 'reconnecting', attempt: 1 }, words.reconnecting],
    ['F14 a clock that was put on', { status: 'reconnecting', attempt: 1, retryAt: now - 86_400_000 }, words.reconnecting],
    ['F14 a clock that was put back', { status: 'reconnecting', attempt: 1, retryAt: now + 86_400_000 }, words.reconnecting],
    ['F17 offline', { status: 'reconnecting', attempt: 1, offline: true }, words.offline],
    ['all is well', { status: 'open', attempt: 0 }, undefined],
  ];
  for (const [name, connection, said] of rows) {
    it(name, () => {
      const text = connectionWords(connection, words, now);
      if (said === words.reconnectingIn('4 sec')) expect(text).to.match(/Reconnecting in 4/u);
      else expect(text).to.equal(said);
    });
  }
});

describe('events that are missing (C4, F19, R3)', () => {
  it('are said in words where nothing can fill in for them', async () => {
    const { element, links } = await open({ lang: 'en' });
    const codes: string[] = [];
    element.addEventListener('activity-error', ({ code }) => codes.push(code));
    links[0]?.sink.frames([frame(1, 'tool.started', { callId: 'a' }), frame(5, 'tool.started', { callId: 'b' })]);
    await waitUntil(() => part(element, 'fault')?.textContent.includes('may be missing') === true);
    expect(codes).to.deep.equal(['events-lost']);
    expect(part(element, 'retry'), 'nothing to press').to.equal(null);
  });

  it('are fetched again by a press, where a history failed', async () => {
    let status = 503;
    const history = (): Promise<Response> =>
      Promise.resolve(Response.json({ data: [{ role: 'assistant', runId: 'r', status: 'streaming', toolCalls: [{ callId: 'x', status: 'completed' }] }], meta: { lastEventId: '5' } }, { status }));
    const { element, links } = await open({ lang: 'en', historySrc: '/history', fetch: history });
    const codes: string[] = [];
    element.addEventListener('activity-error', ({ code }) => codes.push(code));
    links[0]?.sink.frames([frame(1, 'tool.started', { callId: 'a' }), frame(5, 'tool.started', { callId: 'b' })]);
    await waitUntil(() => part(element, 'fault')?.textContent.includes('may be missing') === true);
    status = 200;
    part(element, 'retry')?.click();
    await waitUntil(() => codes.includes('resynced'));
    expect([...element.state.calls.keys()].sort()).to.deep.equal(['a', 'b', 'x']);
    await waitUntil(() => part(element, 'fault') === null);
    expect(links).to.have.length(1);
  });
});
