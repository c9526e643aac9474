/** Reasoning and what may become of it, on the page: the host's word, the page's, and the run's own. */
import { expect, fixture, html, waitUntil as awaited } from '@open-wc/testing';
import { configure } from '../../src/core.js';
import '../../src/define.js';
import type { ChainabitActivity } from '../../src/elements/chainabit-activity/chainabit-activity.js';
import type { WireFrame } from '../../src/wire/frame.js';

/** A dialect is loaded and a frame is awaited, on machines that have other things to do. */
const waitUntil = (met: () => boolean): Promise<void> => awaited(met, undefined, { timeout: 10_000 });

const CANARY = 'CANARY-51b7';
const bare = (type: string, more: object = {}): WireFrame => ({ data: JSON.stringify({ type, ...more }) });
const gateway = (event: string, more: object = {}): WireFrame => ({ event, data: JSON.stringify({ run_id: 'r', ...more }) });
const place = { step_number: 1, attempt_id: 'a', item_index: 0 };

/** A stream with the canary in each field that holds reasoning, and what is left when it is over there. */
const STREAMS: Readonly<Record<string, readonly WireFrame[]>> = {
  construct: [
    bare('snapshot', { runId: 'run-a', status: 'running', chainOfThought: 'surface', tasks: [{ id: 't1', role: 'architect', status: 'running', reasoning: CANARY }] }),
    bare('task', { runId: 'run-a', taskId: 't2', role: 'critic', status: 'done', reasoning: CANARY }),
    { data: `{"type":"task","runId":"run-a","taskId":"t3","reasoning":"${CANARY}` },
    bare('task', { runId: 'run-a', taskId: 't3', role: 'writer', status: 'running', reasoning: [CANARY] }),
  ],
  'construct-chat': [
    bare('session', { id: 'conv' }),
    bare('thinking', { id: 'conv', text: CANARY }),
    bare('thinking', { id: 'conv', text: { text: CANARY } }),
    { data: `{"type":"thinking","text":"${CANARY}` },
    bare('tool_call', { id: 'c', title: 'Read', input: {} }),
  ],
  'model-gateway': [
    gateway('reasoning.delta', { ...place, is_summary: false, text: CANARY }),
    gateway('reasoning.delta', { ...place, is_summary: true, text: `**A title**\n\n${CANARY}` }),
    gateway('reasoning.summary.delta', { ...place, text: CANARY }),
    gateway('reasoning.later', { text: CANARY }),
    { event: 'reasoning.delta', data: `{"text":"${CANARY}` },
    gateway('model.response.completed', { ...place, conversation_items: [{ kind: 'reasoning', text: CANARY }, { kind: 'tool_call', call_id: 'c', name: 'n' }] }),
    gateway('assistant.message.completed', { message: { content: [{ type: 'reasoning', text: CANARY }, { type: 'text', text: 'Hi' }] } }),
  ],
};

/** What stored forms of the same hold. */
const HISTORIES: Readonly<Record<string, unknown>> = {
  construct: { runId: 'run-a', status: 'running', tasks: [{ id: 't1', role: 'architect', status: 'done', reasoning: CANARY }] },
  'construct-chat': [{ id: 't', assistant: 'Hi', thinking: CANARY, tools: [] }],
  'model-gateway': [{ sequence: 1, role: 'assistant', content: [{ type: 'thinking', text: CANARY }, { type: 'text', text: 'Hi' }] }],
};

const EVENTS = ['activity-change', 'activity-connection-change', 'activity-settled', 'activity-message', 'activity-error', 'activity-diagnostic', 'activity-reasoning'];

/** All text below a node, shadow roots and attributes included. */
function markup(node: Element): string {
  const below = [...(node.shadowRoot?.querySelectorAll('*') ?? []), ...node.querySelectorAll('*')];
  const own = [...node.attributes].map(({ value }) => value).join(' ');
  return [own, node.shadowRoot?.textContent ?? '', node.textContent, ...below.map(markup)].join('\n');
}

function stored(storage: Storage): string {
  return JSON.stringify(Object.entries(storage));
}

function asJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) => (inner instanceof Map ? [...inner.entries()] : inner));
}

interface Seen {
  readonly element: ChainabitActivity;
  readonly told: string[];
  /** Text of `activity-reasoning`. */
  readonly reasoning: string[];
}

async function mounted(dialect: string, disclosure?: string): Promise<Seen> {
  const element = await fixture<ChainabitActivity>(html`<chainabit-activity dialect=${dialect}></chainabit-activity>`);
  if (disclosure !== undefined) element.setAttribute('disclosure', disclosure);
  const told: string[] = [];
  const reasoning: string[] = [];
  for (const name of EVENTS) {
    element.addEventListener(name, (event) => {
      const own = Object.fromEntries(Object.entries(event));
      if (name === 'activity-reasoning') reasoning.push(String(own['text']));
      else told.push(asJson(own));
    });
  }
  return { element, told, reasoning };
}

async function played(dialect: string, disclosure?: string): Promise<Seen> {
  const seen = await mounted(dialect, disclosure);
  seen.element.push(STREAMS[dialect] ?? []);
  await waitUntil(() => seen.element.state.run.status === 'running');
  await seen.element.updateComplete;
  return seen;
}

for (const dialect of Object.keys(STREAMS)) {
  describe(`disclosure on the page: ${dialect}`, () => {
    for (const mode of [undefined, 'hidden', 'everything', '']) {
      it(`${mode === undefined ? 'without a word' : `"${mode}"`}, nothing of it is anywhere`, async () => {
        const { element, told, reasoning } = await played(dialect, mode);
        element.hydrate(HISTORIES[dialect]);
        element.push(STREAMS[dialect] ?? []);
        await element.updateComplete;
        // Told with a frame, and the events are read as they are: they do hold what may be told.
        await waitUntil(() => told.join('\n').includes('"status":"running"'));
        expect(reasoning).to.deep.equal([]);
        for (const [place, text] of Object.entries({
          state: asJson(element.state),
          events: told.join('\n'),
          page: markup(element),
          session: stored(sessionStorage),
          local: stored(localStorage),
        })) {
          expect(text, place).not.to.include(CANARY);
        }
      });
    }

    it('telemetry_only: in its event, and nowhere else', async () => {
      const { element, told, reasoning } = await played(dialect, 'telemetry_only');
      expect(reasoning.join('')).to.include(CANARY);
      for (const text of [asJson(element.state), told.join('\n'), markup(element), stored(sessionStorage)]) expect(text).not.to.include(CANARY);
    });

    it('surface: in its event and in the state', async () => {
      const { element, reasoning } = await mounted(dialect, 'surface');
      element.push((STREAMS[dialect] ?? []).slice(0, dialect === 'model-gateway' ? 1 : 2));
      await waitUntil(() => element.state.run.status === 'running');
      expect(reasoning.join('')).to.include(CANARY);
      expect(element.state.thinking.text).to.include(CANARY);
    });
  });
}

describe("disclosure: the host's word, the page's, the run's", () => {
  afterEach(() => {
    configure({ disclosure: undefined });
  });

  const snapshot = (chainOfThought: unknown): WireFrame =>
    bare('snapshot', { runId: 'run-a', status: 'running', chainOfThought, tasks: [{ id: 't1', role: 'architect', status: 'running', reasoning: CANARY }] });

  async function shown(mode: unknown, disclosure?: string): Promise<boolean> {
    const { element } = await mounted('construct', disclosure);
    element.push(snapshot(mode));
    await waitUntil(() => element.state.run.status === 'running');
    return asJson(element.state).includes(CANARY);
  }

  it("the page's counts for an element that says nothing, and not for one that does", async () => {
    configure({ disclosure: 'surface' });
    expect(await shown('surface')).to.equal(true);
    expect(await shown('surface', 'hidden')).to.equal(false);
    expect(await shown('surface', 'unheard of')).to.equal(false);
    configure({ disclosure: 'hidden' });
    expect(await shown('surface')).to.equal(false);
    expect(await shown('surface', 'surface')).to.equal(true);
  });

  it('is asked when reasoning comes, and again when the attribute goes', async () => {
    const { element, reasoning } = await mounted('construct');
    element.push(bare('planned', { runId: 'run-a' }));
    await waitUntil(() => element.state.run.status === 'running');
    configure({ disclosure: 'telemetry_only' });
    expect(element.disclosure).to.equal('telemetry_only');
    const thought = (id: string): WireFrame => bare('task', { runId: 'run-a', taskId: id, status: 'done', reasoning: `${CANARY} ${id}` });
    element.push(thought('t1'));
    element.setAttribute('disclosure', 'hidden');
    element.push(thought('t2'));
    element.removeAttribute('disclosure');
    element.push(thought('t3'));
    expect(reasoning).to.deep.equal([`${CANARY} t1`, `${CANARY} t3`]);
  });

  it("the run's own narrows both and widens neither", async () => {
    configure({ disclosure: 'surface' });
    for (const mode of ['hidden', 'telemetry_only', 'unheard of', 7]) expect(await shown(mode), String(mode)).to.equal(false);
    configure({ disclosure: 'hidden' });
    expect(await shown('surface')).to.equal(false);
    expect(await shown('hidden', 'surface')).to.equal(false);
  });
});
