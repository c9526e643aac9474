import { expect, waitUntil } from '@open-wc/testing';
import { en } from '../../src/locales/en.js';
import { measure, textOf } from '../../src/viewers/data.js';
import { button, deep, fakeClipboard, press, show, type ValueHost } from './kit.js';

function body(host: ValueHost): string {
  return (host.renderRoot.querySelector('[part="value-body"], pre')?.textContent ?? '').replace(/\s+/gu, ' ').trim();
}

describe('ValueView', () => {
  const cyclic: Record<string, unknown> = { name: 'ring' };
  cyclic['self'] = cyclic;
  const throwing = Object.defineProperty({}, 'boom', {
    enumerable: true,
    get: () => {
      throw new Error('no');
    },
  });
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  const odd: readonly [name: string, value: unknown, shown: string][] = [
    ['0', 0, '0'],
    ['-1.5', -1.5, '-1.5'],
    ['NaN', NaN, 'NaN'],
    ['false', false, 'false'],
    ['null', null, 'null'],
    ['undefined', undefined, 'undefined'],
    ['an empty text', '', en.emptyText],
    ['an empty list', [], en.emptyList],
    ['an empty object', {}, en.emptyObject],
    ['a BigInt', 12n, '12'],
    ['a symbol', Symbol('s'), 'Symbol(s)'],
    ['a function', Math.max, '[function max]'],
    ['a date', new Date(0), '1970-01-01T00:00:00.000Z'],
    ['no date', new Date(NaN), 'Invalid Date'],
    ['an error', new TypeError('bad'), 'TypeError: bad'],
    ['a map', new Map([['k', 1]]), 'k 1'],
    ['a set', new Set([1, 2]), '1, 2'],
    ['bytes', new Uint8Array([1, 2]), '1, 2'],
    ['a ring', cyclic, '[circular]'],
    ['a getter that throws', throwing, '[unreadable]'],
    ['a revoked proxy', proxy, '[unreadable]'],
    ['own __proto__', JSON.parse('{"__proto__":"own"}'), '__proto__ own'],
    ['no prototype', Object.assign(Object.create(null) as object, { a: 1 }), 'a 1'],
    ['holes', Array.from({ length: 2 }), 'undefined, undefined'],
    ['a list of texts', ['a', 'b'], 'a, b'],
    ['ten thousand levels', deep(10_000), '['],
  ];
  for (const [name, value, shown] of odd) {
    it(`shows ${name}`, async () => {
      const host = await show(value);
      expect(body(host)).to.contain(shown);
    });
  }

  it('shows fields as rows, deeper ones as rows below, still deeper ones as JSON', async () => {
    const host = await show({ a: { b: { c: { d: { e: 1 } } } }, list: [{ x: 1 }, { x: 2 }] });
    expect(host.renderRoot.querySelectorAll('dl').length).to.be.greaterThan(3);
    expect(host.renderRoot.querySelector('pre')?.textContent).to.equal('{\n  "d": {\n    "e": 1\n  }\n}');
    const names = [...host.renderRoot.querySelectorAll('dt')].map((one) => one.textContent);
    expect(names).to.deep.equal(['a', 'b', 'c', 'list', '1', 'x', '2', 'x']);
  });

  it('has JSON one press away', async () => {
    const host = await show({ a: [1, 'x"y'] });
    expect(button(host, en.viewAsJson)!.getAttribute('aria-pressed')).to.equal('false');
    await press(host, en.viewAsJson);
    expect(button(host, en.viewAsJson)!.getAttribute('aria-pressed')).to.equal('true');
    expect(JSON.parse(host.renderRoot.querySelector('pre')!.textContent)).to.deep.equal({ a: [1, 'x"y'] });
    expect(button(await show('text'), en.viewAsJson)).to.equal(undefined);
  });

  it('makes hidden characters visible where asked to', async () => {
    const host = await show({ 'k\u200B': 'a\u202Eb' }, { reveal: true });
    expect(body(host)).to.contain('k⟦U+200B⟧').and.to.contain('a⟦U+202E⟧b');
    await press(host, en.viewAsJson);
    expect(body(host)).to.contain('a⟦U+202E⟧b');
  });

  it('copies, and says when it could not', async () => {
    const copied: string[] = [];
    const set = (writeText: (text: string) => Promise<unknown>): void => {
      Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } });
    };
    set((text) => Promise.resolve(copied.push(text)));
    const host = await show({ a: 1 });
    await press(host, en.copy);
    await waitUntil(() => button(host, en.copied) !== undefined);
    expect(copied).to.deep.equal(['{\n  "a": 1\n}']);
    set(() => Promise.reject(new Error('denied')));
    const text = await show('as it is');
    await press(text, en.copy);
    await waitUntil(() => button(text, en.copyFailed) !== undefined);
    Reflect.deleteProperty(navigator, 'clipboard');
  });
});

describe('large values (V4)', () => {
  it('are copied whole', async () => {
    const { copied, restore } = fakeClipboard();
    const value = { list: Array.from({ length: 40_000 }, (_, n) => `item ${n}`) };
    const host = await show(value);
    await press(host, en.copy);
    await waitUntil(() => button(host, en.copied) !== undefined, 'the word for it', { timeout: 10_000 });
    restore();
    expect(JSON.parse(copied[0]!)).to.deep.equal(value);
  });

  it('show a head, the size, copy and download, but not all', async () => {
    const host = await show('0123456789'.repeat(20_000));
    const shown = host.renderRoot.querySelector('pre')!.textContent.length;
    expect(shown).to.be.within(1000, 10_000);
    expect(host.renderRoot.querySelector('[part="value-rest"]')?.textContent).to.contain('196 kB of 200 kB hidden');
    expect(button(host, en.download)).not.to.equal(undefined);
    expect(button(host, en.showAll)).to.equal(undefined);
    expect(host.view.complete).to.equal(false);
  });

  it('show all in pieces where asked to, and say when that is done', async () => {
    const value = { list: Array.from({ length: 40_000 }, (_, n) => `item ${n}`) };
    const host = await show(value, { full: true });
    expect(host.view.complete).to.equal(false);
    button(host, en.showAll)!.focus();
    await press(host, en.showAll);
    await waitUntil(() => host.view.complete, 'all is there', { timeout: 10_000 });
    await host.updateComplete;
    expect(JSON.parse(host.renderRoot.querySelector('pre')!.textContent)).to.deep.equal(value);
    expect(host.renderRoot.querySelectorAll('pre span').length).to.be.greaterThan(2);
    expect(button(host, en.showAll)).to.equal(undefined);
    host.value = { list: value.list.toReversed() };
    host.requestUpdate();
    await host.updateComplete;
    expect(host.view.complete, 'another value starts again').to.equal(false);
  });

  it('download what they are', async () => {
    const host = await show('x'.repeat(70_000));
    const saved: HTMLAnchorElement[] = [];
    const original = HTMLAnchorElement.prototype.click;
    HTMLAnchorElement.prototype.click = function (this: HTMLAnchorElement) {
      saved.push(this);
    };
    await press(host, en.download);
    await waitUntil(() => saved.length > 0, 'a file');
    HTMLAnchorElement.prototype.click = original;
    expect(saved[0]?.download).to.equal('output.txt');
    expect(saved[0]?.href).to.match(/^blob:/u);
    expect(await (await fetch(saved[0]!.href)).text()).to.have.length(70_000);
  });

  it('cost little: 100 MB of text, a million items (F23)', async () => {
    const text = 'x'.repeat(100_000_000);
    let reads = 0;
    const list = new Proxy(Array.from({ length: 1_000_000 }, (_, n) => n), {
      get: (target, key, receiver) => {
        reads += 1;
        return Reflect.get(target, key, receiver) as unknown;
      },
    });
    const first = await show({ text });
    const second = await show(list);
    expect(reads, 'of a million items').to.be.within(1, 250_000);
    for (const view of [first, second]) expect(view.renderRoot.textContent.length).to.be.below(10_000);
    expect(first.renderRoot.textContent).to.contain('100 MB');
    expect(second.renderRoot.textContent).to.contain('≥');
  });

  it('measure and read ten thousand levels and rings', () => {
    expect(measure(deep(10_000)).exact).to.equal(true);
    expect(JSON.parse([...textOf(deep(1000))].join(''))).to.deep.equal(deep(1000));
    const ring: unknown[] = [];
    ring.push(ring, ring);
    expect([...textOf(ring)].join('')).to.equal('[\n  [circular],\n  [circular]\n]');
    expect(measure(ring).nodes).to.equal(3);
  });

  it('never cut a character in two', () => {
    const text = `${'x'.repeat(4095)}😀${'y'.repeat(5000)}`;
    const pieces = [...textOf(text)];
    expect(pieces.join('')).to.equal(text);
    expect(pieces.every((piece) => !/^[\uDC00-\uDFFF]/.test(piece))).to.equal(true);
  });
});
