/** What the frames hold: F20 to F24. All of it comes over a socket. */
import { expect } from '@open-wc/testing';
import type { ToolCard } from '../../src/index.js';
import { type FaultProcess, startFaultProcess } from '../support/fault-process.js';
import { body, clear, END, find, frame, show, shown, stands, until, type View } from './kit.js';

let server: FaultProcess;

before(async () => {
  server = await startFaultProcess();
});
after(async () => {
  await server.order('end');
});
afterEach(() => {
  clear();
});

const CANARY = 'CANARY-4410';

/** An element that has read all of some frames, and the end of the run. */
async function read(...frames: readonly string[]): Promise<View> {
  const view = show(await server.lay({ body: [...frames.map((each) => body(each)), body(END)], end: 'hold' }));
  await stands(view, 'closed');
  await view.element.updateComplete;
  return view;
}

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length < 2) return [[...items]];
  return items.flatMap((first, index) => permutations(items.toSpliced(index, 1)).map((rest) => [first, ...rest]));
}

/** Everything that the state holds, as text, however deep. */
const everything = (view: View): string =>
  JSON.stringify([view.element.state, view.diagnostics.map(({ code, sample }) => [code, sample])], (_key, value: unknown) => (value instanceof Map ? [...value] : value));

const bare = (event: string, data: string): string => `event: ${event}\ndata: ${data}`;

describe('faults: what frames hold', function () {
  this.timeout(60_000);

  it('F20 the five events of a call in each of their 120 orders, two calls at a time: the same card', async () => {
    const events = (callId: string): readonly string[] => [
      frame('tool.started', { callId, toolKey: 'k', input: { a: 1 } }),
      frame('tool.progress', { callId, message: 'one' }),
      frame('tool.progress', { callId, message: 'two' }),
      frame('tool.approval_response', { callId, approvalId: `ap_${callId}`, approved: true }),
      frame('tool.completed', { callId, output: 0 }),
    ];
    const orders = permutations([0, 1, 2, 3, 4]);
    const frames = orders.flatMap((order, index) => {
      const [one, two] = [events(`${String(index)}a`), events(`${String(index)}b`)];
      // The second call in the opposite order, event by event between those of the first.
      return order.flatMap((which, place) => [one[which] ?? '', two[order.at(-1 - place) ?? 0] ?? '']);
    });
    const view = await read(...frames);
    const calls = [...view.element.state.calls.values()];
    expect(calls).to.have.length(240);
    const odd = calls.filter(({ status, toolKey, output, input }) => status !== 'completed' || toolKey !== 'k' || output !== 0 || JSON.stringify(input) !== '{"a":1}');
    expect(odd.map(({ callId, status }) => [callId, status])).to.deep.equal([]);
    expect([...view.element.state.approvals.values()].filter(({ status }) => status !== 'accepted')).to.deep.equal([]);
  });

  it('F21 unknown events, extra fields and cot.* cost nothing; what is private is nowhere', async () => {
    const view = await read(
      frame('tool.started', { callId: 'a', toolKey: 'k', surprise: { deep: [1] }, 'x-new': true }),
      frame('tool.teleported', { callId: 'a' }),
      frame('run.dreamed', {}),
      frame('cot.delta', { text: CANARY }),
      frame('cot.step', { callId: 'a', message: CANARY, label: CANARY }),
      bare('cot.broken', `{"text":"${CANARY}`),
      bare('message', `{"event":"cot.delta","payload":{"text":"${CANARY}"}}`),
      bare('message', `{"type":"cot.delta","runId":"run_f","payload":{"text":"${CANARY}"}}`),
      frame('tool.completed', { callId: 'a', output: 1, cot: undefined }),
    );
    const { calls, run } = view.element.state;
    expect([calls.size, calls.get('a')?.status, run.status]).to.deep.equal([1, 'completed', 'settled']);
    expect(view.errors).to.deep.equal([]);
    await until(() => view.diagnostics.some(({ code }) => code === 'unknown'), 'counted');
    const unknown = view.diagnostics.filter(({ code }) => code === 'unknown').reduce((sum, { count }) => sum + count, 0);
    expect(unknown).to.be.at.least(2);
    const places = { told: everything(view), shown: shown(view.element), element: view.element.outerHTML };
    expect(Object.entries(places).filter(([, text]) => text.includes(CANARY)).map(([place]) => place)).to.deep.equal([]);
  });

  it('F22 names of prototypes, nothing, 10 kB and no string as an id or a type: keys and no more', async () => {
    const prototype = Object.getOwnPropertyNames(Object.prototype);
    const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf', 'x'.repeat(10_000)];
    const noStrings = ['', 7, true, null, [], ['__proto__'], {}];
    const view = await read(
      ...names.map((callId) => frame('tool.started', { callId, toolKey: callId })),
      ...noStrings.map((callId) => frame('tool.started', { callId, toolKey: 'k' })),
      ...names.map((name) => frame(name, { callId: name })),
      bare('tool.started', '{"payload":{"callId":"p","toolKey":"k","__proto__":{"polluted":1},"input":{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}}}'),
      bare('tool.completed', '{"__proto__":{"polluted":1},"payload":{"callId":"p","output":{"__proto__":{"polluted":1}}}}'),
    );
    const keys = [...view.element.state.calls.keys()];
    expect(keys.filter((key) => names.includes(key))).to.deep.equal(names);
    expect(keys.every((key) => typeof key === 'string' && key !== '')).to.equal(true);
    expect(view.element.state.calls.get('__proto__')).to.include({ toolKey: '__proto__' });
    expect(Object.getOwnPropertyNames(Object.prototype)).to.deep.equal(prototype);
    expect(({} as { polluted?: number }).polluted).to.equal(undefined);
    expect(view.element.state.calls.get('p')?.status).to.equal('completed');
    await until(() => find(view.element, 'tool-card[call-id="p"]') !== undefined, 'drawn');
    expect(view.errors).to.deep.equal([]);
  });

  /** The card of a call, opened. */
  async function opened(view: View, callId: string): Promise<void> {
    const card = (): ToolCard | undefined => find(view.element, `tool-card[call-id="${callId}"]`) as ToolCard | undefined;
    await until(() => card() !== undefined, `a card for ${callId}`);
    card()!.open = true;
    await card()!.updateComplete;
  }

  const large: readonly (readonly [name: string, output: string, size: number])[] = [
    ['a hundred thousand levels', `${'['.repeat(100_000)}${']'.repeat(100_000)}`, 200_000],
    ['as many levels of objects', `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`, 600_000],
    ['a million items', `[${'0,'.repeat(999_999)}0]`, 2_000_000],
    ['a text of 12 MB', `"${'word '.repeat(2_400_000)}"`, 12_000_000],
  ];
  for (const [name, output, size] of large) {
    it(`F23 R10 ${name}: bounded on the page, and said to be so`, async () => {
      expect(output.length).to.be.at.least(size);
      const view = await read(
        frame('tool.started', { callId: 'big', toolKey: 'k' }),
        bare('tool.completed', `{"payload":{"callId":"big","output":${output}}}`),
        frame('tool.started', { callId: 'after', toolKey: 'k' }),
      );
      await opened(view, 'big');
      expect(view.element.state.calls.get('big')?.status).to.equal('completed');
      expect(view.element.state.calls.has('after'), 'the stream goes on').to.equal(true);
      expect(view.errors).to.deep.equal([]);
      // 64 KiB of it, and the page around it.
      expect(shown(view.element).length).to.be.below(150_000);
    });
  }

  it('F24 lone surrogates, marks without a letter and a word of 100 kB: well formed, and within their box', async () => {
    const lone = ['\\ud800', '\\udfff', 'a\\ud83d', '\\udc00\\ud800'];
    const word = 'w'.repeat(100_000);
    const view = await read(
      ...lone.map((text, index) => bare('tool.started', `{"payload":{"callId":"s${String(index)}","toolKey":"${text}","activity":{"label":"${text} label","detail":"${text}"}}}`)),
      frame('tool.started', { callId: 'marks', toolKey: '\u0301\u0300\u20DD', activity: { label: `\u0301${'\u0300'.repeat(500)}` } }),
      frame('tool.started', { callId: 'word', toolKey: word, activity: { label: word, detail: word } }),
      frame('tool.failed', { callId: 'word', error: { code: 'c', message: word } }),
      bare('message.delta', '{"payload":{"delta":"\\ud800 done"}}'),
    );
    view.element.style.inlineSize = '360px';
    view.element.style.display = 'block';
    await opened(view, 'word');
    await until(() => shown(view.element).includes('\uFFFD'), 'replaced');
    expect(shown(view.element).isWellFormed()).to.equal(true);
    const { element } = view;
    expect(element.scrollWidth).to.be.at.most(element.clientWidth);
    const card = find(element, 'tool-card[call-id="word"]')!;
    expect(card.getBoundingClientRect().right).to.be.at.most(element.getBoundingClientRect().right + 1);
    expect(view.errors).to.deep.equal([]);
  });
});
