import { expect, fixture, html, nextFrame, waitUntil } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { emptyState, type Thinking, type ToolCall } from '../../src/activity/state.js';
import { ThinkingStatus } from '../../src/elements/thinking-status/thinking-status.js';
import { en } from '../../src/locales/en.js';
import { tr } from '../../src/locales/tr.js';
import { define } from '../../src/registry.js';
import { ActivityStub } from '../support/activity-stub.js';

define('thinking-status', ThinkingStatus);

const working: Thinking = { active: true, kind: 'working' };
const heading = (words: string): Thinking => ({ active: true, kind: 'heading', heading: words });

async function line(thinking: Thinking): Promise<ThinkingStatus> {
  return fixture<ThinkingStatus>(html`<thinking-status .thinking=${thinking}></thinking-status>`);
}

function words(element: ThinkingStatus): string | undefined {
  return element.renderRoot.querySelector('[part="text"]')?.textContent;
}

describe('<thinking-status>', () => {
  it('passes axe in light and dark', async () => {
    for (const scheme of ['light', 'dark']) {
      document.documentElement.style.colorScheme = scheme;
      document.body.style.background = scheme === 'dark' ? '#15181c' : '#ffffff';
      await expect(await line({ ...heading('Comparing two dates'), text: 'Tuesday is free.' })).to.be.accessible();
    }
    document.documentElement.style.colorScheme = '';
    document.body.style.background = '';
  });

  it('stands alone with its own property, also as JSON, and is not there without one', async () => {
    expect(words(await line(heading('Comparing two dates')))).to.equal('Comparing two dates');
    expect(words(await line({ active: true, kind: 'reasoning' }))).to.equal(en.reasoning);
    expect(words(await line(working))).to.equal(en.working);
    const idle = await line({ active: false, kind: 'working' });
    expect(getComputedStyle(idle).display).to.equal('none');
    const json = await fixture<ThinkingStatus>(html`<thinking-status thinking='{"active":true,"kind":"working"}'></thinking-status>`);
    expect(words(json)).to.equal(en.working);
  });

  it('says the language of its own words, not of the agent\'s', async () => {
    const language = async (thinking: Thinking): Promise<string | null> => (await line(thinking)).renderRoot.querySelector('[part="text"]')!.getAttribute('lang');
    expect(await language(working)).to.equal('en');
    expect(await language(heading('Randevu'))).to.equal(null);
  });

  it('only a changed heading touches the page, and only its text node (V1, V5)', async () => {
    const element = await line(heading('Comparing two dates'));
    const changes: MutationRecord[] = [];
    const observer = new MutationObserver((records) => changes.push(...records));
    observer.observe(element.renderRoot, { subtree: true, childList: true, characterData: true, attributes: true });
    element.thinking = heading('Comparing two dates');
    await element.updateComplete;
    await nextFrame();
    expect(changes).to.have.length(0);
    element.thinking = heading('Choosing a time');
    await element.updateComplete;
    await nextFrame();
    expect(changes.map(({ type }) => type)).to.deep.equal(['characterData']);
    observer.disconnect();
    const text = element.renderRoot.querySelector('[part="text"]')!;
    expect(Number(getComputedStyle(text).opacity), 'legible from the first frame on').to.be.at.least(0.6);
  });

  it('shows disclosed reasoning behind a control, by keyboard, as text', async () => {
    const hostile = '<img src=x onerror="window.hacked=1"> \uD800';
    const element = await line({ ...heading('Comparing'), text: hostile });
    expect(element.renderRoot.querySelector('[part="more"]')).to.equal(null);
    const toggle = element.renderRoot.querySelector<HTMLElement>('[part="toggle"]')!;
    expect(toggle.getAttribute('aria-expanded')).to.equal('false');
    toggle.focus();
    await sendKeys({ press: 'Enter' });
    await element.updateComplete;
    expect(toggle.getAttribute('aria-expanded')).to.equal('true');
    expect(element.renderRoot.querySelector('[part="more"]')?.textContent).to.equal(hostile.replace('\uD800', '\uFFFD'));
    expect(element.renderRoot.querySelector('img')).to.equal(null);
  });

  it('follows the language of the page', async () => {
    const element = await line(working);
    document.documentElement.lang = 'tr';
    await waitUntil(() => words(element) === tr.working);
    document.documentElement.lang = 'en';
    await waitUntil(() => words(element) === en.working);
  });
});

describe('<thinking-status> in an activity', () => {
  it('says the heading, else the newest status, else that it reasons, else that it works; nothing at the end', async () => {
    const stub = new ActivityStub();
    const element = document.createElement('thinking-status');
    stub.element.append(element);
    let renders = 0;
    const status = (callId: string, label: string): ToolCall => ({ callId, status: 'active', activity: { label, renderHint: 'status_card' } });
    const says = async (change: Parameters<ActivityStub['commit']>[0]): Promise<string | undefined> => {
      stub.commit(change);
      await element.updateComplete;
      return words(element);
    };
    expect(await says({})).to.equal(undefined);
    expect(getComputedStyle(element).display).to.equal('none');
    element.addController({ hostUpdated: () => renders++ });
    expect(await says({ run: { status: 'running' }, thinking: working })).to.equal(en.working);
    expect(await says({ thinking: { active: true, kind: 'reasoning' } })).to.equal(en.reasoning);
    expect(await says({ run: { status: 'waiting', waitingFor: 'approval' } }), 'the approval card says what it waits for').to.equal(en.reasoning);
    const calls = new Map([status('a', 'Reading mail'), status('b', 'Reading calendar')].map((call) => [call.callId, call]));
    const order = [...calls.keys()].map((id) => ({ kind: 'call' as const, id }));
    expect(await says({ run: { status: 'running' }, calls, order })).to.equal('Reading calendar');
    expect(await says({ thinking: heading('Comparing two dates') })).to.equal('Comparing two dates');
    expect(renders).to.equal(4);
    expect(await says({ notes: new Map() }), 'another change renders nothing').to.equal('Comparing two dates');
    expect(renders).to.equal(4);
    expect(await says({ run: { status: 'settled' }, thinking: emptyState.thinking })).to.equal(undefined);
    expect(element.matches(':state(idle)')).to.equal(true);
    expect(element.renderRoot.querySelector('[aria-live]')).to.equal(null);
    stub.remove();
  });
});
