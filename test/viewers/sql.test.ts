import { expect, waitUntil } from '@open-wc/testing';
import * as fc from 'fast-check';
import { en } from '../../src/locales/en.js';
import { tokensOf } from '../../src/viewers/sql/highlight.js';
import { button, expectAccessible, fakeClipboard, part, parts, press, textOf, view } from './kit.js';

const statement = `-- who pays\nSELECT "u"."name", count(*) AS n\nFROM users u /* all */ WHERE u.city = 'O''Hare' AND n > 10.5 AND id = $1`;

describe('the SQL viewer', () => {
  it('passes axe', async () => {
    await expectAccessible(await view({ queries: [statement, 'select 1'], database: 'main' }, 'sql'));
  });

  it('tells words, texts, names, numbers, parameters and comments apart', async () => {
    const host = await view(statement, 'sql');
    const found = (kind: string): string[] => [...host.renderRoot.querySelectorAll(`.sql-${kind}`)].map((each) => each.textContent);
    expect(found('word')).to.deep.equal(['SELECT', 'AS', 'FROM', 'WHERE', 'AND', 'AND']);
    expect(found('text')).to.deep.equal([`'O''Hare'`]);
    expect(found('name')).to.deep.equal(['"u"', '"name"']);
    expect(found('number')).to.deep.equal(['10.5']);
    expect(found('parameter')).to.deep.equal(['$1']);
    expect(found('comment')).to.deep.equal(['-- who pays', '/* all */']);
    expect(host.renderRoot.querySelector('pre')!.textContent).to.equal(statement);
  });

  it('has a layout control only with more than one block', async () => {
    const one = await view({ sql: statement, limit: 10 }, 'sql');
    expect(part(one, 'sql-layout')).to.equal(null);
    expect(textOf(part(one, 'field'))).to.equal('limit 10');
    const two = await view({ queries: [statement, 'select 1 from b'] }, 'sql');
    const across = (): boolean => {
      const [first, second] = parts(two, 'sql-block').map((each) => each.getBoundingClientRect());
      return second!.left >= first!.right;
    };
    two.style.inlineSize = '600px';
    expect(across()).to.equal(false);
    await press(two, en.sideBySide);
    expect(across()).to.equal(true);
    expect(button(two, en.sideBySide)!.getAttribute('aria-pressed')).to.equal('true');
    expect(parts(two, 'sql-head').map((each) => textOf(each.querySelector('bdi')))).to.deep.equal(['Query 1', 'Query 2']);
  });

  it('copies one block', async () => {
    const { copied, restore } = fakeClipboard();
    const host = await view([{ name: 'first', sql: 'select 1' }, { name: 'second', sql: 'SELECT a FROM b' }], 'sql', { hint: 'sql' });
    await press(host, `${en.copy}: second`);
    await waitUntil(() => copied.length === 1);
    restore();
    expect(copied).to.deep.equal(['SELECT a FROM b']);
  });

  it('loses nothing of a text, whatever it is, and never throws', () => {
    const piece = fc.constantFrom("'", '"', '`', '[', ']', '--', '/*', '*/', '\n', ' ', 'select', '$', ':a', '1e5', '1.', 'é', '\uD800', '${', "''", '\\');
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.array(piece).map((each) => each.join(''))), (text) => {
        expect(tokensOf(text).map((token) => token.text).join('')).to.equal(text);
      }),
    );
  });

  it('makes no more elements than anybody reads', () => {
    const text = "'a' ".repeat(15_000);
    const tokens = tokensOf(text);
    expect(tokens.length).to.be.below(5000);
    expect(tokens.map((token) => token.text).join('')).to.equal(text);
  });

  it('goes through what never closes once', () => {
    for (const opened of ["'", '"', '/*', '`', '[a', '${', '(', '/*'.repeat(30_000), "''".repeat(30_000), '-'.repeat(60_000)]) {
      const text = opened + 'x '.repeat(30_000);
      expect(tokensOf(text).map((token) => token.text).join('')).to.equal(text);
    }
  });
});
