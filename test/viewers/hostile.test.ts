import { expect, fixtureCleanup, waitUntil } from '@open-wc/testing';
import * as fc from 'fast-check';
import { en } from '../../src/locales/en.js';
import type { ViewerType } from '../../src/viewers/viewer.js';
import { isTree } from '../../src/viewers/data.js';
import { gather, slicesOf } from '../../src/viewers/slices.js';
import { DiffView } from '../../src/viewers/diff/index.js';
import { ErrorView } from '../../src/viewers/error-view.js';
import { TreeView } from '../../src/viewers/json-tree/index.js';
import { search } from '../../src/viewers/json-tree/search.js';
import { MediaView } from '../../src/viewers/media/index.js';
import { SqlView } from '../../src/viewers/sql/index.js';
import { TableView } from '../../src/viewers/table/index.js';
import { comparisonsOf } from '../../src/viewers/match/diff.js';
import { errorOf } from '../../src/viewers/match/error.js';
import { mediaOf } from '../../src/viewers/match/media.js';
import { sqlOf } from '../../src/viewers/match/sql.js';
import { isTable } from '../../src/viewers/match/table.js';
import { render } from 'lit';
import { countWork } from '../support/work.js';
import { deep, press, show, type ValueHost } from './kit.js';

const hostileTexts = [
  '<img src=x onerror="window.hacked=1">',
  '<script>window.hacked=1</script>',
  '<svg onload="window.hacked=1"><a href="javascript:window.hacked=1">x</a></svg>',
  '"><iframe srcdoc="<script>parent.hacked=1</script>">',
  'javascript:window.hacked=1',
  'data:text/html,<script>window.hacked=1</script>',
  'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" onload="window.hacked=1"/>',
  '\u202Egnp.exe',
  '\uD800 alone, \uDC00 too',
  'e\u0301\u0301\u0301'.repeat(50),
  'x'.repeat(100_000),
  '{{constructor.constructor("window.hacked=1")()}}',
  '${window.hacked=1}',
  '__proto__',
];

const ring: unknown[] = [{ a: 1, b: 2 }, { a: 2, b: 3 }];
ring.push(ring);
const selfish: Record<string, unknown> = { path: 'x', oldText: 'a', newText: 'b' };
selfish['error'] = selfish;
const { proxy, revoke } = Proxy.revocable({}, {});
revoke();
const throwing = Object.defineProperty({ message: 'x', code: 1 }, 'boom', {
  enumerable: true,
  get: () => {
    throw new Error('no');
  },
});

const hostileValues: readonly [name: string, value: unknown][] = [
  ['scripts and handlers', hostileTexts],
  ['the same as names', Object.fromEntries(hostileTexts.map((text) => [text, text]))],
  ['the same in rows', hostileTexts.map((text, n) => ({ n, text, [text]: text }))],
  ['the same as statements', { queries: hostileTexts.slice(0, 10) }],
  ['the same as texts to compare', { path: hostileTexts[0], oldText: hostileTexts.slice(0, 9).join('\n'), newText: hostileTexts.slice(2).join('\n') }],
  ['the same as images', hostileTexts.map((text) => ({ type: 'image', url: text, alt: text }))],
  ['the same as image addresses', { content: [{ type: 'text', text: hostileTexts[0] }, { type: 'image', data: hostileTexts[10], mimeType: 'image/svg+xml' }] }],
  ['the same as an error', { error: { code: hostileTexts[0], message: hostileTexts[2], data: hostileTexts } }],
  ['ten thousand levels', deep(10_000)],
  ['a ring', ring],
  ['a ring of fields', selfish],
  ['a million items', Array.from({ length: 1_000_000 }, (_, n) => n)],
  ['a million rows', Array.from({ length: 1_000_000 }, (_, n) => ({ n, text: 'x' }))],
  ['twenty million characters', { text: 'x'.repeat(20_000_000), rest: 1 }],
  ['no date', [{ at: new Date(NaN), n: 1 }, { at: new Date(0), n: 2 }]],
  ['NaN and its kin', [{ a: NaN, b: -0 }, { a: Infinity, b: 1 }]],
  ['big numbers', [{ a: 10n ** 40n, b: 1 }, { a: -1n, b: 2 }]],
  ['symbols and functions', { a: Symbol('s'), b: Math.max, c: undefined }],
  ['a revoked proxy', proxy],
  ['rows with a revoked proxy', [{ a: 1, b: 2 }, proxy, { a: 1, b: 2 }]],
  ['a getter that throws', throwing],
  ['rows with a getter that throws', [throwing, throwing]],
  ['an error that throws', Object.defineProperty(new Error('x'), 'message', { get: () => { throw new Error('no'); } })],
  ['own __proto__', JSON.parse('{"__proto__":{"polluted":1},"constructor":"x","toString":1}')],
  ['rows of __proto__', JSON.parse('[{"__proto__":1,"constructor":2},{"__proto__":3,"constructor":4}]')],
  ['maps and sets', new Map<unknown, unknown>([[{}, new Set([1, ring])], ['k', new Map()]])],
  ['bytes', new Uint8Array(3)],
  ['holes', Object.assign([], { length: 5 })],
  ['as many lines as there may be', { path: 'x', oldText: '', newText: 'a\n'.repeat(30_000) }],
  ['as many tokens as there may be', { sql: `SELECT ${'1 '.repeat(30_000)}` }],
  ['as many links as there may be', 'http://a '.repeat(7000)],
  ['an error with much beside it', { error: { code: 1, message: 'x' }, data: Array.from({ length: 3000 }, (_, n) => n) }],
];

const viewers: readonly [name: string, type: ViewerType, fits: (value: unknown) => boolean][] = [
  ['error', ErrorView, (value) => errorOf(value, true) !== undefined],
  ['media', MediaView, (value) => mediaOf(value, true) !== undefined],
  ['diff', DiffView, (value) => comparisonsOf(value, true) !== undefined],
  ['sql', SqlView, (value) => sqlOf(value, true) !== undefined],
  ['table', TableView, (value) => isTable(value, true)],
  ['tree', TreeView, isTree],
];

const origins = ['self', 'data:', 'https://images.example'];
let host: ValueHost;

/** Draws a value by one viewer, whether it would be chosen or not. */
function draw(Type: ViewerType, value: unknown): HTMLElement {
  const place = document.createElement('div');
  render(new Type(host).render({ value, label: 'Output', messages: en, origins }), place);
  return place;
}

/** Nothing that runs, embeds or leads anywhere but to http, https and mail; no style, no handler. */
function expectHarmless(root: ParentNode): void {
  expect(root.querySelector('script, iframe, object, embed, link, style, base, form, svg, math, template, video, audio')).to.equal(null);
  for (const element of root.querySelectorAll('*')) {
    for (const { name } of element.attributes) expect(name).not.to.match(/^(?:on|style$|srcdoc$|srcset$)/u);
  }
  for (const link of root.querySelectorAll('a')) expect(link.protocol).to.be.oneOf(['http:', 'https:', 'mailto:']);
  for (const image of root.querySelectorAll('img')) expect(image.src).to.match(/^(?:data:image\/(?:png|jpeg|gif|webp)|https:\/\/images\.example\/|http:\/\/localhost)/u);
  expect((globalThis as { hacked?: unknown }).hacked).to.equal(undefined);
}

describe('hostile content (E11, F22–F24, R10)', () => {
  const names = Object.getOwnPropertyNames(Object.prototype).sort();
  const trouble: unknown[] = [];
  const onError = (event: ErrorEvent | PromiseRejectionEvent): void => {
    trouble.push('reason' in event ? event.reason : event.message);
  };
  before(() => {
    addEventListener('error', onError);
    addEventListener('unhandledrejection', onError);
  });
  beforeEach(async () => {
    host = await show('host');
  });
  afterEach(() => {
    expect(trouble).to.deep.equal([]);
    expect(Object.getOwnPropertyNames(Object.prototype).sort(), 'the prototype is untouched').to.deep.equal(names);
  });
  after(() => {
    removeEventListener('error', onError);
    removeEventListener('unhandledrejection', onError);
  });

  for (const [name, value] of hostileValues) {
    it(`shows ${name} as data, in the view that is chosen and in each other`, async () => {
      const element = await show(value, { choice: { origins } });
      await waitUntil(() => element.renderRoot.querySelector('.view, pre, .rows') !== null, 'a view');
      expect(element.renderRoot.querySelector('.value')!.textContent.trim()).not.to.equal('');
      expectHarmless(element.renderRoot);
      for (const label of [en.viewAsTree, en.viewAsJson, en.viewAsText]) {
        const other = [...element.renderRoot.querySelectorAll('button')].find((each) => each.textContent === label);
        if (other === undefined) continue;
        await press(element, label);
        expectHarmless(element.renderRoot);
      }
      expect(element.renderRoot.querySelectorAll('*').length, 'elements').to.be.below(5000);
      fixtureCleanup();
    }).timeout(60_000);

    it(`every viewer whose test takes ${name} draws it`, () => {
      for (const [, Type, fits] of viewers) {
        if (!fits(value)) continue;
        const place = draw(Type, value);
        expectHarmless(place);
        expect(place.querySelectorAll('*').length).to.be.below(10_000);
      }
    }).timeout(60_000);
  }

  it('wraps words without end', async () => {
    for (const value of ['x'.repeat(60_000), { a: { b: 'x'.repeat(2000) } }, { error: { code: 'x'.repeat(300), message: 'y'.repeat(3000) } }]) {
      const element = await show(value, { choice: {} });
      element.style.inlineSize = '240px';
      expect(element.scrollWidth).to.be.at.most(240);
      fixtureCleanup();
    }
  });

  // Shapes that the viewers look for, filled with anything.
  const json = fc.jsonValue({ maxDepth: 4 });
  const text = fc.oneof(fc.string(), fc.constantFrom(...hostileTexts.filter((each) => each.length < 1000)), fc.webUrl());
  const anything = fc.oneof(json, text);
  const shaped = fc.oneof(
    anything,
    fc.array(fc.dictionary(fc.constantFrom('a', 'b', 'c'), anything)),
    fc.record({ path: anything, oldText: anything, newText: anything, patch: anything }, { requiredKeys: [] }),
    fc.record({ sql: anything, query: anything, queries: fc.oneof(anything, fc.array(text)), name: anything }, { requiredKeys: [] }),
    fc.record({ type: anything, url: anything, data: anything, mimeType: anything, alt: anything, size: anything, width: anything }, { requiredKeys: [] }),
    fc.record({ error: anything, code: anything, message: anything, stack: anything }, { requiredKeys: [] }),
    fc.record({ content: fc.array(anything) }),
  );
  for (const [name, Type, fits] of viewers) {
    it(`the ${name} viewer draws any JSON that fits it, and nothing runs`, () => {
      fc.assert(
        fc.property(fc.oneof(shaped, fc.array(shaped)), (value) => {
          if (!fits(value)) return;
          const place = draw(Type, value);
          expectHarmless(place);
          expect(place.childElementCount).to.be.at.least(1);
        }),
        { numRuns: 300 },
      );
    }).timeout(60_000);
  }

  it('the card shows any JSON', async () => {
    await fc.assert(
      fc.asyncProperty(shaped, async (value) => {
        host.options = { choice: { origins } };
        host.value = { value };
        host.requestUpdate();
        await host.updateComplete;
        host.value = value;
        host.requestUpdate();
        await host.updateComplete;
        expect(host.renderRoot.querySelector('.view, pre, .rows')).not.to.equal(null);
        expectHarmless(host.renderRoot);
      }),
      { numRuns: 150 },
    );
  }).timeout(60_000);
});

describe('the work of one task (V4, F23)', () => {
  /** Runs what a task starts, one timer at a time, and tells the most reads between two of them. */
  async function mostReads(list: readonly unknown[], start: (value: unknown) => Promise<unknown>): Promise<{ most: number; tasks: number }> {
    let reads = 0;
    let most = 0;
    let tasks = 0;
    const counted = new Proxy([...list], {
      get: (target, key, receiver) => {
        reads += 1;
        return Reflect.get(target, key, receiver) as unknown;
      },
    });
    const original = globalThis.setTimeout;
    const next = (): void => {
      most = Math.max(most, reads);
      reads = 0;
      tasks += 1;
    };
    globalThis.setTimeout = ((callback: () => void, ...rest: number[]) => {
      next();
      return original(callback, ...rest);
    }) as typeof setTimeout;
    try {
      await start(counted);
      next();
    } finally {
      globalThis.setTimeout = original;
    }
    return { most, tasks };
  }

  const million = Array.from({ length: 300_000 }, (_, n) => n);

  it('of reading a large value for copy and download is bounded', async () => {
    const { most, tasks } = await mostReads(million, gather);
    expect(most).to.be.below(50_000);
    expect(tasks).to.be.greaterThan(20);
  }).timeout(60_000);

  it('of searching a large value is bounded, and ends when nobody waits for it', async () => {
    const { most, tasks } = await mostReads(million, (value) => search(value, 'needle', () => true));
    expect(most).to.be.below(50_000);
    expect(tasks).to.be.greaterThan(20);
    let asked = 0;
    const given = await search(million, 'needle', () => ++asked < 3);
    expect(given).to.equal(undefined);
    expect(asked).to.equal(3);
  }).timeout(60_000);

  it('of a text of twenty million characters is a slice of it', async () => {
    const text = 'x'.repeat(20_000_000);
    const blob = await gather({ text });
    expect(blob.size).to.equal(text.length + '{\n  "text": ""\n}'.length);
    let longest = 0;
    for (const slice of slicesOf({ text })) longest = Math.max(longest, slice.length);
    expect(longest).to.be.below(150_000);
  }).timeout(60_000);

  it('of opening a text of twenty million characters is its head', async () => {
    const text = 'SELECT x FROM '.repeat(1_500_000);
    const work = countWork();
    await show(text, { choice: {} });
    await show({ text }, { choice: {} });
    work.restore();
    expect(work.characters()).to.be.below(500_000);
  });

  it('of opening a large value is its head', async () => {
    const { most } = await mostReads(million, async (value) => {
      await show(value, { choice: {} });
    });
    expect(most).to.be.below(50_000);
  });
});
