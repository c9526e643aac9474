import { expect, waitUntil } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { en } from '../../src/locales/en.js';
import { button, deep, expectAccessible, fakeClipboard, part, parts, press, textOf, view, type ValueHost } from './kit.js';

const orders = {
  customer: { name: 'Ada', 'first order': '2026-01-02' },
  orders: [{ id: 1, lines: [{ sku: 'x' }, { sku: 'y' }] }, { id: 2, lines: [] }],
  note: null,
};

const open = (value: unknown): Promise<ValueHost> => view(value, 'tree', { hint: 'tree' });
const rows = (host: ValueHost): HTMLElement[] => parts(host, 'tree-row');
const focused = (host: ValueHost): string => textOf(host.shadowRoot!.activeElement);

async function keys(host: ValueHost, ...pressed: string[]): Promise<void> {
  for (const key of pressed) {
    await sendKeys({ press: key });
    await host.updateComplete;
    await Promise.resolve();
  }
}

async function search(host: ValueHost, text: string): Promise<void> {
  const input = host.renderRoot.querySelector('input')!;
  input.focus();
  input.value = text;
  input.dispatchEvent(new InputEvent('input', { bubbles: true }));
  await waitUntil(() => textOf(part(host, 'tree-matches')) !== '', 'an answer');
  await host.updateComplete;
}

describe('the tree viewer', () => {
  it('passes axe', async () => {
    const host = await open(orders);
    await search(host, 'sku');
    await expectAccessible(host);
  });

  it('has the roles of a tree, and one row that takes the focus', async () => {
    const host = await open(orders);
    expect(part(host, 'tree')!.getAttribute('role')).to.equal('tree');
    const [first] = rows(host);
    expect(first!.getAttribute('aria-level')).to.equal('1');
    expect(first!.getAttribute('aria-posinset')).to.equal('1');
    expect(first!.getAttribute('aria-setsize')).to.equal('3');
    expect(first!.getAttribute('aria-expanded')).to.equal('true');
    expect(rows(host).at(-1)!.hasAttribute('aria-expanded'), 'a leaf').to.equal(false);
    expect(rows(host).filter((row) => row.tabIndex === 0)).to.have.length(1);
  });

  it('goes by the keys of the ARIA practices', async () => {
    const host = await open(orders);
    rows(host)[0]!.focus();
    await keys(host, 'ArrowLeft');
    expect(rows(host)[0]!.getAttribute('aria-expanded')).to.equal('false');
    await keys(host, 'ArrowRight');
    expect(rows(host)[0]!.getAttribute('aria-expanded')).to.equal('true');
    await keys(host, 'ArrowRight');
    expect(focused(host)).to.match(/^name/u);
    await keys(host, 'ArrowRight', 'ArrowDown');
    expect(focused(host)).to.match(/^first order/u);
    await keys(host, 'ArrowLeft');
    expect(focused(host)).to.match(/^customer/u);
    await keys(host, 'End');
    expect(focused(host)).to.match(/^note/u);
    await keys(host, 'Home', 'ArrowUp');
    expect(focused(host)).to.match(/^customer/u);
    await keys(host, 'o');
    expect(focused(host)).to.match(/^orders/u);
    await keys(host, 'Enter');
    expect(rows(host).find((row) => textOf(row).startsWith('orders'))!.getAttribute('aria-expanded')).to.equal('false');
    await keys(host, ' ');
    expect(rows(host).find((row) => textOf(row).startsWith('orders'))!.getAttribute('aria-expanded')).to.equal('true');
    await keys(host, 'Home', 'ArrowLeft', 'o', 'ArrowLeft', 'Home', '*');
    for (const name of ['customer', 'orders']) {
      expect(rows(host).find((row) => textOf(row).startsWith(name))!.getAttribute('aria-expanded'), name).to.equal('true');
    }
  });

  it('opens and closes by a click', async () => {
    const host = await open(orders);
    const before = rows(host).length;
    rows(host)[0]!.click();
    await host.updateComplete;
    expect(rows(host).length).to.equal(before - 2);
    rows(host)[0]!.click();
    await host.updateComplete;
    expect(rows(host).length).to.equal(before);
  });

  it('copies the value and the path of a row', async () => {
    const { copied, restore } = fakeClipboard();
    const host = await open(orders);
    const row = rows(host).find((each) => textOf(each).includes('first order'))!;
    row.click();
    await host.updateComplete;
    expect(textOf(part(host, 'tree-path'))).to.equal('$.customer["first order"]');
    await press(host, en.copyPath);
    await press(host, en.copyValue);
    await waitUntil(() => copied.length === 2);
    row.focus();
    await keys(host, 'Home');
    part(host, 'tree')!.dispatchEvent(new KeyboardEvent('keydown', { key: 'c', ctrlKey: true }));
    await waitUntil(() => copied.length === 3);
    restore();
    expect(copied).to.deep.equal(['$.customer["first order"]', '2026-01-02', JSON.stringify(orders.customer, undefined, 2)]);
  });

  it('finds names and values, and opens the way to them', async () => {
    const host = await open({ a: { b: { c: { d: { needle: 1 } } } }, other: 'a NEEDLE here', more: Array.from({ length: 20 }, (_, n) => ({ n })) });
    await search(host, 'needle');
    expect(textOf(part(host, 'tree-matches'))).to.equal('1 of 2');
    expect(textOf(part(host, 'tree-path'))).to.equal('$.a.b.c.d.needle');
    expect(host.shadowRoot!.activeElement!.tagName, 'the focus stays').to.equal('INPUT');
    await keys(host, 'Enter');
    expect(textOf(part(host, 'tree-path'))).to.equal('$.other');
    await press(host, en.previousMatch);
    expect(textOf(part(host, 'tree-matches'))).to.equal('1 of 2');
    await search(host, 'haystack');
    expect(textOf(part(host, 'tree-matches'))).to.equal(en.noMatches);
    expect(button(host, en.nextMatch)).to.equal(undefined);
  });

  it('takes what is searched for as text, not as a pattern', async () => {
    const host = await open({ a: 'x(.*)+y', b: 'xxxx' });
    await search(host, '(.*)+');
    expect(textOf(part(host, 'tree-path'))).to.equal('$.a');
    expect(textOf(part(host, 'tree-matches'))).to.equal('1 of 1');
  });

  it('reads nothing that is not open: a million items are a hundred rows (V4)', async () => {
    const list = Array.from({ length: 1_000_000 }, (_, n) => ({ n }));
    let reads = 0;
    const counted = new Proxy(list, {
      get: (target, key, receiver) => {
        reads += 1;
        return Reflect.get(target, key, receiver) as unknown;
      },
    });
    const host = await open({ list: counted });
    const measured = reads;
    rows(host)[0]!.click();
    await host.updateComplete;
    expect(rows(host).length).to.equal(101);
    expect(reads - measured, 'to open it').to.be.below(1000);
    expect(textOf(rows(host)[1])).to.contain('[0 … 9999]').and.to.contain('10,000 items');
    rows(host)[100]!.click();
    await host.updateComplete;
    rows(host)[200]!.click();
    await host.updateComplete;
    rows(host)[300]!.click();
    await host.updateComplete;
    expect(textOf(part(host, 'tree-path'))).to.equal('$.list[999999]');
  });

  it('leads to a match far inside of a long list', async () => {
    const host = await open({ list: Array.from({ length: 12_345 }, (_, n) => (n === 12_001 ? 'needle' : n)) });
    await search(host, 'needle');
    expect(textOf(part(host, 'tree-path'))).to.equal('$.list[12001]');
  });

  it('ends at a ring, and at a depth that nobody reads', async () => {
    const ring: Record<string, unknown> = { name: 'ring' };
    ring['self'] = ring;
    const host = await open({ ring });
    expect(rows(host).map((row) => textOf(row))).to.include('self: [circular]');
    const well = await open(deep(10_000));
    rows(well)[0]!.focus();
    for (let level = 0; level < 190; level++) await keys(well, 'ArrowRight');
    expect(focused(well)).to.contain(en.truncatedDepth);
    expect(rows(well).length).to.be.at.most(101);
  }).timeout(60_000);

  it('cuts a long text in its row and says so', async () => {
    const host = await open({ text: 'x'.repeat(5000) });
    const row = textOf(rows(host)[0]);
    expect(row.length).to.be.below(1100);
    expect(row).to.contain('4 kB of 5 kB hidden');
  });
});
