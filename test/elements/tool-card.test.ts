import { expect, fixture, fixtureCleanup, html, nextFrame, oneEvent, waitUntil } from '@open-wc/testing';
import { executeServerCommand, sendKeys } from '@web/test-runner-commands';
import type { ToolCall, ToolStatus } from '../../src/activity/state.js';
import { ToolCard } from '../../src/elements/tool-card/tool-card.js';
import type { ActivityErrorEvent } from '../../src/events/activity-error-event.js';
import { en } from '../../src/locales/en.js';
import { tr } from '../../src/locales/tr.js';
import { define } from '../../src/registry.js';
import { ActivityStub } from '../support/activity-stub.js';

define('tool-card', ToolCard);

const statuses = Object.keys(en.status) as ToolStatus[];
const base: ToolCall = { callId: 'c1', status: 'active', toolKey: 'search_calendar' };

async function card(call: Partial<ToolCall> = {}, open = false): Promise<ToolCard> {
  return fixture<ToolCard>(html`<tool-card .call=${{ ...base, ...call }} ?open=${open}></tool-card>`);
}

async function update(element: ToolCard, call: Partial<ToolCall>): Promise<void> {
  element.call = { ...element.call!, ...call };
  await element.updateComplete;
}

function part(element: ToolCard, name: string): HTMLElement | null {
  return element.renderRoot.querySelector(`[part~="${name}"]`);
}

function text(element: ToolCard, name: string): string {
  return (part(element, name)?.textContent ?? '').replace(/\s+/gu, ' ').trim();
}

function drawing(element: ToolCard): string | null {
  return element.renderRoot.querySelector('.rail path')!.getAttribute('d');
}

describe('<tool-card>', () => {
  it('passes axe with every status, closed and open, in light and in dark', async function () {
    this.timeout(60_000);
    for (const scheme of ['light', 'dark']) {
      document.documentElement.style.colorScheme = scheme;
      document.body.style.background = scheme === 'dark' ? '#15181c' : '#ffffff';
      const elements = await fixture(html`<div>
        ${statuses.map((status) => {
          const call = { ...base, status, input: { from: 'a' }, output: [1], detail: 'Detail', reason: 'Because', progress: { ratio: 0.5 } };
          return html`<tool-card .call=${call}></tool-card><tool-card open .call=${call}></tool-card>`;
        })}
        <tool-card open .call=${{ ...base, status: 'failed', error: { code: 'x', message: 'Quota exceeded (429)' } }}></tool-card>
        <tool-card .call=${{ ...base, rawStatus: 'warming_up' }}></tool-card>
      </div>`);
      // Not while it unfolds: half unfolded text is half covered.
      await Promise.all([...elements.children].flatMap((one) => one.shadowRoot!.getAnimations()).filter((one) => one instanceof CSSTransition).map((one) => one.finished));
      await expect(elements).to.be.accessible();
      fixtureCleanup();
    }
    document.documentElement.style.colorScheme = '';
    document.body.style.background = '';
  });

  it('gives every status its own words, drawing and state (T3)', async () => {
    const words = new Set<string>();
    const drawings = new Set<string | null>();
    const element = await card();
    for (const status of statuses) {
      await update(element, { status });
      expect(text(element, 'status')).to.equal(en.status[status]);
      expect(element.matches(`:state(${status})`), status).to.be.true;
      expect(statuses.filter((other) => element.matches(`:state(${other})`))).to.deep.equal([status]);
      words.add(text(element, 'status'));
      drawings.add(drawing(element));
    }
    expect(words.size).to.equal(statuses.length);
    expect(drawings.size).to.equal(statuses.length);
  });

  it('shows an unknown status neutrally with its raw name (T3)', async () => {
    const element = await card({ status: 'interrupted', rawStatus: 'warming_up' });
    expect(text(element, 'status')).to.equal('Status: warming_up');
    expect(element.matches(':state(unknown)')).to.be.true;
    const neutral = drawing(element);
    await update(element, { rawStatus: undefined } as unknown as Partial<ToolCall>);
    expect(drawing(element)).not.to.equal(neutral);
  });

  it('says the cause while closed; the code when open', async () => {
    const element = await card({ status: 'failed', error: { code: 'rate_limited', message: 'Quota exceeded (429)' } });
    expect(text(element, 'error')).to.equal('Quota exceeded (429)');
    expect(part(element, 'body')).to.equal(null);
    element.open = true;
    await element.updateComplete;
    expect(text(element, 'error-code')).to.equal('rate_limited');
  });

  it('takes its call as JSON text too; broken text is no call', async () => {
    const element = await fixture<ToolCard>(html`<tool-card call='{"callId":"c","status":"failed","toolKey":"a.b","error":{"message":"No"}}'></tool-card>`);
    expect(text(element, 'error')).to.equal('No');
    element.setAttribute('call', '{"callId":');
    await element.updateComplete;
    expect(element.renderRoot.textContent.trim()).to.equal('');
  });

  it('says why and what instead, why not, and why it stopped', async () => {
    const element = await card({ status: 'degraded', reason: 'Model busy', fallback: 'Stock photograph' });
    expect(text(element, 'reason')).to.equal(`${en.degradedBecause} Model busy`);
    expect(text(element, 'fallback')).to.equal(`${en.fallbackUsed} Stock photograph`);
    for (const status of ['rejected', 'expired', 'interrupted'] as const) {
      fixtureCleanup();
      const other = await card({ status, reason: 'So it is', detail: 'So it is' });
      expect(text(other, 'reason')).to.equal('So it is');
      expect(part(other, 'detail'), 'not twice').to.equal(null);
    }
  });

  it('renders nothing of input and output while closed, and opens and closes by keyboard', async () => {
    const element = await card({ status: 'completed', input: { secret: 'in' }, output: 'out' });
    expect(element.renderRoot.textContent).not.to.contain('out');
    const header = part(element, 'header')!;
    expect(header.getAttribute('aria-expanded')).to.equal('false');
    header.focus();
    await sendKeys({ press: 'Enter' });
    await element.updateComplete;
    expect(header.getAttribute('aria-expanded')).to.equal('true');
    expect(element.renderRoot.querySelector(`#${header.getAttribute('aria-controls')!}`)?.textContent).to.contain('out');
    expect(element.matches(':state(open)')).to.be.true;
    await sendKeys({ press: ' ' });
    await element.updateComplete;
    expect(header.getAttribute('aria-expanded')).to.equal('false');
    await waitUntil(() => part(element, 'body') === null, 'the body is gone once it has folded up');
    expect(element.shadowRoot!.activeElement, 'focus stays').to.equal(header);
  });

  for (const value of [0, false, '', null] as const) {
    it(`shows ${JSON.stringify(value)} as a result (T7)`, async () => {
      const element = await card({ status: 'completed', output: value }, true);
      expect(text(element, 'output')).to.contain(value === '' ? en.emptyText : String(value));
      expect(part(element, 'no-output')).to.equal(null);
    });
  }

  it('tells no output from an output elsewhere, and says neither too early', async () => {
    const element = await card({ status: 'active' }, true);
    expect(part(element, 'no-output')).to.equal(null);
    await update(element, { status: 'completed' });
    expect(text(element, 'no-output')).to.equal(en.noOutput);
    await update(element, { executor: 'provider' });
    expect(text(element, 'no-output')).to.equal(en.resultElsewhere);
    expect(text(element, 'no-input')).to.contain(en.noInput);
  });

  it('shows arguments as they stream', async () => {
    const element = await card({ status: 'pending', inputText: '{"title":"Den' }, true);
    expect(text(element, 'code')).to.equal('{"title":"Den');
  });

  it('shows a bar only with a ratio, else the count alone, and no count twice', async () => {
    const element = await card({ progress: { done: 12 } });
    expect(text(element, 'progress-text')).to.equal('12');
    expect(part(element, 'progress')).to.equal(null);
    await update(element, { progress: { done: 12, total: 40, ratio: 0.3 } });
    expect(text(element, 'progress-text')).to.equal('12 of 40');
    expect((part(element, 'progress') as HTMLProgressElement).value).to.be.closeTo(0.3, 1e-9);
    await update(element, { progress: { ratio: 0.29 } });
    expect(text(element, 'progress-text')).to.equal('29%');
    await update(element, { detail: '12 of 40 events read', progress: { done: 12, total: 40, ratio: 0.3 } });
    expect(text(element, 'detail')).to.equal('12 of 40 events read');
    await update(element, { status: 'completed' });
    expect(part(element, 'progress')).to.equal(null);
  });

  it('keeps hostile text as text (E11, E12)', async () => {
    const hostile = '<img src=x onerror="window.hacked=1">';
    const call = JSON.parse(`{"callId":"__proto__","status":"failed","output":{"__proto__":"own","constructor":"own too","${'a'.repeat(20)}":1}}`) as ToolCall;
    const element = await card({ ...call, activity: { label: hostile }, detail: `${hostile}\u202Eabc`, error: { message: `${hostile}\uD800` } }, true);
    expect(text(element, 'title')).to.equal(hostile);
    expect(text(element, 'error')).to.equal(`${hostile}\uFFFD`);
    expect(element.renderRoot.querySelector('img')).to.equal(null);
    expect((globalThis as { hacked?: unknown }).hacked).to.equal(undefined);
    expect(text(element, 'fields')).to.contain('__proto__').and.to.contain('own too');
    for (const name of ['title', 'error']) {
      const place = part(element, name)!;
      const isolated = place.closest('bdi') ?? place.querySelector('bdi')!;
      expect(getComputedStyle(isolated).unicodeBidi).to.contain('isolate');
    }
  });

  it('changes language and direction with the page', async () => {
    const element = await card({ status: 'completed' });
    document.documentElement.lang = 'tr';
    await waitUntil(() => text(element, 'status') === tr.status.completed);
    document.documentElement.lang = 'en';
    await waitUntil(() => text(element, 'status') === en.status.completed);
    document.documentElement.dir = 'rtl';
    const [title, status] = ['title', 'status'].map((name) => part(element, name)!.getBoundingClientRect());
    expect(title!.left).to.be.greaterThan(status!.right);
    document.documentElement.dir = '';
  });

  it('fits 240 px, and never breaks a date that fits on a line of its own', async () => {
    const holder = await fixture<HTMLElement>(html`<div style="inline-size: 240px">
      <tool-card open .call=${{ ...base, status: 'completed', output: { firstFree: '2026-12-01T10:00', note: 'x'.repeat(300), b: { c: 1 } } }}></tool-card>
    </div>`);
    expect(holder.scrollWidth).to.be.at.most(240);
    const dates = [...holder.querySelector<ToolCard>('tool-card')!.renderRoot.querySelectorAll<HTMLElement>('.whole')];
    const date = dates.find((one) => one.textContent === '2026-12-01T10:00')!;
    expect(date.getBoundingClientRect().height).to.be.at.most(24);
  });

  it('only the running card moves, and nothing does under reduced motion', async () => {
    const motions = (element: ToolCard): Animation[] => element.shadowRoot!.getAnimations().filter((one) => one.effect?.getTiming().iterations === Infinity);
    expect(motions(await card({ status: 'active' }))).to.have.length(1);
    for (const status of statuses.filter((one) => one !== 'active')) expect(motions(await card({ status })), status).to.have.length(0);
    if (!(await executeServerCommand<boolean, object>('set-media', { reducedMotion: 'reduce' }))) return;
    const still = await card({ status: 'active' });
    expect(motions(still)).to.have.length(0);
    still.open = true;
    await still.updateComplete;
    expect(still.shadowRoot!.getAnimations()).to.have.length(0);
    await executeServerCommand('set-media', {});
  });

  it('cuts words without end where it shows while closed, and has them all when open', async () => {
    const element = await card({ status: 'failed', error: { message: 'word '.repeat(2000) }, activity: { label: 'name '.repeat(500) } });
    expect(element.getBoundingClientRect().height).to.be.below(300);
    element.open = true;
    await element.updateComplete;
    const error = part(element, 'error')!;
    expect(error.scrollHeight - error.clientHeight).to.be.at.most(1);
    expect(error.clientHeight).to.be.greaterThan(200);
  });

  it('is high enough to press', async () => {
    const element = await card({ status: 'completed' });
    expect(part(element, 'header')!.getBoundingClientRect().height).to.be.at.least(32);
  });
});

describe('<tool-card> in an activity', () => {
  let stub: ActivityStub;
  beforeEach(() => {
    stub = new ActivityStub();
  });
  afterEach(() => stub.remove());

  async function mount(...ids: string[]): Promise<ToolCard[]> {
    stub.element.replaceChildren(
      ...ids.map((id) => {
        const element = document.createElement('tool-card');
        element.setAttribute('call-id', id);
        return element;
      }),
    );
    const cards = [...stub.element.children] as ToolCard[];
    await Promise.all(cards.map((one) => one.updateComplete));
    return cards;
  }

  function count(element: ToolCard): () => number {
    let renders = 0;
    element.addController({ hostUpdated: () => renders++ });
    return () => renders;
  }

  it('selects its call, follows call-id, and hides without one', async () => {
    stub.calls(base, { ...base, callId: 'c2', toolKey: 'read_mail' });
    const [element] = await mount('none') as [ToolCard];
    expect(getComputedStyle(element).display).to.equal('none');
    element.callId = 'c2';
    await element.updateComplete;
    expect(text(element, 'title')).to.equal('Read mail');
    expect(getComputedStyle(element).display).to.equal('block');
    element.call = { ...base, toolKey: 'own_call' };
    await element.updateComplete;
    expect(text(element, 'title')).to.equal('Own call');
  });

  it('one event, one render of one card; a no-op, none; nothing removed on the way (V5)', async () => {
    stub.calls({ ...base, status: 'pending' }, { ...base, callId: 'c2' });
    const [first, second] = await mount('c1', 'c2') as [ToolCard, ToolCard];
    const [one, two] = [count(first), count(second)];
    const changes: MutationRecord[] = [];
    const observer = new MutationObserver((records) => changes.push(...records));
    for (const element of [first, second]) observer.observe(element.renderRoot, { subtree: true, childList: true, characterData: true, attributes: true });
    const steps: Partial<ToolCall>[] = [
      { status: 'active', startedAt: stub.clock },
      { detail: 'Reading' },
      { progress: { done: 1, total: 4, ratio: 0.25 } },
      { progress: { done: 2, total: 4, ratio: 0.5 }, detail: 'Still reading' },
      { input: { from: 'a' } },
    ];
    for (const step of steps) {
      stub.calls({ ...stub.getState().calls.get('c1')!, ...step });
      await first.updateComplete;
    }
    stub.commit({});
    await nextFrame();
    changes.push(...observer.takeRecords());
    observer.disconnect();
    expect(one()).to.equal(steps.length);
    expect(two()).to.equal(0);
    const removed = changes.flatMap((record) => [...record.removedNodes]).filter((node) => node.nodeType === Node.ELEMENT_NODE);
    expect(removed).to.deep.equal([]);
    expect(changes.some((record) => second.renderRoot.contains(record.target))).to.be.false;
  });

  it('lives through a move, and leaves nothing behind', async () => {
    stub.calls(base);
    const [element] = await mount('c1') as [ToolCard];
    element.open = true;
    await element.updateComplete;
    const other = document.createElement('section');
    stub.element.append(other);
    other.append(element);
    stub.calls({ ...base, status: 'completed' });
    await element.updateComplete;
    expect(text(element, 'status')).to.equal(en.status.completed);
    expect(part(element, 'body')).not.to.equal(null);
    element.remove();
    expect(stub.listeners).to.equal(0);
  });

  it('hides while its approval is open, when asked to', async () => {
    stub.calls({ ...base, status: 'awaiting_approval', approvalId: 'a1' });
    const [element] = await mount('c1') as [ToolCard];
    expect(getComputedStyle(element).display).to.equal('block');
    element.setAttribute('defer-to-approval', '');
    await element.updateComplete;
    expect(element.matches(':state(deferred)')).to.be.true;
    expect(getComputedStyle(element).display).to.equal('none');
    stub.calls({ ...base, approvalId: 'a1' });
    await element.updateComplete;
    expect(getComputedStyle(element).display).to.equal('block');
  });

  it('counts on the clock of the server, without a render (V2, L1)', async () => {
    const ticks: (() => void)[] = [];
    const original = globalThis.setInterval;
    globalThis.setInterval = ((callback: () => void) => ticks.push(callback)) as unknown as typeof setInterval;
    try {
      stub.calls({ ...base, startedAt: stub.clock - 61_000 }, { ...base, callId: 'c2' });
      const [stamped, unstamped] = await mount('c1', 'c2') as [ToolCard, ToolCard];
      expect(text(stamped, 'time')).to.equal('1m 1s');
      expect(text(unstamped, 'time')).to.equal('0s');
      const renders = count(stamped);
      stub.clock += 5000;
      expect(ticks, 'one timer for the page').to.have.length(1);
      ticks[0]!();
      expect(text(stamped, 'time')).to.equal('1m 6s');
      expect(text(unstamped, 'time')).to.equal('5s');
      expect(renders()).to.equal(0);
      expect(part(stamped, 'time')!.closest('[aria-live]')).to.equal(null);
      stub.calls({ ...base, status: 'completed', startedAt: 1000, endedAt: 3300 }, { ...base, callId: 'c2', status: 'completed', startedAt: 5, endedAt: 5 });
      await Promise.all([stamped.updateComplete, unstamped.updateComplete]);
      expect(text(stamped, 'time')).to.equal('2.3s');
      expect(text(unstamped, 'time')).to.equal('0s');
    } finally {
      globalThis.setInterval = original;
    }
  });

  it('hides what looks like a secret without being told, and shows it to a page that says so (E13)', async () => {
    const input = { url: 'https://ada:hunter2@x.test/', headers: { Authorization: 'Bearer abc123def456' }, max_tokens: 5 };
    const call: ToolCall = { callId: 'c', status: 'completed', toolKey: 'http.get', input, output: 'API_KEY=geheim' };
    const card = await fixture<ToolCard>(html`<tool-card .call=${call} open></tool-card>`);
    const shown = card.renderRoot.textContent;
    for (const secret of ['hunter2', 'abc123def456', 'geheim']) expect(shown).to.not.contain(secret);
    for (const plain of ['•••', 'max_tokens', '5', 'API_KEY=']) expect(shown).to.contain(plain);
    expect(call.input).to.equal(input);

    stub.configure({ redact: (value) => value });
    stub.calls(call);
    const [open] = await mount('c') as [ToolCard];
    open.open = true;
    await open.updateComplete;
    expect(open.renderRoot.textContent).to.contain('geheim');
  });

  it('redacts what is shown and what is copied (E13), also when redact throws', async () => {
    const copied: string[] = [];
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText: (value: string) => Promise.resolve(copied.push(value)) } });
    stub.configure({ redact: (value, { kind, toolKey }) => (typeof value === 'object' ? { ...value, token: `${kind} of ${toolKey ?? ''}` } : value) });
    stub.calls({ ...base, status: 'completed', input: { token: 'geheim' } });
    const [element] = await mount('c1') as [ToolCard];
    element.open = true;
    await element.updateComplete;
    expect(element.renderRoot.textContent).to.contain('input of search_calendar').and.not.to.contain('geheim');
    [...element.renderRoot.querySelectorAll<HTMLElement>('[part="value-button"]')].at(-1)!.click();
    await waitUntil(() => copied.length === 1);
    expect(copied[0]).to.contain('input of search_calendar').and.not.to.contain('geheim');
    Reflect.deleteProperty(navigator, 'clipboard');
    const error = oneEvent(stub.element, 'activity-error') as unknown as Promise<ActivityErrorEvent>;
    stub.configure({
      redact: () => {
        throw new Error('no');
      },
    });
    await element.updateComplete;
    expect((await error).code).to.equal('renderer-failed');
    expect(element.renderRoot.textContent).to.contain(en.redacted).and.not.to.contain('geheim');
  });

  it('lets the host draw the inside, and draws it itself when that fails', async () => {
    stub.configure({ renderers: { search_calendar: ({ call }) => html`<b>${String(call?.output)}</b>` } });
    stub.calls({ ...base, status: 'completed', output: 7 });
    const [element] = await mount('c1') as [ToolCard];
    element.open = true;
    await element.updateComplete;
    expect(part(element, 'body')!.querySelector('b')?.textContent).to.equal('7');
    expect(text(element, 'status')).to.equal(en.status.completed);
    const error = oneEvent(stub.element, 'activity-error') as unknown as Promise<ActivityErrorEvent>;
    stub.configure({
      renderers: {
        search_calendar: () => {
          throw new TypeError('broken');
        },
      },
    });
    await element.updateComplete;
    const { code, message, bubbles, composed } = await error;
    expect({ code, message, bubbles, composed }).to.deep.equal({ code: 'renderer-failed', message: 'broken', bubbles: true, composed: true });
    expect(text(element, 'output')).to.contain('7');
  });
});
