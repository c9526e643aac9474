/**
 * Real input end to end: each recording goes through a real server, the fetch stream and the element, and what a person
 * sees must be what was read in the file by hand. Reasoning text must be nowhere.
 */
import { expect, fixture, html, waitUntil } from '@open-wc/testing';
import '../../src/define.js';
import type { ChainabitActivity } from '../../src/elements/chainabit-activity/chainabit-activity.js';
import type { ToolCard } from '../../src/elements/tool-card/tool-card.js';
import { type ExpectedRecording, expectedRecordings } from '../dialects/openai-recordings.expected.js';
import { fetchText } from '../dialects/frames.js';

const index = JSON.parse(await fetchText('/recordings/index.json')) as { readonly available: boolean };

interface Watched {
  readonly element: ChainabitActivity;
  readonly headings: string[];
  readonly events: string[];
}

/** Every public event, as text, and every heading that was published. */
function watch(element: ChainabitActivity): Watched {
  const headings: string[] = [];
  const events: string[] = [];
  element.addEventListener('activity-change', ({ state: { thinking } }) => {
    if (thinking.heading !== undefined && thinking.heading !== headings.at(-1)) headings.push(thinking.heading);
  });
  for (const name of ['activity-change', 'activity-message', 'activity-reasoning', 'activity-diagnostic', 'activity-error', 'activity-settled']) {
    element.addEventListener(name, (event) => {
      events.push(JSON.stringify(event, (key, value: unknown) => (value instanceof Map ? [...value] : isDom(value) ? key : value)));
    });
  }
  return { element, headings, events };
}

function isDom(value: unknown): boolean {
  return value instanceof Node || value instanceof Window;
}

async function play(expected: ExpectedRecording): Promise<Watched> {
  const element = await fixture<ChainabitActivity>(html`<chainabit-activity dialect="openai-responses" method="POST"></chainabit-activity>`);
  const watched = watch(element);
  element.body = { stream: true };
  element.src = `/recording-stream/openai-responses/${expected.files.join('+')}?session=${crypto.randomUUID()}`;
  for (const [turn] of expected.files.entries()) {
    if (turn > 0) element.connect();
    await waitUntil(() => element.state.connection.status !== 'closed', 'opens again', { timeout: 5000 });
    await waitUntil(() => element.state.connection.status === 'closed', 'the body ends', { timeout: 10_000 });
  }
  await element.updateComplete;
  return watched;
}

/** What the cards say, in timeline order. */
async function cardsOn(element: ChainabitActivity): Promise<{ id: string; status: string }[]> {
  const cards = [...(element.shadowRoot?.querySelectorAll<ToolCard>('tool-card') ?? [])];
  await Promise.all(cards.map((card) => card.updateComplete));
  return cards.map((card) => ({ id: card.getAttribute('call-id') ?? '', status: element.state.calls.get(card.getAttribute('call-id') ?? '')?.status ?? '' }));
}

function deepText(root: ShadowRoot | null): string {
  if (root === null) return '';
  return [...root.querySelectorAll('*')].reduce((text, each) => text + deepText(each.shadowRoot), root.innerHTML);
}

describe('openai-responses: recordings through server, stream and element', () => {
  if (!index.available) {
    it('NOT TESTED: ../shared/recordings is not beside the project', function () {
      console.warn('openai-responses recordings were not found; their tests did not run');
      this.skip();
    });
    return;
  }
  for (const expected of expectedRecordings) {
    it(expected.files.join(' → '), async () => {
      const { element, headings, events } = await play(expected);
      const { state } = element;
      expect(state.run.status).to.equal(expected.run.status);
      expect(state.run.outcome).to.equal(expected.run.outcome);
      expect(state.run.waitingFor).to.equal(expected.run.waitingFor);
      expect(await cardsOn(element)).to.deep.equal(expected.cards.map(({ callId, status }) => ({ id: callId, status })));
      expect([...state.approvals.values()].map(({ approvalId, status }) => ({ approvalId, status }))).to.deep.equal(expected.approvals);
      expect(headings).to.deep.equal(expected.headings);
      expect(state.message.text).to.have.lengthOf(expected.message.length);
      const answer = element.shadowRoot?.querySelector('[part~="answer"]')?.textContent ?? '';
      expect(answer.startsWith(expected.message.start)).to.equal(true);
      if (expected.raw === undefined) return;
      const everything = deepText(element.shadowRoot) + events.join('') + JSON.stringify([...state.calls]) + JSON.stringify(state);
      expect(everything).not.to.contain(expected.raw);
    });
  }
});
