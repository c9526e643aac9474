/**
 * Real input end to end: each recording goes through a real server, the fetch stream and the element, and what a person
 * sees must be what was read in the file by hand. Thoughts must be nowhere.
 */
import { expect, fixture, html, waitUntil } from '@open-wc/testing';
import '../../src/define.js';
import { exportRecord } from '../../src/activity/record.js';
import type { ChainabitActivity } from '../../src/elements/chainabit-activity/chainabit-activity.js';
import type { ToolCard } from '../../src/elements/tool-card/tool-card.js';
import { plain } from '../dialects/frames.js';
import { type ExpectedRecording, expectState, recordingsMissing, recordingsOf } from '../dialects/recordings.js';

interface Watched {
  readonly element: ChainabitActivity;
  readonly headings: string[];
  /** States and diagnostics that were told, as text. */
  readonly events: string[];
}

function watch(element: ChainabitActivity): Watched {
  const headings: string[] = [];
  const events: string[] = [];
  element.addEventListener('activity-change', ({ state }) => {
    const { heading } = state.thinking;
    if (heading !== undefined && heading !== headings.at(-1)) headings.push(heading);
    events.push(JSON.stringify(plain(state)));
  });
  element.addEventListener('activity-message', ({ message, delta }) => events.push(JSON.stringify([message, delta])));
  element.addEventListener('activity-diagnostic', ({ code, sample }) => events.push(JSON.stringify([code, sample])));
  return { element, headings, events };
}

async function play(folder: string, { files }: ExpectedRecording): Promise<Watched> {
  const element = await fixture<ChainabitActivity>(html`<chainabit-activity dialect=${folder} method="POST"></chainabit-activity>`);
  const watched = watch(element);
  element.body = { stream: true };
  element.src = `/recording-stream/${folder}/${files.join('+')}?session=${crypto.randomUUID()}`;
  for (const [turn] of files.entries()) {
    if (turn > 0) element.connect();
    await waitUntil(() => element.state.connection.status !== 'closed', 'opens again', { timeout: 5000 });
    await waitUntil(() => element.state.connection.status === 'closed', 'the body ends', { timeout: 20_000 });
  }
  await element.updateComplete;
  return watched;
}

/** The cards of the feed, in order. */
async function cardsOn(element: ChainabitActivity): Promise<string[]> {
  const cards = [...(element.shadowRoot?.querySelectorAll<ToolCard>('tool-card') ?? [])];
  await Promise.all(cards.map((card) => card.updateComplete));
  return cards.map((card) => card.getAttribute('call-id') ?? '');
}

function deepText(root: ShadowRoot | null): string {
  if (root === null) return '';
  return [...root.querySelectorAll('*')].reduce((text, each) => text + deepText(each.shadowRoot), root.innerHTML);
}

/** `short`: the streams may be over within a frame, in which a heading that has gone again is never drawn. */
export function describeRecordingsOnPage(folder: string, table: readonly ExpectedRecording[], { short = false } = {}): void {
  describe(`${folder}: recordings through server, stream and element`, () => {
    if (recordingsOf(folder) === undefined) {
      recordingsMissing(folder);
      return;
    }
    for (const expected of table) {
      it(expected.files.join(' → '), async () => {
        const { element, headings, events } = await play(folder, expected);
        expectState(expected, element.state);
        expect(await cardsOn(element)).to.deep.equal(expected.cards.map(({ callId }) => callId));
        if (short) expect(expected.headings).to.include.members(headings);
        else expect(headings).to.deep.equal(expected.headings);
        const answer = element.shadowRoot?.querySelector('[part~="answer"]')?.textContent ?? '';
        expect(answer.startsWith(typeof expected.answer === 'string' ? expected.answer : expected.answer[0]), 'the answer is on the page').to.equal(true);
        if (expected.thought === undefined) return;
        const everything = [deepText(element.shadowRoot), ...events, JSON.stringify(exportRecord(element.state)), JSON.stringify(Object.entries(sessionStorage))];
        expect(everything.join('\n')).not.to.contain(expected.thought);
      });
    }
  });
}
