import { expect, fixture, html } from '@open-wc/testing';
import { renderText, safeHref } from '../../src/viewers/links.js';

async function links(text: string): Promise<HTMLAnchorElement[]> {
  const place = await fixture(html`<p>${renderText(text)}</p>`);
  expect(place.textContent, 'the text stays as it is').to.equal(text);
  return [...place.querySelectorAll('a')];
}

describe('links in texts (E11)', () => {
  const found: readonly [text: string, ...hrefs: string[]][] = [
    ['see https://example.com/a?b=1#c.', 'https://example.com/a?b=1#c'],
    ['HTTP://Example.com', 'http://example.com/'],
    ['two: http://a.example, and https://b.example!', 'http://a.example/', 'https://b.example/'],
    ['(https://en.wikipedia.org/wiki/Rose_(disambiguation))', 'https://en.wikipedia.org/wiki/Rose_(disambiguation)'],
    ['"https://a.example/x"', 'https://a.example/x'],
    ['write to mailto:ada@example.com', 'mailto:ada@example.com'],
    ['a port: https://a.example:8443/', 'https://a.example:8443/'],
  ];
  for (const [text, ...hrefs] of found) {
    it(`finds ${hrefs.join(' and ')} in ${text}`, async () => {
      expect((await links(text)).map((link) => link.href)).to.deep.equal(hrefs);
    });
  }

  it('tells the other side nothing, and gives it no hold on the page', async () => {
    const [link] = await links('https://a.example');
    expect(link!.rel.split(' ')).to.include.members(['noopener', 'noreferrer', 'nofollow']);
    expect(link!.referrerPolicy).to.equal('no-referrer');
    expect(link!.target).to.equal('_blank');
  });

  // The last five read like one place and lead to another.
  const none = [
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'blob:https://a.example/x',
    'file:///etc/passwd',
    'ftp://a.example',
    '//a.example',
    'www.example.com',
    'https://',
    'https://bank.example@evil.example/',
    'https://user:secret@evil.example/',
    'https://ex\u0430mple.com/',
    'https://2130706433/',
    'https://0x7f.1/',
  ];
  for (const text of none) {
    it(`makes no link of ${JSON.stringify(text)}`, async () => {
      expect(await links(text)).to.deep.equal([]);
      expect(safeHref(text)).to.equal(undefined);
    });
  }

  it('ends an address at what nobody can see', async () => {
    const [link] = await links('https://a.example/\u202Egnp.knab');
    expect(link!.textContent).to.equal('https://a.example/');
  });

  it('makes no more links than anybody follows', async () => {
    expect(await links('https://a.example/ '.repeat(3000))).to.have.length(500);
  });

  it('goes through a long text once', () => {
    const text = 'https://a.example/'.repeat(10_000);
    expect(() => renderText(text)).not.to.throw();
    expect(() => renderText(')'.repeat(100_000))).not.to.throw();
  });
});
