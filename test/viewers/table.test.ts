import { expect, waitUntil } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { en } from '../../src/locales/en.js';
import { button, expectAccessible, part, parts, press, textOf, view, type ValueHost } from './kit.js';

const people = [
  { name: 'Örs', age: 9, city: 'Ankara' },
  { name: 'Zoe', age: 10 },
  { name: 'ada', age: 2, city: null },
  { name: 'Ole', age: null, city: 'Oslo', note: { more: [1, 2] } },
];

const column = (host: ValueHost, at: number): string[] =>
  [...host.renderRoot.querySelectorAll('tbody tr')].map((row) => textOf(row.children[at]));

async function sort(host: ValueHost, name: string): Promise<void> {
  const head = parts(host, 'table-head').find((each) => textOf(each) === name)!;
  head.querySelector('button')!.focus();
  await sendKeys({ press: 'Enter' });
  await host.updateComplete;
}

describe('the table viewer', () => {
  it('passes axe', async () => {
    await expectAccessible(await view(people, 'table'));
  });

  it('has a head for each field and a row for each object', async () => {
    const host = await view(people, 'table');
    expect(parts(host, 'table-head').map((each) => textOf(each))).to.deep.equal(['name', 'age', 'city', 'note']);
    expect(column(host, 0)).to.deep.equal(['Örs', 'Zoe', 'ada', 'Ole']);
    expect(column(host, 3)).to.deep.equal(['', '', '', '{ "more": [ 1, 2 ] }']);
    expect(textOf(host.renderRoot.querySelector('caption'))).to.equal(`${en.output}: 4 rows`);
  });

  it('sorts by its heads: up, down, as it came; numbers by size, what is missing at the end', async () => {
    const host = await view(people, 'table');
    const state = (): (string | null)[] => parts(host, 'table-head').map((each) => each.getAttribute('aria-sort'));
    expect(state()).to.deep.equal(['none', 'none', 'none', 'none']);
    await sort(host, 'age');
    expect(column(host, 1)).to.deep.equal(['2', '9', '10', '']);
    expect(state()).to.deep.equal(['none', 'ascending', 'none', 'none']);
    await sort(host, 'age');
    expect(column(host, 1)).to.deep.equal(['10', '9', '2', '']);
    expect(state()[1]).to.equal('descending');
    await sort(host, 'age');
    expect(column(host, 1)).to.deep.equal(['9', '10', '2', '']);
    await sort(host, 'name');
    expect(column(host, 0)).to.deep.equal(['ada', 'Ole', 'Örs', 'Zoe']);
    expect(host.shadowRoot!.activeElement, 'the focus stays').to.equal(parts(host, 'table-head')[0]!.querySelector('button'));
  });

  it('keeps its heads in sight, and scrolls inside of itself', async () => {
    const wide = Array.from({ length: 20 }, (_, row) => Object.fromEntries(Array.from({ length: 20 }, (__, at) => [`column ${at}`, `cell ${row}.${at}`])));
    const host = await view(wide, 'table');
    host.style.inlineSize = '300px';
    const box = part(host, 'table-box')!;
    expect(host.scrollWidth).to.be.at.most(300);
    expect(box.scrollWidth).to.be.greaterThan(box.clientWidth);
    box.scrollTop = 200;
    const head = parts(host, 'table-head')[0]!.getBoundingClientRect();
    expect(Math.abs(head.top - box.getBoundingClientRect().top)).to.be.below(3);
    expect(box.tabIndex).to.equal(0);
    expect(box.getAttribute('aria-label')).to.equal(`${en.output}: 20 rows`);
  });

  it('shows a few rows of many, more on demand, and sorts no million', async () => {
    let reads = 0;
    const rows = new Proxy(Array.from({ length: 1_000_000 }, (_, n) => ({ n, m: n })), {
      get: (target, key, receiver) => {
        reads += 1;
        return Reflect.get(target, key, receiver) as unknown;
      },
    });
    const host = await view(rows, 'table');
    expect(reads).to.be.below(100_000);
    expect(column(host, 0)).to.have.length(20);
    expect(textOf(part(host, 'table-foot'))).to.contain('20 of 1,000,000 rows');
    expect(host.renderRoot.querySelector('.sort')).to.equal(null);
    await press(host, en.showMore);
    expect(column(host, 0)).to.have.length(120);
    expect(button(host, en.download), 'it is large').not.to.equal(undefined);
  });

  it('keeps the focus when all rows are there', async () => {
    const host = await view(Array.from({ length: 30 }, (_, n) => ({ n, m: n })), 'table');
    button(host, en.showMore)!.focus();
    await press(host, en.showMore);
    await waitUntil(() => host.shadowRoot!.activeElement === part(host, 'table-box'), 'the focus');
    expect(button(host, en.showMore)).to.equal(undefined);
  });

  it('says how many columns it leaves out', async () => {
    const rows = [0, 1].map(() => Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`c${at}`, at])));
    const host = await view(rows, 'table', { hint: 'table' });
    expect(parts(host, 'table-head')).to.have.length(24);
    expect(textOf(part(host, 'table-foot'))).to.contain('6 columns hidden');
  });

  it('shows a row that is no object over all columns', async () => {
    const rows: unknown[] = Array.from({ length: 60 }, (_, n) => ({ n, m: n }));
    rows[55] = 'odd one out';
    const host = await view(rows, 'table');
    await press(host, en.showMore);
    const cell = [...host.renderRoot.querySelectorAll('td')].find((each) => textOf(each) === 'odd one out');
    expect(cell?.colSpan).to.equal(2);
  });

  it('has links in cells', async () => {
    const host = await view([{ a: 'https://a.example/', b: 1 }, { a: 'javascript:alert(1)', b: 2 }], 'table');
    expect([...host.renderRoot.querySelectorAll('a')].map((each) => each.href)).to.deep.equal(['https://a.example/']);
  });
});
