/**
 * Recorded streams of AG-UI end to end: through a real server, the fetch stream and the element. What a person sees must be
 * what was read in the file by hand, and reasoning text must be nowhere.
 */
import { expect, fixture, html, waitUntil } from '@open-wc/testing';
import '../../src/define.js';
import { exportRecord } from '../../src/activity/record.js';
import type { ChainabitActivity } from '../../src/elements/chainabit-activity/chainabit-activity.js';
import type { ToolCard } from '../../src/elements/tool-card/tool-card.js';
import { type ExpectedStream, expectedStreams } from '../dialects/ag-ui-recordings.expected.js';
import { fetchText, plain } from '../dialects/frames.js';

const index = JSON.parse(await fetchText('/recordings/index.json')) as { readonly available: boolean };

/** Files that are a stream as they stand. */
const live = expectedStreams.filter(({ names }) => names.every((name) => name.endsWith('.sse')));

interface Watched {
  readonly element: ChainabitActivity;
  readonly headings: string[];
  readonly states: string[];
}

async function play({ names }: ExpectedStream): Promise<Watched> {
  const element = await fixture<ChainabitActivity>(html`<chainabit-activity dialect="ag-ui" method="POST"></chainabit-activity>`);
  const watched: Watched = { element, headings: [], states: [] };
  element.addEventListener('activity-change', ({ state }) => {
    const { heading } = state.thinking;
    if (heading !== undefined && heading !== watched.headings.at(-1)) watched.headings.push(heading);
    watched.states.push(JSON.stringify(plain(state)));
  });
  element.body = { threadId: 't', runId: 'r', messages: [] };
  element.src = `/recording-stream/ag-ui/${names.join('+')}?session=${crypto.randomUUID()}`;
  for (const [turn] of names.entries()) {
    if (turn > 0) element.connect();
    await waitUntil(() => element.state.connection.status !== 'closed', 'opens again', { timeout: 5000 });
    await waitUntil(() => element.state.connection.status === 'closed', 'the body ends', { timeout: 10_000 });
  }
  await element.updateComplete;
  return watched;
}

/** What the cards say, in timeline order. */
async function cardsOn(element: ChainabitActivity): Promise<unknown[]> {
  const cards = [...(element.shadowRoot?.querySelectorAll<ToolCard>('tool-card') ?? [])];
  await Promise.all(cards.map((card) => card.updateComplete));
  return cards.map((card) => {
    const callId = card.getAttribute('call-id') ?? '';
    return { callId, status: element.state.calls.get(callId)?.status };
  });
}

function deepText(root: ShadowRoot | null): string {
  if (root === null) return '';
  return [...root.querySelectorAll('*')].reduce((text, each) => text + deepText(each.shadowRoot), root.innerHTML);
}

describe('ag-ui: recordings through server, stream and element', () => {
  if (!index.available) {
    it('NOT TESTED: ../shared/recordings is not beside the project', function () {
      console.warn('ag-ui recordings were not found; their tests did not run');
      this.skip();
    });
    return;
  }
  for (const expected of live) {
    it(expected.names.join(' → '), async () => {
      const { element, headings, states } = await play(expected);
      const { state } = element;
      const { status, outcome, waitingFor } = state.run;
      expect([status, outcome, waitingFor]).to.deep.equal([expected.run.status, expected.run.outcome, expected.run.waitingFor]);
      expect(await cardsOn(element)).to.deep.equal((expected.cards ?? []).map((card) => ({ callId: card.callId, status: card.status })));
      expect([...state.approvals.values()].map(({ approvalId, status: word }) => [approvalId, word])).to.deep.equal((expected.approvals ?? []).map(({ approvalId, status: word }) => [approvalId, word]));
      expect(headings).to.deep.equal(expected.headings ?? []);
      expect(state.message.text).to.have.lengthOf(expected.message?.length ?? 0);
      const answer = element.shadowRoot?.querySelector('[part~="answer"]')?.textContent ?? '';
      expect(answer.startsWith(expected.message?.start ?? '')).to.equal(true);
      if (expected.thought === undefined) return;
      const everything = deepText(element.shadowRoot) + states.join('') + JSON.stringify(exportRecord(state)) + JSON.stringify(Object.entries(sessionStorage));
      expect(everything).not.to.contain(expected.thought);
    });
  }
});
